"""Help and palette list the actions that do something now, with keys that work for them now."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.oak_iron.game import OakIron
from tests.tui.battle.test_plots import plotting
from tests.tui.battle.test_sheets import shown
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen, own_battle


def meanings(screen: BattleScreen) -> dict[str, str]:
    """Return {action: what its listed keys do}, for each listed action that has a key."""
    done = {}
    for action in screen.live_actions():
        for keys in action.keys:
            *before, last = keys.split()
            looking = screen.session.chart.looking
            for key in before:
                screen.act(screen.commands.press(key))
            done[action.name] = screen.commands.press(last)
            screen.changes.look(looking)
    return done


async def test_every_listed_key_of_a_plot_does_what_is_listed(tmp_path: Path) -> None:
    """The letters L and R and digits spell an order here, so that the log has another key."""
    async with plotting(tmp_path) as (screen, orders, pilot):
        done = meanings(screen)
        assert all(name == did for name, did in done.items()), done
        keys = {each.name: each.keys for each in screen.live_actions()}
        assert keys["log"] == ("space L",)
        assert keys["replay"] == ("space R",)
        assert "pick" not in keys
        assert orders.typed == ""
        await pilot.press("ctrl+p", *"last lines of")
        assert "Space L" in shown(pilot)
        await pilot.press("escape", "space", "L")
        assert screen.session.shows == "log"


async def test_looking_round_lists_no_key_that_moves_the_cursor_instead(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (screen, _, pilot):
        await pilot.press("space")
        keys = {each.name: each.keys for each in screen.live_actions()}
        assert keys["advice"] == ("A",)
        assert keys["log"] == ("L",)
        assert all(name == did for name, did in meanings(screen).items())


async def test_the_keys_of_a_sheet_are_listed_on_a_sheet_only(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (screen, _, pilot):
        listed = {each.name for each in screen.live_actions()}
        assert {"draft", "seal"} <= listed
        assert "offer" not in listed  # in the first turn no routine answer is known
        assert "hand" not in listed  # a captain of this game holds no cards
        assert "dial_type" not in listed
    battle = Battle.new(OakIron(), "quickstart", 7)
    foe = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, opener=lambda app: own_battle(app, battle, foe)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        listed = {each.name for each in screen.live_actions()}
        assert not {"offer", "draft", "seal"} & listed
        assert "hand" in listed
        await pilot.press("question_mark")
        pages = [shown(pilot)]
        for _ in range(5):
            await pilot.press("pagedown")
            pages.append(shown(pilot))
        assert "your cards" in "".join(pages)
        assert "sheet" not in "".join(pages)


async def test_a_hand_longer_than_the_panel_says_so_and_scrolls(tmp_path: Path) -> None:
    battle = Battle.new(OakIron(), "quickstart", 7)
    foe = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, opener=lambda app: own_battle(app, battle, foe)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "the question")
        await pilot.press("H")
        await until(pilot, lambda: "more below: PgDn" in shown(pilot), "the sign")
        for _ in range(6):
            await pilot.press("pagedown")
        await until(pilot, lambda: "more below" not in shown(pilot), "the end of the hand")
        assert "its move." in shown(pilot)
