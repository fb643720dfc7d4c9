"""A widget of styled text lines that tracks which cells have changed.

It draws everything on the game's screens, with Textual's Line API. A line is a tuple of runs (style
name, text).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Protocol, Self, cast

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from engine.base.text import HALF
from tui.terminal.cells import Run, in_cells
from tui.terminal.frame import Patch
from tui.terminal.guard import one_cell
from tui.terminal.looks import Ink
from tui.terminal.page import Line, diff_columns, filled, paired, part, text_of
from tui.terminal.terminal import Glyphs


class LineScreen(Protocol):
    """What `Lines` needs of the screen that it belongs to."""

    @property
    def glyphs(self) -> Glyphs:
        """The glyph set of the terminal."""

    def follow(self, lines: Lines) -> None:
        """Send what has changed in a widget with the next frame."""


class Lines(Widget):
    """A rectangle of text lines. `ground` is the style of cells that no line covers."""

    can_focus = False
    DEFAULT_CSS = "Lines { height: auto; width: auto; }"

    def __init__(self, ink: Ink, ground: str = "text", id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.ground = ground
        self._lines: list[Line] = []
        self._stale: dict[int, tuple[int, int]] = {}
        """{row: (first changed column, column after the last changed one)}, for what has changed
        since the last frame."""
        self.auto_links = False

    @property
    def texts(self) -> list[str]:
        """The lines without their styles."""
        return [text_of(line) for line in self._lines]

    def show(self, lines: Iterable[Sequence[Run]]) -> None:
        """Show these lines from the top; only cells that have changed are sent."""
        rows = [tuple((token, in_cells(text)) for token, text in line) for line in lines]
        old, self._lines = self._lines, rows
        for number, (before, line) in enumerate(zip_longest(old, rows, fillvalue=())):
            if before != line:
                width = self.width
                span = (
                    diff_columns(self._full(before, width), self._full(line, width))
                    if width
                    else None
                )
                if span:
                    self.touch(number, *span)

    def touch(self, row: int, start: int, end: int) -> None:
        """Record that the columns of a row from `start` to before `end` must be sent with the next
        frame.
        """
        first, last = self._stale.get(row, (start, end))
        self._stale[row] = min(first, start), max(last, end)
        # A task that has waited may draw on a screen that was closed meanwhile.
        if len(self._stale) == 1 and self.is_attached:
            cast(LineScreen, self.screen).follow(self)  # Textual's type is a general screen

    def patches(self) -> Iterator[Patch]:
        """Yield the cells that have changed as patches of the screen, and record them as sent."""
        place, width = self.region, self.width
        for row, span in self._stale.items():
            if row < place.height:
                whole = self._full(self._line(row), width)
                wide = any(HALF in text for _, text in whole)
                start, end = paired(whole, *span) if wide else span
                line = part(whole, start, end)
                yield Patch(place.y + row, place.x + start, self._guarded(line))
        self._stale.clear()

    def forget(self) -> None:
        """Record that all cells were sent."""
        self._stale.clear()

    def repaint(self) -> None:
        """Have all cells drawn again, for example after a change of the palette."""
        super().refresh()

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Do nothing if Textual asks to redraw, because `touch` records what has changed.

        Only a changed layout redraws the whole screen.
        """
        return super().refresh(repaint=False, layout=True) if layout else self

    @property
    def width(self) -> int:
        """The number of columns of the widget, which has no border and no padding."""
        return self.outer_size.width

    @property
    def text(self) -> str:
        """All lines as plain text."""
        return "\n".join(text_of(line) for line in self._lines)

    def _full(self, line: Line, width: int) -> Line:
        return filled(line, width, self.ground)

    def _guarded(self, line: Line) -> Line:
        """Return a line in which each cell has one character that is safe to send."""
        plain = cast(LineScreen, self.screen).glyphs == "ascii"  # see above for the cast
        return tuple((token, one_cell(text, plain)) for token, text in line)

    def _line(self, row: int) -> Line:
        return self._lines[row] if row < len(self._lines) else ()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region as Textual's strips; Textual asks for them to compose a
        whole screen.
        """
        strips = [self.render_line(row) for row in crop.line_range]
        left, right = crop.column_span
        whole = (left, right) == (0, self.width)
        return strips if whole else [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return one line as Textual's strip, as wide as the widget."""
        width, style = self.width, self.ink.style
        line = self._guarded(self._full(self._line(y), width))
        return Strip([Segment(text, style(token)) for token, text in line], width)
