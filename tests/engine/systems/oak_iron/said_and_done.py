"""Compares what is said about a position of Oak & Iron with what is on offer and what then happens:

`inspect` with the options, previews with the moves, odds with the dice.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from msgspec.structs import replace

from engine.arena import crews
from engine.base.dice import Dice
from engine.game.chart import Hull
from engine.game.decision import Answer, Decision, Option
from engine.game.game import command_of
from engine.kernel.battle import Battle
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.inspection import inspect
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.terrain import gets_away
from tests.engine.systems.oak_iron.skirmish import GAME

MOVES = (do.Sail, do.Turn, do.ChangeHeading, do.CutFree, do.Row, do.Shift)
"""The commands whose preview shows where the ship will be."""
PREVIEWED = 2
"""This many options of a question are tried; each is decided once."""
THROWS = 120
"""How often a shot is fired, to compare its mean result with the odds."""
SURE = 5.0
"""The allowed deviation of a measured mean, in standard deviations: exceeded once in two
million."""
SLACK = 0.01
"""A further deviation allowed, in points, because very rare results are not normally
distributed."""


def compared(state: State, seed: int) -> dict[str, int]:
    """Let ensigns continue a battle and compare; return {kind of comparison: how many were
    made}.
    """
    random, battle = Random(seed), Battle.from_state(GAME, state, seed)
    players = crews(GAME, battle.state, seed, "ensign", "ensign")
    told = {"fire": 0, "board": 0, "moves": 0, "odds": 0}
    while battle.pending():
        asked = battle.pending()[0]
        now: State = battle.state
        if asked.kind == "attack":
            told["fire"] += fire_is_offered_as_inspected(now, asked)
            if told["odds"] < 2:
                told["odds"] += dice_fall_as_the_odds_say(now, asked, random)
        elif asked.kind == "crew_action":
            told["board"] += boarding_is_offered_as_inspected(now, asked)
        told["moves"] += moves_end_as_previewed(now, asked, random)
        battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
    return told


def fire_is_offered_as_inspected(state: State, asked: Decision) -> int:
    """Compare a ship's possible shots and their dice with what `inspect` says about them."""
    targets = inspect(state, asked.ship)[asked.ship]["targets"]
    labels = {option.id: option.label for option in asked.options}
    for key, target in targets.items():
        answers = {f"broadside_{side}_{key}": target["broadside"][side] for side in _SIDES}
        answers[f"partial_fire_{key}"] = target["partial_fire"]
        for option, answer in answers.items():
            assert answer["legal"] is (option in labels), (option, answer)
            assert answer["legal"] is (answer["why_not"] is None), answer
            if answer["legal"]:
                dice = answer["dice"]
                assert labels[option].endswith(f", {dice} {'die' if dice == 1 else 'dice'}")
    offered = {option.subject for option in asked.options if isinstance(option.command, do.Fire)}
    assert offered <= set(targets), "nobody fires at a friend"
    return len(targets)


_SIDES = ("port", "starboard")


def boarding_is_offered_as_inspected(state: State, asked: Decision) -> int:
    """Compare the ships that may be boarded with what `inspect` says, if boarding is possible at
    all.
    """
    boards = {option.subject for option in asked.options if option.id.startswith("board_")}
    shut = {each.label.removeprefix("Board "): each.why_not for each in asked.closed}
    targets = inspect(state, asked.ship)[asked.ship]["targets"]
    assert boards <= set(targets)
    for key, target in targets.items():
        answer = target["boarding"]
        if key in boards:
            assert answer["legal"], (key, answer)
        elif key in shut:
            assert answer["why_not"] == shut[key], (key, answer)
    return len(boards) + sum(key in shut for key in targets)


def moves_end_as_previewed(state: State, asked: Decision, random: Random) -> int:
    """Compare the previewed places with the actual ones, and the ships said to leave the table with
    those that do.
    """
    moves = [option for option in asked.options if isinstance(option.command, MOVES)]
    chosen = random.sample(moves, min(PREVIEWED, len(moves)))
    for option in chosen:
        _moves_as_previewed(state, asked, option, random)
    return len(chosen)


def _moves_as_previewed(state: State, asked: Decision, option: Option, random: Random) -> None:
    dial = None
    if option.dial and asked.dial:
        steps = round((asked.dial.high - asked.dial.low) / asked.dial.step)
        dial = asked.dial.low + random.randint(0, steps) * asked.dial.step
    answer = Answer(option.id, dial)
    said = GAME.screen.preview(GAME.view(state, asked.seat), asked, answer)
    command = command_of(GAME, state, asked.seat, answer)
    events = GAME.decide(state, asked.seat, command, Dice(random.randrange(10**6)))
    ghosts = [mark.pose for mark in said.marks if isinstance(mark, Hull) and mark.key == asked.ship]
    assert ghosts, (option.id, "has no ghost")
    pose, east, north = state.ships[asked.ship].pose, 0.0, 0.0
    for event in events:
        if isinstance(event, ev.SeaScrolled):
            east, north = event.by
            assert pose is not None
            pose = replace(pose, x=pose.x + east, y=pose.y + north)
        if isinstance(event, ev.ShipMoved) and event.ship == asked.ship:
            pose = event.pose
            break
    assert pose is not None
    ghost = ghosts[0]
    off = abs(pose.x - ghost.x - east), abs(pose.y - ghost.y - north)
    turned = abs((pose.heading - ghost.heading + 180) % 360 - 180)
    assert max(*off, turned) < 0.001, (option.id, dial, pose, ghost)
    collided = any(isinstance(event, ev.Collided) for event in events)
    left = any(isinstance(event, ev.ShipLeft) and event.ship == asked.ship for event in events)
    if left and not collided:
        told = GAME.answering.harm(state, asked, answer)
        away = gets_away(state, state.ships[asked.ship], pose)
        assert bool(told) != away, (option.id, dial, "leaves unforetold")


def dice_fall_as_the_odds_say(state: State, asked: Decision, random: Random) -> int:
    """Fire a shot many times and compare its means with the odds; return 0 if dice may be
    re-rolled.
    """
    ship = state.ships[asked.ship]
    if ship.skill or state.squadrons[ship.holder].fortune:
        return 0
    guns = ("broadside", "partial_fire")
    shots = [
        option
        for option in asked.options
        if isinstance(option.command, do.Fire)
        and option.command.kind in guns
        and option.command.aim == "hull"
    ]
    if not shots:
        return 0
    command: Any = random.choice(shots).command
    target = state.ships[command.target]
    at = shot(state, ship.id, target.id, command.kind, command.side)
    said = attack_odds(state, ship.id, target.id, at, command.kind)
    damage, fatigue = [], []
    for throw in range(THROWS):
        dice = Dice(random.randrange(10**9) + throw)
        decided = GAME.decide(state, asked.seat, command, dice)
        after = decided.states[-1] if decided.states else state
        if any(question.kind.startswith("reroll") for question in GAME.pending(after)):
            return 0
        damage.append(float(after.ships[target.id].damage - target.damage))
        fatigue.append(float(after.ships[target.id].fatigue - target.fatigue))
    for name, found, mean, shares in (
        ("damage", damage, said.mean_damage, said.damage),
        ("fatigue", fatigue, said.mean_fatigue, said.fatigue),
    ):
        spread = sum(chance * (points - mean) ** 2 for points, chance in enumerate(shares))
        slack = SURE * sqrt(spread / THROWS) + SLACK
        assert abs(fmean(found) - mean) <= slack, (name, fmean(found), mean, at, target)
    return 1
