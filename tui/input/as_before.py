"""A sheet filled in as the same seat filled in its last one of the kind."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game.record import Record
from engine.game.sheet import Drafted, Fill, Sheet

NAME = "as last time"


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
            return (Drafted(NAME, answers),) if answers else ()
    return ()


def _kind(sheet: str) -> str:
    """Return the id of a sheet without the number of its turn."""
    return sheet.rstrip("0123456789 ")
