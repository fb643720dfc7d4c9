"""Pictures in the terminal: the ship of the opening menu, ships from the side on their cards, the
compass of movement points, and the curve of the chances to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING, Any

from engine.game.game import Game
from engine.game.panel import Guard, Profile, Rose, Shape, Span, Where, Words
from tui.chart.hexes import wind_arrow
from tui.panel.panel_rows import words
from tui.terminal.cells import Grid, Run, columns_of
from tui.terminal.terminal import Glyphs

if TYPE_CHECKING:
    from engine.review.curve import Curve

ASCII = r"""
                    |~>
         |          |           |
       ,-+--.     ,-+--.     ,--+-.
       )    )     )    )     )    )\
      ,--+---.  ,---+---.  ,---+--.`.
      )      )  )       )  )      ) `.
     ,---+----.,----+----.,----+---. `.
     )        ))         ))        )  `.
     )________))_________))________)   `.
   |_    |          |          |    __,--`
   |_|___|__________|__________|___/_,-'
   \ []  []  []  []  []  []  []  [] /
    \  o   o   o   o   o   o   o   /
 ~~~-\____________________________/-~~~-
"""

UNICODE = """
                    ┃▀▀▘
         ┃          ┃           ┃
       ▗▄▄▄▄▖     ▗▄▄▄▄▖     ▗▄▄▄▄▖
       ▝█████▖    ▝█████▖    ▝█████╲
      ▗▄▄▄▄▄▄▖  ▗▄▄▄▄▄▄▄▖  ▗▄▄▄▄▄▄▖ ╲
      ▝██████▙  ▝███████▙  ▝██████▙  ╲
     ▗▄▄▄▄▄▄▄▄▖▗▄▄▄▄▄▄▄▄▄▖▗▄▄▄▄▄▄▄▄▖  ╲
     ▝████████▙▝█████████▙▝████████▙   ╲
      ▟███████▛ ▟████████▛ ▟███████▛    ╲
   ▄▄    ┃          ┃          ┃    ▁▂▃▄▀
   ██▄▄▄▄┃▄▄▄▄▄▄▄▄▄▄┃▄▄▄▄▄▄▄▄▄▄┃▄▄▄▟█▀▀
   ▜██▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀█▀███▛
    ▜█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄█▄██▛
 ▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂▃▂▁▁▂
"""

HULL, SEA = 4, 1
"""The numbers of rows of hull and of water at the bottom of the menu's ship; they are coloured
differently."""
FLAG = "▀▘~>"
"""The characters of the flag in the first row of the menu's ship."""


def ship(glyphs: str) -> list[str]:
    """Return the rows of the ship in the opening menu, in a glyph set."""
    return (ASCII if glyphs == "ascii" else UNICODE).strip("\n").splitlines()


# A ship from the side on her card: armour as shades, with gaps where it is shot away, fires, smoke.


Cell = tuple[int, int]
"""(column, row) of a cell."""
WIDE = 23
"""The width in columns of a ship drawn from the side: it fits into the narrowest panel, and beside
words into a wide one."""
LEAST = 12
"""The minimum number of columns that words need beside the drawing of a ship."""
GAP = 1
"""The number of blank columns between words and the drawing beside them."""

_PARTS: dict[str, Where] = {
    "B": "bow",
    "A": "midships",
    "S": "stern",
    "D": "deck",
    "W": "waterline",
    "F": "front",
    "T": "turret",
    "R": "rear",
}
_FUNNEL = "I"
_CASEMATE = r"""
         I
     ,___I_________.
    /DDDDDDDDDDDDDDD\
   /AAAAAAAAAAAAAAAAA\
[SSSS|AAAAAAAAAAA|BBBB>
 \WWWWWWWWWWWWWWWWWWW/
"""
_MONITOR = r"""
    I
    I     RRRTTTTTFFF
    I     RRRTTTTTFFF
[DDDDDDDDDDDDDDDDDDDDD>
 \WWWWWWWWWWWWWWWWWWW/
"""
_WHEELER = r"""
   |       I       |
   |    ,--I----.  |
 SSSSDDDDDDDDDDDDDBBBB
[SSSS|AA/ | \AAAA|BBBB>
 \WWWWW(--O--)WWWWWWW/
"""
_SLOOP = r"""
   |     |   I   |
  -+-  --+-- I --+--
 SSSS ---+---I---+-- /
[SSSSDDDDDDDDDDDDDBBBB>
 \SS|AAAAAAAAAAAAA|BB/
  \WWWWWWWWWWWWWWWWW/
"""
_RAM = r"""
        I  I
    ,---I--I---.
 SSSSDDDDDDDDDDBBBB
[SSSS|AAAAAAAA|BBBB
 \WWWWWWWWWWWWWWWWW===>
"""
_STEAMER = r"""
         I
      ,--I---.
 SSSSDDDDDDDDDDBBBB
[SSSS|AAAAAAAA|BBBB>
 \WWWWWWWWWWWWWWWW/
"""
_BARGE = r"""
      ,--------.
[SSSSDDDDDDDDDDDDDBBBB]
[SSSS|AAAAAAAAAAA|BBBB]
 \WWWWWWWWWWWWWWWWWWW/
"""
_HULLS: dict[Shape, str] = {
    "casemate": _CASEMATE,
    "monitor": _MONITOR,
    "wheeler": _WHEELER,
    "sloop": _SLOOP,
    "ram": _RAM,
    "steamer": _STEAMER,
    "barge": _BARGE,
}
_SHADES = {"ascii": ".:=#", "unicode": "░▒▓█"}
_FINER = str.maketrans("|-/\\_.,", "│─╱╲▁╮╭")
_SIGNS = {"ascii": ("|", "^", "@", "~"), "unicode": ("┃", "▲", "▒", "~")}
"""Characters for a funnel, a fire, smoke and water, by glyph set."""
_WHOLE = 4
"""The number of hits (bites) that shoot a part away completely: each blanks one cell in four."""
_CLOUD = (0, 3, 6)
"""The number of cells of smoke for each density from 0 to 2."""


