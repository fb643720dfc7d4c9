"""Frames: the shortest escape sequences (SGR) that turn the shown cells into the wanted ones.

Textual sends every run with both colours in full, and a reset after it. Neighbours on a chart share
most of that, even across a cursor move.
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
from tui.terminal.looks import PLAIN, Ink, Look, change, ground_of, look_of

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

    from tui.terminal.runs import Line


_STYLE = re.compile(r"\x1b\[([0-9;]*)m")
_COLOUR = re.compile(r"(?<!\d)(?:[34]8;(?:5;\d+|2;\d+;\d+;\d+)|(?:[349]|10)[0-7])(?=;|$)")


BOLD, REVERSED = "1", "7"
_OFF = {BOLD: "22", REVERSED: "27"}
"""The parameters that switch a flag off, where there are colours."""


class Look(NamedTuple):
    """A style as parameters of the escape sequence; '' is the terminal's own colour."""

    flags: tuple[str, ...] = ()
    """`1` bold, `7` reversed, and any other that Textual sets."""
    text: str = ""
    ground: str = ""

    def behind(self, blank: Look) -> Look:
        """Return the look for writing spaces: this one if its spaces look like those of `blank`,
        else one that matches.
        """
        if ground_of(self) == ground_of(blank):
            return self
        bold = self.flags if self.flags == (BOLD,) else ()
        return blank if _seen(blank) else Look(bold, self.text, blank.ground)


PLAIN = Look()


def _look(code: str) -> Look:
    """Return the look that some parameters set."""
    colours = _COLOUR.findall(code)
    others = _COLOUR.sub("", code).split(";")
    flags = tuple(sorted(flag for flag in others if flag not in ("", "0", "39", "49")))
    text = next((colour for colour in colours if colour[0] in "39"), "")
    ground = next((colour for colour in colours if colour[0] in "41"), "")
    return Look(flags, text, ground)


@lru_cache(1024)
def look_of(style: Style, system: ColorSystem | None) -> Look:
    """Return the look of a style in a colour system."""
    code = _STYLE.match(Strip.render_style(style, " ", system or ColorSystem.TRUECOLOR))
    return _look(code[1]) if code else PLAIN


@lru_cache(1024)
def ground_of(look: Look) -> tuple[tuple[str, ...], str]:
    """Return the visible part of a space: the flags that it shows, and its background colour."""
    return _seen(look), look.text if REVERSED in look.flags else look.ground


def _seen(look: Look) -> tuple[str, ...]:
    return tuple(flag for flag in look.flags if flag != BOLD)


@lru_cache(1024)
def change(now: Look, wanted: Look) -> str:
    """Return the shortest escape sequence from one look to another, '' for equal ones."""
    if now == wanted:
        return ""
    ways = [["0", *_steps(PLAIN, wanted)]]
    fallen = set(now.flags) - set(wanted.flags)
    coloured = any((now.text, now.ground, wanted.text, wanted.ground))
    if not fallen or (coloured and fallen <= set(_OFF)):
        # a terminal without colours may know no other way to reset
        ways.append(_steps(now, wanted))
    codes = min(ways, key=lambda way: len(";".join(way)))
    return f"\x1b[{'' if codes == ['0'] else ';'.join(codes)}m"


def _steps(now: Look, wanted: Look) -> list[str]:
    """Return the parameters from one look to another without a reset."""
    codes = [_OFF[flag] for flag in now.flags if flag not in wanted.flags]
    codes += (flag for flag in wanted.flags if flag not in now.flags)
    codes += [wanted.text or "39"] * (wanted.text != now.text)
    codes += [wanted.ground or "49"] * (wanted.ground != now.ground)
    return codes


# The content of a terminal, and frames: of each frame, only the changed cells are sent.
#
# A Textual screen comes as a whole; changes of widgets come as patches of rows. Both are compared
# with the cells that the terminal shows. Of each style change only the difference from the last
# cell sent is written; a blank has no text colour.


K = TypeVar("K")
V = TypeVar("V")
UNKNOWN = "\0"
"""The character of a cell with unknown content."""
MOVE = 4
"""The bytes of a short cursor move to the right: cells that cost no more are sent again instead."""
LONG = 8
"""The bytes of an arbitrary cursor move. If colours take more, all cells of one look are sent
before those of the next."""


