"""What a series of battles may carry from one to the next: crews lost."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.parts.building import Building, Switch
from engine.kit.dataset import bound
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.set_up.switches import offered
from engine.systems.wooden_ships.state.state import Ship, State

CREW = "crew"


@bound
class WoodenShipsBuilding(Building[State]):
    """Battles in a chain; squadrons of one's own are position files."""

    carries = (CREW,)

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the edition of the rules, and how near the fleets begin."""
        fact = book().scenarios.get(scenario)
        if fact is None:
            return ()
        return offered(bool(fact.land), any(len(side) > 1 for side in fact.sides))

    def carried(self, ended: State, begun: State, what: str) -> State:
        """Return a battle at its start with the crews that ships of the one before have left.

        A ship that sank, struck or was taken begins with a new crew, and so does one without
        anybody aboard.
        """
        ships = {id: _manned(ended.ships.get(id), ship) for id, ship in begun.ships.items()}
        return replace(begun, ships=ships)


def _manned(before: Ship | None, ship: Ship) -> Ship:
    if before is None or before.record != ship.record or before.name != ship.name:
        return ship
    lost = before.surrendered or before.prize is not None or before.hull <= 0
    if lost or not any(before.crew):
        return ship
    # Who was aboard as reserve may have filled gaps: nobody begins above the printed crew.
    crew = tuple(min(full, left) for full, left in zip(ship.crew, before.crew, strict=True))
    return replace(ship, crew=crew)
