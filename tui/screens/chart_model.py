"""The state of a chart screen and its key handlers, without a terminal."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from enum import Flag, auto
from math import dist
from typing import Any, Protocol

from engine.game.chart import Counter, Fort, Hull, Mark, Scene
from engine.game.game import Game
from engine.game.panel import Row
from engine.sitting.seats import owners
from engine.space.plane.pose import Point
from tui.chart.viewport import Viewport, place_of, places, things
from tui.input.actions import Handlers

# The parts of a screen with a chart that are redrawn separately.


class ScreenPart(Flag):
    """A part of a screen that has changed and is drawn before the next frame."""

    FIT = auto()
    """The layout, and the window on the chart."""
    CHART = auto()
    CURSOR = auto()
    """Only the cursor, which is one cell."""
    PANEL = auto()
    PROMPT = auto()
    """The text below the chart, and the key line."""
    BARS = auto()
    """The status bar and the log."""
    DIAL = auto()
    """A dial that has been turned or come to rest: costly parts are drawn when it rests."""
    ORDER = CHART | PANEL | PROMPT
    WORDS = BARS | PANEL | PROMPT
    ALL = FIT | CHART | WORDS


# ChartModel: the content of a chart screen, without a terminal: a view, its scene, a window on it.


FEW = 4
"""In a battle of at most this many ships, the chart may be panned to keep all of them in view."""
SCENES = 8
"""The number of cached scenes: in a hosted battle many persons have the same view."""
_scenes: deque[tuple[Any, Any, Scene]] = deque(maxlen=SCENES)


def scene_of(game: Game[Any, Any, Any], view: Any) -> Scene:
    """Return the scene of a view, cached for recent views."""
    for known_game, known, kept in tuple(_scenes):
        if known is view and known_game is game:
            return kept
    scene: Scene = game.screen.scene(view)
    _scenes.append((game, view, scene))
    return scene


class ChartModel:
    """The state as one seat may see it, and the viewport."""

    def __init__(self, game: Game[Any, Any, Any], view: Any) -> None:
        self.game = game
        self.view = view
        """The state as the viewer may see it."""
        self.scene = scene_of(game, view)
        self.viewport = Viewport(self.scene.board)
        self.viewport.places = places(self.scene)
        self.looking = False
        """Whether keys move a cursor over the chart."""
        self.on_action = False
        """Whether the chart opens with the nearest enemy in view."""
        self.close = False
        """Whether the chart opens at the highest zoom that shows all ships."""
        self.opened: Point | None = None
        """The place of the box whose contents are listed; None for none."""
        self._overlaid: tuple[Any, dict[str, tuple[Mark, ...]]] = (None, {})
        """A cache of the drawn overlays, by name, for a view and a ship."""
        self.ahead: Callable[[str], tuple[Mark, ...] | None] = _nothing_ahead
        """The function that returns an overlay in the state after the highlighted order; None means
        no change."""

    def see(self, view: Any) -> None:
        """Show another state."""
        # Compared by identity: views are compared at every key press, and equal copies are rare.
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
        lies = list(things(self.scene))
        active = [place for key, place, _ in lies if key in acting]
        first = active or [place for _, place, _ in lies]
        few = first if len(first) <= FEW else ()
        action = self.near_to(acting) if active else few
        self.viewport.resize(columns, rows, first, action if self.on_action else (), self.close)

    def company_of(self, key: str) -> tuple[Point, ...]:
        """Return the places to keep in view: those of all ships if there are at most `FEW`.

        In larger battles they are those of this ship and the nearest enemy.
        """
        every = tuple(place for _, place, _ in things(self.scene))
        return every if len(every) <= FEW else self.near_to({key})

    def near_to(self, acting: Collection[str]) -> tuple[Point, ...]:
        """Return the places of acting ships, and of the ship of another side nearest to them."""
        sides = owners(self.scene)
        lies = [(key, place) for key, place, _ in things(self.scene) if key in sides]
        own = [(sides[key], place) for key, place in lies if key in acting]
        enemies = [
            (dist(place, mine), place)
            for side, mine in own
            for key, place in lies
            if sides[key] != side
        ]
        return (*(place for _, place in own), *(place for _, place in sorted(enemies)[:1]))

    def overlay_marks(self) -> tuple[Mark, ...]:
        """Return the marks of the active overlays, which are drawn for the selected ship.

        An overlay that the highlighted order would change is shown as it would be after the order.
        """
        found: list[Mark] = []
        for each in self.viewport.overlays:
            ahead = self.ahead(each)
            found += self.overlay_of(each) if ahead is None else ahead
        return tuple(found)

    def overlay_of(self, overlay: str) -> tuple[Mark, ...]:
        """Return the marks of one overlay for the selected ship; () if it is empty."""
        # Cached: an overlay needs geometry, and the cursor moves far more often than the state
        # changes.
        ship = self.overlaid_ship()
        stamp = id(self.view), ship
        if self._overlaid[0] != stamp:
            self._overlaid = stamp, {}
        drawn = self._overlaid[1]
        if overlay not in drawn:
            drawn[overlay] = self.game.screen.overlay(self.view, overlay, ship)
        return drawn[overlay]

    def called(self, key: str) -> str:
        """Return a ship's name on the chart: on a chart of boxes the name, else the key."""
        named = (mark for mark in self.scene.marks if isinstance(mark, Counter | Fort))
        return next((mark.name for mark in named if mark.key == key), key)

    def overlaid_ship(self) -> str:
        """Return the ship for which overlays are drawn: the selected one, else the first."""
        ships = self.game.screen.subjects(self.view)
        selected = self.viewport.selected
        return selected if selected in ships else next(iter(ships), "")

    def measured(self) -> tuple[tuple[Mark, ...], tuple[Row, ...]]:
        """Return marks and rows of the measurement."""
        if self.viewport.measuring is None:
            return (), ()
        found = self.game.screen.measure(self.view, self.viewport.measuring, self.viewport.at)
        return found.marks, found.rows

    def toggle_measuring(self) -> None:
        """Measure from the selected ship, or from the cursor if it is active; when called again,
        stop.
        """
        viewport = self.viewport
        if viewport.measuring is not None:
            viewport.measuring = None
            return
        ship = None if self.looking else place_of(self.scene, viewport.selected)
        viewport.measuring = ship or viewport.at
        viewport.point_at(viewport.measuring)
        self.looking = True

    def step_cursor(self, east: int, south: int) -> bool:
        """Move the cursor by cells; return whether the window panned at its edge."""
        self.looking = True
        return self.viewport.step(east, south)

    def zoom(self, step: int) -> None:
        """Zoom around the cursor; if no cursor is active, around the selected ship."""
        place = place_of(self.scene, self.viewport.selected)
        if place and not self.looking:
            self.viewport.point_at(place)
        self.viewport.zoom(step)

    def centre(self) -> None:
        """Centre on the selected ship, or on the cursor when there is none."""
        place = place_of(self.scene, self.viewport.selected)
        self.viewport.centre(place or self.viewport.at)

    def select_next(self, step: int) -> None:
        """Select the ship `step` places further, and scroll to her."""
        key = self.viewport.next_ship(self.game.screen.subjects(self.view), step)
        place = place_of(self.scene, key)
        if place:
            self.viewport.show(place)

    def terms_here(self) -> tuple[str, ...]:
        """Return the terms of the thing under the cursor, a ship's tokens first; () for none."""
        if not self.looking:
            return ()
        return self.game.words.terms_of(
            self.view, self.viewport.thing_at(self.scene, self.viewport.at)
        )


