"""How far a search sees."""

from __future__ import annotations

import msgspec


class Horizon(msgspec.Struct, frozen=True):
    """How far playouts look, and how far what they tell may err."""

    turns: int = 1
    """How many turns are played to their end, the one under way among them; 0 where none can be."""
    bias: float = 0.5
    """By how many points they err however many there are: they are not the whole battle."""
    doubt: float = 1.25
    """By how many points the advice errs about the difference of two answers: a standard error."""
    sooner: int = 0
    """Turns that a search with a budget plays on instead; 0: as many. More rounds of fewer turns
    may tell more in the same time."""

    def searched(self) -> Horizon:
        """Return the horizon of a search with a budget."""
        return msgspec.structs.replace(self, turns=self.sooner or self.turns, sooner=0)
