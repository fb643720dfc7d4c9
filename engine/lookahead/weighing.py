"""Answers to one question weighed by quick scores: options, values of a dial, places of an area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engine.game.advice import Advice
from engine.game.answer import Answer
from engine.game.decision import Area, Decision, Dial, Option, Point
from engine.game.game import Game

ALIKE = 1e-9
"""Scores that differ by no more are equal: sums of floats depend on their order."""
COARSE = 7
"""Values of a dial that are tried for each option, before the best one is refined."""
QUICK = 3
"""The same in playouts, where speed counts more than the last degree."""
PLACES = 8
"""Random places of an area that are tried for each option."""

Choice = tuple[Option, float | None, Point | None]


def weighed(
    game: Game, view: Any, decision: Decision, random: Random, quick: bool = False
) -> tuple[Advice, ...]:
    """Return scored answers, best first.

    `quick` tries fewer values of a dial and refines nothing.
    """

    def weigh(option: Option, dial: float | None, at: Point | None) -> Advice:
        return Advice(
            option.id,
            dial,
            at,
            game.thinking.quick_score(view, decision, Answer(option.id, dial, at)),
        )

    found = [
        weigh(*choice)
        for option in decision.options
        for choice in _rough(game, view, decision, option, random, QUICK if quick else COARSE)
    ]
    best = max(found, key=lambda each: each.worth)
    if not quick and best.dial is not None and best.at is None and decision.dial is not None:
        option = decision.option(best.option)
        found += [weigh(option, value, None) for value in _around(decision.dial, best.dial)]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _rough(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game,
    view: Any,
    decision: Decision,
    option: Option,
    random: Random,
    count: int,
) -> Iterator[Choice]:
    """Yield an option with `count` values of its dial, and with some places of its area."""
    dial = decision.dial if option.dial else None
    values: list[float | None] = list(_spread(dial, count)) if dial else [None]
    if not option.area:
        yield from ((option, value, None) for value in values)
        return
    found = [(value, game.answering.area(view, decision, option, value)) for value in values]
    rooms = [each for each in found if each[1] is not None]
    # None of the coarse values may have an area: then the next one that has is tried alone.
    for value, area in rooms or [room_for(game, view, decision, option, values[0])]:
        yield option, value, area.rest if area else None
        if area and (dial is None or value == dial.rest):
            for _ in range(PLACES):
                yield option, value, somewhere(area, random)


def _spread(dial: Dial, count: int) -> list[float]:
    """Return `count` values spread over a dial, and the one that it is set to at first."""
    last = steps(dial)
    tried = {on_dial(dial, round(last * part / (count - 1))) for part in range(count)}
    return sorted(tried | {on_dial(dial, step_at(dial, dial.rest))})


def _around(dial: Dial, value: float) -> list[float]:
    """Return values between a value and its neighbours in the coarse scan."""
    here = step_at(dial, value)
    reach = steps(dial) // (COARSE - 1)
    stride = max(1, reach // 4)  # four more on either side, or every step of a short dial
    tried = {on_dial(dial, here + offset) for offset in range(-reach, reach + 1, stride)}
    return sorted(tried - {value})


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
