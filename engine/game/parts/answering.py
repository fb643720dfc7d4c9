"""What a game system says of an answer before it is given: where, and why not."""

from __future__ import annotations

from engine.base.generic import S
from engine.game.answer import Answer
from engine.game.decision import Area, Decision, Option, outside
from engine.game.parts.part import Part
from engine.game.question import Question
from engine.game.sheet import Draft, Drafted, Fault, Offer, Sheet


class Answering(Part[S]):
    """Places and faults that depend on more than a question holds."""

    def area(
        self, view: S, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return where an option's thing may be put, its dial standing so; None for nowhere.

        The decision's own area, unless a system knows of one for each option and dial.
        """
        return decision.area if option.area else None

    def why_not(self, view: S, decision: Decision, answer: Answer) -> str:
        """Say why an answer's thing may not be put at its place, '' when it may."""
        if answer.at is None:
            return ""
        area = self.area(view, decision, decision.option(answer.option), answer.dial)
        return "" if area and area.holds(answer.at) else outside(answer.at)

    def faults(self, view: S, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
        """Return everything that is wrong with a draft; () when the sheet may be sealed so."""
        return sheet.faults(draft)

    def warnings(self, view: S, sheet: Sheet, draft: Draft) -> tuple[str, ...]:
        """Return what a player should know of a draft that may be sealed so, in short sentences.

        Such as own ships that would run into each other. It is asked at every change of the draft.
        """
        return ()

    def harm(self, view: S, question: Question, given: Answer | Draft) -> str:
        """Return what an answer costs its giver's own side for good, '' for nothing.

        A sentence without its full stop: a ship runs into a friend, leaves the battle, strikes.
        Front ends ask before they take such an answer, Enter means no, and the answer that they
        highlight first is one without harm where there is one.
        """
        return ""

    def drafts(self, view: S, sheet: Sheet, draft: Draft) -> tuple[Drafted, ...]:
        """Return whole drafts by name, such as a line that keeps together; a key goes through them.

        `draft` is what is filled in by now. Slots that a draft leaves out stay as they are.
        """
        return ()

    def offers(self, view: S, sheet: Sheet, slot: str) -> tuple[Offer, ...]:
        """Return the routine answers to a slot by name, such as the same as last turn.

        A key goes through them. They are asked for one slot at a time, so they may take thought.
        """
        return ()

    def written(self, view: S, sheet: Sheet, slot: str, typed: str) -> str:
        """Return what is spelt so far as the options are written, such as `2` for `11`."""
        return typed

    def why_not_typed(self, view: S, sheet: Sheet, slot: str, typed: str) -> str:
        """Say why what is spelt so far is no answer and the beginning of none; '' if it is."""
        place = sheet.slot(slot)
        begins = any(each.id.startswith(typed) for each in place.options)
        return "" if begins else f"no order of {place.label} begins so"
