"""Small fixed drawings of a hull for the home scale, one row to the inch.

Each base has five drawings, from north to east; the other eleven of the 16 headings are mirror
images. `LL` is the place of the label, which reads forward in every image. Blanks inside a row
belong to the hull.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

Drawing = Literal["ascii", "filled", "line"]
Masters = tuple[tuple[tuple[str, ...], ...], ...]

_ASCII: Masters = (
    (
        ("/\\", "LL"),
        (" /|", "LL "),
        ("  /|", "LL/ "),
        ("  _,>", "LL-' "),
        ("[LL>",),
    ),
    (
        ("/\\", "LL", "[]"),
        ("  /|", " LL/", "[_/ "),
        ("   /|", " LL/ ", "[_/  "),
        ("  __,>", "[LL-' "),
        ("[=LL>",),
    ),
    (
        (" /\\ ", "/  \\", "|LL|", "[__]"),
        ("   _/|", "  /  |", " /LL/ ", "[__/  "),
        ("    __/|", " _/LL / ", "[____/  "),
        ("   __,-->", "_/LL  _/ ", "[__,-'   "),
        (",-----. ", "[__LL__>"),
    ),
)
_FILLED: Masters = (
    (
        ("▟▙", "LL"),
        (" ▟▌", "LL "),
        (" ▗▟◥", "LL▛ "),
        ("  ▗▄►", "LL█▀ "),
        ("▐LL►",),
    ),
    (
        ("▟▙", "LL", "██"),
        ("  ▟▌", " LL▘", "▟█▘ "),
        ("  ▗▟◥", " LL▛ ", "▜▛▘  "),
        ("  ▗▄▄►", "▐LL█▀ "),
        ("██LL►",),
    ),
    (
        (" ▟▙ ", "▟██▙", "▐LL▌", "▐██▌"),
        ("   ▗▟▌", "  ▟██▌", " ▟LL▛ ", "▝▜██▘ "),
        ("   ▗▄█◥", " ▗█LL█▛", "▜████▛ "),
        ("   ▗▄▟█►", "▗█LL██▛▘", "▝▜█▀▀▘  "),
        ("▗▄▄▄▄▄  ", "▐██LL██►"),
    ),
)
_LINE: Masters = (
    (
        ("╱╲", "LL"),
        (" ╱▏", "LL "),
        ("  ╱◹", "LL╱ "),
        ("  ╶─▷", "LL╶╯ "),
        ("╞LL▷",),
    ),
    (
        ("╱╲", "LL", "╰╯"),
        ("  ╱│", " LL╱", "└─╱ "),
        ("   ╱◹", " LL╱ ", "└─╱  "),
        ("  ╶──▷", "╘LL─╯ "),
        ("╞═LL▷",),
    ),
    (
        (" ╱╲ ", "╱  ╲", "│LL│", "╰──╯"),
        ("   ╱│", "  ╱ │", " ╱LL╱", "└──╱ "),
        ("    ╱◹", "  ╱  ╱", " ╱LL╱ ", "└──╱  "),
        ("  ╭────▷", "╭─╯LL ╭╯", "╰─────╯ "),
        ("╭────╮", "╞═LL═▷"),
    ),
)

_MASTERS: dict[Drawing, Masters] = {"ascii": _ASCII, "filled": _FILLED, "line": _LINE}


def _swaps(*pairs: str) -> dict[int, int]:
    both = [(ord(pair[0]), ord(pair[1])) for pair in pairs]
    return dict(both + [(b, a) for a, b in both])


_EAST_WEST = _swaps(
    *("/\\", "[]", "<>", "()", "▌▐", "▖▗", "▘▝", "▙▟", "▛▜", "▚▞", "►◄", "▷◁", "◥◤", "◢◣"),
    *("◹◸", "◿◺", "╱╲", "╭╮", "╰╯", "┌┐", "└┘", "╞╡", "╘╛", "╒╕", "╶╴", "▏▕"),
)
_NORTH_SOUTH = _swaps(
    *("/\\", "^v", ",'", "▀▄", "▖▘", "▗▝", "▙▛", "▟▜", "▲▼", "△▽", "◥◢", "◤◣"),
    *("◹◿", "◸◺", "╱╲", "╭╰", "╮╯", "┌└", "┐┘", "╘╒", "╛╕", "▞▚"),
) | {ord("_"): ord("-"), ord("."): ord("'")}


class HullStamp(msgspec.Struct, frozen=True):
    """A drawing in rows of one length; `label` is the (column, row) of the label's first letter."""

    rows: tuple[str, ...]
    label: tuple[int, int]

    @property
    def width(self) -> int:
        """Columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Rows."""
        return len(self.rows)


def sixteenth(heading: float) -> int:
    """Return the nearest of the 16 headings to degrees from north: 0 north, 4 east."""
    return round(heading / 22.5) % 16


def base_class(length: float) -> int:
    """Return 0, 1 or 2 for the base of 2, 2.5 or 3.5 inches that is nearest to a length."""
    return (length > 2.25) + (length > 3.0)


@lru_cache(maxsize=256)
def stamp(drawing: Drawing, base: int, heading16: int) -> HullStamp:
    """Return the stamp of a base class for one of the 16 headings; there are 144 in all."""
    masters = _MASTERS[drawing][base]
    if heading16 <= 4:
        rows = masters[heading16]
    elif heading16 <= 8:
        rows = _flipped(masters[8 - heading16])
    elif heading16 <= 12:
        rows = _mirrored(_flipped(masters[heading16 - 8]))
    else:
        rows = _mirrored(masters[16 - heading16])
    line = next(number for number, row in enumerate(rows) if "LL" in row)
    return HullStamp(rows, (rows[line].index("LL"), line))


def _mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1].translate(_EAST_WEST) for row in rows)


def _flipped(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row.translate(_NORTH_SOUTH) for row in reversed(rows))
