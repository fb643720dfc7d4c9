"""Ships tied to each other and to the ground: fouled, in tow, immobile.

Iron & Oak 4.0, 5.2, 5.3.
"""

from __future__ import annotations

from engine.systems.iron_oak.fleet.hulls import powered
from engine.systems.iron_oak.state.state import Ship, State


def fouled_with_ships(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ships that a ship is fouled with."""
    return tuple(each for each in ship.fouled if each in state.ships)


def towed_by(state: State, ship: Ship) -> Ship | None:
    """Return the ship that has this one in tow."""
    for other in state.ships.values():
        if other.towing == ship.id:
            return other
    return None


def grappled(state: State, ship: Ship) -> Ship | None:
    """Return the other ship of a tow."""
    return state.ships[ship.towing] if ship.towing else towed_by(state, ship)


def _linked(state: State, ship: Ship, grapples: bool) -> tuple[Ship, ...]:
    found, look = {ship.id: ship}, [ship]
    while look:
        each = look.pop()
        near = list(fouled_with_ships(state, each))
        if grapples and (other := grappled(state, each)):
            near.append(other.id)
        for id in near:
            if id not in found:
                found[id] = state.ships[id]
                look.append(found[id])
    return tuple(found.values())


def tied(state: State, ship: Ship) -> tuple[Ship, ...]:
    """Return the ship and all that are fouled or grappled with her, by any chain; she first."""
    if not ship.fouled and not grappled(state, ship):
        return (ship,)
    return _linked(state, ship, grapples=True)


def immobile(state: State, ship: Ship) -> bool:
    """Tell whether a ship can neither drift nor maneuver (Iron & Oak 4.0).

    Anchored, aground, fouled with an obstruction or hulk, or through any chain of fouled ships with
    such a ship. Never off the map. Grappling makes nobody immobile.
    """
    if not ship.on_map:
        return False
    if not ship.fouled:
        return ship.anchored or ship.grounded
    return any(
        each.anchored or each.grounded or any(what not in state.ships for what in each.fouled)
        for each in _linked(state, ship, grapples=False)
    )


def held_in_tow(state: State, ship: Ship) -> bool:
    """Tell whether the other ship of a tow keeps the pair from moving."""
    other = grappled(state, ship)
    return other is not None and immobile(state, other)


def under_tow(state: State, ship: Ship) -> bool:
    """Tell whether a powered ship has this one in tow."""
    tug = towed_by(state, ship)
    return tug is not None and powered(state, tug)


def must_drift(state: State, ship: Ship) -> bool:
    """Tell whether a ship that is not immobile checks drift whatever her order (Iron & Oak 4.0).

    Un-powered and not in tow of a powered ship, or fouled with a ship; a pair in tow, if either is.
    """
    if fouled_with_ships(state, ship):
        return True
    other = grappled(state, ship)
    if other and fouled_with_ships(state, other):
        return True
    return not powered(state, ship) and not under_tow(state, ship)


def can_drift(state: State, ship: Ship) -> bool:
    """Tell whether a ship would drift: on the map, nobody tied to her immobile."""
    return ship.on_map and not any(immobile(state, each) for each in tied(state, ship))


def bow_on(state: State, ship: Ship) -> Ship | None:
    """Return the ship that lies across this one's bow."""
    return _across(state, ship, "across_bow_of")


def stern_on(state: State, ship: Ship) -> Ship | None:
    """Return the ship that lies across this one's stern."""
    return _across(state, ship, "across_stern_of")


def _across(state: State, ship: Ship, field: str) -> Ship | None:
    for other in state.ships.values():
        if getattr(other, field) == ship.id:
            return other
    return None


def in_position(state: State, ship: Ship) -> bool:
    """Tell whether a ship lies across a bow or stern, or another lies across hers."""
    return bool(
        ship.across_bow_of or ship.across_stern_of or bow_on(state, ship) or stern_on(state, ship)
    )
