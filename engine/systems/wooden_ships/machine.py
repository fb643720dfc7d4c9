"""How the rules run: the agenda (the steps still to be done) and its ledger, sheets that all seats
seal, and the view of a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from engine.game.decision import Answer, Option
from engine.game.question import Draft, Fill, Sheet, Slot
from engine.kit.agenda import Agenda
from engine.kit.by_type import cached_each, cached_while
from engine.kit.ledger import Ledger, Step
from engine.systems.wooden_ships.data import book
from engine.systems.wooden_ships.fleet import crewless, surrendered
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import (
    EVERY_SHIP,
    Ship,
    Standing,
    State,
    afloat,
    holder,
    id_order,
    unchosen,
)
from engine.systems.wooden_ships.state.steps import PHASES

# The agenda, sealed sheets of all seats, and choices that are kept for later turns.


RULES = Agenda[State]()


# Sheets: each seat answers for its ships in secret; then all sheets are opened together.
#
# Wooden Ships & Iron Men, Movement input window.


Writing = Ledger[State, ev.AnyEvent]
Slots = Callable[[State, Ship], Iterable[tuple[Slot, Answer]]]
"""A function that returns a ship's slots on a sheet, each with its proposed answer."""
Answers = dict[str, Answer]


def sheets(state: State, step: Step, prompt: str, slots: Slots) -> tuple[Sheet, ...]:
    """Return a phase's sheet for every seat that has a choice to make and has not sealed it."""
    found: dict[str, list[tuple[Slot, Answer]]] = {}
    for ship in state.ships.values():
        seat = holder(ship)
        if seat not in state.sealed and not ship.enter_turn:
            found.setdefault(seat, []).extend(slots(state, ship))
    phase = PHASES[type(step)]
    return tuple(
        Sheet(
            f"{phase} {state.turn}",
            seat,
            phase,
            prompt,
            tuple(slot for slot, _ in found[seat]),
            proposed={slot.id: answer for slot, answer in found[seat]},
        )
        for seat in state.seats
        if found.get(seat)
    )


def seal(ledger: Writing, step: Step, seat: str, command: Fill) -> None:
    """Store a sheet that a seat has sealed; it stays secret until all seats have sealed theirs."""
    ledger.write(ev.SheetSealed(seat, command.sheet, dict(command.answers)))


def why_not_reopen(state: State, seat: str) -> str:
    """Return why a seat may not take its sealed sheet back to change it; '' if it may."""
    if state.outcome is not None:
        return "the battle is over"
    return "" if seat in state.sealed else "there is no sealed sheet to open again"


@RULES.reopening(why_not_reopen)
def reopen(ledger: Writing, seat: str) -> None:
    """Take a seat's sealed sheet back, so that the player can change it."""
    ledger.write(ev.SheetReopened(seat))


def open_sheets(ledger: Writing, step: Step) -> Answers:
    """Open all sealed sheets of a phase; return {slot: answer} of all seats together."""
    sealed: Mapping[str, Answers] = ledger.state.sealed
    if not sealed:
        return {}
    in_order = {seat: sealed[seat] for seat in ledger.state.seats if seat in sealed}
    ledger.write(ev.SheetsOpened(PHASES[type(step)], in_order))
    found = {slot: answer for answers in in_order.values() for slot, answer in answers.items()}
    # Sorted, whatever the order in which they were filled in, because a file sorts them as text.
    return {slot: found[slot] for slot in sorted(found, key=id_order)}


def chosen_option(answers: Answers, slot: str, default: str = "") -> str:
    """Return the option id that was chosen in a slot; `default` if the slot has no answer."""
    return answers[slot].option if slot in answers else default


# Standing choices of a seat: kept for later turns, and changeable at any time.
#
# They are "Fire if HDT is at least" and "Skip TBP phase" of the online rules. Without a choice
# ships fire from table 0 on, and nobody is asked about transfers and grapples between ships of one
# side.


STANDING, NEIGHBOURS, FIRE = "standing", "neighbours", "fire"
"""The ids of the sheet of standing choices and of its slots. The slot of a single ship adds her id:
`fire:A1`."""
AS_ALL = "as_all"
ANY_TABLE = "fire at any table"
RULE = "Firing"


def standing_of(state: State, seat: str) -> Standing:
    """Return the standing choices of a seat: orders for its ships that hold until the player
    changes them.
    """
    return (state.standing or {}).get(seat, Standing())


def fires_from(state: State, ship: Ship) -> int:
    """Return the lowest hit table at which a ship fires, as her seat's standing choices say."""
    return standing_of(state, holder(ship)).least(ship.id)


def asked_about_friends(state: State, ship: Ship) -> bool:
    """Tell whether the player of a ship is asked about transfers and grapples between her and
    friends.
    """
    return standing_of(state, holder(ship)).asks(ship.id)


