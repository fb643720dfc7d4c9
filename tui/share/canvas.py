"""Canvas: where a board lies on a picture, in units of SVG, which run east and south."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor

import msgspec

from engine.game.board import Board, Boxes, Hexes, Page, Sea
from engine.game.chart import Hull, Line, Mark, Scene, Spot, Terrain, Trace
from engine.space.plane.pose import Point

SCALES: dict[type[Board], float] = {Sea: 10.0, Hexes: 20.0, Boxes: 120.0}
"""Units that an inch, the way to the next hex, or a box take: letters of some ten units fit."""
LETTER, ROW = 7.3, 17.0
"""A letter of a page is as wide, and a line as high."""
EDGE = 22.0
"""Units around a table or a board, for what stands beside it."""
AROUND = 3.0
"""Hexes around the ships of an open sea."""


class Canvas(msgspec.Struct, frozen=True):
    """What is seen of a board, in units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def view_box(self) -> str:
        """The frame as SVG writes it."""
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"

    def joined(self, other: Canvas) -> Canvas:
        """Return the least canvas that holds this one and another."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right = max(self.left + self.width, other.left + other.width)
        bottom = max(self.top + self.height, other.top + other.height)
        return Canvas(left, top, right - left, bottom - top)


def at(board: Board, point: Point) -> Point:
    """Return a point of the plane in units, rounded to a tenth."""
    scale = SCALES.get(type(board), 1.0)
    high = board.height if isinstance(board, Sea) else board.rows if isinstance(board, Boxes) else 0
    return round(point[0] * scale, 1) + 0.0, round((high - point[1]) * scale, 1) + 0.0


def longest(board: Board) -> float:
    """Return the longer side of a sea with edges, in units; 0 of any other board."""
    return max(board.width, board.height) * SCALES[Sea] if isinstance(board, Sea) else 0.0


def middle(board: Board, box: tuple[int, int]) -> Point:
    """Return the middle of a box, in units."""
    assert isinstance(board, Boxes), "only such a board has boxes"
    return at(board, board.middle(*box))


def canvas(scene: Scene) -> Canvas:
    """Return what a scene needs: the whole board, or all that lies on one that has no edge."""
    match scene.board:
        case Sea(width, height):
            return _around(width * SCALES[Sea], height * SCALES[Sea])
        case Boxes(columns, rows):
            return _around(columns * SCALES[Boxes], rows * SCALES[Boxes])
        case Hexes():
            places = [at(scene.board, place) for place in _places(scene.marks)] or [(0.0, 0.0)]
            xs, ys, margin = [x for x, _ in places], [y for _, y in places], AROUND * SCALES[Hexes]
            left, top = floor(min(xs) - margin), floor(min(ys) - margin)
            return Canvas(left, top, ceil(max(xs) + margin) - left, ceil(max(ys) + margin) - top)
        case Page():
            lines = [mark for mark in scene.marks if isinstance(mark, Line)]
            wide = max((sum(len(span.text) for span in line.spans) for line in lines), default=1)
            rows = max((line.row for line in lines), default=0) + 1
            return Canvas(0, 0, ceil((wide + 2) * LETTER), (rows + 1) * ROW)


def canvases(scenes: Iterable[Scene]) -> list[Canvas]:
    """Return the canvas of each scene: one for all that lie on an open sea, which then stays."""
    every = [(type(scene.board), canvas(scene)) for scene in scenes]
    sea = [each for kind, each in every if kind is Hexes]
    whole = sea[0] if sea else None
    for each in sea:
        whole = whole.joined(each) if whole else each
    return [whole if kind is Hexes and whole else each for kind, each in every]


def _around(width: float, height: float) -> Canvas:
    return Canvas(-EDGE, -EDGE, width + 2 * EDGE, height + 2 * EDGE)


def _places(marks: Iterable[Mark]) -> Iterable[Point]:
    for mark in marks:
        match mark:
            case Hull():
                yield mark.pose.at
            case Terrain():
                yield from mark.outline
            case Trace():
                yield from mark.points
            case Spot():
                yield mark.at
