"""The way out: nothing reaches a terminal but signs that fill one cell each.

Text from other people is cleaned where it comes in; this guard holds for all the rest, such as
the names in a battle file that must stay byte for byte as it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, TextIO
from unicodedata import normalize

from engine.base.clean import UNFIT, clean, harmful

_COLOURS_AND_LINES = re.compile(r"(\x1b\[[0-9;]*m|\n)")
"""What commands print besides signs."""
_OVERWRITING = re.compile(r"(\x1b\[[0-9;]*m|\n|\r)")
"""What they write to stderr: progress returns to the beginning of its line."""


def one_cell(text: str, ascii_only: bool = False) -> str:
    """Return a text of as many signs, each of which fills one cell of a terminal.

    Whatever is wider, narrower or a command to the terminal becomes `?`. With `ascii_only` a
    letter loses its accent, and what has no likeness in ASCII becomes `?` too.
    """
    if text.isascii() and text.isprintable():
        return text
    return _one_cell(text, ascii_only)


@lru_cache(4096)  # most of a chart's runs come again with every frame
def _one_cell(text: str, ascii_only: bool) -> str:
    return "".join(_cell(sign, ascii_only) for sign in text)


def _cell(sign: str, ascii_only: bool) -> str:
    from rich.cells import cell_len  # commands that only print do without rich

    if sign.isascii():
        return sign if sign.isprintable() else UNFIT
    if harmful(sign) or cell_len(sign) != 1:
        return UNFIT
    if not ascii_only:
        return " " if sign.isspace() else sign
    letter = normalize("NFD", sign)[0]  # without its accent
    return letter if letter.isascii() else UNFIT


class GuardedStream:
    """A text stream that passes on signs, ends of lines and colours, and nothing else.

    With `overwrites` a return to the beginning of the line as well.
    """

    def __init__(self, stream: TextIO, overwrites: bool = False) -> None:
        self._stream = stream
        self._passes = _OVERWRITING if overwrites else _COLOURS_AND_LINES

    def write(self, text: str) -> int:
        """Write a text, made harmless."""
        parts = self._passes.split(text)
        parts[::2] = map(clean, parts[::2])
        self._stream.write("".join(parts))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
