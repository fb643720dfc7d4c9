"""Warnings and costs of an answer in a series, before it is given."""

from __future__ import annotations

from engine.game.decision import Answer, Area, Decision, Option
from engine.game.parts.thinking import Answering
from engine.game.question import Draft, Fault, NamedDraft, Offer, Question, Sheet
from engine.series.game import Inside
from engine.series.state import Series


class SeriesAnswering(Inside, Answering[Series]):
    """Checks of an answer in a series, delegated to the battle's game."""

    def area(
        self, view: Series, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return the area for an option's piece."""
        meant = self.places(view).for_battle(decision)
        return self.inner.answering.area(view.battle, meant, option, dial)

    def why_not(self, view: Series, decision: Decision, answer: Answer) -> str:
        """Return why an answer's piece may not be placed there."""
        meant = self.places(view).for_battle(decision)
        return self.inner.answering.why_not(view.battle, meant, answer)

    def faults(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
        """Return all faults of a draft."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.faults(view.battle, meant, draft)

    def warnings(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[str, ...]:
        """Return warnings about a legal draft."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.warnings(view.battle, meant, draft)

    def harm(self, view: Series, question: Question, given: Answer | Draft) -> str:
        """Return the permanent harm that an answer does to its own side."""
        meant = self.places(view).for_battle(question)
        return self.inner.answering.harm(view.battle, meant, given)

    def drafts(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[NamedDraft, ...]:
        """Return whole drafts by name."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.drafts(view.battle, meant, draft)

    def offers(self, view: Series, sheet: Sheet, slot: str) -> tuple[Offer, ...]:
        """Return the routine answers to a slot by name."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.offers(view.battle, meant, slot)

    def normalize(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Return a typed text in the notation of the options."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.normalize(view.battle, meant, slot, typed)

    def why_not_typed(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Return why a typed text is not an answer."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.why_not_typed(view.battle, meant, slot, typed)
