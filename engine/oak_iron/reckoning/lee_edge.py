"""What the lee edge is worth before an escort: a zone beside it, and the wind that makes it so.

Oak & Iron ch. 7, objective cards: the dignitary gets away over the lee edge. Either side wants
whatever brings her there, the one to use it and the other to deny it.
"""

from __future__ import annotations

from statistics import fmean

from msgspec.structs import replace

from engine.oak_iron.facts import Deployment
from engine.oak_iron.reckoning.flight import to_leeward
from engine.oak_iron.reckoning.reach import base
from engine.oak_iron.records import book
from engine.oak_iron.set_up.conditions import WEATHER_WISE
from engine.oak_iron.set_up.scoring import DIGNITARY
from engine.oak_iron.set_up.zones import ACROSS
from engine.oak_iron.sides import squadrons_of
from engine.oak_iron.state import Ship, State


def nearer(view: State, card: Deployment) -> float:
    """Return by how many inches a zone comes nearer to the lee edge than those on offer."""
    offers = view.plan.offers.get("deployment", ()) if view.plan else ()
    if view.objective != "escort" or not offers:
        return 0.0
    return _lee_end(view, card) - fmean(_lee_end(view, book().deployments[key]) for key in offers)


def _lee_end(view: State, card: Deployment) -> float:
    """Return how many inches from the weather edge a zone ends."""
    return max(view.table.size) * max(x1 for _, _, x1, _ in card.zone)


def at_stake(view: State) -> float:
    """Return how many inches a turn of the wind may change of the way to the lee edge."""
    return max(view.table.size) / 2 if view.objective == "escort" else 0.0


def to_go(view: State, side: str) -> float:
    """Return how many inches the enemy's dignitary has still to go; below 0 where she is ours."""
    bearer = _bearer(view)
    if bearer is None:
        return 0.0
    inches = float(to_leeward(view, base(view, bearer.id))[0])
    return -inches if view.side_of(bearer.id) == side else inches


def turned(view: State) -> State:
    """Return the view with the wind from the opposite edge."""
    edge = ACROSS[view.table.weather_edge]
    return replace(view, table=replace(view.table, weather_edge=edge))


def foreseen(view: State, seat: str) -> State:
    """Return the view in the wind that will blow, if a squadron's side is to turn it on her."""
    side = view.squadrons[seat].side
    wise = any(WEATHER_WISE in view.squadrons[key].conditions for key in squadrons_of(view, side))
    then = turned(view)
    return then if wise and to_go(then, side) > max(0.0, to_go(view, side)) else view


def _bearer(view: State) -> Ship | None:
    """Return the ship with the dignitary, once she is on the table of an escort."""
    there = (ship for ship in view.ships.values() if ship.token == DIGNITARY and ship.pose)
    return next(there, None) if view.objective == "escort" else None
