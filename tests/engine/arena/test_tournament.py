"""The pairings of a tournament, and the standings from its results."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import log10
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.arena import BattleResult, Bout
from engine.arena.tournament import (
    MIDDLE,
    Encounter,
    Field,
    Meeting,
    encounters,
    fit_ratings,
    fit_strengths,
    meetings,
    score,
)
from engine.base.errors import Refused
from engine.kernel.battle import Battle


def field(games: int = 4, players: tuple[str, ...] = ("x", "y", "z")) -> Field:
    return Field(
        players=players,
        scenarios=("duel", "quickstart"),
        game={"duel": "pond", "quickstart": "oak_iron"},
        games=games,
        seed=11,
    )


def ended(bout: Bout, winner: str) -> tuple[Bout, BattleResult]:
    """Return a bout with a result: the winning player, '' for a draw."""
    sides = {bout.match.a: "a", bout.match.b: "b", "": ""}
    won = sides[winner]
    assert won in ("a", "b", "")
    return bout, BattleResult(number=bout.number, winner=won, turns=3, commands=9, reason="over")  # type: ignore[arg-type]


def test_every_pair_meets_in_every_scenario_from_both_sides_of_each_table() -> None:
    bouts = list(field().bouts())
    assert len(bouts) == field().total == 24
    tables = Counter(
        (bout.match.scenario, bout.match.a, bout.match.b, bout.match.seed + bout.number)
        for bout in bouts
    )
    assert set(tables.values()) == {1}
    for scenario, a, b, seed in tables:
        assert (scenario, b, a, seed) in tables
        assert seed in (11, 12)


@given(st.integers(1, 5), st.integers(0, 40))
def test_wherever_it_is_stopped_all_have_met_about_as_often(games: int, stopped: int) -> None:
    met = Counter(
        (bout.match.scenario, frozenset((bout.match.a, bout.match.b)))
        for bout in list(field(games).bouts())[:stopped]
    )
    counts = [met[scenario, frozenset(pair)] for scenario in ("duel", "quickstart")
              for pair in (("x", "y"), ("x", "z"), ("y", "z"))]  # fmt: skip
    assert max(counts) - min(counts) <= 1


def test_wins_are_counted_for_the_player_whichever_side_he_had() -> None:
    bouts = [bout for bout in field(players=("x", "y")).bouts() if bout.match.scenario == "duel"]
    results = [ended(bout, who) for bout, who in zip(bouts, ("x", "x", "y", ""), strict=True)]
    first, other = encounters(field(players=("x", "y")), results)
    assert first == Encounter("duel", "x", "y", won=2, drawn=1, lost=1)
    assert (first.games, first.points, first.share.share) == (4, 2.5, 0.625)
    assert first.share.low < 0.625 < first.share.high
    assert other == Encounter("quickstart", "x", "y")
    assert other.share.share == 0.0
    (turned,) = encounters(field(players=("y", "x")), results)[:1]
    assert turned == Encounter("duel", "y", "x", won=1, drawn=1, lost=2)
    assert [(m.a, m.b, m.points, m.games) for m in meetings([first, other])] == [("x", "y", 2.5, 4)]


def test_one_seed_lays_one_table_whoever_sits_where() -> None:
    bouts = list(field(2, ("ensign", "lieutenant")).bouts())[::2]
    states = [
        Battle.new(b.match.game, b.match.scenario, b.match.seed + b.number).state for b in bouts
    ]
    assert bouts[0].match.a == bouts[1].match.b
    assert states[0] == states[1]


# Ratings, against results that are known and properties that must hold.


fields = st.lists(st.integers(-600, 600), min_size=2, max_size=6)


def expected(lead: float) -> float:
    return 1 / (1 + 10 ** (-lead / 400))


def rated_field(ratings: list[int], games: int = 100) -> tuple[list[str], list[Meeting]]:
    """Return players with these ratings, and their expected results against each other."""
    names = [f"p{number}" for number in range(len(ratings))]
    return names, [
        Meeting(names[i], names[j], games * expected(ratings[i] - ratings[j]), games)
        for i, j in combinations(range(len(ratings)), 2)
    ]


@pytest.mark.parametrize(
    ("points", "games", "lead", "error"),
    [(75, 100, 190.848, 40.118), (50, 100, 0.0, 34.744), (10, 11, 400.0, 182.197)],
)
def test_two_players_stand_as_far_apart_as_the_formula_says(
    points: float, games: int, lead: float, error: float
) -> None:
    fit = fit_strengths(("a", "b"), [Meeting("a", "b", points, games)])
    assert fit.difference(0, 1) == pytest.approx((lead, error), abs=1e-3)
    assert lead == pytest.approx(400 * log10(points / (games - points)), abs=1e-3)
    assert not fit.padded


def test_three_players_of_a_textbook() -> None:
    """a beats b 2 to 1, b beats c 2 to 1, a beats c 4 to 1, so the strengths are 4, 2 and 1."""
    meetings = [Meeting("a", "b", 20, 30), Meeting("b", "c", 20, 30), Meeting("a", "c", 24, 30)]
    fit = fit_strengths(("a", "b", "c"), meetings)
    assert fit.difference(0, 1)[0] == pytest.approx(400 * log10(2))
    assert fit.difference(0, 2)[0] == pytest.approx(400 * log10(4))


@settings(max_examples=60)
@given(fields)
def test_expected_results_give_the_ratings_back(ratings: list[int]) -> None:
    names, meetings = rated_field(ratings)
    fit = fit_strengths(names, meetings)
    for place, rating in enumerate(ratings):
        assert fit.difference(place, 0)[0] == pytest.approx(rating - ratings[0], abs=1e-3)


@settings(max_examples=40)
@given(fields, st.randoms(use_true_random=False))
def test_the_order_of_names_and_meetings_does_not_matter(
    ratings: list[int], random: Random
) -> None:
    names, meetings = rated_field(ratings)
    shuffled = names[:]
    turned = [
        Meeting(m.b, m.a, m.games - m.points, m.games) if random.random() < 0.5 else m
        for m in meetings
    ]
    random.shuffle(shuffled)
    random.shuffle(turned)
    first = fit_ratings(fit_strengths(names, meetings), meetings, names[0])
    second = {
        each.name: each for each in fit_ratings(fit_strengths(shuffled, turned), turned, names[0])
    }
    for one in first:
        other = second[one.name]
        assert one.rating == pytest.approx(other.rating, abs=1e-4)
        assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=1e-4)


whole = st.lists(st.integers(0, 40).map(lambda half: half / 2), min_size=6, max_size=6)


@settings(max_examples=80)
@given(whole)
def test_at_the_maximum_everybody_made_the_points_expected_of_him(points: list[float]) -> None:
    names = ["a", "b", "c", "d"]
    meetings = [
        Meeting(a, b, made, 20) for (a, b), made in zip(combinations(names, 2), points, strict=True)
    ]
    fit = fit_strengths(names, meetings)
    extra = 1 if fit.padded else 0
    for place, name in enumerate(names):
        made, games = score(name, meetings)
        hoped = sum(
            (20 + extra) * expected(fit.difference(place, other)[0])
            for other in range(4)
            if other != place
        )
        assert games == 60
        assert hoped == pytest.approx(made + extra * 1.5, abs=1e-5)


def test_more_battles_make_it_surer_by_their_root() -> None:
    few, many = (fit_strengths(*rated_field([0, 100, 250], games)) for games in (50, 200))
    assert few.difference(0, 2)[1] == pytest.approx(2 * many.difference(0, 2)[1])


def test_a_rating_holds_its_true_value_about_95_times_of_100() -> None:
    random, truth, hits, cases = Random(4), [0, 80, 200], 0, 300
    names = ["p0", "p1", "p2"]
    for _ in range(cases):
        meetings = [
            Meeting(
                names[i], names[j],
                sum(random.random() < expected(truth[i] - truth[j]) for _ in range(60)), 60,
            )
            for i, j in combinations(range(3), 2)
        ]  # fmt: skip
        best = {
            each.name: each
            for each in fit_ratings(fit_strengths(names, meetings), meetings, "p0", 0.0)
        }
        hits += best["p2"].low <= 200 <= best["p2"].high
    assert 0.91 < hits / cases < 0.985


def test_the_anchor_stands_where_it_is_put_and_has_no_interval() -> None:
    names, meetings = rated_field([0, 100, 200])
    best, middle, last = fit_ratings(fit_strengths(names, meetings), meetings, "p1", 1000.0)
    assert (middle.name, middle.rating, middle.low, middle.high) == ("p1", 1000.0, 1000.0, 1000.0)
    assert best.rating == pytest.approx(1100.0)
    assert best.high - best.rating == pytest.approx(best.rating - best.low)
    assert last.rating == pytest.approx(900.0)
    assert last.games == 200


def test_without_an_anchor_the_mean_stands_in_the_middle() -> None:
    names, meetings = rated_field([0, 100, 260])
    found = fit_ratings(fit_strengths(names, meetings), meetings)
    assert sum(each.rating for each in found) / 3 == pytest.approx(MIDDLE)
    assert all(each.low < each.rating < each.high for each in found)


def test_who_wins_everything_is_rated_by_one_draw_more() -> None:
    fit = fit_strengths(("a", "b"), [Meeting("a", "b", 20, 20)])
    assert fit.padded
    assert fit.difference(0, 1)[0] == pytest.approx(400 * log10(20.5 / 0.5))
    group = [Meeting("a", "b", 10, 20), Meeting("a", "c", 20, 20), Meeting("b", "c", 20, 20)]
    assert fit_strengths(("a", "b", "c"), group).padded
    circle = [Meeting("a", "b", 20, 20), Meeting("b", "c", 20, 20), Meeting("a", "c", 0, 20)]
    assert not fit_strengths(("a", "b", "c"), circle).padded


def test_those_who_never_met_cannot_be_compared() -> None:
    apart = [Meeting("a", "b", 5, 10), Meeting("c", "d", 5, 10)]
    with pytest.raises(Refused, match="not all of a, b, c, d have played each other"):
        fit_strengths(("a", "b", "c", "d"), apart)
    with pytest.raises(Refused, match="'e' is not one of the players: a, b"):
        fit_ratings(fit_strengths(("a", "b"), apart[:1]), apart[:1], "e")
