"""The points of a ship on each heading: a compass with a wind vane, or a line of words."""

from __future__ import annotations

from engine.game.panel import Rose, Words, words
from tui.chart.hexes import wind_arrow
from tui.terminal.cells import Run
from tui.terminal.terminal import Glyphs

LEAST = 40
"""The fewest columns in which a compass is drawn."""
BETWEEN = 8
"""The columns that a heading takes, blanks included."""


def in_words(row: Rose) -> Words:
    """Return the points in a line: `by heading: N 3 NE 2 SE 1 S 0 SW 1 NW 2`."""
    return words(f"{row.label}: {' '.join(map(_told, row.headings))}")


def compass(row: Rose, glyphs: Glyphs) -> list[list[Run]]:
    """Return three lines: the six headings around an arrow that points where the wind blows to.

    The heading that the ship has now is in brackets.
    """
    north, north_east, south_east, south, south_west, north_west = (
        _marked(heading, row.now) for heading in row.headings
    )
    names = [name for name, _ in row.headings]
    vane = wind_arrow(60.0 * ((names.index(row.wind_from) + 3) % 6), glyphs)
    middle = " " * (BETWEEN + BETWEEN // 2)
    return [
        [*_placed(north_west), *_placed(north), *_placed(north_east)],
        [("text", middle), ("wind", vane), ("dim", f"   wind from {row.wind_from}")],
        [*_placed(south_west), *_placed(south), *_placed(south_east)],
    ]


def _told(heading: tuple[str, int]) -> str:
    return f"{heading[0]} {heading[1]}"


def _marked(heading: tuple[str, int], now: str) -> Run:
    """Return a heading with its points; the present heading is emphasised, one without points
    warns.
    """
    if heading[0] == now:
        return "head", f"[{_told(heading)}]"
    return ("text" if heading[1] else "warning"), _told(heading)


def _placed(run: Run) -> list[Run]:
    """Return a heading in the middle of its columns."""
    before = (BETWEEN - len(run[1]) + 1) // 2
    after = BETWEEN - before - len(run[1])
    return [("text", " " * before), run, ("text", " " * after)]
