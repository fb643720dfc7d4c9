"""Battles of Iron & Oak at their start: those of the rulebook, and designs (battles that players
build).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.base.text import parse_number, pluralized
from engine.game.decision import Answer, Option
from engine.game.parts.building import Building, Document, Switch, Verdict
from engine.game.position import Faults, format_value, list_words, nearest
from engine.game.question import Fill, Sheet, Slot
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import SIDES, BattleRecord, Side
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.machine import RULES, Ledger, turn_steps
from engine.systems.iron_oak.squadrons import reading
from engine.systems.iron_oak.squadrons.catalogue import catalogue, notes, paper, worth
from engine.systems.iron_oak.squadrons.reading import OWN, named, read_design, ready
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import (
    EDITION,
    Board,
    Rules,
    Section,
    Ship,
    SideState,
    State,
)
from engine.systems.iron_oak.victory import NAMES as SIDE_NAMES
from engine.systems.iron_oak.waters import GRID, OFF, land

# Battles of the rulebook as states at their start, with seats and options (Iron & Oak 2.1, 9).


NAMES = {"union": "Union", "confederate": "Confederate"}


def seated(
    side: str, counts: Mapping[str, int], names: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (keys, names) of the seats of a side. A single seat has the name of its side."""
    before = 0 if side == "union" else counts["union"]
    keys = tuple(chr(65 + before + place) for place in range(counts[side]))
    if not names:
        many = len(keys) > 1
        names = tuple(
            f"{NAMES[side]} {number}" if many else NAMES[side] for number in range(1, len(keys) + 1)
        )
    return keys, names


def deal_units(state: State) -> State:
    """Return the state with each side's units dealt to its seats, one unit to each in turn.

    Units and sides are sorted by key, as they are when read from a file: dice are rolled for them
    in this order, and must give the same results in both cases.
    """
    ships, sections = dict(state.ships), dict(state.sections)
    for side in SIDES:
        seats = state.sides[side].seats
        own = [id for id, ship in ships.items() if ship.side == side]
        for place, id in enumerate(own):
            ships[id] = replace(ships[id], seat=seats[place % len(seats)])
        forts = [id for id, section in sections.items() if section.side == side]
        for place, id in enumerate(forts, len(own)):
            sections[id] = replace(sections[id], seat=seats[place % len(seats)])
    return replace(
        state,
        sides=dict(sorted(state.sides.items())),
        ships=dict(sorted(ships.items())),
        sections=dict(sorted(sections.items())),
    )


# Options of a battle: switches of section 9, seats that share a side (Iron & Oak 2.1), plans.


SWITCHES = ("low_freeboard", "tenders", "alternating")
PLANS = "plans"
"""The option by which the seats of a side show each other where their ships intend to go.

It is an option of our own, not of the rules, so no position file has it.
"""
SEATS = ("union_seats", "confederate_seats")
LABELS = {"union": "Union seats", "confederate": "Conf. seats"}
"""The labels for the number of seats of each side, in the form of a new battle. A label may have 14
characters."""
MOST_SEATS = 4
DESIGNS = "squadrons"
"""The option that names a design (a battle that a player built). Its key is `squadrons`, as in the
other games, so that all callers use one key."""
_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0"}


class Options(NamedTuple):
    """The options of a new battle, after they were checked."""

    rules: Rules
    seats: dict[str, int]
    designs: tuple[str, ...] = ()
    """The designs that the player named: as a shipped one, or as a file."""


def read_options(source: str, options: Mapping[str, Any]) -> Options:
    """Return the options, checked; raises `SetUpFault` that lists every wrong one."""
    faults = Faults(source)
    switches: dict[str, Any] = {}
    seats = {"union": 1, "confederate": 1}
    designs: tuple[str, ...] = ()
    for key, value in options.items():
        if key == DESIGNS:
            designs = tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)
        elif key in (*SWITCHES, PLANS):
            word = str(value).lower()
            if word not in _YES | _NO:
                faults.add(key, f"found {format_value(value)}, allowed: true or false")
            switches[key] = word in _YES
        elif key in SEATS:
            word = str(value)
            if word.isdecimal() and 1 <= parse_number(word) <= MOST_SEATS:
                seats[key.removesuffix("_seats")] = parse_number(word)
            else:
                faults.add(
                    key,
                    f"found {format_value(value)}, allowed: a whole number from 1 to {MOST_SEATS}",
                )
                seats[key.removesuffix("_seats")] = 1
        else:
            known = (*SWITCHES, PLANS, *SEATS)
            faults.add(key, f"is not an option; known: {', '.join(known)}{nearest(key, known)}")
    if switches.get(PLANS) and max(seats.values()) == 1:
        faults.add(PLANS, "needs a side of several seats, such as union_seats=2")
    faults.check()
    return Options(Rules(**switches), seats, designs)


