"""Facts about a state as plain data for programs (`inspect`)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.systems.oak_iron.inspection import explain, inspect
from engine.systems.oak_iron.positions.positions import from_position
from engine.systems.oak_iron.state.state import State
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

FOLDER = Path(__file__).parents[4] / "positions"


def load(name: str) -> State:
    text = (FOLDER / f"{name}.toml").read_text()
    return from_position(name, tomllib.loads(text))[0]


def seen(name: str, ship: str, target: str) -> dict[str, Any]:
    found: dict[str, Any] = inspect(load(name))[ship]["targets"][target]
    return found


def test_answer_has_the_published_shape() -> None:
    facts = inspect(load("stern_rake"))
    assert facts.keys() == {"A1", "B1"}
    assert facts["A1"].keys() == {"point_of_sail", "speed", "status", "formation", "targets"}
    target = facts["A1"]["targets"]["B1"]
    assert target.keys() == {"range", "band", "broadside", "partial_fire", "boarding"}
    answers = [*target["broadside"].values(), target["partial_fire"], target["boarding"]]
    for answer in answers:
        assert answer.keys() == {"legal", "why_not", "dice", "hits", "rake"}
        assert answer["legal"] is (answer["why_not"] is None)
    assert msgspec.json.decode(msgspec.json.encode(facts)) == facts


@pytest.mark.parametrize(
    ("name", "rake"),
    [("stern_rake", "stern"), ("bow_rake", "bow"), ("no_rake_at_cannon_shot", None)],
)
def test_rake_is_told_by_the_end_that_it_enters(name: str, rake: str | None) -> None:
    broadside = seen(name, "A1", "B1")["broadside"]
    assert broadside["starboard"]["legal"]
    assert broadside["starboard"]["rake"] == rake
    assert broadside["port"]["why_not"] == "not in the port broadside path"


def test_side_with_a_reload_marker_cannot_fire() -> None:
    found = seen("example", "A1", "B1")
    assert "reload" in found["broadside"]["port"]["why_not"]
    assert found["broadside"]["starboard"]["legal"]
    assert found["broadside"]["starboard"]["dice"] == 2
    assert found["partial_fire"]["dice"] == 1
    assert found["band"] == "pistol"
    assert found["range"] == pytest.approx(2.70, abs=0.01)


def test_point_of_sail_and_speed() -> None:
    assert inspect(load("in_the_eye"))["A1"]["point_of_sail"] == ["eye"]
    assert inspect(load("in_the_eye"))["A1"]["speed"] == 0
    between = inspect(load("between_points"))["A1"]
    assert between["point_of_sail"] == ["large", "windward"]
    assert between["speed"] == 4


def test_status_says_what_befell_each_ship() -> None:
    facts = inspect(load("sight_blocked"))
    assert facts["A2"]["status"] == ["crippled", "shaken", "out_of_action"]
    assert facts["B2"]["status"] == ["shaken", "captured"]
    shore = inspect(load("fog_and_land"))
    assert shore["A2"]["status"] == ["anchored"]
    assert shore["B2"]["status"] == ["aground"]
    assert inspect(load("two_shaken_entangled"))["A1"]["status"] == ["shaken", "entangled"]


def test_wreck_between_them_blocks_the_sight() -> None:
    found = seen("sight_blocked", "A1", "B1")
    assert "line of sight" in found["broadside"]["starboard"]["why_not"]
    assert "line of sight" in found["partial_fire"]["why_not"]


def test_fog_lets_fewer_symbols_hit_but_the_band_is_as_measured() -> None:
    found = seen("fog_and_land", "A1", "B1")
    assert found["band"] == "musket"
    assert found["broadside"]["starboard"]["hits"] == ["skull", "cannon"]
    assert not found["partial_fire"]["legal"]


def test_boarding_within_a_yard_arm_takes_a_skill_test() -> None:
    boarding = seen("boarding", "A1", "B1")["boarding"]
    assert (boarding["legal"], boarding["dice"]) == (True, 5)
    assert boarding["hits"] == ["skull", "sail"]
    assert "yard arm" in seen("stern_rake", "A1", "B1")["boarding"]["why_not"]


def test_line_ahead_is_a_formation() -> None:
    facts = inspect(load("line_of_battle"))
    assert {key: facts[key]["formation"] for key in ("A1", "A2", "A3", "A4", "B1")} == {
        "A1": True,
        "A2": True,
        "A3": True,
        "A4": False,
        "B1": False,
    }


def test_lost_ship_is_not_there() -> None:
    facts = inspect(load("sight_blocked"))
    assert "B3" not in facts
    assert "B3" not in facts["A1"]["targets"]


def test_one_ship_alone_may_be_asked_for() -> None:
    assert inspect(load("stern_rake"), "B1").keys() == {"B1"}
    with pytest.raises(Refused, match="A1, B1"):
        inspect(load("stern_rake"), "Q")


@pytest.mark.parametrize("phase", ["initiative", "movement", "attack", "end"])
def test_answer_is_that_of_an_attack_now_whatever_the_phase_or_the_wake(phase: Any) -> None:
    state = load("stern_rake")
    acted = replace(state.ships["A1"], moved=True, attacked=True)
    later = replace(state, phase=phase, activation=None, ships={**state.ships, "A1": acted})
    told = inspect(later, "A1")["A1"]["targets"]
    assert told == inspect(state, "A1")["A1"]["targets"]
    assert told["B1"]["broadside"]["starboard"]["legal"]


HELD_BY_OTHERS = (
    ship("A1", x=10),
    ship("A2", x=12, captured_by="B"),
    ship("A3", x=14),
    ship("B1", x=16),
    ship("B2", x=18, captured_by="A"),
)


def test_friend_and_foe_are_told_by_who_holds_a_ship() -> None:
    facts = inspect(Skirmish(*HELD_BY_OTHERS).state)
    assert {key: set(facts[key]["targets"]) for key in facts} == {
        "A1": {"A2", "B1"},
        "A2": {"A1", "A3", "B2"},
        "A3": {"A2", "B1"},
        "B1": {"A1", "A3", "B2"},
        "B2": {"A2", "B1"},
    }
    taken = facts["A1"]["targets"]["A2"]
    assert not taken["partial_fire"]["legal"], "guns are not for captured ships"
    assert taken["boarding"]["legal"], "but she may be boarded"
    assert explain(Skirmish(*HELD_BY_OTHERS).state).keys() == facts.keys()


def test_ships_of_an_ally_are_no_targets() -> None:
    state = Skirmish(ship("A1"), ship("B1", x=10), ship("C1", x=30)).state
    fleets = {"A": "Red", "B": "Red", "C": "Blue"}
    united = {key: replace(each, fleet=fleets[key]) for key, each in state.squadrons.items()}
    facts = inspect(replace(state, squadrons=united))
    assert {key: set(facts[key]["targets"]) for key in facts} == {
        "A1": {"C1"},
        "B1": {"C1"},
        "C1": {"A1", "B1"},
    }
