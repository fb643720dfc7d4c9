"""Landmarks: the entries of a battle at which guns fired, ships were lost, or were taken."""

from __future__ import annotations

from typing import get_args

from engine.game.parts.words import Landmark
from engine.kernel.seen import SeenBattle

KINDS: tuple[Landmark, ...] = get_args(Landmark)
WHAT: dict[Landmark, str] = {
    "shot": "no gun is fired",
    "loss": "no ship is lost",
    "capture": "no ship is taken",
}
"""What is said where there is none of a kind."""


def landmarks(battle: SeenBattle) -> dict[Landmark, list[int]]:
    """Return the entries of each kind of landmark, in their order.

    All of it is public: guns are heard, and a ship that is lost or taken is seen to be so.
    """
    found: dict[Landmark, list[int]] = {kind: [] for kind in KINDS}
    words = battle.game.words
    for record in battle.entries:
        for kind in {kind for event in record.events for kind in words.landmarks_of(event)}:
            found[kind].append(record.at)
    return found
