"""Which keys hold what is being played, and go through its steps."""

from __future__ import annotations

from tui.battle.stage import Stage

WAYS = {"pan_west": -1, "pan_east": 1}
"""How many steps the keys of these actions go on while something is played: those of a replay."""


def held(stage: Stage, name: str) -> bool:
    """Hold what is played and go a step back or on, if the action of that name does so."""
    if name not in WAYS:
        return False
    stage.step(WAYS[name])
    return True