def profiles(game: Game[Any, Any, Any], view: Any, key: str) -> dict[str, Profile]:
    """Return {key of a ship: the drawing on her card}; {} if the card has none."""
    rows = game.screen.card(view, key) if key else ()
    row = next((each for each in rows if isinstance(each, Profile)), None)
    return {key: row} if row else {}


@lru_cache(maxsize=64)  # a card is laid out several times a frame
def profile(row: Profile, width: int, glyphs: Glyphs) -> list[list[Run]]:
    """Return the drawing of a ship from the side as lines; [] for an unknown shape, or without
    enough room.

    A darker shade means stronger armour. Each hit (bite) blanks one cell in four. Each part has its
    name, with its bites if they fit: `S-2`.
    """
    hull = _HULLS.get(row.shape)
    if hull is None or width < WIDE:
        return []
    drawn = [line.ljust(WIDE) for line in hull.strip("\n").splitlines()]
    cells: dict[Where, list[Cell]] = {}
    grid = Grid(WIDE, len(drawn) + 1, "text")
    side = f"side_{row.owner[:1].lower()}"
    funnel, flame, puff, water = _SIGNS[glyphs]
    for down, line in enumerate(drawn):
        for across, sign in enumerate(line):
            if sign in _PARTS:
                cells.setdefault(_PARTS[sign], []).append((across, down))
            elif sign == _FUNNEL:
                grid.put(across, down, funnel if row.funnel else " ", "text")
            else:
                finer = sign.translate(_FINER) if glyphs == "unicode" else sign
                grid.put(across, down, finer, side)
    grid.write(0, len(drawn), water * WIDE, "dim")
    for guard in row.guards:
        _guard(grid, cells.get(guard.where, []), guard, side, glyphs)
    # The fires stand above the deck, each with its level, in places free of turret and funnel.
    deck = cells["deck"]  # every hull has one
    left, down = deck[0][0], deck[0][1] - 1
    taken = {cell for part in cells.values() for cell in part}
    free = [
        column
        for column in range(left + 1, min(deck[-1][0], WIDE - 3))
        if not taken & {(column + place, down) for place in range(3)}
    ]
    apart = max(4, len(free) // (len(row.fires) + 1))
    for number, level in enumerate(row.fires, 1):
        column = free[min(number * apart, len(free)) - 1]
        grid.write(column, down, f"{flame}{level}{flame}", "warning")
    top = drawn[0]
    at = top.find(_FUNNEL)
    if at < 0:
        at = len(top) - len(top.lstrip())
    for column in range(at - 1, max(-1, at - 1 - _CLOUD[row.smoke]), -1):
        if grid.cell(column, 0)[0] == " ":
            grid.put(column, 0, puff, "dim")
    return [grid.row(number) for number in range(grid.rows_count)]


def beside(
    row: Profile, texts: Sequence[Words], width: int, glyphs: Glyphs
) -> list[list[Run]] | None:
    """Return lines with texts at the left and the drawing of a ship at the right; None if they do
    not fit side by side.
    """
    drawn = profile(row, width, glyphs)
    room = width - WIDE - GAP
    wording = [words(text, room) for text in texts] if drawn and room >= LEAST else []
    if not wording or len(wording) > len(drawn) or any(len(lines) > 1 for lines in wording):
        return None
    lines: list[list[Run]] = []
    for number, line in enumerate(drawn):
        said = wording[number][0] if number < len(wording) else []
        blank = " " * (room + GAP - columns_of(said))
        lines.append([*said, ("text", blank), *line])
    return lines


def _guard(grid: Grid, cells: list[Cell], guard: Guard, side: str, glyphs: Glyphs) -> None:
    """Shade an armoured part, blank what is shot away, and write its name where the part is
    widest.
    """
    shade = _SHADES[glyphs][guard.strength - 1]
    for cell in cells:
        grid.put(*cell, shade, side)
    if not cells:
        return
    runs: list[list[Cell]] = []
    for across, down in cells:
        if runs and runs[-1][-1] == (across - 1, down):
            runs[-1].append((across, down))
        else:
            runs.append([(across, down)])
    row = max(reversed(runs), key=len)
    text = f"{guard.key}{-guard.bites}" if guard.bites else guard.key
    text = text if len(text) < len(row) else guard.key
    middle = (len(row) - len(text)) // 2
    named = row[middle : middle + len(text)]
    for number, cell in enumerate(cell for cell in cells if cell not in named):
        if number % _WHOLE < guard.bites:
            grid.put(*cell, " ", side)
    for (across, down), sign in zip(named, text, strict=True):
        grid.put(across, down, sign, "head")


# The curve of a battle as bars of one to six rows, with marks at costly choices.


STEPS = {"ascii": "_.-=+*#@", "unicode": "▁▂▃▄▅▆▇█"}
"""Characters for a cell that is filled from below, from empty to full."""
COSTLY = "!"
"""The sign of a costly choice on the curve of a battle and on its timeline."""
MOST_ROWS = 6
SMALL = 24
"""On a screen with this many lines the curve has one row; for every `MORE` further lines it has one
more."""
MORE = 6


def rows_for(lines: int) -> int:
    """Return how many rows a curve has on a screen of `lines` lines."""
    return max(1, min(MOST_ROWS, 1 + (lines - SMALL) // MORE))


def column_of(n: int, end: int, length: int) -> int:
    """Return the column of entry `n` in a bar of `length` columns that ends with entry `end`."""
    return round(n / end * (length - 1)) if end else 0


def curve_bars(
    curve: Curve, length: int, rows: int, glyphs: Glyphs, here: int | None = None
) -> list[list[Run]]:
    """Return the rows of a curve of the chances to win, the top row first: the higher a column, the
    better for the first side.

    `here` is the current position, drawn bright; None for none.
    """
    from engine.review.curve import columns, costly_entries  # most screens have no curve

    steps, chances = STEPS[glyphs], list(columns(curve, length))
    end = curve.positions - 1
    grid = [
        [_sign(chance, below, rows, steps) for chance in chances]
        for below in range(rows - 1, -1, -1)
    ]
    styles = [["ruler"] * length for _ in range(rows)]
    for n in costly_entries(curve):
        column = column_of(n, end, length)
        full = max(1, ceil((chances[column] or 0.0) * rows))
        row = max(0, rows - 1 - full)
        grid[row][column], styles[row][column] = COSTLY, "warning"
    if here is not None:
        column = column_of(here, end, length)
        for row in range(rows):
            styles[row][column] = "head"
    return [_runs(signs, style) for signs, style in zip(grid, styles, strict=True)]


def _sign(chance: float | None, below: int, rows: int, steps: str) -> str:
    """Return the character for a chance (0 to 1) in the row of a curve that has `below` rows under
    it.
    """
    if chance is None:
        return " "
    part = chance * rows - below
    if part <= 0 and below:
        return " "
    return steps[max(0, min(len(steps) - 1, int(part * len(steps))))]


def _runs(signs: Sequence[str], styles: Sequence[str]) -> list[Run]:
    pairs = zip(styles, signs, strict=True)
    return [
        (style, "".join(sign for _, sign in group))
        for style, group in groupby(pairs, lambda pair: pair[0])
    ]


# The points of a ship on each heading: a compass with a wind vane, or a line of words.


LEAST_COMPASS = 40
"""A compass is drawn only if at least this many columns are free."""
BETWEEN = 8
"""The number of columns for one heading of the compass, blanks included."""


def rose_in_words(row: Rose) -> Words:
    """Return a ship's movement points by heading in one line: `by heading: N 3 NE 2 SE 1 S 0 SW 1
    NW 2`.
    """
    return Words((Span(f"{row.label}: {' '.join(map(_told, row.headings))}"),))


def compass(row: Rose, glyphs: Glyphs) -> list[list[Run]]:
    """Return three lines: the six headings with a ship's movement points, around an arrow that
    points where the wind blows to.

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
    """Return a heading with its movement points.

    The present heading is in brackets; a heading without points is drawn as a warning.
    """
    if heading[0] == now:
        return "head", f"[{_told(heading)}]"
    return ("text" if heading[1] else "warning"), _told(heading)


def _placed(run: Run) -> list[Run]:
    """Return a heading centred in its columns."""
    before = (BETWEEN - len(run[1]) + 1) // 2
    after = BETWEEN - before - len(run[1])
    return [("text", " " * before), run, ("text", " " * after)]
