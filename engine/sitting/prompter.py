"""Prompter: what is said and offered of a sheet while it is filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.game.record import Record
from engine.game.sheet import Draft, Drafted, Fill, Offer, Sheet, Slot
from engine.kernel.seen import PlayedBattle


class Prompter(NamedTuple):
    """How keys become the written form of an answer, why one is wrong, what is offered by name.

    Each function but the last is given the id of a slot.
    """

    written: Callable[[str, str], str] = lambda slot, typed: typed
    """Returns what is spelt as the options of the slot are written."""
    why_not: Callable[[str, str], str] = lambda slot, typed: "no order begins so"
    """Says why what is spelt is no answer and begins none."""
    offers: Callable[[str], Sequence[Offer]] = lambda slot: ()
    """Returns the answers that are offered by name."""
    drafts: Callable[[Draft], Sequence[Drafted]] = lambda _: ()
    """Returns the drafts of the whole sheet that are offered by name."""

    def begins(self, slot: Slot, typed: str) -> bool:
        """Tell whether an option of a slot is spelt so, or begins so."""
        written = self.written(slot.id, typed)
        return any(each.id.startswith(written) for each in slot.options)

    def next_keys(self, slot: Slot, typed: str) -> list[str]:
        """Return the keys by which what is spelt can go on."""
        return [key for key in slot.typed if self.begins(slot, typed + key)]


PLAIN = Prompter()
"""Says nothing, and takes keys as they are."""
AS_LAST_TIME = "as last time"


def prompter_of(battle: PlayedBattle, sheet: Sheet) -> Prompter:
    """Return what the game of a battle says of a sheet, with the seat's last answers as a draft."""
    answering, view = battle.game.answering, battle.view(sheet.seat)
    return Prompter(
        lambda slot, typed: answering.written(view, sheet, slot, typed),
        lambda slot, typed: answering.why_not_typed(view, sheet, slot, typed),
        lambda slot: answering.offers(view, sheet, slot),
        lambda draft: (*answering.drafts(view, sheet, draft), *as_before(battle.entries, sheet)),
    )


def as_before(entries: Sequence[Record], sheet: Sheet) -> tuple[Drafted, ...]:
    """Return the seat's last answers to a sheet of this kind, where they are open; () for none."""
    for record in reversed(entries):
        command = record.command
        if (
            record.seat == sheet.seat
            and isinstance(command, Fill)
            and _kind(command.sheet) == _kind(sheet.id)
        ):
            answers = {
                slot.id: command.answers[slot.id]
                for slot in sheet.slots
                if slot.id in command.answers and not slot.fault(command.answers[slot.id])
            }
            return (Drafted(AS_LAST_TIME, answers),) if answers else ()
    return ()


def _kind(sheet: str) -> str:
    """Return the id of a sheet without the number of its turn."""
    return sheet.rstrip("0123456789 ")
