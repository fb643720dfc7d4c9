"""The Status Phase: Repair Parties, fires and smoke (Iron & Oak 3.1)."""

from __future__ import annotations

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Fill, Sheet, Slot
from engine.systems.iron_oak.damage import fights, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import crew_state, immobile, name, own_units, seat_of, side_of
from engine.systems.iron_oak.machine import RULES, Ledger, chance
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import CheckFire
from engine.systems.iron_oak.state.state import Ship, SmokeLevel, State, Unit, beats

# Fires and smoke in the Status Phase (Iron & Oak 3.1.2, 3.1.3).


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
    """Return the level of a fire after a check: 0 if it is out, at most 5.

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
    """Check a level 5 fire; if its level does not fall, it ends in an explosion."""
    place = next(
        place
        for place, fire in enumerate(ledger.state.unit(unit).fires)
        if fire.level == FIERCEST and not fire.checked
    )
    if check_fire(ledger, unit, place) == FIERCEST:
        ledger.write(ev.BurntOut(unit, place))
        ledger.plan(st.Blast(unit, "explosion"))


def check_fire(ledger: Ledger, unit: str, place: int) -> int:
    """Roll for a fire and apply the Hits of its new level; return the new level.

    A level 5 fire that stays at level 5 explodes instead, without the Hits of its level.
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
    """Check every other fire that was burning at the start of the phase, then all smoke."""
    ledger.finish()
    units = [unit.id for side in step.sides for unit in in_status(ledger.state, side)]
    for unit in units:
        while fights(ledger, unit) and (place := _unchecked(ledger.state.unit(unit))) is not None:
            check_fire(ledger, unit, place)
    for unit in units:
        if fights(ledger, unit) and ledger.state.unit(unit).smoke != "none":
            table = book().tables.smoke
            found = ledger.state.unit(unit)
            roll = ledger.roll("d10", smoke_drm(ledger.state, found))
            smoke: SmokeLevel = found.smoke
            if roll.total >= table.gone or (roll.total >= table.less and smoke == "light"):
                smoke = "none"
            elif roll.total >= table.less:
                smoke = "light"
            ledger.write(ev.SmokeChecked(unit, roll, smoke))


def _unchecked(unit: Unit) -> int | None:
    return next((place for place, fire in enumerate(unit.fires) if not fire.checked), None)


def smoke_drm(state: State, unit: Unit) -> int:
    """Return the modifier of a smoke check: wind, and a stationary unit."""
    table = book().tables.smoke
    drm = table.of_wind(state.board.wind)
    still = not isinstance(unit, Ship) or immobile(state, unit)
    return drm + (table.still if still else 0)


# Repair Parties: attempts, removing, placing (Iron & Oak 3.1.1).


def in_status(state: State, side: str) -> tuple[Unit, ...]:
    """Return the units that take part in a side's Status Phase: on the map, not silenced."""
    return tuple(
        unit
        for unit in own_units(state, side)
        if not isinstance(unit, Ship) or (unit.on_map and unit.kind == "ship")
    )


def _own(state: State, seat: str) -> tuple[Unit, ...]:
    return tuple(
        unit for unit in in_status(state, side_of(state, seat)) if seat_of(state, unit) == seat
    )


def repairable(unit: Unit) -> tuple[str, ...]:
    """Return the critical hits of a unit that a Repair Party can remove."""
    hits = book().tables.repair.hits
    return tuple(each for each in unit.criticals if each in hits or each.rpartition("_")[0] in hits)


def repair_drm(unit: Unit) -> int:
    """Return the modifier of a repair: the crew's grade."""
    return book().tables.repair.of_grade(unit.grade)


def repair_chance(unit: Unit) -> float:
    """Return the chance of a repair."""
    check = book().tables.checks["repair"]
    return chance(check.challenge, check.response, repair_drm(unit))


@RULES.asks(st.Repairs)
def _ask(state: State, step: st.Repairs) -> tuple[Sheet, ...]:
    slots = []
    for unit in _own(state, step.seat):
        if not unit.repair_party:
            continue
        odds = f"{100 * repair_chance(unit):.0f}%"
        options = [Option("stay", "The party stays", None)]
        options += [
            Option(each, f"Repair {each.replace('_', ' ')} ({odds})", None)
            for each in repairable(unit)
        ]
        options.append(Option("recall", "Take the party off", None))
        slots.append(Slot(unit.id, name(unit), tuple(options), subject=unit.id))
    if not slots:
        return ()
    proposed = {
        slot.id: Answer(slot.options[1].id if len(slot.options) > 2 else "stay") for slot in slots
    }
    sheet = Sheet(
        f"repairs {state.turn}",
        step.seat,
        "repairs",
        "What do the Repair Parties do?",
        tuple(slots),
        secret=False,
        proposed=proposed,
    )
    return (sheet,)


@RULES.takes(st.Repairs)
def _take(ledger: Ledger, step: st.Repairs, seat: str, command: Fill) -> None:
    ledger.finish()
    # Sorted, not in the order in which the sheet was filled in: a file does not keep that order.
    for id in sorted(command.answers):
        chosen = command.answers[id].option
        if chosen == "recall":
            ledger.write(ev.PartyRecalled(id))
        elif chosen != "stay":
            check = book().tables.checks["repair"]
            drm = repair_drm(ledger.state.unit(id))
            challenge, response = ledger.contest(check.challenge, check.response, drm)
            repaired = beats(challenge, response)
            ledger.write(ev.RepairTried(id, chosen, challenge, response, repaired))


def may_get_party(unit: Unit) -> bool:
    """Tell whether a Repair Party may be placed on a unit."""
    prize = isinstance(unit, Ship) and bool(unit.captured_by)
    return not unit.repair_party and crew_state(unit) != "full" and not prize


@RULES.asks(st.Parties)
def _ask_parties(state: State, step: st.Parties) -> tuple[Sheet, ...]:
    units = [unit for unit in _own(state, step.seat) if may_get_party(unit)]
    useful = tuple(unit.id for unit in units if repairable(unit) or unit.fires)
    if not useful:
        return ()  # a party costs fire, and would have nothing to do
    options = tuple(Option(unit.id, name(unit), None, subject=unit.id) for unit in units)
    slot = Slot("parties", "Repair Parties", options, at_most=len(options), needs=False)
    sheet = Sheet(
        f"parties {state.turn}",
        step.seat,
        "parties",
        "Who gets a Repair Party?",
        (slot,),
        secret=False,
        proposed={"parties": Answer(picks=useful)},
    )
    return (sheet,)


@RULES.takes(st.Parties)
def _send(ledger: Ledger, step: st.Parties, seat: str, command: Fill) -> None:
    ledger.finish()
    answer = command.answers.get("parties", Answer())
    for id in answer.chosen:
        ledger.write(ev.PartySent(id))
