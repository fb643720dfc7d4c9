"""The pictures of a battle's web page; each moment is packed when it is added, so that no moment
has to be kept.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

import msgspec

from engine.base.text import clean
from engine.game.chart import Board, Hexes, Hull, Scene
from engine.game.panel import SideLine
from engine.review.report import Moment, Story
from engine.review.spectators import ShipState
from tui.share.canvas import Canvas, Corners, around, board_parts, canvas, ships_corners
from tui.share.marks import OWNERS, SHIPS, SMOKE, Label, Place, layer_of, placed, render_mark, ways
from tui.share.packing import Elements, Table, diff_lists

CODE = 4
"""A ship's key of at most this many letters is shown with her name; a longer key is only an id."""
RECENT = 1024
"""The maximum number of drawn elements whose texts are remembered."""
LISTS = ("u", "o", "r")
"""The names, in the data of a step, of its three lists: elements below the ships; ships with
everything above them; rows of the list of ships."""
TEXTS = ("b", "w", "s", "d")
"""The names, in the data of a step, of its four texts: visible part, box of the whole sea, status,
dice."""
Lists = tuple["array[int]", "array[int]", "array[int]"]


class Opening(NamedTuple):
    """The first moment; the page shows it even without a script."""

    status: str
    box: str
    chart: str
    fleet: str


class _Sight(NamedTuple):
    """What decides which part of the sea is visible, from one moment on until the next `_Sight`."""

    at: int
    """The index of the first moment for which it holds."""
    board: Board
    frame: Canvas
    corners: Corners | None
    """The corners of the rectangle around the ships afloat; None without ships."""


class _Drawn(NamedTuple):
    """A scene and the numbers of its drawn elements (see `Pictures`), in four lists: `board` is
    drawn first, then over it `bottom`, `top` and `over`.
    """

    of: Scene
    place: Place
    board: list[int]
    bottom: array[int]
    """The elements below the smoke."""
    top: array[int]
    """The elements between the smoke and the ships."""
    over: array[int]


