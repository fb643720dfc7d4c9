"""Puzzles from a person's own proved choices, stored beside the person's answers to puzzles."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault, Refused
from engine.files import diary
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.seen import SeenBattle
from engine.puzzles.puzzle import YOURS, JudgedAnswer, Puzzle, chosen_puzzle, shelf
from engine.puzzles.solving import Attempt, Solving, progress_of
from engine.puzzles.yours import (
    ABOUT,
    MOST,
    OF_A_BATTLE,
    puzzles_of,
    read_own_puzzles,
    seats_of_persons,
    store_new,
)
from engine.review.curve import CostlyChoice, Trial
from engine.review.hindsight import judge_choices
from engine.sitting.hindsight import Hindsight, ListedChoice, cached_hindsight
from engine.sitting.kinds.puzzle import next_puzzle
from tests.engine.review.test_hindsight import likes_forty_five
from tests.pond.opinions import PondThinking
from tests.pond.play import play

Proved = list[tuple[CostlyChoice, Trial]]


@pytest.fixture
def fought(monkeypatch: pytest.MonkeyPatch) -> tuple[Battle, Proved]:
    """Return a finished duel, and all its costly choices as if playouts had proved them."""
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    battle = play(
        Battle.new("pond", "duel", 7, {"players": {"A": "human", "B": "ensign"}}), Random(3)
    )
    assert battle.outcome() is not None
    found = judge_choices(battle.game, battle.at(0), battle.entries, battle.seed, ("A", "B"))
    return battle, [
        (each, Trial(n=each.n, of=60, better=45.0, chosen=15.0, squares=30.0))
        for each in found
        if each and each.instead
    ]


def test_a_proved_choice_is_asked_again_with_what_each_answer_won(
    fought: tuple[Battle, Proved], tmp_path: Path
) -> None:
    battle, proved = fought
    mine = seats_of_persons(battle)
    assert mine == ("A",)
    path = tmp_path / "yours.json"
    names = store_new(path, puzzles_of(battle, proved, mine))
    assert 1 <= len(names) <= OF_A_BATTLE
    assert names[0] == "yours_1"
    first = read_own_puzzles(path).puzzles[0]
    choice = proved[[each.n for each, _ in proved].index(_entry(battle, first))][0]
    assert first.theme == ABOUT
    assert [each.points for each in first.answers] == [75.0, 25.0]
    assert first.answers[0].answer == choice.instead
    solving = Solving(first)
    assert solving.battle.state == battle.at(choice.n - 1)
    right, wrong = (solving.judge(each.given) for each in first.answers)
    assert right
    assert right.right
    assert wrong
    assert not wrong.right
    assert store_new(path, puzzles_of(battle, proved, mine)) == (), "none comes twice"


def _entry(battle: SeenBattle, puzzle: Puzzle) -> int:
    return len(puzzle.position().entries) + 1


def test_other_peoples_choices_and_battles_that_cannot_be_begun_again_give_none(
    fought: tuple[Battle, Proved], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, proved = fought
    assert list(puzzles_of(battle, proved, ())) == []
    theirs = [each.seat for each in puzzles_of(battle, proved, ("B",))]
    assert set(theirs) <= {"B"}
    elsewhere = replace(battle.header, seed=8)
    monkeypatch.setattr(battle, "header", elsewhere, raising=False)
    hosted = replace(battle.header, options={"players": {"A": "human"}, "persons": {"A": "anna"}})
    monkeypatch.setattr(battle, "header", hosted, raising=False)
    assert seats_of_persons(battle) == ()


def test_only_the_newest_are_kept_and_numbers_never_come_again(
    fought: tuple[Battle, Proved], tmp_path: Path
) -> None:
    battle, proved = fought
    path = tmp_path / "yours.json"
    one = next(puzzles_of(battle, proved, ("A", "B")))
    store_new(
        path, (replace(one, dice=n, moves=one.moves, kind=f"kind_{n}") for n in range(MOST + 5))
    )
    kept = read_own_puzzles(path)
    assert (len(kept.puzzles), kept.last) == (MOST, MOST + 5)
    assert kept.puzzles[-1].name == f"yours_{MOST + 5}"
    assert os.stat(path).st_mode & 0o077 == 0
    path.write_text("{", encoding="utf-8")
    with pytest.raises(FileFault, match=r"yours\.json"):
        read_own_puzzles(path)


def test_a_puzzle_that_cannot_be_read_hides_no_other_and_stays_in_the_file(
    fought: tuple[Battle, Proved], tmp_path: Path
) -> None:
    battle, proved = fought
    path = tmp_path / "yours.json"
    one = next(puzzles_of(battle, proved, ("A", "B")))
    store_new(path, (one,))
    kept = json.loads(path.read_bytes())
    kept["puzzles"].append({"name": "yours_2", "of": "another version"})
    path.write_text(json.dumps(kept), encoding="utf-8")
    assert [each.name for each in read_own_puzzles(path).puzzles] == ["yours_1"]
    large = JudgedAnswer(points=60.0, terms={}, draft={f"ship {n}": Answer("1") for n in range(99)})
    fresh = replace(one, kind="turn")
    assert store_new(path, (replace(one, kind="fleet", answers=(large, large)), fresh)) == (
        "yours_2",
    )
    assert [each.name for each in read_own_puzzles(path).puzzles] == ["yours_1", "yours_2"]
    assert b"another version" in path.read_bytes()


def test_one_that_cannot_be_asked_any_more_is_no_next_puzzle(
    fought: tuple[Battle, Proved], tmp_path: Path
) -> None:
    battle, proved = fought
    store_new(tmp_path / "yours.json", puzzles_of(battle, proved, ("A", "B")))
    first, second, *_ = read_own_puzzles(tmp_path / "yours.json").puzzles
    lost = [replace(first, scenario="gone"), replace(first, game="gone"), replace(first, moves="%")]
    nothing = progress_of(())
    assert next_puzzle(first, nothing, [first, *lost, second]) == second
    assert all(next_puzzle(first, nothing, [first, each]) not in lost for each in lost)


def test_the_names_of_those_that_were_kept_stay_known(
    fought: tuple[Battle, Proved], tmp_path: Path
) -> None:
    battle, proved = fought
    found = Hindsight(battle, ("A", "B"))
    found.judged = found.total
    found._found = [ListedChoice(choice, trial, 1.0) for choice, trial in proved]
    for _ in range(2):  # the aftermath and the page of choices
        found.keep_puzzles(("A",), tmp_path / "puzzles.jsonl")
        names = {each.name for each in diary.own_puzzles(tmp_path / "puzzles.jsonl")}
        assert {*found.kept} == names
        assert names


def test_a_judgement_that_was_refused_is_begun_anew(
    fought: tuple[Battle, Proved], monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, _ = fought

    def refused(*_: object) -> None:
        raise Refused("no advice now")

    with monkeypatch.context() as patch:
        patch.setattr("engine.review.hindsight._judged", refused)
        found = cached_hindsight(battle, ("A", "B"))
        with pytest.raises(Refused, match="no advice now"):
            [found.step(battle) for _ in range(found.total)]
        found.step(battle)  # another page may still be at it
    again = cached_hindsight(battle, ("A", "B"))
    assert again is not found
    while again.judged < again.total:
        again.step(battle)
    assert again.listed()


def test_they_stand_first_in_the_list_and_are_not_rated(
    fought: tuple[Battle, Proved], tmp_path: Path
) -> None:
    battle, proved = fought
    answers = tmp_path / "puzzles.jsonl"
    assert diary.store_puzzles(battle, proved, ("A",), answers)
    own = diary.own_puzzles(answers)
    assert shelf(own)[0] == (YOURS, own[0])
    assert chosen_puzzle("yours_1", 5, own=own) == own[-1]
    assert diary.record_answer(own[0], False, answers)
    progress = diary.load(answers)
    assert progress.strength == progress_of(()).strength
    assert progress.results == {own[0].name: False}
    assert diary.store_puzzles(battle, proved, ("A",), Path(os.devnull) / "weathergage" / "x") == ()


def test_a_rating_is_less_sure_after_days_without_an_attempt() -> None:
    """Step 6 of Glicko-2: the deviation grows with the volatility once a day, up to that of a
    newcomer.
    """
    from datetime import date

    tried = [Attempt("oak_iron_1", True, 1500, "2026-11-01")]
    then = progress_of(tried, date(2026, 11, 1)).strength
    later = progress_of(tried, date(2026, 12, 1)).strength
    assert later.rating == then.rating
    grown = (then.deviation / 173.7178) ** 2 + 30 * then.volatility**2
    assert later.deviation == pytest.approx(173.7178 * grown**0.5)
    assert progress_of(tried, date(2199, 1, 1)).strength.deviation == 350.0
    again = [*tried, Attempt("oak_iron_2", False, 1500, "2026-12-01")]
    soon = [*tried, Attempt("oak_iron_2", False, 1500, "2026-11-01")]
    assert progress_of(again).strength.rating < progress_of(soon).strength.rating
    assert progress_of([*tried, Attempt("oak_iron_2", True, 1500, "soon")]).solved == 2
