"""The pictures of a page, packed moment by moment, so that no moment needs to be kept."""

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
"""A ship's key of at most this many letters is shown with her name; longer keys are mere ids."""
RECENT = 1024
"""The maximum number of elements whose text is kept."""
LISTS = ("u", "o", "r")
"""The names of a moment's lists in the data of a step: elements under the ships, ships with the
elements over them, rows of the roster."""
TEXTS = ("b", "w", "s", "d")
"""The names of the texts of a moment in a step: view box, the box of the whole sea, status, dice.
"""
Lists = tuple["array[int]", "array[int]", "array[int]"]


class Opening(NamedTuple):
    """The first moment, which the page shows without a script."""

    status: str
    box: str
    chart: str
    fleet: str


class _Sight(NamedTuple):
    """The facts that decide which part of the sea is in view, from one moment on."""

    at: int
    """The index of the first moment."""
    board: Board
    frame: Canvas
    corners: Corners | None
    """The corners of the ships afloat."""


class _Drawn(NamedTuple):
    """The elements of a scene, by number, bottom layer first."""

    of: Scene
    place: Place
    board: list[int]
    bottom: array[int]
    """The elements below the smoke."""
    top: array[int]
    """The elements between the smoke and the ships."""
    over: array[int]


class Pictures:
    """The moments of a page, packed one by one in their order; the entries have no gap.

    Elements and texts are stored once. A moment is stored as the numbers of its elements and texts.
    Where nothing has changed, it shares the array of the moment before: 10,000 moments of sixty
    ships take some 20 megabytes.
    """

    def __init__(self) -> None:
        self.first = 0
        """The number of the first entry."""
        self.told: list[str] = []
        """The lines of the log of each moment, as one text; '' for none."""
        self._elements = Elements()
        self._boards: dict[Hexes, list[int]] = {}
        """For each open sea, the numbers of its elements: they fill the whole picture, whose size
        is known only at the end."""
        self._statuses, self._rows, self._dice = Table(), Table(), Table()
        self._lists: list[Lists] = []
        """For each moment the numbers of the elements below the ships, of the ships with all
        elements above them, and of the rows of the roster."""
        self._status_of, self._dice_of = array("i"), array("i")
        self._sights: list[_Sight] = []
        self._shown: Moment | None = None
        self._scene: _Drawn | None = None
        """The latest scene that was drawn."""
        self._hulls: dict[int, tuple[Hull, Label | None, int]] = {}
        """The elements of the latest moment's hulls, by the id of the mark."""
        self._recent: dict[str, int] = {}
        """{text of an element that was drawn recently: its number}; many elements are drawn again.
        """
        self._roster: dict[int, tuple[object, int]] = {}
        """The rows of the latest moment's roster, by the id of the row."""
        self._opening: dict[int, str] = {}
        """The elements of the first moment."""

    def add(self, moment: Moment) -> None:
        """Add the next moment."""
        shown, scene = self._shown, moment.scene
        if shown is None:
            self.first = moment.n
        if shown is None or shown.scene is not scene:
            self._sights.append(
                _Sight(len(self._lists), scene.board, canvas(scene), ships_corners(scene))
            )
        if shown and _looks_alike(shown, moment):
            below, over = self._lists[-1][:2]
        else:
            below, over = self._drawn(moment)
        if shown and moment.ships is shown.ships:
            roster = self._lists[-1][2]
        else:
            roster = self._numbered(moment.ships)
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
        """Return the numbers of the elements below the ships, and of the ships with all elements
        above them, both bottom layer first. Elements get their numbers in this order.
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
        """Return the numbers of the elements of a scene's board."""
        board = scene.board
        if not isinstance(board, Hexes):
            return list(map(self._number, board_parts(board, canvas(scene))))
        if board not in self._boards:
            parts = board_parts(board, canvas(scene))
            self._boards[board] = [self._elements.reserve() for _ in parts]
        return self._boards[board]

    def _numbered(self, ships: Iterable[SideLine | ShipState]) -> array[int]:
        """Return the numbers of the rows of a roster."""
        numbers, rows = array("i"), dict[int, tuple[object, int]]()
        for row in ships:
            known = self._roster.get(id(row)) or (row, self._rows.number(_row_html(row)))
            rows[id(row)] = known
            numbers.append(known[1])
        self._roster = rows
        return numbers

    def pack(self, story: Story) -> tuple[Opening, Iterator[tuple[str, Any]]]:
        """Return the first moment, and the data for the page's script as pairs of a name and a
        value; some values are iterators. No moment can be added afterwards.
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
        """Yield for each moment the part of the sea in view, and the whole picture.

        The part in view is the region of the ships in their turn. It stays the same for a whole
        turn, so that the picture does not move with every step. On an open sea the whole picture is
        the same in all moments.
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
        """Yield what has changed since the moment before; for the first one, all of it."""
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


def _looks_alike(one: Moment, other: Moment) -> bool:
    """Tell whether the charts of two moments are the same."""
    return one.scene is other.scene and not (one.smoke or one.tracks or other.smoke or other.tracks)


def _row_html(row: SideLine | ShipState) -> str:
    """Return a row of the roster: the heading of a side, or a ship."""
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
    """Return a text escaped for an element or an attribute."""
    return escape(clean(text))


def encoded(pairs: Iterable[tuple[str, Any]]) -> Iterator[bytes]:
    """Yield pairs of a name and a value as one JSON object, piece by piece; the items of an
    iterator become a list.
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
