"""Fixtures of the benchmarks, and a table of the figures that is printed at their end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player

Figure = Callable[[str, float, str, float], None]
ROWS = pytest.StashKey[list[tuple[str, str, str]]]()


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Return a function that records a measurement with its unit and limit, and asserts that the
    limit is kept.
    """
    rows = request.config.stash.setdefault(ROWS, [])

    def note(name: str, value: float, unit: str, limit: float) -> None:
        rows.append((name, f"{value:.3g} {unit}", f"{limit:g} {unit}"))
        assert value <= limit, f"{name}: {value:.3g} {unit}, where {limit:g} is allowed"

    return note


@pytest.fixture(scope="session")
def long_battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a battle with more than 10,000 entries: seven Trafalgars between
    ensigns.
    """
    path = tmp_path_factory.mktemp("long") / "long.battle"
    battle = Battle.new(
        "series:wooden_ships", "trafalgar", 7, {"best_of": 7}, path=path, created="2026-11-26"
    )
    players = {
        seat.key: make_player("ensign", battle.game, 7, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    while pending := battle.pending():
        question = pending[0]
        mind = players[question.seat]
        battle.answer(question.seat, mind.choose(battle.view(question.seat), question))
    battle.close()
    assert battle.position > 10_000
    return path


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the table of figures, in the form of docs/performance.md."""
    rows = config.stash.get(ROWS, [])
    if not rows:
        return
    head = ("what", "measured", "at most")
    wide = [max(len(row[column]) for row in (head, *rows)) for column in range(3)]
    terminalreporter.write_line("")
    for row in (head, tuple("-" * width for width in wide), *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, wide, strict=True))
        terminalreporter.write_line(f"| {' | '.join(cells)} |")
