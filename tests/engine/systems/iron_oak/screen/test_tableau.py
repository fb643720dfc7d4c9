"""Pictures of events in a battle: rams, torpedoes, explosions with the ships nearby, ships that
pass a fort.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.chart import Tableau
from engine.systems.iron_oak.gunnery.segment import passed_forts
from engine.systems.iron_oak.screen.screen import tableau
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Roll, State
from tests.engine.systems.iron_oak.table import position, ship

ROLL = Roll("d6", (4,))
BATTERY = {"fort": "fort_morgan", "section": "water_battery"}
BASTION = {"fort": "fort_morgan", "section": "northwest_bastion"}


def sea(*boxes: str, forts: tuple[dict[str, Any], ...] = (), **fields: Any) -> State:
    """Return a monitor and a ship of the other side in these boxes, with forts of the other
    side.
    """
    return position(
        [ship("uss_monitor", boxes[0], **fields)],
        [ship("css_virginia", boxes[1])],
        forts=([], list(forts)),
    )


def told(state: State, event: Any) -> Tableau:
    found = tableau(state, event)
    assert found is not None
    return found


def test_a_ram_tells_the_hits_on_both() -> None:
    event = ev.Rammed(
        ship="css_virginia",
        target="uss_monitor",
        attack=ROLL,
        defence=ROLL,
        target_hits=5,
        own_hits=1,
    )
    shown = told(sea("C3", "C3"), event)
    assert (shown.picture, shown.title, shown.owner) == ("ram", "RAMMED", "A")
    assert shown.text == "Virginia runs into Monitor: 5 Hits on Monitor, 1 Hit on Virginia."


def test_torpedoes_on_a_spar_and_in_the_water_are_told_apart() -> None:
    state = sea("C3", "C3")
    spar = ev.SparExploded(
        ship="css_virginia",
        target="uss_monitor",
        roll=ROLL,
        hits=4,
        own_roll=ROLL,
        own_hits=1,
        spent=True,
    )
    titles = {
        told(state, each).title for each in (spar, ev.MineExploded("uss_monitor", "C3", ROLL, 4))
    }
    assert titles == {"SPAR TORPEDO", "TORPEDO"}
    assert told(state, spar).picture == "torpedo"


def test_an_explosion_and_what_a_neighbour_suffers_are_one_picture() -> None:
    state = sea("C3", "C3")
    blast = told(state, ev.BlastRolled("css_virginia", "explosion", ROLL))
    struck = told(
        state,
        ev.BlastStruck(
            source="css_virginia",
            target="uss_monitor",
            gunnery=ROLL,
            defence=ROLL,
            location="S",
            face=3,
            case="effective",
        ),
    )
    assert blast.picture == struck.picture == "blast"
    assert blast.joins == struck.joins
    assert "Nobody" not in blast.text
    assert struck.text == "Monitor beside her: an effective hit."
    alone = told(sea("A1", "C3"), ev.BlastRolled("css_virginia", "explosion", ROLL))
    assert alone.text.endswith("No ship is beside her.")


@pytest.mark.parametrize(
    ("start", "end", "boxes", "past"),
    [
        ("C2", "C4", ("A3",), True),
        ("C3", "C4", ("A3",), True),  # abeam before, astern now
        ("C2", "C3", ("A3",), False),  # abeam
        ("C4", "C5", ("A3",), False),  # astern before as well
        ("C4", "C2", ("A3",), True),  # the other way
        ("C3", "C4", ("A3", "A4"), False),  # one of its boxes is still abeam
        ("E1", "E2", ("A1",), False),  # out of its reach
        ("B3", "C3", ("B5",), True),  # down a column
        ("B3", "C4", ("A3",), True),  # and farther off
        ("B3", "C3", ("A3",), False),  # farther off alone
        ("B2", "C1", ("A1", "A2", "A3", "A4"), False),  # away from it, at an angle
    ],
)
def test_a_ship_is_past_a_fort_that_lies_astern_and_did_not_before(
    start: str, end: str, boxes: tuple[str, ...], past: bool
) -> None:
    state = sea(start, "E5", forts=({**BATTERY, "boxes": list(boxes)},))
    assert passed_forts(state, state.ships["uss_monitor"], end) == (["fort_morgan"] if past else [])
    assert passed_forts(state, state.ships["css_virginia"], "E4") == [], "her own guns"


def test_a_fort_is_passed_once_and_only_while_a_section_of_it_is_in_action() -> None:
    forts = ({**BATTERY, "boxes": ["A2"]}, {**BASTION, "boxes": ["A4"]})
    first, last = sea("C2", "E5", forts=forts), sea("C4", "E5", forts=forts)
    assert passed_forts(first, first.ships["uss_monitor"], "C3") == []
    event = ev.ShipsMoved(("uss_monitor",), "C5", "maneuver")
    shown = told(last, event)
    assert (shown.picture, shown.owner) == ("past", "A")
    assert (
        shown.text == "Monitor runs past Fort Morgan to C5, 2 sections of the fort still in action."
    )
    silent = sea("C4", "E5", forts=tuple({**each, "hits": 99} for each in forts))
    assert tableau(silent, event) is None


def test_a_hidden_ship_makes_no_picture_when_she_passes() -> None:
    state = sea("C4", "E5", forts=({**BATTERY, "boxes": ["A4"]},))
    event = ev.ShipsMoved(("uss_monitor",), "C5", "maneuver")
    assert tableau(state, event) is not None
    hidden = replace(state.ships["uss_monitor"], hidden=True, counter="union_1")
    state = replace(state, ships={**state.ships, "uss_monitor": hidden})
    assert tableau(state, event) is None
