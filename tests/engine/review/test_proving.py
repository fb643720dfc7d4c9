"""A choice is called costly only if playouts have proved it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.game.decision import Answer, Decision
from engine.game.game import Outcome
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.review import curve as curves
from engine.review import fortune, proving
from engine.review.curve import CostlyChoice, Curve, Trial
from tests.engine.review.test_hindsight import likes_forty_five
from tests.pond.opinions import PondReview, PondThinking
from tests.tui.running import save_battle
from tui.cli import main


def trial(of: int, better: float, chosen: float, parted: float | None = None) -> Trial:
    """Return a trial of `of` pairs; in `parted` of them the two answers had different results."""
    squares = abs(better - chosen) if parted is None else parted
    return Trial(n=3, of=of, better=better, chosen=chosen, squares=squares)


@pytest.mark.parametrize(
    ("fought", "still", "told"),
    [
        (trial(6, 6, 0), True, False),  # too few, however clear
        (trial(12, 6, 6, 0), False, False),  # all pairs alike: no difference is worth telling
        (trial(12, 8, 5), True, False),
        (trial(24, 13, 12, 3), False, False),  # not worth telling
        (trial(48, 29, 22, 35), True, False),  # within its error
        (trial(48, 30, 18), False, True),
        (trial(60, 33, 30, 25), False, False),  # as many as are fought, and within the error
        (trial(60, 20, 40), False, False),  # the chosen one was the better
    ],
)
def test_a_choice_is_told_when_the_better_answer_wins_more_beyond_the_error(
    fought: Trial, still: bool, told: bool
) -> None:
    assert (curves.is_open(fought), curves.is_proved(fought)) == (still, told)


def test_batches_add_up() -> None:
    both = trial(12, 8, 5).combined_with(trial(12, 7, 7, 2))
    assert (both.of, both.better, both.chosen, both.squares) == (24, 15, 12, 5)
    assert both.gain == pytest.approx(0.125)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of a finished duel on the pond."""
    return save_battle(tmp_path, "Duel", turns=99)


def whole(path: Path) -> tuple[Battle, Curve]:
    """Return a battle and its curve: every choice is judged, but none is checked by playouts."""
    battle = Battle.open(path, write=False)
    curve = curves.load_curve(battle)
    for part in fortune.batches(curve, battle.game):
        curve = fortune.merge_batch(curve, fortune.judge_batch(str(path), part))
    return battle, curve


def test_candidates_are_the_dearest_of_each_side_and_end_in_a_verdict(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    battle, curve = whole(path)
    assert curve.whole
    sides = [choice.seat for choice in proving.candidates(curve, battle)]
    assert sides
    assert all(sides.count(seat) <= curves.CANDIDATES for seat in sides)

    def ends(
        game: object, state: object, question: object, command: object, seed: int, quick: bool
    ) -> Outcome:
        """Return the outcome of a playout: the seat wins after the better answer, and loses after
        the chosen one.
        """
        chosen = any(command == record.command for record in battle.entries)
        seat = question.seat  # type: ignore[attr-defined]
        other = {"A": "B", "B": "A"}[seat]
        named = {each.key: each.fights_for for each in battle.game.seats(battle.state)}
        return Outcome((named[other if chosen else seat],), "the test says so")

    monkeypatch.setattr("engine.lookahead.playout.playout_end", ends)
    rounds = 0
    while left := fortune.pending_playouts(curve, battle):
        rounds += 1
        for part in left:
            curve = fortune.merge_batch(curve, fortune.judge_batch(str(path), part))
        assert rounds < 10
    found = curves.proved_choices(curve)
    assert found
    for choice, fought in found:
        assert (fought.better, fought.chosen) == (fought.of, 0)
        told = curves.effect_text(choice, fought)
        assert told.startswith(f"{choice.name} won 0 of {fought.of} battles")
        assert f"with the choice made ({choice.chosen})" in told
    rows = proving.as_json(curve, battle)
    assert [row["entry"] for row in rows] == [choice.n for choice, _ in found]
    for row, (choice, fought) in zip(rows, found, strict=True):
        assert row["wins"] == [0, fought.of]
        before, record = battle.moment(choice.n)
        asked = next(each for each in battle.game.pending(before) if each.seat == row["seat"])
        assert isinstance(asked, Decision)
        given = Answer(row["chosen"]["option"], row["chosen"].get("dial"))
        option = asked.option(given.option)
        assert option.filled(asked, given.dial, None) == record.command
    # What is kept beside the file is read again; a trial of no choice is no part of a curve.
    curves.store_curve(curve, path)
    assert curves.stored_curve(battle) == curve
    wrong = (replace(curve.trials[0], n=9999), trial(4, 5, 0))
    for bad in wrong:
        curves.store_curve(replace(curve, trials=(bad,)), path)
        assert curves.stored_curve(battle) is None


def test_a_choice_without_another_answer_is_no_candidate(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    battle, curve = whole(path)
    nameless = tuple(replace(each, instead=None) for each in curve.costly)
    assert nameless
    assert proving.candidates(replace(curve, costly=nameless), battle) == []
    assert proving.still_open(replace(curve, chances={}), battle) == [], "all is judged first"


def test_annotate_tells_programs_what_was_found(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["annotate", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "side", "costly", "chances", "luck", "skill", "agreed", "shares", "decided",
    }  # fmt: skip
    moved = found["luck"]["gave"] + found["skill"]["gave"] + found["agreed"]
    way = found["chances"]["6"] - found["chances"]["0"]
    assert moved == pytest.approx(way, abs=1e-3)
    each = sum(share["dice"] + share["choice"] for share in found["shares"])
    assert each == pytest.approx(way, abs=1e-3)
    assert found["chances"]["0"] == pytest.approx(0.5, abs=0.5)
    for row in found["costly"]:
        assert row["wins"][1] > row["wins"][0]
        assert row["of"] >= curves.TOLD_BY
    assert main(["annotate", str(path)]) == 0
    told = capsys.readouterr().out
    assert "played on" in told or not found["costly"]


def test_what_is_nearly_decided_counts_less() -> None:
    choice = CostlyChoice(
        n=3, turn=2, seat="A", name="Red", question="?", chosen="this", better="that", cost=8.0
    )
    assert proving.sort_key(choice, 0.5) == proving.sort_key(choice, None) == 2.0
    assert proving.sort_key(choice, 0.99) < 0.1 > proving.sort_key(choice, 0.01)


@pytest.mark.parametrize("game", ["oak_iron", "wooden_ships", "iron_oak"])
def test_every_system_tells_what_a_choice_did_to_the_chance_of_winning(game: str) -> None:
    assert system(game).review.plays_on


def test_a_battle_that_takes_too_long_has_no_candidates(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    battle, curve = whole(path)
    assert proving.candidates(curve, battle)
    monkeypatch.setattr(PondReview, "plays_on", False, raising=False)
    assert proving.candidates(curve, battle) == []
