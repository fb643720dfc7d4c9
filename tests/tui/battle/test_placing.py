"""Ships are placed by keys and by mouse: a ghost at the cursor, two keys to turn, reasons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.engine.systems.oak_iron.effects.test_set_up import ready
from tests.tui.screens.test_battle_room import playing, shown
from tui.battle.chart_screen import TOP
from tui.battle.screen import BattleRoom
from tui.chart.sea.furniture import GUTTER

SIZES = [(80, 24), (120, 40), (140, 45)]


@asynccontextmanager
async def deploying(
    tmp_path: Path, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[BattleRoom, Pilot[None]]]:
    battle = ready()
    async with playing(battle, tmp_path, {}, size=size) as (room, pilot):
        room.table.keeper = battle.pending()[0].seat
        room.course.advance()
        await pilot.pause()
        yield room, pilot


@pytest.mark.parametrize("size", SIZES)
async def test_a_ship_is_moved_turned_and_put_down(tmp_path: Path, size: tuple[int, int]) -> None:
    """[ 18.5, 31.0 < 230 > ], then she lies there; one undo takes her up again."""
    async with deploying(tmp_path, size) as (room, pilot):
        first = room.orders.option.id
        assert room.looking
        start, turned = room.orders.at, room.orders.dial
        await pilot.press("right", ">", ">", "<")
        assert room.orders.at[0] > start[0]
        assert room.orders.dial == (turned + 5) % 360
        assert f"< {room.orders.dial:g} >" in shown(pilot)
        assert "may lie here" in shown(pilot)
        placed, heading = room.orders.at, room.orders.dial
        await pilot.press("enter")
        pose = room.battle.state.ships[first].pose
        assert pose.at == pytest.approx(placed, abs=1e-4)
        assert pose.heading == heading
        await pilot.press("u")
        assert room.battle.state.ships[first].pose is None
        assert room.orders.option.id == first


@pytest.mark.parametrize("size", SIZES)
async def test_an_illegal_place_says_why_and_is_refused(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """not here: outside her zone; Enter says the same, and nothing is put down."""
    async with deploying(tmp_path, size) as (room, pilot):
        rest = room.orders.at
        edge = "down" if rest[1] > room.view.table.height / 2 else "up"
        await pilot.press(*[edge] * 9)
        assert room.why_not() == "outside her zone"
        assert "not here: outside her zone" in shown(pilot)
        at = room.battle.position
        await pilot.press("enter")
        assert room.battle.position == at
        assert any(line.startswith(" outside her zone") for line in shown(pilot).splitlines())


async def test_the_heading_goes_round_and_far_with_brackets(tmp_path: Path) -> None:
    """Eight times 45 degrees is once about."""
    async with deploying(tmp_path) as (room, pilot):
        start = room.orders.dial
        await pilot.press("]")
        assert room.orders.dial == (start + 45) % 360
        await pilot.press(*["]"] * 7)
        assert room.orders.dial == start
        await pilot.press("[", ".", ",")
        assert room.orders.dial == (start - 45) % 360


async def test_tab_names_the_next_ship_and_space_leads_to_the_list(tmp_path: Path) -> None:
    """The list is walked with Up and Down after Space; Enter goes back to the place."""
    async with deploying(tmp_path) as (room, pilot):
        names = [option.id for option in room.orders.decision.options]
        await pilot.press("tab")
        assert room.orders.option.id == names[1]
        assert room.looking
        await pilot.press("space", "down")
        assert not room.looking
        assert room.orders.option.id == names[2 % len(names)]
        at = room.battle.position
        await pilot.press("enter")
        assert room.looking
        assert room.battle.position == at
        await pilot.press("enter")
        assert room.battle.position == at + 1


async def test_a_click_moves_the_ship_and_a_second_one_puts_her_down(tmp_path: Path) -> None:
    """The ghost goes where the mouse is; a click on her there is an Enter."""
    async with deploying(tmp_path) as (room, pilot):
        first = room.orders.option.id
        column, row = room.lookout.cursor
        spot = (column + 4 + GUTTER, row + TOP)
        await pilot.click(room.chart, offset=spot)
        assert room.lookout.cursor == (column + 4, row)
        placed = room.orders.at
        assert placed == room.lookout.at
        await pilot.click(room.chart, offset=spot)
        assert room.battle.state.ships[first].pose.at == pytest.approx(placed, abs=1e-4)


async def test_the_place_may_be_typed(tmp_path: Path) -> None:
    """`:deploy A1 at 18, 3 heading 90`, in the words of the log."""
    async with deploying(tmp_path) as (room, pilot):
        first = room.orders.option.id
        x, y = (round(value, 1) for value in room.orders.at)
        await pilot.press(":", *f"deploy {first} at {x} {y} heading 90", "enter")
        pose = room.battle.state.ships[first].pose
        assert (pose.at, pose.heading) == ((x, y), 90.0)


@pytest.mark.parametrize("size", SIZES)
async def test_the_set_up_explains_itself(tmp_path: Path, size: tuple[int, int]) -> None:
    """Objective, cards, zones, who is to be placed and the keys, all in seven-bit text."""
    async with deploying(tmp_path, size) as (_, pilot):
        screen = shown(pilot)
        for part in ("SET-UP 5 OF 6", "DEPLOYMENT", "-- Here", "objective", "< turn", "Orders"):
            assert part in screen
        assert screen.isascii()
