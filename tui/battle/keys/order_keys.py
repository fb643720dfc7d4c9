"""OrderKeys: the keys that highlight, place, take and undo orders."""

from __future__ import annotations

from engine.sitting.sheet_orders import SheetOrders
from tui.battle.course import BattleCourse
from tui.battle.keys.dial_keys import DialKeys
from tui.battle.keys.panel_keys import PanelKeys
from tui.battle.session import SCREEN
from tui.input.actions import Handlers
from tui.screens.chart_keys import ChartKeys
from tui.screens.parts import ScreenPart


class OrderKeys:
    """One method an action; the names are those of the registry."""

    def __init__(
        self, course: BattleCourse, chart_keys: ChartKeys, panel_keys: PanelKeys, dials: DialKeys
    ) -> None:
        self.session = course.session
        self.course = course
        self.advice = course.advice
        self.changes = course.changes
        self.display = course.display
        self.chart_keys = chart_keys
        self.panel_keys = panel_keys
        self.dials = dials

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "accept": self.act_accept,
            "back": self.act_back,
            "up": self.act_up,
            "down": self.act_down,
            "left": self.act_left,
            "right": self.act_right,
            "pick": self.act_pick,
            "next_ship": self.act_next_ship,
            "previous_ship": self.act_previous_ship,
            "offer": self.act_offer,
            "seal": self.act_seal,
            "undo": self.act_undo,
            "redo": self.act_redo,
            "take_back": self.act_take_back,
        }

    def act_accept(self) -> None:
        """Take the highlighted order; while looking round, select what is under the cursor.

        The line of a battle that was fought before leads to its replay.
        """
        session, chart = self.session, self.session.chart
        if session.listing:
            self.panel_keys.go_to_line()
        elif session.advising:
            self._accept_advice()
        elif chart.looking and not session.placing and not session.table.goes_on:
            if chapter := session.chapter_here():
                viewer_seat = session.table.viewer_seat
                self.display.open_screen("replay", session.battle, chapter.first, viewer_seat)
            elif key := self._opened():
                self.changes.select(key)
        elif session.placing and not chart.looking:
            self.panel_keys.act_look()
        else:
            self.course.take()

    def _opened(self) -> str:
        """Open the box under the cursor: return its ship, or its next one when it is open."""
        chart, viewport = self.session.chart, self.session.chart.viewport
        at, units = viewport.at, viewport.kind.units_at(chart.scene, viewport.at)
        if chart.opened != at:
            self.changes.open_box(at)
            if viewport.selected in units:
                return viewport.selected
        return viewport.next_of(units) or viewport.ship_at(chart.scene, at)

    def act_back(self) -> None:
        """Step back: from measuring, looking round, or a panel."""
        session, chart = self.session, self.session.chart
        if chart.viewport.measuring is not None:
            self.panel_keys.act_measure()
        elif session.shows:
            self.panel_keys.show("")
        elif chart.looking:
            self.panel_keys.act_look()
        elif self.course.aside:
            self.course.advance()
        self.changes.changed(ScreenPart.PROMPT)

    def act_up(self) -> None:
        """Highlight the order above."""
        self._move(-1)

    def act_down(self) -> None:
        """Highlight the order below."""
        self._move(1)

    def act_left(self) -> None:
        """Turn the dial down."""
        self._turn(-1)

    def act_right(self) -> None:
        """Turn the dial up."""
        self._turn(1)

    def act_pick(self) -> None:
        """Highlight the order of the number that was pressed."""
        session = self.session
        action = self.course.keymap.named(SCREEN, "pick")
        place = action.keys.index(session.key) if action else -1
        if session.advised:
            self.advice.show(place)
        elif session.orders and session.orders.pick(place):
            if session.placing:
                self.changes.look(True)
            self.changes.orders_changed()

    def act_next_ship(self) -> None:
        """Select the next ship; while something is placed, the next thing to place."""
        self._next(1)

    def act_previous_ship(self) -> None:
        """Select the ship before, or the thing to place before."""
        self._next(-1)

    def act_offer(self) -> None:
        """Highlight the next answer that is offered by name."""
        orders = self.session.orders
        if isinstance(orders, SheetOrders) and orders.next_offer():
            self.changes.orders_changed()

    def act_seal(self) -> None:
        """Fill the rest of a sheet as proposed, and seal it."""
        self.course.seal()

    def act_undo(self) -> None:
        """Undo, offer to take back, or open a sealed sheet again."""
        self.course.undo()

    def act_redo(self) -> None:
        """Redo."""
        self.course.redo()

    def act_take_back(self) -> None:
        """Take back over dice and others' moves."""
        self.course.take_back()

    def _accept_advice(self) -> None:
        """Take the answer that is shown; show the best while there is none."""
        if not self.session.advised:
            session = self.session
            self.changes.say(
                "The adviser is thinking; Escape goes back to the orders.",
                lambda: session.advising and not session.advised,
            )
        elif self.session.adviser.chosen < 0:
            self.advice.show(0)
        else:
            self.course.take()

    def _move(self, step: int) -> None:
        session = self.session
        if session.listing:
            self.panel_keys.scroll(step)
        elif session.advised:
            self.advice.move(step)
        elif session.chart.looking or session.orders is None:
            self.chart_keys.step_cursor(0, step)
        else:
            session.orders.move(step)
            self.changes.orders_changed()

    def _turn(self, step: int) -> None:
        if self.session.chart.looking or self.session.orders is None:
            self.chart_keys.step_cursor(step, 0)
        else:
            self.dials.turn(step)

    def _next(self, step: int) -> None:
        session = self.session
        if isinstance(session.orders, SheetOrders) and not session.chart.looking:
            session.orders.next_slot(step)
            self.changes.select_for_orders()
            self.changes.orders_changed()
        elif session.orders and session.orders.placed and session.chart.looking:
            session.orders.move(step)
            self.changes.put(session.orders)
            self.changes.orders_changed()
        else:
            self.chart_keys.select_next(step)
