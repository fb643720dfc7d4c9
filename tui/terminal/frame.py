"""What a terminal shows, and frames: of each, only the cells that look otherwise are sent.

A screen of Textual's comes whole, what widgets know to have changed as patches of rows. Both are
compared with the cells that the terminal shows already. Of each change of colour only what
differs from the cells sent before goes out; a blank has no colour of text.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from itertools import repeat
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

LONG = 12
"""The least bytes of a change of look that is worth some moves to spare."""
NEAR, TURNS = 8, 2
"""Looks take turns where so many more runs of one are at most so many cells apart."""


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
        for piece in pieces:
            row, column, text, looks = piece
            end = column + len(text)
            all_text, all_looks = self._rows.get(row, ("", []))
            if len(all_text) < end:
                more = end - len(all_text)
                all_text, all_looks = all_text + UNKNOWN * more, all_looks + [PLAIN] * more
            before, looked = all_text[column:end], all_looks[column:end]
            if before == text and looked == looks:
                continue
            pen.draw(piece, _differing(before, looked, text, looks))
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


class Run(NamedTuple):
    """Neighbouring cells of a piece in one look: from `start` to before `end`."""

    start: int
    end: int
    text: str
    look: Look

    def suits(self, look: Look) -> bool:
        """Tell whether it may be written in a look."""
        return self.look == look or (
            not self.text.strip(" ") and ground_of(self.look) == ground_of(look)
        )


class Pen:
    """Writes cells for a terminal: moves, changes of look, signs.

    Where looks take turns along a row, as dots and the sea between them, all cells of one look
    are written before those of the next: a move is shorter than a change of look.
    """

    def __init__(self) -> None:
        self._sent: list[str] = []
        self._look = PLAIN
        self._place = -1, -1

    def draw(self, piece: Piece, places: list[int]) -> None:
        """Draw those cells of a piece that are named by their places in it."""
        runs = list(_runs(piece, places))
        while runs:
            first = runs[0]
            blank = not first.text.strip(" ")
            look = self._look.behind(first.look) if blank else first.look
            now = _sweep(runs, look)
            for run in now:
                self._go(piece, run.start)
                self._sent += (change(self._look, look), run.text)
                self._look = look
                self._place = piece.row, piece.column + run.end
            runs = runs[len(now) :] if now[-1] is runs[len(now) - 1] else _without(runs, now)

    def done(self) -> str:
        """Return what is to be sent."""
        self._sent.append(change(self._look, PLAIN))
        return "".join(self._sent)

    def _go(self, piece: Piece, start: int) -> None:
        """Bring the cursor to a cell of a piece, over cells that are right already."""
        there = piece.column + start
        row, here = self._place
        if row != piece.row:
            self._sent.append(f"\x1b[{piece.row + 1};{there + 1}H")
        elif here > there:  # behind the last column it would be a step less to the left
            self._sent += ("\r", _right(there))
        elif here < there:
            between = piece.text[max(0, start - there + here) : start]
            right = here >= piece.column and len(between.encode()) <= MOVE
            looks = piece.looks[start - len(between) : start]
            if right and all(map(_alike, between, repeat(self._look), looks)):
                self._sent.append(between)
            else:
                self._sent.append(_right(there - here))


def _right(columns: int) -> str:
    """Return a move of the cursor to the right."""
    return f"\x1b[{columns}C" if columns > 1 else "\x1b[C" * columns


def _runs(piece: Piece, places: list[int]) -> Iterator[Run]:
    """Yield the neighbours of one look among the places of a piece."""
    text, looks = piece.text, piece.looks
    at, last = 0, len(places)
    while at < last:
        start = end = places[at]
        look = looks[start]
        while at < last and places[at] == end and (looks[end] is look or looks[end] == look):
            at, end = at + 1, end + 1
        yield Run(start, end, text[start:end], look)


def _without(runs: list[Run], written: list[Run]) -> list[Run]:
    places = {run.start for run in written}
    return [run for run in runs if run.start not in places]


def _sweep(runs: list[Run], look: Look) -> list[Run]:
    """Return the runs to be written in the look of the first one, without a change of it."""
    found: list[Run] = []
    straight, end = 0, runs[0].start
    for run in runs:
        if run.start - end > NEAR:
            break
        if run.suits(look):
            found.append(run)
            end = run.end
        elif not straight:
            straight = len(found)
            if len(change(run.look, look)) < LONG:
                break
    return found if len(found) - straight >= TURNS else found[: straight or None]


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
