"""Advice on any question: each option with its reasons; for a sheet of orders, whole drafts tried
by playouts (simulated turns).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from engine.game.decision import Advice, Answer, Decision, Option, Reason
from engine.game.parts.thinking import Horizon
from engine.game.question import Draft, Fill, Question, Sheet, Slot
from engine.kit.by_type import cached_per_state
from engine.lookahead.playout import edge, has_time_limit, is_time_up, noise
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.gunnery.segment import shots
from engine.systems.iron_oak.orders.sheet import PLAN
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import ORDERS, State
from engine.systems.iron_oak.thinking.battle_playouts import determinize, fill_sheet, play_round
from engine.systems.iron_oak.thinking.place_worth import POINT, evaluate, in_points
from engine.systems.iron_oak.thinking.quick_score import answer_score, quick_score, slot_score
from engine.systems.iron_oak.thinking.reasons import (
    Reasons,
    aim_reasons,
    card_reasons,
    order_reasons,
    total,
    way_reasons,
)

UNTRIED = 1.0
"""By how much an order without playouts scores below the order with the best estimate, in Victory
Points."""
BEST = 0.01
"""Added to the orders of the best draft, in Victory Points, so that they come before orders of
equal worth."""
FOLLOWS = "what follows until the next orders, with the enemy's reply"
"""The words of the reason that playouts add to an order's other reasons."""
THUMBS: dict[type, str] = {
    cmd.First: "the hazard with the lowest chance of passing comes first",
    cmd.Oppose: "oppose the most important ship",
    cmd.Pretend: "her own dice bring her there more often than a smaller ship's dice",
    cmd.Pass: "a side that is not asked again cannot play a card",
    cmd.Protect: "this keeps off the most dangerous enemy",
    cmd.Seek: "a counter that is identified can be fired at",
    cmd.Spread: "the least damaged part takes the damage, the waterline last",
    cmd.Swap: "another card may be of more use later",
    cmd.Act: "she fires best, and later ships then fire at a damaged enemy",
}
"""{type of command: why a rule of thumb puts an answer first, in words}."""


def advise(view: State, question: Question) -> tuple[Advice, ...]:
    """Return advice on every answer to a decision, best first; for a sheet, advice on its best
    draft.
    """
    if isinstance(question, Sheet):
        draft, reasons = _drafted(view, question)
        return (_advice("", reasons, draft),)
    found = [
        _advice(option.id, reasons_for(view, question, option), {}) for option in question.options
    ]
    return tuple(sorted(found, key=lambda each: -each.worth))


def _advice(option: str, reasons: Reasons, draft: Draft) -> Advice:
    """Return advice in points of evaluation, from reasons in Victory Points."""
    scaled = in_points(reasons)
    return Advice(
        option=option, dial=None, at=None, worth=total(scaled), reasons=scaled, draft=draft
    )


def reasons_for(view: State, decision: Decision, option: Option) -> Reasons:  # noqa: PLR0911  (one a kind of command)
    """Return the reasons for and against an option, in Victory Points; `decision` may be a slot of
    a sheet.
    """
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
    """Return a reason with the result of an order's playouts; () if nothing was tried.

    With this reason the order is worth as much as the first draft's order, plus its gain in the
    playouts. So playouts alone decide which order is best.
    """
    tried = order_trials(view, seat)
    if len(tried) < 2:
        return ()
    glance = next(each.draft[ship].option for each in tried if each.glance)
    own = [each for each in tried if each.draft[ship].option == order]
    base = total(_order(view, ship, glance))
    alone = total(_order(view, ship, order))
    if not own:
        worth = min(0.0, base - UNTRIED - alone)
        return (Reason("untried", "an order that promises less", worth),) if worth else ()
    gain = POINT * own[0].gain + (BEST if own[0] is tried[0] else 0.0)
    return (Reason("played_on", FOLLOWS, gain + base - alone),)


def _drafted(view: State, sheet: Sheet) -> tuple[Draft, Reasons]:
    """Return the best draft of a sheet with its reasons.

    For a sheet of orders it is the best draft that was tried; other sheets are filled slot by slot.
    """
    tried = order_trials(view, sheet.seat) if sheet.kind == "orders" else ()
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
        found.append(Reason("played_on", FOLLOWS, POINT * best.gain))
    return best.draft, tuple(found)


