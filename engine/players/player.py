"""The interface of a computer player: from a view and a decision to an answer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from engine.game.advice import Advice
from engine.game.decision import Area, Decision, Dial, Option, Point
from engine.game.game import Game

ALIKE = 1e-9
"""Scores that differ by no more are equal: sums of floats depend on their order."""


class Answer(NamedTuple):
    """An option of a decision, with the dial's value or the place that it asks for."""

    option: str
    dial: float | None = None
    at: Point | None = None


class Player(Protocol):
    """A player of one seat. Its only state is its own random numbers."""

    name: str

    def choose(self, view: Any, decision: Decision) -> Answer:
        """Return a legal answer to the decision, knowing only what the view shows."""
        ...


class Officer:
    """The base of the players that come with the game: a game, and random numbers of its own."""

    def __init__(self, game: Game[Any, Any, Any], seed: int = 0, seat: str = "") -> None:
        self._game = game
        self._random = own_dice(seed, seat)


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
    game: Game[Any, Any, Any], view: Any, decision: Decision, option: Option, dial: float | None
) -> tuple[float | None, Area | None]:
    """Return a value of the dial with its area: the value given, else the next with any area."""
    if dial is None or decision.dial is None:
        return dial, game.area(view, decision, option, dial)
    last = steps(decision.dial)
    start = step_at(decision.dial, dial)
    for step in range(last + 1):
        value = on_dial(decision.dial, (start + step) % (last + 1))
        area = game.area(view, decision, option, value)
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
    return Answer(best.option, best.dial, best.at)
