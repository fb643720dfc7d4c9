"""A grid of character cells with styles, and functions that cut and wrap texts to a width."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from engine.base.text import HALF

# A grid of character cells, each with a style name; its rows as runs, and diffs of grids.
#
# Rows, grids and frames count characters. So a character that is two cells wide is followed by
# `HALF`, which represents the second cell, has no width of its own and is left out when a row is
# sent.


Run = tuple[str, str]
"""(style name, text)."""

_GROUNDS = {  # the background by style; by default it is the sea's
    **{name: name for name in ("land", "shoal", "cursor", "active", "prompt", "chosen")},
    "prompt_key": "prompt",
    **dict.fromkeys(("status", "status_head"), "status"),
    **dict.fromkeys(("frame", "ruler", "wind", "off", "keys", "key"), "page"),
    **dict.fromkeys(("text", "dim", "head", "ok", "warning", "bar"), "page"),
    "place": "land",
}


def ground(style: str) -> str:
    """Return the name of the background of a style; the style `a.b` is `a` drawn on `b`."""
    base = style.rpartition(".")[2]
    if base.startswith(("label_", "plate_")):
        return base
    if base.startswith("side_"):
        return "page"
    return _GROUNDS.get(base, "sea")


def columns_of(line: Iterable[Run]) -> int:
    """Return how many columns a line takes; a wide character takes two."""
    count = 0
    for _, text in line:  # a plain loop: every key press calls it hundreds of times
        count += len(text) if text.isascii() else len(in_cells(text))
    return count


class Grid:
    """A rectangle of cells. Writing to a cell outside of it has no effect."""

    def __init__(self, columns: int, rows: int, style: str = "sea") -> None:
        self.columns = columns
        self.rows_count = rows
        self.glyphs = [[" "] * columns for _ in range(rows)]
        self.styles = [[style] * columns for _ in range(rows)]

    def copy(self) -> Grid:
        """Return an independent copy."""
        twin = Grid.__new__(Grid)
        twin.columns, twin.rows_count = self.columns, self.rows_count
        twin.glyphs = [row[:] for row in self.glyphs]
        twin.styles = [row[:] for row in self.styles]
        return twin

    def holds(self, column: int, row: int) -> bool:
        """Tell whether a cell is inside the grid."""
        return 0 <= column < self.columns and 0 <= row < self.rows_count

    def put(self, column: int, row: int, glyph: str, style: str) -> None:
        """Write one cell."""
        if 0 <= column < self.columns and 0 <= row < self.rows_count:
            self.glyphs[row][column] = glyph
            self.styles[row][column] = style

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text into a row, beginning at a cell."""
        text = in_cells(text)
        left, right = max(0, column), min(self.columns, column + len(text))
        if 0 <= row < self.rows_count and left < right:
            self.glyphs[row][left:right] = text[left - column : right - column]
            self.styles[row][left:right] = [style] * (right - left)

    def paste(self, other: Grid, column: int, row: int) -> None:
        """Copy another grid into this one, its upper left corner at the given cell.

        What does not fit is cut off.
        """
        left, right = max(0, column), min(self.columns, column + other.columns)
        if left >= right:
            return
        for number in range(max(0, -row), min(other.rows_count, self.rows_count - row)):
            cut = slice(left - column, right - column)
            self.glyphs[row + number][left:right] = other.glyphs[number][cut]
            self.styles[row + number][left:right] = other.styles[number][cut]

    def cell(self, column: int, row: int) -> tuple[str, str]:
        """Return (glyph, style) of a cell of the grid."""
        return self.glyphs[row][column], self.styles[row][column]

    def row(self, row: int) -> list[Run]:
        """Return a row as runs of (style, text).

        A space takes the style of its left neighbour if both have the same background: it looks the
        same, and longer runs need fewer escape sequences.
        """
        runs: list[Run] = []
        style, text = "", ""
        for glyph, wanted in zip(self.glyphs[row], self.styles[row], strict=True):
            if wanted != style and not (glyph == " " and style and _blank_joins(style, wanted)):
                if text:
                    runs.append((style, text))
                style, text = wanted, ""
            text += glyph
        if text:
            runs.append((style, text))
        return runs

    def rows(self, before: Grid | None = None, kept: Sequence[list[Run]] = ()) -> list[list[Run]]:
        """Return every row as runs of (style, text).

        For rows equal to those of `before`, the objects in `kept` are used again.
        """
        if before is None or (before.columns, before.rows_count) != (self.columns, self.rows_count):
            return [self.row(number) for number in range(self.rows_count)]
        return [
            kept[number]
            if self.glyphs[number] == before.glyphs[number]
            and self.styles[number] == before.styles[number]
            else self.row(number)
            for number in range(self.rows_count)
        ]

    def lines(self) -> list[str]:
        """Return the rows as plain text."""
        return [as_sent("".join(row)) for row in self.glyphs]


