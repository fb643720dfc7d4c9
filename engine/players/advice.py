"""Advice: the best answers to a question with their reasons, as a seat could know them."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.game.game import Game
from engine.players.lieutenant import weighed


def advise(
    game: Game[Any, Any, Any], view: Any, decision: Decision, random: Random
) -> tuple[Advice, ...]:
    """Return answers to an open question, best first; the best of each option at least.

    A system that gives no counsel is asked for its appraisal, which has no reasons.
    """
    return game.advice(view, decision, random) or weighed(game, view, decision, random)
