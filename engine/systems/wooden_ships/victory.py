"""Victory: points for ships, the end of a battle, and the winner."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import crewless, surrendered
from engine.systems.wooden_ships.machine import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import PointsFor, Ship, State, side_of, sides

# Points: given for a ship, divided among seats, and taken back.
#
# Wooden Ships & Iron Men, Scoring System.


def points(state: State, seat: str) -> Fraction:
    """Return the points of a seat."""
    return Fraction(state.seats[seat].points)


def side_points(state: State, side: str) -> Fraction:
    """Return the points of a side: those of its seats (players) together."""
    return sum((points(state, key) for key, s in state.seats.items() if s.side == side), Fraction())


def give(ledger: Writing, ship: Ship, why: PointsFor, seats: Iterable[str]) -> None:
    """Give a ship's points, for her surrender or the loss of her crew, to seats in equal parts.
    Without seats nobody gets them.

    They are given once; a second time only after they were taken back.
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
    """Give a captor twice the ship's points, minus the points already given for her surrender."""
    worth = book().score.captured * ship.points - sum(
        map(Fraction, ship.awards.surrender.values()), Fraction()
    )
    if worth > 0:
        ledger.write(ev.PointsGiven(ship.id, "capture", {seat: str(worth)}))


def withdraw(ledger: Writing, ship: str, *reasons: PointsFor) -> None:
    """Take back the points given for a ship for each of these reasons."""
    for why in reasons:
        if ledger.state.ships[ship].awards.of(why):
            ledger.write(ev.PointsWithdrawn(ship, why))


def withdraw_prize(ledger: Writing, ship: str) -> None:
    """Take back all points given for a prize, because her captor has lost her (Scoring)."""
    withdraw(ledger, ship, "capture", "surrender")


# When a battle is over, and who has won (Wooden Ships & Iron Men, Ending the Game, Surrender).


def able_to_fight(state: State, side: str) -> bool:
    """Tell whether a side can still fight: it has a ship, on the map or still to arrive, that has
    crew and has not surrendered.
    """
    return any(
        side_of(state, ship) == side and not surrendered(ship) and not crewless(ship)
        for ship in state.ships.values()
    )


def end_by_points(ledger: Writing, why: str) -> None:
    """End the battle by points: the winner is the side with most points among the sides that can
    still fight (among all, if none can). A tie is a draw.
    """
    state = ledger.state
    able = [side for side in sides(state) if able_to_fight(state, side)] or list(sides(state))
    most = max(side_points(state, side) for side in able)
    best = [side for side in able if side_points(state, side) == most]
    if len(best) > 1:
        end(ledger, (), f"{why}; equal points: a draw")
    else:
        end(ledger, best, f"{why}; {_names(state, best[0])} with {most} points")


def end(ledger: Writing, winners: Collection[str], reason: str) -> None:
    """End the battle for the given reason. `winners` are the winning sides; there are none in a
    draw.
    """
    ledger.write(ev.BattleEnded(tuple(winners), reason))


def end_single(ledger: Writing) -> bool:
    """End a battle of two ships if one has surrendered, is captured or has no crew; return whether
    it has ended.

    Wooden Ships & Iron Men, Single Ship Victory Conditions.
    """
    state = ledger.state
    if state.kind != "single" or state.outcome is not None:
        return state.outcome is not None
    fates: dict[str, str] = {}
    for ship in state.ships.values():
        if ship.prize:
            fates[ship.seat] = "captured"
        elif crewless(ship):
            fates[ship.seat] = "crewless"
        elif surrendered(ship):
            fates[ship.seat] = "struck" if ship.hull <= 0 else "surrendered"
        else:
            fates[ship.seat] = ""
    out = {seat: fate for seat, fate in fates.items() if fate}
    if not out:
        return False
    # The captor's whole crew may be aboard the prize; and a ship without crew loses even against a
    # ship that strikes.
    for worst in ("captured", "crewless"):
        if worst in out.values():
            out = {seat: fate for seat, fate in out.items() if fate == worst}
    winners = [state.seats[seat].side for seat in fates if seat not in out]
    text = ", ".join(
        f"{ship.name} {_SAID[out[ship.seat]]}" for ship in state.ships.values() if ship.seat in out
    )
    end(ledger, winners, text if winners else f"{text}: a draw")
    return True


_SAID = {
    "crewless": "has lost her crew",
    "captured": "is captured",
    "surrendered": "has surrendered",
    "struck": "has struck",
}


def end_of_turn(ledger: Writing) -> None:
    """End the turn: count turns without fire, and end the battle if it is over.

    Wooden Ships & Iron Men, Multi-Ship Victory Conditions, Timeout.
    """
    state = ledger.state
    quiet, countdown, announced = state.quiet + 1, state.countdown, state.countdown > 0
    if state.acted:
        quiet = countdown = 0
    elif announced:
        countdown -= 1
    elif quiet >= patience(state):
        countdown = book().countdown.turns
    ledger.write(ev.TurnEnded(quiet, countdown))
    able = [side for side in sides(state) if able_to_fight(state, side)]
    if len(able) == 1:
        end_by_points(ledger, f"only {_names(state, able[0])} can fight on")
    elif not able:
        end_by_points(ledger, "no side can fight on")
    elif state.rules.turn_limit and state.turn >= state.rules.turn_limit:
        end_by_points(ledger, f"turn {state.turn} was the last")
    elif announced and not countdown and not state.acted:
        end_by_points(ledger, "nobody fires any more")


def patience(state: State) -> int:
    """Return the number of turns without fire or melee after which the countdown begins."""
    factor = 1 if state.fired else book().countdown.before_first_shot
    return state.rules.quiet_turns * factor


def _names(state: State, side: str) -> str:
    """Return the names of a side's seats, the seat with most points first."""
    seats = [seat for seat in state.seats.values() if seat.side == side]
    seats.sort(key=lambda seat: -points(state, seat.key))
    return " and ".join(seat.name for seat in seats)


def give_up(ledger: Writing, leaving: Sequence[str]) -> None:
    """Record the seats that surrender; if the battle has only two seats, the other seat's side wins
    at once.
    """
    for seat in leaving:
        ledger.write(ev.SeatGaveUp(seat))
    state = ledger.state
    if len(state.seats) == 2 == len(sides(state)):
        winners = [seat.side for seat in state.seats.values() if not seat.gave_up]
        names = " and ".join(state.seats[seat].name for seat in leaving)
        end(ledger, winners, f"{names} gave up" + ("" if winners else ": a draw"))