def standing_sheet(state: State, seat: str) -> Sheet | None:
    """Return the sheet of a seat's standing choices; None if they would apply to none of its
    ships.
    """
    open_ = unchosen(state)
    ships = [
        ship
        for ship in afloat(state)
        if holder(ship) == seat and not surrendered(ship) and not crewless(ship)
        if ship.id not in open_
    ]
    if state.outcome is not None or not ships:
        return None
    standing = standing_of(state, seat)
    tables = range(book().gunnery.min_table, book().gunnery.max_table + 1)
    least = tuple(
        Option(str(table), f"fire from hit table {table} on" if table else ANY_TABLE, None)
        for table in tables
    )
    digits = "".join(option.id for option in least)
    slots = [Slot(FIRE, "All ships", least, typed=digits, needs=False)]
    proposed = {FIRE: Answer(str(standing.fire_from))}
    if len(ships) > 1:
        as_all = Option(AS_ALL, "as all ships", None)
        everyone = Option(EVERY_SHIP, "every ship", None)
        own = tuple(Option(ship.id, ship.label, None, subject=ship.id) for ship in ships)
        asks = Slot(
            NEIGHBOURS,
            "Ask me about grapples and crew transfers with ships of my side",
            (everyone, *own),
            at_most=len(ships) + 1,
            needs=False,
        )
        slots.append(asks)
        picks = tuple(pick for pick in standing.neighbours if asks_about(asks, pick))
        proposed[NEIGHBOURS] = Answer(picks=picks)
        for ship in ships:
            slot = Slot(
                *(f"{FIRE}:{ship.id}", ship.label, (as_all, *least), ship.id),
                typed=digits,
                needs=False,
            )
            slots.append(slot)
            alone = standing.ships.get(ship.id)
            proposed[slot.id] = Answer(AS_ALL if alone is None else str(alone))
    prompt = "Kept until you change it:"
    return Sheet(STANDING, seat, STANDING, prompt, tuple(slots), proposed=proposed)


def asks_about(slot: Slot, pick: str) -> bool:
    """Tell whether an option id is one of a slot's options."""
    return any(option.id == pick for option in slot.options)


def with_chosen(standing: Standing, draft: Draft) -> Standing:
    """Return standing choices, changed by a filled sheet; a slot without an answer changes
    nothing.
    """
    least = int(draft[FIRE].option) if FIRE in draft and draft[FIRE].option else standing.fire_from
    ships = dict(standing.ships)
    for slot, answer in draft.items():
        kind, _, ship = slot.partition(":")
        if kind != FIRE or not ship or not answer.option:
            continue
        ships.pop(ship, None)
        if answer.option != AS_ALL:
            ships[ship] = int(answer.option)
    neighbours = draft[NEIGHBOURS].chosen if NEIGHBOURS in draft else standing.neighbours
    return Standing(least, ships, neighbours)


@RULES.beside(STANDING, standing_sheet, "no ship can use a standing choice", RULE)
def change(ledger: Writing, seat: str, command: Fill) -> None:
    """Record the standing choices that a player has filled in."""
    standing = with_chosen(standing_of(ledger.state, seat), command.answers)
    ledger.write(ev.StandingChanged(seat, standing))


# The view of a seat: everything except other seats' sealed sheets, drafted plots and standing
# choices.


def view(state: State, seat: str) -> State:
    """Return the state as a seat sees it; an empty `seat` stands for a watcher.

    Screens and computer players receive only this view. It shows that another seat has sealed its
    sheet, but not its answers; this holds for allies, too.
    """
    if state.standing:
        own = state.standing.get(seat)
        state = replace(state, standing={seat: own} if own is not None else UNSET)
    sealed = {key: answers if key == seat else {} for key, answers in state.sealed.items()}
    ships = _without_plots((state.ships, seat))
    if ships is state.ships:
        return replace(state, sealed=sealed) if sealed != state.sealed else state
    return replace(state, sealed=sealed, ships=ships)


@cached_while(lambda seen: seen)
def _without_plots(seen: tuple[Mapping[str, Ship], str]) -> Mapping[str, Ship]:
    """Return the ships without the plots that are hidden from a seat; the same mapping if none is
    hidden.

    Cached, so that the mapping stays the same object while sheets are filled in: drawings are
    cached by this object, and stay valid.
    """
    ships, seat = seen
    plotted = [ship for ship in ships.values() if ship.order and holder(ship) != seat]
    if not plotted:
        return ships
    return {**ships, **{ship.id: ship for ship in _orderless(seen, plotted)}}


def _itself(_: object, ship: Ship) -> Ship:
    return ship


@cached_each(lambda _: (), _itself)
def _orderless(seen: object, ship: Ship) -> Ship:
    """Return a ship without her plot, as other seats see her."""
    return replace(ship, order="")
