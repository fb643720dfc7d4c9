"""The help of a screen lists its keys; for each action as many as there is room for."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.input.actions import ACTIONS
from tui.input.keys import Keymap


async def help_of_a_battle(folder: Path, chosen: dict[str, tuple[str, ...]]) -> list[str]:
    """Return the rows of the help for a battle on the pond in which actions have these keys."""
    battle = Battle.new("pond", "duel", 7)
    options = {
        "battle": battle,
        "players": {"B": make_player("ensign", battle.game, 3, "B")},
        "keymap": Keymap(chosen=chosen),
    }
    async with house(folder, size=(100, 80), **options) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "a person is asked")
        await pilot.press("question_mark")
        return screen_of(app).splitlines()


@pytest.mark.parametrize(("west", "said"), [((), "j k l"), (("f8", "h"), "F8 j k l")])
async def test_help_names_the_keys_that_steer_while_looking_and_no_other(
    tmp_path: Path, west: tuple[str, ...], said: str
) -> None:
    """It names the first key of each of the four directions; a direction without a key is left
    out.
    """
    rows = await help_of_a_battle(tmp_path, {"battle.west": west})
    told = [row.split("while looking: ")[1] for row in rows if "while looking: " in row]
    assert told == [f"arrows or {said}"]


KEYS = {
    "measure from": (("z", "backspace"), "z Backspace  "),
    "the battle log": (("ctrl+z", "space"), "ctrl+z Space "),
    "write a note": (("delete", "backspace"), "Del          "),
    "colours, animation": (("pagedown", "home", "end"), "PgDn Home    "),
    "watch the battle": (("ctrl+shift+pageup",), "ctrl+shift+Pg"),
    "the chart as a picture": (("w", "n", "e", "a", "p"), "w .. p       "),
}
"""{words of an action: (its keys, what is shown in the 13 columns before the words)}."""


async def test_help_names_as_many_keys_of_an_action_as_leave_a_blank_behind_them(
    tmp_path: Path,
) -> None:
    """A single key is shown even if it is longer; of more than four, only the first and the last
    are named.
    """
    own = [action for action in ACTIONS if action.screen == "battle"]
    names = {label: action.id for action in own for label in KEYS if label in action.label}
    chosen = {names[words]: keys for words, (keys, _) in KEYS.items()}
    rows = await help_of_a_battle(tmp_path, chosen)
    told = {words: row[1:14] for row in rows for words in KEYS if words in row}
    assert told == {words: said for words, (_, said) in KEYS.items()}


async def test_a_help_longer_than_the_screen_says_how_much_is_below(tmp_path: Path) -> None:
    battle = Battle.new("pond", "duel", 7)
    players = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, size=(80, 24), battle=battle, players=players) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "a person is asked")
        await pilot.press("question_mark")
        assert " more below" in screen_of(app).splitlines()[0]
        await pilot.press("end")
        assert " more below" not in screen_of(app)
