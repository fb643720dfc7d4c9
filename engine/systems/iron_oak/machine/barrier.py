"""What a seat may not freely undo (the fair play of the house, not a rule of the game)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import Roll

_DRAWN = (ev.CardsDealt, ev.DeckRenewed, ev.CountersNumbered)


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Say why these events may not be freely undone; '' when they may."""
    for event in events:
        if isinstance(event, _DRAWN) or any(
            isinstance(getattr(event, field), Roll) for field in event.__struct_fields__
        ):
            return "dice were rolled"
        if isinstance(event, ev.CardReplaced):
            return "a card was drawn"
        if isinstance(event, ev.CardPlayed):
            return "a card was revealed"
        if isinstance(event, ev.OrderRevealed | ev.Revealed):
            return "an order was revealed"
    return ""
