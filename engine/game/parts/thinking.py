"""How a game judges answers: for computer players, advice, hindsight, and before one is given."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import msgspec

from engine.game.decision import Advice, Answer, Area, Decision, Option, Reason, outside
from engine.game.parts.part import Part, S
from engine.game.question import Draft, Drafted, Fault, Offer, Question, Sheet

# How far a search sees.


class Horizon(msgspec.Struct, frozen=True):
    """How far playouts look, and how far what they tell may err."""

    turns: int = 1
    """How many turns are played to their end, the one under way among them; 0 where none can be."""
    bias: float = 0.5
    """By how many points they err however many there are: they are not the whole battle."""
    doubt: float = 1.25
    """By how many points the advice errs about the difference of two answers: a standard error."""
    sooner: int = 0
    """Turns that a search with a budget plays on instead; 0: as many. More rounds of fewer turns
    may tell more in the same time."""

    def searched(self) -> Horizon:
        """Return the horizon of a search with a budget."""
        return msgspec.structs.replace(self, turns=self.sooner or self.turns, sooner=0)


# How a game system judges answers, for computer players, advice and hindsight.


STEEPEST = 30.0
"""Log odds are kept within this, because `exp` overflows."""


class Thinking(Part[S]):
    """What answers are worth. Everything is asked of a view: nothing hidden is known."""

    unit: str = "points"
    """What worths are counted in, as a player says it behind a figure: `damage`."""
    winning_odds: float = 10.0
    """By how much `evaluate` has to be better for odds of e to 1, as fitted to whole battles."""

    def quick_score(self, view: S, question: Question, answer: Answer) -> float:
        """Return how good an answer looks to its seat, one look ahead; higher is better.

        A slot of a sheet is asked about as a decision that names the slot.
        """
        return 0.0

    def slot_score(self, view: S, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
        """Return how good an answer to one slot looks, the slots before it filled as drafted."""
        return self.quick_score(view, sheet.as_decision(sheet.slot(slot)), answer)

    def advice(self, view: S, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return answers with what they are worth and why, best first, each option's best at least.

        It looks further ahead than `quick_score`: what the seat could do next, and the enemy's
        reply. Nothing where a system has no more to say than `quick_score` does.
        """
        return ()

    def playout_policy(self, view: S, question: Question) -> tuple[Advice, ...]:
        """Return answers for playouts: as `advice`, but quickly; none where `quick_score` does."""
        return ()

    def horizon(self, view: S, question: Question) -> Horizon:
        """Return how far a search looks on before it judges, and how far that errs."""
        return Horizon()

    def evaluate(self, view: S, seat: str) -> tuple[Reason, ...]:
        """Return how well a seat's side stands against its enemies, term by term."""
        return ()

    def chance(self, view: S, seat: str) -> float:
        """Return the chance (0 to 1) that a seat's side wins; a draw counts as half a win.

        It is read from the evaluation, unless a system has fitted features of its own to whole
        battles (`engine/kit/chance.py`).
        """
        odds = sum(reason.worth for reason in self.evaluate(view, seat)) / self.winning_odds
        return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, odds))))

    def luck(self, before: S, event: Any, after: S, seat: str) -> float:
        """Return the part of an event's change of `evaluate` that was luck; 0 on average."""
        return 0.0

    def determinize(self, view: S, question: Question, random: Random) -> S:
        """Return a whole state that a view allows: what the seat may not see, drawn at random.

        It may leave out what the question hardly bears on, so that it is played on sooner.
        """
        return view


# What a game system says of an answer before it is given: where, and why not.


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
        """Return warnings about a legal draft, in short sentences, such as own ships that would
        collide. Called at every change of the draft.
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
        """Return the typed text in the options' notation, such as `2` for `11`."""
        return typed

    def why_not_typed(self, view: S, sheet: Sheet, slot: str, typed: str) -> str:
        """Return why the typed text is neither an answer nor the beginning of one; '' if it is."""
        place = sheet.slot(slot)
        begins = any(each.id.startswith(typed) for each in place.options)
        return "" if begins else f"no order of {place.label} begins with this"
