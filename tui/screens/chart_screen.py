"""ChartScreen: a screen whose centre is the chart, and the widget that shows it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from textual import events

from engine.game.chart import Board, Mark, Scene, Tableau
from engine.game.game import Game
from engine.game.parts.screen import Overlay
from tui.chart.kind import Cell
from tui.chart.sea.kind import GUTTER
from tui.chart.theatre import ChartInputs, DrawnChart, drawn_chart
from tui.chart.viewport import Viewport, ghost_places, kind_of, place_of, places
from tui.input.actions import Handlers, overlay_actions
from tui.screens.base import BaseScreen
from tui.screens.chart_model import ChartKeys, ChartModel, ScreenPart
from tui.terminal.cells import Run
from tui.terminal.lines import Lines
from tui.terminal.looks import Ink
from tui.terminal.page import CURSOR, Line, part

# The widget that shows the chart, with a cursor on it.


class Chart(Lines):
    """The widget that shows a chart as rows of cells. `cursor` is (column, row) in them, or None.

    A `ChartScreen` gives it all rows, frame included, when the chart has changed; only cells that
    differ are sent. The rows are kept without the cursor (`_picture`), so that moving it redraws
    only two cells.
    """

    def __init__(self, ink: Ink, id: str | None = None) -> None:
        super().__init__(ink, "sea", id)
        self._picture: list[Line] = []
        self._cursor: Cell | None = None

    def show(self, lines: Iterable[Sequence[Run]], cursor: Cell | None = None) -> None:
        self._picture = [tuple(row) for row in lines]
        self.cursor = cursor

    @property
    def cursor(self) -> Cell | None:
        """The cell of the cursor in the rows of the chart; None if no cursor is shown."""
        return self._cursor

    @cursor.setter
    def cursor(self, cell: Cell | None) -> None:
        self._cursor = cell
        rows = list(self._picture)
        if cell and cell[1] < len(rows):
            rows[cell[1]] = with_cursor(rows[cell[1]], cell[0], bare=self.ink.bare)
        super().show(rows)


def with_cursor(line: Line, column: int, bare: bool = False) -> Line:
    """Return a line with the cursor on one of its columns.

    On a `bare` terminal, which has no reverse, brackets mark it.
    """
    width = sum(len(text) for _, text in line)
    if not 0 <= column < width:
        return line
    if bare:
        left = (("cursor", "["),) if column else ()
        right = (("cursor", "]"),) if column + 1 < width else ()
        return (
            *part(line, 0, max(0, column - 1)),
            *left,
            *part(line, column, column + 1),
            *right,
            *part(line, column + 2, width),
        )
    ((token, glyph),) = part(line, column, column + 1)
    return (*part(line, 0, column), (token + CURSOR, glyph), *part(line, column + 1, width))


# ChartScreen: a screen whose centre is the chart. It draws a chart model and handles the mouse.


TOP = 1
"""The row of the frame at which the chart inside it begins; the column is `GUTTER`."""


class ChartScreen(BaseScreen):
    """A screen with a chart. A subclass says which marks to add; this class draws everything."""

    def __init__(self, model: ChartModel) -> None:
        self.model = model
        super().__init__()
        self.chart = Chart(self.ink, id="chart")
        self.chart_keys = ChartKeys(model, self)
        overlays = ((each.id, each.label) for each in model.game.screen.overlays())
        self.keymap.add(overlay_actions(self.screen_name, overlays))
        self._shown: tuple[Scene | None, Sequence[Mark] | None, Tableau | None]
        self._shown = None, None, None
        """What was drawn last: (scene, additional marks, picture in front)."""
        self._drawn: DrawnChart | None = None
        """The chart as it was drawn last."""
        self._placed_for: type[Board] | None = None
        """The kind of board for which the layout of the screen was computed."""
        self._grabbed: tuple[int, int] | None = None

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game system."""
        return self.model.game

    @property
    def about_game(self) -> str:
        return self.game.name

    @property
    def view(self) -> Any:
        """The state as the viewer may see it."""
        return self.model.view

    @property
    def scene(self) -> Scene:
        """The scene: the marks of the state as the viewer may see it."""
        return self.model.scene

    @property
    def viewport(self) -> Viewport:
        """The visible part of the board, with the cursor and the selected ship."""
        return self.model.viewport

    @property
    def looking(self) -> bool:
        return self.model.looking

    # For subclasses to define -----------------------------------------------------------------

    @abstractmethod
    def extras(self) -> Sequence[Mark]:
        """Return marks to be drawn besides the scene and its overlays: previews of orders (ghosts),
        smoke.
        """

    @abstractmethod
    def selected_changed(self) -> None:
        """Update the screen because another ship was selected."""

    def cursor_moved(self) -> None:
        """Update the screen because the cursor has moved."""

    def clicked(self, key: str) -> None:
        """Do what a click on the ship with this key means."""
        self.viewport.selected = key
        self.selected_changed()

    def clicked_again(self) -> None:
        """Do what a click on the cell of the cursor means."""

    # Drawing ------------------------------------------------------------------------------

    def fit_chart(self, columns: int, rows: int) -> None:
        """Fit the window to a chart of this size in cells, without its frame.

        For another kind of board the layout is computed again.
        """
        kind = type(self.scene.board)
        if self._placed_for not in (None, kind):
            # otherwise Textual would use its cached layout for this size
            self._clear_arrangement_cache()
            self.refresh(layout=True)
        self._placed_for = kind
        self.model.fit(columns, rows)

    def draw_chart(
        self,
        scene: Scene | None = None,
        extra: Sequence[Mark] | None = None,
        tableau: Tableau | None = None,
    ) -> None:
        """Draw a scene with overlays and extra marks; by default those of the current state.

        A tableau (picture) is drawn over the chart, and hides the cursor.
        """
        self._shown = scene, extra, tableau
        self.soon(self._lay_chart)

    @abstractmethod
    def _meeting(self) -> Sequence[str] | None:
        """Return the keys of the ships to zoom in on; None leaves the view as it is."""

    def _lay_chart(self) -> None:
        look, (scene, extra, tableau) = self.viewport, self._shown
        # Zoom in on ships that fight or collide, and out again afterwards, unless the player moves
        # the cursor.
        seen = scene or self.scene
        keys = self._meeting() if self.game_app.settings.follow else ()
        if not (keys is None or self.looking or self.too_small):
            found = [place for key in keys if (place := place_of(seen, key)) is not None]
            # the ghost of an order must be visible beside the ships that it brings together
            if found:
                found += ghost_places(self.extras())
            self.viewport.zoom_in_on(found)
        marks = (*self.model.overlay_marks(), *(self.extras() if extra is None else extra))
        shown = scene or self.scene
        window = look.view
        if type(shown.board) is not type(look.board):  # drawn before the board changed
            kind = kind_of(shown.board)
            window = kind.whole(window.columns, window.rows, places(shown))
        asked = ChartInputs(shown, window, self.glyphs, marks, look.selected, tableau)
        if self._drawn is None or self._drawn.asked != asked:
            self._drawn = drawn_chart(asked, self._drawn)
        self.chart.show(self._drawn.rows, None if tableau else self._cursor_cell())

    def changed(self, parts: ScreenPart) -> None:
        """Draw the chart again; if only the cursor has moved, draw only the cursor."""
        if ScreenPart.CHART in parts:
            self.draw_chart()
        if ScreenPart.CURSOR in parts:
            self.chart.cursor = self._cursor_cell()

    def _cursor_cell(self) -> tuple[int, int] | None:
        if not self.looking:
            return None
        column, row = self.viewport.cursor
        return column + GUTTER, row + TOP

    # Keys -----------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """Return the handlers of the chart, of any screen, and one for each overlay (picture over
        the chart).
        """
        overlays = self.game.screen.overlays()
        switches = {f"overlay_{each.id}": partial(self._switch, each) for each in overlays}
        return {**self.chart_keys.handlers(), **super().handlers(), **switches}

    def _switch(self, overlay: Overlay) -> None:
        on = self.viewport.switch(overlay.id)
        self.draw_chart()
        if on and not self.model.overlay_of(overlay.id):
            self.say(f"Nothing to show now: {overlay.label}.")

    # Mouse ------------------------------------------------------------------------------------

    def _spot(self, event: events.MouseEvent) -> tuple[int, int] | None:
        """Return the (column, row) of the chart under the mouse; None outside the chart."""
        region = self.chart.region
        column = int(event.screen_x) - region.x - GUTTER
        row = int(event.screen_y) - region.y - TOP
        view = self.viewport.view
        inside = 0 <= column < view.columns and 0 <= row < view.rows
        return (column, row) if inside else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Start to drag the chart with the mouse."""
        self._grabbed = self._spot(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the chart with the mouse."""
        spot = self._spot(event)
        if event.button and self._grabbed and spot and spot != self._grabbed:
            self.viewport.drag(spot[0] - self._grabbed[0], spot[1] - self._grabbed[1])
            self._grabbed = spot
            self.draw_chart()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """After a click, move the cursor to its cell and select the ship in the cell."""
        spot, grabbed, self._grabbed = self._spot(event), self._grabbed, None
        if spot is None or spot != grabbed:
            return
        if self.looking and spot == self.viewport.cursor:
            self.clicked_again()
        self.viewport.cursor = spot
        self.model.looking = True
        key = self.viewport.ship_at(self.scene, self.viewport.at)
        self.changed(ScreenPart.CURSOR)
        self.cursor_moved()
        if key:
            self.clicked(key)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Zoom in at the mouse."""
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
