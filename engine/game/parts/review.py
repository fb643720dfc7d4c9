"""A battle of a game system looked back on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from engine.base.generic import S
from engine.game.advice import Reason
from engine.game.parts.aftermath import Aftermath
from engine.game.parts.part import Part
from engine.game.parts.rolled import Rolled

if TYPE_CHECKING:
    from engine.game.parts.puzzle_ground import PuzzleGround
    from engine.game.record import Record


class Missed(msgspec.Struct, frozen=True):
    """An answer to a slot of a sheet, and a better one against what others really wrote."""

    seat: str
    question: str
    chosen: str
    better: str
    cost: float
    """Points by which the better one was worth more, before the dice."""
    reason: Reason


class Review(Part[S]):
    """What some entries of a battle amount to."""

    by_slot: bool = False
    """Whether a sheet is judged slot by slot, by what its seat saw when it was sealed."""
    played_on: int = 0
    """Battles played on in mind after each of two answers, to tell what a choice did to the
    chance of winning; 0 where a battle takes too long for that."""

    def aftermath(self, start: S, entries: Sequence[Record]) -> Aftermath:
        """Return points by turn, what each ship did, luck and decisive moments."""
        return Aftermath()

    def opened(self, state: S) -> S:
        """Return a state of a battle that is over as everybody may see it: nothing is hidden."""
        return state

    def missed(self, before: S, events: Sequence[Any], seats: Collection[str]) -> Missed | None:
        """Return the answer of these seats that cost most, once the sheets of all lie open.

        `events` are those of one entry, `before` the state before it; None where no sheets were
        opened, or nothing better was to be had. All that is told may be known to all by then.
        """
        return None

    def rolls(self, before: S, event: Any, seat: str) -> tuple[Rolled, ...]:
        """Return the dice of an event, as a seat may know of them; () for most events.

        Whoever rolled may be hidden from it: such a roll is left out.
        """
        return ()

    def faces_of(self, die: str) -> Mapping[str, float]:
        """Return the chance of each face of a die, by the names that `rolls` has for them."""
        sides = int(die.removeprefix("d"))
        return {str(face): 1 / sides for face in range(1, sides + 1)}

    def score(self, state: S) -> Mapping[str, float]:
        """Return the points that each side has won by now; {} where none are counted."""
        return {}

    def puzzle_ground(self) -> PuzzleGround:
        """Return where puzzles are looked for, and what they are called; by default nowhere."""
        from engine.game.parts.puzzle_ground import PuzzleGround

        return PuzzleGround()
