from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Refused
from engine.game.decision import Answer, Area, Decision, Dial, Option
from engine.players import PLAYERS, make_player


class Turn(msgspec.Struct, frozen=True):
    """A command with a number and a place that the answer fills in."""

    angle: float = 0.0
    place: tuple[float, float] = (0.0, 0.0)


class Likes:
    """A fake game system that prefers answers close to a wish."""

    def __init__(self, option: str = "", dial: float = 0.0) -> None:
        self.option, self.dial = option, dial
        self.thinking = self.answering = self

    def quick_score(self, view: Any, decision: Decision, answer: Answer) -> float:
        """Return a higher score the nearer the answer is to the wish."""
        near = -abs((answer.dial or 0.0) - self.dial) if decision.dial else 0.0
        return near + (1000.0 if answer.option == self.option else 0.0)

    @staticmethod
    def advice(view: Any, decision: Decision, random: Any) -> tuple[()]:
        """Return no advice, as a system without an evaluation does."""
        return ()

    @staticmethod
    def area(view: Any, decision: Decision, option: Option, dial: float | None = None) -> Any:
        """Return the area of the decision itself."""
        return decision.area if option.area else None


WEIGHING = [name for name in PLAYERS if name != "admiral"]
"""The players that score answers, except the admiral, whose search needs a whole game."""
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
WEDGE = ((10.0, 0.0), (10.1, 0.0), (20.0, 9.0))


def question(dial: Dial | None = None, area: Area | None = None) -> Decision:
    return Decision(
        seat="A",
        kind="turn",
        prompt="Where to?",
        options=(
            Option("hold", "Hold", Turn()),
            Option("turn", "Turn", Turn(), dial="angle"),
            Option("place", "Place", Turn(), area="place"),
        ),
        dial=dial,
        area=area,
    )


def player(name: str, seed: int = 1, seat: str = "A", likes: Likes | None = None) -> Any:
    game: Any = likes or Likes()
    return make_player(name, game, seed, seat)


dials = st.builds(
    lambda low, count, step, rest: Dial(low, low + count * step, step, low + rest * step),
    st.integers(-90, 90).map(float),
    st.integers(0, 200),
    st.sampled_from([0.1, 0.25, 1.0, 5.0]),
    st.integers(-3, 203),
)


@pytest.mark.parametrize("name", WEIGHING)
@settings(max_examples=60)
@given(dial=dials, seed=st.integers(0, 10_000))
def test_every_answer_is_legal(name: str, dial: Dial, seed: int) -> None:
    decision = question(dial, Area((SQUARE, WEDGE), (1.0, 1.0)))
    mind = player(name, seed)
    for _ in range(5):
        answer = mind.choose(None, decision)
        decision.option(answer.option).filled(decision, answer.dial, answer.at)


@pytest.mark.parametrize("name", WEIGHING)
def test_the_same_seed_and_seat_choose_alike(name: str) -> None:
    decision = question(Dial(-60, 60, 1), Area((SQUARE,), (1.0, 1.0)))
    first, second, other = (player(name, 4), player(name, 4), player(name, 4, "B"))
    answers = [first.choose(None, decision) for _ in range(20)]
    assert answers == [second.choose(None, decision) for _ in range(20)]
    assert answers != [other.choose(None, decision) for _ in range(20)]


def test_an_ensign_tries_every_option_and_both_ends_of_the_dial() -> None:
    decision = question(Dial(0, 3, 1), Area((SQUARE,), (1.0, 1.0)))
    mind = player("ensign")
    answers = [mind.choose(None, decision) for _ in range(300)]
    assert {answer.option for answer in answers} == {"hold", "turn", "place"}
    assert {answer.dial for answer in answers if answer.option == "turn"} == {0, 1, 2, 3}


def test_an_answer_fills_only_what_its_option_asks_for() -> None:
    decision = question(Dial(-60, 60, 1), Area((SQUARE,), (1.0, 1.0)))
    mind = player("ensign")
    for answer in (mind.choose(None, decision) for _ in range(60)):
        assert (answer.dial is not None) == (answer.option == "turn")
        assert (answer.at is not None) == (answer.option == "place")


def test_a_place_that_is_hard_to_hit_falls_back_on_the_resting_place() -> None:
    line = ((0.0, 0.0), (50.0, 50.0), (0.0, 0.0))
    decision = Decision(
        seat="A",
        kind="place",
        prompt="Where?",
        options=(Option("place", "Place", Turn(), area="place"),),
        dial=None,
        area=Area((line,), (25.0, 25.0)),
    )
    assert player("ensign").choose(None, decision) == Answer("place", None, (25.0, 25.0))


def test_a_lieutenant_takes_the_option_with_the_highest_score() -> None:
    decision = question(Dial(-60, 60, 1))
    mind = player("lieutenant", likes=Likes("hold"))
    assert {mind.choose(None, decision).option for _ in range(20)} == {"hold"}


@settings(max_examples=40)
@given(st.integers(-60, 60))
def test_a_lieutenant_looks_more_finely_around_the_best_angle(wish: int) -> None:
    mind = player("lieutenant", likes=Likes("turn", wish))
    answer = mind.choose(None, question(Dial(-60, 60, 1)))
    assert abs(answer.dial - wish) <= 3


def test_a_lieutenant_passes_over_headings_at_which_there_is_no_room() -> None:
    class Narrow(Likes):
        """A fake game that has room for the piece at one heading only, and likes all other headings
        better.
        """

        @staticmethod
        def area(view: Any, decision: Decision, option: Option, dial: float | None = None) -> Any:
            return Area((SQUARE,), (2.0, 2.0)) if dial == 300.0 else None

    dial = Dial(0.0, 360.0, 5.0)
    option = Option("a", "place and turn", Turn(), dial="angle", area="place")
    decision = Decision("A", "deploy", "where?", (option,), dial=dial)
    answer = make_player("lieutenant", Narrow(dial=45.0), 1, "A").choose(None, decision)  # type: ignore[arg-type]
    assert answer.dial == 300.0
    assert answer.at is not None


def test_a_lieutenant_breaks_ties_by_chance() -> None:
    decision = question()
    mind = player("lieutenant")
    assert {mind.choose(None, decision).option for _ in range(60)} == {"hold", "turn", "place"}


def test_an_unknown_player_is_refused_with_those_known() -> None:
    with pytest.raises(Refused, match="known: ensign, lieutenant"):
        player("commodore")
