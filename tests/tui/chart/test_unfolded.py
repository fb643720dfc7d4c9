"""Every entry of every recorded battle can be watched again, event by event and step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.pond  # noqa: F401  (its recorded battle can be opened)
from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.kernel.seen import visible_events
from tests.tui.chart.unfolded import draw_unfolded

ROOT = Path(__file__).parents[3]
RECORDED = {
    path.read_bytes(): path
    for folder in ("saves", "tests/battles")
    for path in sorted((ROOT / folder).rglob("*.battle"))
}
"""{content of a battle file: its path}; of two equal files the last one."""


@pytest.mark.parametrize(
    "path", sorted(RECORDED.values()), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_recorded_battle_is_drawn_event_by_event(path: Path) -> None:
    assert draw_unfolded(path)


@pytest.mark.parametrize("seed", range(5))
def test_a_battle_of_ironclads_is_drawn_again_from_its_file(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "day.battle"
    with Battle.new("iron_oak", "hampton_roads_day_1", seed, path=path) as battle:
        play_out(battle, crews(battle.game, battle.state, seed, "ensign", "ensign"))
    assert draw_unfolded(path)


@pytest.mark.parametrize(
    "name", ["oak_iron", "wooden_ships", "iron_oak", "iron_oak_campaign", "series:oak_iron"]
)
def test_between_the_events_of_a_command_nothing_is_asked(name: str) -> None:
    game = system(name)
    scenario = next(iter(game.scenarios()))
    battle = Battle.new(game, scenario, seed=3)
    players = crews(game, battle.state, 3, "ensign", "ensign")
    unfolded = 0
    while unfolded < 20 and battle.pending():
        question = battle.pending()[0]
        view = battle.view(question.seat)
        battle.answer(question.seat, players[question.seat].choose(view, question))
        happened = battle.unfolded(battle.position)
        for each in happened[:-1]:
            assert game.pending(each.after) == ()
            assert game.pending(game.view(each.after, question.seat)) == ()
        if happened:
            assert game.pending(happened[0].before)
            assert happened[-1].after is battle.state
        unfolded += len(happened)


@pytest.mark.parametrize(
    "path", ["saves/sample_boarding", "saves/sample_frigates", "saves/sample_campaign"]
)
def test_nobody_is_told_of_bookkeeping(path: str) -> None:
    """Log, reports, replays and lines get the events that they show from `visible_events` alone."""
    with Battle.open(ROOT / f"{path}.battle", write=False) as battle:
        silent, kept = battle.game.bookkeeping, 0
        for record in battle.entries[:60]:
            kept += sum(isinstance(event, silent) for event in record.events)
            told = visible_events(battle, record.at)
            assert not any(isinstance(each.event, silent) for each in told)
            assert len(told) == sum(not isinstance(event, silent) for event in record.events)
    assert kept
