"""ChartModel: what a chart screen shows, without a terminal: a view, its scene, a window on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from engine.game.chart import Counter, Fort, Hull, Mark, Scene
from engine.game.game import Game
from engine.game.panel import Row
from engine.space.plane.pose import Point
from tui.chart.viewport import Viewport, lying, place_of, places

SCENES = 8
"""Scenes of views that are kept: of a hosted battle many look at one view."""
_scenes: deque[tuple[Any, Any, Scene]] = deque(maxlen=SCENES)


def scene_of(game: Game[Any, Any, Any], view: Any) -> Scene:
    """Return what a game shows of a view; of one that was seen just now, the same."""
    for known_game, known, kept in tuple(_scenes):
        if known is view and known_game is game:
            return kept
    scene: Scene = game.screen.scene(view)
    _scenes.append((game, view, scene))
    return scene


class ChartModel:
    """The state as one seat may see it, and where the player looks."""

    def __init__(self, game: Game[Any, Any, Any], view: Any) -> None:
        self.game = game
        self.view = view
        """The state as whoever looks may see it."""
        self.scene = scene_of(game, view)
        self.viewport = Viewport(self.scene.board)
        self.viewport.places = places(self.scene)
        self.looking = False
        """Whether keys steer a cursor over the chart."""
        self.opened: Point | None = None
        """Where the cursor stood when a box was opened, to list all that it holds."""
        self._overlaid: tuple[Any, dict[str, tuple[Mark, ...]]] = (None, {})
        """The overlays that were drawn, by name, of a view and a ship."""
        self.ahead: Callable[[str], tuple[Mark, ...] | None] = _nothing_ahead
        """What an overlay would be after the order that is highlighted; None: as it is now."""

    def see(self, view: Any) -> None:
        """Look at another state."""
        # By identity: views are compared at every key press, and equal ones are rarely two.
        if view is not self.view:
            self.view = view
            self.scene = scene_of(self.game, view)
            self.viewport.places = places(self.scene)
            self.viewport.turn_to(self.scene.board)

    def fit(self, columns: int, rows: int) -> None:
        """Fit the window to a chart of this size in cells."""
        acting = {
            mark.key
            for mark in self.scene.marks
            if isinstance(mark, Hull | Counter | Fort) and mark.active
        }
        lies = list(lying(self.scene))
        active = [place for key, place, _ in lies if key in acting]
        self.viewport.resize(columns, rows, active or [place for _, place, _ in lies])

    def overlay_marks(self) -> tuple[Mark, ...]:
        """Return the marks of the overlays that are switched on, about the selected ship.

        Those that the highlighted order would change are as they would be after it.
        """
        found: list[Mark] = []
        for each in self.viewport.overlays:
            ahead = self.ahead(each)
            found += self.overlay_of(each) if ahead is None else ahead
        return tuple(found)

    def overlay_of(self, overlay: str) -> tuple[Mark, ...]:
        """Return the marks of one overlay about the selected ship; () where it shows nothing."""
        # Cached: an overlay costs geometry, and the cursor moves far more often than the state.
        ship = self.overlaid_ship()
        stamp = id(self.view), ship
        if self._overlaid[0] != stamp:
            self._overlaid = stamp, {}
        drawn = self._overlaid[1]
        if overlay not in drawn:
            drawn[overlay] = self.game.screen.overlay(self.view, overlay, ship)
        return drawn[overlay]

    def called(self, key: str) -> str:
        """Return what a ship is called on the chart: her name in a box, else her key."""
        named = (mark for mark in self.scene.marks if isinstance(mark, Counter | Fort))
        return next((mark.name for mark in named if mark.key == key), key)

    def overlaid_ship(self) -> str:
        """Return the ship that overlays are about: the selected one, else the first."""
        ships = self.game.screen.subjects(self.view)
        selected = self.viewport.selected
        return selected if selected in ships else next(iter(ships), "")

    def measured(self) -> tuple[tuple[Mark, ...], tuple[Row, ...]]:
        """Return marks and rows of what is being measured."""
        if self.viewport.measuring is None:
            return (), ()
        found = self.game.screen.measure(self.view, self.viewport.measuring, self.viewport.at)
        return found.marks, found.rows

    def toggle_measuring(self) -> None:
        """Measure from the selected ship, or from the cursor while it is out; again: stop."""
        viewport = self.viewport
        if viewport.measuring is not None:
            viewport.measuring = None
            return
        ship = None if self.looking else place_of(self.scene, viewport.selected)
        viewport.measuring = ship or viewport.at
        viewport.point_at(viewport.measuring)
        self.looking = True

    def step_cursor(self, east: int, south: int) -> bool:
        """Move the cursor by cells; return whether the window panned, as it does at its edge."""
        self.looking = True
        return self.viewport.step(east, south)

    def zoom(self, step: int) -> None:
        """Zoom about the cursor, or about the selected ship when no cursor is out."""
        place = place_of(self.scene, self.viewport.selected)
        if place and not self.looking:
            self.viewport.point_at(place)
        self.viewport.zoom(step)

    def centre(self) -> None:
        """Centre on the selected ship, or on the cursor when there is none."""
        place = place_of(self.scene, self.viewport.selected)
        self.viewport.centre(place or self.viewport.at)

    def select_next(self, step: int) -> None:
        """Select the ship a number of places on, and bring her into sight."""
        key = self.viewport.next_ship(self.game.screen.subjects(self.view), step)
        place = place_of(self.scene, key)
        if place:
            self.viewport.show(place)

    def terms_here(self) -> tuple[str, ...]:
        """Return the terms of what the cursor is on, a ship's tokens first; () for none."""
        if not self.looking:
            return ()
        return self.game.words.terms_of(
            self.view, self.viewport.thing_at(self.scene, self.viewport.at)
        )


def _nothing_ahead(overlay: str) -> None:
    """Return that no order is looked ahead of."""
