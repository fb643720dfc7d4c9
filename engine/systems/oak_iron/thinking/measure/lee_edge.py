"""Distance of deployment zones from the lee edge, which decides an escort battle.

Oak & Iron ch. 7, objective cards: the dignitary gets away over the edge that lies to leeward when
the zones are chosen. Both sides want a zone near it, to use it or to deny it.
"""

from __future__ import annotations

from statistics import fmean

from msgspec.structs import replace

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Deployment
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.terrain.zones import ACROSS


def nearer(view: State, card: Deployment) -> float:
    """Return how much nearer a zone is to the lee edge than the mean of those on offer (inches)."""
    offers = view.plan.offers.get("deployment", ()) if view.plan else ()
    if view.objective != "escort" or not offers:
        return 0.0
    return _lee_end(view, card) - fmean(_lee_end(view, book().deployments[key]) for key in offers)


def _lee_end(view: State, card: Deployment) -> float:
    """Return the distance from the weather edge to the lee end of a zone, in inches."""
    return max(view.table.size) * max(x1 for _, _, x1, _ in card.zone)


def turned(view: State) -> State:
    """Return the view with the wind turned to the opposite edge."""
    edge = ACROSS[view.table.weather_edge]
    return replace(view, table=replace(view.table, weather_edge=edge))
