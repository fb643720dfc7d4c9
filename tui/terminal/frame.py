"""Frames: only the cells that have changed since the previous frame are sent.

Textual would send a whole screen, or the rows that widgets report as changed. Here both are
compared with the cells that the terminal already shows. When the colour changes, only the
parameters that differ from the cell before are sent; the text colour of a blank does not matter.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain, count, repeat
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from rich.color import ColorSystem
from textual._compositor import CompositorUpdate, LayoutUpdate

from engine.base.text import HALF
from tui.terminal.cells import as_sent
from tui.terminal.guard import one_cell
from tui.terminal.looks import PLAIN, Ink, Look, ground_of, look_of, style_change

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from tui.terminal.page import Line


K = TypeVar("K")
V = TypeVar("V")
UNKNOWN = "\0"
"""The character that stands for a cell whose content is unknown."""
MOVE = 4
"""The number of bytes of a short move of the cursor to the right. If the unchanged cells in between
need no more bytes, they are sent again instead."""
LONG = 8
"""The number of bytes of a move of the cursor to any place. If a colour code is longer, all cells
of one colour are sent before those of the next."""


class Patch(NamedTuple):
    """A changed piece of a row, and the row and column where it starts on the screen."""

    row: int
    column: int
    line: Line


class Piece(NamedTuple):
    """A piece of a row as the terminal shows it: characters, and a look (colours and flags) for
    each.
    """

    row: int
    column: int
    text: str
    looks: Sequence[Look]


def pieces_of(patches: Iterable[Patch], ink: Ink, system: ColorSystem | None) -> Iterator[Piece]:
    """Yield patches as pieces, with their styles as the looks (colours and flags) of one
    terminal.
    """
    known: dict[str, Look] = {}
    for row, column, line in patches:
        looks: list[Look] = []
        for token, text in line:
            look = known.get(token)
            if look is None:
                look = known[token] = look_of(ink.style(token), system)
            looks += [look] * len(text)
        yield Piece(row, column, "".join(text for _, text in line), looks)


class Cells(NamedTuple):
    """The cells of a row that are known, from its first column on."""

    text: str = ""
    looks: Sequence[Look] = ()

    def over(self, piece: Piece) -> Cells:
        """Return the row after a piece was written over it."""
        start, end = piece.column, piece.column + len(piece.text)
        if not start and end >= len(self.text):
            return Cells(piece.text, piece.looks)
        text, looks = self.text, list(self.looks)
        if (more := end - len(text)) > 0:
            text, looks = text + UNKNOWN * more, looks + [PLAIN] * more
        looks[start:end] = piece.looks
        return Cells(f"{text[:start]}{piece.text}{text[end:]}", looks)


class Screenful(NamedTuple):
    """All cells that a terminal is known to show, by row.

    Two of them are equal only if they are the same object: terminals that show the same share one.
    """

    rows: Mapping[int, Cells]


class Sent(NamedTuple):
    """The text that was sent for a frame, and the cells that the terminal shows after it."""

    text: str
    shows: Screenful


class PlacedLine(NamedTuple):
    """A line of runs (style, text), and the column of the row at which it begins."""

    column: int
    line: Line


class PaintedLine(NamedTuple):
    """A line with the column where it begins, and its cells, which are computed only once."""

    column: int
    line: Line
    cells: Cells


_NOTHING = PaintedLine(-1, (), Cells())


def _extent(painted: PaintedLine) -> tuple[int, int]:
    return painted.column, len(painted.cells.text)


class Painter:
    """Puts lines together to whole rows; later lines cover earlier ones.

    The cells of a line are cached, because a film shows most lines many times, though not always in
    the same row.
    """

    def __init__(self, columns: int, ink: Ink, system: ColorSystem | None) -> None:
        self.columns = columns
        self._blank = self._cells_of((("text", " " * columns),), ink, system)
        self._painted: dict[int, Sequence[PaintedLine]] = {}
        self.cells = lru_cache(4096)(partial(self._cells_of, ink=ink, system=system))

    def pieces(self, rows: Iterable[Sequence[PlacedLine]]) -> Iterator[Piece]:
        """Yield the pieces in which rows differ from those of the call before."""
        for number, laid in enumerate(rows):
            had = self._painted.get(number)
            now = tuple(
                old
                if line is old.line and column == old.column
                else PaintedLine(column, line, self.cells(line))
                for (column, line), old in zip(
                    laid, chain(had or (), repeat(_NOTHING)), strict=False
                )
            )
            self._painted[number] = now
            if had is None or [_extent(each) for each in now] != [_extent(each) for each in had]:
                yield self._whole(number, now)
            else:
                yield from self._changed(number, now, had)

    def _changed(
        self, row: int, now: Sequence[PaintedLine], had: Sequence[PaintedLine]
    ) -> Iterator[Piece]:
        """Yield the lines of a row that have changed, and the lines that cover them."""
        first, end = self.columns, 0
        for (column, _, cells), old in zip(now, had, strict=True):
            last = column + len(cells.text)
            same = cells is old.cells or cells == old.cells
            if same and (column >= end or last <= first):
                continue
            first, end = min(first, column), max(end, last)
            yield Piece(row, column, cells.text, cells.looks)

    def _whole(self, row: int, painted: Iterable[PaintedLine]) -> Piece:
        """Return a row as the terminal shows it; columns without a line are blank."""
        text, looks = self._blank
        looks = list(looks)
        for column, _, (over, own) in painted:
            end = column + len(over)
            text = f"{text[:column]}{over}{text[end:]}"
            looks[column:end] = own
        return Piece(row, 0, text, looks)

    @staticmethod
    def _cells_of(line: Line, ink: Ink, system: ColorSystem | None) -> Cells:
        text, looks = "", list[Look]()
        for token, signs in line:
            text += one_cell(signs)
            looks += [look_of(ink.style(token), system)] * len(signs)
        return Cells(text, looks)


EMPTY = Screenful({})
"""The screen of a terminal whose content is unknown."""
KEPT = 32
"""The maximum number of cached frames.

