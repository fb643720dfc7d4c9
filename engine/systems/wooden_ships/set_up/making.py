"""A squadron that the dice make, for a side that brought none: ships at random, all points used."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.data.facts import QUALITIES, Quality
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.squadrons.line import line_ahead
from engine.systems.wooden_ships.squadrons.roster import SHIPS, Roster, RosterShip
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.steps import MakeSquadron

BETTER: tuple[Quality, ...] = QUALITIES[QUALITIES.index("average") :: -1]
"""Crews from average up."""


@RULES.does(MakeSquadron)
def _does(ledger: Writing, step: MakeSquadron) -> None:
    ledger.finish()
    state = ledger.state
    roster, dice = made(state.seats[step.seat].name, step.points, ledger.face)
    ships = {ship.id: ship for ship in line_ahead(roster, step.seat, step.column, state.wind)}
    ledger.write(ev.SquadronMade(step.seat, ships, dice))


def made(name: str, points: int, face: Callable[[int, int], int]) -> tuple[Roster, int]:
    """Return a squadron within its points, and how many dice it took.

    `face(sides, after)` is a die. Ships are drawn with average crews as long as one fits; what
    is left makes crews better, the first ship's first.
    """
    ships: list[RosterShip] = []
    left, dice = points, 0
    while len(ships) < SHIPS and (fit := _fitting(left)):
        ships.append(RosterShip(fit[face(len(fit), dice) - 1]))
        dice += 1
        left -= ships[-1].points
    for at, ship in enumerate(ships):
        better = max(
            (replace(ship, quality=quality) for quality in BETTER),
            key=lambda each: each.points if each.points - ship.points <= left else 0,
        )
        left -= better.points - ship.points
        ships[at] = better
    return Roster(name, points, tuple(ships)), dice


def _fitting(points: int) -> list[str]:
    """Return the classes that points buy with an average crew."""
    return [key for key, kind in book().classes.items() if kind.points["average"] <= points]
