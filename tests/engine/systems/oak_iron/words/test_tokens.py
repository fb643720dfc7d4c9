"""What a ship's card says of her state."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.oak_iron.state.wording import statuses
from tests.engine.systems.oak_iron.fleet import small_battle, with_ship


def test_who_took_a_crew_action_is_not_said_to_have_attacked() -> None:
    """Her activation of the attack phase is over, whatever she did in it."""
    state = with_ship(small_battle(), "A1", attacked=True)
    said = statuses(state, state.ships["A1"])
    assert "has acted" in said
    assert not any("attack" in each for each in said)
    fresh = replace(state, ships={**state.ships, "A1": replace(state.ships["A1"], attacked=False)})
    assert "has acted" not in statuses(fresh, fresh.ships["A1"])
