"""How a side stands: what is left of its ships, strike points, and how its guns lie."""

from __future__ import annotations

import math
from statistics import fmean
from typing import Final

from engine.game.advice import Reason
from engine.game.game import Outcome
from engine.systems.oak_iron.evaluation.measure.engagement_range import APART, best_range
from engine.systems.oak_iron.evaluation.measure.flight import WORN
from engine.systems.oak_iron.evaluation.measure.prospect import prospects
from engine.systems.oak_iron.evaluation.measure.situation import eagerness, lead
from engine.systems.oak_iron.evaluation.measure.soundness import wear
from engine.systems.oak_iron.evaluation.measure.weights import reasons
from engine.systems.oak_iron.evaluation.rules_of_thumb.quick_worth import both_sides
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, fighting
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

DRAWN: Final = -0.5
"""What a draw is worth, to 1 for a victory: nobody put to sea for it."""
BOLD: Final = 0.5
"""How much less a side minds its wounds by the last turn if it must win and a tie is nobody's."""
PRESSED: Final = 2.5
"""The gap to enemies that such a side likes at most (inches): under Pistol Shot guns decide."""
TERMS: Final = ("hull", "weary", "lamed", "cowed", "wreck", "bear", "empty", "prospect")
"""What is told of each ship."""


def score_side(view: State, seat: str) -> tuple[Reason, ...]:
    """Return how well a seat's side stands against its enemies, the heaviest term first."""
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
    """Return how well the distances suit a side's ships that are fit to fight.

    What lies beyond the next moves' shots shows here alone. The enemy's wishes are his.
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
    """Return 1 for a battle won, -1 for one lost, and a little below 0 for one that nobody won."""
    if not outcome.winners or (side in outcome.winners and len(outcome.winners) > 1):
        return DRAWN
    return 1.0 if side in outcome.winners else -1.0
