"""Lines of styled runs: joining, cutting, filling, comparing; no widget and no terminal library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile

from engine.base.text import HALF
from tui.terminal.cells import Run, as_sent, columns_of, cut_line, in_cells

Line = tuple[Run, ...]
IN = "@"
"""The mark before a palette's name in a style name: the style is drawn in that palette."""
CURSOR = "+cursor"
"""The suffix of a style name for the cursor's colours."""


def line_of(*runs: Run) -> Line:
    """Return a line without empty runs, neighbours of one style joined."""
    joined: list[Run] = []
    for token, raw in runs:
        if not raw:
            continue
        text = in_cells(raw)
        if joined and joined[-1][0] == token:
            joined[-1] = (token, joined[-1][1] + text)
        else:
            joined.append((token, text))
    return tuple(joined)


def text_of(line: Iterable[Run]) -> str:
    """Return a line's plain text."""
    return as_sent("".join(text for _, text in line))


def part(line: Sequence[Run], start: int, end: int) -> Line:
    """Return the columns of a line from `start` to before `end`; each character is one cell."""
    runs: list[Run] = []
    at = 0
    for token, text in line:
        if at >= end:
            break
        piece = text[max(0, start - at) : end - at]
        if piece:
            runs.append((token, piece))
        at += len(text)
    return tuple(runs)


def fitted(line: Sequence[Run], width: int, token: str = "text") -> Line:
    """Return a line cut with a mark, or filled with spaces, to a width."""
    return filled(cut_line(line, width), width, token)


def filled(line: Sequence[Run], width: int, token: str = "text") -> Line:
    """Return a line filled with spaces or cut without a mark to a width."""
    length = columns_of(line)
    if length >= width:
        return part(line, 0, width) if length > width else tuple(line)
    return line_of(*line, (token, " " * (width - length)))


def diff_columns(old: Line, new: Line) -> tuple[int, int] | None:
    """Return (first column that differs, column after the last one); None if no column differs."""
    before, now = columns_of(old), columns_of(new)
    if before != now:
        alike = takewhile(lambda runs: runs[0] == runs[1], zip(old, new, strict=False))
        return columns_of(run for run, _ in alike), max(before, now)
    start = _common(old, new)
    return (start, now - _common(old, new, back=True)) if start < now else None


def _common(old: Line, new: Line, back: bool = False) -> int:
    """Return the number of cells that two lines have in common, from the left or `back` from the
    right.
    """
    # Compared run by run: comparing all lines of a chart cell by cell would take milliseconds.
    one, other = (iter(line[::-1] if back else line) for line in (old, new))
    token = text = name = told = ""
    count = 0
    while True:
        while not text:
            if (run := next(one, None)) is None:
                return count
            token, text = run
        while not told:
            if (run := next(other, None)) is None:
                return count
            name, told = run
        if token != name:
            return count
        size = min(len(text), len(told))
        was, now = (text[-size:], told[-size:]) if back else (text[:size], told[:size])
        if was != now:
            pairs = zip(was[::-1], now[::-1], strict=True) if back else zip(was, now, strict=True)
            return count + next(at for at, (left, right) in enumerate(pairs) if left != right)
        count += size
        text, told = (text[:-size], told[:-size]) if back else (text[size:], told[size:])


def _paired(line: Line, start: int, end: int) -> tuple[int, int]:
    """Return the columns `start` to `end`, extended so that no wide character is split."""
    text = "".join(text for _, text in line)
    return start - (text[start : start + 1] == HALF), end + (text[end : end + 1] == HALF)
