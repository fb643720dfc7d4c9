"""What a terminal shows, and frames: of each, only the cells that look otherwise are sent.

A screen of Textual's comes whole, what widgets know to have changed as patches of rows. Both are
compared with the cells that the terminal shows already. Of each change of colour only what
differs from the cells sent before goes out; a blank has no colour of text.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from textual._compositor import CompositorUpdate, LayoutUpdate

from tui.terminal.sgr import PLAIN, Look, change, ground_of, look_of

if TYPE_CHECKING:
    from rich.color import ColorSystem
    from rich.console import Console, ConsoleOptions, RenderResult

    from tui.terminal.lines import Ink, Line

UNKNOWN = "\0"
"""The sign of a cell that may show anything."""
MOVE = 4
"""The bytes of a short move of the cursor to the right: cells that cost no more are sent again."""


class Patch(NamedTuple):
    """A piece of a row, and the row and column of the screen where it starts."""

    row: int
    column: int
    line: Line


class Piece(NamedTuple):
    """A patch as the terminal shows it: a look for each sign."""

    row: int
    column: int
    text: str
    looks: list[Look]


class Shown:
    """The cells that a terminal shows, as far as they are known."""

    def __init__(self) -> None:
        self._rows: dict[int, tuple[str, list[Look]]] = {}

    def forget(self) -> None:
        """Take every cell as unknown, as after a change of size or others' output."""
        self._rows.clear()

    def draw(self, pieces: Iterable[Piece]) -> str:
        """Return what to send so that the pieces are shown; it begins and ends in plain style."""
        pen = Pen()
        for row, column, text, looks in pieces:
            end = column + len(text)
            all_text, all_looks = self._rows.get(row, ("", []))
            if len(all_text) < end:
                more = end - len(all_text)
                all_text, all_looks = all_text + UNKNOWN * more, all_looks + [PLAIN] * more
            before, looked = all_text[column:end], all_looks[column:end]
            if before == text and looked == looks:
                continue
            pen.draw(row, column, text, looks, _differing(before, looked, text, looks))
            all_looks[column:end] = looks
            self._rows[row] = f"{all_text[:column]}{text}{all_text[end:]}", all_looks
        return pen.done()


def _differing(before: str, looked: list[Look], text: str, looks: list[Look]) -> list[int]:
    """Return the places of cells that look otherwise than before."""
    return [
        at
        for at, (was, sign, old, new) in enumerate(zip(before, text, looked, looks, strict=True))
        if was != sign or (old is not new and not _alike(sign, old, new))
    ]


def _alike(sign: str, one: Look, other: Look) -> bool:
    """Tell whether a sign looks the same in two looks."""
    return one == other or (sign == " " and ground_of(one) == ground_of(other))


class Pen:
    """Writes cells for a terminal: moves, changes of look, signs."""

    def __init__(self) -> None:
        self._sent: list[str] = []
        self._look = PLAIN
        self._place = -1, -1

    def draw(self, row: int, column: int, text: str, looks: list[Look], places: list[int]) -> None:
        """Draw those cells of a piece that are named by their places in it."""
        at, last = 0, len(places)
        while at < last:
            start = end = places[at]
            while at < last and places[at] == end:
                at, end = at + 1, end + 1
            self._go(row, column, text, looks, start)
            self._write(text, looks, start, end)
            self._place = row, column + end

    def done(self) -> str:
        """Return what is to be sent."""
        self._sent.append(change(self._look, PLAIN))
        return "".join(self._sent)

    def _go(self, row: int, column: int, text: str, looks: list[Look], start: int) -> None:
        """Bring the cursor to a cell of the piece, over cells that are right already."""
        here, gone = self._place
        gap = column + start - gone
        if here != row or gap < 0 or gone < column:
            if self._place != (row, column + start):
                self._sent.append(f"\x1b[{row + 1};{column + start + 1}H")
        elif gap:
            between = text[start - gap : start]
            if len(between.encode()) <= MOVE and all(
                _alike(sign, self._look, look)
                for sign, look in zip(between, looks[start - gap : start], strict=True)
            ):
                self._sent.append(between)
            else:
                self._sent.append(f"\x1b[{gap}C" if gap > 1 else "\x1b[C")

    def _write(self, text: str, looks: list[Look], start: int, end: int) -> None:
        """Write neighbouring cells where the cursor stands."""
        while start < end:
            look, stop = looks[start], start + 1
            while stop < end and (looks[stop] is look or looks[stop] == look):
                stop += 1
            run = text[start:stop]
            wanted = self._look.behind(look) if not run.strip(" ") else look
            self._sent += (change(self._look, wanted), run)
            self._look, start = wanted, stop


class Frame(CompositorUpdate):
    """Pieces of a screen, sent as far as they are not shown already."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield nothing: Textual sends frames by `render_segments`."""
        return ()

    def render_segments(self, console: Console) -> str:
        """Return the text to send to the terminal."""
        return self.shown.draw(self.pieces(console._color_system))

    @abstractmethod
    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the pieces in a colour system, from the top."""


class PatchFrame(Frame):
    """A frame that draws patches and leaves all other cells as they are."""

    def __init__(self, patches: Iterable[Patch], ink: Ink, shown: Shown) -> None:
        super().__init__(shown)
        self.patches = sorted(patches)  # neighbours in a row need no move of the cursor
        self.ink = ink

    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the patches."""
        style = self.ink.style
        for row, column, line in self.patches:
            looks: list[Look] = []
            for token, text in line:
                looks += [look_of(style(token), system)] * len(text)
            yield Piece(row, column, "".join(text for _, text in line), looks)


class WholeFrame(Frame):
    """A whole screen that Textual has composed."""

    def __init__(self, update: LayoutUpdate, shown: Shown) -> None:
        super().__init__(shown)
        self.update = update

    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the rows."""
        left, top, _, _ = self.update.region
        for row, strips in enumerate(self.update.strips, top):
            texts: list[str] = []
            looks: list[Look] = []
            for strip in strips:
                for text, style, _ in strip:
                    texts.append(text)
                    looks += [look_of(style, system) if style else PLAIN] * len(text)
            yield Piece(row, left, "".join(texts), looks)
