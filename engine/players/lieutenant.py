"""The lieutenant: takes the answer that the game system's quick score puts first."""

from __future__ import annotations

from typing import Any

from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.lookahead.weighing import obvious, one_of_the_best, weighed
from engine.players.player import Officer


class Lieutenant(Officer):
    """Scores each option at some values of its dial, then refines the best one."""

    name = "lieutenant"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return the answer with the highest score; one of several equals at random."""
        if only := obvious(decision):
            return only
        found = weighed(self._game, view, decision, self._random)
        return one_of_the_best(found, self._random)
