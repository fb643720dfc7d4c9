"""Position files (situations written by hand) of a battle: they are parsed and checked, and
`inspect` returns facts about them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.game.parts.part import Positions
from engine.game.position import Faults, Reader, nearest
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import EDGES, SIDES, Effect, Side, VictoryLine
from engine.systems.iron_oak.fleet import towed_by
from engine.systems.iron_oak.machine import PHASES, steps_from, turn_steps
from engine.systems.iron_oak.positions.units import read_board, read_sections, read_ships
from engine.systems.iron_oak.set_up import SWITCHES, deal_units, seated
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import Rules, Section, Ship, SideState, State
from engine.systems.iron_oak.state.steps import Phase
from engine.systems.iron_oak.waters import land

# Consistency checks between the ships of a position: ties, places, cards.


THINGS = ("obstruction", "heavy_obstruction", "hulk")
ON_THE_WATER = ("anchored", "grounded", "towing", "across_bow_of", "across_stern_of", "fouled")
"""The fields of a ship that only a ship on the map can have."""


def check(state: State, faults: Faults) -> None:  # noqa: PLR0912  (one branch a mistake)
    """Record as faults all facts of a position that contradict each other. If only one of two ships
    names the other as fouled with her, the other ship is corrected.
    """
    for ship in list(state.ships.values()):
        where = f"sides.{ship.side}.ships.{ship.id}"
        if ship.on_map and ship.box and land(state.board, ship.box):
            faults.add(f"{where}.box", f"'{ship.box}' is land")
        if not ship.on_map:
            for field in ON_THE_WATER:
                if getattr(ship, field):
                    name = "fouled_with" if field == "fouled" else field
                    faults.add(f"{where}.{name}", "needs a ship in a box of the map")
        if ship.anchored and ship.slipped:
            faults.add(f"{where}.anchored", "a ship that has slipped her anchor cannot lie at one")
        if ship.springs and not ship.anchored:
            faults.add(f"{where}.springs", "needs anchored = true")
        _ties(state, ship, where, faults)
        forts = {section.fort for section in state.sections.values()}
        _known(ship.opposed_by, state.ships, f"{where}.opposed_by", faults)
        for field in ("rammed", "no_ram", "no_cross_t"):
            _known(getattr(ship, field), state.ships, f"{where}.{field}", faults)
        _known(ship.screened_from, {*state.ships, *forts}, f"{where}.screened_from", faults)
    for field in ("across_bow_of", "across_stern_of"):
        ends = Counter(getattr(ship, field) for ship in state.ships.values())
        for id, count in ends.items():
            if id and count > 1:
                faults.add(
                    f"ships.{id}",
                    f"{count} ships lie {field.replace('_', ' ')} this ship; allowed: one",
                )
    places = [card for side in state.sides.values() for card in side.hand]
    places += [*state.deck, *state.discarded, *state.set_aside]
    places += [ship.springs for ship in state.ships.values() if ship.springs]
    for card, count in sorted(Counter(places).items()):
        if count > 1:
            faults.add("cards", f"card {card} is in {count} places; allowed: one")


def _ties(state: State, ship: Ship, where: str, faults: Faults) -> None:
    for what in ship.fouled:
        if what in THINGS:
            continue
        other = _other(state, ship, what, f"{where}.fouled_with", faults)
        if other is not None and ship.id not in other.fouled:
            ships: dict[str, Ship] = state.ships
            ships[other.id] = replace(other, fouled=(*other.fouled, ship.id))
    if ship.towing:
        other = _other(state, ship, ship.towing, f"{where}.towing", faults)
        if other is not None and other.control != ship.control:
            faults.add(f"{where}.towing", f"'{ship.towing}' is an enemy; a ship tows only friends")
        elif other is not None:
            tug = towed_by(state, other)
            if other.towing or (tug and tug.id != ship.id) or towed_by(state, ship):
                faults.add(f"{where}.towing", "a ship may tow only one ship, and a towed ship none")
    if ship.across_bow_of and ship.across_stern_of:
        faults.add(f"{where}.across_stern_of", "a ship can lie across only one end of one ship")
    for field in ("across_bow_of", "across_stern_of"):
        id = getattr(ship, field)
        if id:
            other = _other(state, ship, id, f"{where}.{field}", faults)
            if other is not None and other.control == ship.control:
                faults.add(f"{where}.{field}", f"'{id}' is not an enemy")


def _other(state: State, ship: Ship, id: str, where: str, faults: Faults) -> Ship | None:
    """Return the ship that an entry names, in the same box; record a fault, and return None, if it
    is wrong.
    """
    other = state.ships.get(id)
    if other is None:
        faults.add(where, f"'{id}' is not a ship of this position{nearest(id, state.ships)}")
    elif other.id == ship.id:
        faults.add(where, "a ship cannot be tied to herself")
    elif ship.on_map and other.box != ship.box:
        faults.add(where, f"'{id}' is not in {ship.box}")
    else:
        return other
    return None


def _known(ids: Iterable[str], known: Iterable[str], where: str, faults: Faults) -> None:
    names = tuple(known)
    for id in ids:
        if id not in names:
            faults.add(where, f"'{id}' is not in this position{nearest(id, names)}")


# Position files: any situation of a battle, parsed with every mistake listed.


MOST = 999
T = TypeVar("T", bound=msgspec.Struct)


def from_position(source: str, table: Mapping[str, Any]) -> tuple[State, int]:
    """Return (state, seed) of a parsed position file; `SetUpFault` lists every mistake."""
    faults = Faults(source)
    reader = Reader(table, faults)
    reader.skip("game")
    title, seed = reader.text("title", ""), reader.integer("seed", 0)
    scenario = reader.choice("scenario", ("", *book().scenarios), "")
    turn = reader.integer("turn", 1, 1, MOST)
    turns = reader.integer("turns", max(10, turn), 1, MOST)
    if turns < turn:
        reader.fault("turns", f"found {turns}, allowed: a whole number of {turn} or more")
    first: Side = reader.choice("first", SIDES, "union")
    active: Side = reader.choice("active", SIDES, first)
    phase: Phase = reader.choice("phase", PHASES, "order")
    switches = reader.table("rules")
    rules = Rules(**switches.fields(Rules, *SWITCHES))
    switches.finish()
    rules = read_victory(reader, rules)
    effects = _records(reader, "effects", Effect)
    deck, discarded, aside = (_numbers(reader, key) for key in ("deck", "discarded", "set_aside"))
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
        keys, named = seated(side, counts, names[side])
        hand = _numbers(here, "hand")
        sides[side] = SideState(
            edge=here.choice("edge", EDGES),
            seats=keys,
            names=named,
            hand=hand,
            hand_size=here.integer("hand_size", len(hand), 0, 50),
            replaced=here.integer("replaced", 0, 0, 50),
            played=here.flag("played", False),
        )
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
    state = deal_units(state)
    steps: list[st.AnyStep] = [] if deck else [st.Deal({})]
    steps += [st.NumberCounters(), *rest_of_turn(state)]
    return replace(state, agenda=tuple(reversed(steps))), seed


def rest_of_turn(state: State) -> list[st.AnyStep]:
    """Return the steps that are still to be done in the current turn of a position."""
    turns = [step for step in turn_steps(state, state.first) if isinstance(step, st.PlayerTurn)]
    place = next(place for place, step in enumerate(turns) if state.active in step.sides)
    steps = steps_from(state, turns[place].sides, state.phase)
    return [*steps, *turns[place + 1 :], st.VictoryPhase()]


def _records(reader: Reader, key: str, kind: type[T]) -> tuple[T, ...]:
    """Return the records in a table of a position file; they are written as in the data files."""
    found = []
    for number, each in enumerate(reader.tables(key)):
        try:
            found.append(msgspec.convert(dict(each.raw), kind))
        except msgspec.ValidationError as error:
            reader.fault(f"{key}[{number}]", str(error).replace("`", "'"))
    return tuple(found)


def _numbers(reader: Reader, key: str) -> tuple[int, ...]:
    wanted = "a card number from 1 to 50"
    return reader.numbers(key, book().cards, wanted, "a list of card numbers")


def _others(
    sides: Mapping[str, SideState], ships: Mapping[str, Ship], named: tuple[int, ...]
) -> tuple[int, ...]:
    """Return the cards of the deck: all cards except `named`, cards in hands and cards that lie on
    ships.
    """
    gone = Counter(named)
    gone.update(card for side in sides.values() for card in side.hand)
    gone.update(ship.springs for ship in ships.values() if ship.springs)
    return tuple(card for card in book().cards if not gone[card])


def read_victory(reader: Reader, rules: Rules) -> Rules:
    """Return the rules of the battle with the file's conditions of victory, `victory` and
    `default`; mistakes are recorded.
    """
    lines = _records(reader, "victory", VictoryLine)
    default = reader.choice("default", (*SIDES, "draw"), "")
    return replace(rules, victory=lines, default=default)


def check_victory(state: State, faults: Faults) -> None:
    """Record a fault for each ship or fort that a victory line names and that is not in the
    position.
    """
    forts = {section.fort for section in state.sections.values()}
    for number, line in enumerate(state.rules.victory):
        listed = () if isinstance(line.ships, str) else line.ships
        unless = line.unless.ships if line.unless else ()
        for ship in filter(None, (*listed, *unless, line.ship)):
            if ship not in state.ships:
                text = f"'{ship}' is not a ship of this position{nearest(ship, state.ships)}"
                faults.add(f"victory[{number}]", text)
        if line.fort and line.fort not in forts:
            faults.add(f"victory[{number}]", f"'{line.fort}' is not a fort of this position")


# Hand-written situations of Iron & Oak, and `inspect` about them.


@uses_own_data
class IronOakPositions(Positions[State]):
    """The part of the game for position files, `inspect` and `explain`."""

    def read(self, source: str, table: Mapping[str, Any]) -> tuple[State, int]:

        return from_position(source, table)

    def inspect(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the facts about a ship or fort section or, without a name, about all."""
        from engine.systems.iron_oak.inspection import inspect

        return inspect(view, subject)

    def explain(self, view: State, subject: str = "") -> dict[str, Any]:
        """Return the facts about a ship or fort section, or about all, in a form for people."""
        from engine.systems.iron_oak.inspection import explain

        return explain(view, subject)
