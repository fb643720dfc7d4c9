"""Lines: a widget of styled text lines that repaints only the cells that changed.

All that the game shows is drawn by this one Line-API widget. A line is a tuple of
runs (style name, text); the ink turns names into colours of the palette.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.theme import Depth, Palette, style_for

Run = tuple[str, str]
Line = tuple[Run, ...]
CURSOR = "+cursor"
"""A style name that ends so is shown reversed."""


class Ink:
    """Names of styles to terminal styles, for a palette and a depth of colour.

    Without colours bold and reverse tell things apart; a `bare` terminal has not even these.
    """

    def __init__(
        self, palette: Palette = "default", depth: Depth = "truecolor", bare: bool = False
    ) -> None:
        self.palette: Palette = palette
        self.depth = depth
        self.bare = bare
        self._styles: dict[str, Style] = {}

    def change(self, palette: Palette, depth: Depth | None = None) -> None:
        """Take other colours; what is on the screen has to be painted anew."""
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
        if self.palette == "mono" or self.depth == "none":
            paint = style_for(plain, "mono", "16")
            return Style(bold=paint.bold, reverse=paint.reverse != (plain != token))
        paint = style_for("cursor" if plain != token else plain, self.palette, self.depth)
        return Style(color=_colour(paint.fg), bgcolor=_colour(paint.bg), bold=paint.bold or None)


def _colour(colour: str | int | None) -> str | None:
    return f"color({colour})" if isinstance(colour, int) else colour


def line_of(*runs: Run) -> Line:
    """Return a line, neighbours of one style joined and empty runs left out."""
    joined: list[Run] = []
    for token, text in runs:
        if not text:
            continue
        if joined and joined[-1][0] == token:
            joined[-1] = (token, joined[-1][1] + text)
        else:
            joined.append((token, text))
    return tuple(joined)


def text_of(line: Iterable[Run]) -> str:
    """Return a line's plain text."""
    return "".join(text for _, text in line)


def part(line: Sequence[Run], start: int, end: int) -> Line:
    """Return the columns from `start` up to `end` of a line. All glyphs are one cell wide."""
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
    """Return a line cut or filled with blanks to a width."""
    length = sum(len(text) for _, text in line)
    if length > width:
        return part(line, 0, width)
    return line_of(*line, (token, " " * (width - length)))


@lru_cache(512)
def changed(old: Line, new: Line) -> tuple[int, int] | None:
    """Return the first and the one after the last column that differ; None when none does."""
    if old == new:
        return None
    before = [(glyph, token) for token, text in old for glyph in text]
    after = [(glyph, token) for token, text in new for glyph in text]
    if len(before) != len(after):
        return 0, max(len(before), len(after))
    spots = [i for i, (was, now) in enumerate(zip(before, after, strict=True)) if was != now]
    return (spots[0], spots[-1] + 1) if spots else None


class Lines(Widget):
    """A rectangle of lines. `ground` is the style of what no line covers."""

    can_focus = False
    DEFAULT_CSS = "Lines { height: auto; width: auto; }"

    def __init__(self, ink: Ink, ground: str = "text", id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.ground = ground
        self._lines: list[Line] = []
        self._strips: dict[int, Strip] = {}
        """The rows as they were painted last, as wide as the widget was then."""
        self.auto_links = False

    def show(self, lines: Iterable[Sequence[Run]]) -> None:
        """Show these lines from the top; only what differs from before is painted."""
        rows = [tuple(line) for line in lines]
        blank: list[Line] = [()] * (len(self._lines) - len(rows))
        stale = [self._stale(number, line) for number, line in enumerate([*rows, *blank])]
        del self._lines[len(rows) :]
        if any(stale):
            self.refresh(*filter(None, stale))

    def put(self, row: int, line: Line) -> None:
        """Show one line."""
        if stale := self._stale(row, line):
            self.refresh(stale)

    def _stale(self, row: int, line: Line) -> Region | None:
        """Take a line; return what has to be painted of its row, if anything."""
        while len(self._lines) <= row:
            self._lines.append(())
        old = self._lines[row]
        if old == line:
            return None
        self._lines[row] = line
        self._strips.pop(row, None)
        width = self.size.width
        span = changed(self._full(old, width), self._full(line, width)) if width else None
        return Region(span[0], row, span[1] - span[0], 1) if span else None

    def repaint(self) -> None:
        """Paint all again, as after a change of palette."""
        self._strips.clear()
        self.refresh()

    @property
    def text(self) -> str:
        """All lines as plain text."""
        return "\n".join(text_of(line) for line in self._lines)

    def _full(self, line: Line, width: int) -> Line:
        return fitted(line, width, self.ground)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region. There is no border or padding to be laid around them."""
        width = self.size.width
        strips = [self._strip(row, width) for row in crop.line_range]
        for line_filter in self.get_line_filters():
            ground = self.background_colors[1]
            strips = [strip.apply_filter(line_filter, ground) for strip in strips]
        left, right = crop.column_span
        return strips if (left, right) == (0, width) else [s.crop(left, right) for s in strips]

    def _strip(self, row: int, width: int) -> Strip:
        strip = self._strips.get(row)
        if strip is None or strip.cell_length != width:
            strip = self._strips[row] = self.render_line(row)
        return strip

    def render_line(self, y: int) -> Strip:
        """Return the strip of one line, as wide as the widget."""
        line = self._lines[y] if y < len(self._lines) else ()
        width = self.size.width
        style = self.ink.style
        segments = [Segment(text, style(token)) for token, text in self._full(line, width)]
        return Strip(segments, width)
