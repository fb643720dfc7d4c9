"""Statistics of a series: the table of its battles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.base.text import correct_grammar, winning
from engine.game.game import Record, titled
from engine.game.parts.review import Aftermath, Missed, Review, Rolled, TurningPoint
from engine.series.game import Inside
from engine.series.state import SIDES, BattleEnded, BattleRow, InBattle, Series, with_battle, won

HEADS = ("battle", "scenario", "won", "points", "turns", "how")


class SeriesReview(Inside, Review[Series]):
    """A table of the battles; each battle is reported as a chapter."""

    plays_on = False

    @property
    def by_slot(self) -> bool:  # type: ignore[override]
        """Whether a sheet of the battle is judged slot by slot."""
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
        first, second = (f"{side} {won(rows, side)}" for side in SIDES)
        return Aftermath(
            sides=SIDES,
            moments=tuple(TurningPoint(n, row.number, _end(row), _loser(row)) for n, row in over),
            moments_by="battle",
            book=f"The series, {first} : {second}",
            chapters=(HEADS, *(self._cells(row) for row in rows)),
        )

    def _cells(self, row: BattleRow) -> tuple[str, ...]:
        """Return the cells of a battle in the table, as of `HEADS`."""
        text = " : ".join(f"{row.points[side]:g}" for side in SIDES if side in row.points)
        return (
            str(row.number),
            titled(self.inner, row.scenario).title,
            row.winner,
            text,
            str(row.turns),
            correct_grammar(row.reason),
        )

    def opened(self, state: Series) -> Series:
        """Return the state with nothing of the battle hidden."""
        return with_battle(state, self.inner.review.opened(state.battle))

    def costliest_answer(
        self, before: Series, events: Sequence[Any], seats: Collection[str]
    ) -> Missed | None:
        """Return these seats' costliest answer, once the sheets of all seats are open."""
        places = self.places(before)
        own = [event.happened for event in events if isinstance(event, InBattle)]
        inside = {places.inside(seat) for seat in seats}
        found = self.inner.review.costliest_answer(before.battle, own, inside)
        return None if found is None else replace(found, seat=places.inside(found.seat))

    def rolls(self, before: Series, event: Any, seat: str) -> tuple[Rolled, ...]:
        """Return the dice of the current battle."""
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


def _end(row: BattleRow) -> str:
    why = correct_grammar(row.reason)
    return f"{winning(row.winner)}: {why}" if row.winner else f"a draw: {why}"


def _loser(row: BattleRow) -> str:
    return next((side for side in SIDES if row.winner and side != row.winner), "")
