from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.battle import Battle
from engine.decision import Decision
from engine.errors import Refused
from engine.game import Outcome
from engine.players import Answer
from engine.registry import system
from engine.simulation import Match, Stuck, crews, fight, play_out, simulate

DUEL = Match(game="pond", scenario="duel", a="ensign", b="lieutenant", seed=5)


def test_a_battle_is_played_to_its_end() -> None:
    battle = Battle.new("pond", "duel", 5)
    outcome = play_out(battle, crews(battle.game, battle.state, 5, "ensign", "ensign"))
    assert outcome == battle.outcome()
    assert battle.pending() == ()


def test_a_battle_that_does_not_end_is_reported() -> None:
    battle = Battle.new("pond", "duel", 5)
    with pytest.raises(Stuck, match=r"seed 5 is stuck after 3 commands: it does not end"):
        play_out(battle, crews(battle.game, battle.state, 5, "ensign", "ensign"), limit=3)


def test_a_battle_without_a_question_or_an_outcome_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle = Battle.new("pond", "duel", 5)
    monkeypatch.setattr(battle.game, "pending", lambda state: ())
    with pytest.raises(Stuck, match="nobody has a choice"):
        play_out(battle, {})


def test_players_see_their_seats_view_only() -> None:
    seen: list[tuple[str, Any]] = []

    class Spy:
        name = "spy"

        def choose(self, view: Any, decision: Decision) -> Answer:
            seen.append((decision.seat, view))
            return Answer(decision.options[0].id, 0.0)

    battle = Battle.new("pond", "duel", 5)
    play_out(battle, {"A": Spy(), "B": Spy()})
    others = [view.boats["B" if seat == "A" else "A"].order for seat, view in seen]
    assert others
    assert not any(others)


def test_the_same_match_has_the_same_results_whatever_the_processes() -> None:
    alone, shared = simulate(DUEL, 10), simulate(DUEL, 10, jobs=2)
    assert replace(alone, seconds=0) == replace(shared, seconds=0)


def test_every_battle_of_a_match_has_a_seed_of_its_own() -> None:
    assert fight(replace(DUEL, seed=7), 0) == fight(DUEL, 2)


def test_mirrored_battles_swap_the_sides_every_other_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(system("pond"), "outcome", lambda state: Outcome(("Red",), "always Red"))
    assert [fight(DUEL, number).winner for number in range(4)] == ["a", "a", "a", "a"]
    mirrored = replace(DUEL, mirror=True)
    assert [fight(mirrored, number).winner for number in range(4)] == ["a", "b", "a", "b"]


def test_a_draw_counts_for_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    for winners in ((), ("Red", "Blue")):
        over = Outcome(winners, "over")
        monkeypatch.setattr(system("pond"), "outcome", lambda state, over=over: over)
        tally = simulate(DUEL, 4)
        assert (tally.a_wins, tally.b_wins, tally.draws) == (0, 0, 4)


def test_the_watcher_hears_of_every_battle() -> None:
    heard: list[int] = []
    simulate(DUEL, 4, watch=heard.append)
    assert heard == [1, 2, 3, 4]


def test_battles_are_kept_where_a_path_is_given(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.battle" for number in range(3)]
    simulate(DUEL, 3, paths=paths)
    for number, path in enumerate(paths):
        kept = Battle.open(path, write=False)
        assert kept.seed == DUEL.seed + number
        assert kept.outcome()
        kept.close()


def test_a_match_that_cannot_be_set_up_is_refused_at_once() -> None:
    with pytest.raises(Refused, match="no game system"):
        simulate(replace(DUEL, game="chess"), 3, jobs=2)
