"""Scenarios: their list, and the state at their start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.game.position import nearest
from engine.systems.wooden_ships.data import Placing, ScenarioFact, book
from engine.systems.wooden_ships.set_up.any_ships import ANY, SUMMARY, set_up_any
from engine.systems.wooden_ships.set_up.switches import (
    Options,
    asking,
    brought_closer,
    read_options,
    refused,
)
from engine.systems.wooden_ships.squadrons import fitted_out
from engine.systems.wooden_ships.state.state import Pool, Seat, Ship, State, id_order
from engine.systems.wooden_ships.state.steps import SIGNALLING, ChooseShips, from_phase


def summaries() -> dict[str, str]:
    """Return a one-line description of each scenario, by its id."""
    return {**{key: summary(fact) for key, fact in book().scenarios.items()}, ANY: SUMMARY}


def summary(fact: ScenarioFact) -> str:
    """Return a one-line description of a scenario: title, date, ships a side."""
    counts = " against ".join(
        f"{sum(ship.nation in side for ship in fact.ships)} {_named(side)}" for side in fact.sides
    )
    date = f", {fact.date}" if fact.date else ""
    return f"{fact.title}{date}: {counts}"


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return the state at the start of a scenario; raises `SetUpFault` for a wrong scenario or
    option.
    """
    if scenario == ANY:
        return set_up_any(options)
    known = book().scenarios
    fact = known.get(scenario)
    if fact is None:
        hint = nearest(scenario, [*known, ANY])
        raise SetUpFault(
            "Wooden Ships & Iron Men", [("scenario", f"no '{scenario[:40]}' is known{hint}")]
        )
    wanted = read_options(scenario, options, [placing.ship for placing in fact.ships])
    seats, dealt, shared = _seats(scenario, fact, wanted)
    ships: dict[str, Ship] = {}
    count = dict.fromkeys(seats, 0)
    for placing, seat in zip(fact.ships, dealt, strict=True):
        count[seat] += 1
        ship = _placed(placing, f"{seat}{count[seat]}", seat)
        ships[ship.id] = ship
    state = State(
        title=fact.title,
        scenario=scenario,
        kind=fact.kind,
        rules=wanted.rules,
        wind=fact.wind,
        land=fact.land,
        seats=seats,
        ships={key: ships[key] for key in sorted(ships, key=id_order)},
        agenda=from_phase("arrival"),
    )
    if wanted.signals:
        state = with_signals(state)
    if wanted.ask_neighbours:
        state = asking(state)
    if shared:
        state = to_be_chosen(state, shared)
    return brought_closer(state, wanted.closer_start) if wanted.closer_start else state


def to_be_chosen(state: State, shared: Sequence[Sequence[str]]) -> State:
    """Return the set-up in which captains who share a fleet choose its ships first."""
    pools = tuple(
        Pool(tuple(captains), tuple(ship.id for ship in state.ships.values() if ship.seat == first))
        for captains in shared
        for first in captains[:1]
    )
    return replace(state, pools=pools, agenda=(*state.agenda, ChooseShips()))


def with_signals(state: State) -> State:
    """Return the set-up with signals; raises `SetUpFault` if no seat has an ally to read them."""
    every = [seat.side for seat in state.seats.values()]
    if len(set(every)) == len(every):
        allied = "needs a side of several seats, as by_nation=true gives where nations are allied"
        raise refused(state.scenario, "signals", allied)
    return replace(state, signals={}, agenda=from_phase("arrival", SIGNALLING))


def _seats(
    scenario: str, fact: ScenarioFact, options: Options
) -> tuple[dict[str, Seat], list[str], list[str]]:
    """Return the seats, the seat of each ship of the scenario, and the seats that choose ships.

    The last are a text of keys for each fleet whose captains choose: until then the first captain
    has all its ships. There is one seat a side, or one a nation, or several captains in the place
    of that one, who share its ships; no captain is without a ship. `SetUpFault` for ships that are
    handed to a captain whom there is not, or all away from one.
    """
    seats: dict[str, Seat] = {}
    dealt: dict[int, str] = {}
    shared: list[str] = []
    for side in fact.sides:
        groups = [(nation,) for nation in side] if options.by_nation else [side]
        first = ascii_uppercase[len(seats)]
        for nations in groups:
            own = [at for at, each in enumerate(fact.ships) if each.nation in nations]
            captains = min(options.captains, len(own))
            keys = ascii_uppercase[len(seats) : len(seats) + captains]
            for number, key in enumerate(keys, 1):
                name = f"{_named(nations)} {number}" if captains > 1 else _named(nations)
                seats[key] = Seat(key, name, first)
            if options.deal == "choice" and captains > 1:
                shared.append(keys)
                dealt.update(dict.fromkeys(own, keys[0]))
                continue
            for place, at in enumerate(own):
                number = options.handed.get(fact.ships[at].ship, 0)
                if number > captains:
                    raise refused(
                        scenario, fact.ships[at].ship, f"her captains are 1 to {captains}"
                    )
                in_line = place * captains // len(own)
                usual = place % captains if options.deal == "turn" else in_line
                dealt[at] = keys[number - 1 if number else usual]
            for key in keys:
                if key not in dealt.values():
                    raise refused(scenario, "deal", f"{seats[key].name} has no ship left")
    return seats, [dealt[at] for at in range(len(fact.ships))], shared


def _placed(placing: Placing, ship_id: str, seat: str) -> Ship:
    record = book().printed(placing.ship)
    assert record is not None, "the data set has the ships of its scenarios"
    place = (placing.column, placing.row), placing.facing
    ship = fitted_out(record, ship_id, seat, place, placing.quality)
    return replace(ship, nation=placing.nation or ship.nation, enter_turn=placing.enter_turn)


def _named(nations: tuple[str, ...]) -> str:
    return " and ".join(nation.capitalize() for nation in nations)
