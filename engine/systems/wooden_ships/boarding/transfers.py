"""Transfers between ships, and prize crews for those that surrendered.

Wooden Ships & Iron Men, Melee Procedure.
"""

from __future__ import annotations

from engine.systems.wooden_ships.boarding.aboard import (
    OVER,
    Key,
    come_aboard,
    leave,
    party_strength,
    squares,
)
from engine.systems.wooden_ships.boarding.capture import check_prize_crews
from engine.systems.wooden_ships.fleet.status import quality, surrendered
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat, friends, holder
from engine.systems.wooden_ships.state.state import PartyKind, Ship, State, id_order
from engine.systems.wooden_ships.victory.points import give_for_capture

TRANSFER: tuple[PartyKind, ...] = ("TBP",)


def transfer(ledger: Writing) -> None:
    """Carry out all transfers to friends at once; their squares work from the next turn on."""
    state = ledger.state
    going: list[tuple[Key, int]] = []
    for ship in afloat(state):
        for to in dict.fromkeys(party.to for party in ship.parties if party.kind == "TBP"):
            count = squares(state, (ship.id, to), TRANSFER)
            if count and _takes(state, ship, state.ships[to]):
                going.append(((ship.id, to), count))
    if not going:
        return
    leave(ledger, [(party, TRANSFER) for party, _ in going])
    for (_, to), count in sorted(going, key=lambda each: id_order(each[0][1])):
        come_aboard(ledger, to, count)
    check_prize_crews(ledger)


def _takes(state: State, ship: Ship, other: Ship) -> bool:
    """Tell whether a ship takes squares from another: a friend, not surrendered or a prize."""
    return friends(state, ship, other) and (not surrendered(other) or other.prize is not None)


def occupy(ledger: Writing) -> tuple[str, ...]:
    """Put prize crews aboard ships that have surrendered; the strongest party is it.

    Return those ships: the other parties that were ordered to them stay home in this turn.
    """
    taken = []
    for ship in list(ledger.state.ships.values()):
        if not surrendered(ship) or ship.prize or ship.surrendered == "seat":
            continue
        state = ledger.state
        parties = [
            (other.id, ship.id)
            for other in afloat(state)
            if not friends(state, other, ship) and squares(state, (other.id, ship.id), OVER)
        ]
        if parties:
            best = max(parties, key=lambda party: party_strength(state, party, OVER))
            take(ledger, best, OVER)
            taken.append(ship.id)
    check_prize_crews(ledger)
    return tuple(taken)


def take(ledger: Writing, party: Key, kinds: tuple[PartyKind, ...]) -> None:
    """Let a party leave its ship and hold another as a prize crew; its seat scores for her."""
    captor, target = ledger.state.ships[party[0]], ledger.state.ships[party[1]]
    count = squares(ledger.state, party, kinds)
    leave(ledger, [(party, kinds)])
    seat = holder(captor)
    # Whoever takes a ship works her from the next turn on.
    ledger.write(
        ev.ShipCaptured(
            ship=target.id,
            by=captor.id,
            seat=seat,
            squares=count,
            quality=quality(captor),
            fresh=(count,),
        )
    )
    give_for_capture(ledger, target, seat)
