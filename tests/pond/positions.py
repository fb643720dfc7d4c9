"""Position files of the pond: a position written by hand becomes a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.game.parts.part import Positions
from engine.game.position import Faults, Reader
from engine.kit.dataset import uses_own_data
from engine.space.plane.pose import Pose
from tests.pond.figures import book
from tests.pond.state import SIZE, TURNS, Boat, Pond


@uses_own_data
class PondPositions(Positions[Pond]):
    """Positions of the pond."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[Pond, int]:
        faults = Faults(source)
        reader = Reader(table, faults)
        reader.skip("game", "title")
        seed, turn = reader.integer("seed", 0), reader.integer("turn", 1, 1, TURNS)
        boats = {}
        fleet = reader.table("boats", required=True)
        for seat, gunboat in book().boats.items():
            boat = fleet.table(seat, required=True)
            x, y = (boat.number(key, low=0.0, high=SIZE) for key in ("x", "y"))
            pose = Pose(x, y, boat.number("heading", 0.0, 0.0, 360.0)).rounded()
            boats[seat] = Boat(pose, boat.integer("hits", 0, 0, gunboat.sinks - 1))
            boat.finish()
        fleet.finish()
        reader.finish()
        faults.check()
        return Pond(boats, turn), seed
