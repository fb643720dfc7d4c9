"""The scenarios of Oak & Iron: the state of a battle before anything is drawn (Oak & Iron ch. 6, 7,
9).

Also the part of the game for squadrons that players build.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.game.parts.building import Building, Document
from engine.game.position import source_of
from engine.kit.dataset import uses_own_data
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book, ready_squadrons
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.machine import RULES, Ledger
from engine.systems.oak_iron.set_up.scenario_draft import mustered, ready_of, with_distinct_names
from engine.systems.oak_iron.squadrons.catalogue import catalogue, sheet
from engine.systems.oak_iron.squadrons.check import check_roster, legal_squadron, verdict
from engine.systems.oak_iron.squadrons.squadron import Roster
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state import steps as st
from engine.systems.oak_iron.state.state import (
    EDITION,
    Rules,
    SetUpPlan,
    Ship,
    Squadron,
    State,
    Table,
    sorted_by_id,
)
from engine.systems.oak_iron.terrain import homes

# The scenarios: fixed ones such as the quick start, one for each size of game, and fleets.


FLEET = "fleet"
"""The id of the scenario of two fleets, which is not in the data set."""
FLEET_IN_WORDS = "Two fleets of 2 to 4 squadrons, equal points; cards, drafts and deployment."


def scenarios() -> dict[str, str]:
    """Return {scenario id: description in one line}."""
    ready = {scenario.id: scenario.summary for scenario in book().scenarios.values()}
    sizes = {
        size.id: f"{size.fewest} to {size.most} ships a side, squadrons of {size.points} points; "
        "cards, drafts and deployment."
        for size in book().sizes.values()
    }
    return ready | sizes | {FLEET: FLEET_IN_WORDS}


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return the state at the start of a scenario.

    `options` may turn rules on or off, by the field names of `Rules`. `squadrons` names the
    squadrons: two for a size of game, four to eight for the scenario `fleet`. For `fleet`, `a_side`
    instead says how many squadrons are drawn for each side. Raises `SetUpFault` for an unknown
    scenario or option.
    """
    options = dict(options or {})
    fact = book().scenarios.get(scenario)
    if fact is None and (scenario in book().sizes or scenario == FLEET):
        # Imported here, because the quick start needs neither squadron files nor the code that
        # reads them.

        squadrons = squadrons_of(options)
        options.pop("squadrons", None)
        if scenario == FLEET:
            a_side = a_side_of(options)
            options.pop("a_side", None)
            return new_fleet_battle(with_switches(Rules(events=True), options), squadrons, a_side)
        return new_battle(scenario, with_switches(Rules(events=True), options), squadrons)
    if fact is None:
        known = ", ".join(scenarios())
        raise SetUpFault("set-up", [("scenario", f"found '{scenario}', allowed: one of {known}")])
    rules = Rules(quick_start=fact.quick_start, formation=not fact.quick_start)
    return State(
        title=fact.name,
        rules=with_switches(rules, options),
        table=Table(fact.width, fact.height, fact.weather_edge),
        squadrons={
            squadron.key: Squadron(
                key=squadron.key,
                name=squadron.name,
                admiral=squadron.admiral,
                admiral_value=book().admirals[squadron.admiral].value if squadron.admiral else 0,
                flagship=next((ship.id for ship in squadron.ships if ship.flagship), ""),
                fortune=squadron.fortune,
                hand=squadron.hand,
            )
            for squadron in fact.squadrons
        },
        ships={
            ship.id: Ship(
                id=ship.id,
                squadron=squadron.key,
                type=ship.type,
                pose=Pose(ship.x, ship.y, ship.heading),
                name=ship.name,
                damage_boxes=damage_boxes(book().ships[ship.type]),
                fatigue_boxes=fatigue_boxes(book().ships[ship.type]),
            )
            for squadron in fact.squadrons
            for ship in squadron.ships
        },
        agenda=(st.RevealCards(), st.ChooseCards()),
        edition=EDITION,
    )


def scenario_for(squadrons: Sequence[str]) -> str:
    """Return the scenario in which these squadrons can fight.

    More than two squadrons fight as fleets; two fight in the size of game of the first one.
    """
    return FLEET if len(squadrons) > 2 else roster_of(squadrons[0]).size


def quick_start(options: Mapping[str, Any] | None = None) -> State:
    """Return the quick start, a short first battle: two ships a side, rules of chapter 4 only."""
    return set_up("quickstart", options)


