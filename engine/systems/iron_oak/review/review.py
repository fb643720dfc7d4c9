"""A battle looked back on, as the rest of the program asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.game.parts.part import late_method
from engine.game.parts.review import Review
from engine.kit.dataset import bound
from engine.systems.iron_oak.machine.view import opened
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory.points import points
from engine.systems.iron_oak.victory.wording import NAMES

if TYPE_CHECKING:
    from engine.game.parts.puzzle_ground import PuzzleGround


@bound
class IronOakReview(Review[State]):
    """Victory Points by turn, what each ship did, luck, decisive moments; orders in hindsight."""

    by_slot = True
    played_on = 60

    aftermath = late_method("engine.systems.iron_oak.review.aftermath:aftermath")

    rolls = late_method("engine.systems.iron_oak.review.rolls:rolls")

    opened = staticmethod(opened)

    def score(self, state: State) -> Mapping[str, float]:
        return {name: points(state, side) for side, name in NAMES.items()}

    def puzzle_ground(self) -> PuzzleGround:
        from engine.systems.iron_oak.review.puzzles import PUZZLES

        return PUZZLES
