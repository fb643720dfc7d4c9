"""Moves at a glance: legal, clear of what a captain keeps clear of, and much the same as his."""

from __future__ import annotations

from functools import cache

import pytest

from engine.battle import Battle
from engine.decision import Decision
from engine.dice import Dice
from engine.oak_iron.game import OakIron
from engine.oak_iron.reckoning.counsel import counsel
from engine.oak_iron.reckoning.glance import glance
from engine.oak_iron.state import State
from engine.oak_iron.steps import Manoeuvre
from engine.simulation import crews
from tests.engine.oak_iron.skirmish import Skirmish, ship

GAME = OakIron()
HELM = ("manoeuvre", "seamanship_action", "turn")


@cache
def questions() -> tuple[tuple[State, Decision], ...]:
    """Return the questions of two quick starts of lieutenants as their seats see them."""
    found = []
    for seed in (1, 2):
        battle = Battle.new(GAME, "quickstart", seed)
        players = crews(GAME, battle.state, seed, "lieutenant", "lieutenant")
        while battle.pending():
            decision = battle.pending()[0]
            found.append((battle.state, decision))
            answer = players[decision.seat].choose(battle.view(decision.seat), decision)
            battle.answer(decision.seat, answer.option, answer.dial, answer.at)
    return tuple(found)


@pytest.mark.parametrize("kind", HELM)
def test_what_is_seen_at_a_glance_may_be_done(kind: str) -> None:
    met = [(state, decision) for state, decision in questions() if decision.kind == kind]
    met = [each for each in met if not (each[0].activation and each[0].activation.cut_free)]
    assert len(met) > 2
    for state, decision in met[::3]:
        given = glance(GAME.view(state, decision.seat), decision)
        assert given
        assert [each.worth for each in given] == sorted((g.worth for g in given), reverse=True)
        for each in given:
            command = decision.option(each.option).filled(decision, each.dial, each.at)
            assert GAME.decide(state, decision.seat, command, Dice(1))


def test_other_questions_are_left_to_the_quick_look() -> None:
    others = [each for each in questions() if each[1].kind not in (*HELM, "point_of_sail")]
    assert len({decision.kind for _, decision in others}) > 4
    assert not any(glance(GAME.view(state, one.seat), one) for state, one in others)


def test_the_move_is_nearly_as_good_as_the_captains() -> None:
    """What he finds by looking closer is worth no more than a point in the mean."""
    short = []
    met = [each for each in questions() if each[1].kind == "manoeuvre"]
    for state, decision in met[::4]:
        view = GAME.view(state, decision.seat)
        short.append(counsel(view, decision)[0].worth - glance(view, decision)[0].worth)
    assert len(short) > 5
    assert sum(short) / len(short) < 1.0


def test_a_ship_at_the_edge_turns_away_from_it() -> None:
    play = Skirmish(ship("A1", "corvette", 34.5, 18, 60), ship("B1", "sloop", 5, 18, 0))
    play.turn_to(Manoeuvre(), active="A1").settle()
    decision = play.asked("A")
    best = glance(GAME.view(play.state, "A"), decision)[0]
    play.do("A", best.option, best.dial)
    assert play["A1"].afloat
