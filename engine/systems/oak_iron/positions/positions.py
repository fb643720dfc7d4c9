"""Position files of Oak & Iron, and what its rules say of a situation."""

from __future__ import annotations

from engine.game.parts.part import late_method
from engine.game.parts.positions import Positions
from engine.kit.dataset import bound
from engine.systems.oak_iron.state.state import State


@bound
class OakIronPositions(Positions[State]):
    """Situations written by hand, and questions about ships."""

    read = late_method("engine.systems.oak_iron.positions.position:from_position")
    inspect = late_method("engine.systems.oak_iron.inspection.inspect:inspect")
    explain = late_method("engine.systems.oak_iron.inspection.inspect:explain")