def offered(seats: Mapping[str, int]) -> tuple[Switch, ...]:
    """Return the settings that the form of a new battle offers: seats for each side, and plans
    shared between them.

    `seats` is how many seats could share each side. Plans are offered only if a side can be shared.
    """
    many = {side: min(most, MOST_SEATS) for side, most in seats.items() if most > 1}
    shared = tuple(
        Switch(
            f"{side}_seats",
            LABELS[side],
            (("", "one"), *((str(count), str(count)) for count in range(2, most + 1))),
            "How many players share the ships of this side.",
        )
        for side, most in many.items()
    )
    plans = Switch(
        PLANS,
        "Plans",
        (("", "not shared"), ("true", "shared with allied seats")),
        "Whether allied players see where each ship means to go before orders are opened.",
    )
    return (*shared, plans) if shared else ()


# Battles of the rulebook as states at their start, with the options of section 9 (Iron & Oak 2.0).


TITLE = "Iron & Oak"


def scenarios() -> dict[str, str]:
    """Return {id of a battle: its description in one line}."""
    own = "A battle of your own: a design that you build, or one that came with the game"
    told: dict[str, str] = {}
    for id, record in book().scenarios.items():
        words = f"{record.title}, {record.date}: {record.place}, {pluralized(record.turns, 'turn')}"
        if record.night:
            words += ", by night"
        if record.favours:
            words += f"; uneven, history favours the {SIDE_NAMES[record.favours]}"
        told[id] = words
    return {**told, OWN: own}


def set_up(scenario: str, options: Mapping[str, Any] | None = None) -> State:
    """Return the start of a battle; raises `SetUpFault` for a wrong scenario or option."""
    chosen = read_options(TITLE, options or {})
    if scenario == OWN:
        record = named(chosen.designs)
    else:
        if chosen.designs:
            raise SetUpFault(
                TITLE, [("squadrons", f"designs can be used only in the scenario '{OWN}'")]
            )
        if scenario not in book().scenarios:
            known = list_words(book().scenarios, scenario) + nearest(scenario, book().scenarios)
            told = f"{format_value(scenario)} is not known; known: {known}"
            raise SetUpFault(TITLE, [("scenario", told)])
        record = book().scenarios[scenario]
    if scenario == OWN:
        chosen = chosen._replace(rules=with_victory(chosen.rules, record))
    state = new_battle(scenario, record, chosen)
    sides = {key: replace(side, aside=()) for key, side in state.sides.items()}
    return replace(state, sides=sides, edition=EDITION)


def with_victory(rules: Rules, record: BattleRecord) -> Rules:
    """Return the rules with conditions of victory added, for a battle that is not in the
    rulebook.
    """
    return replace(rules, victory=record.victory, default=record.default)


def new_battle(scenario: str, record: BattleRecord, chosen: Options) -> State:
    """Return the start of a battle, made from its record."""
    sides: dict[str, SideState] = {}
    for side in SIDES:
        keys, names = seated(side, chosen.seats)
        sides[side] = SideState(edge=record.force(side).edge, seats=keys, names=names)
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
    state = deal_units(state)
    return with_agenda(state, record)


def with_agenda(state: State, record: BattleRecord) -> State:
    """Return the state with an agenda: the steps before the first turn, and the first turn's."""
    first = [state.first, *(side for side in SIDES if side != state.first)]
    cards: dict[str, int] = {side: record.force(side).action_cards for side in SIDES}
    steps: list[st.AnyStep] = [st.Deal(cards), st.NumberCounters()]
    steps += [st.PlaceHidden(side) for side in first]
    steps += [st.StartAnchored(side) for side in first]
    steps += turn_steps(state, state.first)
    return replace(state, agenda=tuple(reversed(steps)))


def board_of(record: BattleRecord) -> Board:
    """Return the board of a battle from its record: the water, markers and land."""
    return Board(
        current=record.current,
        wind=record.wind,
        night=record.night,
        banks=record.banks,
        shoals={shoal.band: shoal.depth for shoal in record.shoals},
        markers=record.markers,
        terrain={each.box: each.kind for each in record.terrain},
    )


