"""Advice on a whole sheet and on one slot of it, with the reasons ship by ship."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.advice import Advice, Reason
from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.machine.standing import STANDING
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.thinking.advice.replies import counted_reasons
from engine.systems.wooden_ships.thinking.slots import slot_reasons
from engine.systems.wooden_ships.thinking.traffic import crowded

DRAFTS = 6
"""Drafts that are advised at most: the best one, and with another answer for one ship each."""


ROUNDS = 5
"""Rounds over the ships of a sheet: in a jam one ship after the other learns that she must wait."""


def advise(view: State, sheet: Sheet) -> tuple[Advice, ...]:
    """Return the best drafts, best first; all but the first differ from it in one slot.

    The best is found slot by slot, then again with all others known, so that ships keep clear of
    friends whose plots came later: twice, and more often while some would run into each other.
    """
    if sheet.kind == STANDING:
        return ()
    draft: dict[str, Answer] = {}
    seconds: list[tuple[float, str, Answer]] = []
    for number in range(ROUNDS if sheet.kind == "orders" else 1):
        if number > 1 and not any(crowded(view, ship, draft) for ship in draft):
            break
        seconds = []
        for slot in sheet.slots:
            (best, first), *others = ranked(view, sheet, slot, draft)
            draft[slot.id] = Answer(first)
            seconds += [(best - worth, slot.id, Answer(id)) for worth, id in others[: DRAFTS - 1]]
    seconds.sort(key=lambda each: each[0])
    changes = [(slot, answer) for _, slot, answer in seconds[: DRAFTS - 1]]
    found = _around(view, sheet, draft, changes)
    for _ in changes:
        if len(found) < 2 or found[1].worth <= found[0].worth:
            break
        # What is better for one ship alone may be worse for all together.
        found = _around(view, sheet, found[1].draft, changes)
    return found


def _around(
    view: State, sheet: Sheet, draft: Mapping[str, Answer], changes: list[tuple[str, Answer]]
) -> tuple[Advice, ...]:
    """Return a draft, then those with another answer in one slot, the best of them first."""
    others = [{**draft, slot: answer} for slot, answer in changes if draft[slot] != answer]
    first, *rest = (advice_on(view, sheet, each) for each in (draft, *others))
    return (first, *sorted(rest, key=lambda each: -each.worth))


def advise_slot(view: State, slot: Decision) -> tuple[Advice, ...]:
    """Return every answer to one slot, best first, with its reasons."""
    found = []
    for option in slot.options if slot.kind != STANDING else ():
        if slot.kind == "orders":
            reasons = counted_reasons(view, slot.slot, option.id)
        else:
            reasons = slot_reasons(view, slot.kind, slot.slot, option.id, {})
        worth = sum(reason.worth for reason in reasons)
        found.append(Advice(option.id, None, None, worth, reasons))
    return tuple(sorted(found, key=lambda each: -each.worth))


def ranked(
    view: State, sheet: Sheet, slot: Slot, draft: Mapping[str, Answer]
) -> list[tuple[float, str]]:
    """Return the options of a slot with their worth, best first.

    Among equals the proposal, then the first: the same advice every time.
    """
    known = sheet.proposed.get(slot.id)
    worth = {
        option.id: sum(
            each.worth for each in slot_reasons(view, sheet.kind, slot.id, option.id, draft)
        )
        for option in slot.options
    }
    usual = known.option if known else ""
    ranked = sorted(worth, key=lambda id: (-worth[id], id != usual))
    return [(worth[id], id) for id in ranked]


def advice_on(view: State, sheet: Sheet, draft: Mapping[str, Answer]) -> Advice:
    """Return a draft with its reasons, summed over the ships."""
    found: dict[str, Reason] = {}
    for key, answer in draft.items():
        for each in slot_reasons(view, sheet.kind, key, answer.option, draft):
            term = each.term if sheet.kind == "orders" else f"{key} {each.term}"
            words = each.words if sheet.kind == "orders" else f"{key}: {each.words}"
            known = found.get(term)
            found[term] = Reason(
                term,
                words if known is None or known.words == words else known.words,
                each.worth + (known.worth if known else 0.0),
            )
    reasons = tuple(sorted(found.values(), key=lambda reason: -abs(reason.worth)))
    return Advice(
        option="",
        dial=None,
        at=None,
        worth=sum(each.worth for each in reasons),
        reasons=reasons,
        draft=draft,
    )
