"""A series in words and figures: the log, faults, what rules see, and the table of its battles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.base.text import agreeing, winning
from engine.game.decision import Answer, Area, Decision, Option
from engine.game.game import Record
from engine.game.parts.positions import Positions
from engine.game.parts.review import Aftermath, Missed, Review, Rolled, TurningPoint
from engine.game.parts.thinking import Answering
from engine.game.parts.words import Diagram, Landmark, Term, Words
from engine.game.question import Draft, Drafted, Fault, Offer, Question, Sheet
from engine.series.places import Inside
from engine.series.state import (
    SIDES,
    BattleBegan,
    BattleEnded,
    BattleRow,
    InBattle,
    Series,
    score,
    with_battle,
    won,
)

HEADS = ("battle", "scenario", "won", "points", "turns", "how")


class SeriesWords(Inside, Words[Series]):
    """The battle's own words, and a line for each end and beginning."""

    def tell(self, before: Series, event: Any, seat: str) -> str:
        """Return one line about an event as a seat may know it."""
        places = self.places(before)
        match event:
            case InBattle(happened):
                return self.inner.words.tell(before.battle, happened, places.inside(seat))
            case BattleEnded(row):
                who = winning(row.winner) if row.winner else "it is a draw"
                stands = score((*before.rows, row))
                why = agreeing(row.reason)
                return f"Battle {row.number} is over, {who}: {why}. It stands {stands}"
            case BattleBegan(number):
                return f"Battle {number} begins: {before.plan.scenario(number)}"
        return ""

    def landmarks_of(self, event: Any) -> tuple[Landmark, ...]:
        """Return what an event of the battle that is fought is."""
        return self.inner.words.landmarks_of(event.happened) if isinstance(event, InBattle) else ()

    def describe(self, state: Series, command: Any) -> str:
        """Return a command in words."""
        return self.inner.words.describe(state.battle, command)

    def terms(self) -> tuple[Term, ...]:
        """Return the reference of the game."""
        return self.inner.words.terms()

    def diagrams(self) -> tuple[Diagram, ...]:
        """Return the diagrams of the game."""
        return self.inner.words.diagrams()

    def terms_of(self, view: Series, key: str) -> tuple[str, ...]:
        """Return the ids of the terms of a ship or of a piece of terrain."""
        return self.inner.words.terms_of(view.battle, key)

    def terms_now(self, view: Series, key: str) -> tuple[str, ...]:
        """Return the ids of the terms that matter now."""
        return self.inner.words.terms_now(view.battle, key)


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
        """Return what a player should know of a draft that may be sealed so."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.warnings(view.battle, meant, draft)

    def harm(self, view: Series, question: Question, given: Answer | Draft) -> str:
        """Return what an answer costs its giver's own side for good."""
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
        """Return what is spelt so far as the options are written."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.written(view.battle, meant, slot, typed)

    def why_not_typed(self, view: Series, sheet: Sheet, slot: str, typed: str) -> str:
        """Say why what is spelt so far is no answer."""
        meant = self.places(view).meant(sheet)
        return self.inner.answering.why_not_typed(view.battle, meant, slot, typed)


class SeriesPositions(Inside, Positions[Series]):
    """What the game's rules see in the battle."""

    @property
    def foresees(self) -> bool:  # type: ignore[override]
        """Whether the game says where an order leads."""
        return self.inner.positions.foresees

    def subject(self, ship: str, order: str = "") -> str:
        """Return what `inspect` is asked about."""
        return self.inner.positions.subject(ship, order)

    def inspect(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return what the rules say of one ship or of all."""
        return self.inner.positions.inspect(view.battle, subject)

    def explain(self, view: Series, subject: str = "") -> dict[str, Any]:
        """Return `inspect` for people to read."""
        return self.inner.positions.explain(view.battle, subject)


class SeriesReview(Inside, Review[Series]):
    """The battles in a table; each by itself is told by its chapter."""

    @property
    def by_slot(self) -> bool:  # type: ignore[override]
        """Whether a sheet of the battle is judged slot by slot."""
        return self.inner.review.by_slot

    def aftermath(self, start: Series, entries: Sequence[Record]) -> Aftermath:
        """Return a row a battle, and how each ended."""
        over = [
            (record.at, event.row)
            for record in entries
            for event in record.events
            if isinstance(event, BattleEnded)
        ]
        if not over:
            return Aftermath()
        rows = tuple(row for _, row in over)
        first, second = (f"{side} {won(rows, side)}" for side in SIDES)
        return Aftermath(
            sides=SIDES,
            moments=tuple(TurningPoint(n, row.number, _end(row), _loser(row)) for n, row in over),
            moments_by="battle",
            book=f"The series, {first} : {second}",
            chapters=(HEADS, *map(_cells, rows)),
        )

    def opened(self, state: Series) -> Series:
        """Return the state with nothing of the battle hidden."""
        return with_battle(state, self.inner.review.opened(state.battle))

    def missed(
        self, before: Series, events: Sequence[Any], seats: Collection[str]
    ) -> Missed | None:
        """Return the answer of these seats that cost most, once the sheets of all lie open."""
        places = self.places(before)
        own = [event.happened for event in events if isinstance(event, InBattle)]
        inside = {places.inside(seat) for seat in seats}
        found = self.inner.review.missed(before.battle, own, inside)
        return None if found is None else replace(found, seat=places.inside(found.seat))

    def rolls(self, before: Series, event: Any, seat: str) -> tuple[Rolled, ...]:
        """Return the dice of the battle that is fought."""
        if not isinstance(event, InBattle):
            return ()
        places = self.places(before)
        return self.inner.review.rolls(before.battle, event.happened, places.inside(seat))

    def faces_of(self, die: str) -> Mapping[str, float]:
        """Return the chance of each face of a die of the game."""
        return self.inner.review.faces_of(die)

    def score(self, state: Series) -> Mapping[str, float]:
        """Return the battles that each side has won."""
        return {side: float(won(state.rows, side)) for side in SIDES}


def _end(row: BattleRow) -> str:
    why = agreeing(row.reason)
    return f"{winning(row.winner)}: {why}" if row.winner else f"a draw: {why}"


def _loser(row: BattleRow) -> str:
    return next((side for side in SIDES if row.winner and side != row.winner), "")


def _cells(row: BattleRow) -> tuple[str, ...]:
    text = " : ".join(f"{row.points[side]:g}" for side in SIDES if side in row.points)
    return (str(row.number), row.scenario, row.winner, text, str(row.turns), agreeing(row.reason))
