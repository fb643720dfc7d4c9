"""Hypothetical views: one ship elsewhere, or alongside an enemy. For previews and evaluations."""

from __future__ import annotations

from msgspec.structs import replace

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.effects.crew_actions import BOARDED
from engine.systems.oak_iron.effects.hits import mark
from engine.systems.oak_iron.sailing.grapple import pair
from engine.systems.oak_iron.state.state import State


def as_if(view: State, ship: str, pose: Pose) -> State:
    """Return the view with a ship at another pose."""
    return replace(view, ships={**view.ships, ship: replace(view.ships[ship], pose=pose)})


def as_if_boarded(view: State, boarder: str, target: str, pose: Pose) -> State:
    """Return the view with a boarder alongside her target and Entangled, in the same turn."""
    ship = view.ships[boarder]
    # Cards that work in the turn of boarding are marked as used, as the rules do when she boards.
    noted = tuple(mark(view, card) for card, _ in BOARDED.on(view, ship))
    alongside = replace(ship, pose=pose, used=(*ship.used, *noted))
    ships = {**view.ships, boarder: alongside}
    return replace(view, ships=ships, entangled=(*view.entangled, pair(boarder, target)))
