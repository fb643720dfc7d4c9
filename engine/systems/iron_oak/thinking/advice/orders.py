"""Simulated trials of orders: drafts of a sheet played on until the side gives orders again.

The first draft has each ship's best estimate. Other drafts follow each ship's reasons, change the
orders of single ships, and combine all improvements. Both sides act once during a playout, so the
enemy's likely reply is included; hidden facts are drawn at random, and all drafts get the same
dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from engine.game.decision import Answer
from engine.game.parts.thinking import Horizon
from engine.game.question import Fill, Sheet
from engine.kit.by_type import cached_per_state
from engine.lookahead.playout import edge, hurried, noise, run_out
from engine.systems.iron_oak.orders.sheet import PLAN
from engine.systems.iron_oak.state.state import ORDERS, State
from engine.systems.iron_oak.thinking.advice.reasons import order_reasons, total
from engine.systems.iron_oak.thinking.place_worth import POINT, in_points, standing
from engine.systems.iron_oak.thinking.playing_on import determinized, filled, played_on
from engine.systems.iron_oak.thinking.quick_score import slot_score
from engine.systems.iron_oak.turn import rules

OTHERS = 2
"""The number of other orders that are tried for each ship: those with the best estimates."""
UNTRIED = ("drift",)
"""Orders used only if no other has a better estimate: the cost of drifting appears later than the
end of these playouts (docs/bots.md)."""
FIRST, MORE = 3, 5
"""The number of playouts of each draft, and of further playouts of the best drafts."""
HORIZON = Horizon(bias=0.0, doubt=2.5)
"""The errors, in points, of playouts to the next orders, and of the static comparison of two
drafts."""
CLEARLY = 0.1
"""How much better than the first draft a draft must be: playouts cannot measure smaller differences
(docs/bots.md)."""
SURE = 1.0
"""By how many standard errors it must also be better: among many drafts some look better by the
luck of a few playouts, and more ships mean more drafts (docs/bots.md)."""
FINALISTS = 5
"""The largest number of drafts that get further playouts."""

Draft = dict[str, Answer]


class Tried(NamedTuple):
    """A draft that was tried: the number of its playouts, and by how much it did better than the
    first.
    """

    draft: Draft
    gain: float
    """Points of evaluation, from the static comparison and the playouts, weighted by their errors;
    0 for the first draft."""
    times: int
    ship: str = ""
    """The only ship whose order differs from the first draft; '' for several or none."""
    glance: bool = False
    """Whether this is the first draft, made of each ship's best estimate."""


def order_sheet(view: State, seat: str) -> Sheet | None:
    """Return the open order sheet of a seat; None if it has none."""
    for each in rules.pending(view):
        if each.seat == seat and isinstance(each, Sheet) and each.kind == "orders":
            return each
    return None


def tried_orders(view: State, seat: str) -> tuple[Tried, ...]:
    """Return the drafts of a seat's order sheet, best first; () if no order sheet is open.

    Cached by state, so that the advice shown is what the captain plays.
    """
    return _tried(view, seat, hurried())


@cached_per_state
def _tried(view: State, seat: str, hurry: bool) -> tuple[Tried, ...]:
    """Return the drafts, as `tried_orders` does.

    `hurry` is part of the cache key: with a time limit fewer drafts are tried, and that result must
    not be used when there is no limit.
    """
    sheet = order_sheet(view, seat)
    if sheet is None:
        return ()
    luck = Random(f"{view.turn} {view.dice} {seat}")
    race = _Race(view, sheet, luck, filled(view, sheet, luck))
    race.enter(_reasoned(view, sheet, race.drafts[0]))
    for ship, draft in _changes(view, sheet, race.drafts[0]):
        race.enter(draft, ship)
    if len(race.drafts) > 1:
        race.run()
    return race.results()


def _reasoned(view: State, sheet: Sheet, first: Draft) -> Draft:
    """Return the first draft with each ship's order chosen by its reasons, the enemy's reply
    included.

    A ship keeps her order if the budgets do not allow the other one.
    """
    draft = first
    for slot in sheet.slots:
        if slot.id in view.ships and slot.id in first:
            orders = [each for each in ORDERS if any(each == option.id for option in slot.options)]
            best = max(orders, key=lambda each: total(order_reasons(view, slot.id, each)))
            changed = _planned(view, sheet, {**draft, slot.id: Answer(best)}, slot.id)
            draft = draft if sheet.faults(changed) else changed
    return draft