def with_switches(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """Return the rules with some of them turned on or off.

    Raises `SetUpFault` for an option that is not the name of a rule, or not true or false.
    """
    allowed = Rules.__struct_fields__
    faults = [
        (str(key), f"is not an option; allowed: {', '.join(allowed)}")
        if key not in allowed
        else (key, "must be true or false")
        for key, value in options.items()
        if key not in allowed or not isinstance(value, bool)
    ]
    if faults:
        raise SetUpFault("options", faults)
    return msgspec.structs.replace(rules, **dict(options))


# A battle before any cards are drawn: squadrons or fleets (Oak & Iron ch. 6, 7, 9).


FLEETS = ("Red", "Blue")
FLEET_SEATS = "ABCDEFGH"
"""The seats (sides that one player plays) of a fleet battle, one for each squadron: first those of
the first fleet."""
FEWEST, MOST = 2, 4
"""The fewest and the most squadrons that a fleet may have."""
TITLE = "Fleet battle"
TABLE = Table(72.0, 48.0)
"""The table of a fleet battle, in inches."""


def new_fleet_battle(rules: Rules, squadrons: Sequence[str] = (), a_side: int = 0) -> State:
    """Return a battle of two fleets before its cards are drawn.

    `squadrons` are four to eight squadrons, as files or as names of those that come with the game,
    the first fleet's first; the list is divided so that both fleets have equal points. Without
    `squadrons` they are drawn: `a_side` for each fleet, or a number decided by a die. Raises
    `SetUpFault` or `FileFault` when a squadron cannot be used.
    """
    rosters = tuple(roster_of(name) for name in squadrons)
    if rosters:
        forces = _mustered(rosters, _first_fleet(rosters))
        return before_draw("fleet", TITLE, rules, TABLE, forces, None)
    count = a_side or FEWEST
    empty = {
        key: Squadron(key=key, name=f"{fleet} {key}", fleet=fleet)
        for key, fleet in _seats(2 * count, count).items()
    }
    return before_draw("fleet", TITLE, rules, TABLE, (empty, {}), st.MusterFleets(a_side))


def a_side_of(options: Mapping[str, Any]) -> int:
    """Return how many squadrons the options ask for on each side; 0 if they do not say.

    Raises `SetUpFault` for a number that is not allowed.
    """
    wanted = options.get("a_side", 0)
    if wanted == 0 or (type(wanted) is int and FEWEST <= wanted <= MOST):
        return int(wanted)
    raise SetUpFault("options", [("a_side", f"must be a number from {FEWEST} to {MOST}")])


def _mustered(rosters: Sequence[Roster], first: int) -> Forces:
    squadrons: dict[str, Squadron] = {}
    ships: dict[str, Ship] = {}
    for (key, fleet), roster in zip(_seats(len(rosters), first).items(), rosters, strict=True):
        squadrons[key], own = mustered(roster, key, fleet)
        ships.update({ship.id: ship for ship in own})
    return with_distinct_names(squadrons), ships


def _seats(count: int, first: int) -> dict[str, str]:
    """Return {seat: fleet} for `count` squadrons, of which the first `first` are in the first
    fleet.
    """
    return {key: FLEETS[at >= first] for at, key in enumerate(FLEET_SEATS[:count])}


def _first_fleet(rosters: Sequence[Roster]) -> int:
    """Return how many squadrons belong to the first fleet, if both fleets are to have equal points.

    Raises `SetUpFault` when no division makes them equal.
    """
    count = len(rosters)
    if not FEWEST * 2 <= count <= MOST * 2:
        raise _unfit(f"found {count}, needed: {FEWEST} to {MOST} a side")
    points = [book().sizes[roster.size].points for roster in rosters]
    for first in range(max(FEWEST, count - MOST), min(MOST, count - FEWEST) + 1):
        if 2 * sum(points[:first]) == sum(points):
            return first
    needed = f"needed: {FEWEST} to {MOST} a side of equal points, one fleet after the other"
    raise _unfit(f"found squadrons of {', '.join(map(str, points))} points, {needed}")


def _unfit(fault: str) -> SetUpFault:
    return SetUpFault("set-up", [("squadrons", fault)])


@RULES.does(st.MusterFleets)
def muster_fleets(ledger: Ledger, step: st.MusterFleets) -> None:
    """Draw squadrons for both fleets among those that come with the game.

    A fleet has no squadron twice, and both fleets have squadrons of the same sizes.
    """
    ready = {name: each for size in book().sizes for name, each in ready_of(size).items()}
    cards, counted = len(ready) - 1, 0 if step.a_side else 1
    own = step.a_side or FEWEST + ledger.chance(MOST - FEWEST + 1) - 1
    red = ledger.shuffled(sorted(ready), counted)[:own]
    left, blue = list(ledger.shuffled(sorted(ready), counted + cards)), []
    for size in (ready[name].size for name in red):
        blue.append(next(name for name in left if ready[name].size == size))
        left.remove(blue[-1])
    squadrons, ships = _mustered([ready[name] for name in (*red, *blue)], own)
    ledger.write(ev.SquadronsMustered(squadrons, ships, counted + 2 * cards))
    ledger.finish()


# A battle by size of game, before any cards are drawn (Oak & Iron ch. 6 and 7).


SEATS = {"A": "Red", "B": "Blue"}
"""The seats (sides that one player plays) of a battle without fleets, and their names until their
squadrons are known."""
Forces = tuple[dict[str, Squadron], dict[str, Ship]]
"""({key: squadron}, {ship id: ship}) of a battle."""


def new_battle(size: str, rules: Rules, squadrons: Sequence[str] = ()) -> State:
    """Return a battle of two squadrons for a size of game, before its cards are drawn.

    `squadrons` are two squadrons, as files or as names of those that come with the game; without
    `squadrons` they are drawn by dice. Raises `SetUpFault` or `FileFault` when a squadron cannot be
    used.
    """
    least = book().measures.tables[size]
    forces = (
        _mustered_two(size, squadrons)
        if squadrons
        else ({key: Squadron(key=key, name=name) for key, name in SEATS.items()}, {})
    )
    table = Table(least.width, least.height)
    muster = None if squadrons else st.MusterSquadrons()
    return before_draw(size, book().sizes[size].name, rules, table, forces, muster)


def before_draw(  # noqa: PLR0913  (what a battle begins with)
    size: str,
    title: str,
    rules: Rules,
    table: Table,
    forces: Forces,
    muster: st.MusterSquadrons | st.MusterFleets | None,
) -> State:
    """Return a battle before anything is drawn; the step `muster` draws its squadrons, if given."""
    squadrons, ships = forces
    return State(
        title=title,
        rules=rules,
        table=table,
        squadrons=squadrons,
        ships=sorted_by_id(ships),
        phase="set_up",
        plan=SetUpPlan(size=size, homes=homes(squadrons, table)),
        agenda=(st.DrawScenario(), muster) if muster else (st.DrawScenario(),),
        edition=EDITION,
    )


def _mustered_two(size: str, squadrons: Sequence[str]) -> Forces:
    if len(squadrons) != len(SEATS):
        raise SetUpFault("set-up", [("squadrons", f"found {len(squadrons)}, needed: two")])
    own, fleet = {}, {}
    for key, name in zip(SEATS, squadrons, strict=True):
        roster = roster_of(name)
        if roster.size != size:
            text = (
                f"'{source_of(name)}' is a squadron for a {roster.size}, needed: one for a {size}"
            )
            raise SetUpFault("set-up", [("squadrons", text)])
        own[key], ships = mustered(roster, key)
        fleet.update({ship.id: ship for ship in ships})
    return with_distinct_names(own), fleet


def roster_of(name: str) -> Roster:
    """Return a legal squadron, given a file, or the name of a squadron that comes with the game.

    If both exist, the file is used.
    """
    ready = ready_squadrons()
    return legal_squadron(ready[name] if name in ready and not Path(name).exists() else name)


def squadrons_of(options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the files or names of squadrons in the options of a set-up.

    Raises `SetUpFault` when the option is not a list of words.
    """
    named = options.get("squadrons", ())
    if not isinstance(named, list | tuple) or not all(isinstance(name, str) for name in named):
        raise SetUpFault("options", [("squadrons", "must be a list of squadron files")])
    return tuple(named)


# Squadrons: building, checking and printing them.


@uses_own_data
class OakIronBuilding(Building[State]):
    """The part of the game for building, checking and printing squadrons."""

    about = (
        "A squadron has a size, a faction, an admiral, a hand of cards and ships. An x behind a "
        "card's value means that the card is discarded when played. The line of a ship shows "
        "fortitude, broadside, crew, speed to windward and large."
    )

    def like(self, ended: State, begun: State) -> State:
        """Return the battle `begun` with the edition of our own rulings that `ended` was played by.

        So the battles of a series, one after the other, follow the same rulings.
        """
        return replace(begun, edition=ended.edition)

    ready = staticmethod(ready_squadrons)
    check = staticmethod(verdict)
    catalogue = staticmethod(catalogue)
    scenario_for = staticmethod(scenario_for)

    def document(self, table: Mapping[str, Any]) -> Document:
        """Return a squadron as a document to print."""
        roster, faults = check_roster("", table)
        return sheet(roster, tuple(faults.found))

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return the numbers of squadrons that a fleet may have; () for a scenario without
        fleets.
        """
        return (2, 3, 4) if scenario == FLEET else ()
