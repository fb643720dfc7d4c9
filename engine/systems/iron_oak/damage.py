"""Damage: Hits, shields (worn armour) and casualties; critical hits; collateral damage (Iron & Oak
6.2, 6.3).
"""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import CriticalHit, Explosive, HitPlace, Location
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Spread
from engine.systems.iron_oak.state.state import Roll, Section, Ship, State, Unit
from engine.systems.iron_oak.waters import leaves_hulk

# Hits, shields, casualties: when a ship sinks and when a section is silenced (Iron & Oak 6.2).


def take_hits(ledger: Ledger, unit: str, hits: int) -> bool:
    """Record Hits on a unit as events, and its sinking or silencing if they suffice; return whether
    it can still fight.
    """
    if hits and fights(ledger, unit):
        ledger.write(ev.HitsTaken(unit, hits))
        found = ledger.state.unit(unit)
        if isinstance(found, Section):
            if fleet.silenced(found):
                ledger.write(ev.Silenced(unit))
        elif found.hits >= fleet.original_hits(found):
            sink(ledger, found)
    return fights(ledger, unit)


def fights(ledger: Ledger, unit: str) -> bool:
    """Tell whether a unit can still fight: a ship on the map, or a fort section that is not
    silenced.
    """
    found = ledger.state.unit(unit)
    return not fleet.silenced(found) if isinstance(found, Section) else found.on_map


def sink(ledger: Ledger, ship: Ship, scuttled: bool = False) -> None:
    """Record that a ship sinks. If she was aground, or the water is shallow, her wreck stays as a
    hulk.

    Iron & Oak 6.2.3J.
    """
    hulk = ship.on_map and (ship.grounded or leaves_hulk(ledger.state.board, ship.box))
    if ship.springs:
        ledger.write(ev.CardsDiscarded((ship.springs,)))
    ledger.write(ev.Sunk(ship.id, hulk, scuttled))


def worsen_shield(ledger: Ledger, unit: str, location: HitPlace, by: int) -> None:
    """Record that the shield of a location (its worn armour) gets worse by `by`, but never worse
    than -4.
    """
    now = ledger.state.unit(unit).shields.get(location, 0)
    then = max(-4, now - by)
    if then != now and fights(ledger, unit):
        ledger.write(ev.ShieldWorsened(unit, location, then))


