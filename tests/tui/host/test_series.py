"""A best-of-three of Oak & Iron between two persons on a host: the battles follow each other."""

from __future__ import annotations

from pathlib import Path

from engine.arena import crews
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from tests.tui.host.near import begun, near, running_hub

SERIES = Terms(game="series:oak_iron", scenario="best_of_three")


async def test_two_persons_play_a_best_of_three_to_its_end(tmp_path: Path) -> None:
    """Both choose on their screens in the first battle, change sides in the second, and see the end
    of the series.
    """
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
    ):
        hosted = begun(hub, "anna", "ben", terms=SERIES)
        battle = hosted.running()
        for each in (anna, ben):
            await each.press("enter")
        await anna.sees("YOUR CHOICE", "1/3 0:0")
        await anna.press("enter")
        await ben.sees("YOUR CHOICE")
        await ben.press("enter")
        await anna.sees("1/3 0:0")
        assert battle.position >= 2
        crew = crews(battle.game, battle.state, 3, "ensign", "ensign")
        changed = False
        while questions := battle.pending():
            seat = questions[0].seat
            battle.answer(seat, crew[seat].choose(battle.view(seat), questions[0]))
            if battle.state.number == 2 and not changed:
                changed = True
                assert [each.name for each in battle.game.seats(battle.state)] == [
                    "First (Blue)",
                    "Second (Red)",
                ]
                await anna.sees("2/3 ")
        assert changed
        outcome = battle.outcome()
        assert outcome is not None
        await anna.sees(outcome.reason[:20])
        await ben.sees(outcome.reason[:20])
        path = battle.path
    assert path
    again = Battle.open(path, write=False)
    assert again.verify().ok, again.verify().text
    assert len(again.state.rows) >= 2
    again.close()
