"""Random wars: no dead end, no broken state, the fold is the state."""

from __future__ import annotations

import pytest

from tests.engine.systems.iron_oak.campaign.random_wars import played


@pytest.mark.parametrize("seed", [2, 3])
def test_a_war_ends_and_breaks_nothing(seed: int) -> None:
    state, events = played(seed)
    assert len(state.rows) >= 3
    assert events["BattleClosed"] == len(state.rows)
    assert events["BattleBegan"] > 0
    assert events["CampaignEnded"] == 1
