"""Which battles of Iron & Oak puzzles are taken from, and what they are about."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.parts.part import late_method
from engine.game.parts.review import PuzzleGround, Review, Theme
from engine.kit.dataset import bound
from engine.systems.iron_oak.machine.view import opened
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.victory import NAMES, points

PUZZLES = PuzzleGround(
    scenarios=(
        "hampton_roads",
        "spanish_river",
        "duel",
        "plymouth",
        "drewrys_bluff",
        "yazoo_river",
        "albemarle_sound",
        "charleston",
        "new_carthage",
        "plum_point",
        "wassaw_sound",
        "mobile_bay_final_clash",
    ),
    themes=(
        Theme("ramming", "way", "ram*"),
        Theme("ramming", "way", "bow*"),
        Theme("leaving the chart", "way", "off:*"),
        Theme("the way", "way"),
        Theme("holding fire", "gunnery", "hold"),
        Theme("a fort", "gunnery", "*fort*"),
        Theme("the target", "gunnery"),
        Theme("gunnery cards", "gunnery_cards"),
        Theme("cards", "cards"),
        Theme("repair parties", "parties"),
        Theme("repair parties", "repairs"),
        Theme("towing", "tow"),
        Theme("towing", "tows"),
    ),
    apart=0.3,
    rounds=48,  # no luck is taken out of a score
)
"""Where hits fall, and which cards are changed, is left out: there is little to see of it. So are
orders, of too many ships at a time, and who acts first and cards on the enemy: of several hundred
such questions none had one clear answer."""


# A battle looked back on, as the rest of the program asks for it.


@bound
class IronOakReview(Review[State]):
    """Victory Points by turn, what each ship did, luck, decisive moments; orders in hindsight."""

    by_slot = True
    played_on = 60

    aftermath = late_method("engine.systems.iron_oak.review.aftermath:aftermath")

    rolls = late_method("engine.systems.iron_oak.review.aftermath:rolls")

    opened = staticmethod(opened)

    def score(self, state: State) -> Mapping[str, float]:
        return {name: points(state, side) for side, name in NAMES.items()}

    def puzzle_ground(self) -> PuzzleGround:

        return PUZZLES
