"""A widget of styled text lines that knows which cells have changed.

All that the game shows is drawn by this one widget of Textual's Line API. A line is a tuple of
runs (style name, text); `Ink` turns style names into colours of the palette.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple, Protocol, Self, cast

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from engine.base.text import HALF
from tui.terminal.cells import (
    Grid,
    Run,
    as_sent,
    columns_of,
    cut,
    cut_line,
    in_cells,
    pieces,
    runs_of,
)
from tui.terminal.frame import Patch
from tui.terminal.guard import one_cell
from tui.terminal.terminal import Depth, Glyphs
from tui.terminal.theme import PALETTES, Palette, style_for

Line = tuple[Run, ...]
IN = "@"
"""Before the name of a palette: a style as it looks there, to choose among palettes by sight."""
CURSOR = "+cursor"
"""The suffix of a style name that is shown in the cursor's colours."""


class LineScreen(Protocol):
    """What `Lines` asks of the screen that it stands on."""

    @property
    def glyphs(self) -> Glyphs:
        """The glyph set of the terminal."""

    def follow(self, lines: Lines) -> None:
        """Send the patches of a widget that has changed with the next frame."""


class Ink:
    """Maps style names to terminal styles, for a palette and a colour depth.

    Without colours bold and reverse tell things apart. A `bare` terminal has not even these.
    """

    def __init__(
        self, palette: Palette = "default", depth: Depth = "truecolor", bare: bool = False
    ) -> None:
        self.palette: Palette = palette
        self.depth = depth
        self.bare = bare
        self._styles: dict[str, Style] = {}  # cache, for one palette and depth

    def change(self, palette: Palette, depth: Depth | None = None) -> None:
        """Change the colours; the caller has to draw the screen again."""
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
    """Return a line cut with a sign, or filled with blanks, to a width."""
    return filled(cut_line(line, width), width, token)


def filled(line: Sequence[Run], width: int, token: str = "text") -> Line:
    """Return a line filled with blanks to a width; what is beyond it goes without a sign."""
    length = columns_of(line)
    if length >= width:
        return part(line, 0, width) if length > width else tuple(line)
    return line_of(*line, (token, " " * (width - length)))


def changed(old: Line, new: Line) -> tuple[int, int] | None:
    """Return (first column that differs, column after the last one); None when none does."""
    before, now = columns_of(old), columns_of(new)
    if before != now:
        alike = takewhile(lambda runs: runs[0] == runs[1], zip(old, new, strict=False))
        return columns_of(run for run, _ in alike), max(before, now)
    start = _common(old, new)
    return (start, now - _common(old, new, back=True)) if start < now else None


def _common(old: Line, new: Line, back: bool = False) -> int:
    """Return how many cells two lines have alike, from the left or `back` from the right."""
    # Run by run, as comparing all lines of a chart cell by cell takes milliseconds.
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
    """Return columns to change so that both cells of a wide character are among them."""
    text = "".join(text for _, text in line)
    return start - (text[start : start + 1] == HALF), end + (text[end : end + 1] == HALF)


class Lines(Widget):
    """A rectangle of lines. `ground` is the style of cells that no line covers."""

    can_focus = False
    DEFAULT_CSS = "Lines { height: auto; width: auto; }"

    def __init__(self, ink: Ink, ground: str = "text", id: str | None = None) -> None:
        super().__init__(id=id)
        self.ink = ink
        self.ground = ground
        self._lines: list[Line] = []
        self._stale: dict[int, tuple[int, int]] = {}
        """By row, (first, after the last) column that has changed since the last frame."""
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
                self._compare(number, before, line)

    def _compare(self, row: int, before: Line, line: Line) -> None:
        width = self.width
        span = changed(self._full(before, width), self._full(line, width)) if width else None
        if span:
            self.touch(row, *span)

    def touch(self, row: int, start: int, end: int) -> None:
        """Have the columns of a row from `start` to before `end` sent with the next frame."""
        first, last = self._stale.get(row, (start, end))
        self._stale[row] = min(first, start), max(last, end)
        if len(self._stale) == 1:
            cast(LineScreen, self.screen).follow(self)  # Textual knows it as any screen

    def patches(self) -> Iterator[Patch]:
        """Yield the cells that have changed, as patches of the screen, and mark them as sent."""
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
        """Draw all cells again, as after a change of palette."""
        super().refresh()

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Leave out what Textual draws again by itself: `touch` tells which cells have changed.

        Where the layout is another, the whole screen is drawn.
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
        """Return a line as it may go to the terminal, one character for each cell."""
        plain = cast(LineScreen, self.screen).glyphs == "ascii"  # as above
        return tuple((token, one_cell(text, plain)) for token, text in line)

    def _line(self, row: int) -> Line:
        return self._lines[row] if row < len(self._lines) else ()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the strips of a region; Textual asks for them when it composes a whole screen."""
        strips = [self.render_line(row) for row in crop.line_range]
        left, right = crop.column_span
        whole = (left, right) == (0, self.width)
        return strips if whole else [strip.crop(left, right) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Return the strip of one line, as wide as the widget."""
        width, style = self.width, self.ink.style
        line = self._guarded(self._full(self._line(y), width))
        return Strip([Segment(text, style(token)) for token, text in line], width)


