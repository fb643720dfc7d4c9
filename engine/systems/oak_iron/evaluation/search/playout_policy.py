"""How playouts see a battle: a captain's answers at a glance, and how far that looks."""

from __future__ import annotations

from typing import Final

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.game.horizon import Horizon
from engine.systems.oak_iron.evaluation.advice.advise import advice
from engine.systems.oak_iron.evaluation.measure.situation import crowded
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

LATE: Final = LAST_TURN - 2
"""The turn from which a search looks on to the end of the next: then strike points are all."""
CROWD_ERROR: Final = 1.0
"""By how many points playouts err in a crowd, where only those near a ship answer her."""
QUICK_KINDS: Final = ("seamanship",)
"""What a rule of thumb answers as a captain does, and quicker: he attempts the test."""
QUICK_KINDS_IN_A_CROWD: Final = (*QUICK_KINDS, "name_ship")
"""What is left to a rule of thumb in a crowd."""


def playout_policy(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return a captain's answers, best first, of fewer turns at the helm; none where that is idle.

    An appraisal answers then.
    """
    quick = QUICK_KINDS_IN_A_CROWD if crowded(view) else QUICK_KINDS
    return () if decision.kind in quick else advice(view, decision, rough=True)


def horizon(view: State, decision: Decision) -> Horizon:
    """Return how many turns a search looks on, and how far it errs.

    A card that is chosen now works in the turn after this one; in a crowd that lies too far off.
    """
    if crowded(view):
        return Horizon(0 if decision.secret else 1, CROWD_ERROR)
    return Horizon(2 if decision.secret or view.turn >= LATE else 1)
