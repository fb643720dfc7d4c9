"""Ships that a single shot may take: no guns or no rigging left, and no friend who protects."""

from __future__ import annotations

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.status import crewless, dismasted, surrendered, without_guns
from engine.systems.wooden_ships.state.sides import afloat, friends
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.surrender.conditions import protected


def on_the_verge(state: State, ship: Ship) -> tuple[str, ...]:
    """Return in words which shots would take a ship at once, as all lie now; () for none.

    A ship that only a friend saves is told as well: the friend may leave, or strike.
    """
    if surrendered(ship) or crewless(ship):
        return ()
    shots = []
    if without_guns(ship):
        shots.append(f"a shot within {book().surrender.firepower_range}")
    if dismasted(ship):
        shots.append("a rake at the hull")
    firers = [
        other
        for other in afloat(state)
        if not (friends(state, ship, other) or surrendered(other) or crewless(other))
    ]
    if not shots or not firers:
        return ()
    saved = [protected(state, ship, firer) for firer in firers]
    if all(saved):
        return ("saved by friends",)
    larger = " of a larger ship" if any(saved) else ""
    return tuple(f"{each}{larger} takes her" for each in shots)
