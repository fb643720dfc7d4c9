"""The captain: plans with the enemy's reply and the turn after, as the game system reckons them."""

from __future__ import annotations

from typing import Any

from engine.game.decision import Decision
from engine.game.game import Game
from engine.players.advice import advise
from engine.players.player import Answer, obvious, one_of_the_best, own_dice


class Captain:
    """Takes the best answer of the advice that a person is given, too."""

    name = "captain"

    def __init__(self, game: Game[Any, Any, Any], seed: int = 0, seat: str = "") -> None:
        self._game = game
        self._random = own_dice(seed, seat)

    def choose(self, view: Any, decision: Decision) -> Answer:
        """Return the answer that looks best; among equals, any."""
        if only := obvious(decision):
            return only
        return one_of_the_best(advise(self._game, view, decision, self._random), self._random)
