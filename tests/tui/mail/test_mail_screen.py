"""The screen of a battle by mail: the player's own choices, until those of the other player are
needed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.base.errors import FileFault, Refused
from engine.game.decision import Answer
from engine.post import correspondence as post
from engine.sitting.kinds import mail as desks
from tests.tui.letters import Writer, introduced
from tests.tui.running import house, screen_of, until
from tui.app import WeatherGageApp
from tui.mail.battle import MailScreen
from tui.plain.mail_room import mail_table
from tui.screens.settings import Settings


@pytest.fixture
def two(tmp_path: Path) -> tuple[Writer, Writer]:
    return introduced(tmp_path, "quickstart")


@asynccontextmanager
async def mail_screen(
    writer: Writer, animation: bool = False
) -> AsyncIterator[tuple[MailScreen, WeatherGageApp, Pilot[None]]]:
    """Open a player's screen as `mail move` does."""
    battle = desks.open_battle(writer.folder, writer.desk)
    assert battle
    settings = Settings(animation=animation, guide=False)
    opener = lambda app: MailScreen(app, writer.folder, writer.desk, battle)  # noqa: E731
    async with house(writer.saves, opener=opener, settings=settings) as (app, pilot):
        assert isinstance(app.screen, MailScreen)
        yield app.screen, app, pilot
    battle.close()


async def choose(writer: Writer, pilot: Pilot[None]) -> None:
    """Take the highlighted order, and wait until it is stored in the player's record."""
    before = len(writer.desk.held.choices)
    await pilot.press("enter")
    await until(pilot, lambda: len(writer.desk.held.choices) > before, "the choice on the desk")
    await pilot.pause()


@pytest.mark.parametrize("animation", [False, True])
async def test_who_chooses_first_waits_and_leaves_without_being_asked(
    two: tuple[Writer, Writer], animation: bool
) -> None:
    anna, _ = two
    async with mail_screen(anna, animation) as (_, app, pilot):
        await choose(anna, pilot)
        await until(pilot, lambda: "ben's choice is needed" in screen_of(app), "that ben is next")
        assert list(anna.desk.kept) == [0]
        await pilot.press("q")
        assert app._exit
    assert anna.writes("send", anna.battle) == 0


@pytest.mark.parametrize("animation", [False, True])
async def test_who_chooses_second_sees_nothing_before_the_seal_is_open(
    two: tuple[Writer, Writer], animation: bool
) -> None:
    anna, ben = two
    anna.chooses()
    anna.writes("send", anna.battle)
    ben.says("open", anna.out)
    async with mail_screen(ben, animation) as (screen, app, pilot):
        await choose(ben, pilot)
        await until(pilot, lambda: "anna's choice is needed" in screen_of(app), "that anna is next")
        assert screen.battle.position == 0
        await pilot.press("u")  # not sent yet: his to change
        await until(pilot, lambda: screen.session.orders, "the question again")
        assert len(ben.desk.held.choices) == 1
        await choose(ben, pilot)
    assert ben.writes("send", ben.battle) == 0


async def test_undo_before_sending_and_not_after(two: tuple[Writer, Writer]) -> None:
    anna, _ = two
    async with mail_screen(anna) as (screen, app, pilot):
        await pilot.press("u")
        assert "a choice that was sent in a letter is final" in screen_of(app)
        await choose(anna, pilot)
        await pilot.press("u")
        await until(pilot, lambda: screen.session.orders, "the question again")
        assert anna.desk.held.choices == ()
        assert screen.battle.position == 0
        await pilot.press("U")
        assert "there is no redo by mail: give the order again" in screen_of(app)
        await pilot.press("ctrl+t")
        assert "nobody can agree at once by mail; undo takes back unsent choices" in screen_of(app)
        await pilot.press("down")
        await choose(anna, pilot)
    assert anna.writes("send", anna.battle) == 0
    async with mail_screen(anna) as (_, app, pilot):
        await pilot.press("u")
        assert "a choice that was sent in a letter is final" in screen_of(app)


async def test_leaving_in_the_middle_keeps_what_was_chosen(two: tuple[Writer, Writer]) -> None:
    mover, other = two
    while _secret(mover):  # to the first ship that is activated
        mover.chooses()
        mover.writes("send", mover.battle)
        other.says("open", mover.out)
        mover, other = other, mover
    async with mail_screen(mover) as (_, app, pilot):
        await choose(mover, pilot)
        await pilot.press("q")
        assert "Leave? Your choices are kept" in screen_of(app)
        await pilot.press("enter")
        assert app._exit
    count = len(mover.desk.held.choices)
    assert count == mover.desk.sent + 1
    async with mail_screen(mover) as (screen, _, _):
        assert screen.battle.position == count
        assert screen.session.orders


def _secret(writer: Writer) -> bool:
    battle = post.begin(writer.desk)
    assert battle
    return post.open_questions(writer.desk, battle)[0].secret


async def test_by_mail_the_own_choice_is_advised_on(two: tuple[Writer, Writer]) -> None:
    """1 highlights the advised answer and Escape keeps it; nothing is stored before it is taken."""
    anna, _ = two
    async with mail_screen(anna) as (screen, app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: screen.session.advised, "the advice")
        await pilot.press("1")
        best = screen.session.adviser.answers[0]
        assert screen.session.orders
        assert screen.session.orders.option.id == best.option
        await pilot.press("escape")
        assert not anna.desk.held.choices
        assert "-- Advice" not in screen_of(app)
        await choose(anna, pilot)
        await until(pilot, lambda: "ben's choice is needed" in screen_of(app), "that ben is next")
        await pilot.press("h")
        assert "The computer gives advice only when it is your turn to choose" in screen_of(app)


