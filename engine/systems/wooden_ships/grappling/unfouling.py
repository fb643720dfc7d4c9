"""Fouled ships try to get clear (Wooden Ships & Iron Men, Collisions and Fouling)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.game.answer import Answer
from engine.game.decision import Option
from engine.game.sheet import Sheet, Slot
from engine.systems.wooden_ships.data.book import book
from engine.systems.wooden_ships.fleet.status import crewless, surrendered
from engine.systems.wooden_ships.fleet.ties import fouled_with
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.machine.sheets import Writing, chosen, opened, seal, sheets
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import friends, in_order
from engine.systems.wooden_ships.state.state import Ship, State
from engine.systems.wooden_ships.state.steps import Unfoul

LABELS = {
    "all": "from all",
    "friends": "from friends only",
    "enemies": "from enemies only",
    "none": "stay fouled",
}
PROMPT = "Get clear:"


def may_try(state: State, ship: Ship) -> bool:
    """Tell whether a ship may try to get clear: fouled, with crew, not surrendered."""
    return bool(fouled_with(state, ship.id)) and not crewless(ship) and not surrendered(ship)


@RULES.asks(Unfoul)
def _asks(state: State, step: Unfoul) -> tuple[Sheet, ...]:
    return sheets(state, step, PROMPT, _slots) if state.fouled else ()


RULES.takes(Unfoul)(seal)


@RULES.does(Unfoul)
def _does(ledger: Writing, step: Unfoul) -> None:
    answers = opened(ledger, step)
    wanted = []
    for ship in ledger.state.ships.values():
        which = chosen(answers, ship.id, "none")
        for other in in_order(fouled_with(ledger.state, ship.id)):
            friend = friends(ledger.state, ship, ledger.state.ships[other])
            if which in ("all", "friends" if friend else "enemies"):
                wanted.append((ship.id, other))
    for one, other in wanted:
        if other in fouled_with(ledger.state, one):
            face = ledger.face(6)
            ledger.write(ev.UnfoulTried(one, other, face, face <= book().snags.unfouled_to))
    ledger.finish()


def _slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    if may_try(state, ship):
        yield Slot(ship.id, ship.label, _options(ship.id), ship.id), Answer("all")


@lru_cache(maxsize=512)
def _options(ship: str) -> tuple[Option, ...]:
    return tuple(Option(id, label, None, subject=ship) for id, label in LABELS.items())
