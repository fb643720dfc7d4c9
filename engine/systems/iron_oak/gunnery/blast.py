"""Explosions: boiler, magazine, powder; and their shots at neighbours.

Iron & Oak 6.3.2, 6.3.8, 6.3.11.
"""

from __future__ import annotations

from engine.systems.iron_oak.damage.critical import casualty_die
from engine.systems.iron_oak.damage.hits import fights, lose_crew, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Explosive
from engine.systems.iron_oak.fleet.hulls import crew_of
from engine.systems.iron_oak.fleet.ties import fouled_with_ships, grappled
from engine.systems.iron_oak.gunnery.locations import armour, location, shield
from engine.systems.iron_oak.gunnery.shot import apply_shot, case_of, critical_column
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Ship, State


@RULES.does(st.Blast)
def _blast(ledger: Ledger, step: st.Blast) -> None:
    """Roll the Hits, then all shots at neighbours, even if the ship sinks by it."""
    ledger.finish()
    unit = ledger.state.unit(step.unit)
    if not fights(ledger, step.unit):
        return
    if not isinstance(unit, Ship) and step.kind == "magazine":
        ledger.write(ev.SectionDestroyed(unit.id))
        ledger.write(ev.Silenced(unit.id))
        return
    near = neighbours(ledger.state, unit, step.kind) if isinstance(unit, Ship) else ()
    roll = ledger.roll(book().tables.explosions[step.kind].hits)
    ledger.write(ev.BlastRolled(unit.id, step.kind, roll))
    if step.kind == "boiler":
        ledger.write(ev.Marked(unit.id, "boiler"))
    take_hits(ledger, unit.id, roll.kept)
    criticals = [
        critical
        for target, dice in near
        if (critical := _strike(ledger, unit.id, target, dice)) is not None
    ]
    ledger.plan(st.AfterBlast(unit.id, step.kind), *criticals)


def neighbours(state: State, ship: Ship, kind: Explosive) -> tuple[tuple[str, str], ...]:
    """Return who is shot at, and with which dice: ships tied to her, then others in her box."""
    table = book().tables.explosions[kind]
    near = list(fouled_with_ships(state, ship))
    if (other := grappled(state, ship)) and other.id not in near:
        near.append(other.id)
    shots = [(id, table.tied) for id in near]
    if table.in_box:
        shots += [
            (each.id, table.in_box)
            for each in state.ships.values()
            if each.box == ship.box and each.id not in near and each.id != ship.id and each.on_map
        ]
    return tuple((id, dice) for id, dice in shots if state.ships[id].kind == "ship")


def _strike(ledger: Ledger, source: str, target: str, dice: str) -> st.Critical | None:
    """Roll one shot without modifiers; return the critical hit that it scored."""
    found = ledger.state.unit(target)
    if not fights(ledger, target):
        return None
    throw = ledger.throw()
    gunnery, face = throw.roll(dice), throw.face(8)
    place = location(ledger.state, None, found, face, plunging=False)
    defence = throw.roll(armour(found, place).dice, shield(found, place))
    case = case_of(gunnery, defence)
    ledger.write(
        ev.BlastStruck(
            source=source,
            target=target,
            gunnery=gunnery,
            defence=defence,
            location=place,
            face=face,
            case=case,
        )
    )
    apply_shot(ledger, target, place, case)
    if case != "critical" or not fights(ledger, target):
        return None
    return st.Critical(target, critical_column("normal", place), place)


@RULES.does(st.AfterBlast)
def _after(ledger: Ledger, step: st.AfterBlast) -> None:
    """Casualties without the half limit, and a fire; nothing if the unit is gone."""
    ledger.finish()
    if not fights(ledger, step.unit):
        return
    unit = ledger.state.unit(step.unit)
    die = book().tables.casualties.fort
    if isinstance(unit, Ship):
        die = casualty_die(step.kind, crew_of(unit).full)
    roll = ledger.roll(die)
    lose_crew(ledger, unit.id, roll.kept, halved=False, roll=roll)
    if fights(ledger, unit.id):
        ledger.write(ev.FireStarted(unit.id, book().tables.critical_dice.blast_fire))
