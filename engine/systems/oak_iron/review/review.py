"""Which battles of Oak & Iron puzzles are taken from, and what they are about."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.parts.part import late_method
from engine.game.parts.review import PuzzleGround, Review, Theme
from engine.kit.dataset import bound
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.victory.strike import points

PUZZLES = PuzzleGround(
    scenarios=("quickstart", "quickstart", "patrol"),  # six ships take thrice as long as four
    themes=(
        Theme("which ship first", "name_ship"),
        Theme("turning", "manoeuvre", "*_start"),
        Theme("turning", "manoeuvre", "*_end"),
        Theme("turning", "manoeuvre", "*_twice"),
        Theme("the move", "manoeuvre"),
        Theme("turning", "turn"),
        Theme("seamanship", "seamanship"),
        Theme("seamanship", "seamanship_action"),
        Theme("sail and speed", "shift"),
        Theme("sail and speed", "free_sail"),
        Theme("reaction fire", "reaction"),
        *(
            theme
            for kind in ("attack", "crew_action", "second_broadside", "free_attack")
            for theme in (
                Theme("broadside", kind, "broadside*"),
                Theme("partial fire", kind, "partial_fire*"),
                Theme("boarding", kind, "board_*"),
                Theme("boarding", kind, "close_combat*"),
                Theme("repair and rally", kind, "repair*"),
                Theme("repair and rally", kind, "rally*"),
                Theme("reloading", kind, "reload*"),
                Theme("holding fire", kind, "hold"),
                Theme("crew", kind),
            )
        ),
    ),
)
"""Re-rolls are left out: their answer is a sum of chances, and no look at the sea. So are cards of
the initiative: what one is worth is hardly ever clear two turns later."""


# A battle of Oak & Iron looked back on.


@bound
class OakIronReview(Review[State]):
    """Strike points by turn, what each ship did, dice luck and decisive moments."""

    aftermath = late_method("engine.systems.oak_iron.review.aftermath:aftermath")

    rolls = late_method("engine.systems.oak_iron.review.aftermath:rolls")
    faces_of = late_method("engine.systems.oak_iron.review.aftermath:faces_of")

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

        return PUZZLES
