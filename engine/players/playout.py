"""Playouts: a battle in mind, from an imagined state to the end of a turn, with dice of its own."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.dice import Dice
from engine.game import Game
from engine.players.lieutenant import weighed
from engine.players.player import obvious, one_of_the_best

LONGEST = 600
"""Commands after which a playout is judged where it stands."""


def played_out(
    game: Game[Any, Any, Any], state: Any, seat: str, command: Any, seed: int, turns: int = 1
) -> float:
    """Return how a seat stands some turns on after a command, all sides playing simply.

    The dice are a sample, the same ones for the same seed; they are none of the battle's.
    """
    dice, random = Dice(seed), Random(seed)
    last = game.turn(state) + turns
    state = _after(game, state, seat, command, dice)
    for _ in range(LONGEST):
        asked = game.pending(state)
        if not asked or game.turn(state) >= last:
            break
        decision = asked[0]
        view = game.view(state, decision.seat)
        answer = obvious(decision) or one_of_the_best(
            weighed(game, view, decision, random, quick=True), random
        )
        order = decision.option(answer.option).filled(decision, answer.dial, answer.at)
        state = _after(game, state, decision.seat, order, dice)
    return sum(reason.worth for reason in game.evaluate(state, seat))


def _after(game: Game[Any, Any, Any], state: Any, seat: str, command: Any, dice: Dice) -> Any:
    """Return the state after a command."""
    for event in game.decide(state, seat, command, dice):
        state = game.evolve(state, event)
    return state
