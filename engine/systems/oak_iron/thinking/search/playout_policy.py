"""The playout policy of the search and its horizon: a captain's advice, with less work."""

from __future__ import annotations

from typing import Final

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.game.parts.horizon import Horizon
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.turn.end_phase import LAST_TURN

LATE: Final = LAST_TURN - 2
"""Turn from which the horizon is a turn longer: near the end only the final strike points count."""
CROWD_ERROR: Final = 1.0
"""Systematic error (bias) of a playout in a crowd, in points: it is truncated to the ships near
one, and more playouts do not reduce that."""
QUICK_KINDS: Final = ("seamanship",)
"""Kinds of decision where the quick score answers as a captain does, in less time: he always
attempts the test."""
QUICK_KINDS_IN_A_CROWD: Final = (*QUICK_KINDS, "name_ship")
"""Kinds of decision that are left to the quick score in a crowd, to save time."""


def playout_policy(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return a captain's rough advice, best first; empty where the quick score serves as well."""
    quick = QUICK_KINDS_IN_A_CROWD if crowded(view) else QUICK_KINDS
    return () if decision.kind in quick else advice(view, decision, rough=True)


def horizon(view: State, decision: Decision) -> Horizon:
    """Return the horizon of playouts, in turns, and their systematic error.

    A card chosen now takes effect in the turn after this one, so its horizon is longer. In a crowd
    that is too far to play out in time, and the evaluation answers alone.
    """
    if crowded(view):
        return Horizon(0 if decision.secret else 1, CROWD_ERROR)
    return Horizon(2 if decision.secret or view.turn >= LATE else 1)
