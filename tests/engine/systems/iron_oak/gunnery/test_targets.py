"""Fire: range, aspect, reasons, modifiers, locations (Iron & Oak 6.1, 6.2)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.systems.iron_oak.fleet import LOCATIONS, crew_of
from engine.systems.iron_oak.gunnery.segment import in_sight, why_silent
from engine.systems.iron_oak.inspection import explain, inspect
from engine.systems.iron_oak.screen.panel import PARTS
from tests.engine.systems.iron_oak.table import position, ship

SECTION = {"fort": "drewrys_bluff", "section": "upper_battery", "boxes": ["A3", "A4"]}


def fire(
    mine: dict[str, Any], target: dict[str, Any], *more: dict[str, Any], **fields: Any
) -> dict[str, Any]:
    friends = [each for each in more if each["id"].startswith("uss")]
    enemies = [each for each in more if each["id"].startswith("css")]
    state = position([mine, *friends], [target, *enemies], **fields)
    found: dict[str, Any] = inspect(state, mine["id"])[mine["id"]]["targets"][target["id"]]
    return found


CAIRO = ship("uss_cairo", "C3")


@pytest.mark.parametrize(
    ("box", "distance", "range_", "drms"),
    [
        ("C3", 0, "short", {"range": 1}),
        ("B4", 1, "medium", {}),
        ("A5", 2, "long", {"range": -2}),
        ("C1", 2, "long", {"range": -2}),
    ],
)
def test_ranges(box: str, distance: int, range_: str, drms: dict[str, int]) -> None:
    found = fire(CAIRO, ship("css_arkansas", box))
    assert (found["distance"], found["range"]) == (distance, range_)
    assert found["drms"] == drms


def test_too_far_is_no_shot() -> None:
    found = fire(ship("uss_cairo", "C1"), ship("css_arkansas", "C4"))
    assert (found["legal"], found["why_not"]) == (False, ["too_far"])
    assert found["chance"] is None


@pytest.mark.parametrize(
    ("fields", "drms"),
    [
        ({"grade": "elite"}, {"range": 1, "grade": 2}),
        ({"grade": "green"}, {"range": 1, "grade": -1}),
        ({"crew_loss": 7}, {"range": 1, "crew": -1}),
        ({"smoke": "heavy"}, {"range": 1, "firer_smoke": -2}),
        ({"fouled_with": ["hulk"]}, {"range": 1, "fouled": -2}),
        ({"grounded": True}, {"range": 1, "grounded": -2}),
        ({"anchored": True}, {"range": 1, "anchored": -1}),
        ({"anchored": True, "springs": True}, {"range": 1}),
        ({"criticals": ["captain", "armament_2"]}, {"range": 1, "captain": -1, "armament": -4}),
        ({"fires": [1, 4]}, {"range": 1, "fire": -2}),
        ({"repair_party": True}, {"range": 1, "repair_party": -2}),
        ({"limited_ammunition": True}, {"range": 1, "limited_ammunition": -1}),
    ],
)
def test_modifiers_of_the_firer(fields: dict[str, Any], drms: dict[str, int]) -> None:
    deck = {"deck": []} if fields.get("springs") else {}
    found = fire(ship("uss_cairo", "C3", **fields), ship("css_arkansas", "C3"), **deck)
    assert found["drms"] == drms


@pytest.mark.parametrize(
    ("target", "box", "fields", "drms"),
    [
        ("css_arkansas", "C3", {"grounded": True}, {"range": 1, "target_grounded": 2}),
        ("css_arkansas", "C3", {"anchored": True}, {"range": 1, "target_anchored": 1}),
        ("css_arkansas", "C3", {"smoke": "light"}, {"range": 1, "target_smoke": -1}),
        ("css_raleigh", "B3", {}, {"target_size": -1}),
        ("css_virginia", "C5", {}, {"range": -2, "target_size": 1}),
        ("css_raleigh", "C3", {}, {"range": 1}),
    ],
)
def test_modifiers_of_the_target(
    target: str, box: str, fields: dict[str, Any], drms: dict[str, int]
) -> None:
    assert fire(CAIRO, ship(target, box, **fields))["drms"] == drms


def test_tied_to_a_grounded_ship() -> None:
    mine = ship("uss_cairo", "C3", fouled_with=["css_arkansas"])
    found = fire(mine, ship("css_arkansas", "C3", grounded=True))
    assert found["range"] == "point_blank"
    assert found["drms"] == {
        "range": 2,
        "fouled": -2,
        "tied_to_grounded": -2,
        "target_grounded": 2,
    }
    assert "WL" not in found["locations"]
    assert found["locations"]["A"]["share"] == 5 / 8


def test_across_the_bow_swaps_stern_for_bow() -> None:
    found = fire(ship("uss_cairo", "C3", across_bow_of="css_arkansas"), ship("css_arkansas", "C3"))
    assert found["aspect"] == {"firer": "normal", "target": "bow_on"}
    assert found["locations"]["B"]["share"] == 2 / 8
    assert "S" not in found["locations"]
    # The words that a player reads are those of the rule: over the bow nothing strikes the stern.
    open_to_fire = {LOCATIONS[place] for place in found["locations"]}
    assert open_to_fire == {"bow", "midships", "deck", "waterline"}
    assert all(PARTS[place] == LOCATIONS[place] for place in ("B", "A", "S", "D", "WL"))


def test_no_gun_bears_where_the_card_says_x() -> None:
    found = fire(ship("uss_zouave", "C3"), ship("css_arkansas", "C3", across_stern_of="uss_zouave"))
    assert found["aspect"]["firer"] == "stern_on"
    assert ("stern_on_x" in found["why_not"]) == (not found["legal"])


@pytest.mark.parametrize(
    ("box", "fields", "why", "night"),
    [
        ("C3", {}, [], -1),
        ("B3", {}, [], -3),
        ("B3", {"fired": True}, [], -1),
        ("A3", {}, ["dark"], None),
        ("A3", {"fires": [1]}, [], -3),
    ],
)
def test_night(box: str, fields: dict[str, Any], why: list[str], night: int | None) -> None:
    found = fire(CAIRO, ship("css_arkansas", box, **fields), board={"night": True})
    assert found["why_not"] == why
    assert (found["drms"] or {}).get("night") == night


def test_hidden_screened_blocked() -> None:
    high = {"terrain": [{"box": "C4", "kind": "high"}]}
    assert fire(CAIRO, ship("css_arkansas", "C5"), board=high)["why_not"] == ["blocked"]
    low = {"terrain": [{"box": "C4", "kind": "low_island"}]}
    assert fire(CAIRO, ship("css_arkansas", "C5"), board=low)["legal"]
    assert fire(CAIRO, ship("css_arkansas", "C3", hidden=True))["why_not"] == ["hidden"]
    screened = ship("css_arkansas", "C3", screened_from=["uss_cairo"])
    assert fire(CAIRO, screened)["why_not"] == ["screened"]


def test_high_ground_bars_knights_moves_and_split_diagonals() -> None:
    def legal(end: str, *boxes: str) -> bool:
        terrain = [{"box": box, "kind": "high"} for box in boxes]
        return bool(fire(CAIRO, ship("css_arkansas", end), board={"terrain": terrain})["legal"])

    assert not legal("B5", "C4")
    assert not legal("B5", "B4")
    assert legal("B4", "C4")
    assert not legal("B4", "C4", "B3")
    assert not legal("A5", "B4")


def test_a_section_counts_in_its_nearest_box_and_plunges_at_long_range() -> None:
    state = position(
        [ship("uss_monitor", "C4")], [ship("css_virginia", "E5")], forts=([], [SECTION])
    )
    facts = inspect(state)
    section = facts["drewrys_bluff.upper_battery"]
    shot = section["targets"]["uss_monitor"]
    assert (section["kind"], shot["distance"], shot["column"]) == ("section", 2, "monitor")
    assert shot["plunging"]["locations"]["D"]["share"] == 4 / 8
    assert "TS" not in shot["plunging"]["locations"]
    back = facts["uss_monitor"]["targets"]["drewrys_bluff.upper_battery"]
    assert list(back["locations"]) == ["section"]
    assert back["column"] == "section"


def test_low_freeboard_rolls_again() -> None:
    state = position(
        [ship("uss_monitor", "C3")], [ship("css_arkansas", "C3")], rules={"low_freeboard": True}
    )
    shot = inspect(state, "css_arkansas")["css_arkansas"]["targets"]["uss_monitor"]
    assert shot["locations"]["WL"]["share"] == 4 / 64
    assert sum(each["share"] for each in shot["locations"].values()) == 1


def test_point_blank_after_a_ram_attempt() -> None:
    rammed = ship("css_arkansas", "C3", rammed=["uss_cairo"])
    assert fire(ship("uss_cairo", "C3", order="maneuver_0"), rammed)["range"] == "point_blank"
    assert fire(ship("uss_cairo", "C3", order="drift"), rammed)["range"] == "short"


def test_who_is_silenced_or_has_no_crew_does_not_fire() -> None:
    state = position([CAIRO], [ship("css_arkansas", "C3")], forts=([], [{**SECTION, "hits": 99}]))
    section = next(iter(state.sections.values()))
    assert in_sight(state, section) == ()
    gone = replace(state.ships["uss_cairo"], crew_loss=crew_of(state.ships["uss_cairo"]).full)
    assert why_silent(gone) == {"crew"}
    assert why_silent(state.ships["uss_cairo"]) == set()


def test_a_torn_shot_is_told_as_plunging_beside_the_direct_one() -> None:
    state = position([ship("uss_cairo", "C5")], [], forts=([], [SECTION]))
    section = next(iter(state.sections))
    told = explain(state, section)[section]["targets"]["uss_cairo"]
    assert told["plunging"]
    assert "plunging" not in explain(state, "uss_cairo")["uss_cairo"]["targets"][section]
