"""Small battles for the tests of how Oak & Iron is shown."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state.state import Rules, Ship, Squadron, State, Table


def small_battle(**changes: Any) -> State:
    """Return a battle of Red (A: sloop, petite fregate) beside Blue (B: corvette, fluyt)."""
    ships = [
        Ship(
            id="A1",
            squadron="A",
            type="petite_fregate",
            pose=Pose(12.0, 20.0, 90.0),
            name="Swan",
            skill=1,
        ),
        Ship(id="A2", squadron="A", type="sloop", pose=Pose(8.0, 20.0, 90.0), name="Falcon"),
        Ship(id="B1", squadron="B", type="fluyt", pose=Pose(12.0, 16.5, 90.0), name="Saint-Louis"),
        Ship(id="B2", squadron="B", type="corvette", pose=Pose(24.0, 10.0, 0.0), name="Gloire"),
    ]
    squadrons = {
        "A": Squadron(key="A", name="Red", flagship="A1", hand=("down", "careful_aim"), fortune=1),
        "B": Squadron(
            key="B", name="Blue", flagship="B1", hand=("reload", "take_courage"), fortune=1
        ),
    }
    state = State(
        title="Quick start",
        rules=Rules(),
        table=Table(),
        squadrons=squadrons,
        ships={ship.id: ship for ship in ships},
        turn=3,
        phase="attack",
        initiative="A",
    )
    return replace(state, **changes)


def with_ship(state: State, ship: str, **changes: Any) -> State:
    """Return the state with one ship changed."""
    return replace(state, ships={**state.ships, ship: replace(state.ships[ship], **changes)})


def with_squadron(state: State, squadron: str, **changes: Any) -> State:
    """Return the state with one squadron changed."""
    changed = replace(state.squadrons[squadron], **changes)
    return replace(state, squadrons={**state.squadrons, squadron: changed})
