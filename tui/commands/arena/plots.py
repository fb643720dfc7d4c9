"""Bars and curves in text, without colours, in ASCII or Unicode."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.arena import Share, Tally
from tui.commands.arena.results import NAME, Results
from tui.terminal.terminal import Glyphs

WIDEST = 100
"""Columns of a picture in a wide terminal."""
LEAST_BAR = 10
"""Columns of a bar in a narrow one."""
ROWS = 10
"""Rows of a curve; even, because its middle row has a label."""
STRIDE = 6
"""The most columns from one turn to the next: more stretch a curve without need."""


class Signs(NamedTuple):
    """The characters of a picture."""

    full: str
    may_be: str
    upright: str
    corner: str
    level: str


SIGNS: dict[Glyphs, Signs] = {
    "ascii": Signs("#", ":", "|", "+", "-"),
    "unicode": Signs("█", "▒", "│", "└", "─"),
}


class PlotBar(NamedTuple):
    """A bar: its name, the low and the high bound of its share of 1, and a figure."""

    name: str
    sure: float
    may_be: float
    figure: str


def pictures(results: Results, glyphs: Glyphs, columns: int) -> list[str]:
    """Return pictures of the results: who won, what decided, turns, points by turn."""
    tally, signs, width = results.tally, SIGNS[glyphs], min(columns, WIDEST)
    if not tally.games:
        return []
    a, b = results.names
    won = [(a, tally.wins["a"]), (b, tally.wins["b"]), ("drawn", tally.wins["drawn"])]
    parts = [
        _titled(f"won by ({signs.may_be} 95% interval)", bars(_shares(won), signs, width)),
        _titled("what decided", bars(_shares(list(tally.reasons.items())), signs, width)),
        _titled("battles by turns", bars(_lengths(tally), signs, width)),
    ]
    if tally.points_by_turn:
        players = f"a ({results.match.a[:NAME]}) and b ({results.match.b[:NAME]})"
        title = f"{results.points.lower()} against {players} by turn, * both"
        lines = [
            [each.a.mean for each in tally.points_by_turn],
            [each.b.mean for each in tally.points_by_turn],
        ]
        parts.append(_titled(title, curves(lines, "ab", signs, width)))
    return [line for part in parts for line in part]


def _titled(title: str, lines: Sequence[str]) -> list[str]:
    return ["", f"  {title}", *lines]


def _shares(shares: Sequence[tuple[str, Share]]) -> list[PlotBar]:
    return [PlotBar(name, each.low, each.high, f"{each.share:.1%}") for name, each in shares]


def _lengths(tally: Tally) -> list[PlotBar]:
    """Return a bar for every number of turns between the fewest and the most."""
    most = max(tally.lengths.values())
    turns = range(min(tally.lengths), max(tally.lengths) + 1)
    counts = [(turn, tally.lengths.get(turn, 0)) for turn in turns]
    return [PlotBar(str(turn), count / most, count / most, str(count)) for turn, count in counts]


def bars(rows: Sequence[PlotBar], signs: Signs, width: int) -> list[str]:
    """Return one line for each bar, as long as its share of 1."""
    names = max(len(row.name) for row in rows)
    figures = max(len(row.figure) for row in rows)
    space = max(width - names - figures - 8, LEAST_BAR)
    lines = []
    for row in rows:
        sure, may_be = round(row.sure * space), round(row.may_be * space)
        bar = signs.full * sure + signs.may_be * (may_be - sure)
        name = row.name.rjust(names) if row.name.isdecimal() else row.name.ljust(names)
        lines.append(f"  {name} {signs.upright}{bar:{space}} {row.figure:>{figures}}")
    return lines


def curves(lines: Sequence[Sequence[float]], names: str, signs: Signs, width: int) -> list[str]:
    """Return curves over turns 1, 2, ..., each drawn in its letter, with `*` where they meet."""
    turns = max(map(len, lines))
    top = max(max(line) for line in lines) or 1.0
    margin = len(f"{top:.2f}")
    stride = min(STRIDE, max(1, (width - margin - 6) // turns))
    grid = [[" "] * (stride * turns) for _ in range(ROWS + 1)]
    for line, name in zip(lines, names, strict=True):
        for column, value in _drawn(line, stride):
            row = grid[ROWS - round(value / top * ROWS)]
            row[column] = name if row[column] in (" ", name) else "*"
    rows = []
    for place, cells in enumerate(grid):
        value = top * (ROWS - place) / ROWS
        label = f"{value:.2f}" if place % (ROWS // 2) == 0 else ""
        rows.append(f"  {label:>{margin}} {signs.upright}{''.join(cells)}".rstrip())
    rows.append(f"  {'':{margin}} {signs.corner}{signs.level * (stride * turns)}")
    ticks = "".join(f"{turn:>{stride}}" if stride > 2 else "" for turn in range(1, turns + 1))
    rows.append(f"  {'':{margin}}  {ticks or f'turns 1 to {turns}'}")
    return rows


def _drawn(line: Sequence[float], stride: int) -> Iterator[tuple[int, float]]:
    """Yield (column, value) along a curve, interpolated between turns."""
    previous = line[0]
    for turn, value in enumerate(line):
        for step in range(1 if turn else stride, stride + 1):
            yield turn * stride + step - 1, previous + (value - previous) * step / stride
        previous = value
