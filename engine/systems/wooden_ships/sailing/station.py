"""Routine orders by name: the same as last turn, and to follow the ship ahead."""

from __future__ import annotations

from engine.game.sheet import Offer
from engine.kit.cached_per_state import cached_per_state
from engine.space.hexes import Hex, ahead_north, distance
from engine.systems.wooden_ships.fleet.place import apart, hexes
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import plots, plotted
from engine.systems.wooden_ships.state.sides import afloat, holder
from engine.systems.wooden_ships.state.state import Ship, State

FARTHEST = 8
"""Hexes beyond which a ship is no longer followed: more than a turn's sail astern."""


def offers(state: State, ship: Ship, legal: tuple[str, ...]) -> tuple[Offer, ...]:
    """Return the routine plots of a ship by name, of those that are legal."""
    found = [Offer("same as last turn", ship.last_order)] if ship.last_order in legal else []
    leader = ship_ahead(state, ship)
    if leader is not None:
        found.append(Offer(f"follow {leader.id}", following(state, ship, leader, legal)))
    return tuple(found)


def ship_ahead(state: State, ship: Ship) -> Ship | None:
    """Return the nearest ship of her seat that lies ahead and on no opposite course."""
    ahead = [
        other
        for other in afloat(state)
        if other.id != ship.id
        and holder(other) == holder(ship)
        and not surrendered(other)
        and (other.facing - ship.facing) % 6 != 3
        and apart(ship, other) <= FARTHEST
        and _lies_ahead(ship, hexes(other.bow, other.facing)[1])
    ]
    return min(ahead, key=lambda other: apart(ship, other), default=None)


def _lies_ahead(ship: Ship, place: Hex) -> bool:
    """Tell whether a hex lies in the sixth before her bow: no farther aside than ahead."""
    aside, south = ahead_north(ship.bow, ship.facing, place)
    ahead = -(south + aside / 2)
    return ahead > 0 and abs(aside) <= ahead


def following(state: State, ship: Ship, leader: Ship, legal: tuple[str, ...]) -> str:
    """Return the plot that brings her next astern of where her leader will be.

    The leader is expected to do what is proposed for her. Among equals the plot that faces as
    she does comes first, then the one with the fewest steps.
    """
    bow, facing = expected(state)[leader.id]
    astern = hexes(hexes(bow, facing)[1], facing)[1]

    def merit(text: str) -> tuple[int, int, int]:
        steps = read(text)
        path = plotted(state, ship, steps).path
        column, row, heading = path[-1] if path else (*ship.bow, ship.facing)
        aside = (heading - facing) % 6
        return distance((column, row), astern), min(aside, 6 - aside), len(steps)

    return min(legal, key=merit)


@cached_per_state
def expected(state: State) -> dict[str, tuple[Hex, int]]:
    """Return the bow and facing of every ship after the plot that is proposed for her."""
    found = {}
    for ship in afloat(state):
        legal = plots(state, ship)
        path = plotted(state, ship, read(proposed(ship, legal))).path if legal else ()
        column, row, facing = path[-1] if path else (*ship.bow, ship.facing)
        found[ship.id] = ((column, row), facing)
    return found


def proposed(ship: Ship, legal: tuple[str, ...]) -> str:
    """Return the drafted plot, or the same as last turn, or straight ahead as far as it goes."""
    for text in (ship.order, ship.last_order):
        if text in legal:
            return text
    return max(text for text in legal if text.isdigit())
