"""Maneuvers to other boxes, hazards on the way, tows (Iron & Oak 5.1 to 5.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer, Decision
from engine.systems.iron_oak.fleet import name
from engine.systems.iron_oak.foresight.maneuver_odds import passes
from engine.systems.iron_oak.gunnery.shooting import _strike
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.movement.getting_free import drift_chances, drift_result
from engine.systems.iron_oak.movement.hazards import face_hazards
from engine.systems.iron_oak.movement.segment import effective, playable
from engine.systems.iron_oak.movement.ways import _holds, _only
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Move, State
from engine.systems.iron_oak.state.steps import Hazard, NameWay
from tests.engine.systems.iron_oak.table import GAME, Told, position, ship, table

ENEMY = ship("css_virginia", "E5")


def test_success_moves_and_clears_smoke_and_positions() -> None:
    battle = table(
        [ship("uss_monitor", "C3", smoke="heavy", across_bow_of="css_virginia")],
        [ship("css_virginia", "C3")],
    )
    battle.fill("A", {"uss_monitor": "maneuver_1"}).do("A", "C2", 9, 8, 1)
    assert battle.ship("uss_monitor").box == "C2"
    assert battle.ship("uss_monitor").smoke == "none"
    assert battle.ship("uss_monitor").across_bow_of == ""
    assert [type(event) for event in battle.events[:3]] == [
        ev.WayNamed,
        ev.ManeuverRolled,
        ev.ShipsMoved,
    ]


def test_a_tie_fails_and_checks_no_hazards() -> None:
    board = {"shoals": [{"band": "row C", "depth": 1}]}
    battle = table([ship("uss_monitor", "C3")], [ENEMY], board=board)
    battle.fill("A", {"uss_monitor": "maneuver_1"}).do("A", "C2", 8, 8, 1)
    assert battle.ship("uss_monitor").box == "C3"
    assert not battle.found(ev.HazardChecked)


def test_maneuver_2_stops_in_the_middle_where_a_hazard_is_failed() -> None:
    board = {"markers": [{"kind": "obstruction", "box": "C2"}]}
    battle = table([ship("uss_monitor", "C1")], [ENEMY], board=board)
    battle.fill("A", {"uss_monitor": "maneuver_2"})
    battle.do("A", "C3/C2", 10, 8, 1, 1, 1, 10)
    monitor = battle.ship("uss_monitor")
    assert (monitor.box, monitor.fouled) == ("C2", ("obstruction",))


def test_maneuver_2_goes_on() -> None:
    battle = table([ship("uss_monitor", "C1")], [ENEMY])
    battle.fill("A", {"uss_monitor": "maneuver_2"}).do("A", "C3/C2", 10, 8, 1)
    assert battle.ship("uss_monitor").box == "C3"
    assert [event.box for event in battle.found(ev.ShipsMoved)] == ["C2", "C3"]


@pytest.mark.parametrize(
    ("board", "faces", "hazard", "then"),
    [
        ({"shoals": [{"band": "row C", "depth": 1}]}, (1, 6, 2), "shoal", "grounded"),
        ({"markers": [{"kind": "obstruction", "box": "C3"}]}, (1, 1, 6), "obstruction", "fouled"),
        ({"markers": [{"kind": "hulk", "box": "C3"}]}, (1, 1, 6), "hulk", "fouled"),
        ({"terrain": [{"box": "C3", "kind": "sandbar"}]}, (9, 4), "sandbar", "grounded"),
        ({"markers": [{"kind": "mine", "box": "C3"}]}, (1, 1, 6, 3), "mine", "hits"),
    ],
)
def test_hold_checks_the_hazards_of_the_box(
    board: dict[str, object], faces: tuple[int, ...], hazard: str, then: str
) -> None:
    battle = table([ship("uss_monitor", "C3")], [ENEMY], board=board)
    battle.fill("A", {"uss_monitor": "maneuver_0"}, *faces)
    (checked,) = battle.found(ev.HazardChecked)
    assert (checked.hazard, checked.passed) == (hazard, False)
    assert getattr(battle.ship("uss_monitor"), then)


def test_a_mine_tears_the_waterline_and_is_gone() -> None:
    board = {"markers": [{"kind": "mine", "box": "C3"}]}
    battle = table([ship("uss_monitor", "C3")], [ENEMY], board=board)
    battle.fill("A", {"uss_monitor": "maneuver_0"}, 1, 1, 6, 3)
    assert battle.ship("uss_monitor").hits == 7
    assert battle.ship("uss_monitor").shields == {"WL": -4}
    assert battle.state.board.markers == ()


def test_the_enemy_picks_the_order_of_hazards() -> None:
    board = {
        "shoals": [{"band": "row C", "depth": 1}],
        "markers": [{"kind": "mine", "box": "C3"}],
    }
    battle = table([ship("uss_monitor", "C3")], [ENEMY], board=board)
    battle.fill("A", {"uss_monitor": "maneuver_0"})
    assert battle.options("B") == ["mine", "shoal"]
    battle.do("B", "shoal", 10, 9, 6, 10, 6, 9)
    assert [event.hazard for event in battle.found(ev.HazardChecked)] == ["shoal", "mine"]


def test_a_partner_checks_after_the_tug() -> None:
    board = {"shoals": [{"band": "row C", "depth": 1}]}
    battle = table(
        [ship("uss_zouave", "C3", towing="uss_monitor"), ship("uss_monitor", "C3")],
        [ENEMY],
        board=board,
    )
    battle.fill("A", {})  # the tow is kept
    battle.fill("A", {"uss_zouave": "maneuver_1", "uss_monitor": "maneuver_0"})
    battle.do("A", "uss_zouave").do("A", "C4", 10, 4, 1, 1, 10, 2, 2, 1, 10, 6)
    assert battle.ship("uss_zouave").box == battle.ship("uss_monitor").box == "C4"
    assert battle.ship("uss_monitor").grounded
    assert not battle.ship("uss_zouave").grounded


def test_a_partner_that_cannot_move_checks_nothing() -> None:
    """The tug holds her box; the ship in her tow, aground or anchored, has enough depth and makes
    no check.
    """
    board = {"shoals": [{"band": "row C", "depth": 1}], "markers": [{"kind": "mine", "box": "C3"}]}
    for held in ({"grounded": True}, {"anchored": True}):
        battle = table(
            [
                ship("uss_zouave", "C3", towing="uss_monitor"),
                ship("uss_monitor", "C3", **held),
            ],
            [ENEMY],
            board=board,
        )
        battle.fill("A", {})
        battle.fill("A", {"uss_zouave": "maneuver_0"}).do("A", "uss_zouave").skip("hazard")
        battle.do("B", "mine", 10, 6, 1, 10, 6, 1)
        checked = [(event.ship, event.hazard) for event in battle.found(ev.HazardChecked)]
        assert {ship_id for ship_id, _ in checked} == {"uss_zouave"}
        state = battle.state
        assert passes(state, state.ships["uss_zouave"], "C3")["mine"] > 0.5


def test_a_tow_is_taken_and_leaves_the_map_together() -> None:
    battle = table([ship("uss_zouave", "C1"), ship("uss_monitor", "C1")], [ENEMY])
    battle.fill("A", {"uss_zouave": "maneuver_1", "uss_monitor": "maneuver_1"})
    battle.do("A", "uss_zouave").do("A", "take:uss_monitor")
    assert battle.ship("uss_monitor").order == "maneuver_0"
    question = battle.question("A")
    assert isinstance(question, Decision)
    assert question.option("off:left").ends  # a front end asks first
    harm = GAME.answering.harm
    told = harm(battle.state, question, Answer("off:left"))
    assert told == f"{name(battle.ship('uss_zouave'))} leaves the battle by the left edge"
    stays = next(each.id for each in question.options if not each.id.startswith("off:"))
    assert harm(battle.state, question, Answer(stays)) == ""
    battle.do("A", "off:left", 10, 1, 1, 1)
    (left,) = battle.found(ev.ShipsLeft)
    assert left.ships == ("uss_zouave", "uss_monitor")
    assert battle.ship("uss_monitor").lost == "left:left"


@pytest.mark.parametrize(
    ("order", "fields", "then"),
    [
        ("cross_t", {}, "maneuver_0"),
        ("weigh_anchor", {}, "maneuver_0"),
        ("maneuver_1", {}, "maneuver_1"),
        ("maneuver_1", {"criticals": ["boiler"]}, "drift"),
        ("maneuver_1", {"grounded": True}, "stay"),
        ("anchor", {"anchored": True}, "stay"),
    ],
)
def test_an_order_that_lost_its_sense(order: str, fields: dict[str, Any], then: str) -> None:
    state = position([ship("uss_monitor", "C3", order=order, **fields)], [ENEMY], phase="action")
    assert effective(state, state.ships["uss_monitor"]) == then


@pytest.mark.parametrize(
    ("box", "direction", "face", "result"),
    [
        ("C3", "right", 5, "stay"),
        ("C3", "right", 6, "C4"),
        ("C3", "right", 9, "B4"),
        ("C3", "right", 10, "D4"),
        ("C3", "left", 9, "D2"),
        ("C3", "down", 9, "D4"),
        ("C3", "up", 9, "B2"),
        ("C5", "right", 8, "off:right"),
        ("A5", "right", 9, "aground"),
        ("E5", "right", 10, "off:right"),
        ("A3", "right", 9, "aground"),
        ("E3", "right", 10, "off:bottom"),
        ("C3", "none", 10, "stay"),
    ],
)
def test_drift(box: str, direction: str, face: int, result: str) -> None:
    board = {"current": {"direction": direction, "speed": "moderate"}, "banks": ["top"]}
    state = position([ship("uss_monitor", box)], [ENEMY], board=board)
    assert drift_result(state.board, box, face) == result
    assert sum(drift_chances(state.board, box).values()) == pytest.approx(1)


def test_tied_ships_drift_together_once() -> None:
    battle = table(
        [ship("uss_monitor", "C3", fouled_with=["css_virginia"])],
        [ship("css_virginia", "C3")],
        board={"current": {"direction": "right", "speed": "fast"}},
    )
    battle.fill("A", {"uss_monitor": "drift"}, 8)
    assert battle.ship("css_virginia").box == battle.ship("uss_monitor").box == "C4"
    battle.skip("orders").fill("B", {"css_virginia": "drift"})
    assert not battle.found(ev.DriftRolled)


def test_refloat_strains_the_engine() -> None:
    battle = table([ship("uss_monitor", "C3", grounded=True)], [ENEMY])
    battle.fill("A", {"uss_monitor": "refloat"}, 9, 1, 8, 2, 1, 6, 3, 3)
    assert not battle.ship("uss_monitor").grounded
    (torn,) = battle.found(ev.CriticalRolled)
    assert (torn.column, torn.critical) == ("wl", "engine_damaged")
    assert "engine_stopped" in battle.ship("uss_monitor").criticals


def test_a_sailing_ship_that_strains_has_no_engine_to_be_damaged() -> None:
    """Damage to a part that she does not have becomes Collateral damage, beginning at the waterline
    (Iron & Oak 6.3.4).
    """
    battle = table([ship("uss_cumberland", "C3", grounded=True)], [ENEMY])
    battle.fill("A", {"uss_cumberland": "refloat"}, 9, 1, 8, 2, 1, 3)
    (strained,) = battle.found(ev.EngineStrained)
    assert not strained.held
    assert battle.ship("uss_cumberland").criticals == ()
    battle.asked("collateral")
    battle.do("A", "D")
    assert battle.ship("uss_cumberland").shields == {"D": -1}


def test_the_gunfire_of_a_ship_that_was_taken_ends_in_her_next_segment() -> None:
    battle = table(
        [ship("uss_monitor", "C3", captured_by="confederate", fired=True)],
        [ship("css_virginia", "E5")],
        board={"night": True},
    )
    battle.asked("orders")
    battle.fill("B", {}).do("B", "uss_monitor").do("B", "C4")
    assert battle.found(ev.GunfireEnded)
    assert not battle.ship("uss_monitor").fired


def test_unfoul_frees_both() -> None:
    battle = table(
        [ship("uss_monitor", "C3", fouled_with=["css_virginia"])], [ship("css_virginia", "C3")]
    )
    battle.fill("A", {"uss_monitor": "unfoul"}, 9, 8, 1)
    assert battle.ship("uss_monitor").fouled == battle.ship("css_virginia").fouled == ()


def test_anchor_and_weigh() -> None:
    board = {"shoals": [{"band": "row C", "depth": 3}]}
    battle = table([ship("uss_monitor", "C3")], [ENEMY], board=board)
    battle.fill("A", {"uss_monitor": "anchor"})
    assert battle.ship("uss_monitor").anchored
    battle.skip("orders").fill("B", {}).skip("orders").fill("A", {"uss_monitor": "weigh_anchor"})
    assert not battle.ship("uss_monitor").anchored


def test_a_search_at_night_identifies() -> None:
    battle = table(
        [ship("uss_monitor", "C3")],
        [ship("css_virginia", "C3", hidden=True)],
        board={"night": True},
    )
    battle.fill("A", {"uss_monitor": "maneuver_0"})
    battle.do("A", "seek:confederate_counter_1", 7)
    assert not battle.ship("css_virginia").hidden


def test_a_tow_of_a_grounded_ship_holds_the_tug() -> None:
    battle = table(
        [ship("uss_zouave", "C1"), ship("uss_monitor", "C1", grounded=True)],
        [ENEMY],
    )
    battle.fill("A", {"uss_zouave": "maneuver_1", "uss_monitor": "refloat"})
    battle.do("A", "uss_zouave").do("A", "take:uss_monitor")
    assert next(event.order for event in battle.found(ev.OrderRevealed)) == "maneuver_0"
    assert battle.ship("uss_zouave").box == "C1"
    assert battle.ship("uss_zouave").towing == "uss_monitor"


def test_of_several_partners_the_owner_says_who_checks_next() -> None:
    tied = {"fouled_with": ["uss_zouave"]}
    zouave = ship("uss_zouave", "C3", fouled_with=["uss_monitor", "uss_essex"])
    battle = table(
        [zouave, ship("uss_monitor", "C3", **tied), ship("uss_essex", "C3", **tied)],
        [ENEMY],
        board={
            "markers": [{"kind": "hulk", "box": "C4"}],
            "current": {"direction": "right", "speed": "fast"},
        },
    )
    battle.fill("A", {"uss_zouave": "drift"})
    battle.do("A", "uss_zouave", 8, 9, 1, 2).asked("partner")
    assert set(battle.options("A")) == {"uss_monitor", "uss_essex"}
    battle.do("A", "uss_essex", 9, 1, 2, 9, 1, 2)
    assert [each.ship for each in battle.found(ev.HazardChecked)] == ["uss_essex", "uss_monitor"]


# A ship that has left the map or lies lost neither moves, strikes a hazard, nor is shot at.


MONITOR, VIRGINIA = "uss_monitor", "css_virginia"


def moving(box: str, move: Move) -> State:
    """Return a position in which the Monitor carries out an order, in a box or off the map."""
    board = {"markers": [{"kind": "hulk", "box": "C3"}]}
    state = position([ship(MONITOR, "C3")], [ship(VIRGINIA, "C3")], board=board)
    ships = {**state.ships, MONITOR: replace(state.ships[MONITOR], box=box)}
    return replace(state, ships=ships, move=move)


def test_only_a_ship_on_the_map_holds_or_plays_a_card_on_her_move() -> None:
    """Holding, springs on the anchor and scuttling are only for ships in a box. Iron & Oak
    5.1.3.
    """
    order = Move(ship=MONITOR, order="maneuver_0")
    here, away = moving("C3", order), moving("off:left", order)
    assert next(each.id for each in _holds(here, here.ships[MONITOR])) == "hold"
    assert _holds(away, away.ships[MONITOR]) == ()
    assert playable(away, away.ships[MONITOR], "owner") == {}


def test_a_ship_off_the_map_that_cannot_enter_waits_where_one_on_it_holds() -> None:
    """Such a maneuver leaves only one way, which is chosen without a question. Iron & Oak 5.1.6."""
    for box, way in (("C3", "hold"), ("off:left", "wait")):
        ledger = Ledger(moving(box, Move(ship=MONITOR, order="maneuver_1")), Told())
        ledger.plan(NameWay(MONITOR))
        _only(ledger, NameWay(MONITOR))
        (named,) = (each for each in ledger.events if isinstance(each, ev.WayNamed))
        assert named.way == way


def test_a_ship_off_the_map_meets_no_hazard() -> None:
    """Iron & Oak 5.4."""
    met = {}
    for box in ("C3", "off:left"):
        ledger = Ledger(moving(box, Move(ship=MONITOR, order="maneuver_1")), Told())
        face_hazards(ledger, MONITOR)
        met[box] = any(isinstance(step, Hazard) for step in ledger.state.agenda)
    assert met == {"C3": True, "off:left": False}


def test_who_is_gone_is_not_struck_by_a_blast() -> None:
    """An earlier blast may have sunk the neighbour of the ship that exploded. Iron & Oak 6.3.2."""
    for box, struck in (("C3", True), ("off:left", False)):
        ledger = Ledger(moving(box, Move(ship=MONITOR, order="maneuver_0")), Told())
        _strike(ledger, VIRGINIA, MONITOR, "d10")
        assert any(isinstance(each, ev.BlastStruck) for each in ledger.events) is struck
