"""The captain: follows the game system's advice, which looks at the enemy's reply and beyond."""

from __future__ import annotations

from typing import Any

from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.sheet import Draft, Sheet
from engine.lookahead.weighing import obvious, one_of_the_best
from engine.players.advice import advise
from engine.players.player import Officer


class Captain(Officer):
    """Takes the best answer of the advice, the same that a person is shown."""

    name = "captain"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return the answer that the advice puts first; one of several equals at random."""
        if only := obvious(decision):
            return only
        return one_of_the_best(advise(self._game, view, decision, self._random), self._random)

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return the draft that the advice puts first, else the best by quick scores."""
        found = self._game.thinking.advice(view, sheet, self._random)
        return found[0].draft if found else super().fill(view, sheet)
