"""Ships and forts from the side, as they stand in a box; a ship that is crossed is seen end on."""

from __future__ import annotations

from engine.game.chart import Counter, Fort
from engine.game.panel import Shape
from tui.terminal.cut import short_name
from tui.terminal.terminal import Glyphs

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
"""Seven signs of a ship, bow to the right for side A and to the left for side B."""
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
"""Three signs of a ship that points at whom she is crossed by."""

WALLS: dict[str, tuple[str, str, str, str]] = {
    "unicode": ("▗▟▙▟▙▟▙▟▙▟▖", "▐", "▌", "▐▄ ▄ ▄ ▄ ▄▌"),
    "ascii": (".-^-^-^-^-.", "|", "|", "|o o o o o|"),
}
"""Of a fort: the parapet, the two sides of its name, the guns."""


def drawn(counter: Counter, glyphs: Glyphs) -> str:
    """Return a ship in seven signs."""
    return SHAPES[glyphs][counter.shape][counter.side != "A"]


def end_on(counter: Counter, glyphs: Glyphs) -> str:
    """Return a ship that is seen from one end, in the middle of seven signs."""
    return f"  {END_ON[glyphs][counter.shape]}  "


def named(mark: Counter, width: int) -> str:
    """Return a ship's name with what is left of her, the name shortened first.

    >>> named(Counter("A1", "A", (0, 0), "Port Royal", "2/8"), 12)
    'P.Royal 2/8'
    """
    room = width - len(mark.state) - 1
    if not mark.state:
        return short_name(mark.name, width)
    return f"{short_name(mark.name, room)} {mark.state}".strip()


def works(fort: Fort, glyphs: Glyphs, width: int, height: int) -> list[str]:
    """Return a fort's section in as many rows as there are, the least important left out."""
    parapet, left, right, guns = WALLS[glyphs]
    inner = len(parapet) - 2
    name = f"{left}{short_name(fort.name, inner):^{inner}}{right}"
    state = ("silenced" if fort.silenced else fort.state)[:width]
    rows = {1: [name], 2: [name, state], 3: [parapet, name, state]}
    return rows.get(height, [parapet, name, " " * len(guns) if fort.silenced else guns, state])
