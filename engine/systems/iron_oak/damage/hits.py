"""Hits, shields, casualties: what sinks a ship and silences a section (Iron & Oak 6.2)."""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import HitPlace
from engine.systems.iron_oak.fleet.hulls import crew_of, crew_state, original_hits, silenced
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import Section, Ship
from engine.systems.iron_oak.waters.terrain import leaves_hulk


def take_hits(ledger: Ledger, unit: str, hits: int) -> bool:
    """Write Hits down, and what comes of them; tell whether the unit is still in the fight."""
    if hits and fights(ledger, unit):
        ledger.write(ev.HitsTaken(unit, hits))
        _look(ledger, unit)
    return fights(ledger, unit)


def fights(ledger: Ledger, unit: str) -> bool:
    """Tell whether a ship floats and is on the map, or a section is not silenced."""
    found = ledger.state.unit(unit)
    return not silenced(found) if isinstance(found, Section) else found.on_map


def _look(ledger: Ledger, unit: str) -> None:
    found = ledger.state.unit(unit)
    if isinstance(found, Section):
        if silenced(found):
            ledger.write(ev.Silenced(unit))
    elif found.hits >= original_hits(found):
        sink(ledger, found)


def sink(ledger: Ledger, ship: Ship, scuttled: bool = False) -> None:
    """Let a ship sink; she lies in the way in shallow water, or if she was aground.

    Iron & Oak 6.2.3J.
    """
    hulk = ship.on_map and (ship.grounded or leaves_hulk(ledger.state.board, ship.box))
    if ship.springs:
        ledger.write(ev.CardsDiscarded((ship.springs,)))
    ledger.write(ev.Sunk(ship.id, hulk, scuttled))


def worsen_shield(ledger: Ledger, unit: str, location: HitPlace, by: int) -> None:
    """Worsen the shield of a location, to -4 at most."""
    now = ledger.state.unit(unit).shields.get(location, 0)
    then = max(-4, now - by)
    if then != now and fights(ledger, unit):
        ledger.write(ev.ShieldWorsened(unit, location, then))


def lose_crew(
    ledger: Ledger, unit: str, losses: int, halved: bool, roll: Roll | None = None
) -> None:
    """Write casualties down: to the full factor at most, or half of those left, at least 1.

    A die that was rolled is told even if nobody is left to lose.
    """
    found = ledger.state.unit(unit)
    left = max(0, crew_of(found).full - found.crew_loss)
    most = max(1, left // 2) if halved else left
    lost = min(losses, most, left)
    if lost or roll:
        ledger.write(ev.CrewLost(unit, lost, roll))
    now = ledger.state.unit(unit)
    if crew_state(now) == "full":
        if now.repair_party:
            ledger.write(ev.PartyRecalled(unit))
        if isinstance(now, Section) and lost:
            ledger.write(ev.Silenced(unit))
