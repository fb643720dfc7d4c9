"""Plots (written orders) on the screen: one key for the routine orders of a whole squadron, typed
plots, the ghost.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.game.decision import Answer
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.sitting.sheet_orders import SheetOrders
from engine.space.hexes import label, step
from engine.systems.wooden_ships.game import WoodenShips
from tests.engine.systems.wooden_ships.at_sea import sea, ship
from tests.tui.battle.test_sheets import SEAL, filling, shown
from tui.battle.screen import BattleScreen
from tui.chart.viewport import place_of
from tui.panel.prompts import order_lines
from tui.terminal.page import text_of

NAMES = [f"A{number}" for number in range(1, 11)]


def ten_in_line() -> Battle:
    """Return a battle with ten ships in a line, two hexes apart, and an enemy far away."""
    fleet = [
        ship(name, label(step((40, 20), 5, 4 * at)), 2, name=f"Ship {at + 1}")
        for at, name in enumerate(NAMES)
    ]
    return Battle.from_state(WoodenShips(), sea(*fleet, ship("B1", "RR2", 2)), 7)


@asynccontextmanager
async def plotting(
    folder: Path, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[BattleScreen, SheetOrders, Pilot[None]]]:
    battle = ten_in_line()
    async with filling(battle, folder, size) as held:
        yield held


async def test_a_routine_turn_of_ten_ships_is_one_screen_and_a_key_a_ship(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (screen, orders, pilot):
        for number, name in enumerate(NAMES):
            seen = shown(pilot)
            assert seen.isascii()
            assert all(f"{each} Ship" in seen for each in NAMES)
            assert f"Sheet, {number} of 10 filled" in seen
            assert (orders.slot.id, screen.viewport.selected) == (name, name)
            await pilot.press("enter")
        assert SEAL in shown(pilot)
        await pilot.press("y")
        assert screen.battle.state.sealed["A"] == {name: Answer("3") for name in NAMES}


async def test_a_sheet_whose_ships_collide_is_sealed_only_after_a_yes_and_enter_means_no(
    tmp_path: Path,
) -> None:
    async with plotting(tmp_path) as (screen, orders, pilot):
        orders.write_all({name: Answer("0" if name == "A1" else "3") for name in NAMES})
        await pilot.press("x")
        told = " ".join(shown(pilot).split())
        assert " meets A" in told
        assert "Seal it anyway?" in told
        await pilot.press("enter")
        assert "A" not in screen.battle.state.sealed
        assert "Seal it anyway?" in shown(pilot)
        await pilot.press("n")
        assert "A" not in screen.battle.state.sealed


async def test_enter_does_not_repeat_a_plot_that_runs_into_the_ship_ahead(tmp_path: Path) -> None:
    """A1 stays where she is; the plot of the turn before would bring A2 into her."""
    async with plotting(tmp_path) as (screen, orders, pilot):
        assert orders.sheet.proposed["A2"] == Answer("3")
        await pilot.press("0", "enter")
        assert orders.slot.id == "A2"
        assert orders.option.id != "3"
        harm = screen.battle.game.answering.harm
        view = screen.battle.view("A")
        assert not harm(view, orders.sheet, {**orders.draft, "A2": orders.answer})


async def test_the_chart_and_the_card_go_with_the_next_ship(tmp_path: Path) -> None:
    """The tenth ship is far behind the first, outside the window, until it is her turn."""
    async with plotting(tmp_path) as (screen, _, pilot):
        place = place_of(screen.scene, "A10")
        assert place
        assert not screen.viewport.view.shows(place)
        assert "A10" in chart_of(pilot)  # on the frame, beyond which she lies
        await pilot.press(*["enter"] * 9)
        assert screen.viewport.view.shows(place)
        assert "A10" in chart_of(pilot)
        assert screen.viewport.selected == "A10"


def chart_of(pilot: Pilot[None]) -> str:
    return "\n".join(line[:44] for line in shown(pilot).splitlines())


async def test_a_typed_plot_is_written_as_the_game_writes_it(tmp_path: Path) -> None:
    """`1` and `1` become 2 hexes ahead.

    A second turn in one hex is refused with the reason before the order is taken.
    """
    async with plotting(tmp_path) as (_, orders, pilot):
        assert "Or type 0-3 L R, 19 in all" in shown(pilot)
        await pilot.press("1", "r", "R")
        assert "1RR: step 3: she may turn only once in a hex" in shown(pilot)
        assert orders.typed == "1R"
        await pilot.press("backspace", "1")
        assert (orders.typed, orders.option.id) == ("2", "2")
        assert "Or type 1 L R, " in shown(pilot)
        await pilot.press("4")
        assert "24: step 4: she has no more than 3 movement points" in shown(pilot)
        await pilot.press("enter")
        assert orders.draft == {"A1": Answer("2")}


async def test_a_key_goes_through_what_is_offered_by_name(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (_, orders, pilot):
        assert "t suggest" not in shown(pilot)
        await pilot.press("enter", "up")
        assert "t follow A1: 3" in shown(pilot)
        assert "t suggest" in shown(pilot)
        assert orders.option.id != "3"
        await pilot.press("t")
        assert orders.option.id == "3"
        await pilot.press("t", "enter")
        assert orders.draft["A2"] == Answer("3")


async def test_words_find_a_plot(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (_, orders, pilot):
        await pilot.press(":", *"1R1", "enter")
        assert orders.draft == {"A1": Answer("1R1")}


async def test_a_ghost_shows_bow_stern_and_each_step_with_what_is_left(tmp_path: Path) -> None:
    """The order is one hex ahead and a turn to starboard: the ghost shows two steps, with a
    movement point and a turn left.
    """
    async with plotting(tmp_path) as (_, _, pilot):
        await pilot.press("1", "R")
        seen = shown(pilot)
        assert "movement left 1/3, turns 1/2" in seen
        assert "bow to PP19, then C: movement 1" in seen
        chart = chart_of(pilot)
        assert "1" in chart
        assert "2" in chart
        assert ":" in chart  # the ghost is drawn in dots, her bow pointed
        await pilot.press("backspace", "backspace", "0")
        assert "movement left 3/3, turns 2/2" in shown(pilot)


async def test_a_digit_that_no_plot_has_is_refused_and_keeps_what_is_typed(tmp_path: Path) -> None:
    """The list of plots has no numbers, so a digit never goes to a line of it."""
    async with plotting(tmp_path) as (_, orders, pilot):
        before = orders.index
        await pilot.press("9")
        assert "9: step 4: she has no more than 3 movement points" in shown(pilot)
        assert orders.index == before
        await pilot.press("l", "9")
        assert "L9: step " in shown(pilot)
        assert orders.typed == "L"


async def test_esc_clears_a_typed_plot_and_backspace_takes_a_letter_back(tmp_path: Path) -> None:
    async with plotting(tmp_path) as (_, orders, pilot):
        proposed = orders.option.id
        await pilot.press("1", "l")
        assert "Backspace erases L" in shown(pilot)
        assert "Esc clear" in shown(pilot)
        await pilot.press("backspace", "l", "l")
        assert "1LL: step 3: she may turn only once in a hex" in shown(pilot)
        await pilot.press("escape")
        assert (orders.typed, orders.option.id) == ("", proposed)
        assert "erases" not in shown(pilot)
        await pilot.press("2")
        assert (orders.typed, orders.option.id) == ("2", "2")


@pytest.mark.parametrize("width", [25, 40])
def test_the_words_of_plots_stand_in_one_column(width: int) -> None:
    sheet = ten_in_line().pending()[0]
    assert isinstance(sheet, Sheet)
    orders = SheetOrders(sheet, {})
    lines = [text_of(line)[1:] for line in order_lines(orders, width, 60, "ascii")[1:]]
    words = [line for line in lines if "more" not in line and "in all" not in line]
    column = next(line for line in words if line.startswith("1L")).index("1 ahead")
    assert all(line[:column].endswith(" ") and line[column] != " " for line in words), words
    assert any(line.startswith(" " * column) for line in words) == (width == 25)


def test_a_plot_in_a_sentence_has_no_padding() -> None:
    sheet = ten_in_line().pending()[0]
    assert isinstance(sheet, Sheet)
    decision = sheet.as_decision(sheet.slots[0])
    assert decision.describe("1") == "1 = 1 ahead"
    assert sheet.describe({"A1": Answer("1L")}) == "A1 Ship 1: 1L = 1 ahead, port"
