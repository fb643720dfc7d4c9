"""Orders within the box: escape, oppose, screen, crossing a T, ram and spar (Iron & Oak 5.1, 5.5,
5.6).
"""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.damage import fights, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.gunnery.shot import armour, shield
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.movement.rolls import (
    contact_roll,
    cross_roll,
    roll_against,
    roll_for,
    table_roll,
)
from engine.systems.iron_oak.orders.legal import CROSSED
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Oppose, Protect
from engine.systems.iron_oak.state.state import Roll, Ship, State, beats

# Maneuvers within the box: escape, oppose, screen, crossing a T (Iron & Oak 5.1.2, 5.1.3, 5.5,
# 7.7).


def maneuver_in_box(ledger: Ledger, ship_id: str) -> None:
    """Roll for a maneuver in the box. Success gets the ship free of a crossing, opposes an enemy,
    or screens a friend.
    """
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
        Option(
            f"oppose:{enemy.id}", f"Oppose {fleet.name(enemy)}", Oppose(enemy.id), subject=enemy.id
        )
        for enemy in fleet.identified(fleet.enemies_in(state, ship.control, ship.box))
    )
    if not options:
        return ()
    prompt = f"Which ship does {fleet.name(ship)} oppose?"
    return (Decision(fleet.seat_of(state, ship), "oppose", prompt, options, ship=ship.id),)


@RULES.takes(st.MarkOpposed)
def _mark(ledger: Ledger, step: st.MarkOpposed, seat: str, command: Oppose) -> None:
    ledger.finish()
    ledger.write(ev.OpposedMarked(command.ship, step.ship))


@RULES.asks(st.ScreenFrom)
def _from_whom(state: State, step: st.ScreenFrom) -> tuple[Decision, ...]:
    ship = state.ships[step.ship]
    enemy = fleet.other_side(ship.control)
    ships = fleet.identified(fleet.own_ships(state, enemy))
    forts = dict.fromkeys(section.fort for section in fleet.own_sections(state, enemy))
    options = [
        Option(f"from:{each.id}", f"From {fleet.name(each)}", Protect(each.id), subject=each.id)
        for each in ships
        if each.on_map
    ]
    options += [
        Option(f"from:{fort}", f"From {book().forts[fort].name}", Protect(fort)) for fort in forts
    ]
    if not options:
        return ()
    prompt = "From which enemy ship is she screened?"
    return (Decision(fleet.seat_of(state, ship), "screen", prompt, tuple(options), ship=ship.id),)


@RULES.takes(st.ScreenFrom)
def _protect(ledger: Ledger, step: st.ScreenFrom, seat: str, command: Protect) -> None:
    ledger.finish()
    move = ledger.state.move
    if move is not None and move.target:
        ledger.write(ev.Screened(move.target, command.unit))


