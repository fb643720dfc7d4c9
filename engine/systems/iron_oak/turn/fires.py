"""Fires and smoke in the Status Phase (Iron & Oak 3.1.2, 3.1.3)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.damage.hits import fights, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import crew_state, name
from engine.systems.iron_oak.fleet.sides import seat_of
from engine.systems.iron_oak.fleet.ties import immobile
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import CheckFire
from engine.systems.iron_oak.state.state import Ship, SmokeLevel, State, Unit
from engine.systems.iron_oak.turn.repairs import in_status

FIERCEST = 5
OUT = -9
"""The change of level that puts a fire out."""


def fire_drm(unit: Unit) -> int:
    """Return the modifier of a fire check."""
    table = book().tables.fire_check
    drm = table.repair_party if unit.repair_party else 0
    drm += table.of_grade(unit.grade)
    return drm + table.of_crew(crew_state(unit))


def new_level(level: int, total: int) -> int:
    """Return the level of a fire after a check; 0 out, never above 5.

    >>> from engine.kit.dataset import using
    >>> from engine.systems.iron_oak.data.book import shipped
    >>> with using(shipped()):
    ...     new_level(2, 9), new_level(2, 0), new_level(5, 6)
    (0, 4, 5)
    """
    rows = book().tables.fire_status.levels[level - 1]
    change = rows[0].change
    for row in rows:
        if total >= row.least:
            change = row.change
    return 0 if change == OUT else min(FIERCEST, level + change)


def _fiercest(state: State, sides: st.Sides) -> tuple[Unit, ...]:
    """Return the units with a level 5 fire that was not checked in this phase."""
    return tuple(
        unit
        for side in sides
        for unit in in_status(state, side)
        if any(fire.level == FIERCEST and not fire.checked for fire in unit.fires)
    )


@RULES.asks(st.FiercestFires)
def _which(state: State, step: st.FiercestFires) -> tuple[Decision, ...]:
    units = _fiercest(state, step.sides)
    first = [unit for unit in units if unit.control == units[0].control]
    if len(first) < 2:
        return ()
    options = tuple(
        Option(unit.id, name(unit), CheckFire(unit.id), subject=unit.id) for unit in first
    )
    seat = seat_of(state, first[0])
    return (Decision(seat, "fires", "Which of the fiercest fires is checked next?", options),)


@RULES.takes(st.FiercestFires)
def _chosen(ledger: Ledger, step: st.FiercestFires, seat: str, command: CheckFire) -> None:
    _check_fiercest(ledger, command.unit)


@RULES.does(st.FiercestFires)
def _next(ledger: Ledger, step: st.FiercestFires) -> None:
    units = _fiercest(ledger.state, step.sides)
    if units:
        _check_fiercest(ledger, units[0].id)
    else:
        ledger.finish()


def _check_fiercest(ledger: Ledger, unit: str) -> None:
    """Check a level 5 fire; one that does not go down ends in an explosion."""
    place = next(
        place
        for place, fire in enumerate(ledger.state.unit(unit).fires)
        if fire.level == FIERCEST and not fire.checked
    )
    if check_fire(ledger, unit, place) == FIERCEST:
        ledger.write(ev.BurntOut(unit, place))
        ledger.plan(st.Blast(unit, "explosion"))


def check_fire(ledger: Ledger, unit: str, place: int) -> int:
    """Roll for a fire and apply the Hits of its new level; return that.

    A level 5 fire that does not go down has no Hits of its level.
    """
    found = ledger.state.unit(unit)
    before = found.fires[place].level
    roll = ledger.roll("d10", fire_drm(found))
    level = new_level(before, roll.total)
    ledger.write(ev.FireChecked(unit, place, roll, level))
    if level and not before == level == FIERCEST:
        take_hits(ledger, unit, book().tables.fire_effects.hits[level - 1])
    return level


@RULES.does(st.FiresAndSmoke)
def _others(ledger: Ledger, step: st.FiresAndSmoke) -> None:
    """Check every other fire that burnt when the phase began, then all smoke."""
    ledger.finish()
    units = [unit.id for side in step.sides for unit in in_status(ledger.state, side)]
    for unit in units:
        while fights(ledger, unit) and (place := _unchecked(ledger.state.unit(unit))) is not None:
            check_fire(ledger, unit, place)
    for unit in units:
        if fights(ledger, unit) and ledger.state.unit(unit).smoke != "none":
            _check_smoke(ledger, unit)


def _unchecked(unit: Unit) -> int | None:
    return next((place for place, fire in enumerate(unit.fires) if not fire.checked), None)


def smoke_drm(state: State, unit: Unit) -> int:
    """Return the modifier of a smoke check: wind, and what does not move."""
    table = book().tables.smoke
    drm = table.of_wind(state.board.wind)
    still = not isinstance(unit, Ship) or immobile(state, unit)
    return drm + (table.still if still else 0)


def _check_smoke(ledger: Ledger, unit: str) -> None:
    table = book().tables.smoke
    found = ledger.state.unit(unit)
    roll = ledger.roll("d10", smoke_drm(ledger.state, found))
    smoke: SmokeLevel = found.smoke
    if roll.total >= table.gone or (roll.total >= table.less and smoke == "light"):
        smoke = "none"
    elif roll.total >= table.less:
        smoke = "light"
    ledger.write(ev.SmokeChecked(unit, roll, smoke))
