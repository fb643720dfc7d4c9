"""Compares what `inspect` says about a position of Wooden Ships with the options on offer and with
what happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.decision import Answer
from engine.game.question import Fill, Sheet
from engine.systems.wooden_ships.inspection import inspect
from engine.systems.wooden_ships.set_up.scenarios import set_up
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import GAME

Facts = Mapping[str, Any]
BATTLES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    *(("mars_hercule", {"closer_start": 4}), ("rosas_bay", {}), ("lake_champlain", {})),
    *(("president", {"closer_start": 4}), ("constitution_cyane_levant", {"closer_start": 4})),
    ("algeciras", {}),
)
"""Small battles in which the sides come into contact."""
MOST = 120
"""At most this many sheets of a battle are compared."""


def compared(scenario: str, options: Mapping[str, Any], seed: int) -> Counter[str]:
    """Play a battle at random and compare; return {kind of comparison: how many were made}."""
    random, dice, told = Random(seed), Dice(seed), Counter[str]()
    state: State = GAME.settled(set_up(scenario, dict(options)), dice)
    for _ in range(MOST):
        questions = [each for each in GAME.pending(state) if isinstance(each, Sheet)]
        if not questions:
            break
        drafts = {each.seat: _at_random(each, random) for each in questions}
        foretold = _before(state, questions, drafts, told)
        for seat, fill in drafts.items():
            if not any(each.seat == seat for each in GAME.pending(state)):
                break
            decided = GAME.decide(state, seat, fill, dice)
            _after(foretold, decided, told)
            state = decided.states[-1]
    return told


def _at_random(question: Sheet, random: Random) -> Fill:
    answers = {}
    for slot in question.slots:
        options = [option for option in slot.options if not option.ends]
        near = [option for option in options if option.id not in ("none", "hold")] or options
        answers[slot.id] = Answer(random.choice(near if random.random() < 0.8 else options).id)
    return Fill(question.id, answers)


def _before(
    state: State, questions: list[Sheet], drafts: Mapping[str, Fill], told: Counter[str]
) -> Facts:
    """Compare the options on offer with what `inspect` says; return what it says about the coming
    moves.
    """
    phase = questions[0].kind
    facts = inspect(state)
    for question in questions:
        for slot in question.slots:
            if slot.subject not in facts:
                continue
            offered = {option.id for option in slot.options if not option.ends}
            said = facts[slot.subject]
            if phase == "orders":
                assert offered == set(said["plots"]), slot.subject
                assert said["why_no_order"] is None
                told["plots"] += len(offered)
            elif phase == "combat":
                _fire_is_offered(offered, said)
                told["fire"] += 1
            elif phase == "grappling" and slot.id == slot.subject:
                _grapples_are_offered(state, offered, said)
                told["grapple"] += 1
    if phase != "orders":  # where nobody gets orders, unfouling leads on to the movement
        return {key: {**each, "executed": None} for key, each in facts.items()}
    plots = {slot: each.option for fill in drafts.values() for slot, each in fill.answers.items()}
    ships = {
        key: replace(each, order=plots.get(key, each.order)) for key, each in state.ships.items()
    }
    return inspect(replace(state, ships=ships))


def _fire_is_offered(offered: set[str], said: Facts) -> None:
    for side in ("port", "starboard"):
        may = said["sides"][side]["why_not"] is None
        assert may is any(each.split(":")[0] in (side, "both") for each in offered), (side, said)
        legal = any(target[side]["legal"] for target in said["targets"].values())
        assert may is legal, (side, said)


def _grapples_are_offered(state: State, offered: set[str], said: Facts) -> None:
    named = {ship for option in offered for ship in option.split("+") if ship in state.ships}
    within = {key for key, each in said["targets"].items() if each["grapple"]["chance"]}
    assert named & set(said["targets"]) == within, (named, within)


def _after(facts: Facts, events: Any, told: Counter[str]) -> None:
    """Compare what was said with the events after the sheets were opened."""
    for event, state in zip(events, events.states, strict=True):
        if isinstance(event, ev.SideFired):
            target = facts[event.ship]["targets"][event.target][event.side]
            assert target["legal"], target
            assert target["table"] == event.table, (target, event)
            assert target["rake"] == (event.rake or None), (target, event)
            hits = tuple(target[event.aim]["rows"][event.face - 1])
            assert hits == tuple(event.hits), (target, event)
            told["shots"] += 1
        elif isinstance(event, ev.MovementEnded):
            for key, each in facts.items():
                foretold, ship = each["executed"], state.ships[key]
                if foretold is not None:
                    assert foretold["bow"] == list(ship.bow), (key, foretold, ship)
                    assert foretold["facing"] == ship.facing, (key, foretold, ship)
                    told["moves"] += 1
            return
