"""Whole battles between computer players, one or many, and statistics about them.

A battle depends only on its seed and the names of its players, so a match has the same results on
any machine, and in whatever order its battles are fought. The package works for any game system: it
imports `engine.base`, `engine.game`, `engine.kernel`, `engine.players` and, for balance,
`engine.building`.
"""

from engine.arena.fighting import LIMIT, Stuck, arrange, crews, fight, play_out
from engine.arena.match import (
    BattleResult,
    Bout,
    Evenness,
    Match,
    Mean,
    Pair,
    Share,
    Tally,
    Winner,
    Work,
    mean,
    tally_of,
)
from engine.arena.scorebook import Scorebook, Stamp, difference, stamp
from engine.arena.workers import fight_bouts, fight_in_background, in_order, run_bouts, run_in_pool
from engine.base.dice import wilson

__all__ = [
    "LIMIT",
    "BattleResult",
    "Bout",
    "Evenness",
    "Match",
    "Mean",
    "Pair",
    "Scorebook",
    "Share",
    "Stamp",
    "Stuck",
    "Tally",
    "Winner",
    "Work",
    "arrange",
    "crews",
    "difference",
    "fight",
    "fight_bouts",
    "fight_in_background",
    "in_order",
    "mean",
    "play_out",
    "run_bouts",
    "run_in_pool",
    "stamp",
    "tally_of",
    "wilson",
]
