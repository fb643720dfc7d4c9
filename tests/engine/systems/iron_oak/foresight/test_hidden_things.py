"""All forecasts for a seat are equal in two states that differ only in what the seat may not
know.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.panel import Bar
from engine.game.question import Question, Sheet
from engine.kit.ledger import evolve
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.foresight.places import may_hold, unseen
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import view
from engine.systems.iron_oak.screen.panel import forces
from engine.systems.iron_oak.set_up import set_up
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.battle_playouts import determinize
from tests.engine.systems.iron_oak.table import position, ship
from tests.engine.systems.iron_oak.test_random_battles import random_command

GAME = IronOak()


def figures(state: State, seat: str) -> list[Any]:
    """Return all forecasts for a seat: overlays, cards, points of both sides, and its own
    question.
    """
    view, screen = GAME.view(state, seat), GAME.screen
    found: list[Any] = [screen.forces(view), screen.to_win(view), screen.scene(view)]
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
    """Checked at the first question of each kind in a battle."""
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
            other = replace(determinize(GAME.view(state, seat), random), dice=state.dice)
            if other != state and GAME.view(other, seat) == GAME.view(state, seat):
                compared.add(question.kind)
                assert figures(other, seat) == figures(state, seat)
        decided = GAME.decide(state, seat, random_command(question, random), dice)
        state = decided.states[-1] if decided.states else state
    assert {"orders", "act", "gunnery", "gunnery_cards"} <= compared


# Cards that the enemy may hold, counted over every hand that he may have drawn.


CARDS = sorted(book().cards)


def dealt(mine: list[int], his: list[int], deck: list[int]) -> State:
    """Return a position with these hands and this deck, in which all other cards were played."""
    state = position([ship("uss_monitor", "C3")], [ship("css_virginia", "D2")])
    sides = {
        "union": replace(state.sides["union"], hand=tuple(mine), hand_size=4, aside=()),
        "confederate": replace(state.sides["confederate"], hand=tuple(his)),
    }
    rest = [card for card in CARDS if card not in (*mine, *his, *deck)]
    return replace(state, sides=sides, deck=tuple(deck), discarded=tuple(rest))


def test_chances_are_those_of_every_hand_that_he_may_have_drawn() -> None:
    state = dealt(CARDS[:4], CARDS[10:13], CARDS[20:26])
    here = view(state, "A")
    left = [*CARDS[10:13], *CARDS[20:26]]
    assert sorted(unseen(here)) == left
    hands = list(combinations(left, 3))
    found = may_hold(here, "confederate")
    assert {each.kind for each in found} == {kind_of(card) for card in left}
    for each in found:
        with_it = [hand for hand in hands if each.kind in map(kind_of, hand)]
        assert each.chance == pytest.approx(len(with_it) / len(hands))
    assert [each.chance for each in found] == sorted((e.chance for e in found), reverse=True)


def test_what_one_has_set_aside_is_counted_by_its_owner_alone() -> None:
    state = dealt(CARDS[:4], CARDS[10:13], CARDS[20:26])
    after = evolve(state, ev.CardReplaced("union", CARDS[0], CARDS[20]))
    assert CARDS[0] not in unseen(view(after, "A"))
    assert CARDS[0] in unseen(view(after, "B"))
    assert len(unseen(view(after, "A"))) == len(unseen(view(state, "A"))) - 1


def test_the_page_of_the_fleets_tells_it_and_a_watcher_reads_nothing() -> None:
    state = dealt(CARDS[:4], CARDS[10:13], CARDS[20:26])
    bars = [row for row in forces(view(state, "A")) if isinstance(row, Bar)]
    held = may_hold(view(state, "A"), "confederate")
    assert [bar.share for bar in bars] == [each.chance for each in held]
    assert not [row for row in forces(view(state, "")) if isinstance(row, Bar)]
    assert may_hold(state, "union") == ()
