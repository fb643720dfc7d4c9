"""Glicko-2 ratings, compared with the example that its author computes, and the rating of a
newcomer.
"""

from __future__ import annotations

from math import exp

import pytest

from engine.base.glicko import UNSURE, Game, Strength, update_strength
from engine.puzzles.solving import Attempt, Progress, progress_of


def test_glickmans_example_comes_out_as_he_has_it() -> None:
    games = [Game(1400, 30, 1), Game(1550, 100, 0), Game(1700, 300, 0)]
    found = update_strength(Strength(1500, 200, 0.06), games, tau=0.5)
    assert found.rating == pytest.approx(1464.06, abs=0.02)  # he rounds on the way
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_who_does_not_play_grows_less_sure_and_no_further_than_a_newcomer() -> None:
    assert update_strength(Strength(1600, 50, 0.06), []).deviation == pytest.approx(51.07, abs=0.01)
    assert update_strength(Strength(1600, UNSURE, 0.06), []).deviation == UNSURE


def test_a_surprise_swings_a_sure_rating_and_raises_its_volatility() -> None:
    steady = Strength(1500, 40, 0.06)
    beaten = update_strength(steady, [Game(1000, 30, 0)] * 4)
    assert beaten.volatility > steady.volatility
    assert beaten.rating < steady.rating


def test_a_volatile_player_who_does_as_expected_grows_steadier() -> None:
    """The new volatility is more than one step of the search below the old one."""
    games = [Game(1500, 30, 1), Game(1500, 30, 0)] * 8
    wild = update_strength(Strength(1500, 30, 5.0), games, tau=4.0)
    assert 0 < wild.volatility < 5.0 * exp(-2.0)
    assert wild.rating == pytest.approx(1500, abs=1)


def tried(puzzle: str, right: bool, day: str = "2026-11-26") -> Attempt:
    return Attempt(puzzle, right, 1500, day)


def test_the_first_answer_counts_for_rating_and_streak_a_later_one_for_solved() -> None:
    first = progress_of([tried("a_1", True), tried("a_2", True), tried("a_3", False)])
    assert (first.streak, first.best, first.solved) == (0, 2, 2)
    again = progress_of(
        [tried("a_1", True), tried("a_2", True), tried("a_3", False), tried("a_3", True)]
    )
    assert again.strength == first.strength
    assert (again.streak, again.best, again.solved) == (0, 2, 3)
    assert (again.sign("a_3"), first.sign("a_3"), first.sign("a_4")) == ("+", "-", "")
    assert again.words.endswith("3 of 3 solved, 0 in a row, best 2")
    assert progress_of([]) == Progress()


def test_many_answers_leave_a_rating_that_can_be_shown() -> None:
    strength = progress_of(tried(f"a_{n}", True) for n in range(300)).strength
    assert 1500 < strength.rating < 4000
    assert 0 < strength.deviation < 350
