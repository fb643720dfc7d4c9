"""Repair Parties: attempts, taking off, sending (Iron & Oak 3.1.1)."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Fill, Sheet, Slot
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import crew_state, name
from engine.systems.iron_oak.fleet.sides import own_units, seat_of, side_of
from engine.systems.iron_oak.gunnery.odds import chance
from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.rolls import beats
from engine.systems.iron_oak.state.state import Ship, State, Unit


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
    """Return the critical hits of a unit that a Repair Party may take off."""
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
    for id in sorted(command.answers):  # not as it was filled in: a file does not keep that
        chosen = command.answers[id].option
        if chosen == "recall":
            ledger.write(ev.PartyRecalled(id))
        elif chosen != "stay":
            _repair(ledger, id, chosen)


def _repair(ledger: Ledger, unit: str, critical: str) -> None:
    check = book().tables.checks["repair"]
    drm = repair_drm(ledger.state.unit(unit))
    challenge, response = ledger.contest(check.challenge, check.response, drm)
    repaired = beats(challenge, response)
    ledger.write(ev.RepairTried(unit, critical, challenge, response, repaired))


def may_get_party(unit: Unit) -> bool:
    """Tell whether a Repair Party may be put on a unit."""
    prize = isinstance(unit, Ship) and bool(unit.captured_by)
    return not unit.repair_party and crew_state(unit) != "full" and not prize


@RULES.asks(st.Parties)
def _ask_parties(state: State, step: st.Parties) -> tuple[Sheet, ...]:
    units = [unit for unit in _own(state, step.seat) if may_get_party(unit)]
    useful = tuple(unit.id for unit in units if repairable(unit) or unit.fires)
    if not useful:
        return ()  # a party costs fire, and has nothing to do
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
