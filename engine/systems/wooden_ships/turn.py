"""The first steps of a turn. Importing this module also registers the rules of all chapters."""

from __future__ import annotations

from msgspec import UNSET

from engine.space.hexes import Hex, step, turned
from engine.systems.wooden_ships import grappling, machine, movement, sailing, signals
from engine.systems.wooden_ships.boarding import melee, parties
from engine.systems.wooden_ships.fleet import hexes, taken
from engine.systems.wooden_ships.gunnery import fire
from engine.systems.wooden_ships.machine import RULES, Writing
from engine.systems.wooden_ships.set_up import scenarios, switches
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ship, State, afloat
from engine.systems.wooden_ships.state.steps import SIGNALLING, TURN, BeginTurn, EndTurn
from engine.systems.wooden_ships.surrender import rescue
from engine.systems.wooden_ships.victory import end_of_turn

# The start of a turn: ships arrive, surrendered ships are freed (Wooden Ships & Iron Men,
# Surrender).


@RULES.does(BeginTurn)
def _does_begin(ledger: Writing, step: BeginTurn) -> None:
    ledger.finish()
    for ship in list(ledger.state.ships.values()):
        if ship.enter_turn and ship.enter_turn <= ledger.state.turn:
            ledger.write(ev.ShipArrived(ship.id, free_place(ledger.state, ship)))
    rescue(ledger)


@RULES.does(EndTurn)
def _does_end(ledger: Writing, step: EndTurn) -> None:
    ledger.finish()
    end_of_turn(ledger)
    if ledger.state.outcome is None:
        ledger.write(ev.TurnBegan(ledger.state.turn + 1))
        ledger.plan(*(TURN if ledger.state.signals is UNSET else SIGNALLING))


def free_place(state: State, ship: Ship) -> Hex:
    """Return the hex of an arriving ship's bow: her own or, while ships occupy it, one farther
    astern by steps of two hexes.
    """
    full, bow = taken(afloat(state)), ship.bow
    while not full.isdisjoint(hexes(bow, ship.facing)):
        bow = step(bow, turned(ship.facing, 3), 2)
    return bow


# All rules: importing this module registers every chapter.


CHAPTERS = (scenarios, switches, signals, sailing, movement, grappling, parties, fire, melee,
            machine)  # fmt: skip
"""The modules with the rules of the other steps of a turn, in the order of the steps."""

__all__ = ["CHAPTERS", "RULES"]
