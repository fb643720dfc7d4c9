"""Advice: the best answers to a question with their reasons, from what a seat may know."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.game.game import Game
from engine.lookahead.weighing import weighed


def advise(game: Game, view: Any, decision: Decision, random: Random) -> tuple[Advice, ...]:
    """Return answers to an open question, best first, with at least the best of each option.

    For a game system without advice its quick scores are used, which have no reasons.
    """
    return game.thinking.advice(view, decision, random) or weighed(game, view, decision, random)
