"""The scenarios of Wooden Ships and their states at the start; battles of squadrons that players
build or dice draw; crews carried over in a series.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import ascii_uppercase
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.game.parts.building import Building, Document, Switch, Verdict
from engine.game.position import nearest
from engine.kit.dataset import uses_own_data
from engine.systems.wooden_ships.data import QUALITIES, Quality, ScenarioFact, book
from engine.systems.wooden_ships.fleet import WINDS, wind_from
from engine.systems.wooden_ships.machine import RULES, Writing
from engine.systems.wooden_ships.set_up.switches import (
    EDITION,
    FARTHEST,
    LINE,
    START,
    STARTS,
    Options,
    asking,
    brought_closer,
    offered,
    option_fault,
    option_reader,
    read_options,
    read_rules,
)
from engine.systems.wooden_ships.squadrons import (
    FEWEST,
    LIMITS,
    MOST,
    SHIPS,
    USUAL,
    Roster,
    RosterShip,
    catalogue,
    fitted_out,
    line_ahead,
    named,
    paper,
    read_squadron,
    ready,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Pool, Rules, Seat, Ship, State, id_order
from engine.systems.wooden_ships.state.steps import (
    SIGNALLING,
    ChooseShips,
    MakeSquadron,
    from_phase,
)

# Scenarios: their list, and the state at their start.


def summaries() -> dict[str, str]:
    """Return a one-line description of each scenario, by its id."""
    return {**{key: summary(fact) for key, fact in book().scenarios.items()}, ANY: SUMMARY}


def summary(fact: ScenarioFact) -> str:
    """Return a scenario's description in one line: title, date, and the number of ships on each
    side.
    """
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
            "Wooden Ships & Iron Men",
            [("scenario", f"no battle is called '{scenario[:40]}'{hint}")],
        )
    wanted = read_options(scenario, options, [placing.ship for placing in fact.ships])
    seats, dealt, shared = _seats(scenario, fact, wanted)
    ships: dict[str, Ship] = {}
    count = dict.fromkeys(seats, 0)
    for placing, seat in zip(fact.ships, dealt, strict=True):
        count[seat] += 1
        record = book().printed(placing.ship)
        assert record is not None, "the data set has the ships of its scenarios"
        place = (placing.column, placing.row), placing.facing
        ship = fitted_out(record, f"{seat}{count[seat]}", seat, place, placing.quality)
        nation = placing.nation or ship.nation
        ships[ship.id] = replace(ship, nation=nation, enter_turn=placing.enter_turn)
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
        state = with_ship_choice(state, shared)
    return brought_closer(state, wanted.closer_start) if wanted.closer_start else state


def with_ship_choice(state: State, shared: Sequence[Sequence[str]]) -> State:
    """Return the set-up with one step more: the captains who share a fleet choose its ships before
    the first turn. `shared` has, for each fleet, the seats of its captains.
    """
    pools = tuple(
        Pool(tuple(captains), tuple(ship.id for ship in state.ships.values() if ship.seat == first))
        for captains in shared
        for first in captains[:1]
    )
    return replace(state, pools=pools, agenda=(*state.agenda, ChooseShips()))


def with_signals(state: State) -> State:
    """Return the set-up with signals between allied seats; raises `SetUpFault` if no side has two
    seats.
    """
    every = [seat.side for seat in state.seats.values()]
    if len(set(every)) == len(every):
        allied = "needs a side of several seats; where nations are allied, by_nation=true makes one"
        raise option_fault(state.scenario, "signals", allied)
    return replace(state, signals={}, agenda=from_phase("arrival", SIGNALLING))


def _seats(
    scenario: str, fact: ScenarioFact, options: Options
) -> tuple[dict[str, Seat], list[str], list[str]]:
    """Return (the seats, the seat of each ship in the scenario's order, the fleets whose captains
    choose their ships).

    Each of these fleets is a text with the keys of its captains; until they have chosen, the first
    captain has all its ships. A side (a nation with `by_nation`) has one seat, or several captains
    who share its ships. Raises `SetUpFault` if a ship is handed to a captain who does not exist, or
    a captain has no ship.
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
                    raise option_fault(
                        scenario,
                        fact.ships[at].ship,
                        f"there is no captain {number}; allowed: 1 to {captains}",
                    )
                in_line = place * captains // len(own)
                usual = place % captains if options.deal == "turn" else in_line
                dealt[at] = keys[number - 1 if number else usual]
            for key in keys:
                if key not in dealt.values():
                    raise option_fault(
                        scenario,
                        "deal",
                        f"{seats[key].name} gets no ship; give each captain at least one",
                    )
    return seats, [dealt[at] for at in range(len(fact.ships))], shared


def _named(nations: tuple[str, ...]) -> str:
    return " and ".join(nation.capitalize() for nation in nations)