def _slot_by_slot(view: State, sheet: Sheet) -> tuple[Draft, Reasons]:
    """Return a draft that is filled slot by slot with the best answers that the budgets allow, and
    its reasons.
    """
    draft: dict[str, Answer] = {}
    reasons: list[Reason] = []
    for slot in sheet.slots:
        for worth, answer, why in _ranked(view, sheet, slot):
            # A draft may have no fault, except that slots are still empty.
            longer = {**draft, slot.id: answer}
            empty = {each.id for each in sheet.slots} - set(longer)
            if any(fault.slot not in empty for fault in sheet.faults(longer)):
                continue
            if answer.chosen and (slot.needs or worth > 0):
                draft[slot.id] = answer
                reasons += [_of(view, slot, each) for each in why]
            break
    return draft, tuple(reasons)


def _ranked(view: State, sheet: Sheet, slot: Slot) -> list[tuple[float, Answer, Reasons]]:
    """Return [(worth, answer, reasons)] for a slot, best first. On a tie the proposed answer comes
    first.
    """
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
    """Return a reason with the name of its ship put before its words."""
    whose = name(view.unit(slot.id)) if slot.id in {**view.ships, **view.sections} else slot.label
    return Reason(f"{slot.id}:{reason.term}", f"{whose}: {reason.words}", reason.worth)


# Simulated trials of orders: drafts of a sheet played on until the side gives orders again. The
# first draft has each ship's best estimate. Other drafts follow each ship's reasons, change the
# orders of single ships, and combine all improvements. Both sides act once during a playout, so the
# enemy's likely reply is included; hidden facts are drawn at random, and all drafts get the same
# dice.


OTHERS = 2
"""How many other orders are tried for each ship: those with the best estimates."""
LEFT_OUT = ("drift",)
"""These orders are not tried, because the cost of drifting shows only after the end of these
playouts (docs/bots.md)."""
FIRST, MORE = 3, 5
"""The number of playouts of each draft, and of more playouts of the best ones."""
HORIZON = Horizon(bias=0.0, doubt=2.5)
"""How sure the comparison of drafts is: the errors, in points, of playouts to the next orders
(bias) and of static estimates (doubt)."""
CLEARLY = 0.1
"""A draft replaces the first one only if it is better by this many points, plus `SURE` standard
errors: playouts cannot measure less (docs/bots.md)."""
SURE = 1.0
"""The number of standard errors by which a draft must be better, in addition to `CLEARLY`. Among
many drafts some look better by luck, and more ships mean more drafts (docs/bots.md)."""
FINALISTS = 5
"""The largest number of drafts that get more playouts."""

Orders = dict[str, Answer]


class DraftTrial(NamedTuple):
    """A draft after its trial: the number of its playouts, and by how much it did better than the
    first draft.
    """

    draft: Orders
    gain: float
    """Points from estimates and playouts, weighted by their errors, more than the first draft's."""
    times: int
    ship: str = ""
    """The ship whose order alone differs from the first draft; '' if several orders do, or none."""
    glance: bool = False
    """Whether this is the first draft, which has each ship's order with the best estimate."""


def order_sheet(view: State, seat: str) -> Sheet | None:
    """Return the order sheet that a seat still has to fill in; None if there is none."""
    for each in rules.pending(view):
        if each.seat == seat and isinstance(each, Sheet) and each.kind == "orders":
            return each
    return None


def order_trials(view: State, seat: str) -> tuple[DraftTrial, ...]:
    """Return the trials of the drafts of a seat's orders, best first; () if it has no open order
    sheet.

    Cached by state, so that the computer player `captain` plays what the advice shows.
    """
    return _tried(view, seat, has_time_limit())


@cached_per_state
def _tried(view: State, seat: str, hurry: bool) -> tuple[DraftTrial, ...]:
    """Try the drafts for `order_trials`.

    `hurry` is part of the cache key: with a time limit fewer drafts are tried, and their result
    must not be used where there is no limit.
    """
    sheet = order_sheet(view, seat)
    if sheet is None:
        return ()
    luck = Random(f"{view.turn} {view.dice} {seat}")
    race = _Race(view, sheet, luck, fill_sheet(view, sheet, luck))
    # Each ship gets the order with the best reasons, which count the enemy's reply. She keeps her
    # order if the budgets do not allow the other one.
    first = race.drafts[0]
    draft = first
    for slot in sheet.slots:
        if slot.id in view.ships and slot.id in first:
            orders = [each for each in ORDERS if any(each == option.id for option in slot.options)]
            best = max(orders, key=lambda each: total(order_reasons(view, slot.id, each)))
            changed = _planned(view, sheet, {**draft, slot.id: Answer(best)}, slot.id)
            draft = draft if sheet.faults(changed) else changed
    race.enter(draft)
    # The first draft with another order for one ship.
    for slot in sheet.slots:
        if slot.id not in view.ships or slot.id not in first:
            continue
        others = [
            Answer(option.id)
            for option in slot.options
            if option.id not in (first[slot.id].option, *LEFT_OUT)
        ]
        others.sort(key=lambda each: -slot_score(view, sheet, slot.id, each, first))
        for each in others[:OTHERS]:
            race.enter(_planned(view, sheet, {**first, slot.id: each}, slot.id), slot.id)
    if len(race.drafts) > 1:
        race.run()
    return race.results()


