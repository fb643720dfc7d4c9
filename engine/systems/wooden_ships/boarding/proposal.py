"""What a crew is proposed to do: take what can be had, board the weaker, defend against others."""

from __future__ import annotations

from engine.systems.wooden_ships.boarding.prize_crew import needed
from engine.systems.wooden_ships.boarding.strength import strength_of
from engine.systems.wooden_ships.ships.status import own_squares, surrendered, working_crew
from engine.systems.wooden_ships.state.sides import friends
from engine.systems.wooden_ships.state.state import Ship, State

CLEARLY = 2
"""How many times the enemy's strength makes boarding look safe."""


def proposed(state: State, ship: Ship, open_to: tuple[str, ...], section: int) -> str:
    """Return the order that is proposed for a section of a ship, from 1, '' to keep it.

    Of a crew that defends, the last section with squares is kept at the guns: if everybody stood
    by to defend, and the enemy too, nobody would fire, fight or sail again.
    """
    squares = sum(working_crew(ship))
    threatened = False
    for option in open_to:
        kind, _, to = option.partition(":")
        if kind == "DBP" or friends(state, ship, state.ships[to]):
            continue
        other = state.ships[to]
        if surrendered(other) and other.prize is None:
            if squares > needed(own_squares(other)):
                return option
        elif kind == "OBP":
            theirs = strength_of(other)
            if strength_of(ship) >= CLEARLY * theirs:
                return option
            threatened = threatened or theirs > 0
    last = max((number for number, left in enumerate(working_crew(ship), 1) if left), default=0)
    return "DBP" if threatened and "DBP" in open_to and section != last else ""
