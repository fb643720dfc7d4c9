"""Battles of the book as states at their start, with the options of section 9 (Iron & Oak 2.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.base.counting import counted
from engine.base.errors import SetUpFault
from engine.game.position import listed, nearest, shown
from engine.systems.iron_oak.data.battles import BattleRecord, BattleUnit
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, Side
from engine.systems.iron_oak.machine.turn_plan import turn_steps
from engine.systems.iron_oak.set_up.options import Options, read_options
from engine.systems.iron_oak.set_up.seats import seated, shared_out
from engine.systems.iron_oak.squadrons.reading import OWN, named
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Board, Rules, Section, Ship, SideState, State
from engine.systems.iron_oak.victory.wording import NAMES

TITLE = "Iron & Oak"


def scenarios() -> dict[str, str]:
    """Return the battles by id, with a line about each."""
    own = "A battle of your own: a design that you build, or one that came with the game"
    return {**{id: _about(record) for id, record in book().scenarios.items()}, OWN: own}


def _about(record: BattleRecord) -> str:
    """Return a line about a battle; one that is not even says so."""
    words = f"{record.title}, {record.date}: {record.place}, {counted(record.turns, 'turn')}"
    if record.night:
        words += ", by night"
    if record.favours:
        words += f"; uneven, history favours the {NAMES[record.favours]}"
    return words


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return a battle at its start; `SetUpFault` names what is wrong with scenario or options."""
    chosen = read_options(TITLE, options or {})
    record = _record(scenario, chosen)
    if scenario == OWN:
        chosen = chosen._replace(rules=with_victory(chosen.rules, record))
    state = new_battle(scenario, record, chosen)
    sides = {key: replace(side, aside=()) for key, side in state.sides.items()}
    return replace(state, sides=sides)


def with_victory(rules: Rules, record: BattleRecord) -> Rules:
    """Return rules that hold the victory lines of a battle that is in no book."""
    return replace(rules, victory=record.victory, default=record.default)


def new_battle(scenario: str, record: BattleRecord, chosen: Options) -> State:
    """Return a battle at its start, as its record says."""
    sides: dict[str, SideState] = {side: _side(record, side, chosen) for side in SIDES}
    state = State(
        scenario=scenario,
        title=record.title,
        turn=1,
        turns=record.turns,
        first=record.first,
        active=record.first,
        phase="set_up",
        board=board_of(record),
        sides=sides,
        ships={ship.id: ship for side in SIDES for ship in _ships(record, side)},
        sections={
            each.id: Section(id=each.id, side=side, boxes=each.boxes, grade=each.grade)
            for side in SIDES
            for each in record.force(side).forts
        },
        rules=chosen.rules,
        effects=record.effects,
        deck=tuple(book().cards),
    )
    state = shared_out(state)
    return with_agenda(state, record)


def _record(scenario: str, chosen: Options) -> BattleRecord:
    """Return the record of a scenario, or of a design."""
    if scenario == OWN:
        return named(chosen.designs)
    if chosen.designs:
        raise SetUpFault(TITLE, [("squadrons", f"designs are for the scenario '{OWN}' alone")])
    if scenario not in book().scenarios:
        known = listed(book().scenarios, scenario) + nearest(scenario, book().scenarios)
        told = f"{shown(scenario)} is not known; known are {known}"
        raise SetUpFault(TITLE, [("scenario", told)])
    return book().scenarios[scenario]


def with_agenda(state: State, record: BattleRecord) -> State:
    """Return the state with everything that is to be done before and in the first turn."""
    first = [state.first, *(side for side in SIDES if side != state.first)]
    cards: dict[str, int] = {side: record.force(side).action_cards for side in SIDES}
    steps: list[st.AnyStep] = [st.Deal(cards), st.NumberCounters()]
    steps += [st.PlaceHidden(side) for side in first]
    steps += [st.StartAnchored(side) for side in first]
    steps += turn_steps(state, state.first)
    return replace(state, agenda=tuple(reversed(steps)))


def board_of(record: BattleRecord) -> Board:
    """Return the water of a battle."""
    return Board(
        current=record.current,
        wind=record.wind,
        night=record.night,
        banks=record.banks,
        shoals={shoal.band: shoal.depth for shoal in record.shoals},
        markers=record.markers,
        terrain={each.box: each.kind for each in record.terrain},
    )


def _side(record: BattleRecord, side: Side, options: Options) -> SideState:
    keys, names = seated(side, options.seats)
    return SideState(edge=record.force(side).edge, seats=keys, names=names)


def _ships(record: BattleRecord, side: Side) -> list[Ship]:
    units = record.force(side).units
    hidden = side in record.hidden
    ships = [_ship(unit, side, hidden) for unit in units]
    tugs = {
        word.partition(":")[2]: unit.ship
        for unit in units
        for word in unit.state
        if word.startswith("towed_by:")
    }
    ships = [replace(ship, towing=tugs.get(ship.id, "")) for ship in ships]
    start = next((ship.box for ship in ships), "")
    for number in range(1, record.false_contacts.get(side, 0) + 1):
        ships.append(
            Ship(id=f"{side}_contact_{number}", side=side, box=start, kind="contact", hidden=True)
        )
    return ships


def _ship(unit: BattleUnit, side: Side, hidden: bool) -> Ship:
    words = [word.partition(":") for word in unit.state]
    numbers = {name: int(value) for name, _, value in words if name in {"hits", "crew_loss"}}
    return Ship(
        id=unit.ship,
        side=side,
        box=unit.start,
        grade=unit.grade,
        hidden=hidden,
        hits=numbers.get("hits", 0),
        crew_loss=numbers.get("crew_loss", 0),
        criticals=tuple(value for name, _, value in words if name == "critical"),
        anchored="anchored" in unit.state,
        grounded="grounded" in unit.state,
        enter_turn=unit.enter_turn,
        enter_rows=unit.enter_rows,
    )
