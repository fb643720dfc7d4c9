"""Sheets: each seat answers for its ships in secret; all are opened together.

Wooden Ships & Iron Men, Movement input window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.game.answer import Answer
from engine.game.sheet import Fill, Sheet, Slot
from engine.kit.ledger import Ledger
from engine.kit.step import Step
from engine.systems.wooden_ships.machine.agenda import RULES
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.sides import holder
from engine.systems.wooden_ships.state.state import Ship, State, id_order
from engine.systems.wooden_ships.state.steps import PHASES

Writing = Ledger[State, ev.AnyEvent]
Slots = Callable[[State, Ship], Iterable[tuple[Slot, Answer]]]
"""The slots of a ship, each with the answer that is proposed."""
Answers = dict[str, Answer]


def sheets(state: State, step: Step, prompt: str, slots: Slots) -> tuple[Sheet, ...]:
    """Return the sheet of every seat that has something to decide and has not sealed it."""
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
    """Put a sheet away until the last one is in."""
    ledger.write(ev.SheetSealed(seat, command.sheet, dict(command.answers)))


def why_not_reopen(state: State, seat: str) -> str:
    """Say why a seat may not open its sheet again, '' when it may."""
    if state.outcome is not None:
        return "the battle is over"
    return "" if seat in state.sealed else "there is no sealed sheet to open again"


@RULES.reopening(why_not_reopen)
def reopen(ledger: Writing, seat: str) -> None:
    """Give a seat its sealed sheet back."""
    ledger.write(ev.SheetReopened(seat))


def opened(ledger: Writing, step: Step) -> Answers:
    """Open all sealed sheets; return the answers of all seats by slot."""
    sealed: Mapping[str, Answers] = ledger.state.sealed
    if not sealed:
        return {}
    in_order = {seat: sealed[seat] for seat in ledger.state.seats if seat in sealed}
    ledger.write(ev.SheetsOpened(PHASES[type(step)], in_order))
    found = {slot: answer for answers in in_order.values() for slot, answer in answers.items()}
    # However they were filled in: a file has them in the order of text.
    return {slot: found[slot] for slot in sorted(found, key=id_order)}


def chosen(answers: Answers, slot: str, default: str = "") -> str:
    """Return the option that was chosen for a slot."""
    return answers[slot].option if slot in answers else default
