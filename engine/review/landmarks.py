"""Landmarks: the entries of a battle at which guns fired, ships were lost, or were taken."""

from __future__ import annotations

from collections.abc import Iterator
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
Landmarks = dict[Landmark, list[int]]
"""The entries of each kind, in their order."""


def kind_named(word: str) -> Landmark | None:
    """Return the kind of landmark that a word names; None where it names none."""
    return next((kind for kind in KINDS if kind == word), None)


def landmarks(battle: SeenBattle) -> Landmarks:
    """Return the entries of each kind of landmark.

    All of it is public: guns are heard, and a ship that is lost or taken is seen to be so.
    """
    found = none()
    for _ in looked_for(battle, found):
        pass
    return found


def none() -> Landmarks:
    """Return no entry of any kind, to be filled in."""
    return {kind: [] for kind in KINDS}


def looked_for(battle: SeenBattle, found: Landmarks) -> Iterator[int]:
    """Fill in landmarks, and yield after each entry, so that others may do something between."""
    kinds_of = battle.game.words.landmarks_of
    for record in battle.entries:
        kinds = [kind for event in record.events for kind in kinds_of(event)]
        for kind in set(kinds) if kinds else ():
            found[kind].append(record.at)
        yield record.at
