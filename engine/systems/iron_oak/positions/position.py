"""Position files: any situation of a battle, read with every mistake told at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.game.position import Faults, Reader, nearest
from engine.systems.iron_oak.data.battles import Effect, VictoryLine
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import EDGES, SIDES, Side
from engine.systems.iron_oak.machine.turn_plan import PHASES, steps_from, turn_steps
from engine.systems.iron_oak.positions.board import read_board
from engine.systems.iron_oak.positions.check import check
from engine.systems.iron_oak.positions.units import read_sections, read_ships
from engine.systems.iron_oak.set_up.options import SWITCHES
from engine.systems.iron_oak.set_up.seats import seated, shared_out
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Rules, Section, Ship, SideState, State
from engine.systems.iron_oak.state.steps import Phase

MOST = 999
T = TypeVar("T", bound=msgspec.Struct)


def from_position(source: str, table: Mapping[str, Any]) -> tuple[State, int]:
    """Return state and seed of a parsed position file; `SetUpFault` lists every mistake."""
    faults = Faults(source)
    reader = Reader(table, faults)
    reader.skip("game")
    title, seed = reader.text("title", ""), reader.integer("seed", 0)
    scenario = reader.choice("scenario", ("", *book().scenarios), "")
    turn = reader.integer("turn", 1, 1, MOST)
    turns = reader.integer("turns", max(10, turn), 1, MOST)
    if turns < turn:
        reader.fault("turns", f"found {turns}, allowed is a whole number of {turn} or more")
    first: Side = reader.choice("first", SIDES, "union")
    active: Side = reader.choice("active", SIDES, first)
    phase: Phase = reader.choice("phase", PHASES, "order")
    rules = read_victory(reader, _rules(reader.table("rules")))
    effects = _records(reader, "effects", Effect)
    deck, discarded, aside = (_cards(reader, key) for key in ("deck", "discarded", "set_aside"))
    board = read_board(reader.table("board"))
    tables = reader.table("sides", required=True)
    readers: dict[Side, Reader] = {side: tables.table(side, required=True) for side in SIDES}
    tables.finish()
    names = {side: readers[side].texts("seats") for side in SIDES}
    counts: dict[str, int] = {side: max(1, len(names[side])) for side in SIDES}
    sides: dict[str, SideState] = {}
    ships: dict[str, Ship] = {}
    sections: dict[str, Section] = {}
    for side, here in readers.items():
        sides[side] = _side_state(here, side, counts, names[side])
        for ship in read_ships(here, side):
            ships.setdefault(ship.id, ship)
        for section in read_sections(here, side):
            sections.setdefault(section.id, section)
        here.finish()
    reader.finish()
    record = book().scenarios.get(scenario)
    state = State(
        scenario=scenario,
        title=title,
        turn=turn,
        turns=turns,
        first=first,
        active=active,
        phase=phase,
        board=board,
        sides=sides,
        ships=ships,
        sections=sections,
        rules=rules,
        effects=(*(record.effects if record else ()), *effects),
        deck=deck or _others(sides, ships, (*discarded, *aside)),
        discarded=discarded,
        set_aside=aside,
    )
    check(state, faults)
    check_victory(state, faults)
    faults.check()
    state = shared_out(state)
    steps: list[st.AnyStep] = [] if deck else [st.Deal({})]
    steps += [st.NumberCounters(), *rest_of_turn(state)]
    return replace(state, agenda=tuple(reversed(steps))), seed


def rest_of_turn(state: State) -> list[st.AnyStep]:
    """Return what is still to be done in the turn of a position."""
    turns = [step for step in turn_steps(state, state.first) if isinstance(step, st.PlayerTurn)]
    place = next(place for place, step in enumerate(turns) if state.active in step.sides)
    steps = steps_from(state, turns[place].sides, state.phase)
    return [*steps, *turns[place + 1 :], st.VictoryPhase()]


def _rules(reader: Reader) -> Rules:
    rules = Rules(**reader.fields(Rules, *SWITCHES))
    reader.finish()
    return rules


def _records(reader: Reader, key: str, kind: type[T]) -> tuple[T, ...]:
    """Return records that are written as in the data set."""
    found = []
    for number, each in enumerate(reader.tables(key)):
        try:
            found.append(msgspec.convert(dict(each.raw), kind))
        except msgspec.ValidationError as error:
            reader.fault(f"{key}[{number}]", str(error).replace("`", "'"))
    return tuple(found)


def _cards(reader: Reader, key: str) -> tuple[int, ...]:
    wanted = "a card number from 1 to 50"
    return reader.numbers(key, book().cards, wanted, "a list of card numbers")


def _side_state(
    reader: Reader, side: Side, counts: Mapping[str, int], names: tuple[str, ...]
) -> SideState:
    keys, named = seated(side, counts, names)
    hand = _cards(reader, "hand")
    return SideState(
        edge=reader.choice("edge", EDGES),
        seats=keys,
        names=named,
        hand=hand,
        hand_size=reader.integer("hand_size", len(hand), 0, 50),
        replaced=reader.integer("replaced", 0, 0, 50),
        played=reader.flag("played", False),
    )


def _others(
    sides: Mapping[str, SideState], ships: Mapping[str, Ship], named: tuple[int, ...]
) -> tuple[int, ...]:
    """Return all cards that lie nowhere else."""
    gone = Counter(named)
    gone.update(card for side in sides.values() for card in side.hand)
    gone.update(ship.springs for ship in ships.values() if ship.springs)
    return tuple(card for card in book().cards if not gone[card])


def read_victory(reader: Reader, rules: Rules) -> Rules:
    """Return the rules with the lines of `victory` and of `default`; mistakes are noted."""
    lines = _records(reader, "victory", VictoryLine)
    default = reader.choice("default", (*SIDES, "draw"), "")
    return replace(rules, victory=lines, default=default)


def check_victory(state: State, faults: Faults) -> None:
    """Note ships and forts of victory lines that are not in the position."""
    forts = {section.fort for section in state.sections.values()}
    for number, line in enumerate(state.rules.victory):
        listed = () if isinstance(line.ships, str) else line.ships
        unless = line.unless.ships if line.unless else ()
        for ship in filter(None, (*listed, *unless, line.ship)):
            if ship not in state.ships:
                text = f"'{ship}' is no ship of this position{nearest(ship, state.ships)}"
                faults.add(f"victory[{number}]", text)
        if line.fort and line.fort not in forts:
            faults.add(f"victory[{number}]", f"'{line.fort}' is no fort of this position")
