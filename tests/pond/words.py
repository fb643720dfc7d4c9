"""The words of the pond: its log and its commands."""

from __future__ import annotations

from engine.game.parts.words import Words
from engine.kit.dataset import uses_own_data
from tests.pond.events import Event, Fired, Moved, Ordered
from tests.pond.state import Order, Pond, Steer, name


@uses_own_data
class PondWords(Words[Pond]):
    """The log of the pond, and a command in words."""

    def tell(self, before: Pond, event: Event, seat: str) -> str:
        match event:
            case Ordered(who, order):
                what = self.describe(before, order) if who == seat else "gives an order"
                return f"{name(who)}: {what}"
            case Moved(who, pose):
                return f"{name(who)} runs to ({pose.x:.1f}, {pose.y:.1f})"
            case Fired(who, face, hit):
                return f"{name(who)} fires: {face}, a {'hit' if hit else 'miss'}"
        return f"Turn {before.turn} ends"

    def describe(self, state: Pond, command: Order) -> str:
        return f"steer {command.angle:g}" if isinstance(command, Steer) else "lay the gun"
