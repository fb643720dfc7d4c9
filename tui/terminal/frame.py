"""Strokes: a frame of pieces of rows, sent as they are; nothing else of the screen is composed.

Where a screen consists of lines that lie beside each other, what changed on it is known to the
cell. Each change of colour says no more than what differs from the cells sent before.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from textual._compositor import CompositorUpdate

from tui.terminal.sgr import PLAIN, change, look_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from tui.terminal.lines import Ink, Line


class Patch(NamedTuple):
    """A piece of a row, and the cell of the screen where it begins."""

    row: int
    column: int
    line: Line


class PatchFrame(CompositorUpdate):
    """A frame that paints these pieces."""

    def __init__(self, patches: Iterable[Patch], ink: Ink) -> None:
        self.patches = sorted(patches)
        self.ink = ink

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield nothing: frames go to the terminal by `render_segments`."""
        return ()

    def render_segments(self, console: Console) -> str:
        """Return what is sent to the terminal; it begins and ends plain."""
        style, system = self.ink.style, console._color_system
        sent: list[str] = []
        now, place = PLAIN, (-1, -1)
        for row, column, line in self.patches:
            if place != (row, column):
                sent.append(f"\x1b[{row + 1};{column + 1}H")
            for token, text in line:
                look = look_of(style(token), system)
                sent += (change(now, look), text)
                now = look
            place = row, column + sum(len(text) for _, text in line)
        sent.append(change(now, PLAIN))
        return "".join(sent)