A frame can be used again for every terminal that shows the same cells before and after it: on a
host, for all who watch a battle in the same size and colours."""
_sent: OrderedDict[tuple[int, Hashable], tuple[Screenful, Sent]] = OrderedDict()
_screenfuls: OrderedDict[Hashable, Screenful] = OrderedDict()
"""Recent screens by their content: {rows, texts and looks of all cells: the `Screenful` with that
content}. So terminals that show the same share one `Screenful`, and with it their frames."""


class ScreenBuffer:
    """The cells that a terminal shows, as far as this program knows them."""

    def __init__(self) -> None:
        self._shows = EMPTY

    def forget(self) -> None:
        """Record that no cell is known: after a resize, or after output of other programs."""
        self._shows = EMPTY

    def draw(self, pieces: Iterable[Piece]) -> str:
        """Return the text that makes the terminal show the pieces; it begins and ends in the plain
        style.
        """
        before: dict[int, Cells] = {}
        spans: dict[int, tuple[int, int]] = {}
        rows = dict(self._shows.rows)
        for piece in pieces:
            row = rows.get(piece.row, Cells())
            before.setdefault(piece.row, row)
            first, end = spans.get(piece.row, (piece.column, 0))
            last = piece.column + len(piece.text)
            spans[piece.row] = min(first, piece.column), max(end, last)
            rows[piece.row] = row.over(piece)
        pen = Pen(rows)
        runs: list[Run] = []
        for number, was in before.items():
            runs += _runs(number, was, rows[number], *spans[number])
        for run in _in_layers(runs):
            pen.write(run)
        self._shows = Screenful(rows)
        return pen.done()

    def draw_cached(self, drawn: Hashable, pieces: Callable[[], Iterable[Piece]]) -> str:
        """Return the same text as `draw`, from a cache if possible; equal keys `drawn` must mean
        equal pieces.

        The text depends only on this key and on the cells shown so far. So nobody gets what only
        others may see.
        """
        key = id(self._shows), drawn
        found = _sent.get(key)
        if found is None or found[0] is not self._shows:
            before = self._shows
            found = before, Sent(self.draw(pieces()), self._shows)
            _keep(_sent, key, found)
        self._shows = found[1].shows
        return found[1].text

    def settle(self) -> None:
        """Use the same object for the cells as another terminal that shows exactly the same, so
        that `draw_cached` finds its frames.
        """
        rows = self._shows.rows
        key = tuple((row, cells.text, tuple(cells.looks)) for row, cells in sorted(rows.items()))
        self._shows = _screenfuls.get(key, self._shows)
        _keep(_screenfuls, key, self._shows)


def _keep(kept: OrderedDict[K, V], key: K, value: V) -> None:
    """Put a value into a cache of at most `KEPT` entries; the entry that was used least recently is
    dropped.
    """
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)


Run: TypeAlias = tuple[int, int, str, Look, bool]
"""Adjacent cells that look the same: (row, first column, characters, look, whether all are blanks).
It is a plain tuple for speed, because a film has half a million of them."""


def _alike(sign: str, one: Look, other: Look) -> bool:
    """Tell whether a character looks the same in two looks (colours and flags)."""
    return one is other or one == other or (sign == " " and ground_of(one) == ground_of(other))


def _runs(row: int, was: Cells, now: Cells, first: int, last: int) -> list[Run]:
    """Return the changed cells of a row as runs.

    Only columns from `first` to before `last` may have changed. Blanks belong to the run beside
    them if the background is the same.
    """
    text, looks = now
    signs, looked = was[0][first:last], was[1][first:last]
    if (more := last - first - len(signs)) > 0:
        signs, looked = signs + UNKNOWN * more, [*looked, *[PLAIN] * more]
    runs: list[Run] = []
    start, end, look, bare = 0, -1, PLAIN, True
    new, old, alike, blank_alike = PLAIN, PLAIN, True, True
    # Fast path: most cells are unchanged, with the same sign and the same look object.
    pairs = zip(count(first), text[first:last], signs, looks[first:last], looked, strict=False)
    changed = [each for each in pairs if each[1] != each[2] or each[3] is not each[4]]
    for at, sign, sign_before, wanted, had in changed:
        if sign == sign_before:
            if wanted is not new or had is not old:  # neighbours usually have the same looks
                new, old = wanted, had
                alike, blank_alike = new == old, _alike(" ", new, old)
            if alike or (blank_alike and sign == " "):
                continue
        if sign == UNKNOWN:
            continue
        if at == end and (wanted is look or _alike(sign, wanted, look)):
            end += 1
        elif start < end < at <= end + MOVE and wanted is look and _through(now, end, at):
            end, bare = at + 1, False  # rewriting the cells between is shorter than a move
        elif at == end and bare and ground_of(wanted) == ground_of(look):
            end, look = end + 1, wanted
        else:
            if end > start:
                runs.append(_whole(row, start, end, text, look))
            start, end, look, bare = at, at + 1, wanted, True
        bare = bare and sign == " "
    if end > start:
        runs.append(_whole(row, start, end, text, look))
    return runs


def _through(cells: Cells, end: int, at: int) -> bool:
    """Tell whether a run that ends before column `end` may go on through unchanged cells to the
    cell `at`, which looks the same as the run.
    """
    between, look = cells.text[end:at], cells.looks[at]
    known = between.isascii() and UNKNOWN not in between
    return known and all(each is look for each in cells.looks[end:at])


def _whole(row: int, start: int, end: int, text: str, look: Look) -> Run:
    """Return the cells from `start` to before `end` as a run; it never begins or ends inside a wide
    character.
    """
    if text[start] == HALF:
        start -= 1
    if text[end : end + 1] == HALF:
        end += 1
    signs = text[start:end]
    return row, start, signs, look, not signs.strip(" ")


def _in_layers(runs: list[Run]) -> Iterable[Run]:
    """Return runs in the order in which to send them: by look, where colour codes are long."""
    looked = dict.fromkeys(run[3] for run in runs)
    if all(max(len(look.text), len(look.ground)) < LONG for look in looked):
        return runs
    signed = dict.fromkeys(look for _, _, _, look, blank in runs if not blank)
    grounds = {ground_of(look): look for look in signed}
    layers: dict[Look, list[Run]] = {}
    for run in sorted(runs, key=_place):
        look = run[3]
        if run[4]:
            look = grounds.setdefault(ground_of(look), look)
        layers.setdefault(look, []).append(run)
    looks = sorted(layers, key=lambda look: (look.ground, look.flags, look.text))
    return [run for look in looks for run in layers[look]]


_place = itemgetter(0, 1)
"""Row and column of a run."""


class Pen:
    """Turns runs into moves of the cursor, changes of colour, and characters.

    `rows` are the cells that the terminal is to show in the end.
    """

    def __init__(self, rows: Mapping[int, Cells]) -> None:
        self._rows = rows
        self._sent: list[str] = []
        self._look = PLAIN
        self._place = -1, -1

    def write(self, run: Run) -> None:
        """Write a run."""
        row, column, text, look, blank = run
        # If the cell is near, the cells in between are written again instead of a move of the
        # cursor.
        here_row, here = self._place
        if here_row != row or column < here:
            self._sent.append(f"\x1b[{row + 1};{column + 1}H")
        elif here < column:
            between = self._rows[row].text[here:column] if column - here <= MOVE else ""
            looks = self._rows[row].looks[here:column]
            if 0 < len(between.encode()) <= MOVE and all(
                map(_alike, between, repeat(self._look), looks)
            ):
                self._sent.append(as_sent(between))
            else:
                self._sent.append(f"\x1b[{column - here}C" if column > here + 1 else "\x1b[C")
        if blank:
            look = self._look.behind(look)
        if look is not self._look:
            self._sent.append(style_change(self._look, look))
        self._sent.append(as_sent(text))
        self._look, self._place = look, (row, column + len(text))

    def done(self) -> str:
        """Return the text to send; it ends in plain style."""
        self._sent.append(style_change(self._look, PLAIN))
        return "".join(self._sent)


class Frame(CompositorUpdate):
    """A frame to be drawn; only changed cells of its pieces are sent."""

    def __init__(self, shown: ScreenBuffer) -> None:
        self.shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield nothing, because Textual sends this frame with `render_segments`."""
        return ()

    @abstractmethod
    def render_segments(self, console: Console) -> str:
        """Return the text of the frame to be sent to the terminal."""

    @abstractmethod
    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the pieces of the frame from the top, in the colours of a terminal."""


class PatchFrame(Frame):
    """A frame that draws some patches and leaves all other cells as they are."""

    def __init__(self, patches: Iterable[Patch], ink: Ink, shown: ScreenBuffer) -> None:
        super().__init__(shown)
        self.patches = sorted(patches)  # adjacent patches of a row need no cursor move
        self.ink = ink

    def render_segments(self, console: Console) -> str:
        system = console._color_system
        drawn = tuple(self.patches), self.ink.palette, self.ink.depth, self.ink.bare, system
        return self.shown.draw_cached(drawn, lambda: self.pieces(system))

    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the patches from the top, in the colours of a terminal."""
        return pieces_of(self.patches, self.ink, system)


class WholeFrame(Frame):
    """A frame with a whole screen, which Textual has composed."""

    def __init__(self, update: LayoutUpdate, shown: ScreenBuffer) -> None:
        super().__init__(shown)
        self.update = update

    def render_segments(self, console: Console) -> str:
        text = self.shown.draw(self.pieces(console._color_system))
        self.shown.settle()
        return text

    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the rows of the screen from the top, in the colours of a terminal."""
        left, top, _, _ = self.update.region
        for row, strips in enumerate(self.update.strips, top):
            texts: list[str] = []
            looks: list[Look] = []
            for strip in strips:
                for text, style, _ in strip:
                    texts.append(text)
                    looks += [look_of(style, system) if style else PLAIN] * len(text)
            yield Piece(row, left, "".join(texts), looks)
