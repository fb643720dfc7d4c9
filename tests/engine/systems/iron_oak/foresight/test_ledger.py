"""What is still missing until a victory condition is met (Iron & Oak 3.5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.game.panel import Heading, words
from engine.kit.ledger import put_ship
from engine.systems.iron_oak.data.facts import VictoryLine
from engine.systems.iron_oak.foresight.ledger import (
    explodes,
    level_chances,
    line_status,
    mending_words,
    mendings,
    one_step_from,
    steps_off,
)
from engine.systems.iron_oak.foresight.places import shown_by_night
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.screen.panel import forces
from engine.systems.iron_oak.set_up import set_up
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.turn import check_fire
from engine.systems.iron_oak.victory import lines_of
from tests.engine.systems.every_fall import every_fall
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
        ({"when": "points", "margin": 200}, SEA, "0 points against 0, 200 more needed"),
        ({"when": "spoils", "margin": 1}, SEA, "0 points against 0, 1 more needed"),
        ({"when": "taken", "margin": 1}, SEA, "0 points against 0, 1 more needed"),
        (
            {"side": "confederate", "when": "points", "margin": 200},
            {**SEA, "hits": 17},
            "0 points against 410, 610 more needed",
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
        (EXIT, {"lost": "left:left"}, "Virginia: she left, but not as required"),
        (EXIT, {"lost": "sunk"}, "Virginia: lost"),
        ({**EXIT, "after_turn": 3}, SEA, "Virginia: 2 boxes, 10 turns left, not before turn 4"),
    ],
)
def test_what_is_needed_is_told(line: dict[str, Any], virginia: Any, told: str) -> None:
    assert line_status(at_sea(virginia), VictoryLine(**{"side": "union", **line})) == told


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
    assert line_status(at_sea(SEA, *forts), VictoryLine(side="union", **line)) == told


def test_a_ship_that_is_off_has_no_step_to_go_or_the_whole_map() -> None:
    gone = at_sea({"box": "off:right"}).ships[VIRGINIA]
    assert [steps_off(gone, (edge,)) for edge in ("right", "left")] == [0, 6]


# The thread of a battle: what is still needed, who is near worse, repairs, the night.


GAME = IronOak()
BATTERY = "drewrys_bluff.upper_battery"


def test_a_ship_that_is_to_leave_is_told_by_boxes_turns_and_what_holds_her() -> None:
    state = GAME.settled(set_up("hampton_roads"), Dice(1))
    leaves = next(line for line in lines_of(state) if line.when == "exit")
    assert line_status(state, leaves) == "Minnesota: 2 boxes, 7 turns left, aground"
    minnesota = replace(state.ships["uss_minnesota"], box="B5", grounded=False)
    later = replace(state, turn=6, ships={**state.ships, minnesota.id: minnesota})
    assert line_status(later, leaves) == "Minnesota: 1 box, 2 turns left"
    assert steps_off(minnesota, ("left", "right")) == 1


def test_the_ledger_moves_with_the_hits() -> None:
    state = GAME.settled(set_up("hampton_roads"), Dice(1))
    sinks = next(line for line in lines_of(state) if line.side == "union")
    assert line_status(state, sinks) == "Virginia: 15 Hits to heavy damage, 20 Hits to sink"
    hurt = replace(state.ships["css_virginia"], hits=14)
    state = put_ship(state, hurt)
    assert line_status(state, sinks) == "Virginia: 1 Hit to heavy damage, 6 Hits to sink"
    worse = replace(state, ships={**state.ships, hurt.id: replace(hurt, hits=15)})
    assert line_status(worse, sinks).startswith("holds")


def test_one_step_from_is_told_of_hits_crew_and_shields() -> None:
    worn = ship("css_virginia", "C3", hits=14, shields={"A": -3})
    state = position([ship("uss_monitor", "C3", hits=11, crew_loss=2)], [worn])
    virginia = one_step_from(state, state.ships["css_virginia"])
    assert virginia == (
        "one Hit from heavy damage, d6",
        "midships shield near its limit",
    )
    monitor = one_step_from(state, state.ships["uss_monitor"])
    assert monitor == ("one Hit from sinking", "one casualty from heavy losses and must retire")


@pytest.mark.parametrize("level", [4, 5])
def test_a_fire_is_its_dice_over_every_fall(level: int) -> None:
    state = position([ship("uss_monitor", "C3")], [ship("css_virginia", "C3", fires=[level])])
    virginia = state.ships["css_virginia"]

    def run(dice: Dice) -> int:
        return check_fire(Ledger(state, dice), virginia.id, 0)

    told = every_fall(state.dice, run)
    assert level_chances(virginia, level) == pytest.approx(told)
    (text,) = one_step_from(state, virginia)
    assert text.endswith("; it would also hit Monitor")
    if level == 5:
        assert explodes(virginia) == pytest.approx(told[5])


def battery(**fields: Any) -> State:
    section = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A4"], **fields}
    return position([ship("uss_monitor", "A4")], [], forts=([], [section]))


def test_a_fire_of_a_fort_is_told_without_its_neighbours() -> None:
    state = battery(fires=[4])
    (text,) = one_step_from(state, state.unit(BATTERY))
    assert text.startswith("fire 4: grows ")
    assert "beside" not in text


def test_a_section_that_repairs_its_guns_fires_better() -> None:
    state = battery(criticals=["armament_2"], repair_party=True)
    (found,) = mendings(state, state.unit(BATTERY))
    assert found.critical == "armament_2"
    assert 0 < found.shot[0] < found.shot[1]
    assert found.move == (0.0, 0.0)


def test_repairs_are_told_with_what_they_bring_the_best_first() -> None:
    hurt = ship("css_virginia", "C3", criticals=["armament_1", "rudder"], repair_party=True)
    state = position([ship("uss_monitor", "C3")], [hurt])
    found = mendings(state, state.ships["css_virginia"])
    assert [each.critical for each in found] == ["rudder", "armament_1"]
    assert found[0].move[0] < found[0].move[1]
    assert found[1].shot[0] < found[1].shot[1]
    assert mending_words(found[0]).startswith("rudder: ")


def test_by_night_it_is_told_what_the_enemy_knows() -> None:
    state = position(
        [ship("uss_monitor", "C3", hidden=True), ship("uss_zouave", "C3", fired=True)],
        [ship("css_virginia", "C4")],
        board={"night": True},
    )
    assert "no enemy may fire at her" in shown_by_night(state, state.ships["uss_monitor"])
    told = shown_by_night(state, state.ships["uss_zouave"])
    assert told == (
        "revealed, her gunfire was seen: enemies can fire at her from up to 2 boxes away; "
        "now these can: Virginia"
    )


def test_who_is_a_step_from_worse_is_listed_with_both_sides() -> None:
    worn = ship("css_virginia", "C3", hits=14, shields={"A": -3})
    rows = forces(position([ship("uss_monitor", "C3")], [worn]))
    told = "Virginia: one Hit from heavy damage, d6; midships shield near its limit"
    at = rows.index(Heading("In danger"))
    assert rows[at + 1] == words(told, key="css_virginia")
