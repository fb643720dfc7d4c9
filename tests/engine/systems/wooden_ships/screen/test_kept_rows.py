"""Marks and panel rows that are reused from entry to entry equal newly made ones."""

from __future__ import annotations

from engine.files.saves import samples
from engine.game.chart import Hull
from engine.game.panel import ShipLine
from engine.kernel.battle import Battle
from engine.systems.wooden_ships.fleet import hull
from engine.systems.wooden_ships.screen.panel import _line
from engine.systems.wooden_ships.state.state import afloat


def test_kept_hulls_and_rows_are_as_new_ones() -> None:
    with Battle.open(samples()["frigates"], write=False) as battle:
        screen, rows = battle.game.screen, 0
        for n in range(battle.position + 1):
            for seat in ("", *(each.key for each in battle.game.seats(battle.state))):
                view = battle.game.view(battle.at(n), seat)
                drawn = [each for each in screen.scene(view).marks if isinstance(each, Hull)]
                assert drawn == [hull(view, ship) for ship in afloat(view)]
                listed = [row for row in screen.forces(view) if isinstance(row, ShipLine)]
                assert listed == [_line(view, view.ships[row.key]) for row in listed]
                rows += len(listed)
        assert rows > battle.position
