"""Compares what `inspect` says about a position of Iron & Oak with the options on offer and with
what happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import sqrt
from random import Random
from typing import Any

from engine.base.dice import Dice
from engine.game.decision import Decision
from engine.game.question import Sheet
from engine.systems.iron_oak.inspection import inspect
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.table import GAME
from tests.engine.systems.iron_oak.test_random_battles import random_command

Facts = Mapping[str, Any]
MOST = 400
"""At most this many commands of a battle are compared."""
THROWS = 150
"""How often a shot is fired, to compare its hits with its stated chance."""
SURE = 5.0
"""The allowed deviation of a measured frequency, in standard deviations: exceeded once in two
million."""
FIRED = 2
"""This many shots, and maneuvers, of a battle are repeated so often."""


def compared(scenario: str, options: Mapping[str, Any], seed: int) -> Counter[str]:
    """Play a battle at random and compare; return {kind of comparison: how many were made}."""
    random, dice, told = Random(seed), Dice(seed), Counter[str]()
    state: State = GAME.settled(GAME.set_up(scenario, dict(options)), dice)
    for _ in range(MOST):
        questions = GAME.pending(state)
        if not questions:
            break
        question = random.choice(questions)
        if isinstance(question, Sheet):
            if question.kind == "orders":
                told["orders"] += orders_are_offered_as_inspected(state, question)
        elif question.kind == "gunnery" and _known(state, question):
            told["fire"] += fire_is_offered_as_inspected(state, question)
            if told["odds"] < FIRED:
                told["odds"] += shots_hit_as_often_as_said(state, question, random)
        elif question.kind == "way":
            told["goals"] += goals_are_offered_as_inspected(state, question)
            if told["maneuvers"] < FIRED:
                told["maneuvers"] += maneuvers_succeed_as_often_as_said(state, question, random)
        state = GAME.decide(state, question.seat, random_command(question, random), dice).states[-1]
    return told


def _known(state: State, asked: Decision) -> bool:
    return asked.ship not in state.ships or state.ships[asked.ship].kind == "ship"


def orders_are_offered_as_inspected(state: State, sheet: Sheet) -> int:
    """Compare the orders on a sheet with those that `inspect` says are legal; return how many."""
    ships = {key for key, each in state.ships.items() if each.kind == "ship"}
    slots = [slot for slot in sheet.slots if slot.subject == slot.id and slot.id in ships]
    for slot in slots:
        said = inspect(state, slot.id)[slot.id]["orders"]
        legal = {order for order, each in said.items() if each["legal"]}
        assert {option.id for option in slot.options} == legal, slot.id
        assert len(slot.closed) == len(said) - len(legal), slot.id
    return len(slots)


def fire_is_offered_as_inspected(state: State, asked: Decision) -> int:
    """Compare the offered targets and their modifiers with what `inspect` says about fire."""
    said = inspect(state, asked.ship)[asked.ship]["targets"]
    labels = {option.id: option.label for option in asked.options}
    for key, target in said.items():
        assert target["legal"] is (key in labels), (key, target)
        assert target["legal"] is (not target["why_not"])
        assert (target["plunging"] is not None) is (f"plunge:{key}" in labels), (key, target)
        if target["legal"]:
            assert labels[key].endswith(f"(roll {target['drm']:+d})"), (labels[key], target)
    return len(said)


def goals_are_offered_as_inspected(state: State, asked: Decision) -> int:
    """Compare the offered goals of a ship with the goals for which `inspect` gives a chance."""
    move = state.move
    ship = state.ships[asked.ship]
    if move is None or move.order not in ("maneuver_1", "maneuver_2") or ship.kind != "ship":
        return 0
    said = inspect(state, asked.ship)[asked.ship]["maneuvers"][move.order]
    offered = {option.id.split("/")[0] for option in asked.options}
    assert offered == set(said), (move.order, offered, set(said))
    return len(offered)


def shots_hit_as_often_as_said(state: State, asked: Decision, random: Random) -> int:
    """Fire a shot many times and compare how often it hits; return 0 if a card may be played
    first.
    """
    said = inspect(state, asked.ship)[asked.ship]["targets"]
    legal = [key for key, target in said.items() if target["legal"]]
    if not legal:
        return 0
    key = random.choice(legal)
    command, hits = asked.option(key).command, 0
    for _ in range(THROWS):
        dice = Dice(random.randrange(10**9))
        decided = GAME.decide(state, asked.seat, command, dice)
        shot = next((event for event in decided if isinstance(event, ev.ShotFired)), None)
        if shot is None:
            return 0
        assert shot.gunnery.drm == said[key]["drm"]
        assert shot.gunnery.dice == said[key]["dice"]
        hits += shot.case not in ("miss", "grapeshot")
    _close(hits, said[key]["chance"], key)
    return 1


def maneuvers_succeed_as_often_as_said(state: State, asked: Decision, random: Random) -> int:
    """Sail for a goal many times and compare the successes; return 0 if a card may be played
    first.
    """
    move = state.move
    if move is None or move.order not in ("maneuver_1", "maneuver_2"):
        return 0
    if state.ships[asked.ship].kind != "ship":
        return 0
    said = inspect(state, asked.ship)[asked.ship]["maneuvers"][move.order]
    option, won = random.choice(asked.options), 0
    for _ in range(THROWS):
        dice = Dice(random.randrange(10**9))
        decided = GAME.decide(state, asked.seat, option.command, dice)
        rolls = [event for event in decided if isinstance(event, ev.ManeuverRolled)]
        if not rolls or rolls[0].ship != asked.ship:
            return 0
        won += rolls[0].succeeded
    goal = option.id.split("/")[0]
    _close(won, said[goal]["chance"], goal)
    return 1


def _close(times: int, chance: float, what: str) -> None:
    slack = SURE * sqrt(chance * (1 - chance) / THROWS) + 0.02
    assert abs(times / THROWS - chance) <= slack, (what, times / THROWS, chance)
