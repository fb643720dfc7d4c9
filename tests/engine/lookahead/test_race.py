"""A race of answers: the scores of advice and of playouts, each weighted by its probable error."""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from statistics import fmean

import pytest

from engine.game.parts.thinking import Horizon
from engine.lookahead.playout import FAIR, SPREAD, TRIFLE, Race, edge, is_contender


def test_without_rounds_the_advice_stands_and_with_many_they_outweigh_it() -> None:
    assert edge(1.0, ()).points == 1.0
    few, many = edge(1.0, [-2.0] * 2), edge(1.0, [-2.0] * 50)
    assert -2.0 < many.points < few.points < 1.0
    assert many.doubt < few.doubt < FAIR.doubt


def test_rounds_that_scatter_count_for_less() -> None:
    calm, wild = edge(1.0, [-3.0, -2.0, -4.0]), edge(1.0, [-23.0, 14.0, 0.0])
    assert calm.points < 0.0 < wild.points


def test_a_round_of_several_turns_counts_for_less() -> None:
    assert edge(1.0, [-2.0], Horizon(turns=2)).points > edge(1.0, [-2.0]).points


def test_rounds_that_err_much_hardly_change_the_advice() -> None:
    assert edge(1.0, [-2.0] * 50, Horizon(bias=9.0)).points == pytest.approx(1.0, abs=0.1)
    assert is_contender(-1.5)
    assert not is_contender(-1.5, Horizon(bias=9.0))


def test_where_the_advice_errs_more_more_answers_are_worth_trying() -> None:
    assert not is_contender(-3.0)
    assert is_contender(-3.0, Horizon(doubt=4.0))
    assert edge(1.0, [-2.0] * 3, Horizon(doubt=4.0)).points < edge(1.0, [-2.0] * 3).points


def test_the_hope_of_an_answer_falls_with_its_arrears_and_with_what_is_known() -> None:
    ladder = [edge(points, ()).expected_gain for points in (0.0, -1.0, -2.0, -4.0)]
    assert ladder == sorted(ladder, reverse=True)
    assert edge(0.0, [0.0] * 30).expected_gain < edge(0.0, [0.0] * 3).expected_gain
    assert is_contender(0.0)
    assert not is_contender(-3.0)


def test_one_round_puts_out_only_what_is_far_behind() -> None:
    near, far = Race([0.0, 0.0]), Race([0.0, 0.0])
    near.note({0: 0.0, 1: 1.0})
    assert near.running == [0, 1]
    assert near.leader == 1
    far.note({0: 0.0, 1: 5.0})
    assert far.running == [1]


@pytest.mark.parametrize("rounds", [(), (1.0,), (1.0, -2.0), (3.0, 3.0, 3.0, 3.0)])
def test_the_hope_is_what_looking_on_for_ever_would_gain(rounds: tuple[float, ...]) -> None:
    """Compared with a simulation: the result after endless rounds, and the average gain from
    knowing it.
    """
    random, advised, told = Random(7), -0.5, FAIR.doubt**2 + FAIR.bias**2
    mean, noise = advised, inf
    if rounds:
        mean = fmean(rounds)
        squares = SPREAD**2 + sum((each - mean) ** 2 for each in rounds)
        noise = squares / len(rounds) ** 2
    known = told / (told + noise)
    middle, spread = advised + known * (mean - advised), sqrt(told * (1.0 - known))
    ends = (random.gauss(middle, spread) for _ in range(40_000))
    gained = fmean(max(0.0, advised + (end - advised) * FAIR.doubt**2 / told) for end in ends)
    assert edge(advised, rounds).expected_gain == pytest.approx(gained, abs=0.02)


def test_what_went_out_is_scored_by_the_rounds_that_it_was_in() -> None:
    race = Race([0.0, 0.0, 0.0])
    came = {0: 8.0, 1: 0.0, 2: 7.0}
    for _ in range(3):
        race.note({number: came[number] for number in race.running})
    assert 1 not in race.running
    score = race.scores()[1]
    for luck in range(5):
        race.note({0: -10.0 * luck, 2: -10.0 * luck - 1.0})
    assert race.leader == 0
    assert race.scores()[0] == 0.0
    assert race.scores()[1] == pytest.approx(score)


def test_the_better_answer_wins_out_of_noise_that_both_share() -> None:
    for seed in range(30):
        random, race = Random(seed), Race([0.3, 0.0])
        while len(race.running) > 1:
            dice = random.gauss(0.0, 10.0)
            race.note({0: dice, 1: dice + 1.5 + random.gauss(0.0, 0.5)})
        assert race.leader == 1
        assert race.edge_over(0, 1).expected_gain < TRIFLE
