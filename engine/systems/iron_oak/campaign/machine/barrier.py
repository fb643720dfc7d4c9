"""What a seat may not freely undo (the fair play of the house, not a rule of the game)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.machine.barrier import undo_barrier as of_battle
from engine.systems.iron_oak.state.rolls import Roll

_OPENED = (ev.ForcesShown, ev.Committed, ev.BattlePrepared)
_DRAWN = (ev.YardCardsDrawn, ev.DeckShuffled, ev.AmmunitionShort, ev.GradeDrawn)


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Say why these events may not be freely undone; '' when they may."""
    for event in events:
        if isinstance(event, ev.InBattle):
            if why := of_battle((event.happened,)):
                return why
        elif isinstance(event, ev.BattleClosed | ev.CampaignEnded):
            return "the battle is over"
        elif isinstance(event, _OPENED):
            return "sealed sheets were opened"
        elif isinstance(event, ev.YardCardPlayed | ev.YardCardAnswered):
            return "a card was played"
        elif isinstance(event, _DRAWN) or _rolled(event):
            return "dice were rolled"
    return ""


def _rolled(event: ev.AnyEvent) -> bool:
    """Tell whether an event tells of dice."""
    if getattr(event, "dice", 0):
        return True
    return any(isinstance(getattr(event, field), Roll) for field in event.__struct_fields__)
