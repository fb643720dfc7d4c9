"""Random battles among terrain, in all weathers, on a sea that scrolls: nothing breaks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.arena import crews, play_out
from engine.kernel.battle import Battle, Change
from engine.kernel.registry import system
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import hulls, solids
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.terrain import laid
from tests.engine.checked import checked
from tests.engine.systems.oak_iron.invariants import (
    OVERLAP,
    check_dice,
    check_fold,
    closed_in,
    watched,
)

SEEDS = range(8)


def set_out(seed: int) -> State:
    """Return the four ships of the quick start under all rules, among four pieces of terrain."""
    game, random = system("oak_iron"), Random(seed)
    options = {"quick_start": False, "formation": True, "events": True}
    state: State = game.set_up("quickstart", {**options, "scrolling_sea": seed % 2 == 0})
    squadrons = {key: replace(each, fortune=3) for key, each in state.squadrons.items()}
    state = replace(state, squadrons=squadrons)
    if seed % 4 == 3:
        corners = (laid("long_shoal", (5, 6)), laid("turtle_island", (31, 31), 30))
        return closed_in(replace(state, terrain=corners), random)
    pieces = (
        laid("hook_shoal", (11.5, 22), random.randrange(360)),
        laid("turtle_island", (9, 12), random.randrange(360)),
        laid("the_teeth", (26, 10), random.randrange(360)),
        laid("low_bank", (18, 8)),
    )
    return replace(state, terrain=pieces)


def _clear_of_land(battle: Any, change: Change) -> None:
    state = change.after
    for land in solids(state).values():
        for key, base in hulls(state).items():
            assert base.polygon.intersection(land).area <= OVERLAP, key


def test_battles_in_all_weathers_hold_together_and_weather_terrain_and_scrolling_come_up(
    tmp_path: Path,
) -> None:
    game: Any = system("oak_iron")
    happened: Counter[type] = Counter()
    for seed in SEEDS:
        path = tmp_path / f"weather_{seed}.battle"
        battle = watched(Battle.from_state(game, set_out(seed), seed, path=path))
        assert battle.state.rules.events, "the rules of the set-up were lost"
        checked(battle, _clear_of_land)
        play_out(battle, crews(game, battle.state, seed, "ensign", "ensign"))
        check_dice(battle)
        check_fold(battle)
        happened.update(type(fact) for entry in battle.entries for fact in entry.events)
    for kind in (ev.EventDrawn, ev.PassedShoal, ev.WentAground, ev.SeaScrolled, ev.Collided):
        assert happened[kind], kind.__name__
