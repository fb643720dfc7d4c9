"""A squadron file becomes the squadron and ships of a battle."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.base.errors import SetUpFault
from engine.systems.oak_iron.set_up.scenario_draft import muster, mustered, with_distinct_names
from engine.systems.oak_iron.state.state import Rules, Ship, Squadron, State, Table, sorted_by_id
from tests.engine.systems.oak_iron.roster import EXAMPLE, LEGAL, fleet, roster, ship, squadron


def test_squadron_has_faction_admiral_flagship_and_hand() -> None:
    own, ships = muster(EXAMPLE, "B", "allies")
    assert (own.key, own.name, own.fleet, own.side) == ("B", "Jamaica Station", "allies", "allies")
    assert (own.faction, own.admiral, own.admiral_value) == ("english", "experienced_admiral", 1)
    assert own.flagship == "B1"
    assert len(own.hand) == 6
    assert [each.id for each in ships] == ["B1", "B2", "B3"]


def test_ships_carry_what_was_bought() -> None:
    swan, falcon, drake = muster(EXAMPLE, "A")[1]
    assert (swan.name, swan.type, swan.skill) == ("Swan", "fifth_rate", 1)
    assert (swan.options, swan.upgrades) == (("additional_guns",), ("marines",))
    assert (falcon.commander, swan.commander) == ("bold_captain", "")
    assert drake.options == ("sweeps",)
    assert all(each.squadron == "A" and each.pose is None for each in (swan, falcon, drake))


def test_squadrons_of_one_name_are_numbered_after_the_first() -> None:
    """A squadron whose own name already has such a number keeps it."""
    names = ("Flying Gang", "Jamaica Station", "Flying Gang", "Flying Gang II", "Flying Gang")
    squadrons = {
        key: Squadron(key=key, name=name) for key, name in zip("ABCDE", names, strict=True)
    }
    assert [each.name for each in with_distinct_names(squadrons).values()] == [
        "Flying Gang",
        "Jamaica Station",
        "Flying Gang III",
        "Flying Gang II",
        "Flying Gang IV",
    ]


def test_flagship_is_the_ship_that_is_marked() -> None:
    table = squadron(ships=[ship("sloop"), ship("sloop"), ship("sloop", flagship=True)])
    assert mustered(roster(table), "A")[0].flagship == "A3"


@pytest.mark.parametrize(
    ("more", "damage", "fatigue"),
    [
        ({}, 7, 7),
        ({"options": ["stout"]}, 8, 7),
        ({"options": ["additional_crew"]}, 7, 8),
        ({"upgrades": ["unseasoned_timbers"]}, 6, 7),
        ({"upgrades": ["low_morale"]}, 7, 6),
        ({"options": ["stout", "additional_crew"], "upgrades": ["low_morale"]}, 8, 7),
    ],
)
def test_tracks_are_as_long_as_cards_say(
    more: dict[str, list[str]], damage: int, fatigue: int
) -> None:
    first: Ship = mustered(roster(fleet(ship("fifth_rate", **more))), "A")[1][0]
    assert (first.damage_boxes, first.fatigue_boxes) == (damage, fatigue)


def test_added_cards_are_in_the_hand() -> None:
    supplied = fleet(ship("sloop"), ship("fluyt", upgrades=["supply_ship"]), admiral="john_benbow")
    hand = mustered(roster(supplied), "A")[0].hand
    assert set(hand[-2:]) == {"doughty", "double_rations"}


def test_squadron_begins_with_three_fortune_points_and_a_lucky_admirals_with_four() -> None:
    assert mustered(roster(squadron()), "A")[0].fortune == 3
    lucky = squadron(admiral="experienced_lucky_admiral")
    assert mustered(roster(lucky), "A")[0].fortune == 4


@pytest.mark.parametrize("path", LEGAL.values(), ids=LEGAL)
def test_every_ready_squadron_musters(path: Path) -> None:
    own, ships = muster(path, "A")
    assert own.flagship in {each.id for each in ships}
    assert len(own.hand) == len(set(own.hand)) >= 5


def test_squadron_that_is_not_legal_does_not_muster(tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8").replace('"sweeps"', '"stout"')
    (tmp_path / "odd.toml").write_text(text, "utf-8")
    with pytest.raises(SetUpFault, match=r"ships\[2\].options\[0\]: found 'stout'"):
        muster(tmp_path / "odd.toml", "A")


def test_ten_ships_are_met_in_one_order_before_and_after_they_are_written() -> None:
    keys = [f"A{number}" for number in range(1, 11)]
    ships = sorted_by_id({key: Ship(id=key, squadron="A", type="sloop", pose=None) for key in keys})
    written = msgspec.json.encode(ships, order="deterministic")
    assert list(ships) == list(msgspec.json.decode(written))
    own = State(title="", rules=Rules(), table=Table(48, 48), squadrons={}, ships=ships).own_ships(
        "A"
    )
    assert [each.id for each in own] == keys
