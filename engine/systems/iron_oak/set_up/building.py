"""Building, checking and printing designs of battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.parts.building import Building, Document, Switch, Verdict
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES
from engine.systems.iron_oak.set_up.scenarios import offered
from engine.systems.iron_oak.squadrons import reading
from engine.systems.iron_oak.squadrons.catalogue import catalogue, notes, paper, worth
from engine.systems.iron_oak.squadrons.reading import read_design, ready
from engine.systems.iron_oak.state.state import State


@uses_own_data
class IronOakBuilding(Building[State]):
    """The part of the game for designs of whole battles: one file holds both sides."""

    kind = "design"
    unit, units = "ship or fort", "ships and forts"
    names_ships = False
    usual = reading.FIRST
    whole_battle = True
    about = (
        "A design is a whole battle: its waters with wind, current, banks and "
        "shoals, land and obstacles, the action cards, the victory lines, and the ships and "
        "forts, each with the box where it begins. Both sides stand in one file."
    )

    ready = staticmethod(ready)
    catalogue = staticmethod(catalogue)

    def like(self, ended: State, begun: State) -> State:
        """Return the new battle with the edition of our rulings that the battle before it had, and
        with the same rule about cards set aside.

        Older battles do not record which cards a side has set aside.
        """
        begun = replace(begun, edition=ended.edition)
        if all(side.aside is not UNSET for side in ended.sides.values()):
            return begun
        sides = {key: replace(side, aside=UNSET) for key, side in begun.sides.items()}
        return replace(begun, sides=sides)

    def check(self, table: Mapping[str, Any]) -> Verdict:
        """Return whether a design can be played, with every fault in it."""
        record, faults = read_design("", table)
        points = sum(worth(record, side) for side in SIDES)
        return Verdict(record.title, points, faults=tuple(faults.found), notes=notes(record))

    def document(self, table: Mapping[str, Any]) -> Document:
        record, faults = read_design("", table)
        return paper(record, tuple(faults.found), notes(record))

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the scenario that designs are played in."""
        return reading.OWN

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the options of a battle of the rulebook: how many seats share a side, and whether
        they share plans.
        """
        record = book().scenarios.get(scenario)
        if record is None:
            return ()
        return offered({side: len(record.force(side).units) for side in SIDES})
