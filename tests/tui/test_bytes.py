"""The number of bytes that are sent to the terminal, counted over a pseudo-terminal, and the
resulting screen, read by pyte.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from statistics import median

import pytest

from tests.tui.pseudo_terminal import Terminal, seen

SCRIPT = """
{battle}
import tui.battle.screen
from tui.app import WeatherGageApp
from tui.screens.settings import Settings

tui.battle.screen.REST = 60  # seconds that a dial rests before the rings follow
WeatherGageApp(Settings(animation=False, guide=False), battle).run(mouse=False)
"""
QUICK_START = """
from engine.kernel.battle import Battle

battle = Battle.new("oak_iron", "quickstart", 7)
while not battle.pending()[0].dial:
    question = battle.pending()[0]
    first = question.kind != "name_ship"  # the other ship has free water ahead
    battle.answer(question.seat, question.options[0 if first else -1].id)
"""
FLEETS = """
from tests.engine.systems.oak_iron.lines_of_battle import at_the_helm, lines_of_battle

battle = at_the_helm(lines_of_battle(32, squadrons=8))
"""
STAGES = {
    "quick start": (QUICK_START, 140, 45, "degrees"),
    "32 ships": (FLEETS, 140, 45, "to port"),
    "32 ships at 80x24": (FLEETS, 80, 24, "to port"),
}


@pytest.fixture(scope="module", params=STAGES)
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """Run a battle in true colour up to the first turn of a ship, with all ships on the chart."""
    battle, columns, lines, dial = STAGES[request.param]
    with Terminal(SCRIPT.replace("{battle}", battle), columns, lines) as running:
        running.read(until=running.shows(dial))
        yield running
        assert running.leave("\x11") == 0


def cursor_of(terminal: Terminal) -> tuple[int, int]:
    """Return the cell of the chart that shows the cursor; (-1, -1) if none does."""
    for row in range(terminal.screen.lines):
        for column in range(terminal.screen.columns):
            if terminal.ground(column, row) == "f7f1dc":
                return column, row
    return -1, -1


def cells_of(terminal: Terminal) -> list[tuple[object, ...]]:
    """Return what can be seen of every cell."""
    rows = (terminal.screen.buffer[row] for row in range(terminal.screen.lines))
    return [seen(row[column]) for row in rows for column in range(terminal.screen.columns)]


def at(terminal: Terminal, cell: tuple[int, int]) -> Callable[[], bool]:
    """Return a function that tells whether the cursor is on a cell."""
    return lambda: cursor_of(terminal) == cell


def another(terminal: Terminal) -> Callable[[], bool]:
    """Return a function that tells whether the screen has changed since this call."""
    before = terminal.text
    return lambda: terminal.text != before


def test_a_cursor_step_sends_only_what_changed(terminal: Terminal) -> None:
    """One cell is highlighted, and the one before no longer is."""
    terminal.press(" ", until=lambda: cursor_of(terminal) != (-1, -1))
    sent = []
    for key, (east, south) in (("l", (1, 0)), ("k", (0, -1)), ("h", (-1, 0)), ("j", (0, 1))) * 3:
        column, row = cursor_of(terminal)
        there = (column + east, row + south)
        sent.append(terminal.press(key, until=at(terminal, there)))
    assert median(sent) <= 250, sent
    assert max(sent) <= 700
    terminal.press(" ")


def test_turning_the_dial_a_step_sends_the_ghost_and_the_figures(terminal: Terminal) -> None:
    """The dotted ship turns, and the forecast beside the chart changes."""
    terminal.read(quiet=0.5)  # what the start has left to draw
    sent = []
    for _ in range(12):
        sent.append(terminal.press("\x1b[C", until=another(terminal)))
    assert max(sent) <= 2_500, sent


def test_another_order_sends_its_figures(terminal: Terminal) -> None:
    """The forecast on the chart and beside it changes."""
    sent = [terminal.press("\x1b[B", until=another(terminal)) for _ in range(4)]
    assert max(sent) <= 3_600, sent
    terminal.press("\x1b[A" * 4)


def test_a_pan_sends_no_more_than_a_chart(terminal: Terminal) -> None:
    """The other half of the table is shown."""
    terminal.press("+", until=another(terminal))
    keys = ("\x1b[1;2B", "\x1b[1;2C", "\x1b[1;2A", "\x1b[1;2D")
    sent = [terminal.press(key, until=another(terminal)) for key in keys]
    assert max(sent) <= 20_000, sent
    terminal.press("-", until=another(terminal))


@pytest.mark.parametrize(
    "key", ["?", "\x10", "O", "K"], ids=["help", "palette", "settings", "cards"]
)
def test_back_from_a_screen_draws_the_cells_that_differ(terminal: Terminal, key: str) -> None:
    """The battle is shown again; only what the other screen had covered is sent."""
    terminal.read(quiet=0.5)  # what earlier keys have left to draw
    before = cells_of(terminal)
    terminal.press(key, until=another(terminal))
    there, sent = cells_of(terminal), len(terminal.sent)
    terminal.press("\x1b", until=lambda: cells_of(terminal) == before)
    differ = sum(was != now for was, now in zip(there, before, strict=True))
    drawn = re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", terminal.sent[sent:]).decode()
    assert 0 < len(drawn) <= 1.2 * differ


def test_an_idle_battle_sends_nothing(terminal: Terminal) -> None:
    """Nothing moves on the screen: there is no clock, and no cursor blinks."""
    assert terminal.read(quiet=1.0) == 0


ATTACK = """
from engine.kernel.battle import Battle
from engine.players import make_player

battle = Battle.new("oak_iron", "quickstart", 7)
minds = {key: make_player("lieutenant", battle.game, 1, key) for key in ("A", "B")}
while battle.pending()[0].kind != "attack":
    seat = battle.pending()[0].seat
    battle.answer(seat, minds[seat].choose(battle.view(seat), battle.pending()[0]))
"""
"""A program that opens a battle in which Blue has named the attacking ship and has to choose the
attack."""


@pytest.mark.parametrize(("columns", "lines"), [(140, 45), (80, 24)])
def test_closing_on_an_attack_sends_no_more_than_a_pan(columns: int, lines: int) -> None:
    """After an undo the whole table is shown, and then the chart zooms in on the two ships."""
    with Terminal(SCRIPT.replace("{battle}", ATTACK), columns, lines) as running:
        running.read(until=running.shows("Chance (%) of damage"))
        back = running.press("u", until=lambda: "Chance (%) of damage" not in running.text)
        there = running.press("\r", until=running.shows("Chance (%) of damage"))
        assert max(back, there) <= 20_000
        assert running.leave("\x11") == 0
