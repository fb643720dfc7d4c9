"""Whole battles between random players: no dead end, no broken state, and folding the events gives
the same state.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.question import Fill, Question, Reopen, Sheet
from engine.kit.ledger import evolve
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.data.book import book, shipped
from engine.systems.iron_oak.orders.sheet import why_not_reopen
from engine.systems.iron_oak.set_up import set_up
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak import invariants
from tests.engine.systems.iron_oak.table import GAME, position, ship

SECOND_THOUGHTS = 0.2
"""The probability that a seat opens its sealed orders again."""
TOO_MANY = 5000
"""A battle with this many commands counts as endless; the longest has about 600."""


def random_command(question: Question, random: Random) -> Any:
    if not isinstance(question, Sheet):
        return random.choice(question.options).command
    while True:
        draft = {}
        for slot in question.slots:
            if slot.at_most == 1:
                draft[slot.id] = Answer(random.choice(slot.options).id)
            elif random.random() < 0.4:
                picked = random.sample(slot.options, random.randint(1, min(2, len(slot.options))))
                draft[slot.id] = Answer(picks=tuple(option.id for option in picked))
        if not question.faults(draft):
            return Fill(question.id, draft)


def fought(
    scenario: str,
    seed: int,
    options: dict[str, Any] | None = None,
    told: Counter[str] | None = None,
) -> Counter[str]:
    """Play a battle to its end with every check; return {event: how often it happened}.

    `told` counts cards by kind, critical hits and orders.
    """
    state = GAME.settled(set_up(scenario, options), Dice(seed))
    return played(state, seed, told)


def brawl(seed: int) -> State:
    """Return a fight at the closest range: ships across bows and sterns, damaged, burning, with few
    cards.
    """
    random = Random(seed)
    worn = {"WL": -4, "D": -3}
    hands = random.sample(sorted(book().cards), 8)
    left = [card for card in book().cards if card not in hands]
    return position(
        [
            ship("uss_hartford", "C3", across_bow_of="css_atlanta", shields={**worn, "A": -3}),
            ship("uss_spuyten_duyvil", "C3", shields=worn, across_stern_of="css_alabama"),
            ship("uss_essex", "C3", shields=worn, fires=[5], grounded=True),
        ],
        [
            ship("css_atlanta", "C3", shields=worn, repair_party=True),
            ship("css_alabama", "C3", shields=worn, across_bow_of="uss_hartford", fires=[4, 5]),
            ship("css_palmetto_state", "C3", shields=worn, criticals=["ram"]),
        ],
        hands=(hands[:4], hands[4:]),
        board={"shoals": [{"band": "row C", "depth": 2}]},
        deck=left[:1],
        discarded=left[1:],
        turns=8,
    )


def played(state: State, seed: int, told: Counter[str] | None = None) -> Counter[str]:
    """Continue a battle to its end, with every check after every command."""
    random, dice = Random(seed), Dice(seed)
    events: Counter[str] = Counter()
    for _ in range(TOO_MANY):
        if state.outcome is not None:
            return events
        questions = rules.pending(state)
        assert questions, state.agenda
        for each in questions:
            invariants.tells_no_secret(state, each)
        question = random.choice(questions)
        seat, command = question.seat, random_command(question, random)
        sealed = [each for each in _seats(state) if not why_not_reopen(state, each)]
        if sealed and random.random() < SECOND_THOUGHTS:
            seat, command = random.choice(sealed), Reopen()
        decided = GAME.decide(state, seat, command, dice)
        state = _followed(state, decided)
        invariants.check(state)
        events.update(type(event).__name__ for event in decided)
        if told is not None:
            told.update(word for event in decided for word in _words(event))
    raise AssertionError(f"{state.scenario} with seed {seed} does not end")


def _seats(state: State) -> tuple[str, ...]:
    return tuple(seat for side in state.sides.values() for seat in side.seats)


def _words(event: Any) -> tuple[str, ...]:
    if isinstance(event, ev.CardPlayed):
        return (f"card {event.kind}",)
    if isinstance(event, ev.CriticalRolled):
        return (f"critical {event.critical}",)
    return (f"order {event.order}",) if isinstance(event, ev.OrderRevealed) else ()


def _followed(state: State, decided: Any) -> State:
    """Return the state after the events, after checking that folding them gives the same state and
    that every die is in an event.
    """
    told = state.dice
    for event, after in zip(decided, decided.states, strict=True):
        state = evolve(state, event)
        told += invariants.dice_in(event)
        assert state.dice == told, event
        assert state.board == after.board
        assert state.ships == after.ships
    last = decided.states[-1] if decided.states else state
    assert state == last
    return state


@pytest.mark.parametrize("scenario", sorted(shipped().scenarios))
def test_a_battle_ends_and_breaks_nothing(scenario: str) -> None:
    for seed in range(3):
        fought(scenario, seed)


@pytest.mark.parametrize("scenario", ["phantom", "memphis", "charleston", "mobile_bay_gauntlet"])
def test_alternating_movement_and_teams_break_nothing(scenario: str) -> None:
    options = {
        "alternating": True,
        "low_freeboard": True,
        "tenders": "yes",
        "union_seats": 2,
        "plans": True,
    }
    for seed in range(2):
        fought(scenario, seed, options)


def test_a_fight_at_the_closest_breaks_nothing() -> None:
    for seed in range(5):
        played(GAME.settled(brawl(seed), Dice(seed)), seed)
