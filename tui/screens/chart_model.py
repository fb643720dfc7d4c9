"""What a chart screen shows (ChartModel), and the handlers of its keys; it needs no terminal."""

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
    """A part of a screen that has changed; it is drawn before the next frame."""

    FIT = auto()
    """The layout, and the window on the board."""
    CHART = auto()
    CURSOR = auto()
    """The cursor alone, which is one cell."""
    PANEL = auto()
    PROMPT = auto()
    """The text below the chart, and the key line."""
    BARS = auto()
    """The status bar and the log."""
    DIAL = auto()
    """A dial that is being turned or has come to rest. Slow parts are drawn only when it rests."""
    ORDER = CHART | PANEL | PROMPT
    WORDS = BARS | PANEL | PROMPT
    ALL = FIT | CHART | WORDS


# ChartModel: the content of a chart screen, without a terminal: a view, its scene, a window on it.


FEW = 4
"""In a battle of at most this many ships, the chart may be scrolled so that all of them stay
visible."""
SCENES = 8
"""The number of cached scenes; on a host many persons have the same view."""
_scenes: deque[tuple[Any, Any, Scene]] = deque(maxlen=SCENES)


def scene_of(game: Game[Any, Any, Any], view: Any) -> Scene:
    """Return the scene (the marks to draw) of a state as a viewer may see it; cached for recent
    states.
    """
    for known_game, known, kept in tuple(_scenes):
        if known is view and known_game is game:
            return kept
    scene: Scene = game.screen.scene(view)
    _scenes.append((game, view, scene))
    return scene


class ChartModel:
    """What one viewer sees: the state of the battle, and the visible part of the chart."""

    def __init__(self, game: Game[Any, Any, Any], view: Any) -> None:
        self.game = game
        self.view = view
        """The state of the battle, limited to what the viewer may see."""
        self.scene = scene_of(game, view)
        self.viewport = Viewport(self.scene.board)
        self.viewport.places = places(self.scene)
        self.looking = False
        """Whether the arrow keys move a cursor over the chart."""
        self.on_action = False
        """Whether the chart opens with the nearest enemy in view."""
        self.close = False
        """Whether the chart opens at the highest zoom that shows all ships."""
        self.opened: Point | None = None
        """The place of the box whose contents are listed; None if none is open."""
        self._overlaid: tuple[Any, dict[str, tuple[Mark, ...]]] = (None, {})
        """A cache: (state and ship, {overlay: its marks}) of the pictures over the chart."""
        self.ahead: Callable[[str], tuple[Mark, ...] | None] = _nothing_ahead
        """A function that returns an overlay (picture over the chart) as it would be after the
        highlighted order; None if the order does not change it."""

    def see(self, view: Any) -> None:
        """Show another state of the battle, as the viewer may see it."""
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

        In a larger battle, those of this ship and of the enemy nearest to her.
        """
        every = tuple(place for _, place, _ in things(self.scene))
        return every if len(every) <= FEW else self.near_to({key})

    def near_to(self, acting: Collection[str]) -> tuple[Point, ...]:
        """Return the places of the acting ships, and of the enemy ship nearest to them."""
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
        """Return the marks of the overlays (pictures over the chart) that are on, for the selected
        ship.

        If the highlighted order would change an overlay, it is shown as it would be after the
        order.
        """
        found: list[Mark] = []
        for each in self.viewport.overlays:
            ahead = self.ahead(each)
            found += self.overlay_of(each) if ahead is None else ahead
        return tuple(found)

    def overlay_of(self, overlay: str) -> tuple[Mark, ...]:
        """Return the marks of one overlay (picture over the chart) for the selected ship; () if it
        is empty.
        """
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
        """Return what a ship is called on the chart: on a chart of boxes her name, otherwise her
        key.
        """
        named = (mark for mark in self.scene.marks if isinstance(mark, Counter | Fort))
        return next((mark.name for mark in named if mark.key == key), key)

    def overlaid_ship(self) -> str:
        """Return the key of the ship for which overlays are drawn: the selected one, otherwise the
        first.
        """
        ships = self.game.screen.subjects(self.view)
        selected = self.viewport.selected
        return selected if selected in ships else next(iter(ships), "")

    def measured(self) -> tuple[tuple[Mark, ...], tuple[Row, ...]]:
        """Return (marks for the chart, rows for the panel) of the distance that is being
        measured.
        """
        if self.viewport.measuring is None:
            return (), ()
        found = self.game.screen.measure(self.view, self.viewport.measuring, self.viewport.at)
        return found.marks, found.rows

    def toggle_measuring(self) -> None:
        """Start to measure from the cursor if it is shown, otherwise from the selected ship; if
        measuring, stop.
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
        """Move the cursor by cells; return whether the window had to move with it."""
        self.looking = True
        return self.viewport.step(east, south)

    def zoom(self, step: int) -> None:
        """Zoom around the cursor; if no cursor is shown, around the selected ship."""
        place = place_of(self.scene, self.viewport.selected)
        if place and not self.looking:
            self.viewport.point_at(place)
        self.viewport.zoom(step)

    def centre(self) -> None:
        """Centre the chart on the selected ship; without one, on the cursor."""
        place = place_of(self.scene, self.viewport.selected)
        self.viewport.centre(place or self.viewport.at)

    def select_next(self, step: int) -> None:
        """Select the ship `step` places after the selected one, and scroll to her."""
        key = self.viewport.next_ship(self.game.screen.subjects(self.view), step)
        place = place_of(self.scene, key)
        if place:
            self.viewport.show(place)

    def terms_here(self) -> tuple[str, ...]:
        """Return the terms (names of cards and rules) for what is under the cursor, a ship's tokens
        first; () for none.
        """
        if not self.looking:
            return ()
        return self.game.words.terms_of(
            self.view, self.viewport.thing_at(self.scene, self.viewport.at)
        )


