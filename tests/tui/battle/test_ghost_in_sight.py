"""The chart scrolls so that the ghost (preview) of the highlighted order is visible."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.kernel.battle import Battle
from engine.players import make_player
from tests.tui.running import house, until
from tui.battle.screen import BattleScreen, own_battle
from tui.chart.viewport import ghost_places


def to_a_move(system: str, scenario: str) -> Battle:
    """Let ensigns play until Red, or the American, has to move a ship."""
    battle = Battle.new(system, scenario, 7)
    ensigns = {
        seat.key: make_player("ensign", battle.game, 3, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    while True:
        for asked in battle.pending():
            words = asked.prompt
            if asked.seat == "A" and (words.endswith("her move") or words.startswith("Orders")):
                return battle
        asked = battle.pending()[0]
        answer = ensigns[asked.seat].choose(battle.view(asked.seat), asked)
        battle.answer(asked.seat, answer)


@pytest.mark.parametrize(
    ("system", "scenario"), [("wooden_ships", "ranger_drake"), ("oak_iron", "quickstart")]
)
async def test_the_ghost_of_an_order_is_in_the_window(
    system: str, scenario: str, tmp_path: Path
) -> None:
    """Before each order the window is moved up, so that most ghosts are below it."""
    battle = to_a_move(system, scenario)
    foe = {"B": make_player("ensign", battle.game, 3, "B")}
    async with house(tmp_path, opener=lambda app: own_battle(app, battle, foe)) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "the question")
        ghosts = 0
        for _ in range(12):
            for _ in range(4):
                screen.viewport.pan(0, -1)
            await pilot.press("down")
            marks = screen.changes.forecast.preview().marks
            points = ghost_places(marks)
            ghosts += bool(points)
            window = screen.viewport.view
            assert all(map(window.shows, points)), (screen.session.orders, points)
        assert ghosts > 3
