"""Frames: what is shown at one moment, with a title; in golden files as check sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import groupby
from typing import NamedTuple

from textual.screen import Screen

from tui.terminal.cells import as_sent
from tui.terminal.lines import Lines


class Frame(NamedTuple):
    """What is shown at one moment."""

    run: str
    """The part of the golden run, such as a battle at an entry; its frames share a line."""
    after: str
    """What has led to this frame since the one before, such as a key."""
    text: str
    """Everything that is shown; on a screen with the names of the styles."""
    in_full: str = ""
    """What a reader of the golden file can read in full; '' for only a check sum."""


def check_sum(text: str) -> str:
    """Return six hexadecimal digits that change with the text."""
    return blake2b(text.encode(), digest_size=3).hexdigest()


def golden(frames: Iterable[Frame]) -> Iterator[str]:
    """Yield the lines of a golden file: `run: key sum, key sum`, and some frames in full."""
    for run, group in groupby(frames, key=lambda frame: frame.run):
        several = list(group)
        yield f"{run}: " + ", ".join(
            f"{frame.after} {check_sum(frame.text)}".strip() for frame in several
        )
        for frame in several:
            if frame.in_full:
                yield f"-- after {frame.after or 'nothing'}"
                yield from (f"|{row}".rstrip() for row in frame.in_full.splitlines())


def whole(frames: Iterable[Frame]) -> Iterator[str]:
    """Yield the lines of all frames in full, so that two versions of a run can be compared."""
    for frame in frames:
        yield f"== {frame.run}, after {frame.after or 'nothing'}"
        yield from frame.text.splitlines()


def seen(screen: Screen[object]) -> tuple[str, str]:
    """Return what a screen shows: (text and styles of all widgets, text alone)."""
    strips = screen._compositor.render_strips()
    text = "\n".join(as_sent(strip.text).rstrip() for strip in strips)
    return f"{type(screen).__name__}\n{text}\n{styles(screen)}", text


def styles(screen: Screen[object]) -> str:
    """Return where the widgets of a screen are, and the names of the styles in their rows."""
    found = []
    for widget in screen.query(Lines):
        if widget.display and widget.region:
            found.append(f"{widget.id} {tuple(widget.region)} {widget.ground}")
            for row in range(widget.region.height):
                runs = widget._full(widget._line(row), widget.width)
                found.append(" ".join(f"{style} {len(text)}" for style, text in runs))
    return "\n".join(found)