def cross(ledger: Ledger, ship_id: str) -> None:
    """Roll against the target to cross it; success puts the ship across its bow or stern.

    Success also ends the ship's earlier crossings: no other ship lies across her any more, nor she
    across another. After a failure she may not cross the same target in her next turn.
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
    if fleet.in_position(ledger.state, ship):
        ledger.write(ev.PositionsEnded(ship_id))
    ledger.write(ev.TCrossed(ship_id, target.id, CROSSED[move.way]))


# Attacks by ram and spar torpedo: contact, attack, fouling (Iron & Oak 5.6).


def attack(ledger: Ledger, ship_id: str) -> None:
    """Roll for contact with the target, then carry out the declared attack: torpedo, ram or both.
    Then roll whether the two ships are fouled.
    """
    state, move = ledger.state, ledger.state.move
    assert move is not None
    ship, target = state.ships[ship_id], state.ships[move.target]
    if not target.on_map or target.box != ship.box:
        return
    roll = contact_roll(state, ship, target)
    if target.id in ship.opposed_by:
        ledger.write(ev.OppositionEnded(ship_id, target.id))
    contact = roll_against(ledger, ship_id, roll)
    ledger.write(ev.RamTried(ship_id, target.id))
    if not contact:
        return
    if move.way in {"spar", "ram_and_spar"}:
        spar(ledger, ship_id, target.id)
    rammed = move.way in {"ram", "ram_and_spar"} and _both(ledger, ship_id, target.id)
    if rammed:
        ram(ledger, ship_id, target.id)
    if _both(ledger, ship_id, target.id):
        foul(ledger, ship_id, target.id, "fouling" if rammed else "fouling_spar")


def _both(ledger: Ledger, ship: str, target: str) -> bool:
    return fights(ledger, ship) and fights(ledger, target)


def spar(ledger: Ledger, ship_id: str, target_id: str) -> None:
    """Roll whether the spar torpedo explodes (Iron & Oak 5.6.2). It makes Hits on the target and on
    the attacker.
    """
    check = book().tables.checks["spar"]
    challenge, response = ledger.contest(check.challenge, check.response)
    exploded = beats(challenge, response)
    ledger.write(ev.SparTried(ship_id, target_id, challenge, response, exploded))
    if not exploded:
        return
    table = book().tables.torpedoes
    throw = ledger.throw()
    roll, own = throw.roll("d8"), throw.roll("d8")
    hits, own_hits = table.spar[roll.kept - 1], table.own_spar[own.kept - 1]
    spent = not fleet.card(ledger.state.ships[ship_id]).spar_reload
    ledger.write(
        ev.SparExploded(
            ship=ship_id,
            target=target_id,
            roll=roll,
            hits=hits,
            own_roll=own,
            own_hits=own_hits,
            spent=spent,
        )
    )
    take_hits(ledger, target_id, hits)
    take_hits(ledger, ship_id, own_hits)


def ram_margin(attack: int, defence: int) -> tuple[int, int]:
    """Return (Hits on the target, Hits on the attacker) of two results (Iron & Oak 5.6.3).

    >>> ram_margin(8, 6), ram_margin(3, 5), ram_margin(5, 5), ram_margin(1, 1)
    ((2, 0), (0, 2), (2, 2), (1, 1))
    """
    if attack == defence:
        both = max(1, attack // 2)
        return both, both
    return max(0, attack - defence), max(0, defence - attack)


def ram_drm(ship: Ship) -> int:
    """Return the modifier of a ram's roll; it is not 0 for a damaged ram."""
    return book().tables.ram.damaged if "ram" in ship.criticals else 0


def ram(ledger: Ledger, ship_id: str, target_id: str) -> None:
    """Roll the ram against the target's waterline; then roll whether the ram breaks, if the
    attacker is still afloat.
    """
    ship, target = ledger.state.ships[ship_id], ledger.state.ships[target_id]
    attack, defence = ledger.contest(
        fleet.card(ship).ram, armour(target, "WL").dice, ram_drm(ship), shield(target, "WL")
    )
    hits, own_hits = ram_margin(attack.result, defence.result)
    ledger.write(
        ev.Rammed(
            ship=ship_id,
            target=target_id,
            attack=attack,
            defence=defence,
            target_hits=hits,
            own_hits=own_hits,
        )
    )
    take_hits(ledger, target_id, hits)
    if take_hits(ledger, ship_id, own_hits):
        challenge, response, held = _check(ledger, "beak")
        ledger.write(ev.BeakChecked(ship_id, challenge, response, held))
        if not held and "ram" not in ledger.state.ships[ship_id].criticals:
            ledger.write(ev.Marked(ship_id, "ram"))


def _check(ledger: Ledger, kind: str) -> tuple[Roll, Roll, bool]:
    check = book().tables.checks[kind]
    challenge, response = ledger.contest(check.challenge, check.response)
    return challenge, response, beats(challenge, response)


def foul(ledger: Ledger, ship: str, target: str, kind: str) -> None:
    """Roll whether two ships are fouled after an attack (Iron & Oak 5.6.4). If so, a crossing of
    either ends.
    """
    challenge, response, clear = _check(ledger, kind)
    ledger.write(ev.FoulingChecked(ship, target, challenge, response, clear))
    if not clear:
        ledger.write(ev.Fouled(ship, target))
