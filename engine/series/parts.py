"""The parts (words, advice, review) of a series.

A series plays one game, such as Oak & Iron, in all its battles. Each part calls the same part of
that game. Only the log lines between battles and the table of battles are new here. The screen part
is in screen.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.base.text import correct_grammar, winning
from engine.game.decision import Advice, Answer, Area, Decision, Option, Reason
from engine.game.game import Record, titled
from engine.game.parts.part import Positions
from engine.game.parts.review import Aftermath, Missed, Review, Rolled, TurningPoint
from engine.game.parts.thinking import Answering, Horizon, Thinking
from engine.game.parts.words import Diagram, Happening, Landmark, Term, Words
from engine.game.question import Draft, Fault, NamedDraft, Offer, Question, Sheet
from engine.series.game import Inside
from engine.series.state import (
    SIDES,
    BattleBegan,
    BattleEnded,
    InBattle,
    Series,
    score,
    with_battle,
    won,
)

# Words: those of the battles, and a line where each battle begins and ends.


class SeriesWords(Inside, Words[Series]):
    """The log and words of the game that the series plays, and a line where a battle begins or
    ends.
    """

    def tell(self, before: Series, event: Any, seat: str) -> str:
        """Return one line with what a seat may know of an event."""
        places = self.places(before)
        match event:
            case InBattle(happened):
                return self.inner.words.tell(before.battle, happened, places.inside(seat))
            case BattleEnded(row):
                who = winning(row.winner) if row.winner else "it is a draw"
                stands = score((*before.rows, row))
                why = correct_grammar(row.reason)
                return f"Battle {row.number} is over, {who}: {why}. The score is {stands}"
            case BattleBegan(number):
                title = titled(self.inner, before.plan.scenario(number)).title
                return f"Battle {number} begins: {title}"
        return ""

    def landmarks_of(self, event: Any) -> tuple[Landmark, ...]:
        """Return the landmarks (shot, loss, capture) in an event of the current battle."""
        return self.inner.words.landmarks_of(event.happened) if isinstance(event, InBattle) else ()

    def happening(self, before: Series, event: Any) -> Happening | None:
        """Return the facts from which the battle's prose tells an event; None if it tells
        nothing.
        """
        if not isinstance(event, InBattle):
            return None
        return self.inner.words.happening(before.battle, event.happened)

    def voice(self, before: Series, event: Any) -> Happening | None:
        """Return the facts for the words spoken aboard during an event; None if nobody speaks."""
        if not isinstance(event, InBattle):
            return None
        return self.inner.words.voice(before.battle, event.happened)

    def describe(self, state: Series, command: Any) -> str:
        """Return a command in words."""
        return self.inner.words.describe(state.battle, command)

    def terms(self) -> tuple[Term, ...]:
        """Return the terms in the reference (the rules explained) of the game that the series
        plays.
        """
        return self.inner.words.terms()

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams that explain rules of the game that the series plays."""
        return self.inner.words.diagrams()

    def terms_of(self, view: Series, key: str) -> tuple[str, ...]:
        """Return the ids of the reference terms that explain a ship or a piece of terrain."""
        return self.inner.words.terms_of(view.battle, key)

    def terms_of_all(self, view: Series, keys: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the reference terms that explain signs and conditions of several
        ships.
        """
        return self.inner.words.terms_of_all(view.battle, keys)

    def terms_now(self, view: Series, key: str) -> tuple[str, ...]:
        """Return the ids of the reference terms that matter at this moment."""
        return self.inner.words.terms_now(view.battle, key)

    def terms_asked(self, view: Series, kind: str) -> tuple[str, ...]:
        """Return the ids of the reference terms that explain a kind of question."""
        return self.inner.words.terms_asked(view.battle, kind)

    def named_in(self, text: str) -> tuple[str, ...]:
        """Return the ids of the reference terms that a text on the screen names."""
        return self.inner.words.named_in(text)


# Checks of an answer.


class SeriesAnswering(Inside, Answering[Series]):
    """Checks of an answer before it is given, by the rules of the game that the series plays."""

    def area(
        self, view: Series, decision: Decision, option: Option, dial: float | None = None
    ) -> Area | None:
        """Return the area in which an option's piece may be placed; None if it needs no place."""
        meant = self.places(view).for_battle(decision)
        return self.inner.answering.area(view.battle, meant, option, dial)

    def why_not(self, view: Series, decision: Decision, answer: Answer) -> str:
        """Return why an answer's piece may not be placed at its place."""
        meant = self.places(view).for_battle(decision)
        return self.inner.answering.why_not(view.battle, meant, answer)

    def faults(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[Fault, ...]:
        """Return all faults of a draft (the answers on a sheet so far)."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.faults(view.battle, meant, draft)

    def warnings(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[str, ...]:
        """Return warnings about a draft that is legal but may be a mistake."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.warnings(view.battle, meant, draft)

    def harm(self, view: Series, question: Question, given: Answer | Draft) -> str:
        """Return in words the permanent harm that an answer does to its own side; '' for none."""
        meant = self.places(view).for_battle(question)
        return self.inner.answering.harm(view.battle, meant, given)

    def drafts(self, view: Series, sheet: Sheet, draft: Draft) -> tuple[NamedDraft, ...]:
        """Return complete drafts of a sheet with names, which a key proposes one after another."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.drafts(view.battle, meant, draft)

    def offers(self, view: Series, sheet: Sheet, slot: str) -> tuple[Offer, ...]:
        """Return the answers that are often given to a slot, with names; a key proposes one after
        another.
        """
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.offers(view.battle, meant, slot)

    def normalize(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Return the text that a player typed for a slot, in the notation of its options."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.normalize(view.battle, meant, slot, typed)

    def why_not_typed(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Return why the text that a player typed is not an answer to the slot."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.answering.why_not_typed(view.battle, meant, slot, typed)


# The worth of answers: no player spares its ships for later battles of the series.


class SeriesThinking(Inside, Thinking[Series]):
    """The evaluation of the current battle by its game; later battles of the series have no
    influence.
    """

    @property
    def winning_odds(self) -> float:  # type: ignore[override]
        """The score of `evaluate` that means winning odds of e to 1 in the game that the series
        plays.
        """
        return self.inner.thinking.winning_odds

    @property
    def unit(self) -> str:  # type: ignore[override]
        """The unit in which the worth of an answer is shown to players, such as ships."""
        return self.inner.thinking.unit

    @property
    def unit_size(self) -> float:  # type: ignore[override]
        """How many of the units in `unit` one point of an answer's worth is."""
        return self.inner.thinking.unit_size

    def quick_score(self, view: Series, question: Question, answer: Answer) -> float:
        """Return a quick estimate of how good an answer is for its seat, in points."""
        meant = self.places(view).for_battle(question)
        return self.inner.thinking.quick_score(view.battle, meant, answer)

    def slot_score(
        self, view: Series, sheet: Sheet, slot: str, answer: Answer, draft: Draft
    ) -> float:
        """Return a quick estimate of how good an answer to one slot is, in points."""
        meant = self.places(view).for_battle(sheet)
        return self.inner.thinking.slot_score(view.battle, meant, slot, answer, draft)

    def advice(self, view: Series, question: Question, random: Random) -> tuple[Advice, ...]:
        """Return the advice on a question: good answers with their worth and reasons."""
        meant = self.places(view).for_battle(question)
        return self.inner.thinking.advice(view.battle, meant, random)

    def playout_policy(self, view: Series, question: Question) -> tuple[Advice, ...]:
        """Return the answers that players choose from in playouts (simulated continuations)."""
        meant = self.places(view).for_battle(question)
        return self.inner.thinking.playout_policy(view.battle, meant)

    def horizon(self, view: Series, decision: Question) -> Horizon:
        """Return how many turns ahead a search plays before it evaluates the position."""
        return self.inner.thinking.horizon(view.battle, self.places(view).for_battle(decision))

    def evaluate(self, view: Series, seat: str) -> tuple[Reason, ...]:
        """Return the terms of the current battle's evaluation for a seat's side."""
        return self.inner.thinking.evaluate(view.battle, self.places(view).inside(seat))

    def chance(self, view: Series, seat: str) -> float:
        """Return the chance that a seat's side wins the battle that is being fought."""
        return self.inner.thinking.chance(view.battle, self.places(view).inside(seat))

    def luck(self, before: Series, event: Any, after: Series, seat: str) -> float:
        """Return by how much luck in an event changed the score of `evaluate`; 0 between
        battles.
        """
        if not isinstance(event, InBattle):
            return 0.0
        seat = self.places(before).inside(seat)
        return self.inner.thinking.luck(before.battle, event.happened, after.battle, seat)

    def determinize(self, view: Series, decision: Question, random: Random) -> Series:
        """Return a complete state consistent with a view: hidden facts are filled in at random."""
        meant = self.places(view).for_battle(decision)
        return with_battle(view, self.inner.thinking.determinize(view.battle, meant, random))


# Statistics: the table of the battles, in which each battle is a chapter.


HEADS = ("battle", "scenario", "won", "points", "turns", "how")


class SeriesReview(Inside, Review[Series]):
    """The review of a series: a table of its battles, and each battle as a chapter."""

    plays_on = False

    @property
    def explained(self) -> Mapping[str, str]:
        """{purpose of dice: name of the reference term that explains it}, where their names differ.

        The game that the series plays states them.
        """
        return self.inner.review.explained

    @property
    def by_slot(self) -> bool:  # type: ignore[override]
        """Whether a review judges each slot of a sheet by itself, which depends on the game that
        the series plays.
        """
        return self.inner.review.by_slot

    def aftermath(self, start: Series, entries: Sequence[Record]) -> Aftermath:
        """Return a row for each battle, with its result."""
        over = [
            (record.at, event.row)
            for record in entries
            for event in record.events
            if isinstance(event, BattleEnded)
        ]
        if not over:
            return Aftermath()
        rows = tuple(row for _, row in over)
        moments = []
        for n, row in over:
            why = correct_grammar(row.reason)
            end = f"{winning(row.winner)}: {why}" if row.winner else f"a draw: {why}"
            loser = next((side for side in SIDES if row.winner and side != row.winner), "")
            moments.append(TurningPoint(n, row.number, end, loser))
        first, second = (f"{side} {won(rows, side)}" for side in SIDES)
        return Aftermath(
            sides=SIDES,
            moments=tuple(moments),
            moments_by="battle",
            book=f"The series, {first} : {second}",
            chapters=(
                HEADS,
                *(
                    (
                        str(row.number),
                        titled(self.inner, row.scenario).title,
                        row.winner,
                        " : ".join(f"{row.points[side]:g}" for side in SIDES if side in row.points),
                        str(row.turns),
                        correct_grammar(row.reason),
                    )
                    for row in rows
                ),
            ),
        )

    def opened(self, state: Series) -> Series:
        """Return the state with everything about the current battle revealed."""
        return with_battle(state, self.inner.review.opened(state.battle))

    def costliest_answer(
        self, before: Series, events: Sequence[Any], seats: Collection[str]
    ) -> Missed | None:
        """Return the costliest answer of the seats `seats` on the sheets that `events` opened."""
        places = self.places(before)
        own = [event.happened for event in events if isinstance(event, InBattle)]
        inside = {places.inside(seat) for seat in seats}
        found = self.inner.review.costliest_answer(before.battle, own, inside)
        return None if found is None else replace(found, seat=places.inside(found.seat))

    def rolls(self, before: Series, event: Any, seat: str) -> tuple[Rolled, ...]:
        """Return the rolls in an event that a seat may know."""
        if not isinstance(event, InBattle):
            return ()
        places = self.places(before)
        return self.inner.review.rolls(before.battle, event.happened, places.inside(seat))

    def faces_of(self, die: str) -> Mapping[str, float]:
        """Return the probability of each face of a die of the game."""
        return self.inner.review.faces_of(die)

    def score(self, state: Series) -> Mapping[str, float]:
        """Return how many battles each side has won."""
        return {side: float(won(state.rows, side)) for side in SIDES}


# Positions: what the game's rules say about the current battle.


class SeriesPositions(Inside, Positions[Series]):
    """What the rules say about positions (`inspect`), for the current battle."""

    @property
    def foresees(self) -> bool:  # type: ignore[override]
        """Whether `inspect` can show where an order would take a ship."""
        return self.inner.positions.foresees

    def subject(self, ship: str, order: str = "") -> str:
        """Return the text that asks `inspect` about a ship, or about a ship with an order."""
        return self.inner.positions.subject(ship, order)

    def inspect(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return {ship: what the rules say about her, such as her targets} for one ship or all
        ships.
        """
        return self.inner.positions.inspect(view.battle, subject)

    def explain(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return the result of `inspect` in readable form."""
        return self.inner.positions.explain(view.battle, subject)
