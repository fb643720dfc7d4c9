"""Hindsight: each choice compared with the best advice, and the reasons in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import dist, inf
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.decision import (
    BEST,
    Advice,
    Answer,
    Area,
    Decision,
    Dial,
    Option,
    Point,
    Reason,
    figure,
    main_reason,
)
from engine.game.game import Game, Record
from engine.game.parts.thinking import Thinking
from engine.game.question import Fill, Sheet
from engine.kernel.logbook import other_edition
from engine.kernel.seen import SeenBattle
from engine.kernel.timeline import fold
from engine.lookahead.scoring import score_answers
from engine.review.curve import CostlyChoice, costliest

# Hindsight: each choice of a battle is compared with the best advice for what its seat could see at
# that time. Expected values before the dice are compared, never results: bad luck is not a mistake,
# and good luck does not excuse one. Only the views of the seats that made the choices are used.


SMALL = 0.05
"""Smaller costs of a choice count as 0, because costs are shown with one decimal."""
SAME = 1e-6
"""Two values of a dial that differ by less than this count as equal, because both are rounded."""


class SeenChoice(msgspec.Struct, frozen=True):
    """A question as a seat saw it, and the seat's answer."""

    view: Any
    decision: Decision
    option: Option
    dial: float | None
    at: Point | None


def own_random(seed: int, position: int, seat: str) -> Random:
    """Return the random numbers for advice at a position; the battle's dice do not depend
    on them.
    """
    return Random(f"advice {seed} {position} {seat}")


def open_seats(battle: SeenBattle, own: Collection[str] = ()) -> tuple[str, ...]:
    """Return the seats whose choices may be reviewed: all seats once the battle is over, before
    that only those in `own`.

    Raises `Refused` for a battle of another version of the rules, because advice follows today's
    rules.
    """
    if other := other_edition(battle.game, battle.header):
        raise Refused(
            f"there is no advice for this battle: it was played under {other}, and advice follows "
            "today's rules"
        )
    seats = (seat.key for seat in battle.game.seats(battle.state))
    over = battle.outcome() is not None
    return tuple(key for key in seats if over or key in own)


def judge_choices(  # noqa: PLR0913 - what is judged, and by whose eyes
    game: Game,
    start: Any,
    entries: Iterable[Record],
    seed: int,
    seats: Collection[str],
    before: Iterable[Record] = (),
) -> Iterator[CostlyChoice | None]:
    """Yield for each entry the choice made in it, if a better answer existed; else None.

    This is a generator because advice is slow: the caller can show progress, or stop. `before` are
    the entries that led to the state `start`, if `start` is not the battle's start.
    """
    state = start
    answered = {record.seat: record.at for record in before if record.seat}
    for record in entries:
        if record.seat:
            answered[record.seat] = record.at
        moments = _moments(game, state, record) if record.seat in seats else []
        if moments:
            found = [_judged(game, moment, record, seed) for moment in moments]
            yield next(iter(costliest(found, 1)), None)
        else:
            yield _opened(game, state, record, seats, answered)
        state = fold(game, state, record.events)


def _opened(
    game: Game,
    state: Any,
    record: Record,
    seats: Collection[str],
    answered: Mapping[str, int],
) -> CostlyChoice | None:
    """Return the costliest answer in the sheets that an entry revealed.

    It counts as a choice of the earlier entry that sealed its sheet.
    """
    found = game.review.costliest_answer(state, record.events, seats)
    if found is None or found.cost < SMALL:
        return None
    name = next((each.name for each in game.seats(state) if each.key == found.seat), found.seat)
    return CostlyChoice(
        n=answered.get(found.seat, record.at),
        turn=game.turn(state),
        seat=found.seat,
        name=name,
        question=found.question,
        chosen=found.chosen,
        better=found.better,
        cost=round(found.cost, 4),
        reason=found.reason,
        slot=found.slot,
        instead=found.instead,
    )


