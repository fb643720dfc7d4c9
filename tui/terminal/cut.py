"""Cutting a text to the room that it has: at a word, with a sign, and never inside a figure."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence

from engine.base.clean import HALF
from tui.terminal.cells import Run, columns_of, in_cells, pieces

SIGN = ".."
"""Stands where a text goes on but has no room. Two full stops: every terminal has them."""
SIGNS = {"ascii": SIGN, "unicode": "…"}
"""The same beside a chart, by its glyphs."""
CODE = 4
"""Letters that stand for a name without a full stop."""
_SMALL = {"of", "the"}
"""Words of a name that go first."""
_FIGURES = re.compile(r"\d\S*$|\([^()]*\d[^()]*\)$")
"""Figures at the end of an order: a modifier, a chance, dice in brackets."""
_LEAST = 0.6
"""The part of the room that a text keeps when it is cut at a word; else the word is cut, too."""


def cut(text: str, width: int, sign: str = SIGN) -> str:
    """Return a text in at most `width` columns; blanks at its end go without a sign.

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
    """Return a line of runs, cut as a text is; the sign has the style of what it stands behind."""
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
    """Return a text in at most `most` rows, wrapped at words; the last one is cut with a sign.

    >>> rows_of("both sides have sent ships to battle 2", 16, 2)
    ['both sides have', 'sent ships to ..']
    """
    rows = wrap(text, max(1, width), indent) or [""]
    if len(rows) <= most:
        return rows
    rest = " ".join(row.strip() for row in rows[most - 1 :])
    return [*rows[: most - 1], cut(f"{indent if most > 1 else ''}{rest}", width)]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Return a text in rows of at most `width` columns, as the library does; wide signs count two.

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
    """Yield the parts of a word between which a row may end, with the blank before each.

    Chinese, Japanese and Korean words have no blanks: a row may end behind each wide character.
    """
    blank = " "
    for part in re.findall(rf"[^{HALF}]{HALF}|(?:[^{HALF}](?!{HALF}))+", word):
        for piece in pieces(part, width):
            yield piece, blank
            blank = ""


def latest_rows(texts: Sequence[str], width: int, height: int) -> list[tuple[int, str]]:
    """Return the latest of some texts, oldest first, in at most `height` rows.

    Each row has the place of its text, from the end (-1). A text stands there whole or not at
    all, unless the last one alone is too long.
    """
    found: list[tuple[int, str]] = []
    for back in range(1, len(texts) + 1):
        left = height - len(found)
        rows = rows_of(texts[-back], width, max(1, left) if not found else height + 1, " ")
        if left <= 0 or len(rows) > left:
            break
        found = [*((-back, row) for row in rows), *found]
    return found


def told_apart(texts: Sequence[str], width: int) -> list[str]:
    """Return texts cut to a width so that no two read alike, and figures at their ends stay.

    >>> told_apart(["Fire at Fort Fisher, upper battery", "Fire at Fort Fisher, lower battery"], 18)
    ['..upper battery', '..lower battery']
    >>> told_apart(["Replace Quick Maneuver +3"], 20)
    ['..Quick Maneuver +3']
    """
    texts = [
        re.sub(r" {2,}", " ", in_cells(text)) for text in texts
    ]  # blanks align a list: words are more
    found = [cut(text, width) for text in texts]
    count = Counter(found)
    room = width - len(SIGN)
    for at, text in enumerate(texts):
        if len(text) <= width:
            continue
        if count[found[at]] > 1:
            alike = [each for each in texts if cut(each, width) == cut(text, width)]
            columns = enumerate(zip(*alike, strict=False))
            differ = next((place for place, signs in columns if len(set(signs)) > 1), 0)
            rest = text[text.rfind(" ", 0, differ + 1) + 1 :]
            found[at] = _last(text, room) if len(rest) <= room else f"{SIGN}{cut(rest, room)}"
        elif _FIGURES.search(text):
            found[at] = _last(text, room)
    return found


def _last(text: str, room: int) -> str:
    """Return the end of a text with a sign before it, from where a word begins if one does soon."""
    end = text[-room:]
    blank = end.find(" ")
    return f"{SIGN}{end[blank + 1 :] if 0 <= blank < room // 2 else end}"


def short_name(name: str, width: int) -> str:
    """Return a name as charts shorten it: by its first letters, with full stops.

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
    """Return how many signs of a text stay where `room` is left for them."""
    if room <= 0:
        return 0
    blank = text.rfind(" ", 0, room + 1)
    if blank + 1 >= room * _LEAST:
        return min(blank + 1, room)
    figure = re.search(r"[+-]?\d[\d.,/%]*$", text[:room])
    return figure.start() if figure and text[room : room + 1] in "0123456789/.,%" else room
