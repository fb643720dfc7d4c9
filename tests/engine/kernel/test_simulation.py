from __future__ import annotations

import os
from multiprocessing import active_children
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import (
    BattleResult,
    Bout,
    Match,
    Stuck,
    crews,
    fight,
    fight_bouts,
    in_order,
    play_out,
    workers,
)
from engine.arena.fighting import FIGHT
from engine.base.errors import Refused, WeatherGageError
from engine.game.decision import Decision
from engine.game.game import Outcome
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import Answer

TRACES = "WEATHERGAGE_TEST_TRACES"
"""The environment variable by which other processes learn the folder for their traces."""
DUEL = Match(game="pond", scenario="duel", a="ensign", b="lieutenant", seed=5)


def test_a_battle_is_played_to_its_end() -> None:
    battle = Battle.new("pond", "duel", 5)
    outcome = play_out(battle, crews(battle.game, battle.state, 5, "ensign", "ensign"))
    assert outcome == battle.outcome()
    assert battle.pending() == ()


def test_a_battle_that_does_not_end_is_reported() -> None:
    battle = Battle.new("pond", "duel", 5)
    with pytest.raises(
        Stuck, match=r"seed 5 is stuck after 3 commands: it does not come to an end"
    ):
        play_out(battle, crews(battle.game, battle.state, 5, "ensign", "ensign"), limit=3)


def test_a_battle_without_a_question_or_an_outcome_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle = Battle.new("pond", "duel", 5)
    monkeypatch.setattr(battle.game, "pending", lambda state: ())
    with pytest.raises(Stuck, match="no player has a choice"):
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


def bouts(match: Match, games: int) -> list[Bout]:
    return [Bout(match, number) for number in range(games)]


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_match_has_the_same_results_whatever_the_processes(jobs: int) -> None:
    alone, shared = fight_bouts(bouts(DUEL, 10)), fight_bouts(bouts(DUEL, 10), jobs)
    assert in_order(alone) == in_order(shared)


def test_every_battle_of_a_match_has_a_seed_of_its_own() -> None:
    assert fight(replace(DUEL, seed=7), 0) == replace(fight(DUEL, 2), number=0)


def test_mirrored_battles_swap_the_sides_every_other_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(system("pond"), "outcome", lambda state: Outcome(("Red",), "always Red"))
    assert [fight(DUEL, number).winner for number in range(4)] == ["a", "a", "a", "a"]
    mirrored = replace(DUEL, mirror=True)
    assert [fight(mirrored, number).winner for number in range(4)] == ["a", "b", "a", "b"]


def test_sides_that_win_together_and_nobody_are_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    for winners in ((), ("Red", "Blue")):
        over = Outcome(winners, "over")
        monkeypatch.setattr(system("pond"), "outcome", lambda state, over=over: over)
        assert (fight(DUEL, 0).winner, fight(DUEL, 0).reason) == ("", "over")


def test_battles_are_kept_where_a_path_is_given(tmp_path: Path) -> None:
    paths = [tmp_path / f"{number}.battle" for number in range(3)]
    assert (
        len(list(fight_bouts(Bout(DUEL, number, str(path)) for number, path in enumerate(paths))))
        == 3
    )
    for number, path in enumerate(paths):
        kept = Battle.open(path, write=False)
        assert kept.seed == DUEL.seed + number
        assert kept.outcome()
        kept.close()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_that_cannot_be_set_up_is_refused(jobs: int) -> None:
    with pytest.raises(Refused, match="no game system"):
        list(fight_bouts(bouts(replace(DUEL, game="chess"), 3), jobs))


def test_what_comes_of_a_battle_goes_by_player_not_by_side() -> None:
    """Two like players fight the same battle with sides swapped, so only the columns are
    exchanged.
    """
    quick = Match(game="oak_iron", scenario="quickstart", a="ensign", b="ensign", seed=22)
    swapped = replace(quick, mirror=True, seed=21)
    one, other = fight(quick, 0), fight(swapped, 1)
    assert (one.turns, one.commands, one.reason) == (other.turns, other.commands, other.reason)
    assert one.scores == tuple((a, b) for b, a in other.scores)
    assert one.counts == {head: (a, b) for head, (b, a) in other.counts.items()}
    assert one.counts["hits"][0] != one.counts["hits"][1]
    assert len(one.scores) == one.turns
    assert (one.winner, other.winner, one.score) == ("b", "a", (1, 0))


def test_a_match_that_is_left_ends_its_processes() -> None:
    """Processes do not continue with battles whose results nobody wants any more."""
    others = set(active_children())
    going = fight_bouts(bouts(DUEL, 5_000), 2)
    assert isinstance(next(going)[1], BattleResult)
    working = set(active_children()) - others
    assert len(working) == 2
    going.close()
    for process in working:
        process.join(20)
    assert not any(process.is_alive() for process in working)


def lasting(match: Match, number: int, path: str) -> BattleResult:
    """Return the first battle at once; any other takes long, and leaves a trace file if it
    finishes.
    """
    if number:
        sleep(4)
        (Path(os.environ[TRACES]) / str(number)).touch()
    return fight(match, 0)


def test_a_match_that_is_left_does_not_wait_for_battles_that_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each battle but the first lasts until its process is killed, or else leaves a trace file."""
    monkeypatch.setenv(TRACES, str(tmp_path))
    monkeypatch.setattr(workers, "FIGHT", FIGHT._replace(run=lasting))
    going = fight_bouts(bouts(DUEL, 9), 2)
    assert next(going)[1].number == 0
    going.close()
    assert not list(tmp_path.iterdir())


def test_a_process_that_is_killed_is_missed() -> None:
    others = set(active_children())
    going = fight_bouts(bouts(DUEL, 5_000), 2)
    next(going)
    for process in set(active_children()) - others:
        process.kill()
    with pytest.raises(WeatherGageError, match="ended from outside"):
        list(going)
