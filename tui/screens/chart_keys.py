"""ChartKeys: the keys of the chart, which a battle and its replay share."""

from __future__ import annotations

from typing import Protocol

from tui.input.actions import Handlers
from tui.screens.chart_model import ChartModel
from tui.screens.parts import ScreenPart


class Followed(Protocol):
    """What follows the changes of a chart model, and has them drawn."""

    def changed(self, parts: ScreenPart) -> None:
        """Have parts of the screen drawn anew."""

    def cursor_moved(self) -> None:
        """Follow the cursor to another place."""

    def selected_changed(self) -> None:
        """Follow a new selection."""

    def say(self, sentence: str) -> None:
        """Say one sentence in the prompt, until the next key."""


class ChartKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, chart: ChartModel, followed: Followed) -> None:
        self.chart = chart
        self.followed = followed

    def step_cursor(self, east: int, south: int) -> None:
        """Move the cursor by cells; at the edge the window pans."""
        panned = self.chart.step_cursor(east, south)
        # The cursor alone is one cell; a ruler to it, or another window, is the whole chart.
        if panned or self.chart.viewport.measuring:
            self.followed.changed(ScreenPart.CHART)
        else:
            self.followed.changed(ScreenPart.CURSOR)
        self.followed.cursor_moved()

    def select_next(self, step: int) -> None:
        """Select the ship a number of places on."""
        self.chart.select_next(step)
        self.followed.selected_changed()

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
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
        """Zoom in about the cursor, or the selected ship when no cursor is out."""
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
        """Select the ship before."""
        self.select_next(-1)

    def act_overlays(self) -> None:
        """Go on to the next overlay, and say what it shows; after the last one show none."""
        offered = self.chart.game.screen.overlays()
        overlay = self.chart.viewport.next_overlay([each.id for each in offered])
        self.followed.changed(ScreenPart.CHART)
        label = next((each.label for each in offered if each.id == overlay), "")
        if not label:
            self.followed.say("No picture over the chart now.")
            return
        nothing = "" if self.chart.overlay_of(overlay) else " Nothing to show now."
        about = f"{self.chart.called(self.chart.overlaid_ship())} {overlay}".lstrip()
        self.followed.say(f"{about}: {label}.{nothing}")

    def act_measure(self) -> None:
        """Measure from the selected ship, or from the cursor when it is out; again: stop."""
        self.chart.toggle_measuring()
        self.followed.changed(ScreenPart.CHART)
        self.followed.cursor_moved()

    def _pan(self, east: int, south: int) -> None:
        if self.chart.viewport.pan(east, south):
            self.followed.changed(ScreenPart.CHART)

    def _zoom(self, step: int) -> None:
        self.chart.zoom(step)
        self.followed.changed(ScreenPart.CHART)