class Patch(NamedTuple):
    """A piece of a row, with the row and column of the screen where it starts."""

    row: int
    column: int
    line: Line


class Piece(NamedTuple):
    """A patch as the terminal shows it: a look for each character."""

    row: int
    column: int
    text: str
    looks: Sequence[Look]


def pieces_of(patches: Iterable[Patch], ink: Ink, system: ColorSystem | None) -> Iterator[Piece]:
    """Yield patches as a terminal with this colour system shows them."""
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
    """The known cells of a row from its first column on."""

    text: str = ""
    looks: Sequence[Look] = ()

    def over(self, piece: Piece) -> Cells:
        """Return the row with a piece drawn over it."""
        start, end = piece.column, piece.column + len(piece.text)
        if not start and end >= len(self.text):
            return Cells(piece.text, piece.looks)
        text, looks = self.text, list(self.looks)
        if (more := end - len(text)) > 0:
            text, looks = text + UNKNOWN * more, looks + [PLAIN] * more
        looks[start:end] = piece.looks
        return Cells(f"{text[:start]}{piece.text}{text[end:]}", looks)


class Screenful(NamedTuple):
    """All known cells of a terminal, by row. Equal screens share one object."""

    rows: Mapping[int, Cells]


class Sent(NamedTuple):
    """The output for a terminal in a known state, and its state afterwards."""

    text: str
    shows: Screenful


class Laid(NamedTuple):
    """A line of runs on a row, from a column on."""

    column: int
    line: Line


class Painted(NamedTuple):
    """A line that was laid on a row, and its cells."""

    column: int
    line: Line
    cells: Cells


_NOTHING = Painted(-1, (), Cells())


def _extent(painted: Painted) -> tuple[int, int]:
    return painted.column, len(painted.cells.text)


class Painter:
    """Composes rows of overlapping lines, later ones on top.

    The cells of a line are cached: a film shows most of its lines for many entries, if not in the
    same row.
    """

    def __init__(self, columns: int, ink: Ink, system: ColorSystem | None) -> None:
        self.columns = columns
        self._blank = self._cells_of((("text", " " * columns),), ink, system)
        self._painted: dict[int, Sequence[Painted]] = {}
        self.cells = lru_cache(4096)(partial(self._cells_of, ink=ink, system=system))

    def piece(self, row: int, laid: Iterable[Laid]) -> Piece:
        """Return the row as the terminal shows it; uncovered cells are blank."""
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
"""A terminal with unknown content."""
KEPT = 32
"""The number of recent outputs that are cached for other terminals with the same state and target:
on a host, watchers of a battle with the same size and colours."""
_sent: OrderedDict[tuple[int, Hashable], tuple[Screenful, Sent]] = OrderedDict()
_screenfuls: OrderedDict[Hashable, Screenful] = OrderedDict()
"""A cache of recent whole screens, by all their cells."""


class Shown:
    """The known cells of a terminal."""

    def __init__(self) -> None:
        self._shows = EMPTY

    def forget(self) -> None:
        """Forget all cells, after a change of size or others' output."""
        self._shows = EMPTY

    def draw(self, pieces: Iterable[Piece]) -> str:
        """Return the output that shows the pieces; it begins and ends in the plain style."""
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

    def draw_as(self, drawn: Hashable, pieces: Callable[[], Iterable[Piece]]) -> str:
        """Draw pieces fully described by the key `drawn`; the output for the same key is reused.

        It depends only on that and on the terminal's state, so nobody gets cells that only others
        may see.
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
        """Replace the cells by the shared object of an equal screen."""
        rows = self._shows.rows
        key = tuple((row, cells.text, tuple(cells.looks)) for row, cells in sorted(rows.items()))
        self._shows = _screenfuls.get(key, self._shows)
        _keep(_screenfuls, key, self._shows)


def _keep(kept: OrderedDict[K, V], key: K, value: V) -> None:
    """Cache a value as the latest, dropping old ones."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > KEPT:
        kept.popitem(last=False)


class Run(NamedTuple):
    """Adjacent cells of one look in a row, from a column on."""

    row: int
    column: int
    text: str
    look: Look

    @property
    def blank(self) -> bool:
        """Whether it consists of spaces."""
        return not self.text.strip(" ")


