"""Whole battles between random players; everything that must be true is checked after every
command.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.game import fold_events
from engine.game.question import Fill, Sheet
from engine.systems.wooden_ships.fleet import lies_on
from engine.systems.wooden_ships.machine import standing_sheet
from engine.systems.wooden_ships.set_up.scenarios import set_up
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship, State, afloat
from tests.engine.systems.wooden_ships.at_sea import GAME

GIVES_UP = 0.002
BESIDE = 0.02
"""The probability that a seat changes its standing choices instead of answering its question."""
SCENARIOS = tuple(GAME.scenarios())


def at_random(question: Sheet, random: Random) -> Fill:
    """Fill in a sheet at random; sometimes a player gives up."""
    answers = {}
    for slot in question.slots:
        options = [option for option in slot.options if not option.ends]
        if random.random() < GIVES_UP:
            options = list(slot.options)
        answers[slot.id] = Answer(random.choice(options).id)
    return Fill(question.id, answers)


def check(before: State, seat: str, command: Fill, dice: Dice) -> State:
    """Decide a command, and check everything that must be true; return the next state."""
    decided = GAME.decide(before, seat, command, dice)
    after = decided.states[-1]
    assert fold_events(before, decided, GAME.evolve).states[-1] == after
    assert after == GAME.decide(before, seat, command, dice).states[-1]
    hexes = [place for ship in afloat(after) for place in lies_on(ship)]
    assert len(hexes) == len(set(hexes))
    for ship in after.ships.values():
        boxes(ship)
    for sealer in after.sealed:
        assert sealer in after.seats
    for each in after.seats.values():
        assert each.gave_up or Fraction(each.points) == awarded(after, each.key)
    faces = sum(map(dice_of, decided))
    assert after.dice == before.dice + faces
    return after


def awarded(state: State, seat: str) -> Fraction:
    """Return the points that all ships have brought a seat, from the ships' own records; they may
    be taken back.
    """
    found = (
        shares.get(seat, "0")
        for ship in state.ships.values()
        for shares in (ship.awards.surrender, ship.awards.crew, ship.awards.capture)
    )
    return sum(map(Fraction, found), Fraction())


def boxes(ship: Ship) -> None:
    printed = ship.printed
    assert 0 <= ship.hull <= printed.hull
    for left, full in (
        (ship.crew, printed.crew),
        (ship.rigging, printed.rigging),
        (ship.guns, printed.guns),
        (ship.carronades, printed.carronades),
    ):
        assert all(0 <= now <= most for now, most in zip(left, full, strict=True))
    assert ship.reserve >= 0
    assert ship.prize is None or ship.prize.squares > 0
    assert not (ship.prize and ship.prize.seat == ship.seat)


def dice_of(event: ev.AnyEvent) -> int:
    """Return how many dice an event contains."""
    match event:
        case ev.ContestSettled():
            return sum(map(len, event.rolls))
        case ev.HitsMarked():
            return len(event.faces)
        case ev.MeleeFought():
            return 2
        case ev.GrappleTried() | ev.CastOffTried():
            return int(event.face > 0)
        case ev.UnfoulTried() | ev.FoulRolled() | ev.SideFired() | ev.TargetDrawn():
            return 1
    return 0


def play(
    scenario: str, seed: int, options: dict[str, object] | None = None, most: int = 400
) -> State:
    """Play a scenario at random to its end, or for `most` commands; return the final state."""
    random, dice = Random(seed), Dice(seed)
    state = GAME.settled(set_up(scenario, options), dice)
    for _ in range(most):
        questions = GAME.pending(state)
        if not questions:
            break
        question = random.choice(questions)
        assert isinstance(question, Sheet)
        beside = standing_sheet(state, question.seat) if random.random() < BESIDE else None
        state = check(state, question.seat, at_random(beside or question, random), dice)
    assert (state.outcome is None) == bool(GAME.pending(state))
    return state


SWITCHES = st.fixed_dictionaries(
    {
        "choose_target": st.booleans(),
        "aim_per_side": st.booleans(),
        "dbp_boards": st.booleans(),
        "rescue": st.booleans(),
        "ask_neighbours": st.booleans(),
        "motionless_bonus": st.booleans(),
        "hull_when_snagged": st.booleans(),
        "excess_guns_to_hull": st.booleans(),
        "closer_start": st.integers(1, 3),
    }
)


@given(st.integers(0, 2**32), SWITCHES)
@settings(max_examples=12)
def test_duels_with_every_switch(seed: int, options: dict[str, object]) -> None:
    play("mars_hercule", seed, options, most=200)


@given(st.integers(0, 2**32), SWITCHES)
@settings(max_examples=5)
def test_a_fight_of_several(seed: int, options: dict[str, object]) -> None:
    play("president", seed, options, most=200)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario(scenario: str) -> None:
    play(scenario, 5, most=60)


def test_a_duel_comes_to_its_end() -> None:
    assert play("chesapeake_shannon", 3, most=3000).outcome is not None
