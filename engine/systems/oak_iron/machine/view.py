"""What a seat may know, and what it may not freely undo."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, Squadron, State

_DICE = (
    ev.DiceRolled,
    ev.DiceRerolled,
    ev.DiceAdded,
    ev.SinkingRolled,
    ev.OfficerRolled,
    ev.EventDrawn,
    ev.CardLaidAtRandom,
    ev.WeatherShifted,
    ev.CurrentSet,
)


def view(state: State, seat: str) -> State:
    """Return the state without the cards that a seat may not see; '' is a watcher."""
    squadrons = {
        key: each if key == seat else _covered(each) for key, each in state.squadrons.items()
    }
    return replace(state, squadrons=squadrons)


def _covered(squadron: Squadron) -> Squadron:
    """Return a squadron as others see it: how many cards it holds, not which."""
    return replace(
        squadron,
        hand=(HIDDEN,) * len(squadron.hand),
        face_down=HIDDEN if squadron.face_down and not squadron.laid_open else squadron.face_down,
    )


def undo_barrier(events: Iterable[ev.AnyEvent]) -> str:
    """Say why these events may not be freely undone; '' where they may."""
    for event in events:
        if isinstance(event, _DICE):
            return "dice were rolled"
        if isinstance(event, ev.CardsRevealed | ev.CardBorrowed | ev.CardLaidOpen):
            return "a card was revealed"
    return ""
