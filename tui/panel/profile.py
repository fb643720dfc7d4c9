"""Pictures of ships: the one in the opening menu, and profiles on ship cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.game.game import Game
from engine.game.panel import Guard, Profile, Shape, Where, Words
from tui.panel.panel_rows import words
from tui.terminal.cells import Grid, Run, columns_of
from tui.terminal.terminal import Glyphs

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
"""Rows of hull and of water at the bottom of the menu's ship; they have other colours."""
FLAG = "▀▘~>"
"""The characters of the flag in the first row of the menu's ship."""


def ship(glyphs: str) -> list[str]:
    """Return the rows of the ship in the opening menu."""
    return (ASCII if glyphs == "ascii" else UNICODE).strip("\n").splitlines()


# A ship from the side on her card: armour as shades, with gaps where it is shot away, fires, smoke.


Cell = tuple[int, int]
"""Column and row."""
WIDE = 23
"""Columns of a profile: it fits into the narrowest panel, and into a wide one beside words."""
LEAST = 12
"""The fewest columns of words beside a profile."""
GAP = 1
"""The columns between words and the profile beside them."""

_PARTS: dict[str, Where] = {
    "B": "bow",
    "A": "stern",
    "S": "side",
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
   /SSSSSSSSSSSSSSSSS\
[AAAA|SSSSSSSSSSS|BBBB>
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
 AAAADDDDDDDDDDDDDBBBB
[AAAA|SS/ | \SSSS|BBBB>
 \WWWWW(--O--)WWWWWWW/
"""
_SLOOP = r"""
   |     |   I   |
  -+-  --+-- I --+--
 AAAA ---+---I---+-- /
[AAAADDDDDDDDDDDDDBBBB>
 \AA|SSSSSSSSSSSSS|BB/
  \WWWWWWWWWWWWWWWWW/
"""
_RAM = r"""
        I  I
    ,---I--I---.
 AAAADDDDDDDDDDBBBB
[AAAA|SSSSSSSS|BBBB
 \WWWWWWWWWWWWWWWWW===>
"""
_STEAMER = r"""
         I
      ,--I---.
 AAAADDDDDDDDDDBBBB
[AAAA|SSSSSSSS|BBBB>
 \WWWWWWWWWWWWWWWW/
"""
_BARGE = r"""
      ,--------.
[AAAADDDDDDDDDDDDDBBBB]
[AAAA|SSSSSSSSSSS|BBBB]
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
"""Characters for a funnel, a fire, smoke, water."""
_WHOLE = 4
"""The number of bites that remove a part completely: each bite removes one of four cells."""
_CLOUD = (0, 3, 6)
"""The number of cells of smoke, by density 0 to 2."""


def profiles(game: Game[Any, Any, Any], view: Any, key: str) -> dict[str, Profile]:
    """Return {key of a ship: the profile on her card}; {} if the card has none."""
    rows = game.screen.card(view, key) if key else ()
    row = next((each for each in rows if isinstance(each, Profile)), None)
    return {key: row} if row else {}


@lru_cache(maxsize=64)  # a card is laid out several times a frame
def profile(row: Profile, width: int, glyphs: Glyphs) -> list[list[Run]]:
    """Return a ship from the side as lines; [] for an unknown shape, or without enough room.

    A darker shade means stronger armour; each bite blanks one of four cells. Each part has its
    name, and its bites if they fit: `S-2`.
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
    _burn(grid, row.fires, cells, flame)
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
    """Return a ship to the right of some texts; None if they do not fit side by side."""
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
    """Shade a part, remove its bites, and write its name where the part is widest."""
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


def _burn(grid: Grid, fires: tuple[int, ...], cells: dict[Where, list[Cell]], flame: str) -> None:
    """Draw fires over the deck, each with its level, beside turret and funnel."""
    deck = cells["deck"]  # every hull has one
    left, down = deck[0][0], deck[0][1] - 1
    taken = {cell for part in cells.values() for cell in part}
    free = [
        column
        for column in range(left + 1, min(deck[-1][0], WIDE - 3))
        if not taken & {(column + place, down) for place in range(3)}
    ]
    apart = max(4, len(free) // (len(fires) + 1))
    for number, level in enumerate(fires, 1):
        column = free[min(number * apart, len(free)) - 1]
        grid.write(column, down, f"{flame}{level}{flame}", "warning")
