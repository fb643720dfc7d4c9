"""The steps of an entry, forward and back: impulses, contests, dice, with the plots (orders) at the
ships' bows.
"""

from __future__ import annotations

from pathlib import Path

from engine.game.chart import Spot
from engine.systems.wooden_ships.state.events import Collided, ImpulseTaken
from tests.tui.replay.test_other_games import opened
from tests.tui.running import house, screen_of
from tui.replay.reel_keys import StepKeys
from tui.replay.screen import ReplayScreen


async def test_an_entry_is_gone_through_step_by_step_and_back(tmp_path: Path) -> None:
    """Each impulse shows the ships at its own places; the collision is reported in the step in
    which it happens.
    """
    battle = opened("sample_frigates")
    n = next(r.at for r in battle.entries if any(isinstance(e, Collided) for e in r.events))
    impulses = sum(isinstance(e, ImpulseTaken) for e in battle.entries[n - 1].events)
    options = {"start": lambda: ReplayScreen(battle, n)}
    async with house(tmp_path, size=(140, 45), **options) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        count = len(StepKeys(screen.reel, screen).steps())
        told = []
        for number in range(1, count + 1):
            await pilot.press("shift+right")
            seen = screen_of(app)
            assert f"Step {number} of {count}: " in seen
            told.append(screen.sentence)
        assert sum(": Impulse " in line for line in told) == impulses > 0
        assert any("collide" in line for line in told)
        await pilot.press("shift+right")
        assert screen.sentence == told[-1]  # the last one stays
        await pilot.press("shift+left")
        assert screen.sentence == told[-2]
        await pilot.press("right")
        assert "Step" not in screen.sentence
    battle.close()


def test_plots_stand_at_the_bows_while_they_are_carried_out() -> None:
    battle = opened("sample_frigates")
    record = next(r for r in battle.entries if any(isinstance(e, Collided) for e in r.events))
    written = [
        [mark.text for mark in battle.game.screen.ordered(before) if isinstance(mark, Spot)]
        for before, event, _ in battle.unfolded(record.at)
        if isinstance(event, ImpulseTaken)
    ]
    assert written
    assert all(len(plots) == 2 for plots in written)
    assert battle.game.screen.ordered(battle.at(record.at)) == ()
    battle.close()


async def test_before_the_first_entry_there_are_no_steps(tmp_path: Path) -> None:
    battle = opened("sample_frigates")
    options = {"start": lambda: ReplayScreen(battle, 0)}
    async with house(tmp_path, **options) as (app, pilot):
        await pilot.press("shift+right")
        assert "This entry has no steps." in screen_of(app)
    battle.close()
