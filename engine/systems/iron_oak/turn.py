"""A player turn, its phases, and the Status Phase. Importing this module also registers the rules
of all chapters.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Fill, Question, Sheet, Slot
from engine.systems.iron_oak import cards, damage, set_up
from engine.systems.iron_oak.damage import fights, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet import (
    can_drift,
    crew_state,
    immobile,
    must_drift,
    name,
    other_side,
    own_sections,
    own_ships,
    own_units,
    seat_of,
    side_of,
)
from engine.systems.iron_oak.gunnery import segment as gunnery
from engine.systems.iron_oak.gunnery import shooting
from engine.systems.iron_oak.gunnery.segment import shots
from engine.systems.iron_oak.machine import RULES, Ledger, chance, steps_from, turn_steps
from engine.systems.iron_oak.movement import getting_free, hazards, in_box, segment, ways
from engine.systems.iron_oak.movement.segment import begin
from engine.systems.iron_oak.orders import sheet
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Act, CheckFire
from engine.systems.iron_oak.state.state import Section, Ship, SmokeLevel, State, Unit, beats
from engine.systems.iron_oak.victory import verdict

# A player turn and its phases, and which unit acts next (Iron & Oak 3.0, 3.3, 9.3).


@RULES.does(st.PlayerTurn)
def _player_turn(ledger: Ledger, step: st.PlayerTurn) -> None:
    ledger.finish(*steps_from(ledger.state, step.sides, "status"))


@RULES.does(st.BeginPhase)
def _begin(ledger: Ledger, step: st.BeginPhase) -> None:
    ledger.finish()
    ledger.write(ev.PhaseBegan(step.side, step.phase))


@RULES.does(st.EngineRoll)
def _engine(ledger: Ledger, step: st.EngineRoll) -> None:
    """Roll whether a ship's bad engine runs, as a special rule of the battle says; it comes before
    repairs (Iron & Oak 2.2).
    """
    ledger.finish()
    ship = ledger.state.ships[step.ship]
    if not ship.on_map or "engine_damaged" not in ship.criticals:
        return
    roll = ledger.roll("d10")
    stopped = roll.kept <= step.stops_on
    ledger.write(ev.EngineRolled(ship.id, roll, stopped))
    if stopped:
        ledger.write(ev.Marked(ship.id, "engine_stopped"))


@RULES.does(st.EndPlayerTurn)
def _end(ledger: Ledger, step: st.EndPlayerTurn) -> None:
    ledger.finish()
    ledger.write(ev.PlayerTurnEnded(step.sides))


@RULES.does(st.VictoryPhase)
def _victory(ledger: Ledger, step: st.VictoryPhase) -> None:
    """End the battle if a side has won or the last turn is over; else begin the next turn (Iron &
    Oak 3.5).
    """
    ledger.finish()
    state = ledger.state
    ended = verdict(state)
    if ended is not None:
        ledger.write(ev.BattleEnded(*ended))
        return
    ledger.write(ev.TurnEnded(state.turn + 1))
    ledger.plan(*turn_steps(ledger.state, ledger.state.first))


# Which unit acts next; the order sets in alternating movement (Iron & Oak 3.3, 9.3).


def order_sets(state: State, side: Side) -> dict[str, int]:
    """Return {ship: number of her order set} of a side; {} before it has given orders.

    The number says when she acts. The side that moves first has the sets 1, 3, 5 and so on, the
    other side 2, 4, 6, both without gaps (Iron & Oak 9.3.2). In a view the result is {} for a side
    whose order sets the viewer may not see.
    """
    start = 1 if side == state.first else 2
    return {id: start + 2 * place for place, id in enumerate(state.sides[side].sequence)}


def next_set(state: State) -> str:
    """Return the id of the ship whose order set is next; '' if all ships have acted."""
    sets = {**order_sets(state, state.first), **order_sets(state, other_side(state.first))}
    left = (
        id
        for id in sorted(sets, key=lambda id: sets[id])
        if id in state.ships and not state.ships[id].acted and not state.ships[id].lost
    )
    return next(left, "")


def drifter(state: State, ship: Ship) -> bool:
    """Tell whether a ship will drift, by need or by order: such ships act before others (Iron & Oak
    3.3).
    """
    if not can_drift(state, ship):
        return False
    return ship.order == "drift" or (ship.order != "anchor" and must_drift(state, ship))


def to_act(state: State, sides: st.Sides) -> tuple[Unit, ...]:
    """Return the units of which one is chosen to act next; () if all have acted."""
    if len(sides) > 1:
        # In a battle with alternating movement it is the ship whose order set is next. When all
        # ships have acted, the fort sections of the two sides act in turn.
        if ship := next_set(state):
            return (state.ships[ship],)
        left = [_batteries(state, side) for side in sides]
        if not any(left):
            return ()
        done = [
            sum(section.acted for section in state.sections.values() if section.side == side)
            for side in sides
        ]
        first = 0 if left[0] and (not left[1] or done[0] <= done[1]) else 1
        return left[first]
    ships = tuple(ship for ship in own_ships(state, sides[0]) if not ship.acted)
    drifters = tuple(ship for ship in ships if drifter(state, ship))
    if drifters:
        return drifters
    return (*ships, *_batteries(state, sides[0]))


def _batteries(state: State, side: str) -> tuple[Section, ...]:
    """Return the fort sections of a side that have not acted and can do something."""
    return tuple(
        section
        for section in own_sections(state, side)
        if not section.acted and (section.fired or shots(state, section))
    )


@RULES.asks(st.Actions)
def _ask(state: State, step: st.Actions) -> tuple[Decision, ...]:
    by_seat: dict[str, list[Option]] = {}
    for unit in to_act(state, step.sides):
        option = Option(unit.id, name(unit), Act(unit.id), subject=unit.id)
        by_seat.setdefault(seat_of(state, unit), []).append(option)
    return tuple(
        Decision(seat, "act", "Who acts next?", tuple(options)) for seat, options in by_seat.items()
    )


@RULES.takes(st.Actions)
def _take(ledger: Ledger, step: st.Actions, seat: str, command: Act) -> None:
    ledger.write(ev.UnitChosen(command.unit))
    if command.unit in ledger.state.ships:
        begin(ledger, command.unit)
    else:
        ledger.plan(st.Gunnery(command.unit), st.UnitDone(command.unit))


@RULES.does(st.UnitDone)
def _done(ledger: Ledger, step: st.UnitDone) -> None:
    ledger.finish()
    ledger.write(ev.UnitActed(step.unit))


@RULES.does(st.Actions)
def _over(ledger: Ledger, step: st.Actions) -> None:
    ledger.finish()


# Fires and smoke in the Status Phase (Iron & Oak 3.1.2, 3.1.3).


FIERCEST = 5
OUT = -9
"""The change of a fire's level that means that the fire is out."""