class Pictures:
    """The moments of a page, packed one by one in their order; no entry is left out.

    Each element and text is stored once and numbered; a moment consists of such numbers. Where
    nothing has changed, it shares the array of the moment before. So 10,000 moments of sixty ships
    take some 20 megabytes.
    """

    def __init__(self) -> None:
        self.first = 0
        """The entry of the first moment."""
        self.told: list[str] = []
        """The lines of the log of each moment, as one text; '' for none."""
        self._elements = Elements()
        self._boards: dict[Hexes, list[int]] = {}
        """{open sea: numbers of its elements}. These elements fill the whole picture, whose size is
        known only at the end."""
        self._statuses, self._rows, self._dice = Table(), Table(), Table()
        self._lists: list[Lists] = []
        """For each moment: the numbers of the elements below the ships; of the ships and everything
        above them; of the rows of the list of ships."""
        self._status_of, self._dice_of = array("i"), array("i")
        self._sights: list[_Sight] = []
        self._shown: Moment | None = None
        self._scene: _Drawn | None = None
        """The latest scene that was drawn."""
        self._hulls: dict[int, tuple[Hull, Label | None, int]] = {}
        """{id() of a hull in the latest moment: the hull, its label, the number of its element}."""
        self._recent: dict[str, int] = {}
        """{text of an element that was drawn recently: its number}; the same elements are often
        drawn again."""
        self._roster: dict[int, tuple[object, int]] = {}
        """{id() of a row in the latest moment's list of ships: (the row, its number)}."""
        self._opening: dict[int, str] = {}
        """{number: text} of the elements of the first moment."""

    def add(self, moment: Moment) -> None:
        """Add the next moment of the battle."""
        shown, scene = self._shown, moment.scene
        if shown is None:
            self.first = moment.n
        if shown is None or shown.scene is not scene:
            self._sights.append(
                _Sight(len(self._lists), scene.board, canvas(scene), ships_corners(scene))
            )
        still = shown and not (shown.smoke or shown.tracks or moment.smoke or moment.tracks)
        if shown and still and shown.scene is moment.scene:
            below, over = self._lists[-1][:2]
        else:
            below, over = self._drawn(moment)
        if shown and moment.ships is shown.ships:
            roster = self._lists[-1][2]
        else:
            roster, rows = array("i"), dict[int, tuple[object, int]]()
            for row in moment.ships:
                known = self._roster.get(id(row)) or (row, self._rows.number(_row_html(row)))
                rows[id(row)] = known
                roster.append(known[1])
            self._roster = rows
        lists = below, over, roster
        self._lists.append(self._lists[-1] if self._lists and self._lists[-1] == lists else lists)
        self._status_of.append(self._statuses.number(clean(moment.status)))
        thrown = ""
        for each in moment.dice:
            faces = "".join(f"<span>{plain(face)}</span>" for face in each.faces)
            thrown += f"<p>{plain(each.title)} {faces}</p>"
        self._dice_of.append(self._dice.number(thrown))
        self.told.append(clean("; ".join(moment.lines)) or "The start." * (moment.n == 0))
        self._shown = moment

    def _drawn(self, moment: Moment) -> tuple[array[int], array[int]]:
        """Return (numbers of the elements below the ships, numbers of the ships and everything
        above them), those at the bottom first.

        New elements get their numbers in this order.
        """
        had, scene = self._scene, moment.scene
        if had is None or had.of.board != scene.board:
            self._hulls = {}
        if had is None or had.of is not scene:
            marks, place = placed(scene)
            lower = [mark for mark in marks if layer_of(mark) <= SMOKE]
            upper = marks[len(lower) :]
            drawn = self._scene = _Drawn(
                scene, place, self._board(scene), array("i"), array("i"), array("i")
            )
        else:
            drawn, lower, upper = had, [], []
        below = array("i", drawn.board)
        if moment.tracks:
            below.append(self._number(ways(moment.tracks, scene.board)))
        drawn.bottom.extend(self._number(render_mark(mark, drawn.place)) for mark in lower)
        below += drawn.bottom
        below.extend(self._number(render_mark(mark, drawn.place)) for mark in moment.smoke)
        hulls: dict[int, tuple[Hull, Label | None, int]] = {}
        for mark in upper:
            if type(mark) is Hull:
                label, known = drawn.place.words.get(mark.key), self._hulls.get(id(mark))
                if known is None or known[1] != label:
                    known = mark, label, self._number(render_mark(mark, drawn.place))
                hulls[id(mark)] = known
                drawn.over.append(known[2])
            else:
                row = drawn.top if layer_of(mark) < SHIPS else drawn.over
                row.append(self._number(render_mark(mark, drawn.place)))
        if had is not drawn:
            self._hulls = hulls
        return below + drawn.top, drawn.over

    def _number(self, text: str) -> int:
        number = self._recent.get(text)
        if number is None:
            if len(self._recent) > RECENT:
                self._recent.clear()
            self._recent[text] = number = self._elements.number(text)
        if self._shown is None:
            self._opening[number] = text
        return number

    def _board(self, scene: Scene) -> list[int]:
        """Return the numbers of the elements that draw a scene's board."""
        board = scene.board
        if not isinstance(board, Hexes):
            return list(map(self._number, board_parts(board, canvas(scene))))
        if board not in self._boards:
            parts = board_parts(board, canvas(scene))
            self._boards[board] = [self._elements.reserve() for _ in parts]
        return self._boards[board]

    def pack(self, story: Story) -> tuple[Opening, Iterator[tuple[str, Any]]]:
        """Return (first moment, data for the page's script as pairs of name and value).

        Some values are iterators. No moment can be added afterwards.
        """
        self._recent.clear()
        seas = [each.frame for each in self._sights if isinstance(each.board, Hexes)]
        whole = seas[0] if seas else None
        for each in seas:
            whole = whole.joined(each) if whole else each
        reserved = {
            number: text
            for board, numbers in self._boards.items()
            for number, text in zip(numbers, board_parts(board, whole or seas[0]), strict=True)
        }
        patterns, places = self._elements.pack(reserved)
        boxes = Table()
        box_of, whole_of = array("i"), array("i")
        for near, frame in self._canvases([n for _, n in story.turns], whole):
            box_of.append(boxes.number(near.view_box))
            whole_of.append(boxes.number(frame.view_box))
        elements = self._opening | reserved
        below, over, roster = self._lists[0]
        opening = Opening(
            self._statuses.entries[self._status_of[0]],
            boxes.entries[0],
            "".join(elements[number] for number in (*below, *over)),
            "".join(self._rows.entries[number] for number in roster),
        )
        texts = zip(box_of, whole_of, self._status_of, self._dice_of, strict=True)
        return opening, iter(
            {
                "first": self.first,
                "end": story.end,
                "parts": patterns,
                "statuses": self._statuses.entries,
                "boxes": boxes.entries,
                "rows": self._rows.entries,
                "dice": self._dice.entries,
                "steps": self._steps(places, texts),
            }.items()
        )

    def _canvases(
        self, turns: Iterable[int], whole: Canvas | None
    ) -> Iterator[tuple[Canvas, Canvas]]:
        """Yield (visible part of the sea, whole picture) for each moment.

        The visible part is where the ships are in the moment's turn. It stays the same for the
        whole turn, so that the picture does not move with every step. On an open sea the whole
        picture is the same for all moments.
        """
        starts = sorted(set(turns))
        places = [each.at for each in self._sights]
        seen = [
            (bisect_right(starts, self.first + at), bisect_right(places, at) - 1)
            for at in range(len(self._lists))
        ]
        frames = [
            whole if whole and isinstance(each.board, Hexes) else each.frame
            for each in self._sights
        ]
        near: dict[int, Canvas] = {}
        for turn, number in dict.fromkeys(seen):
            sight = self._sights[number]
            here = around(sight.corners, sight.board, frames[number])
            near[turn] = near[turn].joined(here) if turn in near else here
        yield from ((near[turn], frames[number]) for turn, number in seen)

    def _steps(
        self, places: Sequence[int], texts: Iterable[tuple[int, ...]]
    ) -> Iterator[dict[str, Any]]:
        """Yield for each moment what has changed since the one before; for the first moment, all of
        it.
        """
        had: Lists | None = None
        had_texts: Sequence[int | None] = (None,) * len(TEXTS)
        old: dict[str, list[int]] = {name: [] for name in LISTS}
        for lists, now in zip(self._lists, texts, strict=True):
            step: dict[str, Any] = {
                name: text
                for name, text, before in zip(TEXTS, now, had_texts, strict=True)
                if text != before
            }
            for name, numbers, before in zip(LISTS, lists, had or lists, strict=True):
                if had and numbers is before:
                    continue
                new = [places[each] for each in numbers] if name != "r" else list(numbers)
                if new != old[name]:
                    step[name] = diff_lists(old[name], new)
                    old[name] = new
            yield step
            had, had_texts = lists, now


