"""Changes of a battle screen's state: orders, messages, state, cursor, selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game.chart import Tableau
from engine.game.panel import Row
from engine.sitting.orders import Orders
from engine.space.plane.pose import Point
from tui.battle.forecast import Forecast
from tui.battle.session import BattleSession, KeptSitting, Said, SessionDrawing, Shows, YesOrNo
from tui.chart.viewport import place_of
from tui.drama.theatre import Frame
from tui.input.typed import Typed
from tui.screens.chart_model import ScreenPart

# SightChanges: changes what is seen of a battle: its state, what is selected, cursor and place.


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
        if ship in ships:
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


# SessionChanges: what is held of a battle: orders, what is typed, said, shown and played.


class SessionChanges(SightChanges):
    """All that may be changed of a session. Keys ask for it, a course does it."""

    # Orders ----------------------------------------------------------------------------------

    def put(self, orders: Orders | None, looking: bool | None = None) -> None:
        """Put orders into the player's hands; the cursor is out where a place is to be chosen."""
        session = self.session
        session.sitting.orders = orders
        session.chart.looking = session.placing if looking is None else looking

    def drop(self) -> None:
        """Take the orders away, and leave the chart as it is."""
        self.session.sitting.orders = None

    def think(self, seat: str) -> None:
        """Say that the computer thinks for a seat; '' when it has done so."""
        self.session.thinking, self.session.progress = seat, ""
        self.changed(ScreenPart.PROMPT)

    def tell_progress(self, words: str) -> None:
        """Say how far the computer is that thinks; it may have done so when this is heard."""
        if self.session.thinking:
            self.session.progress = words
            self.changed(ScreenPart.PROMPT)

    # Words -----------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Take note of a key; what was said until now is said no more."""
        session = self.session
        session.key = key
        if session.sentence:
            self.say("")

    def say(self, sentence: str, holds: Callable[[], bool] | None = None) -> None:
        """Say one sentence in the prompt, until the next key or as long as it holds.

        It holds until something happens in the battle, unless it is told otherwise; what is to be
        said of the battle's file must be read, whatever happens.
        """
        session, moment = self.session, self.session.moment

        def usually() -> bool:
            return session.moment == moment or sentence == session.battle.notice

        session.said = Said(sentence, holds or usually)
        self.changed(ScreenPart.PROMPT)

    def type_line(self, typed: Typed | None) -> None:
        """Begin to type a line, or leave it."""
        self.session.typed = typed
        self.changed(ScreenPart.PANEL | ScreenPart.PROMPT)

    def ask(self, question: YesOrNo | None) -> None:
        """Ask a yes-or-no question, or ask no more."""
        self.session.question = question
        self.changed(ScreenPart.PROMPT)

    # The panel -------------------------------------------------------------------------------

    def show(self, what: Shows) -> None:
        """Give the panel to something; '' gives it back to the cards."""
        session = self.session
        session.shows = what
        # The log is read from its end, every other list from its start.
        session.chosen = max(0, len(session.log_lines()) - 1) if what == "log" else 0
        self.changed(ScreenPart.PANEL | ScreenPart.PROMPT)

    def choose_line(self, number: int) -> None:
        """Choose a line of the list in the panel; of the hand, the first that is shown."""
        self.session.chosen = number
        self.changed(ScreenPart.PANEL)

    def switch_why(self) -> None:
        """Show or hide the closed options with their reasons."""
        self.session.why = not self.session.why
        self.changed(ScreenPart.PANEL)

    # What is played --------------------------------------------------------------------------

    def play(self, playing: bool, opening: Tableau | None = None) -> None:
        """Begin or end an animation, or the picture with which a battle opens."""
        session = self.session
        session.playing, session.opening, session.frame = playing, opening, None

    def show_frame(self, frame: Frame) -> None:
        """Show one picture of an animation; the panel changes with dice and news only."""
        self.session.frame = frame
        self.changed(ScreenPart.CHART | ScreenPart.PANEL if frame.rows else ScreenPart.CHART)

    def lay_dice(self, rows: Sequence[Row]) -> None:
        """Lay dice beside the chart."""
        self.session.dice = tuple(rows)

    # Coming back -----------------------------------------------------------------------------

    def restore(self, kept: KeptSitting) -> None:
        """Take what another session of the same person at the same battle has kept."""
        session, chart = self.session, self.session.chart
        chart.viewport, chart.looking = kept.viewport, kept.looking
        session.sitting.orders, session.shows = kept.orders, kept.shows
        session.why, session.chosen = kept.why, kept.chosen
