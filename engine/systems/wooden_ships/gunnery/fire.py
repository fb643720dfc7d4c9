"""The combat phase: all broadsides on the state at its start, then the hits.

Wooden Ships & Iron Men, Combat Rules.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.game.sheet import Sheet
from engine.systems.wooden_ships.fleet.place import apart
from engine.systems.wooden_ships.gunnery.fire_orders import HOLD, Chosen, read_volley, slots
from engine.systems.wooden_ships.gunnery.marking import mark
from engine.systems.wooden_ships.gunnery.shot import open_aims, outcomes, shot
from engine.systems.wooden_ships.gunnery.targets import candidates, unable
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import (
    Answers,
    Writing,
    chosen,
    opened,
    seal,
    sheets,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.state.steps import Fire
from engine.systems.wooden_ships.surrender.after_fire import after_fire


class _Order(NamedTuple):
    ship: Ship
    choice: Chosen


@RULES.asks(Fire)
def _asks(state: State, step: Fire) -> tuple[Sheet, ...]:
    return sheets(state, step, "Fire:", slots)


RULES.takes(Fire)(seal)


@RULES.does(Fire)
def _does(ledger: Writing, step: Fire) -> None:
    start = ledger.state
    orders = _orders(start, opened(ledger, step))
    if silent := tuple(unable(start)):
        ledger.write(ev.UnableToFire(silent))
    targets = [_target(ledger, start, order) for order in orders]
    fired = [
        _fire(ledger, start, order, start.ships[target])
        for order, target in zip(orders, targets, strict=True)
    ]
    ledger.finish()
    if fired:
        after_fire(ledger, start, fired, mark(ledger, start, fired))


def _orders(state: State, answers: Answers) -> list[_Order]:
    """Return the sides that fire, in order of ids, port first."""
    return [
        _Order(ship, choice)
        for ship in state.ships.values()
        for choice in read_volley(chosen(answers, ship.id, HOLD))
    ]


def _target(ledger: Writing, state: State, order: _Order) -> str:
    """Return the target of a side; a die chooses among equals."""
    ship, choice = order
    among = (choice.target,) if choice.target else candidates(state, ship, choice.side)
    if len(among) == 1:
        return among[0]
    face = ledger.face(len(among))
    ledger.write(ev.TargetDrawn(ship.id, choice.side, among, face, among[face - 1]))
    return among[face - 1]


def _fire(ledger: Writing, state: State, order: _Order, target: Ship) -> ev.SideFired:
    """Fire a side; the aim is overridden where only the other one is open."""
    ship, choice = order
    aims = open_aims(state, ship, target, apart(ship, target))
    aim = choice.aim if choice.aim in aims else aims[0]
    aimed = shot(ship, choice.side, target)
    face = ledger.face(6)
    fired = ev.SideFired(
        ship=ship.id,
        side=choice.side,
        target=target.id,
        range=aimed.range,
        guns=aimed.guns,
        base=aimed.base,
        modifiers=aimed.modifiers,
        table=aimed.table,
        aim=aim,
        rake="bow" if aimed.rake == "bow" else "stern" if aimed.rake else "",
        face=face,
        hits=outcomes(aimed.table, aim)[face - 1],
    )
    ledger.write(fired)
    return fired
