"""Choices compared with advice on what the player could see then: by expected values, not by
results.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import (
    Advice,
    Answer,
    Area,
    Decision,
    Dial,
    Option,
    Point,
    Reason,
    advice_heading,
    comparison_text,
    differences,
    in_units,
    main_reason,
    reason_text,
)
from engine.game.game import Outcome
from engine.game.question import Sheet, Slot
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.review import proving
from engine.review.curve import BATCH, TOLD_BY, CostlyChoice, Trial, costliest
from engine.review.hindsight import _slots, cost_text, distinct_answers, judge_choices, warning_text
from engine.sitting.hindsight import Hindsight
from engine.systems.iron_oak.thinking.place_worth import POINT
from tests.pond.game import PondGame
from tests.pond.opinions import PondReview, PondThinking
from tests.pond.play import play
from tests.pond.state import Pond

SAVES = Path(__file__).resolve().parents[3] / "saves"
Worth = Callable[[Option, float], float]


def choices(battle: Battle, *seats: str) -> list[CostlyChoice | None]:
    """Return for each entry the costly choice of one of the seats, or None."""
    asked = seats or ("A", "B")
    return list(judge_choices(battle.game, battle.at(0), battle.entries, battle.seed, asked))


def duel(*angles: float) -> Battle:
    """Return a duel in which the seats steer by these angles in turn."""
    battle = Battle.new(PondGame(), "duel", 7)
    for angle in angles:
        battle.answer(battle.pending()[0].seat, Answer("steer", angle))
    return battle


def likes_forty_five(
    game: object,
    view: Pond,
    decision: Decision,
    answer: Answer,
) -> float:
    """Score an angle by its distance from 45 degrees; options of the gun score 0."""
    return -abs((answer.dial or 0.0) - 45.0) / 10 if answer.option == "steer" else -20.0


def test_what_was_chosen_is_compared_with_the_best_by_the_games_own_appraisal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Red steers 45 degrees, the best. Blue steers 0, which is 4.5 worse. The dice have no
    influence.
    """
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    best, worse = choices(duel(45.0, 0.0))
    assert best is None
    assert worse == CostlyChoice(
        n=2,
        turn=1,
        seat="B",
        name="Blue",
        question="steer, or lay the gun?",
        chosen="Steer [0 degrees]",
        better="Steer [45 degrees]",
        cost=4.5,
        instead=Answer("steer", 45.0),
    )


def advice_asked(worth: Worth, step: float = 90.0) -> Callable[..., tuple[Advice, ...]]:
    """Return a function that advises on angles at equal steps, or on the only possible angle."""

    def advice(game: object, view: Any, decision: Decision, random: Random) -> tuple[Advice, ...]:
        dial = decision.dial
        assert dial
        luck = random.random()
        found = []
        for option in decision.options:
            angle = dial.low
            while option.dial and angle <= dial.high:
                reason = Reason("angle", "the angle", worth(option, angle))
                found.append(
                    Advice(option.id, angle, None, reason.worth + luck, (reason, _luck(luck)))
                )
                angle += step
        return tuple(found)

    return advice


def _luck(worth: float) -> Reason:
    return Reason("luck", "what is drawn at random", worth)