def _changes(view: State, sheet: Sheet, first: Draft) -> Iterator[tuple[str, Draft]]:
    """Yield the first draft with another order for one ship, with that ship's id."""
    for slot in sheet.slots:
        if slot.id not in view.ships or slot.id not in first:
            continue
        others = [
            Answer(option.id)
            for option in slot.options
            if option.id not in (first[slot.id].option, *UNTRIED)
        ]
        others.sort(key=lambda each: -slot_score(view, sheet, slot.id, each, first))
        for each in others[:OTHERS]:
            yield slot.id, _planned(view, sheet, {**first, slot.id: each}, slot.id)


def _planned(view: State, sheet: Sheet, draft: Draft, ship: str) -> Draft:
    """Return a draft in which a ship's plan agrees with her order."""
    plan = PLAN + ship
    slot = next((each for each in sheet.slots if each.id == plan), None)
    if slot is None:
        return draft
    draft = {id: answer for id, answer in draft.items() if id != plan}
    tried = [Answer(), *(Answer(option.id) for option in slot.options)]
    best = max(tried, key=lambda each: slot_score(view, sheet, plan, each, draft))
    return {**draft, plan: best} if best.chosen else draft


class _Race:
    """Drafts that are compared by playouts from the same states with the same dice."""

    def __init__(self, view: State, sheet: Sheet, luck: Random, first: Draft) -> None:
        self.view, self.sheet, self.luck = view, sheet, luck
        self.drafts = [first]
        self._advised = [0.0]
        self.ships = [""]
        self._scores: list[dict[int, float]] = [{}]
        self._rounds = 0

    def enter(self, draft: Draft, ship: str = "") -> None:
        """Add a draft, unless it is a duplicate or has a fault."""
        if draft not in self.drafts and not self.sheet.faults(draft):
            self.drafts.append(draft)
            self._advised.append(self._glance(draft) - self._glance(self.drafts[0]))
            self.ships.append(ship)
            self._scores.append({})

    def run(self) -> None:
        """Try all drafts, then all improvements combined, then the best drafts again."""
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
            state = determinized(self.view, Random(seed))
            for each in drafts:
                if self._rounds and run_out():
                    return
                command = Fill(self.sheet.id, dict(self.drafts[each]))
                after = played_on(state, self.sheet.seat, command, seed)
                reasons = in_points(standing(after, self.sheet.seat))
                self._scores[each][self._rounds] = sum(reason.worth for reason in reasons)
            self._rounds += 1

    def _glance(self, draft: Draft) -> float:
        """Return the static evaluation of a draft's orders, ship by ship."""
        orders = [
            slot_score(self.view, self.sheet, id, answer, draft)
            for id, answer in draft.items()
            if id in self.view.ships
        ]
        return sum(orders) / POINT

    def gain(self, number: int) -> float:
        """Return by how much a draft is better than the first.

        It combines the static comparison and the playouts of both drafts; the more reliable of the
        two has more weight.
        """
        both = self._against_the_first(number) if number else []
        return edge(self._advised[number], both, HORIZON).points

    def doubted(self, number: int) -> float:
        """Return how much better than the first a draft must look before it is chosen."""
        return CLEARLY + SURE * sqrt(noise(self._against_the_first(number))) if number else 0.0

    def _against_the_first(self, number: int) -> list[float]:
        first, own = self._scores[0], self._scores[number]
        return [own[each] - first[each] for each in own if each in first]

    def results(self) -> tuple[Tried, ...]:
        """Return the drafts that were tried, best first; drafts that were dropped early
        come last.
        """
        most = max(len(scores) for scores in self._scores)
        finals = [
            len(scores) >= min(most, MORE) or number == 0
            for number, scores in enumerate(self._scores)
        ]
        found = [
            (
                finals[each],
                Tried(
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
