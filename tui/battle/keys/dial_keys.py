"""DialKeys: the keys that turn the dial of the highlighted order, also while looking round."""

from __future__ import annotations

from tui.battle.course import BattleCourse
from tui.input.actions import Handlers


class DialKeys:
    """One method an action; the names are those of the registry."""

    def __init__(self, course: BattleCourse) -> None:
        self.session = course.session
        self.changes = course.changes

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "dial_down": self.act_dial_down,
            "dial_up": self.act_dial_up,
            "dial_low": self.act_dial_low,
            "dial_high": self.act_dial_high,
            "dial_five_down": self.act_dial_five_down,
            "dial_five_up": self.act_dial_five_up,
        }

    def act_dial_down(self) -> None:
        """Turn the dial down, also while looking round."""
        self.turn(-1)

    def act_dial_up(self) -> None:
        """Turn the dial up, also while looking round."""
        self.turn(1)

    def act_dial_low(self) -> None:
        """Turn the dial to its lowest, or far round."""
        self._turn_far(-1)

    def act_dial_high(self) -> None:
        """Turn the dial to its highest, or far round."""
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
