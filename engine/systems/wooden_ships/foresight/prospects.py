"""What a plot would bring over all that an enemy may plot: bearing, raking, raked, colliding."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import Place, apart
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.foresight.encounter import encounters
from engine.systems.wooden_ships.foresight.ways import way, ways
from engine.systems.wooden_ships.gunnery.play import sides_borne_at, sides_in_field
from engine.systems.wooden_ships.gunnery.targets import why_silent
from engine.systems.wooden_ships.sailing.wind import allowances
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State

UNPAID = 4
"""Hexes by which two ships may near each other without points: a free turn and the drift, each."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """Of all plots that an enemy may write, how many bring what; a die counts by its share."""

    foe: str
    plots: int
    bears: float
    """A side that can fire has her in its field."""
    rakes: float
    borne: float
    """A side of hers that can fire has the ship in its field."""
    raked: float
    collides: float

    @property
    def matters(self) -> bool:
        """Whether anything at all may come of her."""
        return bool(self.bears or self.borne or self.collides)


@cached_per_state
def prospects(view: State, ship_id: str, plot: str) -> tuple[Prospect, ...]:
    """Return what a plot brings against each enemy who may matter, she alone on the sea with her.

    Other ships are left out: they may come between, take a broadside or stop either.
    """
    found = (prospect(view, ship_id, plot, foe) for foe in near_foes(view, ship_id))
    return tuple(each for each in found if each.matters)


@cached_per_state
def near_foes(view: State, ship_id: str) -> tuple[str, ...]:
    """Return the enemies who can come within range of a ship in this turn, whatever both plot."""
    ship = view.ships[ship_id]
    reach = book().gunnery.max_range + max(allowances(ship)) + UNPAID
    return tuple(
        other.id
        for other in afloat(view)
        if not friends(view, ship, other)
        and not surrendered(other)
        and apart(ship, other) <= reach + max(allowances(other))
    )


def prospect(view: State, ship_id: str, plot: str, foe: str) -> Prospect:
    """Return what a plot brings against one enemy."""
    reach = book().gunnery.max_range
    mine, theirs = ready(view, ship_id), ready(view, foe)
    own = way(view, ship_id, plot)
    every = ways(view, foe)
    bears = rakes = borne = raked = collides = 0.0
    for other in every:
        for share, here, there, collided in encounters(view, ship_id, own, foe, other):
            if not mine.isdisjoint(sides_in_field(*here, *there, reach)):
                bears += share
                rakes += share * exposed(there, here)
            if not theirs.isdisjoint(sides_in_field(*there, *here, reach)):
                borne += share
                raked += share * exposed(here, there)
            collides += share * collided
    return Prospect(
        foe=foe,
        plots=len(every),
        bears=bears,
        rakes=rakes,
        borne=borne,
        raked=raked,
        collides=collides,
    )


def exposed(place: Place, other: Place) -> bool:
    """Tell whether a ship at a place is raked by one at another: none of her guns can ever bear."""
    return not sides_borne_at(*place, *other)


@cached_per_state
def ready(view: State, ship_id: str) -> frozenset[SideName]:
    """Return the sides of a ship that can fire in this turn, if anything comes before them."""
    ship: Ship = view.ships[ship_id]
    return frozenset(side for side in SIDES if not why_silent(ship, side))


def counted(count: float) -> str:
    """Return a number of plots, with the halves and quarters that dice make: `4`, `2.5`."""
    return f"{count:g}"


def worst(found: Iterable[Prospect]) -> list[Prospect]:
    """Return prospects, those by whom a ship is raked most often first."""
    return sorted(found, key=lambda each: (-each.raked / each.plots, -each.borne, each.foe))
