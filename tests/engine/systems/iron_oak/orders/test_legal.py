"""Which orders are not allowed, with every reason (Iron & Oak 4.0)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.game.question import Sheet
from engine.systems.iron_oak.inspection import inspect
from engine.systems.iron_oak.orders.legal import far_goals, goals, legal_orders, ways, why_not
from engine.systems.iron_oak.screen.preview import preview
from tests.engine.systems.iron_oak.table import position, ship, table

MONITOR = "uss_monitor"
ENEMY = ship("css_virginia", "E5")
SHOAL = {"shoals": [{"band": "row C", "depth": 3}]}


def reasons(
    order: str, others: Any = (), board: Any = None, rest: Any = None, **fields: Any
) -> Any:
    enemies = [each for each in others if each["id"].startswith("css")] or [ENEMY]
    friends = [each for each in others if not each["id"].startswith("css")]
    mine = ship(MONITOR, fields.pop("box", "C3"), **fields)
    state = position([mine, *friends], enemies, board=board, **(rest or {}))
    return why_not(state, state.ships[MONITOR])[order]  # type: ignore[index]


@pytest.mark.parametrize(
    ("order", "fields", "why"),
    [
        ("stay", {}, ("not_immobile",)),
        ("stay", {"anchored": True}, ()),
        ("stay", {"box": "off:left"}, ("not_immobile", "off_map")),
        ("anchor", {}, ("too_deep",)),
        ("anchor", {"board": SHOAL}, ()),
        ("anchor", {"board": SHOAL, "slipped": True}, ("slipped",)),
        ("anchor", {"board": SHOAL, "grounded": True}, ("immobile",)),
        ("weigh_anchor", {}, ("not_anchored",)),
        ("weigh_anchor", {"anchored": True}, ()),
        ("refloat", {}, ("not_grounded",)),
        ("refloat", {"grounded": True}, ()),
        ("unfoul", {}, ("not_fouled",)),
        ("unfoul", {"fouled_with": ["obstruction"]}, ()),
        ("drift", {}, ()),
        ("drift", {"anchored": True}, ("immobile",)),
        ("drift", {"box": "off:left"}, ("off_map",)),
        ("maneuver_0", {}, ()),
        ("maneuver_0", {"box": "off:left"}, ()),
        ("maneuver_0", {"criticals": ["boiler"]}, ("unpowered",)),
        ("maneuver_0", {"fouled_with": ["hulk"]}, ("immobile",)),
        ("oppose", {}, ("no_enemy_in_box",)),
        ("cross_t", {}, ("no_enemy_in_box", "no_target")),
        ("ram_spar", {}, ("no_enemy_in_box", "no_target")),
        ("ram_spar", {"box": "off:left"}, ("off_map",)),
        ("maneuver_1", {}, ()),
        ("maneuver_1", {"grounded": True}, ("immobile",)),
        ("maneuver_1", {"box": "off:left", "enter_turn": 4}, ("too_early",)),
        ("maneuver_1", {"criticals": ["engine_stopped"]}, ("unpowered",)),
        ("maneuver_2", {"box": "off:left"}, ("off_map",)),
        ("maneuver_2", {"board": {"night": True}}, ("night",)),
        ("maneuver_2", {"crew_loss": 3}, ("retiring",)),
        ("drift", {"crew_loss": 3}, ("retiring",)),
    ],
)
def test_a_ship_alone(order: str, fields: dict[str, Any], why: tuple[str, ...]) -> None:
    assert reasons(order, **fields) == why


VIRGINIA = ship("css_virginia", "C3")


@pytest.mark.parametrize(
    ("order", "fields", "others", "why"),
    [
        ("oppose", {}, [VIRGINIA], ()),
        ("oppose", {}, [ship("css_virginia", "C3", hidden=True)], ("no_enemy_in_box",)),
        ("oppose", {"across_bow_of": "css_virginia"}, [VIRGINIA], ("lies_across",)),
        ("cross_t", {}, [VIRGINIA], ()),
        ("cross_t", {"criticals": ["rudder"]}, [VIRGINIA], ("steering",)),
        ("cross_t", {"no_cross_t": ["css_virginia"]}, [VIRGINIA], ("no_target",)),
        ("cross_t", {"across_bow_of": "css_virginia"}, [VIRGINIA], ("lies_across",)),
        ("cross_t", {}, [ship("css_virginia", "C3", across_bow_of=MONITOR)], ("bow_on",)),
        ("cross_t", {}, [ship("css_virginia", "C3", across_stern_of=MONITOR)], ("no_target",)),
        ("ram_spar", {}, [ship("css_virginia", "C3", across_stern_of=MONITOR)], ("no_target",)),
        ("ram_spar", {"across_bow_of": "css_virginia"}, [VIRGINIA], ()),
        ("ram_spar", {"no_ram": ["css_virginia"]}, [VIRGINIA], ("no_target",)),
        ("ram_spar", {"fouled_with": ["css_virginia"]}, [VIRGINIA], ("fouled",)),
        ("maneuver_1", {"fouled_with": ["css_virginia"]}, [VIRGINIA], ("fouled",)),
        ("maneuver_2", {"towing": "barge_1"}, [ship("barge_1", "C3")], ("grappled",)),
        (
            "maneuver_1",
            {"towing": "barge_1"},
            [ship("barge_1", "C3", anchored=True)],
            ("grappled_to_immobile",),
        ),
        ("maneuver_0", {"towing": "barge_1"}, [ship("barge_1", "C3", anchored=True)], ()),
        ("oppose", {"towing": "barge_1"}, [ship("barge_1", "C3"), VIRGINIA], ("towing",)),
        ("drift", {}, [ship("uss_zouave", "C3", towing=MONITOR)], ("towed",)),
        ("maneuver_1", {}, [ship("uss_zouave", "C3", towing=MONITOR)], ("towed",)),
        (
            "maneuver_0",
            {"criticals": ["boiler"]},
            [ship("uss_zouave", "C3", towing=MONITOR)],
            (),
        ),
        (
            "maneuver_1",
            {"fouled_with": ["css_virginia"]},
            [ship("css_virginia", "C3", grounded=True)],
            ("fouled", "immobile"),
        ),
    ],
)
def test_a_ship_with_others(
    order: str, fields: dict[str, Any], others: list[Any], why: tuple[str, ...]
) -> None:
    assert reasons(order, others, **fields) == why


def test_a_prize_goes_home_and_attacks_nobody() -> None:
    state = position(
        [ship("uss_monitor", "C3", captured_by="confederate")], [ship("css_virginia", "C3")]
    )
    found = why_not(state, state.ships["uss_monitor"])
    assert found["maneuver_1"] == ()
    assert "prize" in found["cross_t"]
    assert found["maneuver_0"] == ("retiring",)


SCREENED = ship("css_virginia", "C3", screened_from=[MONITOR])


def test_a_screen_bars_the_order_of_an_attack_as_it_bars_the_attack() -> None:
    """Once such an order was offered with its chance, and after sealing became a hold (Iron & Oak
    7.7).
    """
    for order in ("cross_t", "ram_spar"):
        assert reasons(order, [SCREENED]) == ("no_target",)
        assert reasons(order, [SCREENED, ship("css_drewry", "C3")]) == ()
    state = position([ship(MONITOR, "C3")], [SCREENED, ship("css_drewry", "C3")])
    at = inspect(state, MONITOR)[MONITOR]["targets"]["css_virginia"]
    assert at["ram_spar"]["why_not"] == ["screened"]
    assert at["cross_bow"]["why_not"] == at["cross_stern"]["why_not"] == ["screened"]
    sheet = table([ship(MONITOR, "C3")], [SCREENED, ship("css_drewry", "C3")]).question("A")
    assert isinstance(sheet, Sheet)
    for order in ("cross_t", "ram_spar"):
        told = str(preview(state, sheet.as_decision(sheet.slot(MONITOR)), Answer(order)).rows)
        assert "Virginia" not in told
        assert "Drewry" in told


def test_a_retiring_ship_never_anchors_and_holds_at_an_edge_that_is_a_bank() -> None:
    hurt = {"crew_loss": 3, "board": {**SHOAL, "banks": ["top"]}}
    assert reasons("anchor", **hurt) == ("retiring",)
    state = position(
        [ship(MONITOR, "A3", crew_loss=3)], [ship("css_virginia", "A3")], board={"banks": ["top"]}
    )
    union = replace(state.sides["union"], edge="top")
    state = replace(state, sides={**state.sides, "union": union})
    assert legal_orders(why_not(state, state.ships[MONITOR])) == ("maneuver_0",)
    adrift = replace(state.ships[MONITOR], criticals=("boiler",))
    stopped = replace(state, ships={**state.ships, MONITOR: adrift})
    assert legal_orders(why_not(stopped, adrift)) == ("drift",)


def test_land_all_round_leaves_no_destination() -> None:
    land = [{"box": box, "kind": "high"} for box in ("A2", "B1", "B2")]
    found = reasons("maneuver_1", box="A1", board={"terrain": land, "banks": ["top"]})
    assert found == ()  # the left edge is open
    walled = reasons(
        "maneuver_1",
        box="A1",
        board={"terrain": land, "banks": ["top"]},
        criticals=["steering_column"],
    )
    assert walled == ("no_destination",)


def test_rules_of_the_battle_close_orders() -> None:
    effect = {"kind": "no_steam_before", "side": "union", "turn": 4}
    assert reasons("maneuver_1", rest={"effects": [effect]}) == ("scenario",)
    assert reasons("maneuver_1", rest={"effects": [effect], "turn": 4}) == ()


# Where maneuvers lead (5.1, 5.7, 6.2.3H).


def test_enemies_bar_the_middle_box_and_friends_do_not() -> None:
    state = position(
        [ship("uss_monitor", "C1"), ship("uss_zouave", "B2")], [ship("css_virginia", "C2")]
    )
    monitor = state.ships["uss_monitor"]
    assert "C3" not in far_goals(state, monitor)
    assert ways(state, monitor, "B3") == ("B2",)


def test_no_diagonal_between_two_enemies_on_maneuver_2() -> None:
    state = position(
        [ship("uss_monitor", "C1")], [ship("css_virginia", "B1"), ship("css_raleigh", "C2")]
    )
    monitor = state.ships["uss_monitor"]
    assert "B3" not in far_goals(state, monitor)
    assert "B2" in goals(state, monitor)


def test_no_step_between_two_pieces_of_land() -> None:
    terrain = [{"box": "B1", "kind": "low_island"}, {"box": "C2", "kind": "high"}]
    state = position(
        [ship("uss_monitor", "C1")], [ship("css_virginia", "E5")], board={"terrain": terrain}
    )
    assert set(goals(state, state.ships["uss_monitor"])) == {"D1", "D2", "off:left"}


def test_a_retiring_ship_goes_nearer_to_her_edge_then_off() -> None:
    state = position(
        [ship("uss_monitor", "C3", crew_loss=3), ship("uss_nahant", "B1", crew_loss=3)],
        [ship("css_virginia", "E5")],
    )
    assert goals(state, state.ships["uss_monitor"]) == ("B2", "C2", "D2")
    assert goals(state, state.ships["uss_nahant"]) == ("off:left",)


def test_steering_binds_to_row_or_column() -> None:
    state = position(
        [ship("uss_monitor", "A3", criticals=["steering_column"])], [ship("css_virginia", "E5")]
    )
    assert goals(state, state.ships["uss_monitor"]) == ("B3", "off:top")
    assert far_goals(state, state.ships["uss_monitor"]) == ("C3",)


def test_ships_enter_at_their_rows() -> None:
    state = position(
        [ship("uss_monitor", "off:left", enter_rows=["B", "C"])], [ship("css_virginia", "E5")]
    )
    assert goals(state, state.ships["uss_monitor"]) == ("B1", "C1")


def test_a_ship_off_the_map_goes_nowhere_by_two_and_enters_by_no_bank() -> None:
    outside = position([ship("uss_monitor", "off:top")], [ship("css_virginia", "C3")])
    banked = position(
        [ship("uss_monitor", "off:top")], [ship("css_virginia", "C3")], board={"banks": ["top"]}
    )
    for state, open_ in ((outside, True), (banked, False)):
        monitor = state.ships["uss_monitor"]
        assert far_goals(state, monitor) == ()
        assert bool(goals(state, monitor)) is open_
