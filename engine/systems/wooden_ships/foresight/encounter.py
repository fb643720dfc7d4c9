"""Two plots carried out against each other: where both ships end, and whether they collide.

The rules of the movement decide it, with these two ships and those they are snagged with alone on
the sea; every fall of the dice counts with its share.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.cached_per_state import cached_per_state
from engine.systems.wooden_ships.fleet.place import Place, hexes
from engine.systems.wooden_ships.fleet.ties import group
from engine.systems.wooden_ships.foresight.ways import Way, way
from engine.systems.wooden_ships.movement.carry_out import carry_out
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State

CLEAR = 6
"""A face that fouls nobody: where ships lie does not hang on it."""


class Encounter(NamedTuple):
    """One way in which two plots may come out."""

    share: float
    one: Place
    other: Place
    collided: bool
    """Whether the two have collided with each other."""


def encounters(view: State, one: str, mine: Way, other: str, theirs: Way) -> tuple[Encounter, ...]:
    """Return how two plots may come out; the shares sum to 1."""
    alone = alone_with(view, frozenset((one, other)))
    # Ships that they are snagged with lie in the way too, and may drift.
    besides = (way(view, key, "0") for key in alone.ships if key not in (one, other))
    if not any(_touch(*both) for both in combinations((mine, theirs, *besides), 2)):
        return (Encounter(1.0, mine.end, theirs.end, False),)
    orders = {one: mine.steps, other: theirs.steps}
    return tuple(_followed(alone, orders, one, other))


def _touch(mine: Way, theirs: Way) -> bool:
    """Tell whether both ever come to one hex in an impulse, or in the drift."""
    longest = max(len(mine.path), len(theirs.path))
    for number in range(1, longest):
        here = mine.path[min(number, len(mine.path) - 1)]
        there = theirs.path[min(number, len(theirs.path) - 1)]
        if _meet(here, there):
            return True
    return _meet(mine.end, theirs.end)


def _meet(here: Place, there: Place) -> bool:
    near = abs(here[0][0] - there[0][0]) <= 2 and abs(here[0][1] - there[0][1]) <= 2
    return near and not set(hexes(*here)).isdisjoint(hexes(*there))


@cached_per_state
def alone_with(view: State, ships: frozenset[str]) -> State:
    """Return the sea with some ships and those that they are snagged with, all others gone."""
    kept = {each for ship in ships for each in group(view, ship)}
    return replace(
        view,
        ships={key: ship for key, ship in view.ships.items() if key in kept},
        fouled=tuple(pair for pair in view.fouled if kept.issuperset(pair)),
        grappled=tuple(each for each in view.grappled if kept.issuperset(each[:2])),
    )


def _followed(
    state: State, orders: dict[str, tuple[str, ...]], one: str, other: str
) -> Iterator[Encounter]:
    """Yield every outcome, the winner of each contest by the die being either with a half."""
    untried: list[tuple[int, ...]] = [()]
    while untried:
        winners = untried.pop()
        thrown = count()

        def roll(winners: tuple[int, ...] = winners, thrown: Iterator[int] = thrown) -> int:
            contest, second = divmod(next(thrown), 2)
            winner = winners[contest] if contest < len(winners) else 0
            return 2 if winner == second else 1

        places = {key: (ship.bow, ship.facing) for key, ship in state.ships.items()}
        collided = False
        for event in carry_out(state, orders, roll, lambda: CLEAR):
            if isinstance(event, ev.ImpulseTaken | ev.Drifted):
                places |= {key: ((c, r), facing) for key, (c, r, facing) in event.places.items()}
            if isinstance(event, ev.Collided):
                collided = collided or {one, other} == {*event.ships}
        contests = next(thrown) // 2
        for later in range(len(winners), contests):
            untried.append((*winners, *(0,) * (later - len(winners)), 1))
        yield Encounter(0.5**contests, places[one], places[other], collided)
