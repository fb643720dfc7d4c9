"""Quick scoring of the answers to a question, by looking one move ahead.

It tries options, values of a dial, places, and the slots of a sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.game.decision import Advice, Answer, Area, Decision, Dial, Option, Point
from engine.game.game import Game
from engine.game.question import Draft, Sheet, Slot

# Answers to one question evaluated by quick scores: options, values of a dial, places in an area.


ALIKE = 1e-9
"""Scores count as equal if they differ by at most this, because a sum of floats depends on the
order of its terms."""
COARSE = 7
"""The number of values of a dial that are tried for each option. Then values near the best one are
tried."""
QUICK = 3
"""The number of values of a dial that are tried in playouts, where speed matters more."""
PLACES = 8
"""The number of random places that are tried in each area."""

Choice = tuple[Option, float | None, Point | None]


def score_answers(
    game: Game, view: Any, decision: Decision, random: Random, quick: bool = False
) -> tuple[Advice, ...]:
    """Return answers with their scores, best first.

    With `quick`, fewer values of a dial are tried, and none is refined.
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
        here = nearest_step(decision.dial, best.dial)
        reach = steps(decision.dial) // (COARSE - 1)
        # try more values on either side of the best, or every step of a short dial
        stride = max(1, reach // 4)
        tried = {
            dial_value(decision.dial, here + offset) for offset in range(-reach, reach + 1, stride)
        }
        found += [weigh(option, value, None) for value in sorted(tried - {best.dial})]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _rough(  # noqa: PLR0913  (a choice, and how it is looked at)
    game: Game,
    view: Any,
    decision: Decision,
    option: Option,
    random: Random,
    count: int,
) -> Iterator[Choice]:
    """Yield answers with an option, not refined yet.

    They have `count` values of its dial; for a value that has an area, they have places in the
    area.
    """
    dial = decision.dial if option.dial else None
    values: list[float | None] = list(_spread(dial, count)) if dial else [None]
    if not option.area:
        yield from ((option, value, None) for value in values)
        return
    found = [(value, game.answering.area(view, decision, option, value)) for value in values]
    rooms = [each for each in found if each[1] is not None]
    # If none of the coarse values has an area, only the next value that has one is tried.
    for value, area in rooms or [dial_with_area(game, view, decision, option, values[0])]:
        yield option, value, area.rest if area else None
        if area and (dial is None or value == dial.rest):
            for _ in range(PLACES):
                yield option, value, random_point(area, random)


def _spread(dial: Dial, count: int) -> list[float]:
    """Return `count` values spread evenly over a dial, and the dial's initial value."""
    last = steps(dial)
    tried = {dial_value(dial, round(last * part / (count - 1))) for part in range(count)}
    return sorted(tried | {dial_value(dial, nearest_step(dial, dial.rest))})


def dial_value(dial: Dial, step: int) -> float:
    """Return the value of a dial at a step; step 0 is its low end.

    Steps beyond an end give the value at that end. The value is rounded, so that the same step
    always has the same float.
    """
    return round(dial.low + min(max(step, 0), steps(dial)) * dial.step, 6)


def steps(dial: Dial) -> int:
    """Return the number of steps between the dial's ends."""
    return int((dial.high - dial.low) / dial.step + 1e-6)  # may be just below a whole number


def nearest_step(dial: Dial, value: float) -> int:
    """Return the step of a dial that is nearest to a value; step 0 is its low end."""
    return round((value - dial.low) / dial.step)


def dial_with_area(
    game: Game, view: Any, decision: Decision, option: Option, dial: float | None
) -> tuple[float | None, Area | None]:
    """Return a value of the dial with an area in which its piece may be placed.

    It is the given value if it has an area, else the next value that has one.
    """
    if dial is None or decision.dial is None:
        return dial, game.answering.area(view, decision, option, dial)
    last = steps(decision.dial)
    start = nearest_step(decision.dial, dial)
    for step in range(last + 1):
        value = dial_value(decision.dial, (start + step) % (last + 1))
        area = game.answering.area(view, decision, option, value)
        if area is not None:
            return value, area
    return dial, None


def random_point(area: Area, random: Random) -> Point:
    """Return a random point of an area.

    If a few tries find none inside, return the area's default point.
    """
    for _ in range(40):  # a narrow area in a wide bounding box may be missed each time
        outline = random.choice(area.outlines)
        xs, ys = zip(*outline, strict=True)
        at = (
            round(random.uniform(min(xs), max(xs)), 4),
            round(random.uniform(min(ys), max(ys)), 4),
        )
        if area.holds(at):
            return at
    return area.rest


def only_answer(decision: Decision) -> Answer | None:
    """Return the only possible answer; None if there are several."""
    only = decision.options[0] if len(decision.options) == 1 else None
    if only and not (only.dial and decision.dial) and not only.area:
        return Answer(only.id)
    return None


def random_best(found: Sequence[Advice], random: Random) -> Answer:
    """Return one of the best answers, chosen at random if several are equally good.

    `found` has the best answer first.
    """
    alike = [each for each in found if each.worth >= found[0].worth - ALIKE]
    best = random.choice(alike)
    return best.answer


# How a computer player fills a sheet: at random, or slot by slot with the best answers by quick
# scores.


TRIES = 20
"""The number of random drafts of a sheet that are tried; then the proposed draft is used. A random
draft may have a fault, because answers to different slots may exclude each other."""
MANY = 60
"""The most options of a slot that are scored. If there are more, so many are chosen at random."""
AGAIN = 3
"""The number of times that all slots are looked at again, because other slots have changed
since."""
TRIFLE = 1e-9
"""An answer is replaced only by one that is better by more than this, because a sum of floats
depends on the order of its terms."""
DIALLED = 5
"""The number of values of a slot's dial that are tried."""


def random_draft(game: Game, view: Any, sheet: Sheet, random: Random) -> Draft:
    """Return a random draft that fills a sheet so that it may be sealed."""
    for _ in range(TRIES):
        filled = ((slot.id, _any_answer(slot, random)) for slot in sheet.slots)
        draft = {id: answer for id, answer in filled if answer is not None}
        if not game.answering.faults(view, sheet, draft):
            return draft
    return _mended(game, view, sheet, draft)


def best_draft(game: Game, view: Any, sheet: Sheet, random: Random) -> Draft:
    """Return a draft that fills a sheet so that it may be sealed, with the best answer to each
    slot.

    If the budgets (shared amounts) do not allow an answer, the next best is used. A slot whose
    answer lost value when later slots were filled is filled again, so that a ship does not sail
    into a consort whose order came later. Of equally good answers one is chosen at random. Where
    answers exclude each other, proposed answers replace them.
    """
    score = game.thinking.slot_score
    draft: dict[str, Answer] = {}
    found: dict[str, tuple[float, Draft]] = {}

    def beside(id: str) -> Draft:
        return {slot: answer for slot, answer in draft.items() if slot != id}

    def fill(slot: Slot) -> None:
        others = beside(slot.id)
        tried = list(_answers(slot, random, sheet.proposed.get(slot.id)))
        tried = [each for each in tried if sheet.affords({**others, slot.id: each})] or tried
        if not tried:
            return
        scored = [(score(view, sheet, slot.id, each, others), random.random()) for each in tried]
        best = max(range(len(tried)), key=scored.__getitem__)
        found[slot.id] = scored[best][0], others
        draft.pop(slot.id, None)
        if tried[best].chosen or slot.needs:
            draft[slot.id] = tried[best]

    def is_worse(id: str) -> bool:
        worth, known = found[id]
        others = beside(id)
        return others != known and score(view, sheet, id, draft[id], others) < worth - TRIFLE

    for slot in sheet.slots:
        fill(slot)
    for _ in range(AGAIN):
        worse = [slot for slot in sheet.slots if slot.id in draft and is_worse(slot.id)]
        if not worse:
            break
        for slot in worse:
            fill(slot)
    draft = {slot.id: draft[slot.id] for slot in sheet.slots if slot.id in draft}
    if not game.answering.faults(view, sheet, draft):
        return draft
    return _mended(game, view, sheet, draft)


def _mended(game: Game, view: Any, sheet: Sheet, draft: Mapping[str, Answer]) -> Draft:
    """Return a draft in which the proposed answers replace faulty ones.

    A faulty slot without a proposed answer is left empty. If faults remain, return the proposed
    draft.
    """
    mended = dict(draft)
    for _ in sheet.slots:
        faults = game.answering.faults(view, sheet, mended)
        if not faults:
            return mended
        slot = next((fault.slot for fault in faults if fault.slot in mended), "")
        if not slot:
            break
        proposed = sheet.proposed.get(slot)
        if proposed is not None and mended[slot] != proposed:
            mended[slot] = proposed
        else:
            del mended[slot]
    return dict(sheet.proposed)


def _any_answer(slot: Slot, random: Random) -> Answer | None:
    if not slot.options or (not slot.needs and random.random() < 0.3):
        return None
    if slot.at_most > 1:
        count = random.randint(0, min(slot.at_most, len(slot.options)))
        return Answer(picks=tuple(each.id for each in random.sample(slot.options, count)))
    # An option that gives up all further actions is never picked at random, because battles would
    # never finish.
    going_on = [each for each in slot.options if not each.ends]
    option = random.choice(going_on or slot.options)
    values = _values(slot) if option.dial else [None]
    return Answer(option.id, random.choice(values))


def _answers(slot: Slot, random: Random, proposed: Answer | None = None) -> Iterator[Answer]:
    """Yield answers to a slot (line of a sheet).

    Where several options may be picked, the answers are none, each option alone, the proposed
    picks, and all options if so many are allowed.
    """
    options = slot.options
    if len(options) > MANY:
        options = tuple(random.sample(options, MANY))
    if slot.at_most > 1:
        yield Answer()
        for option in options:
            yield Answer(picks=(option.id,))
        if proposed is not None and len(proposed.picks) > 1:
            yield proposed
        if len(options) <= slot.at_most:
            yield Answer(picks=tuple(option.id for option in options))
        return
    if not slot.needs:
        yield Answer()
    for option in options:
        for value in _values(slot) if option.dial else [None]:
            yield Answer(option.id, value)


def _values(slot: Slot) -> list[float | None]:
    """Return a few values that are spread evenly over a slot's dial, among them its ends."""
    dial = slot.dial
    assert dial is not None
    last = round((dial.high - dial.low) / dial.step)
    places = {round(last * part / (DIALLED - 1)) for part in range(DIALLED)}
    return [dial.value(dial.low + place * dial.step) for place in sorted(places)]
