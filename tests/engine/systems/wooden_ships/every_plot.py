"""Random small positions, and all possible results of movement orders (plots) by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from typing import Any

from engine.kit.ledger import evolve
from engine.space.hexes import Hex, label, step
from engine.systems.wooden_ships.fleet import hexes
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing import parse_plot
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import sea, ship

KINDS = ("fr-sol2-74", "br-f3-36")


def drawn(random: Random, ships: Mapping[str, int], tied: bool = False, land: int = 0) -> State:
    """Return ships within this many steps of V21, some standing still or unloaded; with `tied`, B2
    is fouled with B1.
    """
    taken: set[Hex] = set()
    tables: dict[str, dict[str, Any]] = {}
    for key, far in ships.items():
        start = tables["B1"]["at"] if tied and key == "B2" else (21, 20)
        while True:
            at, facing = start, random.randint(1, 6)
            for _ in range(1 if tied and key == "B2" else random.randint(0, far)):
                at = step(at, random.randint(1, 6))
            if taken.isdisjoint(hexes(at, facing)):
                break
        taken |= {*hexes(at, facing)}
        tables[key] = {"at": at, "facing": facing, "still": random.choice((0, 0, 1, 2, 3))}
    if tied:
        tables["B2"]["still"] = tables["B1"]["still"]
        tables["B1"] |= random.choice(({"fouled": ["B2"]}, {"grappled": {"B2": 1}}))
    head: dict[str, Any] = {}
    shore = (_piece(random.randint(16, 26), random.randint(15, 26)) for _ in range(6 * land))
    dry = [piece for piece in shore if taken.isdisjoint(piece)][:land]
    if dry:
        head["land"] = [[label(place) for place in piece] for piece in dry]
    return sea(
        *(
            ship(
                key,
                label(each.pop("at")),
                each.pop("facing"),
                random.choice(KINDS),
                loaded={"port": random.choice(("initial", "round", "empty"))},
                **each,
            )
            for key, each in tables.items()
        ),
        wind=random.randint(1, 6),
        **head,
    )


def _piece(column: int, row: int) -> tuple[Hex, ...]:
    return (column, row), step((column, row), 1), step((column, row), 2)


def falls(state: State, orders: Mapping[str, str]) -> Iterator[tuple[float, list[AnyEvent], State]]:
    """Yield (probability, events, final state) for every way in which contests between two ships
    may fall.

    Equal faces are rolled again, so that each ship wins with probability one half; nobody is
    fouled.
    """
    steps = {key: parse_plot(text) for key, text in orders.items()}
    untried: list[tuple[int, ...]] = [()]
    while untried:
        winners = untried.pop()
        thrown = count()

        def roll(winners: tuple[int, ...] = winners, thrown: Iterator[int] = thrown) -> int:
            contest, second = divmod(next(thrown), 2)
            wins = winners[contest] if contest < len(winners) else 0
            return 6 if wins == second else 1

        events = carry_out(state, steps, roll, lambda: 6)
        contests = next(thrown) // 2
        untried += [
            (*winners, *(0,) * (later - len(winners)), 1) for later in range(len(winners), contests)
        ]
        after = state
        for event in events:
            after = evolve(after, event)
        yield 0.5**contests, events, after