def _alike(sign: str, one: Look, other: Look) -> bool:
    """Tell whether a character looks the same in two looks."""
    return one is other or one == other or (sign == " " and ground_of(one) == ground_of(other))


def _runs(row: int, was: Cells, now: Cells) -> Iterator[Run]:
    """Yield the cells of a row that differ from before, in runs.

    Spaces join neighbours with the same background.
    """
    text, looks = now
    signs, looked = was[0][first:last], was[1][first:last]
    if (more := last - first - len(signs)) > 0:
        signs, looked = signs + UNKNOWN * more, [*looked, *[PLAIN] * more]
    runs: list[Run] = []
    start, end, look, bare = 0, -1, PLAIN, True
    new, old, alike, blank_alike = PLAIN, PLAIN, True, True
    # Most cells are unchanged, with the same objects as sign and look.
    pairs = zip(count(), text, signs, looks, looked, strict=False)
    changed = [each for each in pairs if each[1] != each[2] or each[3] is not each[4]]
    for at, sign, sign_before, wanted, had in changed:
        if sign == sign_before:
            if wanted is not new or had is not old:  # most cells look like the cell before
                new, old = wanted, had
                alike, blank_alike = new == old, _alike(" ", new, old)
            if alike or (blank_alike and sign == " "):
                continue
        if sign == UNKNOWN:
            continue
        if at == end and (wanted is look or _alike(sign, wanted, look)):
            end += 1
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


def _whole(row: int, start: int, end: int, text: str, look: Look) -> Run:
    """Return the cells from `start` to before `end` as a run, without splitting a wide
    character.
    """
    if text[start] == HALF:
        start -= 1
    if text[end : end + 1] == HALF:
        end += 1
    signs = text[start:end]
    return row, start, signs, look, not signs.strip(" ")


def _in_layers(runs: list[Run]) -> Iterable[Run]:
    """Return runs in the order of sending: grouped by look where colours are long."""
    if all(max(len(run.look.text), len(run.look.ground)) < LONG for run in runs):
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
    """Writes runs for a terminal: cursor moves, changes of look, characters."""

    def __init__(self, rows: Mapping[int, Cells]) -> None:
        self._rows = rows
        self._sent: list[str] = []
        self._look = PLAIN
        self._place = -1, -1

    def write(self, run: Run) -> None:
        """Write a run."""
        row, column, text, look, blank = run
        self._go(row, column)
        if blank:
            look = self._look.behind(look)
        if look is not self._look:
            self._sent.append(change(self._look, look))
        self._sent.append(as_sent(text))
        self._look, self._place = look, (row, column + len(text))

    def done(self) -> str:
        """Return the output."""
        self._sent.append(change(self._look, PLAIN))
        return "".join(self._sent)

    def _go(self, row: int, column: int) -> None:
        """Move the cursor to a cell; short moves rewrite the cells in between."""
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


class Frame(CompositorUpdate):
    """Pieces of a screen; only cells that are not shown yet are sent."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield nothing: Textual sends frames by `render_segments`."""
        return ()

    @abstractmethod
    def render_segments(self, console: Console) -> str:
        """Return the text to send to the terminal."""

    @abstractmethod
    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the pieces in a colour system, from the top."""


class PatchFrame(Frame):
    """A frame that draws patches and leaves all other cells unchanged."""

    def __init__(self, patches: Iterable[Patch], ink: Ink, shown: Shown) -> None:
        super().__init__(shown)
        self.patches = sorted(patches)  # neighbours in a row need no move of the cursor
        self.ink = ink

    def render_segments(self, console: Console) -> str:
        system = console._color_system
        drawn = tuple(self.patches), self.ink.palette, self.ink.depth, self.ink.bare, system
        return self.shown.draw_as(drawn, lambda: self.pieces(system))

    def pieces(self, system: ColorSystem | None) -> Iterator[Piece]:
        """Yield the patches."""
        return pieces_of(self.patches, self.ink, system)


class WholeFrame(Frame):
    """A whole screen composed by Textual."""

    def __init__(self, update: LayoutUpdate, shown: Shown) -> None:
        super().__init__(shown)
        self.update = update

    def render_segments(self, console: Console) -> str:
        text = self.shown.draw(self.pieces(console._color_system))
        self.shown.settle()
        return text

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
