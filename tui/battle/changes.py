"""The only module that changes a battle session: its orders, messages, state, cursor and
selection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game.chart import Tableau
from engine.game.panel import Row
from engine.sitting.adviser import Forecast
from engine.sitting.orders import Orders
from engine.space.plane.pose import Point
from tui.battle.session import BattleSession, Said, SavedView, SessionDrawing, Shows, YesOrNo
from tui.chart.theatre import Frame
from tui.chart.viewport import ghost_places, place_of
from tui.input.typed import Typed
from tui.screens.chart_model import ScreenPart

# SightChanges: changes to a screen's view of a battle: state, selection, cursor and place.


class SightChanges:
    """Changes to what is in view: the selected ship, the cursor, and the orders that depend on
    them.
    """

    def __init__(self, session: BattleSession, forecast: Forecast, display: SessionDrawing) -> None:
        self.session = session
        self.forecast = forecast
        self.display = display
        self._followed: Sequence[Point] = ()
        """The places of the ghost (the drawn result of an order) to which the chart was last
        panned."""
        session.chart.ahead = forecast.overlay_ahead

    def changed(self, parts: ScreenPart) -> None:
        """Mark parts of the screen for redrawing."""
        self.display.changed(parts)

    def show_current_state(self) -> None:
        """Show the current state, limited to what the viewer may see."""
        session = self.session
        session.chart.see(session.battle.view(session.table.viewer_seat))

    def seen(self, on: bool) -> None:
        """Set whether the battle is visible. Forecasts are computed only for a visible battle, so
        the first frame does not wait for them.
        """
        self.session.seen = on
        self.meet()

    def open_on_action(self, follow: bool, large: bool) -> None:
        """Set how the chart opens: with `follow`, so that the nearest enemy is in view.

        With `follow` and `large` it opens at the highest zoom that shows all ships.
        """
        chart = self.session.chart
        chart.on_action, chart.close = follow, follow and large

    def look(self, on: bool) -> None:
        """Set what the arrow keys do: with `on` they move the cursor, else they choose among the
        orders.

        Without `on`, a measurement is also ended.
        """
        chart = self.session.chart
        chart.looking = on
        if not on:
            chart.viewport.measuring = None
        self.changed(ScreenPart.ORDER)

    def open_box(self, at: Point | None) -> None:
        """Show a list of everything in a box of the chart; None closes it."""
        self.session.chart.opened = at
        self.changed(ScreenPart.PANEL)

    def select(self, key: str) -> None:
        """Select the ship with this key, and highlight the first order that concerns her."""
        self.session.chart.viewport.selected = key
        self.selected_changed()

    def show_picture(self, overlay: str) -> None:
        """Show one overlay over the chart, by its id; '' for none."""
        self.session.chart.viewport.overlays = [overlay] if overlay else []
        self.changed(ScreenPart.CHART)

    def bring_up(self, key: str) -> None:
        """Select the ship with this key, and scroll the chart to her if she is on it."""
        viewport = self.session.chart.viewport
        if place := place_of(self.session.chart.scene, key):
            viewport.selected = key
            viewport.centre(place)
            self.changed(ScreenPart.CHART)

    # Consequences of other changes -----------------------------------------------------------

    def selected_changed(self) -> None:
        """Update the card after a new selection, and highlight the first order for the selected
        ship.
        """
        session = self.session
        if session.orders:
            session.orders.about(session.chart.viewport.selected)
        self.meet()
        self.changed(ScreenPart.ORDER)

    def cursor_moved(self) -> None:
        """Update the measured line, or the piece being placed, after the cursor has moved."""
        chart, orders = self.session.chart, self.session.orders
        measuring = chart.viewport.measuring is not None
        if orders and orders.needs_place and not measuring:
            orders.place(chart.viewport.at)
            self.orders_changed(turned=True)
        elif measuring or chart.opened:
            self.open_box(None)
        self.changed(ScreenPart.PROMPT)

    def orders_changed(self, turned: bool = False) -> None:
        """Update the screen after another option, dial value, place or slot has been
        highlighted.
        """
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
        """Record that the player has stopped turning the dial: slow forecasts are now computed."""
        self.session.turning = False
        self.forecast.cache_costly_part()
        self.changed(ScreenPart.CHART | ScreenPart.PANEL)

    def meet(self) -> None:
        """Store which ships would fight or collide after the highlighted answer, and scroll to its
        ghost.

        Unless a dial is being turned, also cache the marks on the chart that stay the same while it
        turns.
        """
        if not self.session.turning:
            self.forecast.cache_costly_part()
        orders, met = self.session.orders, self.forecast.preview().meets
        if orders and met:
            self.session.met = orders.decision, met
        self.follow_ghost()

    def select_for_orders(self) -> None:
        """Select the ship that the open question concerns, and scroll to her."""
        session, chart, viewport = self.session, self.session.chart, self.session.chart.viewport
        orders, ships = session.orders, session.game.screen.subjects(session.view)
        ship = (orders.decision.ship or orders.option.subject) if orders else ""
        if orders and not ship and viewport.kind.lined:
            ship = orders.option.id  # on a page, an option may have the name of its line
        if ship in ships:
            viewport.selected = ship
            place = place_of(chart.scene, ship)
            if place and viewport.view.columns > 1:  # no size before the first layout
                viewport.show(place)
                viewport.keep_in_view(chart.near_to({ship}))
        elif not viewport.selected:
            viewport.next_ship(ships, 0)

    def follow_ghost(self) -> None:
        """Scroll the chart to the ghost (the drawn result) of the highlighted order.

        Keep the ordered ship in view too if both fit.
        """
        session, chart = self.session, self.session.chart
        viewport = chart.viewport
        if session.placing or chart.looking or viewport.view.columns <= 1:
            return  # the cursor decides what is in view, or the window has no size yet
        if session.met[1] and session.orders and session.met[0] is session.orders.decision:
            return  # the chart is drawn zoomed in on the ships that meet, with the ghost
        ghosts = ghost_places(self.forecast.preview().marks)
        if not ghosts or ghosts == self._followed:
            return  # the player may have panned away from it
        self._followed = ghosts
        if all(map(viewport.view.shows, ghosts)):
            return
        ship = place_of(chart.scene, viewport.selected)
        viewport.keep_in_view((*ghosts, ship) if ship else ghosts)
        viewport.keep_in_view(ghosts)
        self.changed(ScreenPart.CHART)

    def follow_place(self) -> None:
        """Scroll the chart to the place that the player has chosen, and put the cursor on it."""
        orders, viewport = self.session.orders, self.session.chart.viewport
        if orders and orders.needs_place and orders.at:
            viewport.show(orders.at)
            viewport.point_at(orders.at)


# SessionChanges: changes to the data of a session: orders, typed text, sentences, animations.


class SessionChanges(SightChanges):
    """All changes to a session. The key handlers and `BattleCourse` call these methods."""

    # Orders ----------------------------------------------------------------------------------

    def put(self, orders: Orders | None, looking: bool | None = None) -> None:
        """Make orders the current ones; the cursor appears if a place on the chart has to be
        chosen.
        """
        session = self.session
        session.sitting.orders = orders
        session.chosen = session.chosen if session.shows else 0
        session.chart.looking = session.placing if looking is None else looking

    def drop(self) -> None:
        """Remove the open question without changing the chart."""
        self.session.sitting.orders = None

    def think(self, seat: str) -> None:
        """Show that the computer thinks for a seat; '' shows that it has finished."""
        self.session.thinking, self.session.progress = seat, ""
        self.changed(ScreenPart.PROMPT)

    def show_progress(self, words: str) -> None:
        """Show a computer player's progress, unless it has finished thinking in the meantime."""
        if self.session.thinking:
            self.session.progress = words
            self.changed(ScreenPart.PROMPT)

    # Text ---------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Record a key; it clears the message in the prompt."""
        session = self.session
        session.key = key
        if session.sentence:
            self.say("")

    def say(self, sentence: str, holds: Callable[[], bool] | None = None) -> None:
        """Show a message in the prompt, until the next key or as long as `holds` returns True.

        By default the message lasts until something happens in the battle; a message about the
        battle's file stays until it is read.
        """
        session, moment = self.session, self.session.moment

        def usually() -> bool:
            return session.moment == moment or sentence == session.battle.notice

        session.said = Said(sentence, holds or usually)
        self.changed(ScreenPart.PROMPT)

    def type_line(self, typed: Typed | None) -> None:
        """Begin typing a line, or end it with None."""
        self.session.typed = typed
        self.changed(ScreenPart.PANEL | ScreenPart.PROMPT)

    def ask(self, question: YesOrNo | None) -> None:
        """Ask a yes-or-no question, or close it."""
        self.session.question = question
        self.changed(ScreenPart.PROMPT)

    # The panel -------------------------------------------------------------------------------

    def show(self, what: Shows) -> None:
        """Show a page in the panel; '' shows the cards again."""
        session = self.session
        session.shows = what
        session.chosen = 0
        self.changed(ScreenPart.PANEL | ScreenPart.PROMPT)

    def choose_line(self, number: int) -> None:
        """Highlight a line of the list in the panel; a hand of cards scrolls to that line."""
        self.session.chosen = number
        self.changed(ScreenPart.PANEL)

    def toggle_reasons(self) -> None:
        """Show or hide the options that are not available, with their reasons."""
        self.session.why = not self.session.why
        self.session.chosen = 0
        self.changed(ScreenPart.PANEL)

    # Animations ---------------------------------------------------------------------------------

    def play(self, playing: bool, opening: Tableau | None = None) -> None:
        """Begin or end an animation, or the opening picture of a battle."""
        session = self.session
        session.playing, session.opening, session.frame = playing, opening, None
        session.voice = ""

    def speak(self, voice: str) -> None:
        """Set the words spoken aboard at the event that is being animated; '' for none."""
        if voice != self.session.voice:
            self.session.voice = voice
            self.changed(ScreenPart.PROMPT)

    def show_frame(self, frame: Frame) -> None:
        """Show a frame of an animation; the panel is redrawn only if the frame has dice or news."""
        self.session.frame = frame
        self.changed(ScreenPart.CHART | ScreenPart.PANEL if frame.rows else ScreenPart.CHART)

    def show_dice(self, rows: Sequence[Row]) -> None:
        """Show dice beside the chart."""
        self.session.dice = tuple(rows)

    # Coming back after a lost connection --------------------------------------------------------

    def restore(self, kept: SavedView) -> None:
        """Restore what this person's earlier session left, such as the drafted orders."""
        session, chart = self.session, self.session.chart
        chart.viewport, chart.looking = kept.viewport, kept.looking
        session.sitting.orders, session.shows = kept.orders, kept.shows
        session.why, session.chosen = kept.why, kept.chosen
