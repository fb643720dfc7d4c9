"""The output guard: only characters with a known width may reach a terminal.

Text from other people is cleaned when it arrives. This guard is for all other text, such as the
names in a battle file, which are not changed in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, BinaryIO, TextIO
from unicodedata import normalize

from engine.base.text import HALF, UNFIT, clean, harmful
from tui.terminal.cells import is_wide

_COLOURS_AND_LINES = re.compile(r"(\x1b\[[0-9;]*m|\n)")
"""Matches the control sequences that commands may print: colours and line ends."""
_OVERWRITING = re.compile(r"(\x1b\[[0-9;]*m|\n|\r)")
"""Matches colours, line ends and carriage returns, which a progress bar on stderr needs."""


def one_cell(text: str, ascii_only: bool = False) -> str:
    """Return a text of the same length in which each character fills one cell of a terminal.

    A narrower character or a control character becomes `?`, and so does a wide one that is not
    followed by `HALF`, the filler of its second cell. With `ascii_only` letters lose their accents,
    and characters without an ASCII equivalent become `?`, too.
    """
    if text.isascii() and text.isprintable():
        return text
    return _in_known_cells(text, ascii_only)


@lru_cache(4096)
def _in_known_cells(text: str, ascii_only: bool) -> str:
    """Return what `one_cell` returns; cached, because a chart has many texts that hardly change."""
    if HALF not in text:
        return "".join([_cell(sign, ascii_only) for sign in text])
    signs: list[str] = []
    for sign, following in zip(text, f"{text[1:]} ", strict=True):
        paired = not ascii_only and is_wide(sign) and not harmful(sign)
        if sign == HALF:
            signs.append(HALF if signs and is_wide(signs[-1]) else UNFIT)
        else:
            both = paired and following == HALF
            signs.append(sign if both else _cell(sign, ascii_only))
    return "".join(signs)


@lru_cache(4096)
def _cell(sign: str, ascii_only: bool) -> str:
    from rich.cells import cell_len  # slow to import; commands that only print need no rich

    if sign.isascii():
        return sign if sign.isprintable() else UNFIT
    if harmful(sign) or cell_len(sign) != 1:
        return UNFIT
    if not ascii_only:
        return " " if sign.isspace() else sign
    letter = normalize("NFD", sign)[0]  # the letter without its accent
    return letter if letter.isascii() else UNFIT


OUTPUT = "output"
"""The `filename` of an `OSError` which says that the program's output was closed."""


class FilteredStream:
    """A text stream that lets only characters, line ends and colours pass; with `overwrites`,
    carriage returns too.

    Its errors have the `filename` `OUTPUT`, so that they are not confused with errors of files.
    """

    def __init__(self, stream: TextIO, overwrites: bool = False) -> None:
        self._stream = stream
        self._passes = _OVERWRITING if overwrites else _COLOURS_AND_LINES

    def write(self, text: str) -> int:
        """Write a text in which control characters are replaced."""
        parts = self._passes.split(text)
        parts[::2] = map(clean, parts[::2])
        with _as_output():
            self._stream.write("".join(parts))
        return len(text)

    def flush(self) -> None:
        """Flush the output buffer."""
        with _as_output():
            self._stream.flush()

    @property
    def buffer(self) -> OutputBytes:
        """The byte stream below this text stream; it lets all bytes pass."""
        return OutputBytes(self._stream.buffer)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class OutputBytes:
    """The byte stream below a text stream; its errors also have the `filename` `OUTPUT`."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes) -> int:
        """Write bytes."""
        with _as_output():
            return self._stream.write(data)

    def flush(self) -> None:
        """Flush the output buffer."""
        with _as_output():
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _as_output() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        error.filename = OUTPUT
        raise
