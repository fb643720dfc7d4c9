"""Which initiative card works for whom, this turn."""

from __future__ import annotations

from engine.oak_iron.state import State


def plays(state: State, squadron: str, card: str) -> bool:
    """Tell whether a squadron's face-up card is this one."""
    return state.squadrons[squadron].face_up == card


def ship_plays(state: State, ship: str, card: str) -> bool:
    """Tell whether the face-up card of a ship's squadron is this one."""
    return state.squadrons[state.ships[ship].squadron].face_up == card
