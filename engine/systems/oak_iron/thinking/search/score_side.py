"""Static evaluation of a position for a side: the score at the end of a playout."""

from __future__ import annotations

import math
from statistics import fmean
from typing import Final

from engine.game.advice import Reason
from engine.game.game import Outcome
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, fighting
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure.engagement_range import APART, best_range
from engine.systems.oak_iron.thinking.measure.flight import WORN
from engine.systems.oak_iron.thinking.measure.hull_condition import wear
from engine.systems.oak_iron.thinking.measure.prospect import prospects
from engine.systems.oak_iron.thinking.measure.situation import eagerness, lead
from engine.systems.oak_iron.thinking.measure.weights import reasons
from engine.systems.oak_iron.thinking.rules_of_thumb.quick_worth import both_sides
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

DRAWN: Final = -0.5
"""Worth of a draw, where a victory is 1 and a defeat -1. Below 0, so that players try to win."""
BOLD: Final = 0.5
"""Discount on a side's own wear by the last turn, if it must win because a tie is nobody's."""
PRESSED: Final = 2.5
"""Largest best gap to enemies for such a side, in inches: within Pistol Shot guns decide."""
TERMS: Final = ("hull", "weary", "lamed", "cowed", "wreck", "bear", "empty", "prospect")
"""Terms that are summed over ships: added for our own, taken off for enemies."""


def score_side(view: State, seat: str) -> tuple[Reason, ...]:
    """Return the score of a seat's side against its enemies as reasons, heaviest first.

    Symmetric but for range and for a side that must win. Once the battle is over, only the result
    counts.
    """
    side = view.squadrons[seat].side
    if view.outcome is not None:
        return reasons({"won": _won(view.outcome, side)})
    late = min(1.0, view.turn / LAST_TURN)
    values = dict.fromkeys(TERMS, 0.0)
    values["lead"] = late * lead(view, side)
    promise, borne = prospects(view), 1.0
    if not view.defender and lead(view, side) < 0.0:
        borne -= BOLD * late
    for ship in view.ships.values():
        sign = 1.0 if view.squadrons[ship.squadron].side == side else -1.0
        for name, value in wear(ship).items():
            values[name] += sign * value * (borne if sign > 0.0 else 1.0)
        if ship.fights:
            values["bear"] += sign * both_sides(view, ship.id)
            values["empty"] += sign * len(ship.reload)
            values["prospect"] += sign * promise[ship.id]
    values["closing"] = _closing(view, side)
    return reasons(values)


def _closing(view: State, side: str) -> float:
    """Return how well the ranges suit a side's ships that are fit to fight, 0 or less.

    The only term that sees beyond the shots of the next move. Enemies are not scored: what range
    they want is not known.
    """
    found, eager = 0.0, eagerness(view, side)
    most = PRESSED if eager > 1.0 else math.inf
    for ship in fighting(view, side):
        off = [
            distance(view, ship.id, foe.id) - min(most, best_range(view, foe))
            for foe in enemies(view, ship.id)
        ]
        if off and ship.spent < WORN:
            found -= APART * fmean(eager * each if each > 0.0 else -each for each in off)
    return found


def _won(outcome: Outcome, side: str) -> float:
    """Return 1 for a battle won, -1 for one lost, and `DRAWN` for a draw."""
    if not outcome.winners or (side in outcome.winners and len(outcome.winners) > 1):
        return DRAWN
    return 1.0 if side in outcome.winners else -1.0
