"""Whole battles between computer players: one, or many on all cores.

What happens in a battle follows from its seed and its players' names alone, so the
same match has the same results whoever fights it, and in whatever order.
"""

from engine.simulation.fighting import LIMIT, Stuck, arrange, crews, fight, play_out
from engine.simulation.match import Bout, Fought, Match, Pair, Winner
from engine.simulation.scorebook import Scorebook
from engine.simulation.stamp import Stamp, difference, stamp
from engine.simulation.statistics import Mean, Share, mean, wilson
from engine.simulation.tally import Tally, tallied
from engine.simulation.workers import fought, in_order

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
