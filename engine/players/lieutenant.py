"""The lieutenant: takes the answer that the game system's quick score puts first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.game.advice import Advice
from engine.game.answer import Answer
from engine.game.decision import Decision, Dial, Option, Point
from engine.game.game import Game
from engine.players.player import (
    Officer,
    obvious,
    on_dial,
    one_of_the_best,
    room_for,
    somewhere,
    step_at,
    steps,
)

COARSE = 7
"""Values of a dial that are tried for each option, before the best one is refined."""
QUICK = 3
"""The same in playouts, where speed counts more than the last degree."""
PLACES = 8
"""Random places of an area that are tried for each option."""

Choice = tuple[Option, float | None, Point | None]


class Lieutenant(Officer):
    """Scores each option at some values of its dial, then refines the best one."""

    name = "lieutenant"

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return the answer with the highest score; one of several equals at random."""
        if only := obvious(decision):
            return only
        found = weighed(self._game, view, decision, self._random)
        return one_of_the_best(found, self._random)


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
