"""Advice in a sentence, in units that a player knows."""

from __future__ import annotations

import pytest

from engine.game.decision import Advice, Reason
from engine.kernel.registry import system
from engine.review.hindsight import missed, standing
from engine.systems.iron_oak.thinking.place_worth import POINT

GUNS = Reason("guns", "guns that bear", 3.0)
REPLY = Reason("reply", "the enemy's fire", -1.5)
BEST = Advice("turn", 10.0, None, 3.0, (GUNS,))
WORSE = Advice("hold", None, None, -1.5, (REPLY,))
PLAIN = Advice("stay", None, None, 0.0)


def test_the_best_is_told_by_how_much_and_why() -> None:
    assert standing(BEST, (BEST, PLAIN), "damage") == "Best by 3.0 damage: guns that bear"


def test_of_another_answer_it_is_told_what_speaks_against_it() -> None:
    every = (Advice("turn", 10.0, None, 1.0, (Reason("way", "way on her", 1.0),)), WORSE)
    assert standing(WORSE, every, "points") == "2.5 points less: the enemy's fire"
    assert standing(PLAIN, (BEST, PLAIN), "points") == "3.0 points less"


def test_what_speaks_against_the_next_is_no_reason_for_the_best() -> None:
    assert standing(PLAIN, (PLAIN, WORSE), "points") == "Best by 1.5 points"


@pytest.mark.parametrize(
    ("answers", "said"),
    [((PLAIN, PLAIN), "As good as any"), ((BEST,), "The only answer that stands out: guns that")],
)
def test_where_there_is_no_difference_none_is_claimed(
    answers: tuple[Advice, ...], said: str
) -> None:
    assert standing(answers[0], answers, "points").startswith(said)


def test_what_was_missed_is_told_with_its_reason() -> None:
    assert missed(3.0, GUNS, "points") == "3.0 points less; what it lacks: guns that bear"
    assert missed(1.5, REPLY, "points") == "1.5 points less; against it: the enemy's fire"
    assert missed(0.4, None, "points") == "0.4 points less"


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("oak_iron", "damage"),
        ("wooden_ships", "Victory Points"),
        ("iron_oak", f"points of {POINT:.0f} VP"),
        ("pond", "points"),
    ],
)
def test_a_system_says_what_it_counts_in(name: str, unit: str) -> None:
    assert system(name).thinking.unit == unit
