"""Attack: a battle of any game and scenario is saved, opened again, and drawn event by event."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from engine.arena import crews
from engine.arena.fighting import Stuck, play_out
from engine.kernel.battle import Battle
from engine.kernel.registry import system, systems
from tests.tui.chart.unfolded import draw_unfolded

LONGEST = 400
"""The maximum number of commands of a battle; a long campaign is stopped there."""


def attack(seed: int) -> None:
    """Let ensigns play a battle, and draw all of it for each viewer."""
    random = Random(seed)
    game = system(random.choice(systems()))
    scenario = random.choice(list(game.scenarios()))
    with TemporaryDirectory() as folder:
        path = Path(folder, "fresh.battle")
        with Battle.new(game, scenario, seed, path=path) as battle, suppress(Stuck):
            players = crews(game, battle.state, seed, "ensign", "ensign")
            play_out(battle, players, LONGEST)
        draw_unfolded(path)
