"""The dice of an event: broadsides, snags, grapples, melees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from engine.game.game import Record
from engine.game.parts.review import Aftermath, Fair, Rolled, Score, ShipTally, binomial, one_die
from engine.kit.counting import Counting
from engine.kit.ledger import evolve
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet import status
from engine.systems.wooden_ships.gunnery.shot import outcomes
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship, State, holder, sides
from engine.systems.wooden_ships.victory import side_points
from engine.systems.wooden_ships.words.telling import tell

SIX = 6


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the dice of an event: all of them fall when orders lie open, for everybody."""
    return tuple(_rolled(before, *each) for each in _thrown(event))


def _thrown(event: ev.AnyEvent) -> Iterator[tuple[str, str, int, int, Fair]]:
    """Yield who rolled, what for, the face, what it came to, and what it might have."""
    snags = book().snags
    match event:
        case ev.SideFired():
            by_face = tuple(sum(hits) for hits in outcomes(event.table, event.aim))
            counted = Counter(by_face)
            fair = tuple(counted[count] / len(by_face) for count in range(max(by_face) + 1))
            yield event.ship, "broadsides", event.face, sum(event.hits), fair
        case ev.UnfoulTried():
            yield event.ship, "unfouling", event.face, event.freed, _to(snags.unfouled_to)
        case ev.FoulRolled():
            fouled = event.face <= snags.fouled_to
            yield event.ships[0], "fouling", event.face, fouled, _to(snags.fouled_to)
        case ev.GrappleTried() if event.face:
            yield event.ship, "grapples", event.face, event.holds, _to(event.limit)
        case ev.CastOffTried() if event.face:
            yield event.ship, "casting off", event.face, event.freed, _to(snags.cast_off_to)
        case ev.ContestSettled():
            for ship, face in chain.from_iterable(event.rolls):
                yield ship, "contests", face, face, one_die(SIX)
        case ev.MeleeFought():
            for ship, side in zip(event.ships, (event.one, event.other), strict=True):
                if side.face:
                    yield ship, "melees", side.face, side.face, one_die(SIX)


def _to(highest: int) -> Fair:
    """Return the chances of a die that succeeds up to a face."""
    return binomial(1, max(0, min(SIX, highest)) / SIX)


def _rolled(  # noqa: PLR0913 - what is known of a roll
    state: State, ship: str, kind: str, face: int, got: int, fair: Fair
) -> Rolled:
    sides = state.seats
    rolled = state.ships[ship]
    return Rolled(
        side=side_name(state, sides[holder(rolled)].side),
        ship=rolled.name,
        kind=kind,
        got=int(got),
        fair=fair,
        faces=((f"d{SIX}", str(face)),),
    )


# What a battle amounted to: points by turn, what each ship did and lost, what decided it.


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
