"""Ships are placed by keys and by mouse: with a ghost (preview) at the cursor, two keys to turn,
and reasons if a place is illegal.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.base.errors import Refused
from engine.game.parts.screen import Preview
from tests.engine.systems.oak_iron.effects.test_set_up import ready
from tests.tui.battle.test_battle_screen import playing, shown
from tui.battle.screen import BattleScreen
from tui.chart.sea.kind import GUTTER
from tui.screens.chart_screen import TOP
from tui.terminal.page import text_of

SIZES = [(80, 24), (120, 40), (140, 45)]


@asynccontextmanager
async def deploying(
    tmp_path: Path, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[BattleScreen, Pilot[None]]]:
    battle = ready()
    async with playing(battle, tmp_path, {}, size=size) as (screen, pilot):
        screen.session.table.seat_at_keyboard = battle.pending()[0].seat
        screen.course.advance()
        await pilot.pause()
        yield screen, pilot


@pytest.mark.parametrize("size", SIZES)
async def test_a_ship_is_moved_turned_and_put_down(tmp_path: Path, size: tuple[int, int]) -> None:
    """The prompt shows [ 18.5, 31.0 < 230 > ]; then the ship is placed, and one undo picks her up
    again.
    """
    async with deploying(tmp_path, size) as (screen, pilot):
        first = screen.session.orders.option.id
        assert screen.looking
        start, turned = screen.session.orders.at, screen.session.orders.dial
        await pilot.press("right", ">", ">", "<")
        assert screen.session.orders.at[0] > start[0]
        assert screen.session.orders.dial == (turned + 5) % 360
        assert f"< {screen.session.orders.dial:g} >" in shown(pilot)
        assert "may lie here" in shown(pilot)
        placed, heading = screen.session.orders.at, screen.session.orders.dial
        await pilot.press("enter")
        pose = screen.battle.state.ships[first].pose
        assert pose.at == pytest.approx(placed, abs=1e-4)
        assert pose.heading == heading
        await pilot.press("u")
        assert screen.battle.state.ships[first].pose is None
        assert screen.session.orders.option.id == first


@pytest.mark.parametrize("size", SIZES)
async def test_an_illegal_place_says_why_and_is_refused(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The prompt says: not here: outside her zone.

    Enter says the same, and the ship is not placed.
    """
    async with deploying(tmp_path, size) as (screen, pilot):
        rest = screen.session.orders.at
        edge = "down" if rest[1] > screen.view.table.height / 2 else "up"
        await pilot.press(*[edge] * 9)
        assert screen.forecast.why_not() == "outside her zone"
        assert "not here: outside her zone" in shown(pilot)
        at = screen.battle.position
        await pilot.press("enter")
        assert screen.battle.position == at
        assert any(line.startswith(" outside her zone") for line in shown(pilot).splitlines())


async def test_the_heading_goes_round_and_far_with_brackets(tmp_path: Path) -> None:
    """Eight turns of 45 degrees are a full circle."""
    async with deploying(tmp_path) as (screen, pilot):
        start = screen.session.orders.dial
        await pilot.press("]")
        assert screen.session.orders.dial == (start + 45) % 360
        await pilot.press(*["]"] * 7)
        assert screen.session.orders.dial == start
        await pilot.press("[", ".", ",")
        assert screen.session.orders.dial == (start - 45) % 360


async def test_tab_names_the_next_ship_and_space_leads_to_the_list(tmp_path: Path) -> None:
    """After Space, Up and Down go through the list; Enter goes back to the place."""
    async with deploying(tmp_path) as (screen, pilot):
        names = [option.id for option in screen.session.orders.decision.options]
        await pilot.press("tab")
        assert screen.session.orders.option.id == names[1]
        assert screen.looking
        await pilot.press("space", "down")
        assert not screen.looking
        assert screen.session.orders.option.id == names[2 % len(names)]
        at = screen.battle.position
        await pilot.press("enter")
        assert screen.looking
        assert screen.battle.position == at
        await pilot.press("enter")
        assert screen.battle.position == at + 1


async def test_a_click_moves_the_ship_and_a_second_one_puts_her_down(tmp_path: Path) -> None:
    """The ghost (preview) moves to the mouse; a click on it does what Enter does."""
    async with deploying(tmp_path) as (screen, pilot):
        first = screen.session.orders.option.id
        column, row = screen.viewport.cursor
        spot = (column + 4 + GUTTER, row + TOP)
        await pilot.click(screen.chart, offset=spot)
        assert screen.viewport.cursor == (column + 4, row)
        placed = screen.session.orders.at
        assert placed == screen.viewport.at
        await pilot.click(screen.chart, offset=spot)
        assert screen.battle.state.ships[first].pose.at == pytest.approx(placed, abs=1e-4)


async def test_the_place_may_be_typed(tmp_path: Path) -> None:
    """The words are those of the log: `:deploy A1 at 18, 3 heading 90`."""
    async with deploying(tmp_path) as (screen, pilot):
        first = screen.session.orders.option.id
        x, y = (round(value, 1) for value in screen.session.orders.at)
        await pilot.press(":", *f"deploy {first} at {x} {y} heading 90", "enter")
        pose = screen.battle.state.ships[first].pose
        assert (pose.at, pose.heading) == ((x, y), 90.0)


@pytest.mark.parametrize("size", SIZES)
async def test_the_set_up_explains_itself(tmp_path: Path, size: tuple[int, int]) -> None:
    """The screen shows who is being placed, her card, who waits, zones and keys; if there is room,
    also steps, cards and objective.
    """
    async with deploying(tmp_path, size) as (_, pilot):
        screen = shown(pilot)
        for part in (
            "SET-UP 5 OF 6",
            "DEPLOYMENT",
            "-- Here",
            "0 of 3 placed",
            "skill",
            "< turn",
            "Orders",
        ):
            assert part in screen
        if size[1] >= 40:
            for part in ("[>] 5 deployment", "objective", "attacks from"):
                assert part in screen
        assert screen.isascii()


async def test_all_ships_are_shown_in_a_set_up_and_the_objective_once(tmp_path: Path) -> None:
    """S lists both squadrons while they are deployed; the objective has only one heading."""
    async with deploying(tmp_path) as (screen, pilot):
        await pilot.press("S")
        told = [text_of(line) for line, _ in screen.panel_text.listed(60)]
        assert sum(line.startswith("objective ") for line in told) == 1
        assert sum("Objective" in line for line in told) == 1
        for ship in screen.battle.state.ships:
            assert any(line.startswith(ship) for line in told), ship


async def test_a_number_leads_from_the_list_to_the_place_of_its_ship(tmp_path: Path) -> None:
    async with deploying(tmp_path) as (screen, pilot):
        await pilot.press("space")
        assert not screen.looking
        await pilot.press("2")
        assert screen.session.orders.option.id == screen.session.orders.decision.options[1].id
        assert screen.looking


async def test_where_nothing_can_be_foreseen_the_reason_alone_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with deploying(tmp_path) as (screen, pilot):

        def refuse(*_: object) -> None:
            raise Refused("this place is not one of them")

        monkeypatch.setattr(screen.session.game.screen, "preview", refuse)
        edge = "down" if screen.session.orders.at[1] > screen.view.table.height / 2 else "up"
        await pilot.press(*[edge] * 9)
        assert screen.forecast.preview() == Preview()
        assert screen.forecast.why_not() == "outside her zone"
