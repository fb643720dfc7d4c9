"""How squadrons of Oak & Iron are built, checked and printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.game.parts.building import Building, Verdict
from engine.game.parts.catalogue import Catalogue
from engine.game.parts.document import Document
from engine.kit.dataset import bound
from engine.systems.oak_iron.data import datafiles
from engine.systems.oak_iron.set_up import scenarios
from engine.systems.oak_iron.squadrons.catalogue import catalogue
from engine.systems.oak_iron.squadrons.squadron_check import checked, verdict
from engine.systems.oak_iron.squadrons.squadron_sheet import sheet
from engine.systems.oak_iron.state.state import State


@bound
class OakIronBuilding(Building[State]):
    """Squadron files."""

    def like(self, ended: State, begun: State) -> State:
        """Return a battle by the edition of our rulings of the battle before it."""
        return replace(begun, edition=ended.edition)

    def ready(self) -> Mapping[str, Path]:
        """Return the ready squadrons."""
        return datafiles.ready_squadrons()

    def check(self, table: Mapping[str, Any]) -> Verdict:
        """Say whether a squadron is legal, or everything that is wrong with it."""
        return verdict(table)

    def document(self, table: Mapping[str, Any]) -> Document:
        """Return a squadron on paper."""
        roster, faults = checked("", table)
        return sheet(roster, tuple(faults.found))

    def catalogue(self, table: Mapping[str, Any]) -> Catalogue:
        """Return what may be chosen for a squadron."""
        return catalogue(table)

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the size of game that the first of two squadrons is built for; more are fleets."""
        return scenarios.scenario_for(squadrons)

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return how many squadrons a fleet may have."""
        return (2, 3, 4) if scenario == scenarios.FLEET else ()
