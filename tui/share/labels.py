"""Where the words of ships stand on a picture: beside the hull, clear of others where they can."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.game.board import Board
from engine.game.chart import Hull
from engine.space.plane.pose import Point
from tui.share.canvas import SCALES, at

WIDE = 0.62
"""The width of a letter, of its height."""


class _Box(msgspec.Struct, frozen=True):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        """Tell whether two boxes have more than an edge in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def words_of(mark: Hull) -> str:
    """Return what stands beside a hull."""
    return f"{mark.key} {mark.tokens}".strip()


@lru_cache(maxsize=16)
def places_of_words(board: Board, hulls: tuple[Hull, ...], letters: float) -> Mapping[str, Point]:
    """Return by key the middle of each hull's words on their ground line, from its own middle.

    Below the hull where that is free, else above, right, left; below again where nothing is. Who
    comes first is served first, so that few words move when a ship does. Kept, for in most entries
    of a battle no ship moves.
    """
    scale = SCALES.get(type(board), 1.0)
    taken = [_about(at(board, mark.pose.at), mark.length * scale / 3) for mark in hulls]
    found: dict[str, Point] = {}
    for number, mark in enumerate(hulls):
        x, y = at(board, mark.pose.at)
        half, wide = mark.length * scale / 2, len(words_of(mark)) * letters * WIDE / 2
        beside = half * 0.8 + wide
        ways = (
            (0.0, half + letters),
            (0.0, -half - letters * 0.3),
            (beside, letters * 0.35),
            (-beside, letters * 0.35),
        )
        boxes = [
            _Box(x + dx - wide, y + dy - letters * 0.8, x + dx + wide, y + dy) for dx, dy in ways
        ]
        others = taken[:number] + taken[number + 1 :]
        free = (at for at, box in enumerate(boxes) if not any(map(box.meets, others)))
        chosen = next(free, 0)
        taken.append(boxes[chosen])
        found[mark.key] = ways[chosen]
    return found


def _about(middle: Point, reach: float) -> _Box:
    x, y = middle
    return _Box(x - reach, y - reach, x + reach, y + reach)
