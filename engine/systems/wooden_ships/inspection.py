"""`inspect`: facts about ships that the rules derive from a position, as plain data and for
people.
"""

from __future__ import annotations

from typing import Any

from engine.base.errors import Refused
from engine.kit.ledger import evolve
from engine.space.hexes import Hex, label, step
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.boarding.aboard import melee_odds, strength_of
from engine.systems.wooden_ships.data import ATTITUDES, Hits
from engine.systems.wooden_ships.grappling import chance
from engine.systems.wooden_ships.gunnery.fire_orders import (
    closest,
    field,
    picks,
    why_not,
    why_not_at,
)
from engine.systems.wooden_ships.gunnery.shot import AIMS, near_side, open_aims, outcomes, shot
from engine.systems.wooden_ships.movement import carry_out, drifts, groups
from engine.systems.wooden_ships.sailing import (
    allowance,
    allowances,
    attitude,
    format_plot,
    parse_plot,
    plots,
    plotted,
    why_no_order,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events.fighting import Modifiers
from engine.systems.wooden_ships.state.state import (
    SIDES,
    Ship,
    SideName,
    State,
    afloat,
    friends,
    holder,
    in_order,
    side_of,
)
from engine.systems.wooden_ships.surrender import ShotCircumstances, forced_surrenders

# The movement phase carried out with the drafted orders, unless a place depends on a die.


NEVER_FOULS = 6
"""A face of the die at which no ship fouls. It is used for every fouling roll, because fouling
changes no ship's place in this phase."""


class NeedsDie(Exception):
    """Raised when a die would decide a contested hex, so that the end of the plots cannot be
    told.
    """


def known_plots(state: State) -> dict[str, str] | None:
    """Return {ship: plot} for all ships that can be ordered; None if any plot is missing or
    hidden.
    """
    found = {}
    for ship in afloat(state):
        if why_no_order(state, ship):
            continue
        sealed = state.sealed.get(holder(ship), {}).get(ship.id)
        order = sealed.option if sealed else ship.order
        if not order or order == "give_up":
            return None
        found[ship.id] = order
    return found


def execute_plots(state: State) -> dict[str, dict[str, Any]] | None:
    """Return {ship: her place after the present plots, her collisions, her drift}. Return None if a
    plot is not known, or a die would decide a contested hex.
    """
    orders = known_plots(state)
    if orders is None:
        return None

    def no_die() -> int:
        raise NeedsDie

    try:
        events = carry_out(
            state,
            {ship: parse_plot(text) for ship, text in orders.items()},
            no_die,
            lambda: NEVER_FOULS,
        )
    except NeedsDie:
        return None
    after, collided, drifted = state, dict[str, set[str]](), set[str]()
    kept: dict[str, str] = {}
    for event in events:
        after = evolve(after, event)
        if isinstance(event, ev.Collided):
            for one, other in (event.ships, event.ships[::-1]):
                collided.setdefault(one, set()).add(other)
        elif isinstance(event, ev.Drifted):
            drifted |= event.places.keys()
        elif isinstance(event, ev.MovementEnded):
            kept = event.kept
    return {
        ship.id: {
            "bow": list(ship.bow),
            "facing": ship.facing,
            "kept": kept.get(ship.id, orders.get(ship.id, "0")),
            "collided": in_order(collided.get(ship.id, ())),
            "drifted": ship.id in drifted,
            "still": ship.still,
        }
        for ship in afloat(after)
    }


# Broadsides and targets as plain data: tables, odds, forced surrenders, grappling.


Facts = dict[str, Any]
PLACES = 4


def side_facts(state: State, ship: Ship, side: SideName) -> Facts:
    """Return the facts about one side of a ship: its guns, and its targets or why it is silent."""
    at = SIDES.index(side)
    inside = field(state, ship, side)
    silent = why_not(state, ship, side)
    return {
        "guns": ship.guns[at],
        "carronades": ship.carronades[at],
        "loaded": ship.loaded[at],
        "field": {other: inside[other] for other in in_order(inside)},
        "closest": list(closest(state, ship, side)),
        "picks": [] if silent else list(picks(state, ship.id, side)),
        "why_not": silent or None,
    }


def target_facts(state: State, ship: Ship, target: Ship) -> Facts:
    """Return facts about an enemy as a target of a ship."""
    return {
        "range": fleet.apart(ship, target),
        **{side: _side_at(state, ship, side, target) for side in SIDES},
        "grapple": {
            "adjacent": fleet.apart(ship, target) == 1,
            "chance": chance(state, ship, target),
            "fouled": target.id in fleet.fouled_with(state, ship.id),
            "grapples": fleet.grappled_with(state, ship.id).get(target.id, 0),
        },
        "melee": _melee(state, ship, target),
    }


def mean(rows: tuple[Hits, ...]) -> list[float]:
    """Return the expected hits on hull, guns, crew and rigging, rounded to 4 decimal places.

    `rows` has the hits for each face of a die.
    """
    return [round(sum(column) / len(rows), PLACES) for column in zip(*rows, strict=True)]


def _side_at(state: State, ship: Ship, side: SideName, target: Ship) -> Facts:
    inside = field(state, ship, side)
    why = why_not_at(state, ship, side, target)
    if target.id not in inside:
        # This reason comes before any other, because readers look for it here.
        reason = "she is not in the field of fire"
        return {"in_field": False, "legal": False, "table": None, "why_not": reason}
    far = inside[target.id]
    aimed = shot(ship, side, target)
    facts: Facts = {
        "in_field": True,
        "legal": not why,
        "why_not": why or None,
        "blocked_by": in_order(other for other, near in inside.items() if near < far),
        "guns": aimed.guns,
    }
    if not aimed.guns:
        return facts
    modifiers = {name: getattr(aimed.modifiers, name) for name in aimed.modifiers.__struct_fields__}
    facts |= {
        "base": aimed.base,
        "modifiers": modifiers,
        "table": aimed.table,
        "rake": aimed.rake or None,
        "near_side": near_side(ship, target),
    }
    if why:
        return facts
    aims = open_aims(state, ship, target, far)
    for aim in AIMS:
        rows = outcomes(aimed.table, aim) if aim in aims else None
        facts[aim] = rows and {"rows": [list(row) for row in rows], "mean": mean(rows)}
    brought = [
        forced_surrenders(state, ship, target, ShotCircumstances(far, bool(aimed.rake), aim))
        for aim in AIMS
        if aim in aims
    ]
    facts["forces"] = list(dict.fromkeys(how for found in brought for how in found))
    return facts


def _melee(state: State, ship: Ship, target: Ship) -> Facts | None:
    pair = (ship, target)
    if target.id not in fleet.snagged_with(state, ship.id):
        return None
    if any(fleet.crewless(each) or fleet.surrendered(each) for each in pair):
        return None
    odds = melee_odds(ship, target)
    return {
        "strength": [strength_of(ship), strength_of(target)],
        "win": round(odds.win, PLACES),
        "lose": round(odds.lose, PLACES),
        "neither": round(odds.neither, PLACES),
        "open": round(odds.open, PLACES),
    }


# The rules' answers for a ship, as plain data: plots, drift, broadsides, targets.


def inspect(state: State, ship: str = "") -> dict[str, Facts]:
    """Return {ship: facts} of one ship, or of all on the map; raises `Refused` for an unknown ship.

    Facts that belong to a phase, such as broadsides, are given as if this phase were the present
    one.
    """
    chosen = afloat(state)
    if ship:
        chosen = [each for each in chosen if each.id == ship]
        if not chosen:
            known = ", ".join(each.id for each in afloat(state))
            raise Refused(f"no ship on the map is called '{ship[:40]}'; there are {known}")
    moved = execute_plots(state)
    found: dict[str, Facts] = {}
    for each in chosen:
        bow, stern = fleet.lies_on(each)
        enemies = [other for other in afloat(state) if not friends(state, each, other)]
        unit = groups(state)[each.id]
        if_still = drifts(state, unit, {other: state.ships[other].still + 1 for other in unit})
        to: Hex | None = step(each.bow, state.wind) if if_still else None
        drawn: dict[str, Facts] = {}
        for text in plots(state, each):
            path = plotted(state, each, parse_plot(text)).path
            column, row, facing = path[-1] if path else (*each.bow, each.facing)
            drawn[text] = {
                "bow": [column, row],
                "facing": facing,
                "path": [list(place) for place in path],
            }
        found[each.id] = {
            "bow": list(bow),
            "stern": list(stern),
            "facing": each.facing,
            "seat": holder(each),
            "side": side_of(state, each),
            "status": fleet.status(state, each),
            "attitude": attitude(each.facing, state.wind),
            "allowance": allowance(each, state.wind),
            "allowances": dict(zip(ATTITUDES, allowances(each), strict=True)),
            "why_no_order": why_no_order(state, each) or None,
            "plots": drawn,
            "drift": {
                "still": each.still,
                "group": list(unit),
                "if_still": if_still,
                "to": list(to) if to else None,
            },
            "executed": moved[each.id] if moved else None,
            "sides": {side: side_facts(state, each, side) for side in SIDES},
            "targets": {other.id: target_facts(state, each, other) for other in enemies},
        }
    return found


def plot_facts(state: State, ship: Ship, order: str) -> Facts:
    """Return the result and the cost of one plot; raises `Refused` when it cannot be parsed."""
    steps = parse_plot(order)
    course = plotted(state, ship, steps)
    why_not = why_no_order(state, ship) or course.why_not
    column, row, facing = course.path[-1] if course.path else (*ship.bow, ship.facing)
    return {
        "order": format_plot(steps),
        "legal": not why_not,
        "why_not": why_not or None,
        "bow": [column, row],
        "facing": facing,
        "path": [list(place) for place in course.path],
        "points": course.points,
        "turns": course.turns,
        "attitudes": dict(sorted(course.attitudes.items())),
    }


# Facts about ships for people: without empty facts, plots in one line, tables as sums.


def explain(found: dict[str, Facts]) -> dict[str, Facts]:
    """Return the facts about ships shortened for people: plots in one line, hit tables as sums."""
    explained: dict[str, Facts] = {}
    for key, facts in found.items():
        texts = {name: value for name, value in facts.items() if value not in (None, [], {})}
        for end in ("bow", "stern"):
            texts[end] = _hex(facts[end])
        if facts["plots"]:
            texts["plots"] = " ".join(facts["plots"])
        texts["allowances"] = " ".join(
            f"{name} {count}" for name, count in facts["allowances"].items()
        )
        texts["targets"] = {target: _target(each) for target, each in facts["targets"].items()}
        if plot := facts.get("plot"):
            texts["plot"] = {
                **plot,
                "bow": _hex(plot["bow"]),
                "path": " ".join(_hex(place) for place in plot["path"]),
            }
        if moved := facts["executed"]:
            texts["executed"] = {**moved, "bow": _hex(moved["bow"])}
        explained[key] = texts
    return explained


def _target(facts: Facts) -> Facts:
    texts: Facts = {"range": facts["range"]}
    for side in ("port", "starboard"):
        shot = facts[side]
        if shot.get("guns"):
            said: Facts = {
                "table": fleet.sum_in_words(
                    shot["base"], Modifiers(**shot["modifiers"]), shot["table"]
                ),
                "guns": shot["guns"],
            }
            if shot["why_not"]:
                said["why_not"] = shot["why_not"]
            if shot["rake"]:
                said["rake"] = shot["rake"]
            for aim in ("hull", "rigging"):
                if shot.get(aim):
                    rows = [fleet.hits_in_words(tuple(row)) for row in shot[aim]["rows"]]
                    said[aim] = "; ".join(f"{face}: {row}" for face, row in enumerate(rows, 1))
            if shot.get("forces"):
                said["forces"] = ", ".join(shot["forces"])
            texts[side] = said
    texts["grapple"] = f"{facts['grapple']['chance']} of 6"
    if facts["melee"]:
        texts["melee"] = facts["melee"]
    return texts


def _hex(place: list[int]) -> str:
    return label((place[0], place[1]))
