"""Advice on any question: each option with its reasons; a sheet filled in as a whole."""

from __future__ import annotations

from engine.base.text import counted
from engine.game.decision import Advice, Answer, Decision, Option, Reason
from engine.game.question import Draft, Question, Sheet, Slot
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.gunnery.segment import shots
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import ORDERS, State
from engine.systems.iron_oak.thinking.advice.orders import tried_orders
from engine.systems.iron_oak.thinking.advice.reasons import (
    Reasons,
    aim_reasons,
    card_reasons,
    order_reasons,
    total,
    way_reasons,
)
from engine.systems.iron_oak.thinking.place_worth import POINT, in_points
from engine.systems.iron_oak.thinking.quick_score import answer_score, quick_score

UNTRIED = 1.0
"""How much an order that was not tried scores below the order with the best estimate, in Victory
Points."""
BEST = 0.01
"""The bonus for the best draft's orders over other orders with the same value."""
THUMBS: dict[type, str] = {
    cmd.First: "the hazard with the lowest chance of passing comes first",
    cmd.Oppose: "oppose the most important ship",
    cmd.Pretend: "her own dice bring her there more often than a smaller ship's dice",
    cmd.Pass: "a side that is not asked again cannot play a card",
    cmd.Protect: "this keeps off the most dangerous enemy",
    cmd.Seek: "an identified counter can be fired at",
    cmd.Spread: "the least damaged part takes it; the waterline only last",
    cmd.Swap: "another card may be of more use",
    cmd.Act: "she fires best, and later ships then fire at a damaged enemy",
}
"""The words for why a heuristic puts an answer first, by type of command."""


def advise(view: State, question: Question) -> tuple[Advice, ...]:
    """Return every answer to a decision, best first; for a sheet, its best draft."""
    if isinstance(question, Sheet):
        draft, reasons = _drafted(view, question)
        return (_advice("", reasons, draft),)
    found = [
        _advice(option.id, reasons_for(view, question, option), {}) for option in question.options
    ]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _advice(option: str, reasons: Reasons, draft: Draft) -> Advice:
    """Return advice in points of evaluation; the reasons passed in are in Victory Points."""
    scaled = in_points(reasons)
    return Advice(
        option=option, dial=None, at=None, worth=total(scaled), reasons=scaled, draft=draft
    )


def reasons_for(view: State, decision: Decision, option: Option) -> Reasons:  # noqa: PLR0911  (one a kind of command)
    """Return the reasons for and against an option; `decision` may be a slot of a sheet."""
    if decision.slot:
        if decision.kind == "orders" and decision.slot in view.ships:
            return (
                *_order(view, decision.slot, option.id),
                *_played_on(view, decision.seat, decision.slot, option.id),
            )
        worth = answer_score(view, decision.kind, decision.slot, Answer(option.id))
        return (Reason(decision.kind, option.label, worth),) if worth else ()
    command = option.command
    if isinstance(command, cmd.Aim):
        return aim_reasons(view, decision.ship, command)
    if isinstance(command, cmd.Way):
        return way_reasons(view, view.ships[decision.ship], command)
    if isinstance(command, cmd.Play):
        return card_reasons(view, command)
    if isinstance(command, cmd.Act):
        # The reason for a unit to act first: its best shot from its present place.
        aims = (
            total(aim_reasons(view, command.unit, each.command))
            for each in shots(view, view.unit(command.unit))
        )
        best = max(aims, default=0.0)
        return (Reason("act", THUMBS[cmd.Act], best),) if best else ()
    worth = quick_score(view, decision, option)
    return (Reason(decision.kind, THUMBS.get(type(command), ""), worth),) if worth else ()


def _order(view: State, ship: str, order: str) -> Reasons:
    return order_reasons(view, ship, next(each for each in ORDERS if each == order))


def _played_on(view: State, seat: str, ship: str, order: str) -> Reasons:
    """Return the result of playouts of an order as a reason, beside its static evaluation.

    Orders with playouts are ranked by the playouts alone, against the order with the best static
    evaluation.
    """
    tried = tried_orders(view, seat)
    if len(tried) < 2:
        return ()
    glance = next(each.draft[ship].option for each in tried if each.glance)
    own = [each for each in tried if each.draft[ship].option == order]
    base = total(_order(view, ship, glance))
    alone = total(_order(view, ship, order))
    if not own:
        worth = min(0.0, base - UNTRIED - alone)
        return (Reason("untried", "others look better", worth),) if worth else ()
    gain = POINT * own[0].gain + (BEST if own[0] is tried[0] else 0.0)
    times = sum(each.times for each in own)
    words = f"{counted(times, 'battle')} played on to the next orders: {own[0].gain:+.1f}"
    return (Reason("played_on", words, gain + base - alone),)


def _drafted(view: State, sheet: Sheet) -> tuple[Draft, Reasons]:
    """Return the best draft of a sheet, with the reasons.

    Of a sheet of orders it is the best draft that was tried; other sheets are filled slot by slot.
    """
    tried = tried_orders(view, sheet.seat) if sheet.kind == "orders" else ()
    if not tried:
        return _slot_by_slot(view, sheet)
    best = tried[0]
    found = [
        _of(view, slot, each)
        for slot in sheet.slots
        if slot.id in view.ships and slot.id in best.draft
        for each in _order(view, slot.id, best.draft[slot.id].option)
    ]
    if not best.glance:
        words = f"{counted(best.times, 'battle')} played on to the next orders"
        found.append(Reason("played_on", words, POINT * best.gain))
    return best.draft, tuple(found)


def _slot_by_slot(view: State, sheet: Sheet) -> tuple[Draft, Reasons]:
    """Return a sheet filled slot by slot, as far as its budgets allow, and the reasons."""
    draft: dict[str, Answer] = {}
    reasons: list[Reason] = []
    for slot in sheet.slots:
        for worth, answer, why in _ranked(view, sheet, slot):
            if not _fits(sheet, {**draft, slot.id: answer}):
                continue
            if answer.chosen and (slot.needs or worth > 0):
                draft[slot.id] = answer
                reasons += [_of(view, slot, each) for each in why]
            break
    return draft, tuple(reasons)


def _fits(sheet: Sheet, draft: dict[str, Answer]) -> bool:
    """Tell whether a draft has no fault except empty slots."""
    empty = {slot.id for slot in sheet.slots} - set(draft)
    return all(fault.slot in empty for fault in sheet.faults(draft))


def _ranked(view: State, sheet: Sheet, slot: Slot) -> list[tuple[float, Answer, Reasons]]:
    """Return the answers to a slot, best first; on a tie, the proposed answer comes first."""
    decision = sheet.as_decision(slot)
    weighed = [(option, reasons_for(view, decision, option)) for option in slot.options]
    if slot.at_most > 1:
        good = [(option.id, why) for option, why in weighed if total(why) > 0][: slot.at_most]
        why = tuple(reason for _, each in good for reason in each)
        return [(total(why), Answer(picks=tuple(id for id, _ in good)), why)]
    proposed = sheet.proposed.get(slot.id)
    found = [(total(why), Answer(option.id), why) for option, why in weighed]
    return sorted(found, key=lambda each: (-each[0], each[1] != proposed))


def _of(view: State, slot: Slot, reason: Reason) -> Reason:
    """Return a reason with the name of the ship that it concerns."""
    whose = name(view.unit(slot.id)) if slot.id in {**view.ships, **view.sections} else slot.label
    return Reason(f"{slot.id}:{reason.term}", f"{whose}: {reason.words}", reason.worth)
