"""How long forecasts take with 30 ships, from a key to the last byte over a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.registry import system
from tests.bench.conftest import Figure
from tests.bench.key_time import at_a_sheet, milliseconds
from tests.tui.pseudo_terminal import Terminal

pytestmark = pytest.mark.bench
SCRIPT = """
from engine.base.dice import Dice
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from msgspec.structs import replace
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

game = system("wooden_ships")
whole = game.set_up("trafalgar", {"closer_start": 4})
ships = {key: replace(ship, enter_turn=0) for key, ship in whole.ships.items()
         if int(key[1:]) <= 15}
battle = Battle.from_state(game, replace(whole, ships=ships), 7)
WeatherGageApp(Settings(animation=False, guide=False), battle).run(mouse=False)
"""
TWO_LINES = """
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.systems.wooden_ships.state.steps import from_phase
from msgspec.structs import replace
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

game = system("wooden_ships")
whole = game.set_up("trafalgar")
ships = {key: replace(ship, enter_turn=0, facing=1, still=1,
                      bow=(40 + (key[0] == "B") * APART, 3 * int(key[1:])))
         for key, ship in whole.ships.items() if int(key[1:]) <= 15}
held = tuple((f"A{n}", f"B{n}", 1) for n in range(1, 16)) if APART == 1 else ()
state = replace(whole, ships=ships, grappled=tuple(sorted(held)), agenda=from_phase(PHASE))
battle = Battle.from_state(game, state, 7)
WeatherGageApp(Settings(animation=False, guide=False), battle).run(mouse=False)
"""
"""A program that opens a battle: fifteen ships a side in two lines, a given number of hexes apart.
Ships that are adjacent are grappled."""
OVERLAYS = (*(each.id for each in system("wooden_ships").screen.overlays()), "none")
DOWN, UP = "\x1b[B", "\x1b[A"
MOST = 30
"""The maximum number of milliseconds from a key to the last byte that is sent in reply."""


@pytest.fixture(scope="module", params=[(80, 24), (140, 45)], ids=["80x24", "140x45"])
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """Open a battle of fifteen ships a side at Trafalgar, four hexes apart, before the first
    orders.
    """
    with at_a_sheet(SCRIPT, *request.param) as running:
        yield running


def test_overlays_come_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure
) -> None:
    """The first time an overlay (picture over the chart) is computed; afterwards it is only
    drawn.
    """
    at = request.node.callspec.id
    for time in ("first", "kept"):
        for name in OVERLAYS:
            figure(
                f"overlay {name}, 30 ships, {at}, {time}", milliseconds(terminal, "v"), "ms", MOST
            )


def test_plots_are_foreseen_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure
) -> None:
    """The ghost shows counts over all orders that the enemies may give, and which own ships would
    collide.
    """
    at = request.node.callspec.id
    times = [milliseconds(terminal, key) for key in ("1", "\x7f", "1", "L", "\x7f", "\x7f", "2")]
    figure(f"a stroke of a plot, 30 ships, {at}, slowest", max(times), "ms", MOST)
    figure(f"drafts for all, 30 ships, {at}, first", milliseconds(terminal, "F"), "ms", 100)
    figure(f"drafts for all, 30 ships, {at}, the next", milliseconds(terminal, "F"), "ms", MOST)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=["80x24", "140x45"])
@pytest.mark.parametrize(("phase", "apart"), [("combat", 3), ("boarding", 1)])
def test_fire_and_boarding_are_foreseen_at_once(
    phase: str, apart: int, size: tuple[int, int], figure: Figure
) -> None:
    """Fire shows the table of chances for holding and firing; boarding shows the forecast of each
    fight between ships.
    """
    script = TWO_LINES.replace("APART", str(apart)).replace("PHASE", repr(phase))
    with Terminal(script, *size) as running:
        running.read(until=running.shows("then press Enter"))
        running.press("\r", until=running.shows("Sheet"))
        times = [milliseconds(running, key) for key in (DOWN, DOWN, UP, "\t", DOWN, "\t", DOWN)]
        at = f"30 ships, {size[0]}x{size[1]}"
        figure(f"a forecast of {phase}, {at}, the first", times[0], "ms", MOST)
        figure(f"a forecast of {phase}, {at}, slowest", max(times), "ms", MOST)
        assert running.leave("\x11") == 0
