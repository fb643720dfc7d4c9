"""The score of each option of a decision, one look ahead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game.decision import Decision, Option
from engine.kit.by_type import ByType
from engine.systems.iron_oak.cards.hand import kind_of
from engine.systems.iron_oak.fleet.sides import side_of
from engine.systems.iron_oak.gunnery.odds import chance
from engine.systems.iron_oak.movement.hazards import check_of, hazards_of
from engine.systems.iron_oak.movement.rolls import table_roll
from engine.systems.iron_oak.orders.attack_pairs import CROSSED
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.aims import weight
from engine.systems.iron_oak.thinking.card_worth import play_worth
from engine.systems.iron_oak.thinking.fire_worth import shot_worth
from engine.systems.iron_oak.thinking.order_worth import (
    RAKE,
    cross_worth,
    goal_worth,
    hold_worth,
    ram_worth,
)

QUIET = -0.01
"""Worth of not being asked for a card again in this player turn."""
Score = Callable[[State, Decision, Any], float]  # each takes its own kind of command
scores: ByType[Score] = ByType("scores")
USELESS = {"scuttle": 3.0, "springs": 2.0, "slipped_anchor": 2.0, "screen": 1.0, "grapeshot": 0.5}
"""How gladly a kind of card is given for another."""


def quick_score(view: State, decision: Decision, option: Option) -> float:
    """Return how good an option looks to the seat that is asked; higher is better."""
    score = scores.get(option.command)
    return score(view, decision, option.command) if score else 0.0


@scores(cmd.Aim)
def _aim(view: State, decision: Decision, command: cmd.Aim) -> float:
    if not command.target:
        return 0.5
    firer, target = view.unit(decision.ship), view.unit(command.target)
    worth = shot_worth(view, firer, target, command.plunging)
    return worth * weight(view, side_of(view, decision.seat), target)


@scores(cmd.Way)
def _way(view: State, decision: Decision, command: cmd.Way) -> float:
    ship = view.ships[decision.ship]
    if command.way in ("maneuver_1", "maneuver_2"):
        return goal_worth(view, ship, command.goal, command.via)
    if end := CROSSED.get(command.way):
        return cross_worth(view, ship, view.ships[command.target], end)
    if command.way in ("ram", "spar", "ram_and_spar"):
        return ram_worth(view, ship, view.ships[command.target], command.way)
    if command.way == "screen":
        return hold_worth(view, ship, "hold") - 1
    return hold_worth(view, ship, command.way)


@scores(cmd.Pretend)
def _pretend(view: State, decision: Decision, command: cmd.Pretend) -> float:
    """To get there counts for more than to be taken for a lesser ship."""
    ship, move = view.ships[decision.ship], view.move
    if move is None or ship.kind != "ship":
        return 0.0
    roll = table_roll(view, ship, move.goal, move.via)
    return chance(command.dice, roll.response, roll.drm) if command.dice else 0.0


@scores(cmd.Pass)
def _pass(view: State, decision: Decision, command: cmd.Pass) -> float:
    """Who will not be asked again could not play a card that comes in useful later."""
    return QUIET if command.quiet else 0.0


@scores(cmd.Play)
def _play(view: State, decision: Decision, command: cmd.Play) -> float:
    return play_worth(view, command)


@scores(cmd.First)
def _first(view: State, decision: Decision, command: cmd.First) -> float:
    """The enemy meets first what he passes least."""
    ship = view.ships.get(decision.ship)
    if ship is None or command.id not in hazards_of(view, ship, ship.box):
        return 0.0
    return 1 - check_of(view, ship, ship.box, command.id).chance


@scores(cmd.Oppose, cmd.Protect)
def _enemy(view: State, decision: Decision, command: cmd.Oppose | cmd.Protect) -> float:
    id = command.ship if isinstance(command, cmd.Oppose) else command.unit
    other = view.ships.get(id)
    return weight(view, side_of(view, decision.seat), other) if other else RAKE / 20


@scores(cmd.Seek)
def _seek(view: State, decision: Decision, command: cmd.Seek) -> float:
    return float(bool(command.counter))


@scores(cmd.Spread)
def _spread(view: State, decision: Decision, command: cmd.Spread) -> float:
    """Give what is least worn, the waterline last."""
    unit = view.unit(decision.ship)
    return unit.shields.get(command.location, 0) - 3.0 * (command.location == "WL")


@scores(cmd.Swap)
def _swap(view: State, decision: Decision, command: cmd.Swap) -> float:
    return USELESS.get(kind_of(command.card), -1.0) if command.card else 0.0


@scores(cmd.Act)
def _act(view: State, decision: Decision, command: cmd.Act) -> float:
    """Those that fire best go first: a target hurt is an easier one for the rest."""
    unit = view.unit(command.unit)
    return -1.0 if isinstance(unit, Ship) and not unit.on_map else 0.0
