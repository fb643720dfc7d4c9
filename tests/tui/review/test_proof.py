"""The page that proves a battle's dice: every text of it whole, the verdict beside it."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.files.library import computers
from engine.game.decision import Answer
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.sitting import proof as proofs
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import own_battle
from tui.review.aftermath import AftermathScreen
from tui.review.dice_screen import ProofScreen, pieces

SECRET = "s3" * 32
WORDS = {"A": "two  blanks, and a word of sixty-four signs, as long as one may be", "B": ""}
PLEDGED = Fairness(fair.pledge(SECRET), WORDS)
ABOUT = {"players": {"A": "human", "B": "human"}, "persons": {"A": "anna", "B": "ben"}}


def fought(path: Path, secret: str = SECRET, over: bool = True) -> Battle:
    """Return a battle on the pond with fair dice; one that is over has revealed its secret."""
    seed = fair.mixed(secret, PLEDGED)
    battle = Battle.new("pond", "duel", seed, ABOUT, path=path, fairness=PLEDGED)
    while over and battle.pending():
        battle.answer(battle.pending()[0].seat, Answer(battle.pending()[0].options[-1].id))
    if over and secret == SECRET:
        battle.reveal(SECRET)
    return battle


def whole(text: str) -> str:
    """Return what a page shows as one text, so that what is cut into rows is found."""
    return "".join(line.removeprefix(" ") for line in text.splitlines())


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_pledge_words_secret_and_verdict_are_read_whole(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    battle = fought(tmp_path / "a.battle")
    start = lambda: ProofScreen(battle, ["weathergage verify a.battle"])  # noqa: E731
    async with house(tmp_path, size, start=start) as (app, pilot):
        await until(pilot, lambda: "Verdict: PROVED" in screen_of(app), "the verdict")
        seen = whole(screen_of(app))
    for text in (PLEDGED.pledge, WORDS["A"], "(none)", SECRET, "weathergage verify a.battle"):
        assert text in seen, text
    assert "anna (" in seen


async def test_what_has_no_room_is_scrolled_to_and_no_further(tmp_path: Path) -> None:
    many = Fairness(PLEDGED.pledge, {f"S{number}": "x" * 200 for number in range(12)})
    battle = fought(tmp_path / "a.battle", over=False)
    battle.header = msgspec.structs.replace(battle.header, fairness=many)
    async with house(tmp_path, start=lambda: ProofScreen(battle)) as (app, pilot):
        assert "Verdict" not in screen_of(app)
        await pilot.press("end")
        assert "Verdict: not yet" in screen_of(app)
        foot = screen_of(app)
        await pilot.press("down", "pagedown")
        assert screen_of(app) == foot
        await pilot.press("home")
        assert "The secret of the dice was pledged" in screen_of(app)


async def test_while_a_battle_goes_on_the_secret_is_not_there(tmp_path: Path) -> None:
    battle = fought(tmp_path / "a.battle", over=False)
    async with house(tmp_path, start=lambda: ProofScreen(battle)) as (app, _):
        seen = whole(screen_of(app))
    assert PLEDGED.pledge in seen
    assert WORDS["A"] in seen
    assert "It is revealed when the battle is over" in seen
    assert "Verdict: not yet" in seen
    assert SECRET not in seen


async def test_a_battle_that_was_changed_is_not_proved_and_says_why(tmp_path: Path) -> None:
    """Other dice than the secret makes; a secret that was never revealed."""
    other = fought(tmp_path / "other.battle", secret="another")
    async with house(tmp_path, start=lambda: ProofScreen(other)) as (app, pilot):
        await until(pilot, lambda: "Verdict: NOT PROVED" in screen_of(app), "the verdict")
        assert "It is not revealed" in screen_of(app)
    forged = fought(tmp_path / "forged.battle")
    forged.log[0] = type(forged.log[0])(n=1, kind="command", at=1, seat="A", command=None)
    async with house(tmp_path, start=lambda: ProofScreen(forged)) as (app, pilot):
        await until(pilot, lambda: "Verdict: NOT PROVED" in screen_of(app), "the verdict")
        assert "ntry 1" in screen_of(app)


async def test_end_look_back_and_log_lead_to_it_by_key_and_by_the_palette(tmp_path: Path) -> None:
    """At home too, where nobody pledged anything: then the seed is all that is proved."""
    path = save_battle(tmp_path, "Duel", turns=99, b="human")
    battle = Battle.open(path)
    assert battle.outcome()
    make = lambda app: own_battle(app, battle, computers(battle))  # noqa: E731
    async with house(tmp_path, opener=make) as (app, pilot):
        shown = lambda: isinstance(app.screen, ProofScreen) and app.screen.proof  # noqa: E731
        assert "V proof" in screen_of(app)
        await pilot.press("V")
        await until(pilot, shown, "the page from the end")
        assert "Nobody pledged" in whole(screen_of(app))
        assert "Verdict: right" in screen_of(app)
        assert str(path) in whole(screen_of(app))
        await pilot.press("escape", "L", "V")
        await until(pilot, shown, "the page from the log")
        await pilot.press("escape", "L", "E")
        await until(pilot, lambda: isinstance(app.screen, AftermathScreen), "the look back")
        await pilot.press("V")
        await until(pilot, shown, "the page from the look back")
        await pilot.press("escape", "ctrl+p", *"verdict", "enter")
        await until(pilot, shown, "the page from the palette")
    battle.close()


async def test_a_battle_is_proved_once_for_all_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, told = fought(tmp_path / "a.battle"), []
    verify = Battle.verify
    monkeypatch.setattr(Battle, "verify", lambda *facts: told.append(1) or verify(*facts))
    assert (await proofs.proof_of(battle)).ok
    assert (await proofs.proof_of(battle)).ok
    assert told == [1]


async def test_what_is_not_revealed_or_is_forged_is_not_proved() -> None:
    class Seen:
        """A battle as a door of a host shows it."""

        def __init__(self, header: object) -> None:
            self.header = header
            self.log: list[object] = []

    untold = Seen(type("Header", (), {"fairness": None})())
    told = await proofs._proved(untold)  # type: ignore[arg-type]
    assert told.text == "its secret is not revealed, so nothing can be proved"
    assert await proofs._proved(Seen(None)) == proofs.BROKEN  # type: ignore[arg-type]


def test_a_text_in_rows_leaves_nothing_out() -> None:
    assert "".join(pieces("a  b " * 20, 7)) == "a  b " * 20
    assert pieces("", 7) == [""]
    assert pieces("ab", 0) == ["a", "b"]
