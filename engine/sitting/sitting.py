"""Sitting: a person at a battle, on any face. What is asked, what may be done, and doing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.base.errors import ProgramFault, Refused
from engine.game.decision import Answer, Decision
from engine.game.game import Given
from engine.game.question import Draft, Question, Sheet
from engine.kernel.seen import PlayedBattle
from engine.sitting.kinds.kind import Kind
from engine.sitting.orders import Harm, cost, filled_in, harmless_first
from engine.sitting.seats import SeatTable


class Sealing(NamedTuple):
    """A sheet that is about to be sealed: what is in it, and what is to be said before."""

    draft: Draft
    by_program: tuple[str, ...]
    """The slots that are filled in as proposed, not by the person."""
    warnings: tuple[str, ...]
    harm: str
    """What it costs for good, or that the program has filled it in; '' for nothing."""


class Sitting:
    """One person, or several at one keyboard, at one battle, for one evening of some kind.

    It holds the sheet that is being filled in. It asks nobody whether he is sure: a face does,
    with what `cost` and `sealing` say. It raises `Refused` with a sentence where something may not
    be done, and `FileFault` where the disk does not take it; nothing has happened then.
    """

    def __init__(self, battle: PlayedBattle, table: SeatTable, kind: Kind | None = None) -> None:
        self.battle = battle
        self.game = battle.game
        self.table = table
        self.kind = kind or Kind()
        self.draft: dict[str, Answer] = {}
        """What is filled in of the sheet that was taken up."""
        self._drafted: Sheet | None = None

    # What is asked ----------------------------------------------------------------------------

    @property
    def view(self) -> Any:
        """The state as whoever looks may see it."""
        return self.battle.view(self.table.viewer_seat)

    @property
    def over(self) -> bool:
        """Whether nothing more is to be done at this table."""
        return self.kind.over(self)

    def moment(self) -> tuple[object, object]:
        """Return what `is_past` compares: the state, and the stage of the evening's kind."""
        return self.battle.state, self.kind.stage()

    def is_past(self, moment: tuple[object, object]) -> bool:
        """Tell whether what was asked at a moment has been answered, or is gone."""
        state, stage = moment
        return self.battle.state is not state or self.kind.stage() != stage or self.over

    def computed(self) -> Iterator[str]:
        """Let computer players answer until a person is asked.

        Yields a sentence for each program that has failed; a substitute plays on for it.
        """
        while found := self.table.computed():
            player, question = found
            try:
                answer = player.choose(self.battle.view(question.seat), question)
            except ProgramFault as fault:
                yield f"{self.table.relieve(question.seat, fault)}."
                continue
            self.battle.answer(question.seat, answer)

    def offered(self) -> Question | None:
        """Return what is asked of a person now, the orders that do harm last."""
        question = self.table.asked()
        if isinstance(question, Decision):
            return harmless_first(question, self.harm(question))
        return question

    def harm(self, decision: Decision) -> Harm:
        """Return what tells of an answer to a decision what it costs for good."""
        view = self.view
        return lambda answer: self.game.answering.harm(view, decision, answer)

    # Answers ----------------------------------------------------------------------------------

    def cost(self, question: Question, given: Given) -> str:
        """Return what is told before an answer is taken; '' where it is taken at once."""
        return cost(self.game, self.view, question, given)

    def give(self, seat: str, given: Given) -> Iterable[str]:
        """Take a person's answer; return what is told of it."""
        return self.kind.give(self, seat, given)

    def take_up(self, question: Question) -> Sheet:
        """Return a sheet with what was drafted of it before; `Refused` where there is none."""
        if not isinstance(question, Sheet):
            raise Refused("there is no sheet to be filled in")
        if self._drafted is None or self._drafted != question:
            self.draft = dict(self.battle.drafts.of(question.seat, question.id))
            self._drafted = question
        return question

    def fill(self, sheet: Sheet, slot: str, answer: Answer) -> bool:
        """Fill a slot in; tell whether all that is asked for is filled in."""
        self.draft[slot] = answer
        self._keep(sheet)
        needed = (each for each in sheet.slots if each.needs and each.options)
        return all(each.id in self.draft for each in needed)

    def fill_proposed(self, sheet: Sheet) -> None:
        """Take what is proposed for the slots that are empty."""
        self.draft = {**sheet.proposed, **self.draft}
        self._keep(sheet)

    def _keep(self, sheet: Sheet) -> None:
        self.battle.drafts.keep(sheet.seat, sheet.id, self.draft)

    def sealing(self, sheet: Sheet) -> Sealing:
        """Return what a sheet would be sealed with; `Refused` where it may not be."""
        draft: Draft = {**sheet.proposed, **self.draft}
        view, answering = self.battle.view(sheet.seat), self.game.answering
        if faults := answering.faults(view, sheet, draft):
            raise Refused(faults[0].why)
        by_program = tuple(each.id for each in sheet.slots if each.id in draft.keys() - self.draft)
        proposed = filled_in(sheet, by_program)
        harm = answering.harm(view, sheet, draft) or (f"{proposed}. Seal it" if proposed else "")
        return Sealing(draft, by_program, tuple(answering.warnings(view, sheet, draft)), harm)

    # Going back -------------------------------------------------------------------------------

    def undo(self) -> None:
        """Undo the latest order; `Refused` says that it can only be taken back, where it can."""
        seat = self.table.acting_seat()
        why_not = self.battle.why_not_undo(seat)
        if why_not and not self.battle.why_not_take_back(seat):
            raise Refused(f"{why_not}; take back goes back all the same")
        self.battle.undo(seat)