async def test_nothing_is_changed_beside_what_is_asked(tmp_path: Path) -> None:
    """A letter would reveal it; the sheet of orders says when the player wants to be asked."""
    anna, _ = introduced(tmp_path, "hampton_roads")
    async with mail_screen(anna) as (screen, app, pilot):
        await pilot.press("W")
        assert (
            "standing choices cannot be changed by mail: the other player would read them"
            in screen_of(app)
        )
        assert screen.course.sitting.aside is None
    assert not anna.desk.held.choices


async def test_the_other_players_choice_is_not_made_here(two: tuple[Writer, Writer]) -> None:
    anna, _ = two
    async with mail_screen(anna) as (screen, _, _):
        (theirs,) = (each for each in screen.battle.pending() if each.seat != "A")
        with pytest.raises(Refused, match="this choice is for the other player to make"):
            screen.course.submit(theirs.seat, Answer(theirs.options[0].id))
        assert anna.desk.held.choices == ()
        assert screen.battle.position == 0


async def test_a_battle_that_cannot_be_gone_on_with_is_closed_for_the_next(
    two: tuple[Writer, Writer], monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = two
    desks.open_battle(anna.folder, anna.desk).close()  # type: ignore[union-attr]

    def full(*_: object) -> None:
        raise FileFault("no room on the disk")

    with monkeypatch.context() as patched:
        patched.setattr(post, "submit_known", full)
        with pytest.raises(FileFault, match="no room"):
            desks.open_battle(anna.folder, anna.desk)
    again = desks.open_battle(anna.folder, anna.desk)
    assert again is not None
    again.close()


async def test_what_somebody_else_did_since_is_not_undone(
    two: tuple[Writer, Writer], monkeypatch: pytest.MonkeyPatch
) -> None:
    mover, other = two
    while _secret(mover):
        mover.chooses()
        mover.writes("send", mover.battle)
        other.says("open", mover.out)
        mover, other = other, mover
    async with mail_screen(mover) as (screen, app, pilot):
        await choose(mover, pilot)
        monkeypatch.setattr(screen.battle, "why_not_undo", lambda seat: "the dice have fallen")
        kept = mover.desk.held.choices
        await pilot.press("u")
        assert "the dice have fallen" in screen_of(app).lower()
        assert mover.desk.held.choices == kept


async def test_while_something_is_shown_nothing_is_said_of_a_letter(
    two: tuple[Writer, Writer],
) -> None:
    anna, _ = two
    async with mail_screen(anna) as (screen, app, pilot):
        await choose(anna, pilot)
        await until(pilot, lambda: "ben's choice is needed" in screen_of(app), "that ben is next")
        screen.session.playing = True
        assert "choice is needed" not in screen.prompt_text.standing()
        screen.session.playing = False
        assert "choice is needed" in screen.prompt_text.standing()


async def test_whoever_comes_back_sees_what_came_by_letter_since(
    two: tuple[Writer, Writer],
) -> None:
    """On the screen it is animated and listed, and `R` goes through it step by step.

    In lines it is printed once.
    """
    mover, other = two
    while _secret(mover):
        mover.chooses()
        mover.writes("send", mover.battle)
        other.says("open", mover.out)
        mover, other = other, mover
    async with mail_screen(mover) as (screen, app, pilot):
        await until(pilot, lambda: screen.session.orders, "the question")
        assert "Since you left" not in screen_of(app)  # on the first visit nothing is missed
        await pilot.press("q", "enter")
    left = mover.desk.seen
    assert left > 0
    for writer, reader in ((mover, other), (other, mover)):
        writer.chooses()
        assert writer.writes("send", writer.battle) == 0
        assert reader.says("open", writer.out, "--out", reader.out) == 0
    async with mail_screen(mover, animation=True) as (screen, app, pilot):
        assert screen.session.sitting.kind.left_at == left
        await until(pilot, lambda: "Moves are being played" in screen_of(app), "the moves")
        await pilot.press("space")
        await until(pilot, lambda: "Since you left: " in screen_of(app), "the sentence")
        await pilot.press("R")
        await until(pilot, lambda: app.screen is not screen, "the replay")
        await pilot.press("end", "left")
        assert app.screen.reel.n == screen.battle.position - 1  # type: ignore[attr-defined]
        await pilot.press("q")
        await until(pilot, lambda: app.screen is screen, "the battle again")
    printed = [await in_lines(mover) for _ in range(2)]
    assert ["Since you left (" in text for text in printed] == [True, False]
    assert mover.desk.seen > left


async def in_lines(writer: Writer) -> str:
    """Return what the line mode prints for a player who looks at the battle and leaves."""
    said: list[str] = []

    async def read(prompt: str) -> None:
        return None

    battle = desks.open_battle(writer.folder, writer.desk)
    assert battle
    table, kind = mail_table(writer.folder, writer.desk, battle, read, said.append)
    await table.run()
    kind.table.get_up()
    battle.close()
    return " ".join(said)
