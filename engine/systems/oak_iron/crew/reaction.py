"""Reactions to an enemy's move: free attacks out of turn (Oak & Iron ch. 4, Free Actions; FAQ)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.effects.in_formation import in_formation
from engine.systems.oak_iron.gunnery.fire import SIDES, aims
from engine.systems.oak_iron.gunnery.gunnery import shot
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State


class Answer(msgspec.Struct, frozen=True):
    """What a card lets a squadron do when an enemy ends its move."""

    attacks: list[cmd.Fire]
    """The free attacks that are legal."""
    once: bool = False
    """One ship a window, not each."""
    fatigue_only: bool = False


REACTION: Moment[Callable[[State, str, Ship], Answer]] = Moment("reaction")
"""(state, squadron, the ship that moved) to what the squadron may answer."""


@REACTION("fire_as_she_bears")
def fire_as_she_bears(state: State, squadron: str, moved: Ship) -> Answer:
    """Fire as She Bears: a Broadside of each ship in Formation."""
    formed = in_formation(state, squadron)
    return Answer(
        [
            cmd.Fire("broadside", moved.id, side, aim, ship=key)
            for key in sorted(formed)
            for side in SIDES
            for aim in aims(state)
            if shot(state, key, moved.id, "broadside", side, aim).legal
        ]
    )


@REACTION("small_arms")
def small_arms(state: State, squadron: str, moved: Ship) -> Answer:
    """Small Arms: a Partial Fire of one ship within Pistol Shot, which only tires."""
    attacks = [
        cmd.Fire("partial_fire", moved.id, ship=ship.id)
        for ship in state.own_ships(squadron)
        if ship.fights and _at_pistol_shot(state, ship.id, moved.id)
    ]
    return Answer(attacks, once=True, fatigue_only=True)


def _at_pistol_shot(state: State, ship: str, moved: str) -> bool:
    """Tell whether a Partial Fire is legal and not beyond Pistol Shot, fog counted."""
    if not within(distance(state, ship, moved), book().measures.pistol):
        return False
    at = shot(state, ship, moved, "partial_fire")
    return at.legal and at.reach in ("yard_arm", "pistol")


def answer(state: State, squadron: str, moved: Ship) -> tuple[str, Answer]:
    """Return what a squadron may answer to a move, with the card; '' when it has none."""
    for card, react in REACTION.of(state, squadron):
        return card, react(state, squadron, moved)
    return "", Answer([])
