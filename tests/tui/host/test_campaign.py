"""A war between two persons far apart, with a watcher: what is sealed is sent to nobody else."""

from __future__ import annotations

from pathlib import Path

from engine.systems.iron_oak.data.book import shipped
from tests.tui.host.far import Far
from tests.tui.host.near import begun, near, running_hub
from tests.tui.host.test_sealed_sheets import ESCAPE
from tui.host.terms import Terms

WAR = Terms("iron_oak_campaign", "campaign")
ROUNDS = ("tab", "L", "L", "S", "S", "H", "H", "?", ESCAPE, "E", ESCAPE, "R", ")", ESCAPE, "y", "y")
"""What somebody looks at and back: log, fleets, cards, help, looking back, the replay."""


def names(side: str) -> set[str]:
    """Return the names that only ships of a side have, as pages and log spell them."""
    ships = shipped().ships.values()
    theirs = {ship.short for ship in ships if ship.side != side}
    own = {ship.short for ship in ships if ship.side == side}
    return {name for name in own if not any(name in other for other in theirs)}


async def looks_round(far: Far) -> None:
    """Look at everything, and back."""
    for key in ROUNDS:
        far.press(key)
        await far.quiet(0.02)


async def test_a_sealed_force_is_on_no_other_screen_until_both_are_open(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "ben", (100, 40)) as ben:
        hosted = begun(hub, "anna", "ben", terms=WAR)
        battle = hosted.battle
        assert battle
        await ben.press("enter")
        await ben.sees("FORCES", "Virginia")
        names = seal(battle, "A")
        shown = await ben.sees("the Union has chosen")
        await ben.press("L")
        log = await ben.sees("has chosen")
        assert not [name for name in names if name in shown + log]
        await ben.press("escape")
        seal(battle, "B")
        await ben.sees(*names)
