"""Which battles of Iron & Oak puzzles are taken from, and what they are about."""

from __future__ import annotations

from engine.game.parts.puzzle_ground import PuzzleGround, Theme

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