def runs_of(text: str, styles: Iterable[str]) -> tuple[Run, ...]:
    """Return a row as runs of (style, text), from its text and the style of each cell."""
    runs: list[Run] = []
    start = 0
    for style, cells in groupby(styles):
        end = start + len(list(cells))
        runs.append((style, text[start:end]))
        start = end
    return tuple(runs)


_JOINS: dict[tuple[str, str], bool] = {}
"""A cache for `_blank_joins`, which is called for every space of a chart, mostly with the same
pairs of styles."""


def _blank_joins(left: str, wanted: str) -> bool:
    known = _JOINS.get((left, wanted))
    if known is None:
        known = _JOINS[left, wanted] = ground(left) == ground(wanted) != "cursor"
    return known


# Characters of two cells --------------------------------------------------

_PERHAPS = re.compile(
    "[\u1100-\u115f\u231a-\u23f3\u25fd-\u27bf\u2b1b-\u2b55\u2e80-\ua97f\uac00-\ud7a3"
    "\uf900-\ufaff\ufe10-\ufe6f\uff01-\uff60\uffe0-\uffe6\U00016fe0-\U0003fffd]"
    f"(?!{HALF})"
)
"""Matches characters that may be wide. It includes every wide character and none that a chart
uses."""


def in_cells(text: str) -> str:
    """Return a text with a filler (`HALF`) after each wide character, so that every character
    stands for one cell.

    >>> [in_cells(each) == each for each in ("Minnesota", "\u6f22")], len(in_cells("\u6f22\u5b57"))
    ([True, False], 4)
    """
    if text.isascii():
        return text
    return _PERHAPS.sub(_followed, text)


def _followed(found: re.Match[str]) -> str:
    return f"{found[0]}{HALF}" if is_wide(found[0]) else found[0]


@lru_cache(4096)
def is_wide(sign: str) -> bool:
    """Tell whether a character fills two cells of the terminal."""
    from rich.cells import cell_len  # slow to import; commands that only print need no rich

    return cell_len(sign) == 2


def as_sent(text: str) -> str:
    """Return a text without the fillers after its wide characters, as it is sent to the
    terminal.
    """
    return text.replace(HALF, "")


def pieces(word: str, width: int) -> list[str]:
    """Split a word into pieces of at most `width` cells, without splitting a wide character.

    >>> [as_sent(each) for each in pieces(in_cells("a\u6f22\u5b57"), 2)]
    ['a', '\u6f22', '\u5b57']
    """
    found: list[str] = []
    width = max(1, width)
    while word:
        end = width
        if word[end : end + 1] == HALF and end > 1:
            end -= 1
        elif word[end : end + 1] == HALF:
            end += 1
        found.append(word[:end])
        word = word[end:]
    return found


# Cut a text to the available width: at a word, with a sign, and never inside a figure.


SIGN = ".."
"""The sign at the end of a text that was cut. Every terminal can show two full stops."""
SIGNS = {"ascii": SIGN, "unicode": "…"}
"""{glyph set: the sign at the end of a text that was cut}."""
CODE = 4
"""A name that is shortened to at most this many letters gets no full stop."""
_SMALL = {"of", "the"}
"""Words of a name that are left out first."""
_FIGURES = re.compile(r"\d\S*$|\([^()]*\d[^()]*\)$")
"""Matches figures at the end of an order: a modifier, a chance, or dice in brackets."""
_LEAST = 0.6
"""A text is cut between two words if at least this fraction of its width is then used; otherwise
inside a word."""


def cut(text: str, width: int, sign: str = SIGN) -> str:
    """Return a text cut to at most `width` columns, with a sign where it was cut. Spaces at its end
    do not count.

    >>> cut("in sight of the fort", 14)
    'in sight of ..'
    >>> cut("Minnesota", 8)
    'Minnes..'
    >>> cut("range 12 to 100", 15), cut("range 12 to 100", 14)
    ('range 12 to 100', 'range 12 to ..')
    """
    text = in_cells(text)
    if len(text) <= width:
        return text
    bare = text.rstrip()
    if len(bare) <= width:
        return text[: max(0, width)]
    return f"{bare[: _end(bare, width - len(sign))]}{sign}"[: max(0, width)]


def cut_line(line: Sequence[Run], width: int, sign: str = SIGN) -> tuple[Run, ...]:
    """Return a line of runs (style, text) cut to a width.

    The sign of the cut has the style of the text before it.
    """
    line = [(style, in_cells(text)) for style, text in line]
    if columns_of(line) <= width:
        return tuple(line)
    text = cut("".join(text for _, text in line), width, sign)
    kept: list[Run] = []
    at = 0
    for style, run in line:
        piece = text[at : at + len(run)]
        if piece:
            kept.append((style, piece))
        at += len(run)
    return tuple(kept)


