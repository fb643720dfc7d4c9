"""A battle of a game system looked back on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.game.parts.aftermath import Aftermath
from engine.game.parts.part import Part, S

if TYPE_CHECKING:
    from engine.game.record import Record


class Review(Part[S]):
    """What some entries of a battle amount to."""

    def aftermath(self, start: S, entries: Sequence[Record]) -> Aftermath:
        """Return points by turn, what each ship did, luck and decisive moments."""
        return Aftermath()

    def score(self, state: S) -> Mapping[str, float]:
        """Return the points that each side has won by now; {} where none are counted."""
        return {}
