"""Within the box: escape, oppose, screen, crossing a T (Iron & Oak 5.1.2, 5.1.3, 5.5, 7.7)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.fleet.sides import (
    enemies_in,
    identified,
    other_side,
    own_sections,
    own_ships,
    seat_of,
)
from engine.systems.iron_oak.fleet.ties import in_position
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.movement.rolls import cross_roll, roll_against, roll_for, table_roll
from engine.systems.iron_oak.orders.attack_pairs import CROSSED
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Oppose, Protect
from engine.systems.iron_oak.state.state import State


def maneuver_in_box(ledger: Ledger, ship_id: str) -> None:
    """Roll against the table; success frees her, opposes somebody, or screens a friend."""
    move = ledger.state.move
    assert move is not None
    if not roll_for(ledger, ship_id, table_roll(ledger.state, ledger.state.ships[ship_id])):
        return
    if move.way == "escape":
        ledger.write(ev.PositionsEnded(ship_id))
    elif move.way == "oppose":
        ledger.plan(st.MarkOpposed(ship_id))
    else:
        ledger.plan(st.ScreenFrom(ship_id))


@RULES.asks(st.MarkOpposed)
def _whom(state: State, step: st.MarkOpposed) -> tuple[Decision, ...]:
    ship = state.ships[step.ship]
    options = tuple(
        Option(f"oppose:{enemy.id}", f"Oppose {name(enemy)}", Oppose(enemy.id), subject=enemy.id)
        for enemy in identified(enemies_in(state, ship.control, ship.box))
    )
    if not options:
        return ()
    prompt = f"Whom does {name(ship)} oppose?"
    return (Decision(seat_of(state, ship), "oppose", prompt, options, ship=ship.id),)


@RULES.takes(st.MarkOpposed)
def _mark(ledger: Ledger, step: st.MarkOpposed, seat: str, command: Oppose) -> None:
    ledger.finish()
    ledger.write(ev.OpposedMarked(command.ship, step.ship))


@RULES.asks(st.ScreenFrom)
def _from_whom(state: State, step: st.ScreenFrom) -> tuple[Decision, ...]:
    ship = state.ships[step.ship]
    enemy = other_side(ship.control)
    ships = identified(own_ships(state, enemy))
    forts = dict.fromkeys(section.fort for section in own_sections(state, enemy))
    options = [
        Option(f"from:{each.id}", f"From {name(each)}", Protect(each.id), subject=each.id)
        for each in ships
        if each.on_map
    ]
    options += [
        Option(f"from:{fort}", f"From {book().forts[fort].name}", Protect(fort)) for fort in forts
    ]
    if not options:
        return ()
    prompt = "From whom is she screened?"
    return (Decision(seat_of(state, ship), "screen", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.ScreenFrom)
def _protect(ledger: Ledger, step: st.ScreenFrom, seat: str, command: Protect) -> None:
    ledger.finish()
    move = ledger.state.move
    if move is not None and move.target:
        ledger.write(ev.Screened(move.target, command.unit))


def cross(ledger: Ledger, ship_id: str) -> None:
    """Roll against the target: success lays the ship across its bow or stern.

    A ship that is stern-on gets clear by it. Failure: not the same target in her next turn.
    """
    state, move = ledger.state, ledger.state.move
    assert move is not None
    ship, target = state.ships[ship_id], state.ships[move.target]
    if not target.on_map or target.box != ship.box:
        return
    roll = cross_roll(state, ship, target)
    if target.id in ship.opposed_by:
        ledger.write(ev.OppositionEnded(ship_id, target.id))
    if not roll_against(ledger, ship_id, roll):
        ledger.write(ev.TTried(ship_id, target.id))
        return
    if in_position(ledger.state, ship):
        ledger.write(ev.PositionsEnded(ship_id))
    ledger.write(ev.TCrossed(ship_id, target.id, CROSSED[move.way]))
