"""Signals between ships of a side, on a host: nobody sees one before all orders are submitted; then
enemies see it, too.
"""

from __future__ import annotations

from pathlib import Path

from engine.game.decision import Answer
from engine.hosting.terms import Terms
from tests.tui.host.far import company
from tests.tui.host.test_sealed_sheets import SMALL, read_in

ALLIED = Terms(
    game="wooden_ships", scenario="algeciras", options={"by_nation": "true", "signals": "true"}
)


async def test_an_ally_and_an_enemy_see_a_signal_when_all_are_sealed(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", ALLIED)
        for name, seat in (("anna", "B"), ("ben", "C"), ("cleo", "A")):
            hosted.sit(name, seat, "")
        far = {}
        for name in ("anna", "cleo"):
            far[name] = await people.comes(name, SMALL)
            await far[name].sees("LOBBY", "Algeciras")
            far[name].press("enter")
            await far[name].sees("SIGNALS")
        battle = hosted.battle
        assert battle
        battle.answer("B", {"B1": Answer("close:A2")})
        await far["cleo"].sees("sealed a signal")
        assert "close with A2" not in read_in(far["cleo"])
        battle.answer("C", {"C1": Answer("none")})
        await far["cleo"].sees("ORDERS")
        far["cleo"].press("L")
        await far["cleo"].sees("signals: close with A2")
