"""Random small positions of Iron & Oak: damaged, hindered or towed ships on waters with hazards."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.base.errors import SetUpFault
from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.table import position, ship

MINE = ("css_huntsville", "css_little_rebel", "css_virginia", "css_albemarle")
HERS = ("uss_monitor", "uss_zouave", "uss_minnesota", "uss_osage")
HURTS = ("rudder", "speed_1", "smokestack", "captain", "engine_damaged", "ram", "armament_1")


def drawn(random: Random) -> State:
    """Return two ships a side in the middle of the table; one ship may be in tow."""
    while True:
        try:
            return _drawn(random)
        except SetUpFault:
            continue  # they may not lie so: another draw


def _drawn(random: Random) -> State:
    boxes = ["C3", "C3", "C4", "B3", "D3"]
    mine, hers = random.sample(MINE, 2), random.sample(HERS, 2)
    tables: dict[str, dict[str, Any]] = {}
    for id in (*mine, *hers):
        tables[id] = ship(id, random.choice(boxes), hits=_hits(random, id))
        tables[id]["criticals"] = random.sample(HURTS, random.choice((0, 0, 1, 2)))
        tables[id]["grade"] = random.choice(("average", "green", "crack"))
        if random.random() < 0.3:
            tables[id]["crew_loss"] = random.randint(1, 4)
    if random.random() < 0.4:
        tables[mine[0]] |= {"towing": mine[1]}
        tables[mine[1]] |= {"box": tables[mine[0]]["box"]}
    elif random.random() < 0.4:
        tables[hers[0]] |= {"box": tables[mine[0]]["box"], "across_bow_of": mine[0]}
    if random.random() < 0.3:
        tables[hers[1]] |= {"box": tables[mine[0]]["box"]}
        tables[mine[0]]["opposed_by"] = hers[1]
    board: dict[str, Any] = {
        "night": random.random() < 0.2,
        "current": {
            "direction": random.choice(("left", "right", "up")),
            "speed": random.choice(("slow", "fast")),
        },
        "terrain": [{"kind": "sandbar", "box": each} for each in random.sample(boxes[2:], 1)],
        "markers": [
            {"kind": random.choice(MARKERS), "box": random.choice(boxes)}
            for _ in range(random.randint(0, 3))
        ],
        "shoals": [{"band": random.choice(("row B", "row C", "row D")), "depth": 2}],
    }
    return position(
        [tables[id] for id in hers], [tables[id] for id in mine], board=board, active="confederate"
    )


def _hits(random: Random, id: str) -> int:
    """Return a ship's Hits, most often none, at most one less than sinks her."""
    return random.choice((0, random.randint(0, shipped().ships[id].hits - 1)))


MARKERS = ("obstruction", "heavy_obstruction", "hulk", "mine")
