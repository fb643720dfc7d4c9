"""Advice on any decision: dispatch by its kind to the module that knows it."""

from __future__ import annotations

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.systems.oak_iron.evaluation.advice import (
    before_battle,
    board_or_cut_free,
    card_offers,
    crew_orders,
    deployment,
    helm,
    initiative_cards,
    laying_terrain,
    prize_choices,
    rerolling,
    skill_tests,
)
from engine.systems.oak_iron.state.state import State


def advice(view: State, decision: Decision, rough: bool = False) -> tuple[Advice, ...]:
    """Return answers with their worth and reasons, best first.

    Empty for a kind of decision that has no advice: the caller falls back on `quick_score`.
    `rough` is for playouts: fewer turns are tried at the helm, and sails are left to heuristics.
    """
    match decision.kind:
        case "name_ship":
            return crew_orders.first_to_act(view, decision)
        case "deploy":
            return deployment.deploy(view, decision)
        case "lay_piece" | "adjust_terrain":
            return laying_terrain.lay(view, decision)
        case "select_terrain":
            return laying_terrain.select(view, decision)
        case "role":
            return before_battle.role(view, decision)
        case "draft":
            return before_battle.draft(view, decision)
        case "load":
            return before_battle.load(view, decision)
        case "turn_wind":
            return before_battle.turn_wind(view, decision)
        case "set_sail":
            return before_battle.set_sail(view, decision)
        case "name_squadron":
            return before_battle.name_squadron(view, decision)
        case "choose_card" | "swap_card" | "borrow_card" | "trim_hand":
            return initiative_cards.cards(view, decision)
        case "reroll":
            return rerolling.reroll(view, decision)
        case "careful_aim":
            return rerolling.careful_aim(view, decision)
        case "seamanship":
            return skill_tests.seamanship_offer(view, decision)
        case "prizes":
            return prize_choices.prizes(view, decision)
        case "new_flagship":
            return prize_choices.new_flagship(view, decision)
        case "card_effect" | "event" | "relief" | "reaction" | "free_attack" | "boats" | "helm":
            return card_offers.occasion(view, decision)
    return _in_activation(view, decision, rough)


def _in_activation(view: State, decision: Decision, rough: bool) -> tuple[Advice, ...]:
    """Return advice on what the active ship does."""
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
