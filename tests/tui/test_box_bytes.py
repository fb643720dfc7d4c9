"""The number of bytes that boards of boxes, and one of hexes, send to the terminal, counted over a
pseudo-terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.tui.pseudo_terminal import Terminal
from tests.tui.test_bytes import SCRIPT

SHEETS = """
from engine.kernel.battle import Battle
from engine.kernel.registry import system

battle = Battle.new(system("{game}"), "{scenario}", 7)
"""


WAR = """
from tests.wars import war
from tui.app import WeatherGageApp
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings

fought = war()
start = lambda app: ReplayScreen(fought)
WeatherGageApp(Settings(animation=False, guide=False), start=start).run(mouse=False)
"""
STAGES = {
    "Mobile Bay": ("iron_oak", "mobile_bay_gauntlet", 140, 45),
    "Mobile Bay at 80x24": ("iron_oak", "mobile_bay_gauntlet", 80, 24),
    "Hampton Roads": ("iron_oak", "hampton_roads", 140, 45),
}


@contextmanager
def at_a_sheet(game: str, scenario: str, columns: int, lines: int) -> Iterator[Terminal]:
    """Run a battle with a shared keyboard up to its first sheet of orders."""
    battle = SHEETS.replace("{game}", game).replace("{scenario}", scenario)
    script = SCRIPT.replace("{battle}", battle)
    with Terminal(script, columns, lines, told={"COLORTERM": "truecolor"}) as running:
        running.read(until=running.shows("Pass the keyboard"))
        running.press("\r", until=running.shows("Sheet"))
        yield running
        assert running.leave("\x11") == 0


@pytest.fixture(scope="module", params=STAGES)
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """Run a battle with thirteen ships and a fort, or with five ships among shoals."""
    with at_a_sheet(*STAGES[request.param]) as running:
        yield running


def looks(terminal: Terminal) -> tuple[object, ...]:
    """Return the signs on the screen and the background of each."""
    cells = ((column, row) for row in range(20) for column in range(80))
    return terminal.text, *(terminal.ground(*cell) for cell in cells)


def another(terminal: Terminal) -> Callable[[], bool]:
    """Return a function that tells whether the screen has changed since this call."""
    before = looks(terminal)
    return lambda: looks(terminal) != before


def test_a_step_of_the_cursor_sends_two_boxes(terminal: Terminal) -> None:
    """One box is highlighted, and the one before no longer is."""
    terminal.press(" ", until=another(terminal))
    sent = [terminal.press(key, until=another(terminal)) for key in "lkhj" * 3]
    assert max(sent) <= 700, sent
    terminal.press(" ", until=another(terminal))


def test_another_order_sends_what_it_lights_and_its_figures(terminal: Terminal) -> None:
    """Other boxes are highlighted, and other chances are shown beside the chart."""
    sent = [terminal.press("\x1b[B", until=another(terminal)) for _ in range(4)]
    assert max(sent) <= 3_600, sent


def test_another_ship_sends_what_the_panel_says_of_her(terminal: Terminal) -> None:
    """The sheet of another ship is shown, and her orders are highlighted."""
    sent = [terminal.press("\t", until=another(terminal)) for _ in range(4)]
    assert max(sent) <= 3_000, sent


def test_among_sixty_ships_another_plot_or_ship_sends_no_more() -> None:
    """The battle is Trafalgar: first the ghost of another order is shown, then the next ship."""
    with at_a_sheet("wooden_ships", "trafalgar", 140, 45) as running:
        for key, most in (("\x1b[B", 2_500), ("\t", 3_000)):
            sent = [running.press(key, until=another(running)) for _ in range(4)]
            assert max(sent) <= most, sent


def test_the_whole_screen_states_no_colour_twice(terminal: Terminal) -> None:
    """The whole screen is drawn again: dots on shoals, and the sea between them."""
    before = looks(terminal)
    assert 0 < terminal.press("\x0c", until=lambda: looks(terminal) == before) <= 20_000


def test_a_pan_or_zoom_sends_no_more_than_a_chart(terminal: Terminal) -> None:
    """The boxes are shown larger, then those beside them, then all."""
    keys = ("+", "\x1b[1;2B", "\x1b[1;2C", "\x1b[1;2A", "\x1b[1;2D", "-")
    sent = [terminal.press(key) for key in keys]
    assert max(sent) <= 12_000, sent
    terminal.press("0")


def test_an_entry_of_a_war_sends_at_most_a_whole_frame() -> None:
    """From the page of the campaign the replay goes on to the first battle, whose board has another
    place.
    """
    with Terminal(WAR, 140, 45, told={"COLORTERM": "truecolor"}) as running:
        running.read(until=running.shows("help"))
        sent = [running.press("\x1b[C", until=another(running)) for _ in range(16)]
        assert max(sent) <= 16_000, sent
        assert running.leave("\x11") == 0


def test_an_idle_battle_sends_nothing(terminal: Terminal) -> None:
    """Nothing moves on the screen: there is no clock, and no cursor blinks."""
    assert terminal.read(quiet=1.0) == 0
