"""Smaller dice of a hidden ship, and the dice of a False Contact (8.6.2)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.fleet.hulls import maneuver_dice, name
from engine.systems.iron_oak.fleet.sides import seat_of
from engine.systems.iron_oak.machine.agenda import asks, takes
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.card_windows import ROLLS
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Pretend
from engine.systems.iron_oak.state.rolls import sides_of
from engine.systems.iron_oak.state.state import Ship, State

LADDER = ("d4", "d6", "d8", "d8d4", "d8d6", "d10", "d10d4", "d10d6", "d10d8", "d10d8d4")
"""The dice that maneuver charts are made of."""


def smaller(dice: str) -> tuple[str, ...]:
    """Return the dice of charts that are no more and no larger, die by die, than these."""
    own = sorted(sides_of(dice), reverse=True)
    return tuple(
        other
        for other in LADDER
        if other != dice
        and len(sides_of(other)) <= len(own)
        and all(
            mine >= theirs
            for mine, theirs in zip(own, sorted(sides_of(other), reverse=True), strict=False)
        )
    )


def feigned(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the dice that a hidden ship or False Contact may roll, its own first."""
    if ship.kind == "ship":
        return (maneuver_dice(ship), *reversed(smaller(maneuver_dice(ship))))
    friends = (
        maneuver_dice(other)
        for other in state.ships.values()
        if other.side == ship.side and other.kind == "ship" and not other.lost
    )
    return tuple(dict.fromkeys(dice for dice in friends if dice)) or ("d10",)


@asks(st.Feign)
def _ask(state: State, step: st.Feign) -> tuple[Decision, ...]:
    ship, move = state.ships[step.ship], state.move
    if move is None or not ship.hidden or move.way not in ROLLS:
        return ()
    options = tuple(Option(dice, f"Roll {dice}", Pretend(dice)) for dice in feigned(state, ship))
    prompt = f"{name(ship)}: which dice does the counter show?"
    return (Decision(seat_of(state, ship), "feign", prompt, options, secret=True, ship=ship.id),)


@takes(st.Feign)
def _take(ledger: Ledger, step: st.Feign, seat: str, command: Pretend) -> None:
    ledger.finish()
    ledger.write(ev.DiceFeigned(step.ship, command.dice))
