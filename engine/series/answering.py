"""Warnings and costs of an answer in a series, before it is given."""

from __future__ import annotations

from engine.game.decision import Answer, Area, Decision, Option
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, Drafted, Fault, Offer, Question, Sheet
from engine.series.game import Inside
from engine.series.state import Series


class SeriesAnswering(Inside, Answering[Series]):
    """What the battle says of an answer before it is given."""

    def area(
        self, view: Series, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return where an option's thing may be put."""
        meant = self.places(view).meant(decision)
        return self.inner.answering.area(view.battle, meant, option, dial)

    def why_not(self, view: Series, decision: Decision, answer: Answer) -> str:
        """Say why an answer's thing may not be put at its place."""
        meant = self.places(view).meant(decision)
        return self.inner.answering.why_not(view.battle, meant, answer)

    def faults(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
        """Return everything that is wrong with a draft."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.faults(view.battle, meant, draft)

    def warnings(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[str, ...]:
        """Return warnings about a legal draft."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.warnings(view.battle, meant, draft)

    def harm(self, view: Series, question: Question, given: Answer | Draft) -> str:
        """Return what an answer loses for good for its own side."""
        meant = self.places(view).meant(question)
        return self.inner.answering.harm(view.battle, meant, given)

    def drafts(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[Drafted, ...]:
        """Return whole drafts by name."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.drafts(view.battle, meant, draft)

    def offers(self, view: Series, sheet: Sheet, slot: str) -> tuple[Offer, ...]:
        """Return the routine answers to a slot by name."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.offers(view.battle, meant, slot)

    def written(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Return the typed text in the options' notation."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.written(view.battle, meant, slot, typed)

    def why_not_typed(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Return why the typed text is not an answer."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.why_not_typed(view.battle, meant, slot, typed)
