"""Facts about a war that the rules derive: where a ship may be sent, refits, yard cards, exact
chances.
"""

from __future__ import annotations

from typing import Any

from engine.base.errors import Refused
from engine.systems.iron_oak.campaign import fleet
from engine.systems.iron_oak.campaign.data import Side, book
from engine.systems.iron_oak.campaign.effects import WOULD_DO, changes, kind_of_card
from engine.systems.iron_oak.campaign.machine import FACES, point_chances, row_chances
from engine.systems.iron_oak.campaign.preparing import kind_of, share_of
from engine.systems.iron_oak.campaign.refit import markers
from engine.systems.iron_oak.campaign.state.state import SEATS, SECRET, RollEnd, State, Vessel
from engine.systems.iron_oak.campaign.turn import LEAST
from engine.systems.iron_oak.inspection import explain as explain_battle
from engine.systems.iron_oak.inspection import inspect as inspect_battle
from engine.systems.iron_oak.inspection import percent

# Exact chances of a campaign's dice: generated battles, refits, new ships, the end of the war.


SURE = 0.999
"""The chances of each battle to be the last are listed until they add up to this probability; the
list must end, because the war may go on indefinitely."""


def kind_chances() -> dict[str, float]:
    """Return {type of battle: its probability}."""
    return row_chances(book().campaign.kinds.battle)


def attack_chance() -> float:
    """Return the probability that the side that rolls for a battle attacks in it, where either side
    may.
    """
    return book().campaign.kinds.attacker / len(FACES)


def night_chance() -> float:
    """Return the probability that a battle is fought by night."""
    return (len(FACES) + 1 - book().campaign.water.night) / len(FACES)


def limit_chances(kind: str) -> dict[str, float]:
    """Return {limit: its probability}, where the limit is the most Victory Points that a ship may
    be worth in this type of battle; {} for a type without a limit.
    """
    rows = book().campaign.types[kind].limits
    return row_chances(rows) if rows else {}


def last_battle_chances(state: State) -> dict[str, float]:
    """Return {number of a battle: the probability that it is the last} (Iron & Oak 8.7.6). Battles
    that a war hardly ever reaches are left out.
    """
    if state.last:
        return {str(state.last): 1.0}
    left = 1.0
    chances: dict[str, float] = {}
    # The even battle after which the next end roll is due; it may be the battle just fought.
    fought = len(state.rows)
    due = any(isinstance(step, RollEnd) for step in state.agenda)
    next_roll = fought + 1 if fought % 2 else fought if due else fought + 2
    battle = max(LEAST - 1, next_roll)
    while left > 1 - SURE:
        share = book().campaign.end.ends_on(battle) / len(FACES)
        chances[str(battle + 1)] = left * share
        left *= 1 - share
        battle += 2
    return chances


# The answers of the rules, as plain data for programs.


WAR = "war"
"""The name for `inspect` that is no ship: it stands for the war itself, with its plans, refits,
cards and end."""


def inspect(view: State, subject: str = "") -> dict[str, Any]:
    """Return the facts about a ship, about the `war`, or about all; raises `Refused` for another
    name.

    During a battle the facts are the battle's; only the name `war` returns the war's.
    """
    if view.battle is not None and subject != WAR:
        return inspect_battle(view.battle, subject)
    if subject == WAR:
        return {WAR: _war(view)}
    if subject:
        if subject not in view.ships:
            known = ", ".join([WAR, *view.ships])
            raise Refused(f"'{subject}' is in no fleet; the ships are {known}")
        return {subject: _ship(view, view.ships[subject])}
    return {WAR: _war(view), **{id: _ship(view, ship) for id, ship in view.ships.items()}}


def _ship(view: State, ship: Vessel) -> dict[str, Any]:
    record = fleet.card(ship)
    # `legal` is None if the viewer may not know where the ship was sent.
    battles: dict[str, dict[str, Any]] = {}
    for number, plan in view.plans.items():
        if not ship.afloat:
            battles[number] = {"legal": False, "why_not": f"she sank in battle {ship.lost_in}"}
        elif ship.battle == SECRET:
            battles[number] = {"legal": None, "why_not": "whether she has been sent is not known"}
        else:
            why = fleet.why_not_sent(ship, plan)
            battles[number] = {"legal": not why, "why_not": why}
    return {
        "name": record.short,
        "nation": ship.side,
        "side": ship.control,
        "afloat": ship.afloat,
        "grade": ship.grade,
        "victory_points": record.victory_points,
        "worth": fleet.share(ship) if ship.afloat else 0,
        "hits": ship.hits,
        "shields": dict(ship.shields),
        "crew": {
            "full": record.crew.full,
            "aboard": fleet.aboard(ship),
            "short_handed": fleet.short_handed(ship),
            "replaced_without_loss_of_grade": (record.crew.full + 1) // 2,
        },
        "criticals": list(ship.criticals),
        "battle": None if ship.battle == SECRET else ship.battle,
        "battles": battles,
        "refit": {
            "repair": ship.hits - sum(ship.shields.values()) if ship.afloat else 0,
            "critical": len(set(markers(ship))) if ship.afloat else 0,
            "crew": ship.crew_loss if ship.afloat else 0,
        },
    }


