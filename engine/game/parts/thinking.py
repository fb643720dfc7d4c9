"""How a game evaluates answers: for computer players, advice, hindsight and warnings."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any

import msgspec

from engine.game.decision import Advice, Answer, Area, Decision, Option, Reason, outside_text
from engine.game.parts.part import Part, S
from engine.game.question import Draft, Fault, NamedDraft, Offer, Question, Sheet

# How far a search looks ahead.


class Horizon(msgspec.Struct, frozen=True):
    """How far the playouts (simulated continuations) of a game look ahead, and how accurate they
    are.
    """

    turns: int = 1
    """The number of turns that a playout plays to their end, including the current one; 0 where
    playouts are impossible."""
    bias: float = 0.5
    """The systematic error of playouts in points. It comes from stopping before the end of the
    battle, so more playouts do not reduce it."""
    doubt: float = 1.25
    """The uncertainty of advice: the standard error, in points, of the difference that it states
    between two answers."""
    sooner: int = 0
    """Replaces `turns` in a search with limited time, where many short playouts may tell more than
    a few long ones; 0 for the same number as `turns`."""

    def searched(self) -> Horizon:
        """Return this horizon with `turns` replaced by `sooner`, if that is set.

        The computer player `admiral` calls it, because the time for an answer is limited. Puzzles,
        which have time, play all `turns`.
        """
        return msgspec.structs.replace(self, turns=self.sooner or self.turns, sooner=0)


# How a game system judges answers, for computer players, advice and hindsight.


STEEPEST = 30.0
"""The maximum of log odds, above or below 0; odds beyond it are clamped, because `exp`
overflows."""


class Thinking(Part[S]):
    """The part of a game that judges how good answers are.

    Every method takes a view, a state without hidden information.
    """

    unit: str = "points"
    """The unit that players read after a figure, such as `damage`."""
    unit_size: float = 1.0
    """How many of `unit` one point of a worth is."""
    winning_odds: float = 10.0
    """The value of `evaluate` at which winning odds are e to 1, as fitted to whole battles."""

    def quick_score(self, view: S, question: Question, answer: Answer) -> float:
        """Return a quick estimate of an answer, one move ahead; higher is better for its seat.

        For an answer to a slot of a sheet, `question` is a decision that names the slot.
        """
        return 0.0

    def slot_score(self, view: S, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
        """Return a quick estimate of an answer to one slot (line) of a sheet.

        `draft` has the answers to the slots before it.
        """
        return self.quick_score(view, sheet.as_decision(sheet.slot(slot)), answer)

    def advice(self, view: S, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return answers with their worths and reasons, best first.

        There is at least one answer for each option, its best. Advice looks further ahead than
        `quick_score`: to the seat's next moves and the enemy's reply. () where a system has only
        `quick_score`.
        """
        return ()

    def playout_policy(self, view: S, question: Question) -> tuple[Advice, ...]:
        """Return answers as `advice` does, but faster, to choose the moves in playouts.

        () where `quick_score` is good enough for that.
        """
        return ()

    def horizon(self, view: S, question: Question) -> Horizon:
        """Return how far ahead a search plays before it evaluates, and how accurate that is."""
        return Horizon()

    def evaluate(self, view: S, seat: str) -> tuple[Reason, ...]:
        """Return the evaluation of a position for the side of a seat, as a sum of terms.

        Positive values are good for this side, negative ones for its enemies.
        """
        return ()

    def chance(self, view: S, seat: str) -> float:
        """Return the chance (0 to 1) that a seat's side wins; a draw counts as half a win.

        By default the chance follows from the evaluation; a system may instead have features fitted
        to whole battles (`engine/kit/chance.py`).
        """
        odds = sum(reason.worth for reason in self.evaluate(view, seat)) / self.winning_odds
        return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, odds))))

    def luck(self, before: S, event: Any, after: S, seat: str) -> float:
        """Return by how much the dice of an event changed `evaluate`, compared with average dice.

        The value is seen from a seat: positive is good luck for it.
        """
        return 0.0

    def determinize(self, view: S, question: Question, random: Random) -> S:
        """Return a full state that agrees with a view, with the hidden facts drawn at random.

        The state may leave out facts that matter little for the question, so that playouts end
        sooner.
        """
        return view


# Checks by a game system before an answer is given: where its piece may be placed, and why it is
# illegal.


class Answering(Part[S]):
    """The part of a game that checks an answer before it is given: places, faults, warnings."""

    def area(
        self, view: S, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return where an option's piece may be placed when the dial has this value; None for
        nowhere.

        By default this is the decision's own area; a system may have a different area for each
        option and each value of the dial.
        """
        return decision.area if option.area else None

    def why_not(self, view: S, decision: Decision, answer: Answer) -> str:
        """Return why an answer may not place its piece (a ship, say) where it says; '' if it
        may.
        """
        if answer.at is None:
            return ""
        area = self.area(view, decision, decision.option(answer.option), answer.dial)
        return "" if area and area.holds(answer.at) else outside_text(answer.at)

    def faults(self, view: S, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
        """Return all faults in a draft of a sheet; () when the sheet may be sealed."""
        return sheet.faults(draft)

    def warnings(self, view: S, sheet: Sheet, draft: Draft) -> tuple[str, ...]:
        """Return short warnings about a draft that is legal.

        For example, ships of one side would collide. Called at every change of the draft.
        """
        return ()

    def harm(self, view: S, question: Question, given: Answer | Draft) -> str:
        """Return the lasting harm that an answer would do to its own side; '' for none.

        The harm is a sentence without its full stop, such as that a ship collides with a friend,
        leaves the battle, or strikes. Front ends ask for confirmation before they accept such an
        answer, with `no` as the default. They first highlight an answer without harm, if there is
        one.
        """
        return ""

    def drafts(self, view: S, sheet: Sheet, draft: Draft) -> tuple[NamedDraft, ...]:
        """Return named drafts that fill a sheet, such as a line of ships that keeps together.

        A key of the front end shows one after another. `draft` is the draft so far. Slots that a
        returned draft leaves out do not change.
        """
        return ()

    def offers(self, view: S, sheet: Sheet, slot: str) -> tuple[Offer, ...]:
        """Return named answers to a slot that are often given, such as the same answer as last
        turn.

        A key of the front end shows one after another. They are computed for one slot at a time, so
        that each may take long.
        """
        return ()

    def normalize(self, view: S, sheet: Sheet, slot: str, typed: str) -> str:
        """Return a typed text as the options spell it, such as `2` for `11`."""
        return typed

    def why_not_typed(self, view: S, sheet: Sheet, slot: str, typed: str) -> str:
        """Return why a typed text can become no answer.

        '' if the text is an answer, or the beginning of one.
        """
        place = sheet.slot(slot)
        begins = any(each.id.startswith(typed) for each in place.options)
        return "" if begins else f"no order of {place.label} begins like that"
