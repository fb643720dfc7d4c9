"""How a player is told that it is his turn: a bell, the title of the window, or a desktop
notification.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player
from tests.tui.wired import Sink, Wired, wired
from tui.battle.screen import BattleScreen
from tui.screens.settings import Settings
from tui.terminal.terminal_app import KEEP_TITLE, LONGEST_TEXT, SIGNS, TITLE_BACK, escape_safe

TITLE = SIGNS["title"].format


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which all escape sequences that are sent get added."""
    found: list[str] = []
    monkeypatch.setattr(Sink, "write", lambda _, data: found.append(data.decode()))
    return found


async def plays(tmp_path: Path, notice: str, sent: list[str]) -> str:
    """Choose a card after the computer has chosen its own; return what was sent to the terminal."""
    battle = Battle.new("oak_iron", "quickstart", 7)
    players = {"B": make_player("ensign", battle.game, 1, "B")}
    settings = Settings(animation=False, guide=False, bell_choice=True, notice=notice)  # type: ignore[arg-type]
    options = {"battle": battle, "players": players, "settings": settings}
    async with wired((80, 24), saves=tmp_path, **options) as person:
        await chosen(person)
        person.writes("enter")
        await person.until(lambda: battle.position > 1, "the reveal")
        await chosen(person)
        person.writes("q")
        await person.rests()
    return "".join(sent)


async def chosen(person: Wired) -> None:
    screen = person.app.screen
    assert isinstance(screen, BattleScreen)
    await person.until(lambda: screen.session.orders, "my choice")
    await person.rests()


async def test_a_title_says_whose_choice_it_is_and_goes_with_the_game(
    tmp_path: Path, sent: list[str]
) -> None:
    text = await plays(tmp_path, "title", sent)
    assert text.count(KEEP_TITLE) == 1
    assert TITLE("Your choice, Weather Gage") in text
    assert text.index(KEEP_TITLE) < text.index(TITLE("Your choice, Weather Gage"))
    assert text.rindex(TITLE_BACK) > text.rindex("]2;")


@pytest.mark.parametrize("notice", ["osc9", "osc777"])
async def test_a_desktop_is_told_the_question(notice: str, tmp_path: Path, sent: list[str]) -> None:
    text = await plays(tmp_path, notice, sent)
    begin = SIGNS[notice].split("{")[0]  # type: ignore[index]
    assert f"{begin}Your choice, Weather Gage: " in text
    assert "]2;" not in text


async def test_nothing_but_the_bell_is_sent_to_who_wants_no_notice(
    tmp_path: Path, sent: list[str]
) -> None:
    text = await plays(tmp_path, "off", sent)
    assert "\a" in text
    assert not any(each in text for each in ("]2;", "]9;", "]777;", KEEP_TITLE, TITLE_BACK))


def test_no_name_gets_a_control_into_a_title() -> None:
    assert escape_safe("Mars\x1b]2;x\x07\x9c" + "y" * 500).isprintable()
    assert len(escape_safe("y" * 500)) == LONGEST_TEXT
