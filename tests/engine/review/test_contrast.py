"""Which answers differ, and which reasons set them apart."""

from __future__ import annotations

import pytest

from engine.game.decision import Advice, Area, Decision, Dial, Option, Point, Reason
from engine.review.hindsight import distinct, main_reason, telling

DIAL = Dial(-45.0, 45.0, 1.0, below="to port", above="to starboard")
ROUND = Dial(0.0, 345.0, 15.0, endless=True)
SQUARE = Area((((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)),), (5.0, 5.0))


def asked(dial: Dial | None = None, area: Area | None = None) -> Decision:
    options = tuple(Option(name, name.title(), None, dial="angle" * bool(dial)) for name in "ab")
    return Decision(
        seat="A", kind="order", prompt="What now?", options=options, dial=dial, area=area
    )


def given(option: str, worth: float, dial: float | None = None, at: Point | None = None) -> Advice:
    return Advice(option, dial, at, worth)


def test_the_same_option_counts_once_unless_its_dial_stands_clearly_elsewhere() -> None:
    """Of a dial of 90 degrees 18 are a clear difference: -45 and -27 differ, -45 and -30 do not."""
    found = [given("a", 3.0, -45.0), given("a", 2.9, -30.0), given("a", 2.5, -27.0)]
    assert distinct(asked(DIAL), [*found, given("b", 1.0)], 3) == (
        found[0],
        found[2],
        given("b", 1),
    )


def test_the_best_come_first_and_no_more_than_are_wanted() -> None:
    found = [given("a", 1.0), given("b", 2.0)]
    assert distinct(asked(), found, 3) == (found[1], found[0])
    assert distinct(asked(), found, 1) == (found[1],)


def test_an_endless_dial_is_near_over_its_end() -> None:
    """345 and 15 degrees are 30 apart, 345 and 75 are 90."""
    found = [given("a", 3.0, 345.0), given("a", 2.0, 15.0), given("a", 1.0, 75.0)]
    assert distinct(asked(ROUND), found, 3) == (found[0], found[2])


def test_places_differ_by_a_share_of_all_the_room() -> None:
    """Of ten inches from corner to corner, two are a clear difference."""
    found = [given("a", w, None, at) for w, at in ((3, (0, 0)), (2, (1, 1)), (1, (6.0, 8.0)))]
    assert distinct(asked(area=SQUARE), found, 3) == (found[0], found[2])


def reasoned(**terms: float) -> Advice:
    reasons = tuple(Reason(name, name, worth) for name, worth in terms.items())
    return Advice("a", None, None, sum(terms.values()), reasons)


def test_reasons_come_by_weight_and_what_all_share_is_none() -> None:
    one = reasoned(points=9.0, rake=1.0, danger=-2.0, trifle=0.04)
    other = reasoned(points=9.0, rake=0.5)
    assert [each.term for each in telling(one, (one, other))] == ["danger", "rake"]
    assert [each.term for each in telling(other, (one, other))] == ["rake"]
    assert [each.term for each in telling(one, (one,))] == ["points", "danger", "rake"]


@pytest.mark.parametrize(
    ("better", "worse", "term", "worth"),
    [
        ({"rake": 2.0, "gage": 1.0}, {"gage": 0.5}, "rake", 2.0),
        ({"gage": 1.0}, {"gage": 0.5, "danger": -3.0}, "danger", -3.0),
        ({"rake": 2.0}, {"rake": 0.5}, "rake", 1.5),
        ({"danger": -1.0}, {"danger": -3.0}, "danger", -2.0),
    ],
)
def test_the_main_reason_speaks_for_the_better_or_against_the_worse(
    better: dict[str, float], worse: dict[str, float], term: str, worth: float
) -> None:
    found = main_reason(reasoned(**better), reasoned(**worse))
    assert found is not None
    assert (found.term, found.worth) == (term, worth)


def test_without_terms_there_is_no_main_reason() -> None:
    assert main_reason(given("a", 2.0), given("b", 1.0)) is None


def test_where_nothing_parts_the_answers_the_best_has_its_reasons() -> None:
    shared = (Reason("fire", "our guns", 1.5), Reason("wind", "speed", 0.3))
    best, other = Advice("a", None, None, 1.8, shared), Advice("b", None, None, 1.8, shared)
    assert telling(best, (best, other)) == shared
    assert telling(other, (best, other)) == ()
