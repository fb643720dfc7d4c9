"""Ships and forts from the side, banks with trees and huts, ripples and smoke."""

from __future__ import annotations

from engine.game.chart import Boxes, Counter, Fort, Haze
from engine.game.panel import Shape
from tui.chart.boxes.window import BoxWindow
from tui.terminal.cells import Grid, short_name
from tui.terminal.terminal import Glyphs

# Around the ships of a board of boxes: banks with trees and huts, ripples, smoke.


_BANKS = {
    "ascii": "^'\"^^&^^^\"'^^A^^&&^^'^^^\"^^^&^^'^^A^^^\"^&^",
    "unicode": "▒▒▒▲▒▒▒▒▲▲▒▒▒▒⌂▒▒▒▲▒▒▒▒▒▒▲▒▲▒▒▒⌂▒▒▒▒▒▲▒▒",
}
"""The pattern of a shore, repeated along it: trees are `&` or triangles, huts are `A` or houses."""
_GROUND = {
    "unicode": {"land": ("▒▒▒▲▒▒▒▒", "▒▲▒▒▒▒▲▒"), "island": ("░ ░ ⌂ ░ ", " ░ ▲ ░ ░")},
    "ascii": {"land": ("^^&^^^^^", "'''''&''"), "island": (", , A , ", " , & , ,")},
}
_HEADS = {
    "unicode": {"west": "←", "east": "→", "north": "↑", "south": "↓"},
    "ascii": {"west": "<", "east": ">", "north": "^", "south": "v"},
}
_CLOUDS = {"unicode": ("░ ░░", "▒░▒▒"), "ascii": ("( ) o", "(@)%o")}
"""Patterns of thin and thick smoke, repeated."""
TALL = 4
"""A box of at least this many rows has more than one ripple."""


def banks(grid: Grid, board: Boxes, window: BoxWindow, glyphs: Glyphs) -> None:
    """Draw the edges that are banks."""
    pattern = _BANKS[glyphs]
    wide = board.columns * (window.wide + 1) + 1
    for edge, row in (("north", 0), ("south", board.rows)):
        if edge in board.banks:
            left, top = window.corner(row, 0)
            # so that the two shores look different
            start = 0 if edge == "north" else len(pattern) // 2
            for column in range(wide):
                sign = pattern[(start + column) % len(pattern)]
                grid.put(left - 1 + column, top - 1, sign, "land")
    for edge, column in (("west", 0), ("east", board.columns)):
        if edge in board.banks:
            left, top = window.corner(0, column)
            start = 0 if edge == "west" else len(pattern) // 2
            for line in range(board.rows * (window.high + 1) + 1):
                sign = pattern[(start + line) % len(pattern)]
                grid.put(left - 1, top - 1 + line, sign, "land")


def ground(grid: Grid, kind: str, box: tuple[int, int], window: BoxWindow, glyphs: Glyphs) -> None:
    """Fill a box of land: high ground with trees, low ground with few signs, among them one or two
    huts.
    """
    left, top = window.corner(*box)
    wide, high = window.size
    for line in range(high):
        text = _GROUND[glyphs].get(kind, (" ", " "))[line % 2] * wide
        grid.write(left, top + line, text[:wide], "land")


def ripples(grid: Grid, board: Boxes, window: BoxWindow, glyphs: Glyphs) -> None:
    """Draw ripples on open water that point down the current; the faster the current, the longer
    the ripples.

    They use only empty cells, not those of shoals, ships and names.
    """
    head = _HEADS[glyphs].get(board.current, "")
    if not head or not board.swiftness:
        return
    tail = "~" * board.swiftness
    sign = tail + head if board.current == "east" else head + tail
    for row in range(board.rows):
        for column in range(board.columns):
            left, top = window.corner(row, column)
            spots = [(window.wide - 1 - len(sign), window.high - 1)]
            if window.high >= TALL:
                spots.append((2 + 3 * ((row + column) % 2), 1))
            for across, down in spots:
                x, y = left + across, top + down
                ends = x - 1, x + len(sign)
                if (
                    grid.holds(ends[0], y)
                    and grid.holds(ends[1], y)
                    and grid.glyphs[y][ends[0] : ends[1] + 1] == [" "] * (len(sign) + 2)
                ):
                    grid.write(x, y, sign, "wake")


def haze(grid: Grid, mark: Haze, window: BoxWindow, glyphs: Glyphs) -> None:
    """Draw smoke over a box: in the row of cells above it."""
    left, top = window.corner(*mark.box)
    wide = window.wide - 2
    text = _CLOUDS[glyphs][mark.thick] * wide
    grid.write(left + 1, top - 1, text[:wide], "smoke")