def lose_crew(
    ledger: Ledger, unit: str, losses: int, halved: bool, roll: Roll | None = None
) -> None:
    """Record casualties as an event, never more than the crew factors left. With `halved` at most
    half of them are lost; if only one is left, it can be lost.

    A rolled die is recorded even if no crew is left to lose.
    """
    found = ledger.state.unit(unit)
    left = max(0, fleet.crew_of(found).full - found.crew_loss)
    most = max(1, left // 2) if halved else left
    lost = min(losses, most, left)
    if lost or roll:
        ledger.write(ev.CrewLost(unit, lost, roll))
    now = ledger.state.unit(unit)
    if fleet.crew_state(now) == "full":
        if now.repair_party:
            ledger.write(ev.PartyRecalled(unit))
        if isinstance(now, Section) and lost:
            ledger.write(ev.Silenced(unit))


# Critical hits: the roll, and the marker or the effect of each kind (Iron & Oak 6.3).


INSTEAD = 2
"""How many Hits a unit takes in place of a critical hit that it already has."""
MACHINERY: tuple[CriticalHit, ...] = ("engine_damaged", "engine_stopped", "boiler", "smokestack")
EXPLOSIVE: tuple[Explosive, ...] = ("boiler", "explosion", "magazine")


@RULES.does(st.Critical)
def _roll(ledger: Ledger, step: st.Critical) -> None:
    """Roll for a critical hit on its column of the table, and apply the result."""
    ledger.finish()
    if not fights(ledger, step.unit):
        return
    roll = ledger.roll("d6+d6")
    critical = book().tables.critical_hits.of(step.column, roll.kept)
    ledger.write(ev.CriticalRolled(step.unit, step.column, roll, critical))
    inflict(ledger, step.unit, critical, step.location)


def inflict(  # noqa: PLR0912  (one branch a critical hit)
    ledger: Ledger, unit: str, critical: CriticalHit, location: HitPlace
) -> None:
    """Apply a critical hit. If the target lacks the part that it damages, apply Collateral (damage
    to a nearby location) instead.

    Iron & Oak 6.3.
    """
    found = ledger.state.unit(unit)
    if critical in EXPLOSIVE:
        if critical == "boiler" and lacks(found, "boiler"):
            ledger.plan(st.Collateral(found.id, location))
        elif critical == "boiler" and "boiler" in found.criticals:
            take_hits(ledger, found.id, INSTEAD)
        else:
            ledger.plan(st.Blast(found.id, critical))
    elif critical == "crew":
        # Casualties: at most half of the crew that is left (Iron & Oak 6.3.5).
        full = fleet.crew_of(found).full
        if found.crew_loss < full:
            casualties = ledger.roll(casualty_die("crew", full))
            lose_crew(ledger, found.id, casualties.kept, halved=True, roll=casualties)
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
    """Place the marker of a critical hit. If the target lacks the part, apply Collateral (damage to
    a nearby location) instead.

    Iron & Oak 6.3.
    """
    if lacks(ledger.state.unit(unit), critical):
        ledger.plan(st.Collateral(unit, location))
    else:
        ledger.write(ev.Marked(unit, critical))


def repeats(state: State, unit: Unit, critical: CriticalHit) -> bool:
    """Tell whether a unit already has this critical hit in its worst form, so that it takes 2 Hits
    instead.
    """
    markers: dict[CriticalHit, tuple[str, ...]] = {
        "armament": ("armament_2",),
        "speed": ("speed_2",),
        "engine_damaged": ("engine_stopped",),
        "steering": ("steering_row", "steering_column"),
    }
    return any(each in unit.criticals for each in markers.get(critical, (critical,)))


def lacks(unit: Unit, critical: CriticalHit) -> bool:
    """Tell whether a target lacks the part that a critical hit would damage."""
    if not isinstance(unit, Ship):
        return False
    here = fleet.card(unit)
    if critical in MACHINERY:
        return here.power != "steam" or (critical == "smokestack" and here.monitor)
    lacking: dict[CriticalHit, bool] = {
        "jam": not here.monitor,
        "armament": not fleet.guns_of(unit).dice,
        "spar": not fleet.torpedo(unit) and "spar" not in unit.criticals,
        "speed": here.barge,
        "rudder": here.barge,
        "steering": here.barge,
    }
    return lacking.get(critical, False)


def casualty_die(kind: str, full: int) -> str:
    """Return the die that is rolled for casualties; it depends on the full crew factor."""
    table = book().tables.casualties
    rows = table.boiler if kind == "boiler" else table.crew
    return next(row.die for row in rows if full >= row.least)


# Collateral: damage to the protection of a neighbouring location (Iron & Oak 6.3.4).


NEIGHBOURS: dict[HitPlace, tuple[Location, ...]] = {
    "B": ("A",),
    "S": ("A",),
    "A": ("B", "S"),
    "TF": ("TS",),
    "TR": ("TS",),
    "TS": ("TF", "TR"),
}
"""{location: the locations to which a Collateral hit may spread}; from a location that is not
listed (deck, waterline) it may spread to any other."""


def candidates(unit: Ship, location: HitPlace) -> tuple[Location, ...]:
    """Return the locations that a Collateral hit may damage: the locations whose shield is not yet
    at -4.
    """
    every = NEIGHBOURS.get(location) or tuple(
        each for each in fleet.card(unit).locations if each != location
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
    prompt = f"{fleet.name(unit)}: which part's shield gets one worse (collateral damage)?"
    return (Decision(fleet.seat_of(state, unit), "collateral", prompt, options, ship=unit.id),)


@RULES.takes(st.Collateral)
def _take(ledger: Ledger, step: st.Collateral, seat: str, command: Spread) -> None:
    ledger.finish()
    worsen_shield(ledger, step.unit, command.location, 1)


@RULES.does(st.Collateral)
def _full(ledger: Ledger, step: st.Collateral) -> None:
    """Apply 2 Hits in place of a Collateral hit, because no location is left whose shield could get
    worse.
    """
    ledger.finish()
    if fights(ledger, step.unit):
        take_hits(ledger, step.unit, 2)
