"""Hindsight: every choice of a battle against the best advice on what its seat could see then.

Expectations before the dice are compared, never what the dice made of them: bad luck is no
mistake, and good luck excuses none. Nothing is looked at but the views of the seats asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from math import dist
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.advice import Advice, Reason
from engine.game.decision import Area, Decision, Option, Point
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.timeline import Record, fold
from engine.players.lieutenant import weighed
from engine.review.contrast import main_reason

SMALL = 0.05
"""What costs less is none of the choices that cost anything."""
SAME = 1e-6
"""Two values of a dial are one value up to here."""


class Choice(msgspec.Struct, frozen=True):
    """A choice and the better one: `cost` is what they were worth, one less the other."""

    n: int
    """The entry that it became; what it was chosen from is the position before."""
    turn: int
    seat: str
    name: str
    """The seat's name."""
    question: str
    chosen: str
    better: str
    cost: float
    reason: Reason | None = None
    """The term that parts them most: above 0 it speaks for the better one, below 0 against
    the chosen one; None where the game gives no reasons."""

    @property
    def why(self) -> str:
        """The reason in words, with its sign: `+2.1 rakes B1`; '' without one."""
        return f"{self.reason.worth:+.1f} {self.reason.words}" if self.reason else ""


class Moment(msgspec.Struct, frozen=True):
    """A question as a seat saw it, and what it answered."""

    view: Any
    decision: Decision
    option: Option
    dial: float | None
    at: Point | None


def own_random(seed: int, position: int, seat: str) -> Random:
    """Return the random numbers of advice at a position, which are none of the battle's dice."""
    return Random(f"advice {seed} {position} {seat}")


def open_seats(battle: Battle, own: Collection[str] = ()) -> tuple[str, ...]:
    """Return the seats whose choices may be looked back on: of a battle that goes on, one's own.

    `Refused` when it was played under other rules than those that give advice now.
    """
    rules = battle.header.rules
    if rules != battle.game.rules_version:
        raise Refused(f"it was played under version {rules} of the rules, which gives no advice")
    seats = (seat.key for seat in battle.game.seats(battle.state))
    over = battle.outcome() is not None
    return tuple(key for key in seats if over or key in own)


def judged(
    game: Game[Any, Any, Any],
    start: Any,
    entries: Iterable[Record],
    seed: int,
    seats: Collection[str],
) -> Iterator[Choice | None]:
    """Judge the choices that seats made, an entry at a time; None where there was nothing better.

    It takes as long as the advice does, so that a caller may stop or tell how far it is.
    """
    state = start
    for record in entries:
        moment = _moment(game, state, record) if record.seat in seats else None
        yield _judged(game, moment, record, seed) if moment else None
        state = fold(game, state, record.events)


def costliest(choices: Iterable[Choice | None], most: int) -> tuple[Choice, ...]:
    """Return the choices that cost most, the costliest first."""
    found = sorted(filter(None, choices), key=lambda choice: (-choice.cost, choice.n))
    return tuple(found[:most])


def _moment(game: Game[Any, Any, Any], state: Any, record: Record) -> Moment | None:
    """Return what was asked and answered; None where only one answer was open."""
    view = game.view(state, record.seat)
    for decision in game.pending(state):
        if decision.seat != record.seat:
            continue
        for option in decision.options:
            given = option.read(record.command)
            alone = len(decision.options) == 1 and not option.dial and not option.area
            if given is not None and not alone:
                return Moment(view, decision, option, *given)
    return None


def _judged(game: Game[Any, Any, Any], moment: Moment, record: Record, seed: int) -> Choice | None:
    """Return what a choice cost, or None."""
    decision, seat = moment.decision, record.seat
    random = own_random(seed, record.at - 1, seat)
    best, taken = _compared(game, moment, random)
    cost = best.worth - taken.worth
    if cost < SMALL:
        return None
    name = next((each.name for each in game.seats(moment.view) if each.key == seat), seat)
    return Choice(
        n=record.at,
        turn=game.turn(moment.view),
        seat=seat,
        name=name,
        question=decision.prompt.removeprefix(f"{name}: "),
        chosen=decision.told(moment.option.id, moment.dial, moment.at),
        better=decision.told(best.option, best.dial, best.at),
        cost=round(cost, 4),
        reason=main_reason(best, taken),
    )


def _compared(game: Game[Any, Any, Any], moment: Moment, random: Random) -> tuple[Advice, Advice]:
    """Return the best answer and the one that was taken, weighed in one way."""
    view, decision, option = moment.view, moment.decision, moment.option
    before = random.getstate()
    found = game.advice(view, decision, random)
    if not found:
        worth = game.quick_score(view, decision, option, moment.dial, moment.at)
        taken = Advice(option.id, moment.dial, moment.at, worth)
        return weighed(game, view, decision, random)[0], taken
    best = max(found, key=lambda each: each.worth)
    exact = _exactly(found, moment)
    if exact is None:
        random.setstate(before)  # the same luck is imagined for it
        alone = game.advice(view, narrowed(moment), random)
        exact = _exactly(alone, moment) or _nearest(found, moment) or best
    return best, exact


def narrowed(moment: Moment) -> Decision:
    """Return the question with the answer that was taken as its only one."""
    decision, at = moment.decision, moment.at
    changes: dict[str, Any] = {"options": (moment.option,)}
    if decision.dial and moment.dial is not None:
        value = moment.dial
        changes["dial"] = replace(decision.dial, low=value, high=value, rest=value, endless=False)
    if moment.option.area and at:
        changes["area"] = Area(((at, at, at),), at)
    return replace(decision, **changes)


def _exactly(answers: Iterable[Advice], moment: Moment) -> Advice | None:
    """Return the best counsel about the very answer that was taken."""
    about = (
        each
        for each in answers
        if each.option == moment.option.id
        and _apart(each.dial, moment.dial) <= SAME
        and (each.at == moment.at or None in (each.at, moment.at))
    )
    return max(about, key=lambda each: each.worth, default=None)


def _nearest(answers: Iterable[Advice], moment: Moment) -> Advice | None:
    """Return the counsel about nearly the answer that was taken.

    Of the two that lie nearest on either side the better one: a doubt is the player's.
    """

    def off(each: Advice) -> float:
        place = dist(each.at, moment.at) if each.at and moment.at else 0.0
        return place + _apart(each.dial, moment.dial)

    about = sorted((each for each in answers if each.option == moment.option.id), key=off)
    return max(about[:2], key=lambda each: each.worth, default=None)


def _apart(one: float | None, other: float | None) -> float:
    return abs(one - other) if one is not None and other is not None else 0.0
