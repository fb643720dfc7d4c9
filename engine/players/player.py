"""The interface of a computer player: from a view and a decision to an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from engine.game.advice import Advice
from engine.game.answer import Answer
from engine.game.command import Given
from engine.game.decision import Area, Decision, Dial, Option, Point
from engine.game.game import Game
from engine.game.question import Question
from engine.game.sheet import Draft, Sheet
from engine.players.filling import best_draft
from engine.players.progress import Hears

ALIKE = 1e-9
"""Scores that differ by no more are equal: sums of floats depend on their order."""


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


def on_dial(dial: Dial, step: int) -> float:
    """Return the value of a step counted from the low end, clamped to the dial.

    It is rounded, so that the same step is the same float however it was reached.
    """
    return round(dial.low + min(max(step, 0), steps(dial)) * dial.step, 6)


def steps(dial: Dial) -> int:
    """Return how many steps lie between the dial's ends."""
    return int((dial.high - dial.low) / dial.step + 1e-6)  # a quotient just below a whole number


def step_at(dial: Dial, value: float) -> int:
    """Return the step nearest to a value, counted from the low end."""
    return round((value - dial.low) / dial.step)


def room_for(
    game: Game, view: Any, decision: Decision, option: Option, dial: float | None
) -> tuple[float | None, Area | None]:
    """Return a value of the dial with its area: the value given, else the next with any area."""
    if dial is None or decision.dial is None:
        return dial, game.answering.area(view, decision, option, dial)
    last = steps(decision.dial)
    start = step_at(decision.dial, dial)
    for step in range(last + 1):
        value = on_dial(decision.dial, (start + step) % (last + 1))
        area = game.answering.area(view, decision, option, value)
        if area is not None:
            return value, area
    return dial, None


def somewhere(area: Area, random: Random) -> Point:
    """Return a random point of an area, or its default point when none is soon found."""
    for _ in range(40):  # a narrow area in a wide bounding box may miss every time
        outline = random.choice(area.outlines)
        xs, ys = zip(*outline, strict=True)
        at = (
            round(random.uniform(min(xs), max(xs)), 4),
            round(random.uniform(min(ys), max(ys)), 4),
        )
        if area.holds(at):
            return at
    return area.rest


def obvious(decision: Decision) -> Answer | None:
    """Return the only possible answer; None where there is a choice."""
    only = decision.options[0] if len(decision.options) == 1 else None
    if only and not (only.dial and decision.dial) and not only.area:
        return Answer(only.id)
    return None


def one_of_the_best(found: Sequence[Advice], random: Random) -> Answer:
    """Return the first of answers sorted best first, or at random one of those equal to it."""
    alike = [each for each in found if each.worth >= found[0].worth - ALIKE]
    best = random.choice(alike)
    return best.answer
