"""The table of chances, compared with broadsides fired by the rules with each face of the die."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.systems.wooden_ships.fleet import lost_sections, surrendered
from engine.systems.wooden_ships.foresight.prospects import chances, ready_again, waiting
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.gunnery.shot import AIMS
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import Loaded, open_all, sea, sheet, ship

SCREEN = WoodenShips().screen
STATES: dict[str, dict[str, Any]] = {
    "whole": {},
    "nearly sunk": {"hull": 2},
    "one mast left": {"rigging": [0, 0, 1]},
    "dismasted": {"rigging": [0, 0, 0]},
    "few hands": {"crew": [1, 1, 1]},
    "without guns": {
        "guns": {"port": 0, "starboard": 0},
        "carronades": {"port": 0, "starboard": 0},
    },
}


def before_her(**target: Any) -> State:
    """Return a position with B1 within a few hexes of A1's loaded starboard side."""
    return sea(
        ship("A1", "J20", 1),
        ship("B1", "M20", 4, **target),
        phase="combat",
    )


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("aim", AIMS)
def test_chances_are_those_of_the_rules_face_by_face(name: str, aim: str) -> None:
    state = before_her(**STATES[name])
    one, other = state.ships["A1"], state.ships["B1"]
    struck = masts = crews = 0
    for face in range(1, 7):
        # Faces after the first are those of gun hits in a rake: which gun falls is all the same.
        after, _ = open_all(state, {"A1": f"starboard:{aim}"}, Loaded(face, *[3] * 8))
        left = after.ships["B1"]
        struck += surrendered(left)
        masts += lost_sections(left.printed.rigging, left.rigging) > lost_sections(
            other.printed.rigging, other.rigging
        )
        crews += lost_sections(left.printed.crew, left.crew) > lost_sections(
            other.printed.crew, other.crew
        )
    found = chances(state, one, "starboard", other, aim)  # type: ignore[arg-type]
    assert (found.strikes, found.rigging, found.crew) == (struck, masts, crews)


def test_hull_and_rigging_stand_side_by_side_the_ordered_aim_first() -> None:
    state = before_her()
    asked = sheet(state)
    decision = asked.as_decision(asked.slots[0])
    rows = SCREEN.preview(state, decision, Answer("starboard:rigging")).rows
    told = ["".join(span.text for span in row.spans) for row in rows if hasattr(row, "spans")]
    head = next(line for line in told if line.startswith("aim"))
    assert head.split() == ["aim", "[rigging]", "hull"]
    faces = [line.split()[1] for line in told if line.startswith("die")]
    assert faces == ["1", "2", "3", "4", "5", "6"]


def test_what_the_first_broadside_adds_and_what_it_would_be_close_by() -> None:
    state = before_her()
    one, other = state.ships["A1"], state.ships["B1"]
    found = waiting(one, "starboard", other)
    assert found is not None
    assert found.now.table - found.plain.table == found.bonus > 0
    assert found.close.range == 1
    assert found.close.table > found.now.table
    spent = before_her().ships["A1"]
    assert waiting(replace(spent, loaded=("round", "round")), "starboard", other) is None


def test_when_sides_that_fire_can_fire_again() -> None:
    one = before_her().ships["A1"]
    assert ready_again(one, ("starboard",), 4) == (5,)
    assert ready_again(one, ("port", "starboard"), 4) == (5, 6)
    assert ready_again(one, (), 4) == ()