def rows_of(text: str, width: int, most: int, indent: str = "") -> list[str]:
    """Return a text in at most `most` rows, wrapped between words; the last one may be cut.

    >>> rows_of("both sides have sent ships to battle 2", 16, 2)
    ['both sides have', 'sent ships to ..']
    """
    rows = wrap(text, max(1, width), indent) or [""]
    if len(rows) <= most:
        return rows
    rest = " ".join(row.strip() for row in rows[most - 1 :])
    return [*rows[: most - 1], cut(f"{indent if most > 1 else ''}{rest}", width)]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text in rows of at most `width` columns, counting wide characters as two.

    `indent` begins every row but the first.
    """
    text = in_cells(text)
    if HALF not in text:
        return textwrap.wrap(text, width, subsequent_indent=indent)
    words = [part for word in text.split() for part in _breakable(word, width - len(indent))]
    rows: list[str] = []
    for word, blank in words:
        joined = f"{rows[-1]}{blank}{word}" if rows else word
        if rows and len(joined) > width:
            rows.append(f"{indent}{word}")
        else:
            rows[-1:] = [joined]
    return rows


def _breakable(word: str, width: int) -> Iterator[tuple[str, str]]:
    """Yield the parts of a word between which a row may end, each with the space before it.

    Chinese, Japanese and Korean have no spaces: a row may end after each wide character.
    """
    blank = " "
    for part in re.findall(rf"[^{HALF}]{HALF}|(?:[^{HALF}](?!{HALF}))+", word):
        for piece in pieces(part, width):
            yield piece, blank
            blank = ""


def latest_rows(texts: Sequence[str], width: int, height: int) -> list[tuple[int, str]]:
    """Return the latest of some texts as at most `height` rows (index of the text, row), oldest
    first.

    The index counts from the end: -1 is the last text. A text is shown in full or not at all; only
    the last one is cut if it is too long.
    """
    found: list[tuple[int, str]] = []
    for back in range(1, len(texts) + 1):
        left = height - len(found)
        rows = rows_of(texts[-back], width, max(1, left) if not found else height + 1, " ")
        if left <= 0 or len(rows) > left:
            break
        found = [*((-back, row) for row in rows), *found]
    return found


def distinct_cuts(texts: Sequence[str], width: int) -> list[str]:
    """Return texts cut to a width so that no two look the same and figures at their ends are kept.

    >>> distinct_cuts(["Fire at Fort Fisher, upper guns", "Fire at Fort Fisher, lower guns"], 15)
    ['..upper guns', '..lower guns']
    >>> distinct_cuts(["Replace Quick Maneuver +3"], 20)
    ['..Quick Maneuver +3']
    """
    # Multiple blanks only align a list and are reduced: the words are more important.
    texts = [re.sub(r" {2,}", " ", in_cells(text)) for text in texts]
    found = [cut(text, width) for text in texts]
    alike: dict[str, list[str]] = {}
    for text, short in zip(texts, found, strict=True):
        alike.setdefault(short, []).append(text)
    room = width - len(SIGN)
    for at, text in enumerate(texts):
        if len(text) <= width:
            continue
        if len(among := alike[found[at]]) > 1:
            columns = enumerate(zip(*among, strict=False))
            differ = next((place for place, signs in columns if len(set(signs)) > 1), 0)
            rest = text[text.rfind(" ", 0, differ + 1) + 1 :]
            found[at] = _last(text, room) if len(rest) <= room else f"{SIGN}{cut(rest, room)}"
        elif _FIGURES.search(text):
            found[at] = _last(text, room)
    return found


def _last(text: str, room: int) -> str:
    """Return the end of a text, after the sign of a cut; it starts with a whole word if
    possible.
    """
    end = text[-room:]
    blank = end.find(" ")
    return f"{SIGN}{end[blank + 1 :] if 0 <= blank < room // 2 else end}"


def short_name(name: str, width: int) -> str:
    """Return a name abbreviated as on charts: by first letters, with full stops.

    >>> short_name("Queen of the West", 7), short_name("Minnesota", 7), short_name("Galena", 3)
    ('Q.West', 'Minnes.', 'Gal')
    """
    name = in_cells(name)
    if len(name) <= width:
        return name
    first, *more = [word for word in name.split() if word not in _SMALL]
    if more and width > CODE:
        name = f"{first[0]}.{''.join(more)}"
        if len(name) <= width:
            return name
    else:
        name = "".join((first, *more))
    return name[: max(0, width)] if width <= CODE else f"{name[: width - 1]}."


def _end(text: str, room: int) -> int:
    """Return how many characters at the end of a text fit into `room` columns."""
    if room <= 0:
        return 0
    blank = text.rfind(" ", 0, room + 1)
    if blank + 1 >= room * _LEAST:
        return min(blank + 1, room)
    figure = re.search(r"[+-]?\d[\d.,/%]*$", text[:room])
    return figure.start() if figure and text[room : room + 1] in "0123456789/.,%" else room
