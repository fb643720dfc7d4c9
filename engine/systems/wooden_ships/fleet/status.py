"""What state a ship is in (Wooden Ships & Iron Men, Ship Chart, Damage Effects)."""

from __future__ import annotations

from collections.abc import Callable

from engine.systems.wooden_ships.data.facts import Quality
from engine.systems.wooden_ships.fleet.ties import fouled_with, grappled_with
from engine.systems.wooden_ships.state.state import Ship, State


def struck(ship: Ship) -> bool:
    """Tell whether a ship has struck: no hull left."""
    return ship.hull <= 0


def surrendered(ship: Ship) -> bool:
    """Tell whether a ship has surrendered in any of the four ways."""
    return ship.hull <= 0 or bool(ship.surrendered)


def own_squares(ship: Ship) -> int:
    """Return the squares left of the crew in her record, reserve included; prisoners on a prize."""
    return sum(ship.crew) + ship.reserve


def crewless(ship: Ship) -> bool:
    """Tell whether there is no crew left; on a prize, no prize crew."""
    return (ship.prize.squares if ship.prize else own_squares(ship)) <= 0


def dismasted(ship: Ship) -> bool:
    """Tell whether all rigging is gone."""
    return not any(ship.rigging)


def without_guns(ship: Ship) -> bool:
    """Tell whether all guns and carronades are gone."""
    return not any(ship.guns) and not any(ship.carronades)


def working_crew(ship: Ship) -> tuple[int, ...]:
    """Return the squares that work the ship, by section; a prize crew is one section."""
    return (ship.prize.squares,) if ship.prize else ship.crew


def quality(ship: Ship) -> Quality:
    """Return the quality of those who work the ship."""
    return ship.prize.quality if ship.prize else ship.quality


def old_crew_only(ship: Ship) -> bool:
    """Tell whether her own crew holds a ship that has struck: it neither works nor leaves."""
    return struck(ship) and ship.prize is None


def lost_sections(printed: tuple[int, ...], left: tuple[int, ...]) -> int:
    """Return how many sections had a square and have none left."""
    return sum(1 for full, now in zip(printed, left, strict=True) if full and not now)


_WORDS: tuple[tuple[str, Callable[[State, Ship], bool]], ...] = (
    ("struck", lambda state, ship: struck(ship)),
    ("surrendered", lambda state, ship: bool(ship.surrendered)),
    ("rescued", lambda state, ship: ship.rescued),
    ("captured", lambda state, ship: ship.prize is not None),
    ("crewless", lambda state, ship: crewless(ship)),
    ("dismasted", lambda state, ship: dismasted(ship)),
    ("fouled", lambda state, ship: bool(fouled_with(state, ship.id))),
    ("grappled", lambda state, ship: bool(grappled_with(state, ship.id))),
    ("all_hands", lambda state, ship: ship.all_hands),
)


def status(state: State, ship: Ship) -> list[str]:
    """Return the words that hold of a ship, in their order."""
    return [word for word, holds in _WORDS if holds(state, ship)]