# A full screen of cells that a screen fills by writing on it: bars, rules, lists, paragraphs.


RULES = {"ascii": "-", "unicode": "─"}
"""The character of a horizontal rule."""
MARKS = {"ascii": ">", "unicode": "►"}
"""The mark of the chosen item in a list."""


class ClickSpot(NamedTuple):
    """A rectangle of cells that may be clicked, and what a click does."""

    column: int
    row: int
    width: int
    height: int
    click: Callable[[], None]

    def holds(self, column: int, row: int) -> bool:
        """Tell whether a cell lies in the rectangle."""
        return 0 <= column - self.column < self.width and 0 <= row - self.row < self.height


class TextPage(Grid):
    """A grid for a whole screen. Bars span the page; a blank keeps the style that it was given."""

    def __init__(self, columns: int, rows: int, glyphs: str = "unicode") -> None:
        super().__init__(columns, rows, "text")
        self.glyph_set = glyphs
        self.spots: list[ClickSpot] = []

    def row(self, row: int) -> list[Run]:
        """Return a row's runs; unlike in `Grid`, blanks are not joined across styles."""
        return list(runs_of("".join(self.glyphs[row]), self.styles[row]))

    def write(self, column: int, row: int, text: str, style: str) -> None:
        """Write a text from a cell to the right; the edge of the page cuts it with a sign."""
        super().write(column, row, cut(text, self.columns - column), style)

    def bar(self, row: int, left: str, style: str, right: str = "") -> None:
        """Write a bar over the whole width; drop `right` where there is no room for it."""
        left, right = in_cells(left), in_cells(right)
        room = self.columns - 2 - len(left)
        tail = right if len(right) + 1 <= room else ""
        text = f" {left}{tail.rjust(room)} "
        self.write(0, row, text.ljust(self.columns), style)

    def runs(self, row: int, line: Iterable[Run], column: int = 0) -> None:
        """Write a line of runs."""
        for style, text in cut_line(tuple(line), self.columns - column):
            super().write(column, row, text, style)  # it is cut already
            column += len(text)

    def rule(self, row: int, title: str) -> None:
        """Write a section head: `-- Title ----`."""
        line = RULES[self.glyph_set]
        self.write(0, row, line * self.columns, "frame")
        if title:
            self.write(2, row, f" {title} ", "head")

    def item(  # noqa: PLR0913 - a place, its text and its style
        self,
        column: int,
        row: int,
        width: int,
        text: str,
        chosen: bool,
        click: Callable[[], None] | None = None,
        height: int = 1,
    ) -> None:
        """Write a line of a list; the chosen one has a mark and its own style.

        `click` is called for a click on the line, or on one of `height` rows from it down.
        """
        if click:
            self.spots.append(ClickSpot(column, row, width, height, click))
        mark = MARKS[self.glyph_set] if chosen else " "
        style = "chosen" if chosen else "text"
        self.write(column, row, cut(f"{mark} {text}", width).ljust(width), style)

    def paragraph(  # noqa: PLR0913 - a place, its text and its style
        self, column: int, row: int, width: int, text: str, style: str = "text", most: int = 99
    ) -> int:
        """Write a text over at most `most` lines; return the row after the last one."""
        for line in wrapped(text, width)[:most]:
            self.write(column, row, line, style)
            row += 1
        return row


def wrapped(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` characters; longer words go on in the next line."""
    lines = [""]
    for word in in_cells(text).split():
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if len(longer) <= width:
            lines[-1] = longer
            continue
        parts = pieces(word, width)
        lines = [*lines, *parts] if lines[-1] else parts
    return lines


def scrolled(count: int, chosen: int, rows: int) -> int:
    """Return the first line of a list to show in so many rows, so that the chosen one is seen."""
    return max(0, min(chosen - rows // 2, count - rows))
