"""Advice on any decision: the function for its kind is looked up and called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.game.decision import Advice, Decision
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.advice import (
    before_battle,
    cards,
    crew_orders,
    deployment,
    helm,
    skill_tests,
)
from engine.systems.oak_iron.thinking.advice import before_battle as laying_terrain
from engine.systems.oak_iron.thinking.advice import crew_orders as board_or_cut_free
from engine.systems.oak_iron.thinking.advice import crew_orders as prize_choices
from engine.systems.oak_iron.thinking.advice import skill_tests as rerolling

BY_KIND: Final[Mapping[str, Callable[[State, Decision], tuple[Advice, ...]]]] = {
    "name_ship": crew_orders.first_to_act,
    "deploy": deployment.deploy,
    "lay_piece": laying_terrain.lay,
    "adjust_terrain": laying_terrain.lay,
    "select_terrain": laying_terrain.select,
    "role": before_battle.role,
    "draft": before_battle.draft,
    "load": before_battle.load,
    "turn_wind": before_battle.turn_wind,
    "set_sail": before_battle.set_sail,
    "name_squadron": before_battle.name_squadron,
    "choose_card": cards.cards,
    "swap_card": cards.cards,
    "borrow_card": cards.cards,
    "trim_hand": cards.cards,
    "reroll": rerolling.reroll,
    "careful_aim": rerolling.careful_aim,
    "seamanship": skill_tests.seamanship_offer,
    "prizes": prize_choices.prizes,
    "new_flagship": prize_choices.new_flagship,
    "card_effect": cards.offer,
    "event": cards.offer,
    "relief": cards.offer,
    "reaction": cards.offer,
    "free_attack": cards.offer,
    "boats": cards.offer,
    "helm": cards.offer,
}
"""{kind of decision: function that gives advice on it}, without decisions in a ship's own
activation."""


def advice(  # noqa: PLR0911  (a case each)
    view: State, decision: Decision, rough: bool = False
) -> tuple[Advice, ...]:
    """Return the answers to a decision with their worth and reasons, best first.

    () for a kind of decision without advice: the caller then uses `quick_score`. With `rough`, for
    playouts, fewer angles of turn are tried, and heuristics score the sail settings.
    """
    if decision.kind in BY_KIND:
        return BY_KIND[decision.kind](view, decision)
    # A decision of the active ship: her move, a Crew Action, an attack.
    act = view.activation
    if act is None or act.ship != decision.ship or not view.ships[act.ship].afloat:
        return ()
    match decision.kind:
        case "manoeuvre" if not act.cut_free:
            return helm.manoeuvre(view, decision, rough)
        case "seamanship_action" | "point_of_sail" if not view.holds(act.ship):
            return helm.before_the_move(view, decision, rough)
        case "seamanship_action":
            return board_or_cut_free.cut_free(view, decision)
        case "alongside":
            return board_or_cut_free.alongside(view, decision)
        case "turn":
            return helm.further_turn(view, decision, rough)
        case "shift":
            return helm.shift(view, decision)
        case "crew_action" | "attack" | "second_broadside" | "free_sail":
            return crew_orders.orders(view, decision, rough)
    return ()
