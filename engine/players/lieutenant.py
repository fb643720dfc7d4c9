"""The lieutenant: looks one move ahead and takes what its game system appraises highest."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.game.advice import Advice
from engine.game.decision import Decision, Dial, Option, Point
from engine.game.game import Game
from engine.players.player import (
    Answer,
    obvious,
    on_dial,
    one_of_the_best,
    own_dice,
    room_for,
    somewhere,
    step_at,
    steps,
)

COARSE = 7
"""How many values of a dial are tried for every option."""
QUICK = 3
"""How many are tried when many battles are played out in mind."""
PLACES = 8
"""How many places of an area are tried for every option."""

Choice = tuple[Option, float | None, Point | None]


class Lieutenant:
    """Weighs every option at some values of its dial, then the best one more finely."""

    name = "lieutenant"

    def __init__(self, game: Game[Any, Any, Any], seed: int = 0, seat: str = "") -> None:
        self._game = game
        self._random = own_dice(seed, seat)

    def choose(self, view: Any, decision: Decision) -> Answer:
        """Return the answer that looks best; among equals, any."""
        if only := obvious(decision):
            return only
        found = weighed(self._game, view, decision, self._random)
        return one_of_the_best(found, self._random)


def weighed(
    game: Game[Any, Any, Any], view: Any, decision: Decision, random: Random, quick: bool = False
) -> tuple[Advice, ...]:
    """Return the answers that a lieutenant thinks of, best first; fewer, where it must be quick."""

    def weigh(option: Option, dial: float | None, at: Point | None) -> Advice:
        return Advice(option.id, dial, at, game.quick_score(view, decision, option, dial, at))

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


def _rough(
    game: Game[Any, Any, Any],
    view: Any,
    decision: Decision,
    option: Option,
    random: Random,
    count: int,
) -> Iterator[Choice]:
    """Yield the option with a few values of its dial, and a few places of its area."""
    dial = decision.dial if option.dial else None
    values: list[float | None] = list(_spread(dial, count)) if dial else [None]
    if not option.area:
        yield from ((option, value, None) for value in values)
        return
    found = [(value, game.area(view, decision, option, value)) for value in values]
    rooms = [each for each in found if each[1] is not None]
    for value, area in rooms or [room_for(game, view, decision, option, values[0])]:
        yield option, value, area.rest if area else None
        if area and (dial is None or value == dial.rest):
            for _ in range(PLACES):
                yield option, value, somewhere(area, random)


def _spread(dial: Dial, count: int) -> list[float]:
    """Return so many values from end to end of a dial, and the one where it rests."""
    last = steps(dial)
    tried = {on_dial(dial, round(last * part / (count - 1))) for part in range(count)}
    return sorted(tried | {on_dial(dial, step_at(dial, dial.rest))})


def _around(dial: Dial, value: float) -> list[float]:
    """Return the values between a value and its neighbours of the rough look."""
    here = step_at(dial, value)
    reach = steps(dial) // (COARSE - 1)
    stride = max(1, reach // 4)
    tried = {on_dial(dial, here + offset) for offset in range(-reach, reach + 1, stride)}
    return sorted(tried - {value})
