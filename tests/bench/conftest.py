"""A table of figures, printed when the benchmarks have run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Figure = Callable[[str, float, str, float], None]
ROWS = pytest.StashKey[list[tuple[str, str, str]]]()


@pytest.fixture
def figure(request: pytest.FixtureRequest) -> Figure:
    """Return what notes a measure, its unit and the most that it may be, and holds it to that."""
    rows = request.config.stash.setdefault(ROWS, [])

    def note(name: str, value: float, unit: str, limit: float) -> None:
        rows.append((name, f"{value:.3g} {unit}", f"{limit:g} {unit}"))
        assert value <= limit, f"{name}: {value:.3g} {unit}, where {limit:g} is allowed"

    return note


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the table, ready to be pasted into docs/performance.md."""
    rows = config.stash.get(ROWS, [])
    if not rows:
        return
    head = ("what", "measured", "at most")
    wide = [max(len(row[column]) for row in (head, *rows)) for column in range(3)]
    terminalreporter.write_line("")
    for row in (head, tuple("-" * width for width in wide), *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, wide, strict=True))
        terminalreporter.write_line(f"| {' | '.join(cells)} |")
