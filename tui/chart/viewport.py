"""The viewport: which part of the board is visible, the cursor, the selected ship, the overlays.
This module alone finds the `BoardKind` for a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Any

from engine.game.chart import (
    Board,
    Boxes,
    Hexes,
    Hull,
    Lit,
    Mark,
    Page,
    Remarked,
    Scene,
    Sea,
    Terrain,
)
from engine.space.plane.pose import Point
from tui.chart.kind import BoardKind, Cell, Window, holds
from tui.terminal.cells import Grid
from tui.terminal.terminal import Glyphs

# The kind of board that draws and measures a chart; each is imported on first use.

EDGE = 4, 2
"""(columns, rows) from the edge of the window within which a ship would be cut."""


def kind_of(board: Board) -> BoardKind[Any]:  # the type of its windows varies
    """Return the object that draws and measures charts of this kind of board."""
    match board:
        case Sea():
            from tui.chart.sea.kind import SeaKind

            return SeaKind(board)
        case Boxes():
            from tui.chart.boxes.kind import BoxKind

            return BoxKind(board)
        case Hexes():
            from tui.chart.hexes import HexKind

            return HexKind(board)
        case Page():
            from tui.chart.page import PageKind

            return PageKind(board)


def framed_chart(
    scene: Scene, window: Window, glyphs: Glyphs, extra: Sequence[Mark] = (), selected: str = ""
) -> Grid:
    """Return the chart of any board in its frame: numbers, wind, range ruler, ships outside the
    window.

    It has `window.columns` + 4 by `window.rows` + 2 cells: three columns on the left, one on the
    right. `extra` are marks beyond the scene, such as overlays and previews of orders; `selected`
    is the key of a ship.
    """
    grid: Grid = kind_of(scene.board).framed(scene, window, glyphs, extra, selected)
    drawn = [mark for mark in (*scene.marks, *extra) if isinstance(mark, Remarked)]
    if drawn:
        from tui.chart.page import draw_remarks

        draw_remarks(grid, window, glyphs, drawn)
    return grid


# The viewport.


class Viewport:
    """The visible part of a board, with the cursor and the selected ship.

    Cells are (column, row) in the window; points are on the board.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.kind = kind_of(board)
        self.places: Sequence[Point] = ()
        """The positions of the ships. On a board without edges, the view of the whole board shows
        all of them."""
        self.view: Window = self.kind.whole(1, 1, ())
        self.cursor: Cell = (0, 0)
        self.selected = ""
        self.overlays: list[str] = []
        self.measuring: Point | None = None
        """The point to measure from; None while not measuring."""
        self._sized = False
        self._wished: tuple[Window, Point] = self.view, (0.0, 0.0)
        """The window, and the point under the cursor, as the player last chose them, before any
        resize."""
        self._fitted: tuple[Window, Cell] | None = None
        """The window and the cursor after the latest resize. If they are still the same at the next
        resize, the player has not moved, and that resize starts from `_wished` again."""
        self._closed: tuple[Window, Window, Cell] | None = None
        """While `zoom_in_on` is in effect: (the zoomed window, the window before, the cursor
        before)."""

    # The window ----------------------------------------------------------------------

    def turn_to(self, board: Board) -> None:
        """Switch to another board.

        If it is of another kind, the window is fitted to it as to a first board.
        """
        if board == self.board:
            return
        before, self.board, self.kind = self.kind, board, kind_of(board)
        if type(before) is not type(self.kind):
            size = self.view.columns, self.view.rows
            self.view = self.kind.whole(*size, self.places)
            self.measuring, self._sized, self._fitted = None, False, None
            self._closed = None

    def resize(
        self,
        columns: int,
        rows: int,
        about: Sequence[Point] = (),
        action: Sequence[Point] = (),
        close: bool = False,
    ) -> None:
        """Fit the window to a chart of this size in cells; the first time, choose the scale.

        If the table does not fit, the window is centred on the points `about`; `action` are points
        that should be visible, including the nearest enemy; with `close` the chart first opens at
        the highest zoom that shows all ships. After shrinking and growing again, a window shows the
        same as before. A window that showed the whole table still shows all of it.
        """
        if (columns, rows) == (self.view.columns, self.view.rows) and self._sized:
            return
        self.zoom_back()
        if self._sized:
            if (self.view, self.cursor) != self._fitted:
                self._wished = self.view, self.at
            view, place = self._wished
            if view == self.kind.whole(view.columns, view.rows, self.places):
                self.view = self.kind.whole(columns, rows, self.places)
            else:
                self.view = self.kind.clamped(view.sized(columns, rows))
            self.point_at(place)
            self._fitted = self.view, self.cursor
            return
        self._sized = True
        about = about or self.places
        self.view = self.kind.first(columns, rows, about)
        # The middle between two fleets that are far apart may be empty sea.
        if about and not any(map(self.view.shows, about)):
            self.view = self.kind.clamped(self.view.centred(about[0]))
        if close and not self.kind.boxed:
            self.view = self.kind.near(self.view, self.places)
        self.keep_in_view(action, farther=True)
        self.cursor = columns // 2, rows // 2

    def keep_in_view(self, action: Sequence[Point], farther: bool = False) -> None:
        """Pan so that all of some places are visible, if this is possible at the current scale, and
        not at the edge, which would cut a ship there.

        If it is not possible, nothing changes; but with `farther`, a board without an edge is
        zoomed out.
        """
        # A view that `zoom_in_on` has chosen is left alone, so that `zoom_back` still knows it.
        zoomed = self._closed is not None and self.view == self._closed[0]
        if not action or holds(self.view, action, *((0, 0) if zoomed else EDGE)):
            return
        across, up = zip(*action, strict=True)
        middle = (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
        centred = self.kind.clamped(self.view.centred(middle))
        size = self.view.columns, self.view.rows
        if farther and not all(map(centred.shows, action)) and self.kind.fitted(*size) is None:
            centred = self.kind.whole(*size, action)
        if all(map(centred.shows, action)):
            self.view = centred

    def zoom_in_on(self, about: Sequence[Point]) -> None:
        """Zoom in on some places until `zoom_back` is called; without any place, zoom back."""
        if not about:
            self.zoom_back()
            return
        if self._closed and self.view == self._closed[0]:
            # If all places are already visible, there is no reason to move.
            seen = all(map(self.view.shows, about))
            if seen and self.kind.near(self.view, about) == self.view:
                return
            self.zoom_back()
        before, cursor = self.view, self.cursor
        closed = self.kind.near(before, about)
        if closed != before:
            self._set(closed)
            self._closed = closed, before, cursor

    def zoom_back(self) -> None:
        """Show the view from before `zoom_in_on` again, unless the player has moved the window
        since.
        """
        if self._closed and self.view == self._closed[0]:
            _, self.view, self.cursor = self._closed
        self._closed = None

    def whole(self) -> None:
        """Show the whole board."""
        self._set(self.kind.whole(self.view.columns, self.view.rows, self.places))

    def zoom(self, step: int) -> None:
        """Zoom in by `step` steps, or out if negative; the point under the cursor stays where it
        is.
        """
        self._set(self.kind.clamped(self.view.zoomed(step, self.at)))

    def centre(self, at: Point) -> None:
        """Centre the view on a point, with the cursor on it."""
        self._set(self.kind.clamped(self.view.centred(at)))
        self.point_at(at)

    def pan(self, east: int, south: int) -> bool:
        """Pan by half a window; return False if the view is already at the edge of the table.

        Smaller steps would need more frames, and each frame has to be sent.
        """
        before = self.view
        columns, rows = self.view.columns // 2 * east, self.view.rows // 2 * south
        self._set(self.kind.clamped(self.view.panned(columns, rows)))
        return self.view != before

    def drag(self, columns: int, rows: int) -> None:
        """Move the window by cells, as when it is dragged with the mouse."""
        self._set(self.kind.clamped(self.view.panned(-columns, -rows)))

    def show(self, at: Point) -> None:
        """Centre the window on a point, unless the point is already visible.

        A view that `zoom_in_on` has made is left first.
        """
        self.zoom_back()
        if not self.view.shows(at):
            self._set(self.kind.clamped(self.view.centred(at)))

    # The cursor ------------------------------------------------------------------------

    @property
    def at(self) -> Point:
        """The middle of the cursor's cell, as a point of the plane."""
        return self.view.to_plane(self.cursor[0] + 0.5, self.cursor[1] + 0.5)

    def point_at(self, at: Point) -> None:
        """Move the cursor to a point, or to the nearest cell of the window."""
        column, row = self.view.to_cell(at)
        self.cursor = self._held(int(column // 1), int(row // 1))

    def step(self, east: int, south: int) -> bool:
        """Move the cursor by one step; return whether the window had to move with it."""
        column, row = self.kind.stepped(self.view, self.cursor, east, south)
        if 0 <= column < self.view.columns and 0 <= row < self.view.rows:
            self.cursor = column, row
            return False
        if not self.pan(east, south):
            return False
        self.cursor = self._held(self.cursor[0] + east, self.cursor[1] + south)
        return True

    # Ships -----------------------------------------------------------------------------

    def next_ship(self, keys: Sequence[str], step: int) -> str:
        """Select the ship `step` places after the selected one in a list of keys; return its
        key.
        """
        if keys:
            at = keys.index(self.selected) + step if self.selected in keys else 0
            self.selected = keys[at % len(keys)]
        return self.selected

    def ship_at(self, scene: Scene, at: Point) -> str:
        """Return the key of the ship nearest to a point; '' if none is near enough to be meant."""
        # A click selects a ship within half its length; at small scales within one and a half
        # cells.
        reach = self.kind.reach(self.view)
        near = [
            (dist(place, at), key)
            for key, place, radius in things(scene)
            if dist(place, at) <= max(radius, reach)
        ]
        return min(near)[1] if near else ""

    def next_of(self, units: Sequence[str]) -> str:
        """Return the key in `units` after the selected one, or the first; '' if there are none.

        `units` are the keys of the ships and forts in one box.
        """
        if self.selected in units:
            return units[(units.index(self.selected) + 1) % len(units)]
        return units[0] if units else ""

    def thing_at(self, scene: Scene, at: Point) -> str:
        """Return the key of the ship at a point, otherwise of the terrain there; '' for open
        water.
        """
        pieces = (mark for mark in scene.marks if isinstance(mark, Terrain))
        there = (piece.key for piece in pieces if _holds(piece.outline, at))
        return self.ship_at(scene, at) or next(there, "")

    def switch(self, overlay: str) -> bool:
        """Switch an overlay (a picture over the chart) on or off; return whether it is now on."""
        if overlay in self.overlays:
            self.overlays.remove(overlay)
        else:
            self.overlays.append(overlay)
        return overlay in self.overlays

    def next_overlay(self, offered: Sequence[str]) -> str:
        """Show only the next overlay (a picture over the chart); after the last one show none.

        Return the name of the overlay that is shown; '' for none.
        """
        on = [offered.index(each) for each in self.overlays if each in offered]
        after = offered[max(on, default=-1) + 1 :]
        self.overlays = list(after[:1])
        return after[0] if after else ""

    def _set(self, view: Window) -> None:
        place = self.at
        self.view = view
        self.point_at(place)

    def _held(self, column: int, row: int) -> Cell:
        return (
            max(0, min(self.view.columns - 1, column)),
            max(0, min(self.view.rows - 1, row)),
        )


def hulls(scene: Scene) -> Iterable[Hull]:
    """Return the hulls of a scene, live ships and wrecks, but not ghosts (previews of orders)."""
    return (mark for mark in scene.marks if isinstance(mark, Hull) and mark.state != "ghost")


def things(scene: Scene) -> Iterable[tuple[str, Point, float]]:
    """Return (key, centre, half of the length) of each ship, fort and line of text, but not of
    ghosts (previews of orders).
    """
    return kind_of(scene.board).things(scene.marks)


def ghost_places(marks: Iterable[Mark]) -> tuple[Point, ...]:
    """Return the points that must be visible for the ghosts (previews of orders) to be seen.

    These are bow and stern of each ghost ship, and each step of a planned move.
    """
    found: list[Point] = []
    for mark in marks:
        if isinstance(mark, Hull) and mark.state == "ghost":
            half, heading = mark.length / 2, mark.pose.heading
            found += [mark.pose.moved(heading, way).at for way in (half, -half)]
        elif isinstance(mark, Lit) and mark.kind == "step":
            found.append(mark.at)
    return tuple(found)


def places(scene: Scene) -> tuple[Point, ...]:
    """Return the positions of ships and forts."""
    return tuple(place for _, place, _ in things(scene))


def place_of(scene: Scene, key: str) -> Point | None:
    """Return the centre of a ship or fort; None when it is not in the scene."""
    return next((place for each, place, _ in things(scene) if each == key), None)


def _holds(outline: Sequence[Point], at: Point) -> bool:
    """Tell whether a point is inside an outline.

    A point is inside if a ray to the east crosses the outline an odd number of times.
    """
    x, y = at
    return bool(
        sum(
            x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
            for a, b in pairwise([*outline, outline[0]])
            if (a[1] <= y) != (b[1] <= y)
        )
        % 2
    )
