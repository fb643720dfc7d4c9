"""Captures after the fights, crew transfers, prisoners, and prize crews."""

from __future__ import annotations

from engine.systems.wooden_ships.boarding.aboard import (
    BOARDING,
    OVER,
    Key,
    able,
    come_aboard,
    fill_gaps,
    leave,
    party_strength,
    sections_of,
    squares,
    without,
)
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import own_squares, quality, surrendered
from engine.systems.wooden_ships.machine import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import (
    Party,
    PartyKind,
    Ship,
    State,
    afloat,
    friends,
    holder,
    id_order,
)
from engine.systems.wooden_ships.victory import give_for_capture, withdraw_prize

# Ships change hands after all fights; prisoners, reserves, prize crews.
#
# Wooden Ships & Iron Men, Melee Procedure.


def capture_all(ledger: Writing) -> None:  # noqa: PLR0912  (one step after the other)
    """Capture the ships that parties won, remove the beaten parties, and end the melee phase."""
    if ledger.state.won or ledger.state.beaten:
        # Capture the ships that parties won, and remove the beaten parties.
        start = ledger.state
        crews = prize_parties(start)
        taken = {to for _, to in crews}
        for party in start.beaten:
            # A party whose own ship is captured is among the prisoners aboard her.
            if party[0] not in taken and squares(ledger.state, party):
                ship = ledger.state.ships[party[0]]
                left, _ = without(ship, sections_of(ship, party[1]))
                crew, prize = (ship.crew, left[0]) if ship.prize else (left, None)
                ledger.write(ev.PartyLost(*party, crew, prize))
        counts = {party: squares(start, party) for party in crews}
        leave(ledger, [(party, BOARDING) for party in crews])
        for party in crews:
            _take(ledger, start, party, counts[party])
    check_prize_crews(ledger)
    state = ledger.state
    # The parties that must fight on in the next turn, because their fight is undecided; and the
    # ships of which every section with squares was in a party.
    hands: list[str] = []
    bound: dict[str, tuple[Party, ...]] = {}
    for ship in state.ships.values():
        left, found = able(ship), []
        for each in ship.parties:
            key = (ship.id, ship.id if each.kind == "DBP" else each.to)
            sections = tuple(n for n in each.sections if n <= len(left) and left[n - 1])
            if each.kind != "TBP" and key in state.undecided and sections:
                found.append(Party(sections, each.kind, each.to, engaged=True))
        if found:
            bound[ship.id] = tuple(found)
        ordered = {number for each in ship.parties for number in each.sections}
        manned = [number for number, count in enumerate(left, 1) if count > 0]
        if manned and ordered.issuperset(manned):
            hands.append(ship.id)
    all_hands = tuple(hands)
    for ship in list(state.ships.values()):
        if ship.reserve and ship.prize is None:
            crew, rest = fill_gaps(ship, ship.reserve)
            if crew != ship.crew:
                ledger.write(ev.ReserveFilled(ship.id, crew, rest))
    if any(
        ship.parties != bound.get(ship.id, ()) or ship.all_hands != (ship.id in all_hands)
        for ship in state.ships.values()
    ) or (state.won or state.beaten or state.undecided):
        ledger.write(ev.MeleeEnded(bound, all_hands))


def prize_parties(state: State) -> list[Key]:
    """Return the party that becomes the prize crew of each ship won: the strongest party that won
    her.
    """
    best: dict[str, Key] = {}
    for party in sorted(state.won, key=lambda each: id_order(each[0])):
        known = best.get(party[1])
        if known is None or party_strength(state, party) > party_strength(state, known):
            best[party[1]] = party
    return [best[ship] for ship in sorted(best, key=id_order)]


def _take(ledger: Writing, start: State, party: Key, count: int) -> None:
    """Make a party the prize crew of the ship that it won. If the party belongs to the side that
    first owned the ship, it joins her old crew, and she is no prize any more.
    """
    captor, target = start.ships[party[0]], ledger.state.ships[party[1]]
    seat = holder(captor)
    if target.prize:
        withdraw_prize(ledger, target.id)
    if start.seats[seat].side == start.seats[target.seat].side:
        ledger.write(ev.ShipRetaken(target.id, "boarding"))
        come_aboard(ledger, target.id, count)
        return
    # The captor's crew works a captured ship from the next turn on.
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
    give_for_capture(ledger, ledger.state.ships[target.id], seat)


def holds(ship: Ship) -> bool:
    """Tell whether a prize crew can guard its prisoners: one square guards six squares of
    prisoners.
    """
    if ship.prize is None or not ship.prize.squares:
        return False
    return ship.prize.squares * book().surrender.prisoners_a_square >= own_squares(ship)


def needed(prisoners: int) -> int:
    """Return how many squares of a prize crew are needed to guard these squares of prisoners; at
    least one.
    """
    return max(1, -(-prisoners // book().surrender.prisoners_a_square))


def check_prize_crews(ledger: Writing) -> None:
    """Give every prize back to her old crew if her prize crew is gone, or too weak for its
    prisoners.
    """
    for ship in list(ledger.state.ships.values()):
        if ship.prize and not holds(ship):
            ledger.write(ev.ShipRetaken(ship.id, "revolt"))
            withdraw_prize(ledger, ship.id)


# Transfers between ships, and prize crews for ships that surrendered.
#
# Wooden Ships & Iron Men, Melee Procedure.


TRANSFER: tuple[PartyKind, ...] = ("TBP",)


def transfer(ledger: Writing) -> None:
    """Move the crew squares that were ordered to friendly ships; they can act from the next turn
    on.
    """
    state = ledger.state
    going: list[tuple[Key, int]] = []
    for ship in afloat(state):
        for to in dict.fromkeys(party.to for party in ship.parties if party.kind == "TBP"):
            count = squares(state, (ship.id, to), TRANSFER)
            other = state.ships[to]
            in_hand = not surrendered(other) or other.prize is not None
            if count and in_hand and friends(state, ship, other):
                going.append(((ship.id, to), count))
    if not going:
        return
    leave(ledger, [(party, TRANSFER) for party, _ in going])
    for (_, to), count in sorted(going, key=lambda each: id_order(each[0][1])):
        come_aboard(ledger, to, count)
    check_prize_crews(ledger)


def occupy(ledger: Writing) -> tuple[str, ...]:
    """Put prize crews aboard ships that have surrendered; the strongest party ordered there goes
    over.

    Return the ids of these ships; other parties ordered to them stay on their own ships this turn.
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
    """Move a party to another ship as her prize crew; the party's seat (the player) scores for the
    ship.
    """
    captor, target = ledger.state.ships[party[0]], ledger.state.ships[party[1]]
    count = squares(ledger.state, party, kinds)
    leave(ledger, [(party, kinds)])
    seat = holder(captor)
    # The captor's crew works a captured ship from the next turn on.
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
