"""Captains who share a fleet choose its ships in turn, before the first turn of the battle."""

from __future__ import annotations

from engine.base.text import pluralized
from engine.game.decision import Answer, Closed, Option
from engine.game.question import Fill, Sheet, Slot
from engine.systems.wooden_ships.machine import RULES, Writing, chosen_option
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Pool, Ship, State, id_order
from engine.systems.wooden_ships.state.steps import PHASES, ChooseShips

SHIP, REST = "ship", "rest"
"""The id of the only slot of the sheet, and of the option that leaves all further choices to the
program."""


def strongest(state: State, pool: Pool) -> str:
    """Return the ship that the program chooses: of the ships left, the one that is worth most
    points.

    On a tie, the one that is listed first.
    """
    return min(pool.left, key=lambda id: (-state.ships[id].points, id_order(id)))


@RULES.asks(ChooseShips)
def _asks(state: State, step: ChooseShips) -> tuple[Sheet, ...]:
    """Return a sheet for each pool, to the captain whose turn it is.

    A sheet shows nothing of other pools: if a choice from another pool changed this question, the
    captain's clock for it would start anew.
    """
    return tuple(_sheet(state, pool) for pool in state.pools or () if pool.left)


def _sheet(state: State, pool: Pool) -> Sheet:
    seat = pool.turn_of
    ships = [_option(state.ships[id]) for id in pool.left]
    rest = Option(REST, "leave this choice and all further ones to the program", None)
    taken = (
        ship
        for ship in state.ships.values()
        if ship.seat in pool.captains and ship.id not in pool.left
    )
    closed = (Closed(ship.label, f"{state.seats[ship.seat].name} has her") for ship in taken)
    phase = PHASES[ChooseShips]
    return Sheet(
        f"{phase} {seat} {pool.taken + 1}",
        seat,
        phase,
        "Choose one ship:",
        (Slot(SHIP, "Your next ship", (*ships, rest), closed=tuple(closed)),),
        secret=False,
        proposed={SHIP: Answer(strongest(state, pool))},
    )


def _option(ship: Ship) -> Option:
    later = f", arrives in turn {ship.enter_turn}" if ship.enter_turn else ""
    about = f"{pluralized(ship.rated, 'gun')}, {ship.quality}, {ship.points} pts{later}"
    short = f"{ship.label}, {ship.points} pts"
    return Option(ship.id, f"{ship.label}, {about}", None, subject=ship.id, short=short)


@RULES.takes(ChooseShips)
def _takes(ledger: Writing, step: ChooseShips, seat: str, command: Fill) -> None:
    """Give a captain the chosen ship; then let the program choose until a captain has a choice.

    The program chooses for captains who have passed, and it assigns the last ship, where nothing is
    left to choose.
    """
    ship = chosen_option(command.answers, SHIP)
    ledger.write(ev.ChoicePassed(seat) if ship == REST else ev.ShipChosen(seat, ship))
    while pool := _pool(ledger.state, seat):
        if len(pool.left) > 1 and pool.turn_of not in pool.passed:
            return
        given = strongest(ledger.state, pool)
        ledger.write(ev.ShipChosen(pool.turn_of, given, by_program=True))


def _pool(state: State, seat: str) -> Pool | None:
    """Return the pool in which a captain chooses, while it has ships left."""
    pools = (pool for pool in state.pools or () if seat in pool.captains and pool.left)
    return next(pools, None)