def test_an_answer_between_those_weighed_is_weighed_alone_with_the_same_luck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The advice is about -90, 0 and 90 degrees; for 30 it is computed again with the same random
    numbers.
    """
    monkeypatch.setattr(PondThinking, "advice", advice_asked(lambda option, angle: angle / 10))
    (found,) = choices(duel(30.0))
    assert found is not None
    assert found.better == "Steer [90 degrees]"
    assert found.cost == pytest.approx(6.0)
    assert found.reason is not None
    assert (found.reason.words, found.reason.worth) == ("the angle", pytest.approx(6.0))


def test_where_only_some_angles_are_known_the_doubt_is_the_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """30 degrees lies between 0 (score 0) and 90 (score 9) and has no score; the player gets the
    better of the two.
    """
    whole = advice_asked(lambda option, angle: angle / 10)

    def stubborn(game: object, view: Any, decision: Decision, random: Random) -> tuple[Advice, ...]:
        narrow = decision.dial and decision.dial.low == decision.dial.high
        return () if narrow else whole(game, view, decision, random)

    monkeypatch.setattr(PondThinking, "advice", stubborn)
    assert choices(duel(30.0)) == [None]
    (found,) = choices(duel(-60.0))
    assert found is not None
    assert found.cost == pytest.approx(9.0)  # -60 counts as 0


def test_only_the_choices_of_the_seats_asked_for_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While a battle lasts, players may review only their own choices."""
    seen: list[str] = []

    def noted(game: PondGame, view: Pond, decision: Decision, *rest: Any) -> float:
        seen.append(decision.seat)
        assert view.boats["B"].order is None
        return likes_forty_five(game, view, decision, *rest)

    monkeypatch.setattr(PondThinking, "quick_score", noted)
    found = choices(duel(0.0, 0.0, 0.0), "A")
    assert [bool(each) for each in found] == [True, False, True]
    assert set(seen) == {"A"}


def test_the_costliest_come_first() -> None:
    def cost(n: int, cost: float) -> CostlyChoice:
        return CostlyChoice(
            n=n, turn=1, seat="A", name="Red", question="?", chosen="this", better="that", cost=cost
        )

    found = [cost(1, 0.5), None, cost(3, 2.0), cost(4, 2.0), cost(5, 1.0)]
    assert [each.n for each in costliest(found, 3)] == [3, 4, 5]


def test_every_entry_is_judged_once_and_in_the_same_way_each_time() -> None:
    battle = play(Battle.new(PondGame(), "duel", 7), Random(3))
    assert len(choices(battle)) == battle.position
    assert choices(battle) == choices(battle)


def test_a_lieutenant_made_no_mistake_in_a_lieutenants_eyes_and_an_ensign_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a quick start between an ensign and a lieutenant, judged by a lieutenant's scores, only
    the ensign's choices cost anything.
    """
    battle = Battle.new("oak_iron", "quickstart", seed=5)
    monkeypatch.setattr(type(battle.game.thinking), "advice", lambda *_: ())
    names = {"A": "ensign", "B": "lieutenant"}
    players = {seat: make_player(name, battle.game, 3, seat) for seat, name in names.items()}
    while battle.position < 60:
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, answer)
    found = [each for each in choices(battle) if each]
    assert found
    assert {each.seat for each in found} == {"A"}


@pytest.mark.parametrize("file", sorted(SAVES.glob("sample_*.battle")), ids=lambda path: path.stem)
def test_every_command_is_found_again_among_the_options_of_its_question(file: Path) -> None:
    """The dial and the place are read from the command, and filled in they give the same command
    again.
    """
    battle = Battle.open(file, write=False)
    for record in battle.entries:
        state = battle.at(record.at - 1)
        decision = next(d for d in battle.game.pending(state) if d.seat == record.seat)
        if isinstance(decision, Sheet):
            assert decision.faults(record.command.answers) == ()
            continue
        read = [(option, option.read(record.command)) for option in decision.options]
        found = [(option, given) for option, given in read if given is not None]
        assert found, record
        option, (dial, at) = found[0]
        assert option.filled(decision, dial, at) == record.command
    battle.close()


# Battles played on -----------------------------------------------------------------------


def costly(instead: Answer | None) -> CostlyChoice:
    """Return Red's first choice as a costly choice, with a better answer or with None."""
    (found, *_) = [each for each in choices(duel(0.0, 0.0)) if each] or [None]
    assert found is not None
    return replace(found, instead=instead)