def _nothing_ahead(overlay: str) -> None:
    """Return None, because no order is highlighted."""


# ChartKeys: the keys of the chart, which a battle and its replay share.


class ChartObserver(Protocol):
    """What the chart's keys need of the object that draws the changes."""

    def changed(self, parts: ScreenPart) -> None:
        """Mark parts of the screen for redrawing."""

    def cursor_moved(self) -> None:
        """Update what depends on the cursor, because it has moved."""

    def selected_changed(self) -> None:
        """Update what depends on the selected ship, because another one was selected."""

    def say(self, sentence: str) -> None:
        """Show a message in the prompt until the next key."""


class ChartKeys:
    """The handlers of the chart's keys: a method `act_NAME` for each action NAME."""

    def __init__(self, chart: ChartModel, followed: ChartObserver) -> None:
        self.chart = chart
        self.followed = followed

    def step_cursor(self, east: int, south: int) -> None:
        """Move the cursor by cells; at the edge the window moves with it."""
        panned = self.chart.step_cursor(east, south)
        # A moved cursor changes one cell; a ruler to the cursor, or panning, changes the whole
        # chart.
        if panned or self.chart.viewport.measuring:
            self.followed.changed(ScreenPart.CHART)
        else:
            self.followed.changed(ScreenPart.CURSOR)
        self.followed.cursor_moved()

    def select_next(self, step: int) -> None:
        """Select the ship `step` places after the selected one."""
        self.chart.select_next(step)
        self.followed.selected_changed()

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
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
        """Scroll the chart to the left."""
        self._pan(-1, 0)

    def act_pan_east(self) -> None:
        """Scroll the chart to the right."""
        self._pan(1, 0)

    def act_pan_north(self) -> None:
        """Scroll the chart up."""
        self._pan(0, -1)

    def act_pan_south(self) -> None:
        """Scroll the chart down."""
        self._pan(0, 1)

    def act_nearer(self) -> None:
        """Zoom in around the cursor; if no cursor is shown, around the selected ship."""
        self._zoom(1)

    def act_farther(self) -> None:
        """Zoom out."""
        self._zoom(-1)

    def act_whole(self) -> None:
        """Show the whole table."""
        self.chart.viewport.whole()
        self.followed.changed(ScreenPart.CHART)

    def act_centre(self) -> None:
        """Centre the chart on the selected ship; without one, on the cursor."""
        self.chart.centre()
        self.followed.changed(ScreenPart.CHART)

    def act_next_ship(self) -> None:
        """Select the next ship."""
        self.select_next(1)

    def act_previous_ship(self) -> None:
        """Select the previous ship."""
        self.select_next(-1)

    def act_overlays(self) -> None:
        """Show the next overlay (picture over the chart) with its description; after the last one
        show none.
        """
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
        """Start to measure a distance from the cursor if it is shown, otherwise from the selected
        ship; if measuring, stop.
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
