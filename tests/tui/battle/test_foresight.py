"""Overlays (pictures over the chart) by one key, ready-made orders for a whole sheet, and warnings
of own ships that would collide.
"""

from __future__ import annotations

from pathlib import Path

from engine.game.chart import Lit, Trace
from engine.kernel.battle import Battle
from engine.space.hexes import plane
from engine.systems.wooden_ships.game import WoodenShips
from tests.engine.systems.wooden_ships.at_sea import sea, ship
from tests.tui.battle.test_plots import plotting
from tests.tui.battle.test_sheets import filling, shown


async def test_one_key_goes_through_all_pictures_and_then_shows_none(tmp_path: Path) -> None:
    """The prompt names each picture; before the first press none is shown."""
    async with plotting(tmp_path) as (screen, _, pilot):
        assert screen.viewport.overlays == []
        for each in screen.game.screen.overlays():
            await pilot.press("v")
            assert screen.viewport.overlays == [each.id]
            assert each.label in shown(pilot)
            assert shown(pilot).isascii()
        await pilot.press("v")
        assert screen.viewport.overlays == []
        assert "No picture" in shown(pilot)


async def test_a_picture_stays_as_it_was_reckoned_while_nothing_changes(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (screen, _, pilot):
        await pilot.press("v", "v", "v")
        first = screen.model.overlay_of("reach")
        await pilot.press("2")
        assert screen.model.overlay_of("reach") is first
        assert screen.model.overlay_marks() == tuple(first)


async def test_rose_and_fields_of_fire_go_with_the_ghost(tmp_path: Path) -> None:
    """The order is a turn to starboard and a move ahead: the rays of the compass begin at the
    ghost's bow, and the fields of fire are those from there.
    """
    async with plotting(tmp_path) as (screen, _, pilot):
        assert screen.battle.state.ships["A1"].bow == (40, 20)
        await pilot.press("w", "1", "R")
        rays = [mark for mark in screen.model.overlay_marks() if isinstance(mark, Trace)]
        assert {mark.points[0] for mark in rays} == {plane((41, 19))}  # a hex north-east
        assert "[C:1]" in shown(pilot)
        await pilot.press("w", "b")
        lit = {mark.at for mark in screen.model.overlay_marks() if isinstance(mark, Lit)}
        now = {mark.at for mark in screen.model.overlay_of("arcs") if isinstance(mark, Lit)}
        assert lit
        assert lit != now
        await pilot.press("backspace", "backspace", "0")
        assert {mark.at for mark in screen.model.overlay_marks() if isinstance(mark, Lit)} == now
        screen.viewport.selected = "B1"
        rose = [mark for mark in screen.model.overlay_marks() if isinstance(mark, Lit)]
        assert rose == list(screen.model.overlay_of("arcs"))


async def test_a_key_drafts_the_whole_sheet_and_changes_stay_possible(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (screen, orders, pilot):
        await pilot.press("F")
        assert "follow the ship ahead" in shown(pilot)
        assert len(orders.draft) == 10
        assert screen.battle.drafts.of("A", orders.sheet.id) == orders.draft
        await pilot.press("F", "F")
        assert "turn together to port" in shown(pilot)
        assert all("L" in answer.option for answer in orders.draft.values())
        await pilot.press("1", "enter")
        assert orders.draft["A1"].option == "1"


async def test_own_ships_that_would_meet_are_told_before_anything_is_taken(tmp_path: Path) -> None:
    """A1 is ordered to stay; as soon as A2's order would run into her, a warning says so."""
    line = sea(ship("A1", "J14", 1), ship("A2", "J16", 1), ship("B1", "AA60", 1), wind=2)
    async with filling(Battle.from_state(WoodenShips(), line, 7), tmp_path, (80, 24)) as held:
        _, _, pilot = held
        await pilot.press("0", "enter", "1")
        assert "A1 meets A2 in step 1 on J15" in shown(pilot)
        await pilot.press("backspace", "R")
        assert "meets" not in shown(pilot)
