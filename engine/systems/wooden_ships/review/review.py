"""A battle looked back on, as the rest of the program asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.game.parts.part import late_method
from engine.game.parts.review import Review
from engine.kit.dataset import bound
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.victory.points import side_points

if TYPE_CHECKING:
    from engine.game.parts.puzzle_ground import PuzzleGround


@bound
class WoodenShipsReview(Review[State]):
    """Points by turn, what each ship did, decisive moments."""

    aftermath = late_method("engine.systems.wooden_ships.review.aftermath:aftermath")
    missed = late_method("engine.systems.wooden_ships.review.replotting:missed")

    rolls = late_method("engine.systems.wooden_ships.review.rolls:rolls")

    def score(self, state: State) -> Mapping[str, float]:
        sides = dict.fromkeys(seat.side for seat in state.seats.values())
        return {side: float(side_points(state, side)) for side in sides}

    def puzzle_ground(self) -> PuzzleGround:
        from engine.systems.wooden_ships.review.puzzles import PUZZLES

        return PUZZLES