def fire_drm(unit: Unit) -> int:
    """Return the modifier of the roll that checks a unit's fire."""
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
    """Return the units with a fire of level 5 that was not checked in this phase."""
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
    """Check a fire of level 5. If its level does not fall, the unit explodes and this fire ends."""
    place = next(
        place
        for place, fire in enumerate(ledger.state.unit(unit).fires)
        if fire.level == FIERCEST and not fire.checked
    )
    if check_fire(ledger, unit, place) == FIERCEST:
        ledger.write(ev.BurntOut(unit, place))
        ledger.plan(st.Blast(unit, "explosion"))


def check_fire(ledger: Ledger, unit: str, place: int) -> int:
    """Roll for a fire, and let its new level make Hits; return the new level.

    A fire that stays at level 5 makes no Hits: the caller lets the unit explode.
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
    """Check all fires that were not checked in this phase, then all smoke."""
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
    """Return the modifier of the roll that checks a unit's smoke: for the wind, and for a unit that
    cannot move.
    """
    table = book().tables.smoke
    drm = table.of_wind(state.board.wind)
    still = not isinstance(unit, Ship) or immobile(state, unit)
    return drm + (table.still if still else 0)


# Repair Parties: attempts, removing, placing (Iron & Oak 3.1.1).


def in_status(state: State, side: str) -> tuple[Unit, ...]:
    """Return the units that take part in a side's Status Phase: ships on the map, and fort sections
    that are not silenced.
    """
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
    """Return the modifier of a repair roll: the crew's grade."""
    return book().tables.repair.of_grade(unit.grade)


def repair_chance(unit: Unit) -> float:
    """Return the chance that a Repair Party on a unit repairs a critical hit."""
    check = book().tables.checks["repair"]
    return chance(check.challenge, check.response, repair_drm(unit))


@RULES.asks(st.Repairs)
def _ask_repairs(state: State, step: st.Repairs) -> tuple[Sheet, ...]:
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
def _take_repairs(ledger: Ledger, step: st.Repairs, seat: str, command: Fill) -> None:
    ledger.finish()
    # Sorted, not in the order in which the sheet was filled in, because a file does not keep that
    # order.
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
    """Tell whether a Repair Party may be placed on a unit: it has none, has crew left, and is no
    prize.
    """
    prize = isinstance(unit, Ship) and bool(unit.captured_by)
    return not unit.repair_party and crew_state(unit) != "full" and not prize


@RULES.asks(st.Parties)
def _ask_parties(state: State, step: st.Parties) -> tuple[Sheet, ...]:
    units = [unit for unit in _own(state, step.seat) if may_get_party(unit)]
    useful = tuple(unit.id for unit in units if repairable(unit) or unit.fires)
    if not useful:
        return ()  # a Repair Party weakens fire, and would have nothing to do
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


# All rules: importing this module registers every chapter.


CHAPTERS = (
    cards,
    set_up,
    sheet,
    getting_free,
    ways,
    hazards,
    segment,
    in_box,
    gunnery,
    shooting,
    damage,
)
"""The modules with the rules of the other steps of a turn, in order."""

__all__ = ["CHAPTERS", "RULES", "pending"]


def pending(state: State) -> tuple[Question, ...]:
    """Return the open questions. Questions to a side with hidden ships are secret.

    Otherwise a person at the same keyboard would read the names of unidentified counters.
    """
    questions = RULES.pending(state)
    hiding = {ship.side for ship in state.ships.values() if ship.hidden and not ship.lost}
    if not hiding:
        return questions
    return tuple(
        replace(each, secret=True)
        if isinstance(each, Decision) and side_of(state, each.seat) in hiding
        else each
        for each in questions
    )
