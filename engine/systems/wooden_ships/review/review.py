"""Which battles of Wooden Ships puzzles are taken from, and what they are about."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game.parts.part import late_method
from engine.game.parts.review import PuzzleGround, Review, Theme
from engine.kit.dataset import bound
from engine.systems.wooden_ships.state.state import State
from engine.systems.wooden_ships.victory import side_points

PUZZLES = PuzzleGround(
    scenarios=(
        "ranger_drake",
        "nymphe_cleopatre",
        "mars_hercule",
        "ambuscade_bayonnaise",
        "constellation_insurgente",
        "constellation_vengeance",
        "constitution_guerriere",
        "united_states_macedonian",
        "constitution_java",
        "chesapeake_shannon",
        "wasp_reindeer",
        "lydia_natividad",
        "flamborough_head",
        "constitution_cyane_levant",
        "pellew_droits",
    ),
    themes=(
        Theme("lying still", "orders", "0"),
        Theme("straight on", "orders", "[1-9]"),
        Theme("a turn at once", "orders", "[LR]*"),
        Theme("ahead, then a turn", "orders", "[1-9][LR]*"),
        Theme("the plot", "orders"),
        Theme("the broadside", "combat", "*:hull"),
        Theme("fire at the rigging", "combat", "*:rigging"),
        Theme("holding fire", "combat"),
        Theme("boarding parties", "boarding"),
        Theme("grappling", "grappling"),
        Theme("casting off", "ungrappling"),
        Theme("getting clear", "unfouling"),
    ),
    rounds=20,  # only that of broadsides is taken out
)
"""The fleet actions are left out: a person would fill in the plots of a dozen ships."""


# A battle looked back on, as the rest of the program asks for it.


@bound
class WoodenShipsReview(Review[State]):
    """Points by turn, what each ship did, decisive moments."""

    aftermath = late_method("engine.systems.wooden_ships.review.aftermath:aftermath")
    missed = late_method("engine.systems.wooden_ships.review.replotting:missed")

    rolls = late_method("engine.systems.wooden_ships.review.aftermath:rolls")

    def score(self, state: State) -> Mapping[str, float]:
        sides = dict.fromkeys(seat.side for seat in state.seats.values())
        return {side: float(side_points(state, side)) for side in sides}

    def puzzle_ground(self) -> PuzzleGround:

        return PUZZLES
