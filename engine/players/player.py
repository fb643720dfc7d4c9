"""Computer players: their interface, and the players that choose at random, by quick score, or by
advice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.game.decision import Advice, Answer, Decision
from engine.game.game import Game, Given
from engine.game.question import Draft, Question, Sheet
from engine.lookahead.scoring import (
    best_draft,
    dial_value,
    dial_with_area,
    only_answer,
    random_best,
    random_draft,
    random_point,
    score_answers,
    steps,
)

# The interface of a computer player: from a view and a decision to an answer.


class Player(Protocol):
    """A player of one seat. Its only state is its own random numbers.

    The caller creates a player for each seat and calls it when its seat has an open question. If a
    person is waiting, the call runs in a thread. A player gets the view of its seat, never the
    state, so that it cannot cheat.
    """

    name: str

    def choose(self, view: Any, question: Question) -> Given:
        """Return a legal answer to a decision, or the draft of a sheet, based on the view."""
        ...


class Officer(ABC):
    """The base class of the built-in players, with the game and the player's own random numbers."""

    hears: ProgressCallback | None = None
    """A function that a long search calls with its `Progress`; None for no reports."""

    def __init__(self, game: Game, seed: int = 0, seat: str = "") -> None:
        self._game = game
        self._random = own_dice(seed, seat)

    def choose(self, view: Any, question: Question) -> Given:
        """Return a legal answer to a decision, or the draft of a sheet, based on the view."""
        if isinstance(question, Sheet):
            return self.fill(view, question)
        return self.decide(view, question)

    @abstractmethod
    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return a legal answer to a decision."""

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return a draft (the answers for a sheet) that the rules accept.

        By default it takes the best answer to each slot by quick scores.
        """
        return best_draft(self._game, view, sheet, self._random)


def own_dice(seed: int, seat: str) -> Random:
    """Return a player's own random numbers, which are independent of the battle's dice."""
    return Random(f"{seed} {seat}")


# Progress of a player that thinks for a long time: the rounds done, and the best answer so far.


class Progress(NamedTuple):
    """The progress of a player's search, shown to a person who waits for the answer."""

    rounds: int
    """The number of rounds played; a round plays out every answer that may still be best."""
    running: int
    """The number of answers that may still turn out best."""
    best: str
    """The best answer so far, in words; '' for a secret question, because others may read it."""

    @property
    def words(self) -> str:
        """The progress in words, for a prompt.

        >>> Progress(3, 4, "Hold fire").words
        'round 3, 4 answers still compared, best so far: Hold fire'
        >>> Progress(1, 1, "").words
        'round 1'
        """
        left = f", {self.running} answers still compared" if self.running > 1 else ""
        best = f", best so far: {self.best}" if self.best else ""
        return f"round {self.rounds}{left}{best}"


ProgressCallback = Callable[[Progress], None]
"""A function that receives the progress of a search, called in the player's own thread."""


def set_progress_callback(player: Any, hears: ProgressCallback | None) -> None:
    """Set the progress callback of a player that supports callbacks; None removes the callback."""
    if hasattr(player, "hears"):
        player.hears = hears


# Advice: the best answers to a question with their reasons, computed from a seat's view.


def advise(game: Game, view: Any, decision: Decision, random: Random) -> tuple[Advice, ...]:
    """Return answers to an open question, best first, with at least one answer for each option.

    For a game system without advice the answers are judged by quick scores, without reasons.
    """
    return game.thinking.advice(view, decision, random) or score_answers(
        game, view, decision, random
    )


# The ensign: plays at random.


class Ensign(Officer):
    """The weakest player: chooses an option at random, then a random dial value or place."""

    name = "ensign"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return a random legal answer."""
        random = self._random
        option = decision.options[int(random.random() * len(decision.options))]
        dial = at = None
        if option.dial and decision.dial is not None:
            dial = dial_value(decision.dial, int(random.random() * (steps(decision.dial) + 1)))
        if option.area:
            dial, area = dial_with_area(self._game, view, decision, option, dial)
            at = random_point(area, random) if area else None
        return Answer(option.id, dial, at)

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return a random draft with which the sheet may be sealed."""
        return random_draft(self._game, view, sheet, self._random)


# The lieutenant: takes the answer with the best quick score of the game system.


class Lieutenant(Officer):
    """Looks one move ahead: scores each option at some values of its dial, then refines the
    best.
    """

    name = "lieutenant"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return the answer with the highest score; among equal scores, a random one."""
        if only := only_answer(decision):
            return only
        found = score_answers(self._game, view, decision, self._random)
        return random_best(found, self._random)


# The captain: follows the game system's advice, which considers the enemy's reply and more.


class Captain(Officer):
    """Takes the best answer of the advice, the same advice that a person would be shown."""

    name = "captain"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return the best answer of the advice; among equally good answers, a random one."""
        if only := only_answer(decision):
            return only
        return random_best(advise(self._game, view, decision, self._random), self._random)

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return the best draft of the advice; without advice, the best draft by quick scores."""
        found = self._game.thinking.advice(view, sheet, self._random)
        return found[0].draft if found else super().fill(view, sheet)
