"""A game that knows nothing of hosts can be played on one: the pond, with two gunboats and one
die.
"""

from __future__ import annotations

from pathlib import Path

import tests.pond.game  # noqa: F401 - registers the pond
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from tests.tui.host.near import begun, near, running_hub

POND = Terms(game="pond", scenario="duel")


async def test_a_turn_of_the_pond_on_a_host_is_secret_and_saved(tmp_path: Path) -> None:
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
    ):
        hosted = begun(hub, "anna", "ben", terms=POND)
        assert hosted.battle
        path = hosted.battle.path
        for each in (anna, ben):
            await each.press("enter")
        await anna.sees("YOUR CHOICE A", "steer, or lay the gun")
        await anna.press("enter")
        await anna.sees("Waiting for ben (Blue)")
        assert hosted.battle.position == 1
        assert hosted.battle.view("B").boats["A"].order is None
        await ben.sees("YOUR CHOICE B", "steer, or lay the gun")
        await ben.press("enter")
        await anna.sees("turn 2")
        assert hosted.battle.position == 2
    assert path
    again = Battle.open(path, write=False)
    assert again.state.turn == 2
    assert [entry.seat for entry in again.entries] == ["A", "B"]
    again.close()
