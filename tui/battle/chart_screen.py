"""ChartScreen: a screen whose hero is the chart. Cursor, window, ships, overlays, measuring."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events

from engine.game.chart import Mark, Scene
from engine.game.game import Game
from engine.game.panel import Row
from tui.chart.framed_chart import framed_chart
from tui.chart.sea.furniture import GUTTER
from tui.chart.viewport import Viewport, place_of
from tui.chart.widget import Chart
from tui.input.actions import overlay_actions
from tui.screens.base import BaseScreen
from tui.terminal.cells import Grid, Run

TOP = 1
"""The chart's first row inside its frame; its first column is `GUTTER`."""


class ChartScreen(BaseScreen):
    """A screen with a chart. A screen of this kind says what is to be seen; this draws it."""

    def __init__(self, game: Game[Any, Any, Any], view: Any) -> None:
        super().__init__()
        self.game = game
        self.view = view
        """The state as the one who looks may see it."""
        self.scene = game.scene(view)
        self.viewport = Viewport(self.scene.sea)
        self.chart = Chart(self.ink, id="chart")
        self.keymap.add(
            overlay_actions(self.screen_name, ((each.id, each.label) for each in game.overlays()))
        )
        self._shown: tuple[Scene | None, Sequence[Mark] | None] = (None, None)
        """What is to be drawn: a scene, and marks over it."""
        self._drawn: tuple[object, Grid, list[list[Run]]] | None = None
        """What was drawn last, its picture, and the rows of that."""
        self._overlaid: tuple[Any, tuple[Mark, ...]] = (None, ())
        self._grabbed: tuple[int, int] | None = None

    # What a screen of this kind says ------------------------------------------------------

    def extras(self) -> Sequence[Mark]:
        """Return marks over the scene beside the overlays: ghosts, smoke."""
        return ()

    def selected_changed(self) -> None:
        """Follow a new selection."""
        self.draw_chart()

    def cursor_moved(self) -> None:
        """Follow the cursor to another place."""

    def clicked(self, key: str) -> None:
        """Follow a click on a ship."""
        self.viewport.selected = key
        self.selected_changed()

    def clicked_again(self) -> None:
        """Follow a click where the cursor stood already."""

    # Drawing ------------------------------------------------------------------------------

    def see(self, view: Any) -> None:
        """Look at another state."""
        if view is not self.view:
            self.view = view
            self.scene = self.game.scene(view)

    def fit_chart(self, columns: int, rows: int) -> None:
        """Fit the window to a chart frame of this size."""
        about = [mark.pose.at for mark in self.scene.marks if hasattr(mark, "pose")]
        active = [
            mark.pose.at
            for mark in self.scene.marks
            if getattr(mark, "active", False) and hasattr(mark, "pose")
        ]
        self.viewport.resize(columns - GUTTER - 1, rows - 2, active or about)

    def draw_chart(self, scene: Scene | None = None, extra: Sequence[Mark] | None = None) -> None:
        """Draw scene, overlays and extra marks; without them those of the present state."""
        self._shown = scene, extra
        self.soon(self._lay_chart)

    def _lay_chart(self) -> None:
        look, (scene, extra) = self.viewport, self._shown
        marks = (*self._overlays(), *(self.extras() if extra is None else extra))
        asked = scene or self.scene, look.view, self.glyphs, marks, look.selected
        if self._drawn is None or self._drawn[0] != asked:
            picture = framed_chart(*asked)
            rows = picture.rows(*self._drawn[1:]) if self._drawn else picture.rows()
            self._drawn = asked, picture, rows
        self.chart.show(self._drawn[2], self._cursor_cell())

    def draw_cursor(self) -> None:
        """Draw the cursor where it stands now."""
        self.chart.cursor = self._cursor_cell()

    def measured(self) -> tuple[tuple[Mark, ...], tuple[Row, ...]]:
        """Return marks and rows of what is being measured."""
        if self.viewport.measuring is None:
            return (), ()
        found = self.game.measure(self.view, self.viewport.measuring, self.viewport.at)
        return found.marks, found.rows

    def _cursor_cell(self) -> tuple[int, int] | None:
        if not self.looking:
            return None
        column, row = self.viewport.cursor
        return column + GUTTER, row + TOP

    def _overlays(self) -> tuple[Mark, ...]:
        look = self.viewport
        if not look.overlays:
            return ()
        ships = self.game.ships(self.view)
        key = look.selected if look.selected in ships else next(iter(ships), "")
        stamp = (id(self.view), key, tuple(look.overlays))
        if self._overlaid[0] != stamp:
            marks = [self.game.overlay(self.view, each, key) for each in look.overlays]
            self._overlaid = stamp, tuple(mark for some in marks for mark in some)
        return self._overlaid[1]

    # Keys -----------------------------------------------------------------------------------

    def knows(self, name: str) -> bool:
        """Tell whether this screen answers to an action; it does to each of the game's overlays."""
        return name.startswith("overlay_") or super().knows(name)

    def act(self, name: str) -> bool:
        """Do an action; overlays are switched by the name that the game gave them."""
        if name.startswith("overlay_"):
            self.viewport.switch(name.removeprefix("overlay_"))
            self.draw_chart()
            return True
        return super().act(name)

    def step_cursor(self, east: int, south: int) -> None:
        """Move the cursor by cells; at the edge the window pans."""
        self.looking = True
        panned = self.viewport.step(east, south)
        if panned or self.viewport.measuring:
            self.draw_chart()
        else:
            self.draw_cursor()
        self.cursor_moved()

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

    def _pan(self, east: int, south: int) -> None:
        if self.viewport.pan(east, south):
            self.draw_chart()

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
        """Zoom in about the cursor, or the selected ship when no cursor is out."""
        self._zoom(1)

    def act_farther(self) -> None:
        """Zoom out."""
        self._zoom(-1)

    def _zoom(self, step: int) -> None:
        place = place_of(self.scene, self.viewport.selected)
        if place and not self.looking:
            self.viewport.point_at(place)
        self.viewport.zoom(step)
        self.draw_chart()

    def act_whole(self) -> None:
        """Show the whole table."""
        self.viewport.whole()
        self.draw_chart()

    def act_centre(self) -> None:
        """Centre on the selected ship, or on the cursor when there is none."""
        self.viewport.centre(place_of(self.scene, self.viewport.selected) or self.viewport.at)
        self.draw_chart()

    def act_next_ship(self) -> None:
        """Select the next ship."""
        self.select_next(1)

    def act_previous_ship(self) -> None:
        """Select the ship before."""
        self.select_next(-1)

    def select_next(self, step: int) -> None:
        """Select a ship so many places on."""
        key = self.viewport.next_ship(self.game.ships(self.view), step)
        place = place_of(self.scene, key)
        if place:
            self.viewport.show(place)
        self.selected_changed()

    def act_measure(self) -> None:
        """Measure from the selected ship, or from the cursor when it is out; again: stop."""
        look = self.viewport
        if look.measuring is not None:
            look.measuring = None
        else:
            look.measuring = (None if self.looking else place_of(self.scene, look.selected)) or (
                look.at
            )
            look.point_at(look.measuring)
            self.looking = True
        self.draw_chart()
        self.cursor_moved()

    def terms_here(self) -> tuple[str, ...]:
        """Return the terms of what the cursor is on, a ship's tokens first; () for none."""
        look = self.viewport
        if not self.looking:
            return ()
        return self.game.terms_of(self.view, look.thing_at(self.scene, look.at))

    # Mouse ------------------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> tuple[int, int] | None:
        """Return the chart's cell under the mouse."""
        region = self.chart.region
        column = int(event.screen_x) - region.x - GUTTER
        row = int(event.screen_y) - region.y - TOP
        view = self.viewport.view
        inside = 0 <= column < view.columns and 0 <= row < view.rows
        return (column, row) if inside else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the chart."""
        self._grabbed = self._spot(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the chart."""
        spot = self._spot(event)
        if event.button and self._grabbed and spot and spot != self._grabbed:
            self.viewport.drag(spot[0] - self._grabbed[0], spot[1] - self._grabbed[1])
            self._grabbed = spot
            self.draw_chart()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Click: put the cursor there and select the ship."""
        spot, grabbed, self._grabbed = self._spot(event), self._grabbed, None
        if spot is None or spot != grabbed:
            return
        if self.looking and spot == self.viewport.cursor:
            self.clicked_again()
        self.viewport.cursor = spot
        self.looking = True
        key = self.viewport.ship_at(self.scene, self.viewport.at)
        self.draw_cursor()
        self.cursor_moved()
        if key:
            self.clicked(key)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in where the mouse is."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Zoom out."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, step: int) -> None:
        spot = self._spot(event)
        if spot:
            event.stop()
            self.viewport.cursor = spot
            self.viewport.zoom(step)
            self.draw_chart()