def test_battles_are_played_on_after_both_and_a_draw_counts_half(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    ends = iter([Outcome(("Red",), "sunk"), Outcome((), "a draw"), None, Outcome(("Blue",), "x")])
    monkeypatch.setattr("engine.lookahead.playout.playout_end", lambda *_: next(ends))
    found = proving.run_trials(duel(0.0, 0.0), costly(Answer("steer", 45.0)), 0, 2)
    assert (found.of, found.better, found.chosen) == (2, 1.0 + 0.5, 0.5 + 0.0)


def fought(monkeypatch: pytest.MonkeyPatch, better: bool) -> tuple[Hindsight, int]:
    """Judge a duel and run playouts from its choices; return (hindsight, number of pairs of
    playouts).
    """
    pairs = 0

    def tried(battle: object, choice: CostlyChoice, before: int, count: int) -> Trial:
        nonlocal pairs
        pairs += count
        return Trial(n=choice.n, of=1, better=float(better), chosen=0.0, squares=float(better))

    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    monkeypatch.setattr("engine.sitting.hindsight.run_trials", tried)
    battle = duel(0.0, 0.0)
    hindsight = Hindsight(battle, ("A", "B"))
    while not hindsight.over:
        hindsight.step(battle)
    hindsight.step(battle)
    return hindsight, pairs


def test_the_persons_own_choices_stand_before_those_of_the_enemy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    battle = duel(0.0, 0.0)
    for own, first in (((), "A"), (("A",), "A"), (("B",), "B")):
        hindsight = Hindsight(battle, ("A", "B"), own)
        while not hindsight.over:
            hindsight.step(battle)
        seats = [each.choice.seat for each in hindsight.listed()]
        assert sorted(seats) == ["A", "B"]
        assert seats[0] == first or not own


def test_what_is_proved_stands_first_and_what_makes_no_difference_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hindsight, pairs = fought(monkeypatch, better=True)
    assert len(hindsight.listed()) == 2
    assert all(each.proved and not each.dropped for each in hindsight.listed())
    assert pairs == 2 * TOLD_BY
    hindsight, pairs = fought(monkeypatch, better=False)
    assert all(each.dropped for each in hindsight.listed())
    assert pairs == 2 * BATCH


def test_without_a_better_answer_or_the_time_nothing_is_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PondReview, "plays_on", False)
    hindsight, pairs = fought(monkeypatch, better=True)
    assert (pairs, [each.trial for each in hindsight.listed()]) == (0, [None, None])


def test_slots_that_were_left_or_take_several_are_not_judged() -> None:
    options = tuple(Option(each, each, None) for each in "ab")
    several, left = {"at_most": 2}, {"needs": False}
    slots = tuple(
        Slot(id, id, options, **more) for id, more in (("A1", {}), ("A2", several), ("A3", left))
    )
    sheet = Sheet("orders 1", "A", "orders", "?", slots)
    draft = {"A1": Answer("a"), "A2": Answer(picks=("a",))}
    game = PondGame()
    found = list(_slots(game, Battle.new(game, "duel", 7).state, sheet, draft))
    assert [each.decision.slot for each in found] == ["A1"]


# Which answers differ, and which reasons set them apart.


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
    """On a dial of 90 degrees, 18 are a clear difference: -45 and -27 differ, -45 and -30 do
    not.
    """
    found = [given("a", 3.0, -45.0), given("a", 2.9, -30.0), given("a", 2.5, -27.0)]
    assert distinct_answers(asked(DIAL), [*found, given("b", 1.0)], 3) == (
        found[0],
        found[2],
        given("b", 1),
    )


def test_the_best_come_first_and_no_more_than_are_wanted() -> None:
    found = [given("a", 1.0), given("b", 2.0)]
    assert distinct_answers(asked(), found, 3) == (found[1], found[0])
    assert distinct_answers(asked(), found, 1) == (found[1],)


def test_an_endless_dial_is_near_over_its_end() -> None:
    """On a full circle 345 and 15 degrees are 30 apart, 345 and 75 are 90 apart."""
    found = [given("a", 3.0, 345.0), given("a", 2.0, 15.0), given("a", 1.0, 75.0)]
    assert distinct_answers(asked(ROUND), found, 3) == (found[0], found[2])


def test_places_differ_by_a_share_of_all_the_room() -> None:
    """If the places lie up to ten inches apart, two inches are a clear difference."""
    found = [given("a", w, None, at) for w, at in ((3, (0, 0)), (2, (1, 1)), (1, (6.0, 8.0)))]
    assert distinct_answers(asked(area=SQUARE), found, 3) == (found[0], found[2])


def reasoned(**terms: float) -> Advice:
    reasons = tuple(Reason(name, name, worth) for name, worth in terms.items())
    return Advice("a", None, None, sum(terms.values()), reasons)


