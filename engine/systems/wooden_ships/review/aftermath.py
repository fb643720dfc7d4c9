"""What a battle amounted to: points by turn, what each ship did and lost, what decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.game.parts.aftermath import Aftermath, Score, ShipTally
from engine.game.record import Record
from engine.kit.counting import Counting
from engine.kit.fold import evolve
from engine.systems.wooden_ships.fleet.status import status
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import holder, sides
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.victory.points import side_points
from engine.systems.wooden_ships.words.telling import tell

COUNTED = ("broadsides", "hits", "hull lost", "crew lost", "collisions")


def aftermath(start: State, entries: Sequence[Record]) -> Aftermath:
    """Return what some entries amount to; points are those that a side has scored."""
    return _Counting(start).over(entries)


class _Counting(Counting[State, ev.AnyEvent]):
    """The figures of a battle."""

    decisive = (ev.ShipSurrendered, ev.ShipCaptured, ev.ShipRetaken, ev.CrewKilled, ev.SeatGaveUp)
    evolve, tell = staticmethod(evolve), staticmethod(tell)

    def __init__(self, start: State) -> None:
        super().__init__(start)
        self.broadsides, self.hits = Counter[str](), Counter[str]()
        self.collisions = Counter[str]()

    def loser(self, event: ev.AnyEvent) -> str:
        match event:
            case ev.SeatGaveUp():
                return event.seat
            case ev.ShipRetaken():
                return holder(self.state.ships[event.ship])
            case ev.ShipSurrendered() | ev.ShipCaptured() | ev.CrewKilled():
                return self.state.ships[event.ship].seat
        return ""

    def count(self, event: ev.AnyEvent) -> None:
        if isinstance(event, ev.SideFired):
            self.broadsides[event.ship] += 1
            self.hits[event.ship] += sum(event.hits)
        elif isinstance(event, ev.Collided):
            self.collisions.update(event.ships)
        elif isinstance(event, ev.TurnEnded | ev.BattleEnded):
            self.score(_scores(self.state))

    def all(self) -> Aftermath:
        state = self.state
        return Aftermath(
            sides=tuple(side_name(state, side) for side in sides(state)),
            score_name="Points scored",
            scores=tuple(self.scores.values()),
            counted=COUNTED,
            ships=tuple(map(self._tally, state.ships.values())),
            moments=tuple(self.moments),
            decided=state.outcome.reason.partition(";")[0] if state.outcome else "",
        )

    def _tally(self, ship: Ship) -> ShipTally:
        before, id = self.start.ships[ship.id], ship.id
        lost = before.hull - ship.hull, sum(before.crew) - sum(ship.crew)
        counts = (self.broadsides[id], self.hits[id], *lost, self.collisions[id])
        side = side_name(self.state, self.state.seats[ship.seat].side)
        return ShipTally(id, ship.name, side, counts, fate(self.state, ship))


def _scores(state: State) -> Iterator[Score]:
    for side in sides(state):
        against = (each for each in state.ships.values() if state.seats[each.seat].side != side)
        worth = sum(ship.points for ship in against)
        yield Score(state.turn, side_name(state, side), int(side_points(state, side)), worth)


def side_name(state: State, side: str) -> str:
    """Return a side by the names of its seats."""
    return " and ".join(seat.name for seat in state.seats.values() if seat.side == side)


def fate(state: State, ship: Ship) -> str:
    """Return what became of a ship, in a word or two."""
    if ship.prize:
        return f"captured by {state.seats[holder(ship)].name}"
    texts = [word for word in status(state, ship) if word in ("struck", "surrendered", "crewless")]
    return texts[0] if texts else ""
