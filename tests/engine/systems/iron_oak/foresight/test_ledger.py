"""What is still needed until a line of the victory conditions holds (Iron & Oak 3.5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.foresight.ledger import stands, steps_off
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.table import position, ship

FORT = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A4"]}
VIRGINIA = "css_virginia"
SEA = {"box": "C4"}
EXIT = {"side": "confederate", "when": "exit", "ships": (VIRGINIA,), "edge": "right"}


def at_sea(virginia: dict[str, Any], *forts: dict[str, Any]) -> State:
    return position(
        [ship("uss_monitor", "C3")], [{"id": VIRGINIA, **virginia}], forts=([], list(forts))
    )


@pytest.mark.parametrize(
    ("line", "virginia", "told"),
    [
        ({"when": "points", "margin": 200}, SEA, "0 against 0, 200 more needed"),
        ({"when": "spoils", "margin": 1}, SEA, "0 against 0, 1 more needed"),
        ({"when": "taken", "margin": 1}, SEA, "0 against 0, 1 more needed"),
        (
            {"side": "confederate", "when": "points", "margin": 200},
            {**SEA, "hits": 17},
            "0 against 410, 610 more needed",
        ),
        (
            {"when": "hits_on", "ship": VIRGINIA, "at_least": 4},
            {**SEA, "hits": 1},
            "1 of 4, 3 more needed",
        ),
        ({"when": "hits_on", "ship": "css_arkansas", "at_least": 4}, SEA, "not identified"),
        (
            {"when": "count", "ships": "confederate", "states": ("sunk",), "at_most": 0},
            {"lost": "sunk"},
            "1, at most 0; Virginia: sunk",
        ),
        (
            {"when": "any_of", "ships": (VIRGINIA,), "states": ("sunk",)},
            {**SEA, "captured_by": "union"},
            "Virginia: captured",
        ),
        (EXIT, {"lost": "left:left"}, "Virginia: left, but not so"),
        (EXIT, {"lost": "sunk"}, "Virginia: lost"),
        ({**EXIT, "after_turn": 3}, SEA, "Virginia: 2 boxes, 10 turns left, not before turn 4"),
    ],
)
def test_what_is_needed_is_told(line: dict[str, Any], virginia: Any, told: str) -> None:
    assert stands(at_sea(virginia), VictoryLine(**{"side": "union", **line})) == told


@pytest.mark.parametrize(
    ("line", "forts", "told"),
    [
        (
            {"when": "fort_silenced", "fort": "drewrys_bluff"},
            ({**FORT, "hits": 1},),
            "0 of 1 silenced; Upper battery 10 Hits",
        ),
        (
            {"when": "sections_silenced", "at_least": 2},
            (FORT,),
            "0 of 2 silenced; Upper battery 11 Hits",
        ),
    ],
)
def test_what_sections_are_left_is_told(line: Any, forts: Any, told: str) -> None:
    assert stands(at_sea(SEA, *forts), VictoryLine(side="union", **line)) == told


def test_a_ship_that_is_off_has_no_step_to_go_or_the_whole_map() -> None:
    gone = at_sea({"box": "off:right"}).ships[VIRGINIA]
    assert [steps_off(gone, (edge,)) for edge in ("right", "left")] == [0, 6]
