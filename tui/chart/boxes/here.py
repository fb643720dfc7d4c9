"""What lies in the box under the cursor: a box that is full says how many, here is each of them."""

from __future__ import annotations

from engine.game.board import Boxes
from engine.game.chart import Counter, Fort, Obstacle, Scene, Terrain
from engine.game.panel import Heading, Row, Span, Style, Words, words
from engine.space.plane.pose import Point
from tui.chart.boxes.window import box_of

_NAMES = {
    "obstruction": "an obstruction",
    "heavy": "a heavy obstruction",
    "sandbar": "a sandbar",
    "torpedo": "a torpedo",
    "hulk": "a hulk",
    "land": "high ground",
    "island": "low ground",
}


def units_in(scene: Scene, box: tuple[int, int]) -> tuple[str, ...]:
    """Return the keys of the ships and forts of a box (row, column), as the box lists them."""
    return tuple(
        mark.key
        for mark in scene.marks
        if isinstance(mark, Counter | Fort) and mark.box == box and not _ghost(mark)
    )


def box_rows(scene: Scene, board: Boxes, at: Point, selected: str) -> list[Row]:
    """Return a line for each thing in the box at a point; [] for one with a single ship or none."""
    box = board.box(at)
    units = units_in(scene, box)
    ground: list[Row] = []
    for mark in scene.marks:
        if (isinstance(mark, Obstacle) and mark.box == box) or (
            isinstance(mark, Terrain) and box == box_of(board, mark)
        ):
            ground.append(words(_NAMES[mark.kind], "dim"))
    if len(units) < 2 and not ground:
        return []
    rows: list[Row] = [Heading(f"In this box: {len(units)}" if units else "In this box")]
    for mark in scene.marks:
        if isinstance(mark, Counter | Fort) and mark.key in units:
            sign = ">" if mark.key == selected else " "
            text = "  ".join(filter(None, (mark.name, mark.state, mark.tokens)))
            style: Style = "side_a" if mark.owner[:1] == "A" else "side_b"
            rows.append(Words((Span(f"{sign}{text}", style),), mark.key))
    return [*rows, *ground]


def _ghost(mark: Counter | Fort) -> bool:
    return isinstance(mark, Counter) and mark.ghost
