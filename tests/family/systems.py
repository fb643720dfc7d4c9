"""The sample battle of each game, and the ids in it, for which samples of events and commands are
made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.base.dice import Dice
from engine.game.game import Game
from engine.kernel.registry import system
from tests.family.samples import Samples


class Told(NamedTuple):
    """A game, a state of it, and samples of structs that fit this state."""

    game: Game
    state: Any
    samples: Samples


class Ids(NamedTuple):
    """The scenario of a sample battle, ids by the names of fields, and fields that must have
    certain values.
    """

    scenario: str
    ids: Mapping[str, tuple[str, ...]]
    given: Mapping[str, Mapping[str, Any]] = {}


IDS = {
    "oak_iron": Ids(
        "patrol",
        {
            "ship": ("A1", "B1"),
            "ships": ("A1", "B1"),
            "target": ("B1",),
            "attacker": ("A1",),
            "squadron": ("A", "B"),
            "by": ("B",),
            "card": ("careful_aim", "reload"),
            "event": ("wind_decreases",),
            "struck": ("B1",),
            "pairs": ("A1", "B1"),
            "winners": ("A", "B"),
            "discarded": ("A", "B"),
            "cards key": ("A", "B"),
            "cards": ("reload", "careful_aim"),
            "successes key": ("A", "B"),
            "points key": ("A", "B"),
            "ships key": ("A", "B"),
            "piece": ("hook_shoal",),
            "objective": ("escort",),
        },
        {
            "RoleTaken": {"attacker": "A", "defender": "B"},
            "ScenarioCardTaken": {"kind": "setting", "card": "open_sea"},
            "Draw": {"kind": "condition", "card": "local_pilot"},
        },
    ),
    "wooden_ships": Ids(
        "mars_hercule",
        {
            "ship": ("A1", "B1"),
            "ships": ("A1", "B1"),
            "target": ("B1",),
            "other": ("B1",),
            "seat": ("A", "B"),
            "by": ("B1",),
            "to": ("B1",),
            "places key": ("A1", "B1"),
            "parties key": ("A1", "B1"),
            "motionless": ("A1", "B1"),
            "losers": ("B1", "A1"),
            "sheet": ("orders",),
            "answers key": ("A1", "B1"),
            "shares key": ("A", "B"),
            "shares": ("3/2", "5"),
        },
        {"SheetsOpened": {"phase": "orders"}, "MovementEnded": {"kept": {}}},
    ),
    "iron_oak": Ids(
        "hampton_roads",
        {
            "ship": ("uss_monitor", "css_virginia"),
            "ships": ("uss_monitor", "css_virginia"),
            "unit": ("uss_monitor",),
            "target": ("css_virginia",),
            "side": ("union", "confederate"),
            "winners": ("union", "confederate"),
            "by": ("css_virginia",),
            "seat": ("A", "B"),
            "dice": ("d10d6",),
            "towed": ("uss_minnesota",),
            "source": ("uss_monitor",),
            "enemy": ("css_virginia",),
        },
        {"Captured": {"ship": "uss_monitor", "by": "confederate"}},
    ),
}


def told(name: str) -> Told:
    """Return the sample battle of a game, with its samples."""
    game, (scenario, ids, given) = system(name), IDS[name]
    state = game.settled(game.set_up(scenario), Dice(1))
    return Told(game, state, Samples(ids, given))
