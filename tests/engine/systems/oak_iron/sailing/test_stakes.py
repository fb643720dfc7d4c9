"""Every Skill Test says what it is for and what follows when it fails."""

from __future__ import annotations

import pytest

from engine.systems.oak_iron.sailing.seamanship import stakes
from engine.systems.oak_iron.state import steps as st


@pytest.mark.parametrize(
    ("step", "what", "failed"),
    [
        (st.SeamanshipAction(), "a Seamanship Action", "no action, she sails on"),
        (st.BoardingTest("B2"), "boarding B2", "B2 is not boarded"),
        (st.RepairTest(), "getting off the ground", "she stays aground"),
        (st.RazeTest(), "razing the marker", "it is not razed"),
        (st.SquallResult(), "holding her sails in the squall", "she takes in a level of sail"),
        (
            st.BonusStands("A1", "rally", "take_courage"),
            "more rest (Take Courage)",
            "no further Fatigue comes off",
        ),
        (st.CardTestStands("A", "zeal", ("A1",)), "heart (Zeal)", "no Fatigue comes off"),
        (
            st.CardTestStands("A", "raise_the_black", ("B1",)),
            "courage (Raise the Black)",
            "she takes 1 Fatigue",
        ),
    ],
)
def test_stakes_of_a_skill_test(step: st.AnyStep, what: str, failed: str) -> None:
    found = stakes(step)
    assert found is not None
    assert (found.what, found.failed) == (what, failed)
