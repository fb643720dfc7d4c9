"""What the rules say of a war: where each ship may be sent, refits, yard cards, chances."""

from __future__ import annotations

from typing import Any

from engine.base.errors import Refused
from engine.systems.iron_oak.campaign.inspection import chances
from engine.systems.iron_oak.campaign.rules.closing import drawn_among
from engine.systems.iron_oak.campaign.rules.fleet import (
    aboard,
    available,
    card,
    own,
    share,
    short_handed,
    strength,
    why_not_sent,
)
from engine.systems.iron_oak.campaign.rules.preparing import kind_of, sent, share_of
from engine.systems.iron_oak.campaign.rules.refit import changes, markers
from engine.systems.iron_oak.campaign.rules.yard import GREAT, kind_of_card, upcoming
from engine.systems.iron_oak.campaign.state.state import SEATS, SECRET, Plan, State, Vessel
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.campaign import YardKind
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.inspection import inspect as inspect_battle

WAR = "war"
"""The subject that is no ship: plans, refits, cards, generation, the end."""


def inspect(view: State, subject: str = "") -> dict[str, Any]:
    """Return what the rules say of a ship, of the `war`, or of all; `Refused` for another name.

    While a battle is fought, its ships are told as in the battle.
    """
    if view.battle is not None and subject != WAR:
        return inspect_battle(view.battle, subject)
    if subject == WAR:
        return {WAR: _war(view)}
    if subject:
        if subject not in view.ships:
            known = ", ".join([WAR, *view.ships])
            raise Refused(f"'{subject}' is in no fleet; known are {known}")
        return {subject: _ship(view, view.ships[subject])}
    return {WAR: _war(view), **{id: _ship(view, ship) for id, ship in view.ships.items()}}


def _ship(view: State, ship: Vessel) -> dict[str, Any]:
    record = card(ship)
    return {
        "name": record.short,
        "nation": ship.side,
        "side": ship.control,
        "afloat": ship.afloat,
        "grade": ship.grade,
        "victory_points": record.victory_points,
        "worth": share(ship) if ship.afloat else 0,
        "hits": ship.hits,
        "shields": dict(ship.shields),
        "crew": {
            "full": record.crew.full,
            "aboard": aboard(ship),
            "short_handed": short_handed(ship),
            "replaced_without_loss_of_grade": (record.crew.full + 1) // 2,
        },
        "criticals": list(ship.criticals),
        "battle": None if ship.battle == SECRET else ship.battle,
        "battles": {number: _sent(ship, plan) for number, plan in view.plans.items()},
        "refit": {
            "repair": ship.hits - sum(ship.shields.values()) if ship.afloat else 0,
            "critical": len(set(markers(ship))) if ship.afloat else 0,
            "crew": ship.crew_loss if ship.afloat else 0,
        },
    }


def _sent(ship: Vessel, plan: Plan) -> dict[str, Any]:
    """Say whether a ship may be sent to a battle; one whose battle is secret may be sent to any."""
    if not ship.afloat:
        return {"legal": False, "why_not": f"she sank in battle {ship.lost_in}"}
    if ship.battle == SECRET:
        return {"legal": None, "why_not": "whether she is sent already is not known"}
    why = why_not_sent(ship, plan)
    return {"legal": not why, "why_not": why}


def _war(view: State) -> dict[str, Any]:
    facts = book().campaign
    return {
        "fought": len(view.rows),
        "won": {side: view.forces[side].won for side in SEATS},
        "strength": {side: strength(own(view, side)) for side in SEATS},
        "plans": {number: _plan(view, plan) for number, plan in view.plans.items()},
        "refit": {side: _refit(view, side) for side in SEATS},
        "cards": {side: would_do(view, side) for side in SEATS},
        "generation": {
            "type": chances.of_kinds(),
            "roller_attacks": chances.roller_attacks(),
            "limit": {kind: found for kind in facts.types if (found := chances.of_limits(kind))},
            "current": chances.of_rows(facts.water.current),
            "wind": chances.of_rows(facts.water.wind),
            "banks": chances.of_rows(facts.water.banks),
            "outer_rows": chances.of_rows(facts.water.outer_rows),
            "inner_rows": chances.of_rows(facts.water.inner_rows),
            "night": chances.by_night(),
        },
        "last_battle": chances.of_last(view),
    }


def _plan(view: State, plan: Plan) -> dict[str, Any]:
    sends = {}
    for side in SEATS:
        least, most = share_of(plan, side).ships
        sends[side] = {"least": least, "most": most, "free": len(available(view, side, plan))}
    return {
        "kind": plan.kind,
        "name": kind_of(plan).name,
        "attacker": plan.attacker,
        "limit": plan.limit,
        "night": plan.night,
        "sends": sends,
    }


def _refit(view: State, side: Side) -> dict[str, Any]:
    """Return the points of a side's refit: those that it has, or may roll with the cards laid."""
    if view.refit is not None and view.refit.side == side:
        points = view.refit
        return {"repair": points.repair, "critical": points.critical, "crew": points.crew}
    more, facts = changes(view, side), book().campaign
    return {
        "repair": chances.of_points(facts.repair, more.repair),
        "critical": chances.of_points(facts.critical, more.critical),
        "crew": chances.of_points(facts.crew, more.crew),
    }


def would_do(view: State, side: Side) -> dict[str, Any]:
    """Return, for each kind of card that a side is seen to hold, how many and what one would do."""
    hand = [kind_of_card(number).id for number in view.forces[side].hand if number]
    kinds = book().campaign.yard_kinds
    return {
        id: {"held": hand.count(id), **_effect(view, side, kinds[id])} for id in dict.fromkeys(hand)
    }


def _effect(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    facts = book().campaign
    yard = side if kind.yard == "own" else other_side(side)
    more = changes(view, yard)
    if kind.id in {"fast_repair", "yard_fire"}:
        return {
            "yard": yard,
            "repair": chances.of_points(facts.repair, more.repair + kind.drm),
            "critical": chances.of_points(facts.critical, more.critical + kind.drm),
        }
    if kind.id == "in_short_supply":
        return {"yard": yard, "crew": chances.of_points(facts.crew, more.crew + kind.drm)}
    if kind.id == "replacements":
        return {
            "yard": yard,
            "crew": chances.of_points(facts.crew, more.crew + kind.drm),
            "ship": chances.of_rows(facts.extra_ship.worth),
            "ship_with_two": chances.of_rows(facts.extra_ship.worth, facts.extra_ship.second_card),
        }
    return _for_battle(view, side, kind)


def _for_battle(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    """Say what a card for the coming battle would do, as far as a side's own ships tell."""
    plan = upcoming(view)
    if plan is None:
        return {"battle": None}
    own_ships = sent(view, side, plan.number)
    if kind.id == "crew_grade":
        return {
            "battle": plan.number,
            "if_won": [ship.id for ship in drawn_among(own_ships, won=True)],
            "if_lost": [ship.id for ship in drawn_among(own_ships, won=False)],
        }
    if kind.id == "limited_ammunition":
        return {"battle": plan.number, "side": other_side(side), "gunnery": -1}
    free = available(view, side, plan)
    return {
        "battle": plan.number,
        "ships": [ship.id for ship in free],
        "answered": [ship.id for ship in free if card(ship).victory_points >= GREAT],
    }
