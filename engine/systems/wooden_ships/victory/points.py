"""Points: what is given for a ship, shared by seats, and taken back.

Wooden Ships & Iron Men, Scoring System.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import PointsFor, Ship, State


def points(state: State, seat: str) -> Fraction:
    """Return the points of a seat."""
    return Fraction(state.seats[seat].points)


def side_points(state: State, side: str) -> Fraction:
    """Return the points of a side: the sum of its seats."""
    return sum((points(state, key) for key, s in state.seats.items() if s.side == side), Fraction())


def give(ledger: Writing, ship: Ship, why: PointsFor, seats: Iterable[str]) -> None:
    """Give what a surrender or a crew is worth to seats, in equal parts; nothing to nobody.

    It is given once, and again only if what it brought was taken back in between.
    """
    if ship.awards.of(why):
        return
    among = [seat for seat in ledger.state.seats if seat in set(seats)]
    score = book().score
    worth = ship.points * (score.surrender if why == "surrender" else score.crew)
    if among and worth:
        share = str(Fraction(worth, len(among)))
        ledger.write(ev.PointsGiven(ship.id, why, dict.fromkeys(among, share)))


def give_for_capture(ledger: Writing, ship: Ship, seat: str) -> None:
    """Give a captor twice the value, less what was given for the ship's surrender."""
    worth = book().score.captured * ship.points - _total(ship.awards.surrender)
    if worth > 0:
        ledger.write(ev.PointsGiven(ship.id, "capture", {seat: str(worth)}))


def withdraw(ledger: Writing, ship: str, *reasons: PointsFor) -> None:
    """Take back what was given for a ship."""
    for why in reasons:
        if ledger.state.ships[ship].awards.of(why):
            ledger.write(ev.PointsWithdrawn(ship, why))


def withdraw_prize(ledger: Writing, ship: str) -> None:
    """Take back all that a prize has brought, once her captor loses her (Scoring)."""
    withdraw(ledger, ship, "capture", "surrender")


def _total(shares: Mapping[str, str]) -> Fraction:
    return sum(map(Fraction, shares.values()), Fraction())
