"""What a battle amounted to: points by turn, what each ship did and lost, what decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.game.parts.aftermath import Aftermath, Score, ShipTally, TurningPoint
from engine.game.record import Record
from engine.systems.wooden_ships.fleet.status import status
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.evolve import evolve
from engine.systems.wooden_ships.state.sides import holder, sides
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.victory.points import side_points
from engine.systems.wooden_ships.words.telling import tell

COUNTED = ("broadsides", "hits", "hull lost", "crew lost", "collisions")
DECISIVE = (ev.ShipSurrendered, ev.ShipCaptured, ev.ShipRetaken, ev.CrewKilled, ev.SeatGaveUp)
"""Events that are looked up first when a battle is looked back on."""


def aftermath(start: State, entries: Sequence[Record]) -> Aftermath:
    """Return what some entries amount to; points are those that a side has scored."""
    state, scores = start, dict[tuple[int, str], Score]()
    moments: list[TurningPoint] = []
    broadsides, hits, collisions = Counter[str](), Counter[str](), Counter[str]()
    for record in entries:
        for event in record.events:
            if isinstance(event, DECISIVE):
                moments.append(TurningPoint(record.n, state.turn, tell(state, event, "")))
            elif isinstance(event, ev.SideFired):
                broadsides[event.ship] += 1
                hits[event.ship] += sum(event.hits)
            elif isinstance(event, ev.Collided):
                collisions.update(event.ships)
            elif isinstance(event, ev.TurnEnded | ev.BattleEnded):
                scores.update(((each.turn, each.side), each) for each in _scores(state))
            state = evolve(state, event)
    tallies = tuple(
        ShipTally(
            ship.id,
            ship.name,
            side_name(state, state.seats[ship.seat].side),
            (
                broadsides[ship.id],
                hits[ship.id],
                start.ships[ship.id].hull - ship.hull,
                sum(start.ships[ship.id].crew) - sum(ship.crew),
                collisions[ship.id],
            ),
            fate(state, ship),
        )
        for ship in state.ships.values()
    )
    return Aftermath(
        sides=tuple(side_name(state, side) for side in sides(state)),
        score_name="Points scored",
        scores=tuple(scores.values()),
        counted=COUNTED,
        ships=tallies,
        moments=tuple(moments),
        decided=state.outcome.reason.partition(";")[0] if state.outcome else "",
    )


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
