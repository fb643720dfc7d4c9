"""A widget of styled text lines that tracks its dirty regions.

Everything in the game is drawn by this one widget of Textual's Line API. A line is a tuple of runs
(style name, text); `Ink` maps style names to colours of the palette.
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
from tui.terminal.runs import Line, _paired, changed, filled, part, text_of
from tui.terminal.terminal import Glyphs


class LineScreen(Protocol):
    """The interface of a screen to its `Lines`."""

    @property
    def glyphs(self) -> Glyphs:
        """The glyph set of the terminal."""

    def follow(self, lines: Lines) -> None:
        """Send the patches of a changed widget with the next frame."""


class Ink:
    """Maps style names to terminal styles, for a palette and a colour depth.

    Without colours, bold and reverse distinguish things. A `bare` terminal has neither.
    """

    def __init__(
        self, palette: Palette = "default", depth: Depth = "truecolor", bare: bool = False
    ) -> None:
        self.palette: Palette = palette
        self.depth = depth
        self.bare = bare
        self._styles: dict[str, Style] = {}  # a cache, for one palette and depth

    def change(self, palette: Palette, depth: Depth | None = None) -> None:
        """Change the colours; the caller must redraw the screen."""
        self.palette = palette
        self.depth = depth or self.depth
        self._styles.clear()

    def style(self, token: str) -> Style:
        """Return the terminal style of a name."""
        style = self._styles.get(token)
        if style is None:
            style = self._styles[token] = self._mixed(token)
        return style

    def _mixed(self, token: str) -> Style:
        if self.bare:
            return Style.null()
        plain = token.removesuffix(CURSOR)
        name, _, other = plain.partition(IN)
        palette = next((each for each in PALETTES if each == other), self.palette)
        if palette == "mono" or self.depth == "none":
            paint = style_for(name, "mono", "16")
            return Style(bold=paint.bold, reverse=paint.reverse != (plain != token))
        paint = style_for("cursor" if plain != token else name, palette, self.depth)
        return Style(
            color=_colour(paint.fg),
            bgcolor=_colour(paint.bg),
            bold=paint.bold or None,
            reverse=paint.reverse or None,
        )


def _colour(colour: str | int | None) -> str | None:
    return f"color({colour})" if isinstance(colour, int) else colour


class Lines(Widget):
    """A rectangle of lines. `ground` is the style of uncovered cells."""

    can_focus = False
    DEFAULT_CSS = "Lines { height: auto; width: auto; }"

    def __init__(self, ink: Ink, ground: str = "text", id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.ground = ground
        self._lines: list[Line] = []
        self._stale: dict[int, tuple[int, int]] = {}
        """{row: (first, after the last) column changed since the last frame}."""
        self.auto_links = False

    @property
    def texts(self) -> list[str]:
        """The lines without their styles."""
        return [text_of(line) for line in self._lines]

    def show(self, lines: Iterable[Sequence[Run]]) -> None:
        """Show these lines from the top; only changed cells are sent."""
        rows = [tuple((token, in_cells(text)) for token, text in line) for line in lines]
        old, self._lines = self._lines, rows
        for number, (before, line) in enumerate(zip_longest(old, rows, fillvalue=())):
            if before != line:
                width = self.width
                span = (
                    changed(self._full(before, width), self._full(line, width)) if width else None
                )
                if span:
                    self.touch(number, *span)

    def touch(self, row: int, start: int, end: int) -> None:
        """Mark the columns of a row from `start` to before `end` as changed."""
        first, last = self._stale.get(row, (start, end))
        self._stale[row] = min(first, start), max(last, end)
        if len(self._stale) == 1:
            cast(LineScreen, self.screen).follow(self)  # Textual treats it as any screen

    def patches(self) -> Iterator[Patch]:
        """Yield the changed cells as patches of the screen, and mark them as sent."""
        place, width = self.region, self.width
        for row, span in self._stale.items():
            if row < place.height:
                whole = self._full(self._line(row), width)
                wide = any(HALF in text for _, text in whole)
                start, end = _paired(whole, *span) if wide else span
                line = part(whole, start, end)
                yield Patch(place.y + row, place.x + start, self._guarded(line))
        self._stale.clear()

    def forget(self) -> None:
        """Mark all cells as sent."""
        self._stale.clear()

    def repaint(self) -> None:
        """Redraw all cells, as after a change of palette."""
        super().refresh()

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Ignore Textual's own refresh: `touch` tracks changed cells.

        After a layout change the whole screen is drawn.
        """
        return super().refresh(repaint=False, layout=True) if layout else self

    @property
    def width(self) -> int:
        """The columns of the widget, which has no border and no padding."""
        return self.outer_size.width

    @property
    def text(self) -> str:
        """All lines as plain text."""
        return "\n".join(text_of(line) for line in self._lines)

    def _full(self, line: Line, width: int) -> Line:
        return filled(line, width, self.ground)

    def _guarded(self, line: Line) -> Line:
        """Return a line safe for the terminal, one character for each cell."""
        plain = cast(LineScreen, self.screen).glyphs == "ascii"  # as above
        return tuple((token, one_cell(text, plain)) for token, text in line)

    def _line(self, row: int) -> Line:
        return self._lines[row] if row < len(self._lines) else ()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region; Textual calls it to compose a whole screen."""
        strips = [self.render_line(row) for row in crop.line_range]
        left, right = crop.column_span
        whole = (left, right) == (0, self.width)
        return strips if whole else [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return the strip of one line, as wide as the widget."""
        width, style = self.width, self.ink.style
        line = self._guarded(self._full(self._line(y), width))
        return Strip([Segment(text, style(token)) for token, text in line], width)
