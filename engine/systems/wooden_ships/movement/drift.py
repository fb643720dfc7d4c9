"""Drift: still ships are carried downwind after all have moved.

Wooden Ships & Iron Men, Drifting.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.space.hexes import covered, step
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.place import Place, hexes
from engine.systems.wooden_ships.fleet.ties import group
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import State


def groups(state: State) -> dict[str, tuple[str, ...]]:
    """Return the group of each ship on the map: those that are joined with her by snags."""
    snagged = {ship for pair in (*state.fouled, *state.grappled) for ship in pair[:2]}
    return {
        ship.id: group(state, ship.id) if ship.id in snagged else (ship.id,)
        for ship in afloat(state)
    }


def drifts(
    state: State,
    unit: Collection[str],
    still: Mapping[str, int],
    places: Mapping[str, Place] | None = None,
) -> bool:
    """Tell whether a unit drifts, with its ships still for so long; collisions apart.

    Land stops it: beside the places that its ships have turned to, or else where they lie.
    """
    fact, sizes = book().drift, book().sizes
    least = min(still[ship] for ship in unit)
    if least < fact.from_still:
        return False
    large = any(state.ships[ship].ship_class in sizes.ships_of_the_line for ship in unit)
    if least % (fact.ship_of_line_every if large else fact.other_every):
        return False
    if not state.land:
        return True
    land = covered(state.land)
    lie = {ship: (state.ships[ship].bow, state.ships[ship].facing) for ship in unit}
    carried = (downwind(state, place) for place in {**lie, **(places or {})}.values())
    return not any(place in land for there in carried for place in hexes(*there))


def downwind(state: State, place: Place) -> Place:
    """Return the place a hex downwind, the facing kept."""
    bow, facing = place
    return step(bow, state.wind), facing
