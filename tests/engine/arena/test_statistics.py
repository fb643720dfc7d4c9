"""Means and shares with their confidence intervals, compared with figures from a table and from a
calculation by hand.
"""

from __future__ import annotations

import pytest

from engine.arena import BattleResult, Winner, tally_of, wilson
from engine.arena.match import Mean, Share, mean


def test_a_share_has_the_interval_of_wilson() -> None:
    """8 of 10 gives 49.0 to 94.3 per cent, as in printed tables; 0 of 0 gives the whole range."""
    found = Share.of(8, 10)
    assert (found.count, found.share) == (8, 0.8)
    assert found.low == pytest.approx(0.490162, abs=2e-6)
    assert found.high == pytest.approx(0.943318, abs=2e-6)
    assert Share.of(1, 7).share == 0.142857
    assert [f"{each:.9f}"[-3:] for each in (found.low, found.high)] == ["000", "000"]
    assert Share.of(0, 0) == Share(0, 0.0, 0.0, 1.0)


def test_a_mean_has_its_margin_and_six_digits() -> None:
    """For 1, 2 and 4 mean and variance are 7/3, so the margin is 1.959964 times the root of 7/9."""
    assert mean([]) == Mean(0.0)
    assert mean([1 / 3]) == Mean(0.333333)
    found = mean([4, 1, 2])
    assert found.mean == 2.333333
    assert found.margin == pytest.approx(1.959964 * (7 / 9) ** 0.5, abs=2e-6)
    assert found.margin == round(found.margin or 0.0, 6)
    assert mean([0.1, 0.2, 0.3]) == mean([0.3, 0.1, 0.2])


# The totals of many battles and their confidence intervals.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # from the formula of 1927, worked out by hand
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (75, 100, 0.6570, 0.8245),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    found = wilson(wins, games)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_without_a_battle_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert Share.of(0, 0) == Share(0, 0.0, 0.0, 1.0)
    assert mean([]) == Mean(0.0)
    empty = tally_of([])
    assert (empty.games, empty.reasons, empty.points_by_turn, empty.lengths) == (0, {}, (), {})


def test_a_mean_has_a_margin_from_two_values_on() -> None:
    assert mean([3]) == Mean(3.0)
    assert mean([1, 1, 1]) == Mean(1.0, 0.0)
    found = mean([1, 2, 3, 4])  # standard deviation 1.29099, of the mean 0.64550
    assert (found.mean, round(found.margin or 0, 4)) == (2.5, 1.2652)


def battle(number: int, winner: Winner, reason: str, *scores: tuple[int, int]) -> BattleResult:
    hits = (number, 10 * number)
    return BattleResult(
        number=number,
        winner=winner,
        turns=len(scores),
        commands=100,
        reason=reason,
        scores=scores,
        counts={"hits": hits},
    )


BATTLES = [
    battle(0, "a", "withdrawal", (0, 0), (0, 3)),
    battle(1, "b", "last turn", (1, 0), (1, 0), (2, 1)),
    battle(2, "a", "withdrawal", (0, 4)),
    battle(3, "", "last turn", (0, 0), (0, 1), (1, 1)),
]


def test_battles_are_added_up_by_player() -> None:
    found = tally_of(BATTLES)
    assert (found.games, found.a_wins, found.b_wins, found.draws) == (4, 2, 1, 1)
    assert (found.turns, found.commands) == (9, 400)
    assert found.wins == {"a": Share.of(2, 4), "b": Share.of(1, 4), "drawn": Share.of(1, 4)}
    assert (found.points.a.mean, found.points.b.mean) == (0.75, 2.25)
    assert (found.counts["hits"].a.mean, found.counts["hits"].b.mean) == (1.5, 15.0)
    assert (found.length.mean, found.lengths) == (2.25, {1: 1, 2: 1, 3: 2})


def test_who_is_done_earlier_keeps_his_points_in_the_curve() -> None:
    curve = tally_of(BATTLES).points_by_turn
    assert [each.a.mean for each in curve] == [0.25, 0.25, 0.75]
    assert [each.b.mean for each in curve] == [1.0, 2.0, 2.25]


def test_what_decided_is_counted_the_most_frequent_first_and_the_order_is_no_matter() -> None:
    more = [*BATTLES, battle(4, "b", "last turn", (0, 0))]
    assert list(tally_of(more).reasons.items()) == [
        ("last turn", Share.of(3, 5)),
        ("withdrawal", Share.of(2, 5)),
    ]
    assert tally_of(more) == tally_of(reversed(more))
