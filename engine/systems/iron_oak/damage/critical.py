"""Critical hits: the roll, and the marker or the effect of each (Iron & Oak 6.3)."""

from __future__ import annotations

from engine.systems.iron_oak.damage.hits import fights, lose_crew, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import CriticalHit, Explosive, HitPlace
from engine.systems.iron_oak.fleet.hulls import card, crew_of, guns_of, torpedo
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Ship, State, Unit

INSTEAD = 2
"""Hits instead of a critical hit that is there already."""
MACHINERY: tuple[CriticalHit, ...] = ("engine_damaged", "engine_stopped", "boiler", "smokestack")
EXPLOSIVE: tuple[Explosive, ...] = ("boiler", "explosion", "magazine")


@RULES.does(st.Critical)
def _roll(ledger: Ledger, step: st.Critical) -> None:
    """Roll on the column of the table and resolve what it says."""
    ledger.finish()
    if not fights(ledger, step.unit):
        return
    roll = ledger.roll("d6+d6")
    critical = book().tables.critical_hits.of(step.column, roll.kept)
    ledger.write(ev.CriticalRolled(step.unit, step.column, roll, critical))
    inflict(ledger, step.unit, critical, step.location)


def inflict(ledger: Ledger, unit: str, critical: CriticalHit, location: HitPlace) -> None:
    """Let a critical hit take effect; what the target has not got becomes Collateral.

    Iron & Oak 6.3.
    """
    found = ledger.state.unit(unit)
    if critical in EXPLOSIVE:
        _explode(ledger, found, critical, location)
    elif critical == "crew":
        _crew(ledger, found)
    elif critical == "fire":
        roll = ledger.roll("d10")
        level = book().tables.critical_dice.fire[roll.kept - 1]
        ledger.write(ev.FireStarted(unit, level, roll))
    elif critical == "collateral":
        ledger.plan(st.Collateral(unit, location))
    elif lacks(found, critical):
        mark(ledger, unit, critical, location)
    elif repeats(ledger.state, found, critical):
        take_hits(ledger, unit, INSTEAD)
    elif critical == "steering":
        roll = ledger.roll("d6")
        along = roll.kept <= book().tables.critical_dice.steering_column
        ledger.write(ev.Marked(unit, "steering_column" if along else "steering_row", roll))
    elif critical == "engine_damaged" and "engine_damaged" in found.criticals:
        mark(ledger, unit, "engine_stopped", location)
    else:
        mark(ledger, unit, critical, location)


def mark(ledger: Ledger, unit: str, critical: CriticalHit, location: HitPlace) -> None:
    """Place the marker of a critical hit; what the target has not got becomes Collateral.

    Iron & Oak 6.3.
    """
    if lacks(ledger.state.unit(unit), critical):
        ledger.plan(st.Collateral(unit, location))
    else:
        ledger.write(ev.Marked(unit, critical))


def repeats(state: State, unit: Unit, critical: CriticalHit) -> bool:
    """Tell whether a critical hit finds its last marker placed already: 2 Hits instead."""
    markers: dict[CriticalHit, tuple[str, ...]] = {
        "armament": ("armament_2",),
        "speed": ("speed_2",),
        "engine_damaged": ("engine_stopped",),
        "steering": ("steering_row", "steering_column"),
    }
    return any(each in unit.criticals for each in markers.get(critical, (critical,)))


def lacks(unit: Unit, critical: CriticalHit) -> bool:
    """Tell whether the target has not got what the hit would damage."""
    if not isinstance(unit, Ship):
        return False
    here = card(unit)
    if critical in MACHINERY:
        return here.power != "steam" or (critical == "smokestack" and here.monitor)
    lacking: dict[CriticalHit, bool] = {
        "jam": not here.monitor,
        "armament": not guns_of(unit).dice,
        "spar": not torpedo(unit) and "spar" not in unit.criticals,
        "speed": here.barge,
        "rudder": here.barge,
        "steering": here.barge,
    }
    return lacking.get(critical, False)


def _explode(ledger: Ledger, unit: Unit, critical: Explosive, location: HitPlace) -> None:
    if critical == "boiler" and lacks(unit, "boiler"):
        ledger.plan(st.Collateral(unit.id, location))
    elif critical == "boiler" and "boiler" in unit.criticals:
        take_hits(ledger, unit.id, INSTEAD)
    else:
        ledger.plan(st.Blast(unit.id, critical))


def _crew(ledger: Ledger, unit: Unit) -> None:
    """Roll casualties: half of the crew that is left at most; nothing at full.

    Iron & Oak 6.3.5.
    """
    full = crew_of(unit).full
    if unit.crew_loss >= full:
        return
    roll = ledger.roll(casualty_die("crew", full))
    lose_crew(ledger, unit.id, roll.kept, halved=True, roll=roll)


def casualty_die(kind: str, full: int) -> str:
    """Return the die for casualties by the undamaged crew factor."""
    table = book().tables.casualties
    rows = table.boiler if kind == "boiler" else table.crew
    return next(row.die for row in rows if full >= row.least)
