"""Advice on a whole sheet: each slot's best answer, and the reasons ship by ship."""

from __future__ import annotations

from engine.game.advice import Advice, Reason
from engine.game.answer import Answer
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.replies import replied_reasons
from engine.systems.wooden_ships.thinking.slots import slot_score


def advise(view: State, sheet: Sheet) -> tuple[Advice, ...]:
    """Return the best draft: slot by slot, then once more with all others known.

    The second look lets ships keep clear of friends whose plots came later.
    """
    draft: dict[str, Answer] = {}
    for _ in range(2 if sheet.kind == "orders" else 1):
        for slot in sheet.slots:
            draft[slot.id] = _best(view, sheet, slot, draft)
    worth = sum(_score(view, sheet, key, answer.option, draft) for key, answer in draft.items())
    return (Advice("", None, None, worth, _reasons(view, sheet, draft), draft),)


def _best(view: State, sheet: Sheet, slot: Slot, draft: dict[str, Answer]) -> Answer:
    def worth(option: str) -> tuple[float, bool, int]:
        known = sheet.proposed.get(slot.id)
        alike = known is not None and known.option == option
        # Among equals the proposal, then the first: the same advice every time.
        return _score(view, sheet, slot.id, option, draft), alike, -order[option]

    order = {option.id: number for number, option in enumerate(slot.options)}
    return Answer(max(order, key=worth))


def _score(view: State, sheet: Sheet, slot: str, option: str, draft: dict[str, Answer]) -> float:
    """Return what an answer to a slot is worth; for plots the enemy's replies are looked at."""
    if sheet.kind == "orders":
        return sum(reason.worth for reason in replied_reasons(view, slot, option, draft))
    return slot_score(view, sheet, slot, Answer(option), draft)


def _reasons(view: State, sheet: Sheet, draft: dict[str, Answer]) -> tuple[Reason, ...]:
    """Return the reasons for a draft, summed over the ships."""
    found: dict[str, Reason] = {}
    for key, answer in draft.items():
        if sheet.kind == "orders":
            reasons = replied_reasons(view, key, answer.option, draft)
        else:
            worth = slot_score(view, sheet, key, answer, draft)
            words = sheet.slot(key).option(answer.option).label
            reasons = (Reason(key, f"{key}: {words}", worth),)
        for each in reasons:
            known = found.get(each.term)
            words = each.words if known is None or known.words == each.words else known.words
            found[each.term] = Reason(
                each.term, words, each.worth + (known.worth if known else 0.0)
            )
    return tuple(sorted(found.values(), key=lambda reason: -abs(reason.worth)))
