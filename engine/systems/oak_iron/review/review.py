"""A battle of Oak & Iron looked back on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.game.parts.part import late_method
from engine.game.parts.review import Review
from engine.kit.dataset import bound
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.victory.strike import points

if TYPE_CHECKING:
    from engine.game.parts.puzzle_ground import PuzzleGround


@bound
class OakIronReview(Review[State]):
    """Strike points by turn, what each ship did, dice luck and decisive moments."""

    aftermath = late_method("engine.systems.oak_iron.review.aftermath:aftermath")

    rolls = late_method("engine.systems.oak_iron.review.rolls:rolls")
    faces_of = late_method("engine.systems.oak_iron.review.rolls:faces_of")

    def score(self, state: State) -> Mapping[str, float]:
        """Return the strike points against the enemies of each side."""
        against = {key: points(state, key) for key in state.squadrons}
        return {
            own.side: sum(
                against[key] for key, each in state.squadrons.items() if each.side != own.side
            )
            for own in state.squadrons.values()
        }

    def puzzle_ground(self) -> PuzzleGround:
        from engine.systems.oak_iron.review.puzzles import PUZZLES

        return PUZZLES
