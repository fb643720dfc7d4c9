"""Draw a sea of hexes: a dot for each centre, ships as stamps, places that guns bear on lit."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor

from msgspec.structs import replace

from engine.game.board import Sea
from engine.game.chart import Hull, Lit, Mark, Scene, Smoke, Spot, Terrain, Tie, Trace
from engine.space.plane.pose import Point, Pose
from tui.chart.hexes.window import HexWindow, on_sea
from tui.chart.sea import chart as sea
from tui.chart.sea.edges import EdgeKey, edge_keys
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

LENGTH, WIDTH = 3.6, 1.3
"""Inches of a chart that a ship takes from end to end: two hexes, and across."""
SIGNS = {
    "unicode": {"dot": "·", "full": "∘", "part": "·", "reach": "∘"},
    "ascii": {"dot": ".", "full": "o", "part": ".", "reach": "o"},
}
LABELS = ("label_", "plate_", "active", "chosen")
"""Styles of labels, which a number does not cover."""
BESIDE = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
"""Columns and rows from a centre where its number may stand, best first."""
OPEN = Sea(10000.0, 10000.0)
"""A sea so large that no edge of it is ever met; its own dots are not drawn."""


def draw(
    scene: Scene,
    window: HexWindow,
    glyphs: Glyphs,
    extra: Sequence[Mark] = (),
    selected: str = "",
) -> Grid:
    """Return the chart of a scene of hexes, with extra marks: ghosts, traces, lit centres."""
    lights = [mark for mark in (*scene.marks, *extra) if isinstance(mark, Lit)]
    water = _water(window, glyphs, [light for light in lights if light.kind != "step"])
    marks = tuple(_moved(mark) for mark in scene.marks if not isinstance(mark, Lit | Tie))
    more = [_moved(mark) for mark in extra if not isinstance(mark, Lit | Tie)]
    more += _ties(scene, extra)
    grid = sea.draw(Scene(OPEN, marks), window.sea, glyphs, more, selected, water=water)
    for light in lights:
        if light.kind == "step":
            column, row = (floor(value) for value in window.to_cell(light.at))
            _number(grid, column, row, light.text)
    return grid


def _number(grid: Grid, column: int, row: int, text: str) -> None:
    """Write the number of a step at its centre, or beside it where a ship's label stands there."""
    for across, down in BESIDE:
        at = column + across, row + down
        if grid.holds(*at) and not grid.styles[at[1]][at[0]].startswith(LABELS):
            grid.write(*at, text, "ghost")
            return


def out_of_sight(scene: Scene, window: HexWindow, glyphs: Glyphs) -> list[EdgeKey]:
    """Return a label for each ship that is out of the window."""
    hulls = [_moved(mark) for mark in scene.marks if isinstance(mark, Hull)]
    return edge_keys([hull for hull in hulls if isinstance(hull, Hull)], window.sea, glyphs)


def _water(window: HexWindow, glyphs: Glyphs, lights: Sequence[Lit]) -> Grid:
    """Return the water with a dot for each centre, those that are lit as their sign."""
    grid = Grid(window.columns, window.rows)
    signs, scale = SIGNS[glyphs], window.scale
    first = floor(window.left / (2 * scale))
    for column in range(first, first + ceil(window.columns / (2 * scale)) + 2):
        across = column * 2 * scale - window.left
        half = scale / 2 if column % 2 else 0.0
        top = floor((window.top - half) / scale)
        for row in range(top, top + ceil(window.rows / scale) + 2):
            grid.put(across, floor(row * scale + half) - window.top, signs["dot"], "sea")
    for light in lights:
        column, line = (floor(value) for value in window.to_cell(light.at))
        style = "ring" if light.kind == "part" else "path"
        grid.put(column, line, light.text or signs[light.kind], style)
    return grid


def _moved(mark: Mark) -> Mark:
    """Return a mark in inches of the chart, with a heading that its stamps have."""
    match mark:
        case Hull():
            return replace(mark, pose=_pose(mark.pose), length=LENGTH, width=WIDTH)
        case Smoke():
            return replace(mark, pose=_pose(mark.pose), length=LENGTH, width=WIDTH)
        case Terrain():
            return replace(mark, outline=tuple(on_sea(point) for point in mark.outline))
        case Trace():
            return replace(mark, points=tuple(on_sea(point) for point in mark.points))
        case Spot():
            return replace(mark, at=on_sea(mark.at))
    return mark


def _pose(pose: Pose) -> Pose:
    """Return a pose in inches of the chart.

    The lattice is stretched, so that 60 degrees of the plane are 67.5 on the chart, a heading
    of the sixteen that have a stamp.
    """
    x, y = on_sea(pose.at)
    sixth = round(pose.heading / 60) % 6
    return Pose(x, y, (0.0, 67.5, 112.5, 180.0, 247.5, 292.5)[sixth])


def _ties(scene: Scene, extra: Sequence[Mark]) -> list[Mark]:
    """Return a line between each two ships that hold each other: close dots for grapples."""
    places: dict[str, Point] = {
        mark.key: on_sea(mark.pose.at) for mark in scene.marks if isinstance(mark, Hull)
    }
    return [
        Trace(
            "path" if mark.kind == "fouled" else "link",
            (places[mark.keys[0]], places[mark.keys[1]]),
        )
        for mark in (*scene.marks, *extra)
        if isinstance(mark, Tie) and all(key in places for key in mark.keys)
    ]
