"""Prompter: what a game says of a slot while it is filled in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.game.sheet import Draft, Drafted, Offer, Slot


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
