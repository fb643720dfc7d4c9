"""Whole campaigns between random players; every invariant is checked after every command."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec import Raw

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.question import Fill, Question, Sheet, Slot
from engine.kernel.codec import codec
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import State
from tests.engine.systems.iron_oak import invariants as of_battles
from tests.engine.systems.iron_oak.campaign import invariants
from tests.engine.systems.iron_oak.test_random_battles import random_command

GAME = IronOakCampaign()
SECOND_THOUGHTS = 0.2
"""The probability that a seat opens its sealed sheet again."""
CHANGES = 0.5
"""The probability that a slot is filled at random instead of as proposed."""
FROM_FILE = 0.1
"""The probability that a command is decided a second time on a state read from a file."""
TRIES = 30
TOO_MANY = 60_000
"""A campaign with this many commands counts as endless."""


def played(seed: int) -> tuple[State, Counter[str]]:
    """Play a campaign to its end; return (final state, how often each event happened)."""
    random, dice = Random(seed), Dice(seed)
    state = GAME.settled(GAME.set_up("campaign"), dice)
    events: Counter[str] = Counter()
    for _ in range(TOO_MANY):
        if state.outcome is not None:
            return state, events
        questions = GAME.pending(state)
        assert questions, state.agenda
        if state.battle is not None:
            for each in questions:
                of_battles.tells_no_secret(state.battle, each)
        question = random.choice(questions)
        seat, command = question.seat, _command(state, question, random)
        sealed = [(key, again) for key in ("A", "B") if (again := GAME.reopens(state, key))]
        if sealed and random.random() < SECOND_THOUGHTS:
            seat, command = random.choice(sealed)
        decided = GAME.decide(state, seat, command, dice)
        if random.random() < FROM_FILE:
            again = codec(GAME).command(Raw(codec(GAME).encode(command)))
            assert tuple(GAME.decide(as_read(state), seat, again, dice)) == tuple(decided)
        state = followed(state, decided)
        invariants.check(state)
        events.update(name for event in decided for name in _names(event))
    raise AssertionError(f"the war of seed {seed} does not end")


def as_read(state: State) -> State:
    """Return a state as it is read from a file, after checking that it is written in the same bytes
    again.
    """
    written = codec(GAME).encode(state)
    read: State = codec(GAME).state(Raw(written))
    assert read == state
    assert codec(GAME).encode(read) == written
    assert list(read.ships) == list(state.ships)
    return read


def followed(state: State, decided: Any) -> State:
    """Return the state after the events, after checking that folding them gives the same state and
    that every die is in an event.
    """
    told = state.dice
    for event, after in zip(decided, decided.states, strict=True):
        before, state = state, GAME.evolve(state, event)
        told += invariants.dice_in(event)
        assert state.dice == told, event
        assert state.ships == after.ships, event
        invariants.check_event(before, event, state)
        invariants.tells_no_secret(before, event)
    assert not decided.states or state == decided.states[-1]
    return state


def _names(event: Any) -> tuple[str, ...]:
    name = type(event).__name__
    if isinstance(event, ev.InBattle):
        return (name, f"in battle: {type(event.happened).__name__}")
    return (name,)


def _command(state: State, question: Question, random: Random) -> Any:
    if not isinstance(question, Sheet) or state.battle is not None:
        return random_command(question, random)
    for _ in range(TRIES):
        draft = _draft(question, random)
        if not GAME.answering.faults(state, question, draft):
            return Fill(question.id, draft)
    return Fill(question.id, dict(question.proposed))


def _draft(sheet: Sheet, random: Random) -> dict[str, Answer]:
    """Return the proposed draft of a sheet, with some slots filled at random."""
    draft = dict(sheet.proposed)
    changes = random.random() * CHANGES
    for slot in sheet.slots:
        if random.random() < changes and (answer := _answer(slot, random)) is not None:
            draft[slot.id] = answer
        elif not slot.needs and random.random() < changes:
            draft.pop(slot.id, None)
    return draft


def _answer(slot: Slot, random: Random) -> Answer | None:
    if not slot.options:
        return None
    if slot.at_most == 1:
        return Answer(random.choice(slot.options).id)
    count = random.randint(1, min(slot.at_most, len(slot.options)))
    return Answer(picks=tuple(option.id for option in random.sample(slot.options, count)))