def _war(view: State) -> dict[str, Any]:
    facts = book().campaign
    plans: dict[str, dict[str, Any]] = {}
    for number, plan in view.plans.items():
        sends = {}
        for side in SEATS:
            least, most = share_of(plan, side).ships
            sends[side] = {
                "least": least,
                "most": most,
                "free": len(fleet.available(view, side, plan)),
            }
        plans[number] = {
            "kind": plan.kind,
            "name": kind_of(plan).name,
            "attacker": plan.attacker,
            "limit": plan.limit,
            "night": plan.night,
            "sends": sends,
        }
    # The points of a refit if they have been rolled; else the probability of each result.
    refits: dict[str, dict[str, Any]] = {}
    for side in SEATS:
        if view.refit is not None and view.refit.side == side:
            points = view.refit
            refits[side] = {
                "repair": points.repair,
                "critical": points.critical,
                "crew": points.crew,
            }
        else:
            more = changes(view, side)
            refits[side] = {
                "repair": point_chances(facts.repair, more.repair),
                "critical": point_chances(facts.critical, more.critical),
                "crew": point_chances(facts.crew, more.crew),
            }
    return {
        "fought": len(view.rows),
        "won": {side: view.forces[side].won for side in SEATS},
        "strength": {side: fleet.strength(fleet.own(view, side)) for side in SEATS},
        "plans": plans,
        "refit": refits,
        "cards": {side: would_do(view, side) for side in SEATS},
        "generation": {
            "type": kind_chances(),
            "roller_attacks": attack_chance(),
            "limit": {kind: found for kind in facts.types if (found := limit_chances(kind))},
            "current": row_chances(facts.water.current),
            "wind": row_chances(facts.water.wind),
            "banks": row_chances(facts.water.banks),
            "outer_rows": row_chances(facts.water.outer_rows),
            "inner_rows": row_chances(facts.water.inner_rows),
            "night": night_chance(),
        },
        "last_battle": last_battle_chances(view),
    }


def would_do(view: State, side: Side) -> dict[str, Any]:
    """Return, for each kind of yard card that the viewer can see in a side's hand, the number held
    and the effect of one more.
    """
    hand = [kind_of_card(number).id for number in view.forces[side].hand if number]
    kinds = book().campaign.yard_kinds
    return {
        id: {"held": hand.count(id), **WOULD_DO[id](view, side, kinds[id])}
        for id in dict.fromkeys(hand)
    }


# The same facts for people: chances in percent, reasons in words.


def explain(view: State, subject: str = "") -> dict[str, Any]:
    """Return the facts of `inspect` in a form for people: probabilities as percent."""
    if view.battle is not None and subject != WAR:
        return explain_battle(view.battle, subject)
    return {
        id: _in_percent(facts) if id == WAR else _in_words(facts)
        for id, facts in inspect(view, subject).items()
    }


def _in_words(facts: dict[str, Any]) -> dict[str, Any]:
    crew, points = facts["crew"], facts["refit"]
    return {
        **facts,
        "crew": f"{crew['aboard']} of {crew['full']}"
        + (", too few to be sent" if crew["short_handed"] else ""),
        "battles": {
            number: "may be sent" if each["legal"] else f"no, {each['why_not']}"
            for number, each in facts["battles"].items()
        },
        "refit": f"{points['repair']} for Hits and shields, {points['critical']} for critical "
        f"hits, {points['crew']} for her crew",
    }


def _in_percent(value: Any) -> Any:
    """Return the facts with each fraction as percent: all fractions in them are probabilities."""
    if isinstance(value, float):
        return percent(value)
    if isinstance(value, dict):
        return {key: _in_percent(each) for key, each in value.items()}
    return value
