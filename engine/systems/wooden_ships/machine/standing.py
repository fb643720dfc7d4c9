"""Standing choices of a seat: kept for later turns, and changed at any time beside what is asked.

"Fire if HDT is at least" and "Skip TBP phase" of the online rules. Without a choice ships fire
from table 0 on, and nobody is asked for transfers and grapples between ships of one side.
"""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Draft, Fill, Sheet, Slot
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.status import crewless, surrendered
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat, holder
from engine.systems.wooden_ships.state.state import EVERY_SHIP, Ship, Standing, State

STANDING, NEIGHBOURS, FIRE = "standing", "neighbours", "fire"
"""The sheet, and its slots; that of a single ship is `fire:A1`."""
AS_ALL = "as_all"
RULE = "Firing"


def standing_of(state: State, seat: str) -> Standing:
    """Return the standing choices of a seat."""
    return (state.standing or {}).get(seat, Standing())


def fires_from(state: State, ship: Ship) -> int:
    """Return the least hit table that a ship fires from: by her holder's standing choice."""
    return standing_of(state, holder(ship)).least(ship.id)


def asked_about_friends(state: State, ship: Ship) -> bool:
    """Tell whether a ship is asked for transfers to and grapples of ships of her own side."""
    return standing_of(state, holder(ship)).asks(ship.id)


def standing_sheet(state: State, seat: str) -> Sheet | None:
    """Return the sheet of a seat's standing choices; None without a ship that could follow them."""
    ships = [
        ship
        for ship in afloat(state)
        if holder(ship) == seat and not surrendered(ship) and not crewless(ship)
    ]
    if state.outcome is not None or not ships:
        return None
    standing = standing_of(state, seat)
    tables = range(book().gunnery.min_table, book().gunnery.max_table + 1)
    least = tuple(Option(str(table), _from(table), None) for table in tables)
    digits = "".join(option.id for option in least)
    slots = [Slot(FIRE, "All ships", least, typed=digits, needs=False)]
    proposed = {FIRE: Answer(str(standing.fire_from))}
    if len(ships) > 1:
        as_all = Option(AS_ALL, "as all ships", None)
        everyone = Option(EVERY_SHIP, "every ship", None)
        own = tuple(Option(ship.id, ship.label, None, subject=ship.id) for ship in ships)
        asks = Slot(
            NEIGHBOURS,
            "Ask on own line",
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
    prompt = "Kept for later turns:"
    return Sheet(STANDING, seat, STANDING, prompt, tuple(slots), proposed=proposed)


def asks_about(slot: Slot, pick: str) -> bool:
    """Tell whether a pick is still on a slot."""
    return any(option.id == pick for option in slot.options)


def _from(table: int) -> str:
    return f"fire at table {table} up" if table else "fire at any table"


def chosen(standing: Standing, draft: Draft) -> Standing:
    """Return standing choices with those of a filled sheet; what it leaves out stays."""
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


@RULES.beside(
    STANDING, standing_sheet, "there is no ship that could follow a standing choice", RULE
)
def change(ledger: Writing, seat: str, command: Fill) -> None:
    """Write down a seat's standing choices."""
    standing = chosen(standing_of(ledger.state, seat), command.answers)
    ledger.write(ev.StandingChanged(seat, standing))