# A random squadron for a side that has none: dice choose ships until all points are used.


BETTER: tuple[Quality, ...] = QUALITIES[QUALITIES.index("average") :: -1]
"""The crew qualities from average upwards."""


@RULES.does(MakeSquadron)
def _does(ledger: Writing, step: MakeSquadron) -> None:
    ledger.finish()
    state = ledger.state
    roster, dice = random_squadron(state.seats[step.seat].name, step.points, ledger.face)
    ships = {ship.id: ship for ship in line_ahead(roster, step.seat, step.column, state.wind)}
    ledger.write(ev.SquadronMade(step.seat, ships, dice))


def random_squadron(name: str, points: int, face: Callable[[int, int], int]) -> tuple[Roster, int]:
    """Return (a drawn squadron that costs at most `points`, the number of dice used).

    `face(sides, after)` rolls a die. Ships with average crews are drawn while another one can be
    paid; the points left over improve the crews, beginning with the first ship's.
    """
    ships: list[RosterShip] = []
    left, dice = points, 0
    average = {key: kind.points["average"] for key, kind in book().classes.items()}
    while len(ships) < SHIPS and (fit := [key for key, cost in average.items() if cost <= left]):
        ships.append(RosterShip(fit[face(len(fit), dice) - 1]))
        dice += 1
        left -= ships[-1].points
    for at, ship in enumerate(ships):
        better = max(
            (replace(ship, quality=quality) for quality in BETTER),
            key=lambda each: each.points if each.points - ship.points <= left else 0,
        )
        left -= better.points - ship.points
        ships[at] = better
    return Roster(name, points, tuple(ships)), dice


# The scenario for the players' own squadrons: two lines on an open sea, on parallel courses.


ANY = "any_ships"
"""The id of the scenario in which players bring their own squadrons, or dice draw them."""
LAST_TURN = 100
"""The last turn of a battle of the scenario `ANY`, if none is given. Two crippled ships that cannot
close would never end it."""
TITLE = "Any ships"
SUMMARY = "Any ships: squadrons of your own, by points, on an open sea"
SQUADRONS = "squadrons"
"""The option that names up to two squadrons, as files or squadrons that ship with the game. If a
name is empty, dice draw the squadron."""
APART = 14
"""The distance in hexes at which the two lines start, just out of range, unless `closer_start`
gives another."""
COLUMN = 4
SEATS = {"A": "Red", "B": "Blue"}
"""The name of a seat whose squadron has no name."""


class AnyShipsOptions(msgspec.Struct, frozen=True):
    """The options of a battle between squadrons that players bring or dice draw."""

    rules: Rules
    apart: int
    wind: int
    points: int
    """The limit in points of drawn squadrons. If it is 0, the limit of the named squadron is used
    or, if none is named, the usual limit."""
    squadrons: tuple[str, ...]
    ask_neighbours: bool = False


def any_options(options: Mapping[str, Any] | None) -> AnyShipsOptions:
    """Return the options, checked; raises `SetUpFault` that lists every wrong one."""
    reader, faults = option_reader(ANY, {"turn_limit": LAST_TURN, **(options or {})})
    found = AnyShipsOptions(
        rules=read_rules(reader),
        apart=reader.integer("closer_start", 0, 0, FARTHEST) or APART,
        wind=WINDS.index(reader.choice("wind", WINDS[1:], "N")),
        points=reader.integer("points", USUAL, FEWEST, MOST) if reader.has("points") else 0,
        squadrons=reader.texts(SQUADRONS),
        ask_neighbours=reader.flag("ask_neighbours", False),
    )
    if len(found.squadrons) > len(SEATS):
        faults.add(SQUADRONS, f"found {len(found.squadrons)}, allowed: two, one a side")
    reader.finish()
    faults.check()
    return found


def set_up_any(options: Mapping[str, Any] | None) -> State:
    """Return the start of a battle between two squadrons; dice will draw each one that is not
    named.

    Raises `SetUpFault` for a wrong option, `FileFault` for a file that cannot be read.
    """
    wanted = any_options(options)
    rosters = {
        seat: named(squadron)
        for seat, squadron in zip(SEATS, wanted.squadrons, strict=False)
        if squadron
    }
    if wanted.points and len(rosters) == len(SEATS):
        raise option_fault(
            ANY,
            "points",
            "is for squadrons that the computer makes, but both are named; leave it out",
        )
    limit = next((roster.limit for roster in rosters.values()), USUAL)
    ships: list[Ship] = []
    making: list[MakeSquadron] = []
    for at, seat in enumerate(SEATS):
        column = COLUMN + at * wanted.apart
        if seat in rosters:
            ships += line_ahead(rosters[seat], seat, column, wanted.wind)
        else:
            making.append(MakeSquadron(seat, wanted.points or limit, column))
    names = {seat: rosters[seat].name if seat in rosters else SEATS[seat] for seat in SEATS}
    if len(set(names.values())) < len(names):
        names = {seat: f"{name} {seat}" for seat, name in names.items()}
    state = State(
        title=TITLE,
        scenario=ANY,
        kind="single" if len(rosters) == len(ships) == len(SEATS) else "multi",
        rules=wanted.rules,
        wind=wanted.wind,
        seats={seat: Seat(seat, name, seat) for seat, name in names.items()},
        ships={ship.id: ship for ship in ships},
        agenda=(*from_phase("arrival"), *making[::-1]),
    )
    return asking(state) if wanted.ask_neighbours else state


