"""The chance to win from a position, computed by a logistic regression.

A game system computes features of a position for one side (its own figures minus the enemies'); a
file in data/ has their weights. `python -m tests.winning` fits the weights to whole battles and
reports their accuracy on battles that were not used for the fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp, log, tanh

import msgspec

from engine.base.errors import SetUpFault
from engine.kit.dataset import read_table
from engine.kit.records import evenness, shipped_folder

STEEPEST = 6.0
"""The maximum of the log odds. With it, the odds in an unfinished battle are at most about 400 to
1."""


class ChanceModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fitted model, with the weight of each feature in log odds.

    It also describes the battles that it was fitted to. `late` is added to a weight in proportion
    to the turns played: nothing at the start, all of it at the last turn.
    """

    fitted: str
    weights: dict[str, float]
    late: dict[str, float]


@cache
def chance_model(game: str) -> ChanceModel:
    """Return the fitted model that comes with a system. Cached: data files do not change while the
    program runs.

    Raises `SetUpFault` where the file is missing or damaged.
    """
    path = shipped_folder(game) / "chance.toml"
    try:
        return msgspec.convert(read_table(path), ChanceModel)
    except (OSError, ValueError) as error:
        raise SetUpFault(str(path), [("", str(error))]) from None


def chance(game: str, features: Mapping[str, float], late: float) -> float:
    """Return the chance (0 to 1) that the side with these features wins.

    `late` is the fraction of the battle's turns that are played. A draw counts as half a win.
    """
    fit = chance_model(game)
    odds = sum(
        (fit.weights.get(name, 0.0) + late * fit.late.get(name, 0.0)) * value
        for name, value in features.items()
    )
    return 1 / (1 + exp(-STEEPEST * tanh(odds / STEEPEST)))


# Features that several systems use.

LEAST = 0.02
"""The least strength of a side that is used in a ratio, in ships, so that every ratio is finite."""


def ratio(own: float, enemies: float) -> float:
    """Return the logarithm of the ratio of two sides' strengths; 0 where they are equal."""
    return log((max(0.0, own) + LEAST) / (max(0.0, enemies) + LEAST))


@cache
def prior(game: str, scenario: str) -> float:
    """Return the log odds that the first side wins a scenario; 0 where this was not measured.

    It was measured in battles between equally strong players, whose results are in the file
    evenness.toml of the game's data folder.
    """
    found = evenness(game, scenario)
    if found is None:
        return 0.0
    # One win is added for each side, so that 100 wins in 100 battles do not become certainty.
    return log((found.first + found.drawn / 2 + 1) / (found.second + found.drawn / 2 + 1))
