"""Two lines of battle on a table with terrain, of any number of ships and squadrons."""

from __future__ import annotations

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import shipped
from engine.systems.oak_iron.effects.hits import damage_boxes, fatigue_boxes
from engine.systems.oak_iron.state.state import Rules, Ship, Squadron, State, Table, Terrain
from engine.systems.oak_iron.state.steps import ChooseCards, RevealCards

TYPES = ("sixth_rate", "corvette", "fifth_rate", "light_galleon")
APART = 4.0
"""The distance from ship to ship in line (inches), so that all ships of a line are in Formation."""
HAND = ("down", "careful_aim", "effective_fire", "rolling_broadsides", "fire_as_she_bears")
SEA = (
    Terrain("T1", "island", ((2, 2), (8, 1), (10, 5), (5, 8), (1, 6))),
    Terrain("T2", "shoal", ((60, 38), (67, 37), (69, 43), (63, 46))),
    Terrain("T3", "fog", ((30, 20), (42, 19), (44, 26), (31, 28))),
    Terrain("T4", "rocks", ((20, 40), (24, 39), (25, 43), (21, 44))),
)


def lines_of_battle(ships: int, squadrons: int = 2) -> State:
    """Return this many ships in two lines nine inches apart, in mid-table, all heading east.

    With more than two squadrons there are two fleets; the first half of the squadrons is Red.
    """
    keys = "ABCDEFGH"[:squadrons]
    lines = (keys[: squadrons // 2], 19.5), (keys[squadrons // 2 :], 28.5)
    return State(
        title=f"{ships} ships",
        rules=Rules(events=True),
        table=Table(72, 48, "north"),
        squadrons={
            key: Squadron(
                key=key,
                name=key,
                fleet=("Red" if key in lines[0][0] else "Blue") if squadrons > 2 else "",
                flagship=f"{key}1",
                fortune=3,
                hand=HAND,
            )
            for key in keys
        },
        ships={ship.id: ship for members, y in lines for ship in _line(members, ships // 2, y)},
        terrain=SEA,
        agenda=(RevealCards(), ChooseCards()),
    )


def _line(squadrons: str, ships: int, y: float) -> list[Ship]:
    """Return the ships of one line; those of the first squadron are in front."""
    head = 36 + (ships - 1) * APART / 2 - 2
    each = ships // len(squadrons)
    return [
        Ship(
            id=f"{squadrons[place // each]}{place % each + 1}",
            squadron=squadrons[place // each],
            type=kind,
            pose=Pose(head - place * APART, y, 90),
            skill=1,
            damage_boxes=damage_boxes(shipped().ships[kind]),
            fatigue_boxes=fatigue_boxes(shipped().ships[kind]),
        )
        for place, kind in enumerate(TYPES[place % len(TYPES)] for place in range(ships))
    ]


def at_the_helm(state: State) -> Battle:
    """Return a battle from a state, played until a ship is to be moved for the first time."""
    battle = Battle.from_state(system("oak_iron"), state, 7)
    while not battle.pending()[0].dial:
        question = battle.pending()[0]
        battle.answer(question.seat, Answer(question.options[0].id))
    return battle