def test_differences_come_by_weight_and_what_both_share_is_none() -> None:
    one = reasoned(points=9.0, rake=1.0, danger=-2.0, trifle=0.04)
    other = reasoned(points=9.0, rake=0.5)
    assert shown(one, one, other) == [("against it: danger", -2.0), ("for it: rake", 0.5)]
    assert shown(other, one, other) == [
        ("against the best: danger", 2.0),
        ("for the best: rake", -0.5),
    ]
    assert shown(one, one) == [
        ("for it: points", 9.0),
        ("against it: danger", -2.0),
        ("for it: rake", 1.0),
    ]


def test_a_term_is_named_by_the_answer_where_it_weighs_most() -> None:
    """If the same term speaks for one answer and against the other, the words shown are those of
    the answer in which it weighs more.
    """
    right = Advice("a", None, None, 0.2, (Reason("sails", "the right sail", 0.2),))
    wrong = Advice("b", None, None, -0.6, (Reason("sails", "the wrong sail", -0.6),))
    assert shown(right, right, wrong) == [("against the next best: the wrong sail", 0.8)]
    assert shown(wrong, right, wrong) == [("against it: the wrong sail", -0.8)]


def test_a_difference_is_shown_without_a_sign() -> None:
    assert reason_text(Reason("rally", "for it: a rally", -0.42)) == "for it: a rally (0.4)"


def shown(advice: Advice, *answers: Advice, most: int = 9) -> list[tuple[str, float]]:
    return [(each.words, each.worth) for each in differences(advice, answers, most)]


@pytest.mark.parametrize("most", [1, 2, 3, 9])
def test_the_figures_that_are_shown_add_up_to_the_difference_that_is_shown(most: int) -> None:
    """The sum is exact to one decimal, however few reasons have room: all others are summed up in
    one line.
    """
    random = Random(5)
    for _ in range(200):
        terms = {name: random.uniform(-3, 3) * (random.random() < 0.7) for name in "abcdef"}
        others = {name: random.uniform(-3, 3) * (random.random() < 0.7) for name in "abcdef"}
        one, other = sorted((reasoned(**terms), reasoned(**others)), key=lambda it: -it.worth)
        for each, sign in ((one, 1), (other, -1)):
            parts = differences(each, (one, other), most)
            assert len(parts) <= most + 1
            lead_ = round(sign * (one.worth - other.worth), 1)
            assert not parts or round(sum(part.worth for part in parts), 1) == lead_
            assert all(part.worth for part in parts)


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


def test_where_nothing_parts_the_answers_no_difference_is_shown() -> None:
    reasons = (Reason("fire", "our guns", 1.5), Reason("wind", "speed", 0.3))
    best, other = Advice("a", None, None, 1.8, reasons), Advice("b", None, None, 1.8, reasons)
    assert shown(best, best, other) == shown(other, best, other) == []
    assert comparison_text(best, (best, other), "damage") == "As good as any. For it: our guns"


# Advice in a sentence, in units that a player knows.


GUNS = Reason("guns", "guns that bear", 3.0)
REPLY = Reason("reply", "the enemy's fire", -1.5)
BEST = Advice("turn", 10.0, None, 3.0, (GUNS,))
WORSE = Advice("hold", None, None, -1.5, (REPLY,))
PLAIN = Advice("stay", None, None, 0.0)


def test_the_best_is_told_by_how_much_and_why() -> None:
    assert (
        comparison_text(BEST, (BEST, PLAIN), "damage")
        == "Best by 3.0 damage. For it: guns that bear"
    )


def test_a_reason_that_follows_is_not_told_twice() -> None:
    both, follows = (BEST, PLAIN), differences(BEST, (BEST, PLAIN), 3)
    assert advice_heading(BEST, both, "damage", follows) == "Best by 3.0 damage:"
    told = "Best by 3.0 damage. For it: guns that bear."
    assert advice_heading(BEST, both, "damage", ()) == told