def _nothing_ahead(overlay: str) -> None:
    """Return None: no order is highlighted."""


# ChartKeys: the keys of the chart, which a battle and its replay share.


class ChartObserver(Protocol):
    """The interface of an observer that draws the changes of a chart model."""

    def changed(self, parts: ScreenPart) -> None:
        """Mark parts of the screen for redrawing."""

    def cursor_moved(self) -> None:
        """React to a moved cursor."""

    def selected_changed(self) -> None:
        """React to a new selection."""

    def say(self, sentence: str) -> None:
        """Show a message in the prompt until the next key."""


class ChartKeys:
    """The handlers of the chart's keys: a method `act_NAME` for each action NAME."""

    def __init__(self, chart: ChartModel, followed: ChartObserver) -> None:
        self.chart = chart
        self.followed = followed

    def step_cursor(self, east: int, south: int) -> None:
        """Move the cursor by cells; at the edge the window pans."""
        panned = self.chart.step_cursor(east, south)
        # A moved cursor changes one cell; a ruler to the cursor, or panning, changes the whole
        # chart.
        if panned or self.chart.viewport.measuring:
            self.followed.changed(ScreenPart.CHART)
        else:
            self.followed.changed(ScreenPart.CURSOR)
        self.followed.cursor_moved()

    def select_next(self, step: int) -> None:
        """Select the ship `step` places further."""
        self.chart.select_next(step)
        self.followed.selected_changed()

    def handlers(self) -> Handlers:
        """Return {name of an action in the registry: its handler} for the actions of this class."""
        return {
            "west": self.act_west,
            "east": self.act_east,
            "north": self.act_north,
            "south": self.act_south,
            "pan_west": self.act_pan_west,
            "pan_east": self.act_pan_east,
            "pan_north": self.act_pan_north,
            "pan_south": self.act_pan_south,
            "nearer": self.act_nearer,
            "farther": self.act_farther,
            "whole": self.act_whole,
            "centre": self.act_centre,
            "next_ship": self.act_next_ship,
            "previous_ship": self.act_previous_ship,
            "overlays": self.act_overlays,
            "measure": self.act_measure,
        }

    def act_west(self) -> None:
        """Move the cursor to the left."""
        self.step_cursor(-1, 0)

    def act_east(self) -> None:
        """Move the cursor to the right."""
        self.step_cursor(1, 0)

    def act_north(self) -> None:
        """Move the cursor up."""
        self.step_cursor(0, -1)

    def act_south(self) -> None:
        """Move the cursor down."""
        self.step_cursor(0, 1)

    def act_pan_west(self) -> None:
        """Pan to the left."""
        self._pan(-1, 0)

    def act_pan_east(self) -> None:
        """Pan to the right."""
        self._pan(1, 0)

    def act_pan_north(self) -> None:
        """Pan up."""
        self._pan(0, -1)

    def act_pan_south(self) -> None:
        """Pan down."""
        self._pan(0, 1)

    def act_nearer(self) -> None:
        """Zoom in around the cursor; if no cursor is active, around the selected ship."""
        self._zoom(1)

    def act_farther(self) -> None:
        """Zoom out."""
        self._zoom(-1)

    def act_whole(self) -> None:
        """Show the whole table."""
        self.chart.viewport.whole()
        self.followed.changed(ScreenPart.CHART)

    def act_centre(self) -> None:
        """Centre on the selected ship, or on the cursor when there is none."""
        self.chart.centre()
        self.followed.changed(ScreenPart.CHART)

    def act_next_ship(self) -> None:
        """Select the next ship."""
        self.select_next(1)

    def act_previous_ship(self) -> None:
        """Select the previous ship."""
        self.select_next(-1)

    def act_overlays(self) -> None:
        """Show the next overlay with its description; after the last none."""
        offered = self.chart.game.screen.overlays()
        overlay = self.chart.viewport.next_overlay([each.id for each in offered])
        self.followed.changed(ScreenPart.CHART)
        label = next((each.label for each in offered if each.id == overlay), "")
        if not label:
            self.followed.say("No picture is on the chart now.")
            return
        nothing = "" if self.chart.overlay_of(overlay) else " Nothing to show now."
        about = f"{self.chart.called(self.chart.overlaid_ship())} {overlay}".lstrip()
        self.followed.say(f"{about}: {label}.{nothing}")

    def act_measure(self) -> None:
        """Measure from the selected ship, or from the cursor if it is active; when pressed again,
        stop.
        """
        self.chart.toggle_measuring()
        self.followed.changed(ScreenPart.CHART)
        self.followed.cursor_moved()

    def _pan(self, east: int, south: int) -> None:
        if self.chart.viewport.pan(east, south):
            self.followed.changed(ScreenPart.CHART)

    def _zoom(self, step: int) -> None:
        self.chart.zoom(step)
        self.followed.changed(ScreenPart.CHART)