def _moments(game: Game, state: Any, record: Record) -> list[SeenChoice]:
    """Return the question that an entry answers, with the answer; for a sheet, one of both for each
    slot.

    The list is empty where only one answer was possible.
    """
    view = game.view(state, record.seat)
    for decision in game.pending(state):
        if decision.seat != record.seat:
            continue
        if isinstance(decision, Sheet):
            if game.review.by_slot and isinstance(record.command, Fill):
                return list(_slots(game, view, decision, record.command.answers))
            continue
        for option in decision.options:
            given = option.read(record.command)
            alone = len(decision.options) == 1 and not option.dial and not option.area
            if given is not None and not alone:
                return [SeenChoice(view, decision, option, *given)]
    return []


def _slots(
    game: Game, view: Any, sheet: Sheet, draft: Mapping[str, Answer]
) -> Iterator[SeenChoice]:
    """Yield each slot of a sheet that takes a single answer, as a question with its answer.

    The question has the options that are legal with the answers in the other slots.
    """
    for slot in sheet.slots:
        given = draft.get(slot.id)
        if given is None or not given.option or slot.at_most > 1:
            continue
        options = tuple(
            option
            for option in slot.options
            if option.id == given.option
            or not game.answering.faults(view, sheet, {**draft, slot.id: Answer(option.id)})
        )
        if len(options) > 1:
            decision = replace(sheet.as_decision(slot), options=options)
            yield SeenChoice(view, decision, slot.option(given.option), given.dial, None)


def _judged(game: Game, moment: SeenChoice, record: Record, seed: int) -> CostlyChoice | None:
    """Return a choice with its cost; None if no other answer was better."""
    decision, seat = moment.decision, record.seat
    best, taken = _compared(game, moment, own_random(seed, record.at - 1, seat))
    cost = best.worth - taken.worth
    if cost < SMALL:
        return None
    name = next((each.name for each in game.seats(moment.view) if each.key == seat), seat)
    return CostlyChoice(
        n=record.at,
        turn=game.turn(moment.view),
        seat=seat,
        name=name,
        question=decision.prompt.removeprefix(f"{name}: "),
        chosen=decision.describe(moment.option.id, moment.dial, moment.at),
        better=decision.describe(best.option, best.dial, best.at),
        cost=round(cost, 4),
        reason=main_reason(best, taken),
        slot=decision.slot,
        instead=Answer(best.option, best.dial, best.at),
    )


def answer_cost(
    game: Game, view: Any, decision: Decision, answer: Answer, random: Random
) -> tuple[float, Reason | None]:
    """Return how much worse an answer is than the best one, as far as the seat knows, and the main
    reason.

    Raises `Refused` for an option that the decision does not have.
    """
    option = decision.option(answer.option)
    moment = SeenChoice(view, decision, option, answer.dial, answer.at)
    best, taken = _compared(game, moment, random)
    return best.worth - taken.worth, main_reason(best, taken)


def _compared(game: Game, moment: SeenChoice, random: Random) -> tuple[Advice, Advice]:
    """Return the best answer and the chosen one, scored by the same method.

    If the advice does not contain exactly the chosen answer, advice is computed for that answer
    alone; if that fails, the nearest answer of the advice is used instead.
    """
    view, decision, option = moment.view, moment.decision, moment.option
    before = random.getstate()
    found = game.thinking.advice(view, decision, random)
    if not found:
        worth = game.thinking.quick_score(view, decision, Answer(option.id, moment.dial, moment.at))
        taken = Advice(option.id, moment.dial, moment.at, worth)
        return score_answers(game, view, decision, random)[0], taken
    best = max(found, key=lambda each: each.worth)
    exact = _exactly(found, moment)
    if exact is None:
        random.setstate(before)  # scored with the same samples as the others
        alone = game.thinking.advice(view, narrowed(moment), random)
        exact = _exactly(alone, moment) or _nearest(found, moment) or best
    return best, exact


def narrowed(moment: SeenChoice) -> Decision:
    """Return the question changed so that the chosen answer is the only possible answer."""
    decision, at = moment.decision, moment.at
    changes: dict[str, Any] = {"options": (moment.option,)}
    if decision.dial and moment.dial is not None:
        value = moment.dial
        changes["dial"] = replace(decision.dial, low=value, high=value, rest=value, endless=False)
    if moment.option.area and at:
        changes["area"] = Area(((at, at, at),), at)
    return replace(decision, **changes)