def test_of_another_answer_it_is_told_what_explains_most_of_the_difference() -> None:
    """What speaks against it, or what only the best one gains."""
    every = (Advice("turn", 10.0, None, 1.0, (Reason("way", "way on her", 1.0),)), WORSE)
    assert (
        comparison_text(WORSE, every, "points") == "2.5 points worse. Against it: the enemy's fire"
    )
    told = comparison_text(PLAIN, (BEST, PLAIN), "points")
    assert told == "3.0 points worse. For the best: guns that bear"
    small = replace(PLAIN, worth=-0.1, reasons=(Reason("reply", "one gun", -0.1),))
    told = comparison_text(small, (BEST, small), "points")
    assert told == "3.1 points worse. For the best: guns that bear"


def test_where_nothing_speaks_for_the_best_it_is_told_what_speaks_against_the_next() -> None:
    told = comparison_text(PLAIN, (PLAIN, WORSE), "points")
    assert told == "Best by 1.5 points. Against the next best: the enemy's fire"
    assert comparison_text(BEST, (BEST, BEST), "points") == "As good as any. For it: guns that bear"


@pytest.mark.parametrize(
    ("answers", "said"),
    [((PLAIN, PLAIN), "As good as any"), ((BEST,), "The only answer advised. For it: guns that")],
)
def test_where_there_is_no_difference_none_is_claimed(
    answers: tuple[Advice, ...], said: str
) -> None:
    assert comparison_text(answers[0], answers, "points").startswith(said)


def test_a_cost_is_told_with_its_reason_in_the_words_of_the_advice() -> None:
    points = system("pond").thinking
    assert cost_text(3.0, GUNS, points) == "3.0 points worse; for the best: guns that bear (3.0)"
    assert cost_text(1.5, REPLY, points) == "1.5 points worse; against it: the enemy's fire (1.5)"
    assert cost_text(0.4, None, points) == "0.4 points worse"


def test_the_coach_says_which_order_a_reason_speaks_for_or_against() -> None:
    points = system("pond").thinking
    told = "worse than the best order; "
    assert warning_text(3.0, GUNS, points) == f"3.0 points {told}for the best: guns that bear (3.0)"
    against = f"1.5 points {told}against yours: the enemy's fire (1.5)"
    assert warning_text(1.5, REPLY, points) == against
    lost = Reason("won", "the battle is over", -1000.0)
    assert warning_text(1000.0, lost, points) == f"far {told}against yours: the battle is over"


def test_ships_of_iron_are_told_in_victory_points() -> None:
    """One point of the evaluation is 40 Victory Points, the unit that players know."""
    assert system("iron_oak").thinking.unit_size == POINT
    assert cost_text(0.2, None, system("iron_oak").thinking) == "8.0 Victory Points worse"
    told = in_units(BEST, POINT)
    assert (told.worth, told.reasons[0].worth) == (120.0, 120.0)
    assert (told.option, told.dial) == (BEST.option, BEST.dial)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("oak_iron", "damage"),
        ("wooden_ships", "Victory Points"),
        ("iron_oak", "Victory Points"),
        ("pond", "points"),
    ],
)
def test_a_system_says_what_it_counts_in(name: str, unit: str) -> None:
    assert system(name).thinking.unit == unit


def test_another_thread_asks_the_battle_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hindsight works on states of its own, since a page may show the battle in another
    thread.
    """
    monkeypatch.setattr(PondThinking, "quick_score", likes_forty_five)
    battle = duel(0.0, 0.0)
    hindsight = Hindsight(battle, ("A", "B"))

    def asked(*_: object) -> None:
        raise AssertionError("the battle was asked")

    for name in ("at", "moment", "view", "outcome", "pending", "fork"):
        monkeypatch.setattr(type(battle), name, asked)
    while not hindsight.over:
        hindsight.step(battle)
    assert all(each.trial for each in hindsight.listed())


def test_a_record_for_another_thread_has_the_states_of_its_battle() -> None:
    battle = play(Battle.new(PondGame(), "duel", 7), Random(3))
    record = proving.BattleSnapshot(battle)
    for n in (battle.position, 1, 3, 0, 2):
        assert record.at(n) == battle.at(n)
    assert record.moment(2) == battle.moment(2)
