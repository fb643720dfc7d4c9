"""What foresight costs with 30 ships, from the key to the last byte over a pty."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bench.conftest import Figure
from tests.bench.key_time import milliseconds
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
OVERLAYS = ("wind", "arcs", "reach", "snags", "cover", "danger", "drift", "watch", "none")
MOST = 30
"""Milliseconds from a key to the last byte of what it sends."""


@pytest.fixture(scope="module", params=[(80, 24), (140, 45)], ids=["80x24", "140x45"])
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """Fifteen ships a side of Trafalgar, four hexes apart, before their plots."""
    columns, lines = request.param
    with Terminal(SCRIPT, columns, lines) as running:
        running.read(until=running.shows("then press Enter"))
        running.press("\r", until=running.shows("Sheet"))
        yield running
        assert running.leave("\x11") == 0


def test_overlays_come_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure
) -> None:
    """The first time round each is reckoned; after that it is only drawn."""
    at = request.node.callspec.id
    for time in ("first", "kept"):
        for name in OVERLAYS:
            figure(
                f"overlay {name}, 30 ships, {at}, {time}", milliseconds(terminal, "v"), "ms", MOST
            )


def test_plots_are_foreseen_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure
) -> None:
    """The ghost with its counts over all that the enemies may plot, and own ships that meet."""
    at = request.node.callspec.id
    times = [milliseconds(terminal, key) for key in ("1", "\x7f", "1", "L", "\x7f", "\x7f", "2")]
    figure(f"a stroke of a plot, 30 ships, {at}, slowest", max(times), "ms", MOST)
    figure(f"drafts for all, 30 ships, {at}, first", milliseconds(terminal, "F"), "ms", 100)
    figure(f"drafts for all, 30 ships, {at}, the next", milliseconds(terminal, "F"), "ms", MOST)