def scenario_for(squadrons: Sequence[str]) -> str:
    """Return the scenario that these squadrons can play; raises `SetUpFault` if there is none."""
    if len(squadrons) > len(SEATS):
        text = f"{len(squadrons)} are named; a battle has two, one a side"
        raise SetUpFault("set-up", [(SQUADRONS, text)])
    for squadron in filter(None, squadrons):
        named(squadron)
    return ANY


def any_offered() -> tuple[Switch, ...]:
    """Return the settings of a battle of squadrons that the form of a new battle offers."""
    winds = tuple(
        (name, f"from {wind_from(number)}") for number, name in enumerate(WINDS) if number > 1
    )
    limits = tuple((str(limit), f"of up to {limit} points") for limit in LIMITS if limit != USUAL)
    return (
        EDITION,
        Switch("closer_start", "Start", (("", f"{APART} hexes apart"), *STARTS), START),
        Switch(
            "wind", "Wind", (("", f"from {wind_from(1)}"), *winds), "Where the wind blows from."
        ),
        Switch(
            "points",
            "Drawn fleet",
            (("", f"of up to {USUAL} points"), *limits),
            "How many points the ships of a fleet that the computer makes may cost together.",
        ),
        LINE,
    )


# Squadrons that players build, options of new battles, and what a series carries over.


CREW = "crew"


@uses_own_data
class WoodenShipsBuilding(Building[State]):
    """The part of the game for new battles: squadron files, settings, and the crews that a series
    carries over.
    """

    about = (
        "A squadron has ships of standard classes within a limit of points, each with a crew of "
        "some quality. The line of a class shows the squares of hull and crew, and the guns "
        "of a side."
    )
    makes = True
    carries = (CREW,)

    ready = staticmethod(ready)
    catalogue = staticmethod(catalogue)
    scenario_for = staticmethod(scenario_for)

    def check(self, table: Mapping[str, Any]) -> Verdict:
        roster, faults = read_squadron("", table)
        return Verdict(roster.name, roster.points, roster.limit, tuple(faults.found))

    def document(self, table: Mapping[str, Any]) -> Document:
        roster, faults = read_squadron("", table)
        return paper(roster, tuple(faults.found))

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the settings of a scenario for the form of a new battle: the edition of the rules,
        the starting distance, and others that the scenario allows.
        """
        if scenario == ANY:
            return any_offered()
        fact = book().scenarios.get(scenario)
        if fact is None:
            return ()
        allies = any(len(side) > 1 for side in fact.sides)
        return offered(bool(fact.land), allies, len(fact.ships) > len(fact.sides))

    def further(self, scenario: str, chosen: Mapping[str, Any]) -> tuple[Switch, ...]:
        """Return, if ships are dealt by hand, one setting for each ship of a shared fleet: which
        captain gets her.
        """
        fact, captains = book().scenarios.get(scenario), str(chosen.get("captains", ""))
        if fact is None or chosen.get("deal") != "hand" or not captains.isdecimal():
            return ()
        numbers = [(f"{number}", f"to captain {number}") for number in range(1, int(captains) + 1)]
        values = (("", "as listed"), *numbers)
        ships = dict.fromkeys(each.ship for each in fact.ships if each.ship in book().ships)
        return tuple(Switch(ship, book().ships[ship].name, values) for ship in ships)

    def carried(self, ended: State, begun: State, what: str) -> State:
        """Return the start of the next battle of a series, with the crews that the ships had left
        after the last one.

        A ship that sank, struck, was captured or has no crew left begins with a new crew.
        """
        ships: dict[str, Ship] = {}
        for id, ship in begun.ships.items():
            before = ended.ships.get(id)
            ships[id] = ship
            same = before and before.record == ship.record and before.name == ship.name
            if before is None or not same or not any(before.crew):
                continue
            if not (before.surrendered or before.prize is not None or before.hull <= 0):
                # The reserve may have filled gaps, but no ship begins with more than the printed
                # crew.
                counts = zip(ship.crew, before.crew, strict=True)
                ships[id] = replace(ship, crew=tuple(min(full, left) for full, left in counts))
        return replace(begun, ships=ships)
