"""The balance of squadrons: their ratings from battles, compared with their points."""

from __future__ import annotations

from itertools import combinations
from math import log10
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.arena import BattleResult, Bout
from engine.arena.balance import (
    Entrant,
    _group,
    bouts,
    entrant,
    groups,
    pairs,
    rate_groups,
    residuals,
)
from engine.arena.tournament import MIDDLE, Meeting, fit_strengths
from engine.base.errors import WeatherGageError
from engine.game.position import read_toml
from engine.kernel.registry import system

READY = system("oak_iron").building.ready()


def squadron(name: str, points: int = 50, scenario: str = "patrol") -> Entrant:
    return Entrant(name, name.title(), points, "oak_iron", scenario)


def ended(bout: Bout, winner: str) -> tuple[Bout, BattleResult]:
    """Return a bout with a result: the winning squadron, '' for a draw."""
    first, second = bout.match.options["squadrons"]
    won = {first: "a", second: "b", "": ""}[winner]
    return bout, BattleResult(number=bout.number, winner=won, turns=1, commands=1, reason="over")  # type: ignore[arg-type]


def met(strengths: list[float], games: int = 400) -> list[Meeting]:
    """Return the expected results between squadrons with these Elo ratings."""
    return [
        Meeting(f"s{i}", f"s{j}", games / (1 + 10 ** ((strengths[j] - strengths[i]) / 400)), games)
        for i, j in combinations(range(len(strengths)), 2)
    ]


def test_those_of_a_size_fight_each_other_from_both_sides() -> None:
    fleet = [squadron("x"), squadron("y"), squadron("z", 100, "skirmish"), squadron("w")]
    assert [[each.path for each in group] for group in groups(fleet)] == [["x", "y", "w"], ["z"]]
    assert [(a.path, b.path) for a, b in pairs(fleet)] == [("x", "y"), ("x", "w"), ("y", "w")]
    found = list(bouts(fleet, "ensign", 4, seed=9))
    assert len(found) == 12
    tables = {(*bout.match.options["squadrons"], bout.match.seed + bout.number) for bout in found}
    assert len(tables) == 12
    assert all((second, first, seed) in tables for first, second, seed in tables)
    assert {(bout.match.scenario, bout.match.a, bout.match.b) for bout in found} == {
        ("patrol", "ensign", "ensign")
    }


def test_who_wins_far_more_than_others_of_the_same_points_stands_out() -> None:
    fleet = [squadron(name) for name in "xyz"]
    results = []
    for number, bout in enumerate(bouts(fleet, "ensign", 80)):
        names = bout.match.options["squadrons"]
        fair = names[(number // 3) % 2]
        strong = "x" if "x" in names and number % 10 else fair
        results.append(ended(bout, strong))
    (group,) = rate_groups(fleet, results)
    best, *others = group.verdicts
    assert (best.path, best.stands_out, best.expected) == ("x", "more", pytest.approx(MIDDLE))
    assert best.over > best.margin > 0
    assert best.low < best.rating < best.high
    assert best.games == 160
    assert all(each.over < 0 and each.stands_out != "more" for each in others)
    assert sum(each.won for each in group.verdicts) == 240


def test_even_results_let_nobody_stand_out() -> None:
    fleet = [squadron(name) for name in "xyz"]
    (group,) = rate_groups(fleet, [ended(bout, "") for bout in bouts(fleet, "ensign", 4)])
    assert [each.stands_out for each in group.verdicts] == ["", "", ""]
    assert all(each.won == 4 and each.over == pytest.approx(0) for each in group.verdicts)


def test_a_size_of_one_and_one_that_has_not_met_are_not_judged() -> None:
    fleet = [squadron("x"), squadron("y"), squadron("z", 100, "skirmish")]
    assert [group.verdicts for group in rate_groups(fleet, [])] == [(), ()]


def test_with_few_squadrons_all_are_expected_to_be_alike() -> None:
    """Of two squadrons with different points, one is half the rating difference above the expected
    value, the other half below.
    """
    fit = fit_strengths(("s0", "s1"), met([100, 0]))
    leads = residuals([50, 40], fit)
    assert [lead for lead, _ in leads] == pytest.approx([50, -50])
    assert leads[0][1] == pytest.approx(1.96 * fit.difference(0, 1)[1] / 2, rel=1e-3)


@settings(max_examples=40)
@given(st.lists(st.integers(30, 50), min_size=4, max_size=7, unique=True), st.integers(-20, 20))
def test_what_points_explain_is_not_over(points: list[int], slope: int) -> None:
    names = [f"s{number}" for number in range(len(points))]
    fit = fit_strengths(names, met([slope * each for each in points]))
    assert all(abs(lead) < 1e-3 for lead, _ in residuals(points, fit))


def test_what_points_do_not_explain_is() -> None:
    strengths = [0.0, 10.0, 20.0, 30.0, 140.0]
    fit = fit_strengths([f"s{number}" for number in range(5)], met(strengths))
    leads = residuals([10, 20, 30, 40, 30], fit)
    assert max(range(5), key=lambda place: leads[place][0]) == 4
    assert leads[4][0] > leads[4][1]
    assert sum(lead for lead, _ in leads) == pytest.approx(0, abs=1e-6)


def test_a_ready_squadron_is_an_entrant_with_its_points() -> None:
    found = entrant(READY["leeward_station"])
    assert (found.name, found.points, found.scenario) == ("Leeward Station", 50, "patrol")


def test_an_illegal_squadron_is_named_with_its_first_fault(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    text = READY["leeward_station"].read_text(encoding="utf-8")
    path.write_text(text.replace(str(read_toml(READY["leeward_station"])["admiral"]), "nobody"))
    with pytest.raises(WeatherGageError, match=r"odd\.toml is not legal: admiral: "):
        entrant(path)


def test_odds_and_elo_are_the_same_thing() -> None:
    """Winning three of four battles is a lead of 190.8 points on the Elo scale of the ratings."""
    fleet = [squadron("x"), squadron("y")]
    results = [
        ended(bout, "x" if number % 4 else "y")
        for number, bout in enumerate(bouts(fleet, "ensign", 40))
    ]
    (group,) = rate_groups(fleet, results)
    best, last = group.verdicts
    assert best.rating - last.rating == pytest.approx(400 * log10(3))


def test_a_group_counts_only_battles_between_its_own() -> None:
    """A battle against a squadron of another group changes no rating inside the group."""
    paths = sorted(READY)[:4]
    one, other = (entrant(READY[path]) for path in paths[:2])
    met = [Meeting(one.path, other.path, 6.0, 10), Meeting(one.path, "stranger", 0.0, 10)]
    alone = _group([one, other], met[:1])
    assert _group([one, other], met) == alone
    assert alone.verdicts
