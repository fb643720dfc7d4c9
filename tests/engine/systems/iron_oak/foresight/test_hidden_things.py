"""Two states that differ in hidden things alone give a seat the same figures, all of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.question import Question, Sheet
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.set_up.scenarios import set_up
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.playing_on import determinized
from engine.systems.iron_oak.turn import rules
from tests.engine.systems.iron_oak.test_random_battles import random_command

GAME = IronOak()


def figures(state: State, seat: str) -> list[Any]:
    """Return all that is foreseen for a seat: overlays, cards, sides, and its own question."""
    view, screen = GAME.view(state, seat), GAME.screen
    found: list[Any] = [screen.forces(view), screen.scene(view)]
    for key in screen.subjects(view):
        found.append(screen.card(view, key))
        found += [screen.overlay(view, each.id, key) for each in screen.overlays()]
    for question in rules.pending(view):
        if question.seat == seat:
            found += list(_foreseen(view, question))
    return found


def _foreseen(view: State, question: Question) -> list[Any]:
    screen = GAME.screen
    slots = (
        [question.as_decision(slot) for slot in question.slots]
        if isinstance(question, Sheet)
        else [question]
    )
    return [
        screen.preview(view, each, Answer(option.id)) for each in slots for option in each.options
    ]


TEAMS = {"plans": True, "union_seats": 2, "confederate_seats": 2}


@pytest.mark.parametrize(
    ("scenario", "options"), [("hampton_roads", {}), ("plymouth", {}), ("plum_point", TEAMS)]
)
def test_figures_use_nothing_that_the_seat_may_not_know(
    scenario: str, options: dict[str, Any]
) -> None:
    """At the first question of each kind."""
    random, dice = Random(3), Dice(3)
    state = GAME.settled(set_up(scenario, options), dice)
    compared: set[str] = set()
    for _ in range(36):
        questions = rules.pending(state)
        if not questions:
            break
        question = questions[0]
        seat = question.seat
        if question.kind not in compared:
            other = replace(determinized(GAME.view(state, seat), random), dice=state.dice)
            if other != state and GAME.view(other, seat) == GAME.view(state, seat):
                compared.add(question.kind)
                assert figures(other, seat) == figures(state, seat)
        decided = GAME.decide(state, seat, random_command(question, random), dice)
        state = decided.states[-1] if decided.states else state
    assert {"orders", "act", "gunnery", "gunnery_cards"} <= compared
