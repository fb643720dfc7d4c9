"""The interface of a computer player: from a view and a decision to an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any, Protocol

from engine.game.answer import Answer
from engine.game.command import Given
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.question import Question
from engine.game.sheet import Draft, Sheet
from engine.lookahead.filling import best_draft
from engine.players.progress import Hears


class Player(Protocol):
    """A player of one seat. Its only state is its own random numbers.

    Whoever runs a battle makes one a seat and asks it when its question is open, in a thread where
    a person waits. It is given the view of its seat, never the state: it cannot cheat.
    """

    name: str

    def choose(self, view: Any, question: Question) -> Given:
        """Return a legal answer to a decision, or the draft of a sheet, by what the view shows."""
        ...


class Officer(ABC):
    """The base of the players that come with the game: a game, and random numbers of its own."""

    hears: Hears | None = None
    """Who is told how far a long search is."""

    def __init__(self, game: Game, seed: int = 0, seat: str = "") -> None:
        self._game = game
        self._random = own_dice(seed, seat)

    def choose(self, view: Any, question: Question) -> Given:
        """Return a legal answer to a decision, or the draft of a sheet, by what the view shows."""
        if isinstance(question, Sheet):
            return self.fill(view, question)
        return self.decide(view, question)

    @abstractmethod
    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return a legal answer to a decision."""

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return a draft of a sheet that may be sealed: slot by slot the best by quick scores."""
        return best_draft(self._game, view, sheet, self._random)


def own_dice(seed: int, seat: str) -> Random:
    """Return the random numbers of a player; they are independent of the battle's dice."""
    return Random(f"{seed} {seat}")
