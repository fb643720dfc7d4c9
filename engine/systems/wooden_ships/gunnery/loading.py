"""Each ship loads one empty side with round shot (Wooden Ships & Iron Men, Reloading)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.fleet.status import surrendered, working_crew
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing, chosen, opened, seal, sheets
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import afloat
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State
from engine.systems.wooden_ships.state.steps import LoadGuns


def empty_sides(ship: Ship) -> tuple[SideName, ...]:
    """Return the sides that a ship could load now."""
    hands = sum(working_crew(ship)) - sum(ship.fresh)
    if not ship.prize:
        hands += ship.reserve
    if hands <= 0 or surrendered(ship) or ship.rescued:
        return ()
    return tuple(side for side, load in zip(SIDES, ship.loaded, strict=True) if load == "empty")


@RULES.asks(LoadGuns)
def _asks(state: State, step: LoadGuns) -> tuple[Sheet, ...]:
    return sheets(state, step, "Load:", _slots)


RULES.takes(LoadGuns)(seal)


@RULES.does(LoadGuns)
def _does(ledger: Writing, step: LoadGuns) -> None:
    answers = opened(ledger, step)
    for ship in afloat(ledger.state):
        empty = empty_sides(ship)
        if empty:
            side = chosen(answers, ship.id, empty[0])
            ledger.write(ev.SideLoaded(ship.id, "port" if side == "port" else "starboard"))
    ledger.finish()


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    if len(empty_sides(ship)) > 1:
        stronger = max(SIDES, key=lambda side: ship.guns[SIDES.index(side)])
        slot = Slot(ship.id, ship.label, _options(ship.id), ship.id)
        yield slot, Answer(stronger)


@lru_cache(maxsize=1024)
def _options(ship: str) -> tuple[Option, ...]:
    return tuple(Option(side, side.capitalize(), None, subject=ship) for side in SIDES)
