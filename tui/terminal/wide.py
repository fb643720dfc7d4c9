"""Characters that are two cells wide, in texts that have one character for each cell.

Rows, grids and frames count characters. So a character that fills two cells is followed by `HALF`,
which stands for the second cell, takes no room of its own and is left out when a row is sent.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.base.clean import HALF

_PERHAPS = re.compile(
    "[\u1100-\u115f\u231a-\u23f3\u25fd-\u27bf\u2b1b-\u2b55\u2e80-\ua97f\uac00-\ud7a3"
    "\uf900-\ufaff\ufe10-\ufe6f\uff01-\uff60\uffe0-\uffe6\U00016fe0-\U0003fffd]"
    f"(?!{HALF})"
)
"""Characters among which all wide ones are, and none that a chart draws lines or ships with."""


def in_cells(text: str) -> str:
    """Return a text with `HALF` behind each character that fills two cells of a terminal.

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
    """Tell whether a character fills two cells."""
    from rich.cells import cell_len  # slow to import; commands that only print need no rich

    return cell_len(sign) == 2


def as_sent(text: str) -> str:
    """Return a text of cells as a terminal draws it, the second halves left out."""
    return text.replace(HALF, "")


def pieces(word: str, width: int) -> list[str]:
    """Return a word in pieces of at most `width` cells; no character is cut in two.

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
