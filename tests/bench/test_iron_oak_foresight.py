"""How long forecasts of Iron & Oak take with 30 ships, from a key to the last byte over a
pseudo-terminal.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.bench.conftest import Figure
from tests.bench.key_time import at_a_sheet, milliseconds
from tests.tui.pseudo_terminal import Terminal

pytestmark = pytest.mark.bench
SCRIPT = """
from engine.base.dice import Dice
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.engine.systems.iron_oak.crowd import crowd
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

battle = Battle.from_state(system("iron_oak"), crowd(), 7)
WeatherGageApp(Settings(animation=False, guide=False), battle).run(mouse=False)
"""
OVERLAYS = {
    "reach": "\x1bOQ",
    "targets": "\x1bOR",
    "danger": "\x1bOS",
    "depths": "\x1b[15~",
    "foes": "\x1b[17~",
    "brink": "\x1b[18~",
}
"""{overlay (picture over the chart): the function key that shows it, as a terminal sends it}."""
MOST = 30
"""The maximum number of milliseconds from a key to the last byte that is sent in reply."""


@pytest.fixture(scope="module", params=[(80, 24), (140, 45)], ids=["80x24", "140x45"])
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """Open a battle of fifteen ships a side in ten boxes, before the first orders."""
    with at_a_sheet(SCRIPT, *request.param) as running:
        yield running


@pytest.mark.parametrize("name", OVERLAYS)
def test_overlays_come_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure, name: str
) -> None:
    """An overlay is computed once and kept while nothing changes: to move the cursor takes no
    longer.
    """
    at = request.node.callspec.id
    figure(f"overlay {name}, 30 ships, {at}", milliseconds(terminal, OVERLAYS[name]), "ms", MOST)
    milliseconds(terminal, OVERLAYS[name])


def test_orders_and_the_ledger_come_at_once(
    terminal: Terminal, request: pytest.FixtureRequest, figure: Figure
) -> None:
    at = request.node.callspec.id
    times = [milliseconds(terminal, "\x1b[B") for _ in range(6)]
    figure(f"an order foreseen, 30 ships, {at}, slowest", max(times), "ms", MOST)
    figure(f"the ledger, 30 ships, {at}", milliseconds(terminal, "S"), "ms", MOST)