def _exactly(answers: Iterable[Advice], moment: SeenChoice) -> Advice | None:
    """Return the best advice about exactly the chosen answer."""
    about = (
        each
        for each in answers
        if each.option == moment.option.id
        and _apart(each.dial, moment.dial) <= SAME
        and (each.at == moment.at or None in (each.at, moment.at))
    )
    return max(about, key=lambda each: each.worth, default=None)


def _nearest(answers: Iterable[Advice], moment: SeenChoice) -> Advice | None:
    """Return the advice about the answer that is nearest to the chosen one.

    Of the two nearest answers the better one is used, in favour of the player.
    """

    def off(each: Advice) -> float:
        place = dist(each.at, moment.at) if each.at and moment.at else 0.0
        return place + _apart(each.dial, moment.dial)

    about = sorted((each for each in answers if each.option == moment.option.id), key=off)
    return max(about[:2], key=lambda each: each.worth, default=None)


def _apart(one: float | None, other: float | None) -> float:
    return abs(one - other) if one is not None and other is not None else 0.0


# Contrast: which answers to a question really differ, and for which reasons.


CLEAR = 0.2
"""Two answers of one option count as different if their dial values differ by this fraction of the
dial's range, or their places by this fraction of the extent of all places."""


def distinct_answers(
    decision: Decision, answers: Sequence[Advice], most: int
) -> tuple[Advice, ...]:
    """Return at most `most` answers, best first; of similar answers only the best is returned."""
    # The diagonal of the bounding box of all places (inches).
    places = [each.at for each in answers if each.at]
    if not places:
        reach = 0.0
    else:
        xs, ys = zip(*places, strict=True)
        reach = dist((min(xs), min(ys)), (max(xs), max(ys)))
    taken: list[Advice] = []
    for each in sorted(answers, key=lambda advice: -advice.worth):
        if len(taken) == most:
            break
        if not any(
            each.option == other.option
            and _turned(decision.dial, each.dial, other.dial) < CLEAR
            and _moved(reach, each.at, other.at) < CLEAR
            for other in taken
        ):
            taken.append(each)
    return tuple(taken)


def _turned(dial: Dial | None, one: float | None, other: float | None) -> float:
    """Return the difference of two values of a dial, as a fraction of the dial's range."""
    if dial is None or one is None or other is None:
        return 0.0 if one == other else inf
    scale = dial.high - dial.low
    apart = abs(one - other)
    if dial.endless:
        apart = min(apart, scale + dial.step - apart)
    return apart / scale if scale else 0.0


def _moved(reach: float, one: Point | None, other: Point | None) -> float:
    """Return the distance of two places, as a fraction of the extent of all places."""
    if one is None or other is None:
        return 0.0 if one == other else inf
    return dist(one, other) / reach if reach else 0.0


# A cost in a sentence: how much worse a choice was, in units that a player knows, and why.


BATTLE = 100.0
"""A cost of at least this much means that the order loses the battle at once. Losses of ships never
cost as much in any game's unit."""


def cost_text(cost: float, reason: Reason | None, thinking: Thinking) -> str:
    """Return in words how much worse a choice was than the best one, and the main reason.

    `cost` is in the points of the game's `thinking`.
    """
    because = _because(reason, thinking, "it")
    return f"{figure(thinking.unit_size * cost)} {thinking.unit} worse{because}"


def warning_text(cost: float, reason: Reason | None, thinking: Thinking) -> str:
    """Return the warning before an order is given: how much worse it is than the best one, and why.

    A cost of `BATTLE` or more means that the battle is lost, so the figure is not shown.
    """
    by = f"{figure(thinking.unit_size * cost)} {thinking.unit}" if cost < BATTLE else "far"
    return f"{by} worse than the best order{_because(reason, thinking, 'yours')}"


def _because(reason: Reason | None, thinking: Thinking, chosen: str) -> str:
    """Return the main reason as the advice puts it, such as `; for the best: a rally (0.4)`.

    `chosen` is what the sentence calls the choice that was made.
    """
    if reason is None:
        return ""
    speaks = f"against {chosen}" if reason.worth < 0 else f"for {BEST}"
    size = (
        f" ({figure(thinking.unit_size * abs(reason.worth))})" if abs(reason.worth) < BATTLE else ""
    )
    return f"; {speaks}: {reason.words}{size}"
