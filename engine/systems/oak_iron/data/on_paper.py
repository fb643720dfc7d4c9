"""Cards and rules that work only while a squadron is built, each with its reason.

They have no effect of their own in play: `machine.moment` leaves them out.
"""

from __future__ import annotations

ON_PAPER = {
    "supply_ship": "its keywords work: Double Rations and Valuable",
    "merchants": "its keywords work: Undermanned and Closed Quarters",
    "corsairs": "its keywords work: Fierce and Boarders",
    "kapers": "its keyword works: Daring",
    "buccaneers": "its keyword works: Marksmen",
    "double_rations": "brings an initiative card into the hand",
    "intrepid": "brings an initiative card into the hand",
    "doughty": "brings an initiative card into the hand",
    "buccaneer_tactics": "widens the choice of the hand",
    "indecisive": "makes the hand smaller",
    "mixed_hand": "widens the choice of the hand",
    "rogues": "bars ships of the line from the squadron",
    "no_ships_of_the_line": "bars ships of the line from the squadron",
    "fast_ships": "makes options cheaper",
    "heavily_armed": "makes options cheaper",
    "stout_ships": "makes options cheaper",
    "large_crews": "makes options cheaper",
    "skill": "is a value of the ship, told by `rerolls.skill`",
}
"""Why each has no effect of its own in play, by id."""
