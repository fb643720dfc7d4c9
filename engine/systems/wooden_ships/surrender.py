"""Surrender: when fire forces a ship to it, the results of hits, and friends that rescue her."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.boarding.capture import check_prize_crews
from engine.systems.wooden_ships.data import Aim, ShipClass, book
from engine.systems.wooden_ships.machine import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship, State, afloat, friends, holder, side_of
from engine.systems.wooden_ships.victory import end_single, give, withdraw, withdraw_prize

# When fire forces a ship to surrender without striking.
#
# Wooden Ships & Iron Men, Damage Effects.


class ShotCircumstances(NamedTuple):
    """The circumstances that decide whether a shot forces surrender: the distance in hexes, whether
    it rakes, and its aim.
    """

    far: int
    raked: bool
    aim: Aim


def as_large(one: ShipClass, other: ShipClass) -> bool:
    """Tell whether a class of ship is at least as large as another."""
    order = book().sizes.largest_first
    return order.index(one) <= order.index(other)


def protected(state: State, target: Ship, firer: Ship) -> bool:
    """Tell whether a nearby friend, at least as large as the firer, saves a ship from surrendering
    to the firer.
    """
    reach = book().surrender.protector_range
    return any(
        friend.id != target.id
        and as_large(friend.ship_class, firer.ship_class)
        and friends(state, friend, target)
        and not fleet.surrendered(friend)
        and not fleet.crewless(friend)
        and fleet.apart(friend, target) <= reach
        for friend in afloat(state)
    )


def forced_surrenders(
    state: State, firer: Ship, target: Ship, falls: ShotCircumstances
) -> tuple[Literal["firepower", "immobility"], ...]:
    """Return the kinds of surrender that a shot would force on a ship, in the state before the
    shots of the phase.
    """
    found: list[Literal["firepower", "immobility"]] = []
    if fleet.without_guns(target) and falls.far <= book().surrender.firepower_range:
        found.append("firepower")
    if fleet.dismasted(target) and falls.raked and falls.aim == "hull":
        found.append("immobility")
    return tuple(found) if found and not protected(state, target, firer) else ()


# The effects of the hits of a combat phase: struck, surrendered, crews killed.
#
# Wooden Ships & Iron Men, Damage Effects, Scoring System.


def after_fire(
    ledger: Writing,
    start: State,
    fired: Sequence[ev.SideFired],
    gun_hits_on_hull: Collection[str],
) -> None:
    """Record which ships have struck, surrendered or lost their crew by the phase's fire, one after
    the other.

    `start` is the state before the fire; its guns, rigging and protecting friends decide.
    """
    by_target: dict[str, list[ev.SideFired]] = {}
    for shot in fired:
        by_target.setdefault(shot.target, []).append(shot)
    for ship in start.ships:
        if ship in by_target:
            shots = by_target[ship]
            before, now = start.ships[ship], ledger.state.ships[ship]
            if before.hull > 0 and now.hull <= 0:
                ledger.write(ev.ShipSurrendered(ship, "struck"))
                on_hull = [s for s in shots if s.hits[0] or f"{ship}<{s.ship}" in gun_hits_on_hull]
                give(ledger, now, "surrender", _seats(start, on_hull))
            else:
                _forced(ledger, start, ship, shots)
            now = ledger.state.ships[ship]
            if before.prize is None and fleet.crewless(now) and not fleet.crewless(before):
                ledger.write(ev.CrewKilled(ship))
                give(ledger, now, "crew", _seats(start, [s for s in shots if s.hits[2]]))
    check_prize_crews(ledger)
    end_single(ledger)


def _forced(ledger: Writing, start: State, ship: str, shots: Sequence[ev.SideFired]) -> None:
    """Make a ship surrender if a shot forces her to, for lack of guns (firepower) or masts
    (immobility). A prize with prisoners aboard goes back to her old crew instead.
    """
    before, now = start.ships[ship], ledger.state.ships[ship]
    brought = {
        how: [
            shot
            for shot in shots
            if how
            in forced_surrenders(
                start,
                start.ships[shot.ship],
                before,
                ShotCircumstances(shot.range, bool(shot.rake), shot.aim),
            )
        ]
        for how in ("firepower", "immobility")
    }
    for how in ("firepower", "immobility"):
        if not brought[how]:
            continue
        if now.prize and fleet.own_squares(now):
            ledger.write(ev.ShipRetaken(ship, "fire"))
            withdraw_prize(ledger, ship)
        else:
            ledger.write(ev.ShipSurrendered(ship, "firepower" if how == "firepower" else how))
            if not now.prize:
                give(ledger, now, "surrender", _seats(start, brought[how]))
        return


def _seats(start: State, shots: Sequence[ev.SideFired]) -> list[str]:
    return [holder(start.ships[shot.ship]) for shot in shots]


# A friend nearby frees ships that surrendered without striking.
#
# Wooden Ships & Iron Men, Surrender.


def can_be_rescued(state: State, ship: Ship) -> bool:
    """Tell whether a friend nearby can now free a ship that was forced to surrender, but has not
    struck.
    """
    if ship.surrendered not in ("firepower", "immobility") or fleet.struck(ship) or ship.prize:
        return False
    reach = book().surrender.rescue_range
    return any(
        friend.id != ship.id
        and side_of(state, friend) == state.seats[ship.seat].side
        and not fleet.surrendered(friend)
        and not fleet.crewless(friend)
        and fleet.apart(friend, ship) <= reach
        for friend in afloat(state)
    )


def rescue(ledger: Writing) -> None:
    """Free every surrendered ship that a friend can free; the points for her surrender are taken
    back.
    """
    if not ledger.state.rules.rescue:
        return
    state = ledger.state
    for ship in [ship for ship in afloat(state) if can_be_rescued(state, ship)]:
        ledger.write(ev.ShipRescued(ship.id))
        withdraw(ledger, ship.id, "surrender")
