"""SightChanges: changes what is seen of a battle: its state, what is selected, cursor and place."""

from __future__ import annotations

from engine.space.plane.pose import Point
from tui.battle.display import SessionDrawing
from tui.battle.forecast import Forecast
from tui.battle.session import BattleSession
from tui.chart.viewport import place_of
from tui.screens.parts import ScreenPart


class SightChanges:
    """Where the player of a session looks, and what his orders follow of it."""

    def __init__(self, session: BattleSession, forecast: Forecast, display: SessionDrawing) -> None:
        self.session = session
        self.forecast = forecast
        self.display = display
        session.chart.ahead = forecast.overlay_ahead

    def changed(self, parts: ScreenPart) -> None:
        """Have parts of the screen drawn anew."""
        self.display.changed(parts)

    def see_present(self) -> None:
        """Look at the present state, at what the orders are about."""
        session = self.session
        session.chart.see(session.battle.view(session.table.viewer_seat))

    def seen(self, on: bool) -> None:
        """Look ahead of the orders from now on; not while the first frame is being drawn."""
        self.session.seen = on
        self.meet()

    def look(self, on: bool) -> None:
        """Let the arrows move the cursor; else through the orders, and no longer measure."""
        chart = self.session.chart
        chart.looking = on
        if not on:
            chart.viewport.measuring = None
        self.changed(ScreenPart.ORDER)

    def open_box(self, at: Point | None) -> None:
        """List all that a box of the chart holds; None: of no box."""
        self.session.chart.opened = at
        self.changed(ScreenPart.PANEL)

    def select(self, key: str) -> None:
        """Select a ship, with the first order about her."""
        self.session.chart.viewport.selected = key
        self.selected_changed()

    def show_picture(self, overlay: str) -> None:
        """Show one picture over the chart, by the id of its overlay; '' none."""
        self.session.chart.viewport.overlays = [overlay] if overlay else []
        self.changed(ScreenPart.CHART)

    def bring_up(self, key: str) -> None:
        """Select a ship and bring her to the middle of the chart, if she is on it."""
        viewport = self.session.chart.viewport
        if place := place_of(self.session.chart.scene, key):
            viewport.selected = key
            viewport.centre(place)
            self.changed(ScreenPart.CHART)

    # What follows another change -----------------------------------------------------------

    def selected_changed(self) -> None:
        """Follow a new selection: her card, and the first order about her."""
        session = self.session
        if session.orders:
            session.orders.about(session.chart.viewport.selected)
        self.meet()
        self.changed(ScreenPart.ORDER)

    def cursor_moved(self) -> None:
        """Follow the cursor: measure to it, place by it."""
        chart, orders = self.session.chart, self.session.orders
        measuring = chart.viewport.measuring is not None
        if orders and orders.placed and not measuring:
            orders.place(chart.viewport.at)
            self.orders_changed(turned=True)
        elif measuring or chart.opened:
            self.open_box(None)
        self.changed(ScreenPart.PROMPT)

    def orders_changed(self, turned: bool = False) -> None:
        """Follow another highlighted option, or another place of its dial, or another slot."""
        session = self.session
        asked = session.orders.decision if session.orders else None
        if session.shows == "advice" and session.adviser.decision != asked:
            session.shows = ""
        session.turning = False
        self.follow_place()
        if session.orders and not session.orders.decision.ship:
            self.select_for_orders()
        session.turning = turned and self.forecast.preview().quick_marks is not None
        self.meet()
        self.changed(ScreenPart.ORDER | ScreenPart.DIAL)

    def rest(self) -> None:
        """Let the dial rest, so that what is costly follows it too."""
        self.session.turning = False
        self.forecast.rest()
        self.changed(ScreenPart.CHART | ScreenPart.PANEL)

    def meet(self) -> None:
        """Remember the ships that an answer to the open question brings together.

        And what stays of it on the chart while its dial is turned on.
        """
        if not self.session.turning:
            self.forecast.rest()
        orders, met = self.session.orders, self.forecast.preview().meets
        if orders and met:
            self.session.met = orders.decision, met

    def select_for_orders(self) -> None:
        """Select the ship whose choice it is, and bring her into sight."""
        session, chart, viewport = self.session, self.session.chart, self.session.chart.viewport
        orders, ships = session.orders, session.game.screen.subjects(session.view)
        ship = (orders.decision.ship or orders.option.subject) if orders else ""
        if orders and not ship and viewport.kind.lined:
            ship = orders.option.id  # on a page, an option may be called like the line it is about
        if ship and ship in ships:
            viewport.selected = ship
            place = place_of(chart.scene, ship)
            if place and viewport.view.columns > 1:  # before the first layout it has no size
                viewport.show(place)
        elif not viewport.selected:
            viewport.next_ship(ships, 0)

    def follow_place(self) -> None:
        """Bring the place that is chosen into sight, with the cursor on it."""
        orders, viewport = self.session.orders, self.session.chart.viewport
        if orders and orders.placed and orders.at:
            viewport.show(orders.at)
            viewport.point_at(orders.at)
