"""Statistics of a battle, counted event by event, for the review after a battle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from engine.game.game import Record
from engine.game.parts.part import E
from engine.game.parts.review import Aftermath, Score, TurningPoint
from engine.kit.agenda import HasTurn

S = TypeVar("S", bound=HasTurn)


class Counting(ABC, Generic[S, E]):
    """Counts what happens in the entries of a battle; a system makes a subclass for its review.

    `Review.aftermath` uses it. The subclass defines the decisive events, the counts for each event,
    and the result. While `count` runs, `state` is the state before the event.
    """

    decisive: tuple[type, ...] = ()
    """The types of decisive events, the most important first. Their log lines become the turning
    points of the battle."""
    evolve: Callable[[Any, Any], Any]
    tell: Callable[[Any, Any, str], str]
    """A function that returns an event's log line. The subclass sets it and `evolve` as static
    methods."""

    def __init__(self, start: S) -> None:
        """Begin with the state before the first entry."""
        self.start = self.state = start
        self.at = 0
        """The number of the entry that is being counted, as replays number them."""
        self.scores: dict[tuple[int, str], Score] = {}
        self.moments: list[TurningPoint] = []

    def count_entries(self, entries: Sequence[Record[E]]) -> Aftermath:
        """Count these entries and return the result."""
        for record in entries:
            self.at = record.at
            for event in record.events:
                if isinstance(event, self.decisive):
                    self.note(self.tell(self.state, event, ""), self.loser(event))
                self.count(event)
                self.state = self.evolve(self.state, event)
        return self.all()

    def note(self, words: str, against: str = "") -> None:
        """Add a turning point of the battle.

        `against` is the seat that the event hurt. Nothing is added if `words` is '', or if the
        turning point is listed already.
        """
        moment = TurningPoint(self.at, self.state.turn, words, against)
        if words and moment not in self.moments:
            self.moments.append(moment)

    def score(self, scores: Iterable[Score]) -> None:
        """Store the points of a finished turn; a later count of the same turn replaces them."""
        self.scores.update(((each.turn, each.side), each) for each in scores)

    @abstractmethod
    def loser(self, event: E) -> str:
        """Return the seat or side that a decisive event hurt; '' if it hurt nobody."""

    @abstractmethod
    def count(self, event: E) -> None:
        """Count an event; `state` is the state before it."""

    @abstractmethod
    def all(self) -> Aftermath:
        """Return the statistics of everything that has been counted."""
