"""Whole battles between computer players: one, or many on all cores.

What happens in a battle follows from its seed and its players' names alone, so the
same match has the same results whoever fights it, and in whatever order.
"""

from engine.arena.fighting import LIMIT, Stuck, arrange, crews, fight, play_out
from engine.arena.match import Bout, Fought, Match, Pair, Winner
from engine.arena.scorebook import Scorebook
from engine.arena.stamp import Stamp, difference, stamp
from engine.arena.statistics import Mean, Share, mean, wilson
from engine.arena.tally import Tally, tallied
from engine.arena.workers import fought, in_order

__all__ = [
    "LIMIT",
    "Bout",
    "Fought",
    "Match",
    "Mean",
    "Pair",
    "Scorebook",
    "Share",
    "Stamp",
    "Stuck",
    "Tally",
    "Winner",
    "arrange",
    "crews",
    "difference",
    "fight",
    "fought",
    "in_order",
    "mean",
    "play_out",
    "stamp",
    "tallied",
    "wilson",
]
