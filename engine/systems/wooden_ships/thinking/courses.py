"""What a plot is worth: fire given and taken at its end, distance, room to move, collisions."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.advice import Reason
from engine.game.answer import Answer
from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.data.facts import ATTITUDES
from engine.systems.wooden_ships.fleet.place import Place, between
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.orders import GIVE_UP
from engine.systems.wooden_ships.sailing.plots import helm, plotted
from engine.systems.wooden_ships.sailing.wind import allowances, attitude
from engine.systems.wooden_ships.state.sides import afloat, friends, side_of, sides
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.thinking.prospect import (
    Guess,
    broadside_worth,
    foes,
    guesses,
)
from engine.systems.wooden_ships.thinking.traffic import traffic
from engine.systems.wooden_ships.thinking.way_there import FAR, Field, way_there
from engine.systems.wooden_ships.victory.points import side_points

WORST = -1000.0
TAKEN = 0.9
"""What a point that the enemy's fire may cost counts against one that ours brings."""
CLOSING = 0.1
"""Points a hex nearer to the nearest enemy: of ways that are equally long, the nearer one."""
SAIL = 1.2
"""Points a turn's sail nearer to where her broadside tells."""
IMPATIENCE = 0.25
"""By how much of itself that grows with each turn in a row without fire, for who is not ahead."""
LOST = 20
"""Turns that a place counts from which no way is found."""
ROOM = 0.12
"""Points for each hex that the next turn allows in the attitude at the end."""
CLOSE_ENOUGH = 2
"""Hexes from which on nearer is not better: carronades reach so far."""


def end_of(view: State, ship: Ship, order: str) -> Guess:
    """Return where a plot ends, if nothing comes in its way."""
    path = plotted(view, ship, read(order)).path
    if not path:
        return Guess(ship.bow, ship.facing)
    column, row, facing = path[-1]
    return Guess((column, row), facing)


def plot_score(view: State, ship_id: str, order: str, draft: Mapping[str, Answer]) -> float:
    """Return what a plot is worth, in points, with the plots of other ships as drafted so far."""
    return sum(reason.worth for reason in plot_reasons(view, ship_id, order, draft))


def plot_reasons(
    view: State, ship_id: str, order: str, draft: Mapping[str, Answer]
) -> tuple[Reason, ...]:
    """Return what speaks for and against a plot, in points."""
    ship = view.ships[ship_id]
    if order == GIVE_UP:
        return (Reason("gives_up", "the battle is lost by it", WORST),)
    end = end_of(view, ship, order)
    return (*_sailing(view, ship_id, end), *traffic(view, ship, order, draft))


@cached_per_state
def _sailing(view: State, ship_id: str, end: Guess) -> tuple[Reason, ...]:
    """Return the reasons that no friend's plot bears on: several plots end at one place."""
    ship = view.ships[ship_id]
    enemies = foes(view, ship_id)
    given = taken = 0.0
    for number in range(2):
        # All enemies stay, or all sail on: two futures, weighed by their shares.
        places = [(view.ships[foe], _future(view, foe, number)) for foe in enemies]
        if not places:
            break
        share = 0.35 if number == 0 else 0.65
        given += share * broadside_worth(view, ship, end, places)
        taken += share * sum(
            broadside_worth(view, foe, there, [(ship, end)]) for foe, there in places
        )
    found = [
        Reason("fire", "broadsides that bear on the enemy", given),
        Reason("under_fire", "fire that the enemy may give", -TAKEN * taken),
    ]
    found += _way(view, ship, end)
    now = ATTITUDES.index(attitude(end.facing, view.wind))
    found.append(Reason("room", "hexes that the next turn allows", ROOM * allowances(ship)[now]))
    return tuple(reason for reason in found if reason.worth)


def _future(view: State, foe: str, number: int) -> Guess:
    every = guesses(view, foe)
    return every[min(number, len(every) - 1)]


def _way(view: State, ship: Ship, end: Guess) -> list[Reason]:
    """Return what it counts how far she is from the fight after a plot."""
    others = places_of_foes(view, ship)
    if not others:
        return []
    nearest = min(between(end.bow, end.facing, *there) for there in others)
    found = []
    if nearest > CLOSE_ENOUGH:
        found.append(Reason("distance", f"{nearest} hexes to the enemy", -CLOSING * nearest))
    if turns := field_of(view, ship).turns(end.bow, end.facing):
        words = f"{turns} turn{'s' * (turns != 1)}' sail to where her broadside tells"
        if turns == FAR:
            words = "no way leads from there to the fight"
        found.append(Reason("way", words, -SAIL * eagerness(view, ship) * min(turns, LOST)))
    return found


def field_of(view: State, ship: Ship) -> Field:
    """Return the turns from any place to where a ship would fight her enemies as they sail on."""
    around = frozenset(each.bow for each in afloat(view))
    return way_there(helm(view, ship), places_of_foes(view, ship), view.land, around)


def places_of_foes(view: State, ship: Ship) -> frozenset[Place]:
    """Return where a ship's enemies are expected that have not surrendered."""
    return frozenset(
        (there.bow, there.facing)
        for other in afloat(view)
        if not friends(view, ship, other) and not surrendered(other)
        for there in (_future(view, other.id, 1),)
    )


def eagerness(view: State, ship: Ship) -> float:
    """Return how much more a ship presses on the longer nothing is fired, unless she is ahead."""
    own, *others = sorted(sides(view), key=lambda side: side != side_of(view, ship))
    ahead = all(side_points(view, own) > side_points(view, other) for other in others)
    return 1.0 if ahead else 1.0 + IMPATIENCE * view.quiet