def _row_html(row: SideLine | ShipState) -> str:
    """Return a row of the list of ships as HTML: the heading of a side, or a ship."""
    if isinstance(row, SideLine):
        points = ", ".join(filter(None, (row.points, row.tip)))
        return f'<h3 class="{row.style}">{plain(row.name)} <small>{plain(points)}</small></h3>'
    name = " ".join(dict.fromkeys((row.key, row.name))) if len(row.key) <= CODE else row.name
    left = "".join(_track(*track) for track in row.tracks)
    owner = row.owner[:1].lower()
    return (
        f'<p data-ship="{plain(row.key)}">'
        f'<b class="side_{owner if owner in OWNERS else "a"}">{plain(name)}</b> '
        f"<span>{plain(row.kind)}</span>{left}<i>{plain(row.doing)}</i></p>"
    )


def _track(word: str, filled: int, total: int) -> str:
    said = f"{word} {filled} of {total}"
    return (
        f'<label>{plain(word)} <meter min="0" max="{total}" value="{filled}" '
        f'title="{plain(said)}"></meter> {filled}/{total}</label>'
    )


def plain(text: str) -> str:
    """Return a text escaped for HTML, as content or in an attribute."""
    return escape(clean(text))


def encoded(pairs: Iterable[tuple[str, Any]]) -> Iterator[bytes]:
    """Yield pairs of name and value as one JSON object, piece by piece; an iterator becomes a
    list.
    """
    for number, (name, value) in enumerate(pairs):
        yield b",{"[number == 0 :][:1] + msgspec.json.encode(name) + b":"
        if not isinstance(value, Iterator):
            yield msgspec.json.encode(value)
            continue
        yield b"["
        for at, item in enumerate(value):
            yield b"," * (at > 0) + msgspec.json.encode(item)
        yield b"]"
    yield b"}"
