"""The dice of an event: broadsides, snags, grapples, melees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from engine.game.parts.rolled import Fair, Rolled, binomial, one_die
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.gunnery.shot import outcomes
from engine.systems.wooden_ships.review.aftermath import side_name
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import State

SIX = 6


def rolls(before: State, event: ev.AnyEvent, seat: str = "") -> tuple[Rolled, ...]:
    """Return the dice of an event: all of them fall when orders lie open, for everybody."""
    return tuple(_rolled(before, *each) for each in _thrown(event))


def _thrown(event: ev.AnyEvent) -> Iterator[tuple[str, str, int, int, Fair]]:
    """Yield who rolled, what for, the face, what it came to, and what it might have."""
    snags = book().snags
    match event:
        case ev.SideFired():
            fair = _hits(tuple(sum(hits) for hits in outcomes(event.table, event.aim)))
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


def _hits(by_face: tuple[int, ...]) -> Fair:
    counted = Counter(by_face)
    return tuple(counted[count] / len(by_face) for count in range(max(by_face) + 1))


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
