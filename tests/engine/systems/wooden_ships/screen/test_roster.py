"""What stands in the panel of every ship: her boxes, her state, and what she sailed last."""

from __future__ import annotations

from engine.game.panel import Words
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player

GAME = system("wooden_ships")


def test_what_the_enemy_sailed_stands_in_the_panel_until_the_next_plots_are_opened() -> None:
    battle = Battle.new(GAME, "mars_hercule", 3)
    players = {seat: make_player("ensign", GAME, 3, seat) for seat in "AB"}
    plots: list[str] = []
    while battle.pending() and GAME.turn(battle.state) < 3:
        question = battle.pending()[0]
        battle.answer(
            question.seat, players[question.seat].choose(battle.view(question.seat), question)
        )
        (enemy,) = (ship for ship in battle.state.ships.values() if ship.seat == "B")
        rows = GAME.screen.roster(battle.view("A"))
        told = ["".join(s.text for s in row.spans) for row in rows if isinstance(row, Words)]
        line = f"sailed {enemy.id} {enemy.last_order}"
        assert (line in told) is bool(enemy.last_order)
        plots.append(enemy.last_order)
    assert len(set(filter(None, plots))) > 1
