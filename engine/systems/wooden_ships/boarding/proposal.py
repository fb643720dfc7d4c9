"""What a crew is proposed to do: take what can be had, board the weaker, defend against others."""

from __future__ import annotations

from engine.systems.wooden_ships.boarding.capture import needed
from engine.systems.wooden_ships.boarding.strength import strength, strength_of
from engine.systems.wooden_ships.fleet.status import own_squares, quality, surrendered, working_crew
from engine.systems.wooden_ships.state.sides import friends
from engine.systems.wooden_ships.state.state import Ship, State

CLEARLY = 2
"""How many times the enemy's strength makes boarding look safe."""


def proposed(state: State, ship: Ship, open_to: tuple[str, ...], section: int) -> str:
    """Return the order that is proposed for a section of a ship, from 1, '' to keep it.

    What is proposed leads on: a crew does not leave its own ship empty where fewer are enough, and
    of one that defends against its equals the last section stays at the guns. If everybody
    stood by to defend, and the enemy too, nobody would fire, fight or sail again.
    """
    strongest = 0
    for option in open_to:
        kind, _, to = option.partition(":")
        if kind == "DBP" or friends(state, ship, state.ships[to]):
            continue
        other = state.ships[to]
        if surrendered(other) and other.prize is None:
            enough = needed(own_squares(other))
            if sum(working_crew(ship)) > enough:
                return option if _before(ship, section) < enough else ""
        elif kind == "OBP":
            theirs = strength_of(other)
            if strength_of(ship) >= CLEARLY * theirs:
                home = section == last_section(ship)
                rest = strength(_before(ship, section), quality(ship))
                return "" if home and rest and rest >= CLEARLY * theirs else option
            strongest = max(strongest, theirs)
    if not strongest or "DBP" not in open_to:
        return ""
    boarded = strongest >= CLEARLY * strength_of(ship)
    return "DBP" if boarded or section != last_section(ship) else ""


def last_section(ship: Ship) -> int:
    """Return the last section with squares, from 1; 0 without any."""
    return max((number for number, left in enumerate(working_crew(ship), 1) if left), default=0)


def _before(ship: Ship, section: int) -> int:
    """Return the squares of the sections before one."""
    return sum(working_crew(ship)[: section - 1])
