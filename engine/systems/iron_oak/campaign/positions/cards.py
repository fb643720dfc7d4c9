"""What each kind of yard card would do for a side now (Iron & Oak 8.9)."""

from __future__ import annotations

from typing import Any

from engine.systems.iron_oak.campaign.machine.agenda import enemy
from engine.systems.iron_oak.campaign.positions import chances
from engine.systems.iron_oak.campaign.rules.closing import drawn_among
from engine.systems.iron_oak.campaign.rules.fleet import available, card
from engine.systems.iron_oak.campaign.rules.preparing import sent
from engine.systems.iron_oak.campaign.rules.refit import changes
from engine.systems.iron_oak.campaign.rules.yard import GREAT, kind_of_card, upcoming
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.campaign import YardKind
from engine.systems.iron_oak.data.facts import Side


def would_do(view: State, side: Side) -> dict[str, Any]:
    """Return, for each kind of card that a side is seen to hold, how many and what one would do."""
    hand = [kind_of_card(number).id for number in view.forces[side].hand if number]
    kinds = book().campaign.yard_kinds
    return {
        id: {"held": hand.count(id), **_effect(view, side, kinds[id])} for id in dict.fromkeys(hand)
    }


def _effect(view: State, side: Side, kind: YardKind) -> dict[str, Any]:
    facts = book().campaign
    yard = side if kind.yard == "own" else enemy(side)
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
        return {"battle": plan.number, "side": enemy(side), "gunnery": -1}
    free = available(view, side, plan)
    return {
        "battle": plan.number,
        "ships": [ship.id for ship in free],
        "answered": [ship.id for ship in free if card(ship).victory_points >= GREAT],
    }
