"""The sheet of orders: a plot for every ship that can move, or giving up.

Wooden Ships & Iron Men, Movement Rules, Surrender.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing, opened, seal, sheets
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import plots
from engine.systems.wooden_ships.sailing.station import proposed
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.state.steps import GiveOrders
from engine.systems.wooden_ships.victory.ending import give_up

GIVE_UP = "give_up"
KEYS = "01234LR"


@RULES.asks(GiveOrders)
def _asks(state: State, step: GiveOrders) -> tuple[Sheet, ...]:
    return sheets(state, step, "Orders:", _slots)


RULES.takes(GiveOrders)(seal)


@RULES.does(GiveOrders)
def _does(ledger: Writing, step: GiveOrders) -> None:
    answers = opened(ledger, step)
    ledger.finish()
    leaving = {
        holder(ledger.state.ships[ship])
        for ship, answer in answers.items()
        if answer.option == GIVE_UP
    }
    if leaving:
        give_up(ledger, [seat for seat in ledger.state.seats if seat in leaving])


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    legal = plots(state, ship)
    if legal:
        slot = Slot(ship.id, ship.label, _options(ship.id, legal), ship.id, typed=KEYS)
        yield slot, Answer(proposed(ship, legal))


@lru_cache(maxsize=4096)
def _options(ship: str, legal: tuple[str, ...]) -> tuple[Option, ...]:
    every = [Option(text, f"{text:4}  {_label(text)}", None, subject=ship) for text in legal]
    give_in = Option(GIVE_UP, "surrender with all ships", None, subject=ship, ends=True)
    return (*every, give_in)


@lru_cache(maxsize=1024)
def _label(text: str) -> str:
    """Return a plot in words: `2 ahead, starboard, 1 ahead`."""
    words, ahead = [], 0
    for sign in (*read(text), ""):
        if sign == "1":
            ahead += 1
            continue
        words += [f"{ahead} ahead"] if ahead else []
        words += {"L": ["port"], "R": ["starboard"]}.get(sign, [])
        ahead = 0
    return ", ".join(words) or "stay"