# Ships and forts in a box, drawn from the side; a ship that is crossed is drawn end on.


SHAPES: dict[str, dict[Shape, tuple[str, str]]] = {
    "unicode": {
        "casemate": ("▐▄▟█▙▄►", "◄▄▟▒▙▄▌"),
        "monitor": ("▂▂▐█▌▂►", "◄▂▐▒▌▂▂"),
        "wheeler": ("▐▄●▌▄▄►", "◄▄▄▐○▄▌"),
        "sloop": ("▐┃▄┃▄┃►", "◄│▄│▄│▌"),
        "ram": ("▐▌▌▄▄▬►", "◄▬▄▄▐▐▌"),
        "steamer": ("▗▄▄▌▄▄►", "◄▄▄▐▄▄▖"),
        "barge": ("▐▄▄▄▄▄▌", "▐▄▄▄▄▄▌"),
        "hulk": ("▗▖▁▟▁▁▗", "▗▁▁▙▁▗▖"),
        "hidden": ("▐░░?░░▌", "▐░░?░░▌"),
    },
    "ascii": {
        "casemate": ("[=/#\\=>", "<=/#\\=]"),
        "monitor": ("[=(O)=>", "<=(O)=]"),
        "wheeler": ("[=@i==>", "<==i@=]"),
        "sloop": ("[|-|-|>", "<|-|-|]"),
        "ram": ("[ii==>>", "<<==ii]"),
        "steamer": ("[__i__>", "<__i__]"),
        "barge": ("[_____]", "[_____]"),
        "hulk": ("x_.|._x", "x_.|._x"),
        "hidden": ("[::?::]", "[::?::]"),
    },
}
"""A ship in seven characters, bow to the right for side A and to the left for side B."""
END_ON: dict[str, dict[Shape, str]] = {
    "unicode": {
        "casemate": "▟█▙",
        "monitor": "▐█▌",
        "wheeler": "●▌●",
        "sloop": "╲┃╱",
        "ram": "▜▌▛",
        "steamer": "▝▌▘",
        "barge": "▐▄▌",
        "hulk": "▗▟▖",
        "hidden": "▐?▌",
    },
    "ascii": {
        "casemate": "/#\\",
        "monitor": "(O)",
        "wheeler": "@i@",
        "sloop": "\\|/",
        "ram": "\\V/",
        "steamer": "(i)",
        "barge": "[_]",
        "hulk": "x.x",
        "hidden": "[?]",
    },
}
"""A ship in three characters, seen from the bow or stern: so a ship is drawn that another one
crosses."""

WALLS: dict[str, tuple[str, str, str, str]] = {
    "unicode": ("▗▟▙▟▙▟▙▟▙▟▖", "▐", "▌", "▐▄ ▄ ▄ ▄ ▄▌"),
    "ascii": (".-^-^-^-^-.", "|", "|", "|o o o o o|"),
}
"""The parts of a drawn fort: (top of the walls, left wall, right wall, guns), by glyph set."""


def ship_text(counter: Counter, glyphs: Glyphs) -> str:
    """Return a ship in seven characters."""
    return SHAPES[glyphs][counter.shape][counter.side != "A"]


def end_on(counter: Counter, glyphs: Glyphs) -> str:
    """Return a ship seen from one end, centred in seven characters."""
    return f"  {END_ON[glyphs][counter.shape]}  "


def name_text(mark: Counter, width: int) -> str:
    """Return a ship's name with her remaining hits; the name is shortened first.

    >>> name_text(Counter("A1", "A", (0, 0), "Port Royal", "2/8"), 12)
    'P.Royal 2/8'
    """
    room = width - len(mark.state) - 1
    if not mark.state:
        return short_name(mark.name, width)
    return f"{short_name(mark.name, room)} {mark.state}".strip()


def works(fort: Fort, glyphs: Glyphs, width: int, height: int) -> list[str]:
    """Return the rows of text that draw a section of a fort in `width` by `height` cells.

    If there is not enough room, the least important rows are left out.
    """
    parapet, left, right, guns = WALLS[glyphs]
    inner = len(parapet) - 2
    name = f"{left}{short_name(fort.name, inner):^{inner}}{right}"
    state = ("silenced" if fort.silenced else fort.state)[:width]
    rows = {1: [name], 2: [name, state], 3: [parapet, name, state]}
    return rows.get(height, [parapet, name, " " * len(guns) if fort.silenced else guns, state])
