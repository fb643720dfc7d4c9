"""How a computer player fills a sheet: at random, or slot by slot with the best by quick scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from engine.game.answer import Answer
from engine.game.game import Game
from engine.game.sheet import Draft, Sheet, Slot

TRIES = 20
"""Random drafts that are tried before the proposed one is taken: slots may exclude each other."""
MANY = 60
"""Options of a slot that are all scored; of more, as many at random."""
AGAIN = 3
"""How often slots are gone over again whose answers those of others have made worse."""
TRIFLE = 1e-9
"""By how much an answer must have become worse: sums of floats depend on their order."""
DIALLED = 5
"""Values of a slot's dial that are tried."""


def random_draft(game: Game, view: Any, sheet: Sheet, random: Random) -> Draft:
    """Return a draft of a sheet that may be sealed, each slot filled at random."""
    for _ in range(TRIES):
        filled = ((slot.id, _any_answer(slot, random)) for slot in sheet.slots)
        draft = {id: answer for id, answer in filled if answer is not None}
        if not game.answering.faults(view, sheet, draft):
            return draft
    return _mended(game, view, sheet, draft)


def best_draft(game: Game, view: Any, sheet: Sheet, random: Random) -> Draft:
    """Return a draft of a sheet that may be sealed, each slot in turn filled with its best answer.

    Of answers that the budgets do not allow beside the others the next best is taken. A slot that
    is worth less once those after it are filled is filled again, so that nobody sails where a
    consort goes whose order came later. Equal scores are broken at random. What does not fit
    together is mended by the proposal.
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
    """Return a draft with its faulty slots filled as proposed, or left out; else the proposal."""
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
    # By chance nobody gives up what else could be done: with many slots no battle would last.
    going_on = [each for each in slot.options if not each.ends]
    option = random.choice(going_on or slot.options)
    values = _values(slot) if option.dial else [None]
    return Answer(option.id, random.choice(values))


def _answers(slot: Slot, random: Random, proposed: Answer | None = None) -> Iterator[Answer]:
    """Yield answers to a slot: of several that may be picked those alone, all, and the proposed."""
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
    """Return a few values of a slot's dial, its ends and its rest among them."""
    dial = slot.dial
    assert dial is not None
    last = round((dial.high - dial.low) / dial.step)
    places = {round(last * part / (DIALLED - 1)) for part in range(DIALLED)}
    return [dial.value(dial.low + place * dial.step) for place in sorted(places)]
