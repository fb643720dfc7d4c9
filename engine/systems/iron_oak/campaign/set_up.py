"""A campaign at its start, and its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.base.errors import SetUpFault
from engine.game.position import Faults, format_value, nearest
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import SEATS, Force, State

TITLE = "Iron & Oak, the campaign"
SCENARIOS = {
    "campaign": "A war of linked battles: forces, commitments, refits, some five to nine battles"
}


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return a campaign at its start; raises `SetUpFault` for a wrong scenario or option."""
    if scenario not in SCENARIOS:
        known = ", ".join(SCENARIOS)
        raise SetUpFault(
            TITLE, [("scenario", f"{format_value(scenario)} is not known; known: {known}")]
        )
    faults = Faults(TITLE)
    for name in options or {}:
        faults.add(name, f"is no option; there is none{nearest(name, ())}")
    faults.check()
    return State(
        title="Campaign",
        phase="forces",
        number=0,
        ships={},
        forces={side: Force() for side in SEATS},
        agenda=(st.AssignGrades(), st.ChooseForces()),
    )
