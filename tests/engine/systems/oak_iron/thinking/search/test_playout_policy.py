"""The policy for moves in playouts: legal, as safe as a captain's advice, and much like it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from engine.arena import crews
from engine.base.dice import Dice
from engine.game.decision import Answer, Decision
from engine.kernel.battle import Battle
from engine.lookahead.scoring import score_answers
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import Manoeuvre
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.measure.weights import FEW
from engine.systems.oak_iron.thinking.search import QUICK_KINDS, playout_policy
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

GAME = OakIron()
HELM = ("manoeuvre", "seamanship_action", "turn")


@cache
def questions() -> tuple[tuple[State, Decision], ...]:
    """Return (state, question) pairs from two quick starts between lieutenants, as the seats see
    them.
    """
    found = []
    for seed in (1, 2):
        battle = Battle.new(GAME, "quickstart", seed)
        players = crews(GAME, battle.state, seed, "lieutenant", "lieutenant")
        while battle.pending():
            decision = battle.pending()[0]
            found.append((battle.state, decision))
            answer = players[decision.seat].choose(battle.view(decision.seat), decision)
            battle.answer(decision.seat, Answer(answer.option, answer.dial, answer.at))
    return tuple(found)


def crowded(state: State) -> State:
    """Return a state that counts as crowded, with most ships sunk."""
    one = next(iter(state.ships.values()))
    sunk = (replace(one, id=f"{one.id}{n}", pose=None, lost="sunk") for n in range(FEW))
    return replace(state, ships={**state.ships, **{each.id: each for each in sunk}})


@pytest.mark.parametrize("seen", [lambda state: state, crowded], ids=["few", "crowd"])
@pytest.mark.parametrize("kind", HELM)
def test_what_is_seen_at_a_glance_may_be_done(kind: str, seen: Callable[[State], State]) -> None:
    met = [(state, decision) for state, decision in questions() if decision.kind == kind]
    met = [each for each in met if not (each[0].activation and each[0].activation.cut_free)]
    assert len(met) > 2
    for state, decision in met[::3]:
        given = playout_policy(seen(GAME.view(state, decision.seat)), decision)
        assert given
        assert [each.worth for each in given] == sorted((g.worth for g in given), reverse=True)
        for each in given:
            command = decision.option(each.option).filled(decision, each.dial, each.at)
            assert GAME.decide(state, decision.seat, command, Dice(1))


def others() -> list[tuple[State, Decision]]:
    """Return the questions that are not about a ship's move."""
    return [each for each in questions() if each[1].kind not in (*HELM, "point_of_sail")]


def test_among_few_ships_other_questions_are_answered_as_by_a_captain() -> None:
    asked = [each for each in others() if each[1].kind not in QUICK_KINDS]
    assert len({decision.kind for _, decision in asked}) > 3
    for state, decision in asked[::5]:
        view = GAME.view(state, decision.seat)
        assert playout_policy(view, decision) == advice(view, decision)


def test_a_rule_of_thumb_answers_as_a_captain_does_what_is_left_to_it() -> None:
    asked = [each for each in others() if each[1].kind in QUICK_KINDS]
    assert len(asked) > 5
    for state, decision in asked:
        view = GAME.view(state, decision.seat)
        assert not playout_policy(view, decision)
        quick = score_answers(GAME, view, decision, Random(1), quick=True)
        assert quick[0].option == advice(view, decision)[0].option


def test_in_a_crowd_who_acts_next_is_left_to_the_rule_of_thumb() -> None:
    named = [each for each in questions() if each[1].kind == "name_ship"]
    assert named
    for state, decision in named[::5]:
        view = GAME.view(state, decision.seat)
        assert playout_policy(view, decision)
        assert not playout_policy(crowded(view), decision)


def test_a_search_looks_on_a_turn_longer_for_a_card_and_towards_the_end() -> None:
    state, _ = questions()[0]
    asked = Decision("A", "any", "?", ())
    card = replace(asked, secret=True)
    assert GAME.thinking.horizon(replace(state, turn=7), asked).turns == 1
    assert GAME.thinking.horizon(replace(state, turn=8), asked).turns == 2
    assert GAME.thinking.horizon(replace(state, turn=2), card).turns == 2


def test_in_a_crowd_it_looks_no_farther_than_the_turn_and_counts_for_less() -> None:
    state, asked = questions()[0][0], Decision("A", "any", "?", ())
    crowd = crowded(state)
    assert GAME.thinking.horizon(replace(crowd, turn=9), asked).turns == 1
    assert GAME.thinking.horizon(crowd, replace(asked, secret=True)).turns == 0
    assert GAME.thinking.horizon(crowd, asked).bias > GAME.thinking.horizon(state, asked).bias


@pytest.mark.parametrize("seen", [lambda state: state, crowded], ids=["few", "crowd"])
def test_the_move_is_nearly_as_good_as_the_captains(seen: Callable[[State], State]) -> None:
    """On average a captain's full search is better by no more than one point."""
    short = []
    met = [each for each in questions() if each[1].kind == "manoeuvre"]
    for state, decision in met[::4]:
        view = seen(GAME.view(state, decision.seat))
        short.append(advice(view, decision)[0].worth - playout_policy(view, decision)[0].worth)
    assert len(short) > 5
    assert -1e-9 < sum(short) / len(short) < 1.0


def test_a_ship_at_the_edge_turns_away_from_it() -> None:
    play = Skirmish(ship("A1", "corvette", 34.5, 18, 60), ship("B1", "sloop", 5, 18, 0))
    play.turn_to(Manoeuvre(), active="A1").settle()
    decision = play.asked("A")
    best = playout_policy(GAME.view(play.state, "A"), decision)[0]
    play.do("A", best.option, best.dial)
    assert play["A1"].afloat
