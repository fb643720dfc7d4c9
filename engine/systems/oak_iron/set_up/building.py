"""How squadrons of Oak & Iron are built, checked and printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.game.parts.building import Building, Document
from engine.kit.dataset import uses_own_data
from engine.systems.oak_iron.data.book import ready_squadrons
from engine.systems.oak_iron.set_up.scenarios import FLEET, scenario_for
from engine.systems.oak_iron.squadrons.catalogue import catalogue, sheet
from engine.systems.oak_iron.squadrons.check import check_roster, verdict
from engine.systems.oak_iron.state.state import State


@uses_own_data
class OakIronBuilding(Building[State]):
    """The part of the game for squadron files."""

    about = (
        "A squadron has a size, a faction, an admiral, a hand of cards and ships. An x behind a "
        "card's value: discarded when played. The line of a ship shows fortitude, broadside, "
        "crew, speed to "
        "windward and large."
    )

    def like(self, ended: State, begun: State) -> State:
        """Return the battle `begun` with the edition of our rulings of the battle `ended` before
        it.
        """
        return replace(begun, edition=ended.edition)

    ready = staticmethod(ready_squadrons)
    check = staticmethod(verdict)
    catalogue = staticmethod(catalogue)
    scenario_for = staticmethod(scenario_for)

    def document(self, table: Mapping[str, Any]) -> Document:
        """Return a squadron as a document to print."""
        roster, faults = check_roster("", table)
        return sheet(roster, tuple(faults.found))

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return how many squadrons a fleet may have; () for a scenario without fleets."""
        return (2, 3, 4) if scenario == FLEET else ()