def _planned(view: State, sheet: Sheet, draft: Orders, ship: str) -> Orders:
    """Return a draft in which a ship's plan (where she intends to go) agrees with her order."""
    plan = PLAN + ship
    slot = next((each for each in sheet.slots if each.id == plan), None)
    if slot is None:
        return draft
    draft = {id: answer for id, answer in draft.items() if id != plan}
    tried = [Answer(), *(Answer(option.id) for option in slot.options)]
    best = max(tried, key=lambda each: slot_score(view, sheet, plan, each, draft))
    return {**draft, plan: best} if best.chosen else draft


class _Race:
    """Compares drafts by playouts that start from the same states, with the same dice."""

    def __init__(self, view: State, sheet: Sheet, luck: Random, first: Orders) -> None:
        self.view, self.sheet, self.luck = view, sheet, luck
        self.drafts = [first]
        self._advised = [0.0]
        self.ships = [""]
        self._scores: list[dict[int, float]] = [{}]
        self._rounds = 0

    def enter(self, draft: Orders, ship: str = "") -> None:
        """Add a draft to be tried, unless it is there already or has a fault. `ship` is the ship
        whose order it changes.
        """
        if draft not in self.drafts and not self.sheet.faults(draft):
            self.drafts.append(draft)
            self._advised.append(self._glance(draft) - self._glance(self.drafts[0]))
            self.ships.append(ship)
            self._scores.append({})

    def run(self) -> None:
        """Try all drafts; then try the best ones again, with one more draft that has all
        improvements together.
        """
        self._play(range(len(self.drafts)), FIRST)
        better = [each for each in range(1, len(self.drafts)) if self.gain(each) > 0]
        together = dict(self.drafts[0])
        for each in sorted(better, key=self.gain):
            together |= {
                slot: answer
                for slot, answer in self.drafts[each].items()
                if slot in {self.ships[each], PLAN + self.ships[each]}
            }
        before = len(self.drafts)
        self.enter(together)
        new = list(range(before, len(self.drafts)))
        best = sorted(better, key=self.gain, reverse=True)[: FINALISTS - 1]
        if best:
            self._play([0, *best, *new], MORE)

    def _play(self, drafts: Sequence[int], times: int) -> None:
        for _ in range(times):
            seed = self.luck.getrandbits(32)
            state = determinize(self.view, Random(seed))
            for each in drafts:
                if self._rounds and is_time_up():
                    return
                command = Fill(self.sheet.id, dict(self.drafts[each]))
                after = play_round(state, self.sheet.seat, command, seed)
                reasons = in_points(evaluate(after, self.sheet.seat))
                self._scores[each][self._rounds] = sum(reason.worth for reason in reasons)
            self._rounds += 1

    def _glance(self, draft: Orders) -> float:
        """Return the estimate of a draft without playouts: the worths of its orders, added up."""
        orders = [
            slot_score(self.view, self.sheet, id, answer, draft)
            for id, answer in draft.items()
            if id in self.view.ships
        ]
        return sum(orders) / POINT

    def gain(self, number: int) -> float:
        """Return by how many points a draft is better than the first.

        It combines the static comparison and the playouts of both drafts; the more reliable of the
        two has more weight.
        """
        both = self._against_the_first(number) if number else []
        return edge(self._advised[number], both, HORIZON).points

    def doubted(self, number: int) -> float:
        """Return by how many points a draft must be better than the first, to be chosen instead."""
        return CLEARLY + SURE * sqrt(noise(self._against_the_first(number))) if number else 0.0

    def _against_the_first(self, number: int) -> list[float]:
        first, own = self._scores[0], self._scores[number]
        return [own[each] - first[each] for each in own if each in first]

    def results(self) -> tuple[DraftTrial, ...]:
        """Return the trials, best first; drafts that did not get all playouts come last."""
        most = max(len(scores) for scores in self._scores)
        finals = [
            len(scores) >= min(most, MORE) or number == 0
            for number, scores in enumerate(self._scores)
        ]
        found = [
            (
                finals[each],
                DraftTrial(
                    draft,
                    self.gain(each) - self.doubted(each),
                    len(self._scores[each]),
                    self.ships[each],
                    not each,
                ),
            )
            for each, draft in enumerate(self.drafts)
        ]
        found.sort(key=lambda each: (not each[0], -each[1].gain))
        return tuple(tried for _, tried in found)
