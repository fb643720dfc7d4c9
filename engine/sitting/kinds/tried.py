"""A choice tried again: its question is asked once more; the answer is judged but not played."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable

from engine.base.errors import Refused
from engine.game.decision import Answer, Decision
from engine.game.game import Given
from engine.game.question import Question, Sheet
from engine.review.hindsight import SMALL, missed, own_random, weighed_up
from engine.sitting.adviser import think
from engine.sitting.kinds.kind import Kind, Sitting, Thought
from engine.sitting.seats import OwnTable
from engine.sitting.sheet_orders import SheetOrders

GUARDED = "orders are not carried out here: you only see their worth"
WEIGHING = "Working out its worth..."
FOUND = "Found: this is the best answer."


class TriedTable(OwnTable):
    """The seat whose choice it was; nobody else is asked."""

    def asked(self) -> Question | None:
        """Return the question of this seat."""
        pending = self.battle.game.pending(self.battle.state)
        return next((each for each in pending if each.seat in self.persons), None)


class TriedKind(Kind):
    """A question of a battle asked again, until the answer is as good as the best.

    In a sheet only the answer to the highlighted slot is judged. The answer is never submitted to
    the rules.
    """

    closed = dict.fromkeys(
        ("undo", "redo", "take_back", "aside", "resign", "part", "coach", "note"), GUARDED
    )
    by_slot = True

    def __init__(self, slot: str = "") -> None:
        """Ask a question again; of a sheet, highlight the slot that was judged."""
        self.slot = slot
        self._taken: tuple[Sitting, Decision, Answer] | None = None

    def named(self, seat: str, name: str) -> str:
        """Return the prompt of a choice tried again."""
        return f"{name}, try again"

    def give(self, sitting: Sitting, seat: str, given: Given) -> Iterable[str]:
        """Accept the answer, to be judged by `after`."""
        orders, asked = sitting.orders, sitting.question
        if isinstance(asked, Sheet) and isinstance(orders, SheetOrders):
            asked, given = orders.decision, orders.answer
        if not isinstance(asked, Decision) or not isinstance(given, Answer):
            raise Refused(GUARDED)
        self._taken = sitting, asked, given
        return (WEIGHING,)

    async def after(self, thought: Thought) -> AsyncIterator[str]:
        """Yield the cost of the answer, and what the best answer does that this one does not."""
        if self._taken is None:
            return
        (sitting, decision, answer), self._taken = self._taken, None
        battle, game = sitting.battle, sitting.battle.game
        random = own_random(battle.seed, battle.position, decision.seat)
        view = battle.view(decision.seat)
        cost, reason = await think(weighed_up, game, view, decision, answer, random)
        if cost < SMALL:
            yield FOUND
        else:
            yield f"{missed(cost, reason, game.thinking.unit)}. Try again."
