"""Statistics of a battle, counted event by event, for the look back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from engine.game.game import Record
from engine.game.parts.part import E
from engine.game.parts.review import Aftermath, Score, TurningPoint
from engine.kit.agenda import InTurns

S = TypeVar("S", bound=InTurns)


class Counting(ABC, Generic[S, E]):
    """What some entries of a battle amount to. Each event is counted on the state before it.

    A system makes a subclass for its `Review.aftermath`: what decides a battle, what is counted of
    an event, and what comes of it all.
    """

    decisive: tuple[type, ...] = ()
    """Events that are looked up first; their lines of the log are the turning points."""
    evolve: Callable[[Any, Any], Any]
    tell: Callable[[Any, Any, str], str]
    """What follows from an event, and its line of the log: static methods of the subclass."""

    def __init__(self, start: S) -> None:
        """Begin with the state before the first entry."""
        self.start = self.state = start
        self.at = 0
        """The number of the entry that is being counted, as replays number them."""
        self.scores: dict[tuple[int, str], Score] = {}
        self.moments: list[TurningPoint] = []

    def over(self, entries: Sequence[Record[E]]) -> Aftermath:
        """Return what the entries amount to."""
        for record in entries:
            self.at = record.at
            for event in record.events:
                if isinstance(event, self.decisive):
                    self.note(self.tell(self.state, event, ""), self.loser(event))
                self.count(event)
                self.state = self.evolve(self.state, event)
        return self.all()

    def note(self, words: str, against: str = "") -> None:
        """Note a turning point and the seat that it went against, once; '' is none."""
        moment = TurningPoint(self.at, self.state.turn, words, against)
        if words and moment not in self.moments:
            self.moments.append(moment)

    def score(self, scores: Iterable[Score]) -> None:
        """Take the points of a turn that is over; a later count of the same turn stands."""
        self.scores.update(((each.turn, each.side), each) for each in scores)

    @abstractmethod
    def loser(self, event: E) -> str:
        """Return the seat, or its side, that a decisive event went against; '' nobody's."""

    @abstractmethod
    def count(self, event: E) -> None:
        """Count an event; `state` is the one before it."""

    @abstractmethod
    def all(self) -> Aftermath:
        """Return everything that has been counted."""
