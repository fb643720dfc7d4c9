"""What speaks for holding another ship and for boarding her, and for getting free."""

from __future__ import annotations

from engine.game.advice import Reason
from engine.systems.wooden_ships.boarding.parties import destinations
from engine.systems.wooden_ships.boarding.proposal import proposed
from engine.systems.wooden_ships.boarding.strength import strength_of
from engine.systems.wooden_ships.fleet.place import apart
from engine.systems.wooden_ships.fleet.status import surrendered
from engine.systems.wooden_ships.fleet.ties import snagged_with
from engine.systems.wooden_ships.state.sides import friends, in_order
from engine.systems.wooden_ships.state.state import Ship, State

STRONGER = 1.6
"""How many times the enemy's strength makes a ship seek a melee."""


def party_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Board who is weaker, defend against who is stronger: as it is proposed."""
    ship = view.ships[slot.partition(":")[0]]
    wanted = proposed(view, ship, destinations(view, ship), int(slot.partition(":")[2])) or "none"
    worth = 1.0 if option == wanted else 0.0
    enemies = [
        view.ships[other]
        for other in in_order(snagged_with(view, ship.id))
        if not friends(view, ship, view.ships[other])
    ]
    text = ", ".join(_against(ship, other) for other in enemies)
    return (Reason("strength", text or "no enemy holds her", worth),)


def grappling_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the worth of being held to each ship that is named."""
    ship = view.ships[slot.partition(":")[0]]
    named = [] if option == "none" else option.split("+")
    return tuple(
        Reason(f"hold_{other}", _against(ship, view.ships[other]), hold(view, ship, other))
        for other in named
    )


def casting_off_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the worth of letting go of each ship that is named."""
    return tuple(
        Reason(each.term, each.words, -each.worth) for each in grappling_reasons(view, slot, option)
    )


def hold(view: State, ship: Ship, other: str) -> float:
    """Return what it is worth to be held fast to another ship."""
    enemy = view.ships[other]
    if friends(view, ship, enemy) or surrendered(enemy):
        return -1.0
    return 1.0 if strength_of(ship) >= STRONGER * strength_of(enemy) else -1.0


def unfouling_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Get free of friends always, of enemies that are not clearly weaker."""
    ship = view.ships[slot]
    tied = {"all": True, "friends": False, "enemies": True, "none": False}[option]
    enemies = [
        other
        for other in view.ships.values()
        if not friends(view, ship, other) and apart(ship, other) == 1
    ]
    strongest = max(enemies, key=strength_of, default=None)
    theirs = strength_of(strongest) if strongest else 0
    wants = theirs > 0 and strength_of(ship) >= STRONGER * theirs
    from_friends = float(option in ("all", "friends"))
    text = _against(ship, strongest) if strongest else "no enemy holds her"
    return (
        Reason("friends", "clear of friends", from_friends),
        Reason("strength", text, 0.5 if tied != wants else 0.0),
    )


def boarding_back_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Board after a defence that won, when she is weak enough."""
    if option == "stay":
        return ()
    ship, other = view.ships[slot], view.ships[option]
    worth = strength_of(ship) - STRONGER * strength_of(other)
    return (Reason("strength", _against(ship, other), worth),)


def _against(ship: Ship, other: Ship) -> str:
    return f"strength {strength_of(ship)} against {strength_of(other)} of {other.id}"
