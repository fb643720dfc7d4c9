"""The keys of a battle: highlight an order, turn its dial, place a piece, take the order.

`BattleKeys` finds the handler of each key.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.base.errors import WeatherGageError
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.course import PAGES, BattleCourse
from tui.battle.panel import Panel
from tui.battle.panel_keys import LeaveKeys, PanelKeys, PictureKeys
from tui.battle.session import SCREEN
from tui.battle.word_keys import DraftKeys, FindKeys, LiveKeys, WordKeys
from tui.input.actions import Handlers
from tui.screens.chart_model import ChartKeys, ScreenPart

LAST = 10**6
"""A line number beyond the last line of any list."""
LEAVING = ("quit", "end", "menu")
"""Actions that leave a battle. While a computer player stands in for this player, every other
action gives the seat back to the player."""

# DialKeys: the keys that turn the dial of the highlighted order, also while looking around.


class DialKeys:
    """The handlers of the keys that turn a dial, the number that goes with an order: a method
    `act_NAME` for each action NAME.
    """

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.changes = course.changes

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "dial_down": self.act_dial_down,
            "dial_up": self.act_dial_up,
            "dial_low": self.act_dial_low,
            "dial_high": self.act_dial_high,
            "dial_five_down": self.act_dial_five_down,
            "dial_five_up": self.act_dial_five_up,
        }

    def act_dial_down(self) -> None:
        """Turn the dial down by one step, even while the arrow keys move the cursor on the
        chart.
        """
        self.turn(-1)

    def act_dial_up(self) -> None:
        """Turn the dial up by one step, even while the arrow keys move the cursor on the chart."""
        self.turn(1)

    def act_dial_low(self) -> None:
        """Turn the dial to its lowest value; turn a circular dial down by an eighth of the
        circle.
        """
        self._turn_far(-1)

    def act_dial_high(self) -> None:
        """Turn the dial to its highest value; turn a circular dial up by an eighth of the
        circle.
        """
        self._turn_far(1)

    def act_dial_five_down(self) -> None:
        """Turn the dial down by five steps."""
        self.turn(-5)

    def act_dial_five_up(self) -> None:
        """Turn the dial up by five steps."""
        self.turn(5)

    def turn(self, step: int) -> None:
        """Turn the dial by steps, if the highlighted order has one."""
        orders = self.session.orders
        if orders and orders.turn(step):
            self.changes.orders_changed(turned=True)

    def _turn_far(self, way: int) -> None:
        orders = self.session.orders
        if orders and orders.turn_far(way):
            self.changes.orders_changed(turned=True)


# OrderKeys: the keys that highlight, place, take and undo orders.


class OrderKeys:
    """The handlers of keys that choose an order: a method `act_NAME` for each action NAME."""

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
        """Return {name of an action: its handler} for the actions of this class."""
        return {
            "accept": self.act_accept,
            "back": self.act_back,
            "up": self.act_up,
            "down": self.act_down,
            "left": self.act_left,
            "right": self.act_right,
            "pick": self.act_pick,
            "first": self.act_first,
            "last": self.act_last,
            "next_ship": self.act_next_ship,
            "previous_ship": self.act_previous_ship,
            "offer": self.act_offer,
            "seal": self.act_seal,
            "undo": self.act_undo,
            "redo": self.act_redo,
            "take_back": self.act_take_back,
        }

    def act_accept(self) -> None:
        """Take the highlighted order; while the arrows move the cursor, select the thing under it.

        On a chart that lists earlier battles, open the replay of the battle under the cursor.
        """
        session, chart = self.session, self.session.chart
        if session.listing:
            self.panel_keys.go_to_line()
        elif session.advising:
            if not self.session.advised:
                self.changes.say(
                    "The computer is working out advice; Escape goes back to the orders.",
                    lambda: session.advising and not session.advised,
                )
            elif self.session.adviser.chosen < 0:
                self.advice.show(0)
            else:
                if isinstance(self.session.orders, SheetOrders):
                    self.session.orders.keep_picked()
                self.course.take()
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
        """Open the box (a square of a river chart) under the cursor, and return the key of its
        first ship.

        If the box is already open, return its next ship.
        """
        chart, viewport = self.session.chart, self.session.chart.viewport
        at, units = viewport.at, viewport.kind.units_at(chart.scene, viewport.at)
        if chart.opened != at:
            self.changes.open_box(at)
            if viewport.selected in units:
                return viewport.selected
        return viewport.next_of(units) or viewport.ship_at(chart.scene, at)

    def act_back(self) -> None:
        """Go one step back: stop measuring, stop moving the cursor, or close the page in the
        panel.
        """
        session, chart = self.session, self.session.chart
        if chart.viewport.measuring is not None:
            self.panel_keys.act_measure()
        elif session.shows:
            self.panel_keys.show("")
        elif chart.looking:
            self.panel_keys.act_look()
        elif self.course.sitting.aside:
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
        """Highlight the order whose number was pressed; while advice is shown, the advised answer
        with this number.
        """
        session = self.session
        action = self.course.keymap.action_named(SCREEN, "pick")
        place = action.keys.index(session.key) if action else -1
        if session.advised:
            self.advice.show(place)
        elif session.orders and session.orders.pick(place):
            if session.placing:
                self.changes.look(True)
            self.changes.orders_changed()

    def act_first(self) -> None:
        """Highlight the first order, or the first line of a list."""
        self._end(0)

    def act_last(self) -> None:
        """Highlight the last order, or the last line of a list."""
        self._end(LAST)

    def act_next_ship(self) -> None:
        """Select the next ship; while pieces are being placed, the next piece."""
        self._next(1)

    def act_previous_ship(self) -> None:
        """Select the previous ship; while pieces are being placed, the previous piece."""
        self._next(-1)

    def act_offer(self) -> None:
        """Highlight the next of the common answers to the highlighted slot (line) of a sheet, a
        form of several orders.
        """
        orders = self.session.orders
        if isinstance(orders, SheetOrders) and orders.next_offer():
            self.changes.orders_changed()

    def act_seal(self) -> None:
        """Fill the empty slots of the sheet (a form of several orders) as proposed, and submit
        it.
        """
        self.course.seal()

    def act_undo(self) -> None:
        """Undo the latest order, ask the other players to allow it where they must agree, or reopen
        a submitted sheet.
        """
        self.course.do("undo")

    def act_redo(self) -> None:
        """Redo the order that was undone last."""
        self.course.do("redo")

    def act_take_back(self) -> None:
        """Undo even beyond a dice roll or another player's order, where this kind of game (lesson,
        battle by mail and so on) allows it.
        """
        self.course.do("take_back")

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

    def _end(self, place: int) -> None:
        session = self.session
        if session.listing:
            self.panel_keys.scroll(place or -LAST)
        elif session.advised:
            self.advice.show(min(place, len(session.adviser.answers) - 1))
        elif session.orders and not session.chart.looking:
            session.orders.pick(min(place, len(session.orders.decision.options) - 1))
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
        elif session.orders and session.orders.needs_place and session.chart.looking:
            session.orders.move(step)
            self.changes.put(session.orders)
            self.changes.orders_changed()
        else:
            self.chart_keys.select_next(step)


# BattleKeys: gives a pressed key to whichever part is waiting for one, else does its action.


WAYS = {"pan_west": -1, "pan_east": 1}
"""{action of an arrow key: step in the paused animation}: 1 is a step forward, -1 a step back."""


KeysOf = Callable[[BattleCourse], Handlers]
"""A function that returns {name of an action: its handler} for one battle. These handlers take
precedence over the usual ones."""


class BattleKeys:
    """All key handlers of a battle; the keys of a lesson or puzzle take precedence."""

    def __init__(
        self,
        course: BattleCourse,
        panel: Panel,
        own: KeysOf | None = None,
    ) -> None:
        self.session = course.session
        self.course = course
        self.changes = course.changes
        self.app = course.app
        self.keymap = course.keymap
        self.chart_keys = ChartKeys(self.session.chart, self.changes)
        self.panels = PanelKeys(course, self.chart_keys, panel)
        self.dials = DialKeys(course)
        self.orders = OrderKeys(course, self.chart_keys, self.panels, self.dials)
        self.finding = FindKeys(course, panel)
        self.words = WordKeys(course, self.finding)
        self.leave = LeaveKeys(course)
        self.picture = PictureKeys(course)
        self.drafts = DraftKeys(course)
        self.live = LiveKeys(self.session, self.keymap)
        self.own = own(course) if own else {}

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for a battle.

        If the chart, the orders and the panel all handle an action, orders and panel take
        precedence.
        """
        return {
            **self.chart_keys.handlers(),
            **self.drafts.handlers(),
            **self.dials.handlers(),
            **self.picture.handlers(),
            **self.leave.handlers(),
            **self.finding.handlers(),
            **self.words.handlers(),
            **self.panels.handlers(),
            **self.orders.handlers(),
            **self.own,
        }

    def press(self, key: str) -> str:  # noqa: PLR0911  (a return for each receiver of keys)
        """Give a key to whatever waits for one: an animation, a line being typed, a yes-or-no
        question, or a slot of a sheet.

        Return '' if one of them used the key, else the name of the key's action; '' for none.
        """
        session = self.session
        name = self.meaning(key)
        kind = session.sitting.kind
        if name not in LEAVING and (said := kind.come_back()):
            stage = kind.stage()  # the message stays until the next choice
            self.changes.say(said, lambda: session.orders is None and kind.stage() == stage)
            return ""
        if session.playing and (self._held(name) or not self.course.skip_animation(name)):
            return ""
        if self.course.stage.ignores(name):
            if name not in PAGES:
                return ""
            self.course.stage.attended()
        if name == "quit":
            return name
        if self.course.holds_key(key):
            return ""
        self.changes.press(key)
        if session.typed:
            self.words.typing(key)
        elif session.question:
            self.course.reply(key, name)
        elif not self._spelt(key):
            return self.meaning(key, session.chart.looking)
        return ""

    def meaning(self, key: str, looking: bool = False) -> str:
        """Return the name of a key's action; '' for none."""
        action = self.keymap.action(SCREEN, key, looking)
        return action.name if action else ""

    def _held(self, name: str) -> bool:
        """Pause the animation and step through it, if `name` is an action in `WAYS`; else return
        False.
        """
        if name not in WAYS:
            return False
        self.course.stage.step(WAYS[name])
        return True

    def _spelt(self, key: str) -> bool:
        """Use a key as a letter or digit of the answer to a slot of a sheet; return False if it is
        none.

        Such letters take precedence over the usual meanings of the keys.
        """
        session = self.session
        orders = session.orders
        if not isinstance(orders, SheetOrders) or session.shows or session.chart.looking:
            return False
        try:
            if key == "backspace":
                done = orders.backspace()
            elif self.meaning(key) == "back":
                done = orders.clear()
            else:
                done = orders.type_key(key)
        except WeatherGageError as error:
            self.changes.say(self.app.describe(error))
            return True
        if done:
            self.changes.orders_changed()
        return done