def _ships(record: BattleRecord, side: Side) -> list[Ship]:
    units = record.force(side).units
    hidden = side in record.hidden
    ships: list[Ship] = []
    for unit in units:
        words = [word.partition(":") for word in unit.state]
        numbers = {name: int(value) for name, _, value in words if name in {"hits", "crew_loss"}}
        ships.append(
            Ship(
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
        )
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


# Steps and questions before the first turn: numbers, hidden counters, anchors.
#
# Iron & Oak 2.1, 2.2.


@RULES.does(st.NumberCounters)
def _number_counters(ledger: Ledger, step: st.NumberCounters) -> None:
    """Give each side's hidden counters numbers at random, so that a number does not show which ship
    it is.
    """
    ledger.finish()
    counters: dict[str, str] = {}
    rolled = 0
    for side in ledger.state.sides:
        hidden = [
            ship.id for ship in ledger.state.ships.values() if ship.hidden and ship.side == side
        ]
        for number, id in enumerate(ledger.shuffled(hidden, rolled), 1):
            counters[id] = f"{side}_counter_{number}"
        rolled += max(0, len(hidden) - 1)
    if counters:
        ledger.write(ev.CountersNumbered(counters, rolled))


def places(state: State, side: str) -> tuple[str, ...]:
    """Return where a side may place its hidden counters.

    These are the boxes that the battle names. If it names none, they are the boxes of the side's
    ships, the boxes next to these, and the places off the map where its ships wait.
    """
    for effect in state.in_force("hidden_boxes"):
        if effect.side == side:
            return effect.boxes
    found: dict[str, None] = {}
    for ship in state.ships.values():
        if ship.side != side or ship.kind != "ship":
            continue
        near = (ship.box, *GRID.neighbours(ship.box)) if ship.on_map else (ship.box,)
        found |= dict.fromkeys(
            box for box in near if box.startswith(OFF) or not land(state.board, box)
        )
    return tuple(found)


@RULES.asks(st.PlaceHidden)
def _ask(state: State, step: st.PlaceHidden) -> tuple[Sheet, ...]:
    free = any(effect.side == step.side for effect in state.in_force("hidden_boxes"))
    counters = tuple(
        ship
        for ship in state.ships.values()
        if ship.side == step.side and ship.hidden and (free or ship.kind == "contact")
    )
    if not counters:
        return ()
    options = tuple(Option(box, box, None) for box in places(state, step.side))
    slots = tuple(Slot(ship.id, name(ship), options, subject=ship.id) for ship in counters)
    proposed = {
        ship.id: Answer(ship.box if any(each.id == ship.box for each in options) else options[0].id)
        for ship in counters
    }
    seat = state.sides[step.side].seats[0]
    prompt = "Where do the hidden counters start?"
    return (Sheet("hidden counters", seat, "hidden", prompt, slots, proposed=proposed),)


@RULES.takes(st.PlaceHidden)
def _place(ledger: Ledger, step: st.PlaceHidden, seat: str, command: Fill) -> None:
    ledger.finish()
    boxes = {id: answer.option for id, answer in command.answers.items()}
    ledger.write(ev.HiddenPlaced(step.side, boxes))


@RULES.asks(st.StartAnchored)
def _ask_anchored(state: State, step: st.StartAnchored) -> tuple[Sheet, ...]:
    ships = [
        state.ships[id]
        for effect in state.in_force("may_start_anchored")
        for id in effect.ships
        if id in state.ships and state.ships[id].side == step.side
    ]
    if not ships:
        return ()
    options = tuple(Option(ship.id, name(ship), None, subject=ship.id) for ship in ships)
    slot = Slot("anchored", "At anchor", options, at_most=len(options), needs=False)
    seat = state.sides[step.side].seats[0]
    return (Sheet("anchors", seat, "anchors", "Which ships start at anchor?", (slot,)),)


@RULES.takes(st.StartAnchored)
def _anchor(ledger: Ledger, step: st.StartAnchored, seat: str, command: Fill) -> None:
    ledger.finish()
    ships = command.answers.get("anchored", Answer()).chosen
    if ships:
        ledger.write(ev.StartedAnchored(step.side, ships))


# Designs: building, checking and printing them.


@uses_own_data
class IronOakBuilding(Building[State]):
    """The part of the game for designs (battles that players build); one file holds both sides."""

    kind = "design"
    unit, units = "ship or fort", "ships and forts"
    names_ships = False
    usual = reading.FIRST
    whole_battle = True
    about = (
        "A design is a whole battle: its waters with wind, current, banks and "
        "shoals, land and obstacles, the action cards, the victory lines, and the ships and "
        "forts, each with the box where it begins. Both sides stand in one file."
    )

    ready = staticmethod(ready)
    catalogue = staticmethod(catalogue)

    def like(self, ended: State, begun: State) -> State:
        """Return the new battle with two settings of the battle that it follows: the edition of our
        rulings, and whether exchanged cards are recorded.

        Older battles do not record which cards a side has set aside.
        """
        begun = replace(begun, edition=ended.edition)
        if all(side.aside is not UNSET for side in ended.sides.values()):
            return begun
        sides = {key: replace(side, aside=UNSET) for key, side in begun.sides.items()}
        return replace(begun, sides=sides)

    def check(self, table: Mapping[str, Any]) -> Verdict:
        """Return the verdict on a design: whether it can be played, and everything that is wrong
        with it.
        """
        record, faults = read_design("", table)
        points = sum(worth(record, side) for side in SIDES)
        return Verdict(record.title, points, faults=tuple(faults.found), notes=notes(record))

    def document(self, table: Mapping[str, Any]) -> Document:
        record, faults = read_design("", table)
        return paper(record, tuple(faults.found), notes(record))

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the scenario in which all designs are played."""
        return reading.OWN

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the settings of a battle of the rulebook: how many seats share each side, and
        whether they show each other plans.
        """
        record = book().scenarios.get(scenario)
        if record is None:
            return ()
        return offered({side: len(record.force(side).units) for side in SIDES})
