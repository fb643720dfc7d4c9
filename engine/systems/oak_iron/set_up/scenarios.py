"""The scenarios: ready ones such as the quick start, one for each size of game, and fleets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.base.errors import SetUpFault
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import GameSize, Scenario, book
from engine.systems.oak_iron.effects.fortitude import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.set_up.begin import new_battle, roster_of, squadrons_of
from engine.systems.oak_iron.state.state import EDITION, Rules, Ship, Squadron, State, Table
from engine.systems.oak_iron.state.steps import ChooseCards, RevealCards

FLEET = "fleet"
"""The scenario of two fleets, which has no record in the data."""
FLEET_IN_WORDS = "Two fleets of 2 to 4 squadrons, equal points; cards, drafts and deployment."


def scenarios() -> dict[str, str]:
    """Return the scenarios by id with a line about each."""
    ready = {scenario.id: scenario.summary for scenario in book().scenarios.values()}
    sizes = {size.id: _size_in_words(size) for size in book().sizes.values()}
    return ready | sizes | {FLEET: FLEET_IN_WORDS}


def _size_in_words(size: GameSize) -> str:
    ships = f"{size.fewest} to {size.most} ships"
    return f"{ships} a side, squadrons of {size.points} points; cards, drafts and deployment."


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return the state at the start of a scenario.

    `options` may switch rules by the names of the fields of `Rules`. For a size of game they
    may name two `squadrons`, for fleets four to eight, or how many `a_side` are drawn. Raises
    `SetUpFault` for an unknown scenario or option.
    """
    options = dict(options or {})
    fact = book().scenarios.get(scenario)
    if fact is None and (scenario in book().sizes or scenario == FLEET):
        # Imported here: the quick start needs no squadron files, nor what reads them.
        from engine.systems.oak_iron.set_up.begin import a_side_of, new_fleet_battle

        squadrons = squadrons_of(options)
        options.pop("squadrons", None)
        if scenario == FLEET:
            a_side = a_side_of(options)
            options.pop("a_side", None)
            return new_fleet_battle(switched(Rules(events=True), options), squadrons, a_side)
        return new_battle(scenario, switched(Rules(events=True), options), squadrons)
    if fact is None:
        known = ", ".join(scenarios())
        raise SetUpFault("set-up", [("scenario", f"found '{scenario}', allowed is one of {known}")])
    rules = Rules(quick_start=fact.quick_start, formation=not fact.quick_start)
    return State(
        title=fact.name,
        rules=switched(rules, options),
        table=Table(fact.width, fact.height, fact.weather_edge),
        squadrons=_squadrons(fact),
        ships=_ships(fact),
        agenda=(RevealCards(), ChooseCards()),
        edition=EDITION,
    )


def scenario_for(squadrons: Sequence[str]) -> str:
    """Return which scenario squadrons fit: fleets for more than two, else the size of the first."""
    return FLEET if len(squadrons) > 2 else roster_of(squadrons[0]).size


def quick_start(options: Mapping[str, Any] | None = None) -> State:
    """Return the quick start: chapter 4 of the rules, two ships a side."""
    return set_up("quickstart", options)


def switched(rules: Rules, options: Mapping[str, Any]) -> Rules:
    """Return rules with some switches set; raises `SetUpFault` for anything that is no switch."""
    allowed = Rules.__struct_fields__
    faults = [
        (str(key), f"is not an option; allowed are {', '.join(allowed)}")
        if key not in allowed
        else (key, "must be true or false")
        for key, value in options.items()
        if key not in allowed or not isinstance(value, bool)
    ]
    if faults:
        raise SetUpFault("options", faults)
    return msgspec.structs.replace(rules, **dict(options))


def _squadrons(scenario: Scenario) -> dict[str, Squadron]:
    return {
        squadron.key: Squadron(
            key=squadron.key,
            name=squadron.name,
            admiral=squadron.admiral,
            admiral_value=book().admirals[squadron.admiral].value if squadron.admiral else 0,
            flagship=next((ship.id for ship in squadron.ships if ship.flagship), ""),
            fortune=squadron.fortune,
            hand=squadron.hand,
        )
        for squadron in scenario.squadrons
    }


def _ships(scenario: Scenario) -> dict[str, Ship]:
    return {
        ship.id: Ship(
            id=ship.id,
            squadron=squadron.key,
            type=ship.type,
            pose=Pose(ship.x, ship.y, ship.heading),
            name=ship.name,
            damage_boxes=damage_boxes(book().ships[ship.type]),
            fatigue_boxes=fatigue_boxes(book().ships[ship.type]),
        )
        for squadron in scenario.squadrons
        for ship in squadron.ships
    }
