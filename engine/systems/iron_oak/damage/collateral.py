"""Collateral: damage to the protection of a neighbouring location (Iron & Oak 6.3.4)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.damage.hits import fights, take_hits, worsen_shield
from engine.systems.iron_oak.data.facts import HitPlace, Location
from engine.systems.iron_oak.fleet.hulls import card, name
from engine.systems.iron_oak.fleet.sides import seat_of
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Spread
from engine.systems.iron_oak.state.state import Ship, State

NEIGHBOURS: dict[HitPlace, tuple[Location, ...]] = {
    "B": ("A",),
    "S": ("A",),
    "A": ("B", "S"),
    "TF": ("TS",),
    "TR": ("TS",),
    "TS": ("TF", "TR"),
}
"""The locations that a hit spreads to; from deck and waterline to any other."""


def candidates(unit: Ship, location: HitPlace) -> tuple[Location, ...]:
    """Return the locations that a Collateral hit may fall on: those not yet at -4."""
    every = NEIGHBOURS.get(location) or tuple(
        each for each in card(unit).locations if each != location
    )
    return tuple(each for each in every if unit.shields.get(each, 0) > -4)


@RULES.asks(st.Collateral)
def _ask(state: State, step: st.Collateral) -> tuple[Decision, ...]:
    unit = state.unit(step.unit)
    if not (isinstance(unit, Ship) and unit.on_map):
        return ()
    options = tuple(
        Option(each, each, Spread(each), subject=unit.id)
        for each in candidates(unit, step.location)
    )
    if not options:
        return ()
    prompt = f"{name(unit)}: where does the collateral damage fall?"
    return (Decision(seat_of(state, unit), "collateral", prompt, options, ship=unit.id),)


@RULES.takes(st.Collateral)
def _take(ledger: Ledger, step: st.Collateral, seat: str, command: Spread) -> None:
    ledger.finish()
    worsen_shield(ledger, step.unit, command.location, 1)


@RULES.does(st.Collateral)
def _full(ledger: Ledger, step: st.Collateral) -> None:
    """Every candidate stands at -4: 2 Hits instead."""
    ledger.finish()
    if fights(ledger, step.unit):
        take_hits(ledger, step.unit, 2)
