"""What crossing a T is worth: her fire after it, mine into her end, her odds to get out.

Iron & Oak 5.5.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from engine.systems.iron_oak.foresight.route import Passage, attack_here
from engine.systems.iron_oak.foresight.shot_odds import plain_hits
from engine.systems.iron_oak.gunnery.targets import why_not_fire
from engine.systems.iron_oak.movement.rolls import cross_roll, table_roll
from engine.systems.iron_oak.state.state import End, Ship, State, Unit


class CrossingOdds(NamedTuple):
    """A T before it is tried; Hits on average of one shot, before and after it."""

    way: Passage
    mine: tuple[float, float]
    hers: tuple[float, float]
    bears: bool
    """Whether any gun of hers bears on the ship across her."""
    escapes: float
    """The chance that she gets clear in her next turn, if she tries to."""


def crossing_t(state: State, ship: Ship, target: Ship, end: End) -> CrossingOdds:
    """Return what crossing an end of a ship would bring."""
    way = attack_here(state, ship, cross_roll(state, ship, target).chance)
    crossed = _crossed(state, ship, target, end)
    then_mine, then_hers = crossed.ships[ship.id], crossed.ships[target.id]
    return CrossingOdds(
        way,
        (hits(state, ship, target), hits(crossed, then_mine, then_hers)),
        (hits(state, target, ship), hits(crossed, then_hers, then_mine)),
        not why_not_fire(crossed, then_hers, then_mine),
        table_roll(crossed, then_hers).chance,
    )


def hits(state: State, firer: Unit, target: Unit) -> float:
    """Return the Hits of a shot in the mean; 0 where it may not be fired."""
    if why_not_fire(state, firer, target):
        return 0.0
    return plain_hits(state, firer, target, plunging=False)


def _crossed(state: State, ship: Ship, target: Ship, end: End) -> State:
    """Return the state after a T that succeeded: who lay across whom does so no more."""
    ships = {
        id: replace(each, across_bow_of="", across_stern_of="")
        if ship.id in (id, each.across_bow_of, each.across_stern_of)
        else each
        for id, each in state.ships.items()
    }
    across = {"across_bow_of": target.id} if end == "bow" else {"across_stern_of": target.id}
    ships[ship.id] = replace(ships[ship.id], **across)
    return replace(state, ships=ships)
