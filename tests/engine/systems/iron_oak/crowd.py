"""Fifteen ships a side on one board, more than in any battle of the book."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import shipped
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.table import position, ship

A_SIDE = 15


def crowd() -> State:
    """Return thirty ships over a shoal before their orders, three in each of ten boxes."""
    cards = shipped().ships.items()
    fleets = {
        side: [id for id, card in cards if id.startswith(prefix) and card.maneuver]
        for side, prefix in (("union", "uss_"), ("confederate", "css_"))
    }
    rows = "ABCDE"
    return position(
        [ship(id, f"{rows[n % 5]}{2}") for n, id in enumerate(fleets["union"][:A_SIDE])],
        [ship(id, f"{rows[n % 5]}{4}") for n, id in enumerate(fleets["confederate"][:A_SIDE])],
        board={"shoals": [{"band": "row B", "depth": 2}, {"band": "column 3", "depth": 3}]},
    )
