"""A partial frame: pieces of rows that have changed, sent without composing the whole screen.

The widgets know to the cell what has changed, so Textual's compositor is not needed. Each change
of colour sends only what differs from the cells sent before.
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
    """A piece of a row, and the row and column of the screen where it starts."""

    row: int
    column: int
    line: Line


class PatchFrame(CompositorUpdate):
    """A frame that draws patches and leaves all other cells as they are."""

    def __init__(self, patches: Iterable[Patch], ink: Ink) -> None:
        self.patches = sorted(patches)  # neighbours in a row need no move of the cursor
        self.ink = ink

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield nothing: Textual sends frames by `render_segments`."""
        return ()

    def render_segments(self, console: Console) -> str:
        """Return the text to send to the terminal; it starts and ends in the plain style."""
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
