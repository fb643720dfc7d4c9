"""Building squadrons, options of new battles, and the crews that a series carries over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.game.parts.building import Building, Document, Switch, Verdict
from engine.kit.dataset import uses_own_data
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.set_up.scenarios import ANY, any_offered, scenario_for
from engine.systems.wooden_ships.set_up.switches import offered
from engine.systems.wooden_ships.squadrons import catalogue, paper, read_squadron, ready
from engine.systems.wooden_ships.state.state import Ship, State

CREW = "crew"


@uses_own_data
class WoodenShipsBuilding(Building[State]):
    """The part of the game for squadron files, switches, and battles in a series."""

    about = (
        "A squadron has ships of standard classes within a limit of points, each with a crew of "
        "some quality. The line of a class shows the squares of hull and crew, and the guns "
        "of a side."
    )
    makes = True
    carries = (CREW,)

    ready = staticmethod(ready)
    catalogue = staticmethod(catalogue)
    scenario_for = staticmethod(scenario_for)

    def check(self, table: Mapping[str, Any]) -> Verdict:
        roster, faults = read_squadron("", table)
        return Verdict(roster.name, roster.points, roster.limit, tuple(faults.found))

    def document(self, table: Mapping[str, Any]) -> Document:
        roster, faults = read_squadron("", table)
        return paper(roster, tuple(faults.found))

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the options: the edition of the rules, the starting distance, and options of the
        scenario.
        """
        if scenario == ANY:
            return any_offered()
        fact = book().scenarios.get(scenario)
        if fact is None:
            return ()
        allies = any(len(side) > 1 for side in fact.sides)
        return offered(bool(fact.land), allies, len(fact.ships) > len(fact.sides))

    def further(self, scenario: str, chosen: Mapping[str, Any]) -> tuple[Switch, ...]:
        """Return a switch for each ship of a shared fleet, where ships are dealt by hand."""
        fact, captains = book().scenarios.get(scenario), str(chosen.get("captains", ""))
        if fact is None or chosen.get("deal") != "hand" or not captains.isdecimal():
            return ()
        numbers = [(f"{number}", f"to captain {number}") for number in range(1, int(captains) + 1)]
        values = (("", "as listed"), *numbers)
        ships = dict.fromkeys(each.ship for each in fact.ships if each.ship in book().ships)
        return tuple(Switch(ship, book().ships[ship].name, values) for ship in ships)

    def carried(self, ended: State, begun: State, what: str) -> State:
        """Return a battle at its start, with the crews that ships had left after the battle before.

        A ship that sank, struck, was captured or has no crew left begins with a new crew.
        """
        ships = {id: _manned(ended.ships.get(id), ship) for id, ship in begun.ships.items()}
        return replace(begun, ships=ships)


def _manned(before: Ship | None, ship: Ship) -> Ship:
    if before is None or before.record != ship.record or before.name != ship.name:
        return ship
    lost = before.surrendered or before.prize is not None or before.hull <= 0
    if lost or not any(before.crew):
        return ship
    # The reserve may have filled gaps: no ship begins with more than the printed crew.
    crew = tuple(min(full, left) for full, left in zip(ship.crew, before.crew, strict=True))
    return replace(ship, crew=crew)
