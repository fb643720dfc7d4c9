"""What a series stands on: who sits where in the battle that is fought, and parts that ask it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec.structs import replace

from engine.game.game import Game, Seat
from engine.game.question import Question
from engine.series.state import SIDES, Series


class SeriesSeats:
    """The two seats of a series, mapped on those of the battle inside a state.

    They keep their keys all through, and may change places in a battle.
    """

    def __init__(self, inner: Game, state: Series) -> None:
        self._inner, self._battle = inner, state.battle
        self._changed = state.plan.exchanged(state.number)

    # Every line of a log asks for one seat, and most battles are fought without a change.

    @cached_property
    def _seats(self) -> tuple[Seat, ...]:
        return self._inner.seats(self._battle)

    def inside(self, seat: str) -> str:
        """Return the seat of the battle that a seat of the series has; '' is a watcher's."""
        if not self._changed or not seat:
            return seat
        keys = [each.key for each in self._seats]
        return dict(zip(keys, reversed(keys), strict=True)).get(seat, seat)

    @property
    def all(self) -> tuple[Seat, ...]:
        """The seats of the series, in the order of their keys."""
        names = {seat.key: seat.name for seat in self._seats}
        return tuple(
            Seat(key, f"{side} ({names[self.inside(key)]})", side)
            for key, side in zip(names, SIDES, strict=False)
        )

    def side(self, inner: str) -> str:
        """Return the side of the series that fights for a side of the battle."""
        own = next(seat.key for seat in self._seats if seat.fights_for == inner)
        mine = self.inside(own)  # two that change places: there and back is the same way
        return next(seat.side for seat in self.all if seat.key == mine)

    def asked(self, question: Question) -> Question:
        """Return a question of the battle as one of the series."""
        return replace(question, seat=self.inside(question.seat))

    def meant(self, question: Question) -> Any:
        """Return a question of the series as the battle asked it."""
        return replace(question, seat=self.inside(question.seat))


class Inside:
    """A mixin of parts: the game of the battles."""

    game: Any

    @property
    def inner(self) -> Game:
        """The game whose battles are fought."""
        inner: Game = self.game.inner
        return inner

    def places(self, view: Series) -> SeriesSeats:
        """Return who sits where."""
        return SeriesSeats(self.inner, view)
