"""What a lieutenant does for a battle's objective, tested in positions for both sides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.players import make_player
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state.state import Ship
from engine.systems.oak_iron.state.steps import (
    CheckWithdrawal,
    CrewAction,
    EndActivation,
    LoadTokens,
    Manoeuvre,
    SettleMove,
)
from engine.systems.oak_iron.thinking.objective_task import Berth, Escape, Hunt, objective_task
from engine.systems.oak_iron.thinking.quick_worth import LOST, PlaceScores
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from tests.engine.systems.oak_iron.fleet import small_battle
from tests.engine.systems.oak_iron.set_up.test_objectives import battle, off_island, on_island
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

MARKER = (18.0, 18.0)
DIGNITARY, CARGO, ALONE = {"token": "dignitary"}, {"token": "cargo"}, {"token": "alone"}


def answer(play: Skirmish, seat: str) -> Any:
    """Return a lieutenant's answer to a seat's open question."""
    return make_player("lieutenant", GAME, 1, seat).choose(play.state, play.asked(seat))


def does(play: Skirmish, key: str) -> str:
    """Let a lieutenant choose a Crew Action; return which."""
    play.turn_to(CrewAction(), active=key)
    found = answer(play, key[0])
    play.do(key[0], found.option, found.dial, found.at)
    return str(found.option)


def sails(play: Skirmish, key: str) -> Pose | None:
    """Let a lieutenant move a ship; return her new pose, or None if she leaves the table."""
    play.turn_to(Manoeuvre(), SettleMove(), EndActivation(), active=key).settle()
    while play.options():
        found = answer(play, key[0])
        play.do(key[0], found.option, found.dial, found.at)
    return play[key].pose


def on_shore(objective: str, *ships: Ship, **plan: Any) -> Skirmish:
    """Return a battle about an island in mid-table with a marker on it."""
    return on_island(battle(objective, *ships, marker=MARKER, **plan))


def task(play: Skirmish, key: str) -> Any:
    return objective_task(play.state, key)


# No objective ---------------------------------------------------------------------------


def test_where_there_is_no_objective_nobody_has_an_errand() -> None:
    plain = battle("engage_the_enemy", ship("A1", y=8), ship("B1", y=28))
    for state in (small_battle(), plain.state):
        assert [objective_task(state, key) for key in state.ships] == [None] * len(state.ships)


# Escort ---------------------------------------------------------------------------------


def escort(x: float = 12.0, heading: float = 60.0, foe: Ship | None = None) -> Skirmish:
    foe = foe or ship("A1", x=30, y=4)
    return battle("escort", foe, ship("B1", x=x, y=30, heading=heading, **DIGNITARY), ship("B2"))


def test_the_dignitary_heads_for_the_lee_edge_under_full_sail() -> None:
    play = escort()
    assert isinstance(task(play, "B1"), Escape)
    assert task(play, "B2") is None, "her consort fights"
    there = sails(play, "B1")
    assert there is not None
    assert there.heading == pytest.approx(90.0, abs=5.0)
    assert does(play, "B1") == "sail_full"


def test_she_leaves_the_table_to_leeward_and_wins() -> None:
    play = escort(x=34.0, heading=90.0)
    assert sails(play, "B1") is None
    play.turn_to(CheckWithdrawal(), phase="end").settle()
    assert play.state.outcome is not None
    assert play.state.outcome.winners == ("B",)


def test_she_leaves_over_no_other_edge_and_no_ship_without_him() -> None:
    play = battle("escort", ship("A1", x=31, heading=90), ship("B1", y=31, **DIGNITARY))
    assert sails(play, "B1") is not None
    assert sails(play, "A1") is not None


def test_leaving_with_him_is_worth_as_much_as_leaving_else_costs() -> None:
    play = escort(x=34.0, heading=90.0)
    play.turn_to(Manoeuvre(), active="B1")
    option = next(each for each in play.asked("B").options if each.id == "straight")
    assert GAME.thinking.quick_score(play.state, play.asked("B"), Answer(option.id)) > LOST / 2
    plain = replace(play.state, objective="engage_the_enemy")
    assert GAME.thinking.quick_score(plain, play.asked("B"), Answer(option.id)) < -LOST / 2


def test_attackers_stand_between_her_and_the_lee_edge() -> None:
    play = escort(foe=ship("A1", x=26, y=18))
    found = task(play, "A1")
    assert isinstance(found, Hunt)
    assert found.there.pose.x > play["B1"].pose.x + 4.0  # type: ignore[union-attr]
    assert found.there.pose.y == play["B1"].pose.y  # type: ignore[union-attr]


def test_of_two_places_as_near_to_her_the_one_to_leeward_is_better() -> None:
    play = escort(heading=90.0, foe=ship("A1", x=26, y=14))
    places = PlaceScores(play.state)
    assert places.at("A1", Pose(24.0, 18.0, 0.0)) > places.at("A1", Pose(0.5, 18.0, 0.0))


def test_near_her_she_is_hunted_where_she_lies() -> None:
    found = task(escort(foe=ship("A1", x=12, y=27.4)), "A1")
    assert isinstance(found, Hunt)
    assert found.there.pose.x == pytest.approx(12.0, abs=0.5)


def test_the_dignitary_goes_aboard_a_swift_ship_and_not_the_flagship() -> None:
    slow, swift = ship("B3", "fluyt", x=9, y=34), ship("B2", "corvette", y=34)
    play = battle("escort", ship("A1", y=2), ship("B1", "corvette", x=27, y=34), slow, swift)
    play.state = replace(play.state, agenda=(LoadTokens(1),))
    assert answer(play, "B").option == "B2"


# Cut off --------------------------------------------------------------------------------


def test_a_flagship_that_is_cut_off_makes_for_her_own_edge_and_then_for_her_consorts() -> None:
    waiting = replace(ship("B2"), pose=None)
    play = battle("cut_off", ship("A1", y=2), ship("B1", heading=90, **ALONE), waiting)
    found = task(play, "B1")
    assert found == Berth((18.0, 36.0), found.near, anchors=False)
    there = sails(play, "B1")
    assert there is not None
    assert there.heading < 90.0
    arrived = ship("B2", x=30, y=34)
    play.state = replace(play.state, ships={**play.state.ships, "B2": arrived})
    assert task(play, "B1").at == (30.0, 34.0)
    assert task(play, "B2") is None


def test_attackers_near_her_fall_upon_her_until_she_is_crippled() -> None:
    near, far = ship("A1", y=10), ship("A2", x=2, y=2)
    lame = ship("B1", **ALONE, damage=7)
    play = battle("cut_off", near, far, ship("B1", **ALONE))
    assert isinstance(task(play, "A1"), Hunt)
    assert task(play, "A2") is None
    assert task(battle("cut_off", near, far, lame), "A1") is None


# Raze and raid --------------------------------------------------------------------------


@pytest.mark.parametrize("objective", ["raze", "raid"])
def test_one_attacker_makes_for_the_island_and_spares_the_flagship(objective: str) -> None:
    ships = (ship("A1", x=14, y=6), ship("A2", x=22, y=4), ship("A3", x=34, y=2))
    play = on_shore(objective, *ships, ship("B1", x=2, y=34))
    assert [isinstance(task(play, key), Berth) for key in ("A1", "A2", "A3")] == [
        False,
        True,
        False,
    ]
    shaken = replace(play["A2"], fatigue=7)
    play.state = replace(play.state, ships={**play.state.ships, "A2": shaken})
    assert isinstance(task(play, "A1"), Berth), "who cannot land is relieved"


def test_she_heads_for_the_island_from_afar() -> None:
    play = on_shore("raid", ship("A2", x=6, y=8, heading=0), ship("B1", x=34, y=34))
    there = sails(play, "A2")
    assert there is not None
    assert 15.0 <= there.heading <= 90.0


def test_she_shortens_sail_anchors_and_lands_and_the_settlement_is_plundered() -> None:
    play = on_shore("raid", ship("A1", x=12.5), ship("B1", x=2, y=35), ship("B2", x=5, y=35))
    orders = [does(play, "A1") for _ in range(3)]
    assert orders == ["sail_minimal", "sail_anchored", "land_party"]
    play.turn_to(CheckWithdrawal(), phase="end").settle()
    assert play.state.plan.scored == {"B": 2}  # type: ignore[union-attr]
    assert task(play, "A1") is None, "what is done is done"
    assert does(play, "A1") == "sail_minimal", "and she gets under way"


def test_a_party_that_is_ashore_razes() -> None:
    razer = off_island("A1", landing_party=(17.0, 18.0))
    play = on_shore("raze", razer, ship("B1", x=2, y=35))
    play.turn_to(CrewAction(), active="A1")
    assert answer(play, "A").option == "raze"


def test_nobody_lands_without_an_errand() -> None:
    play = on_shore("raid", ship("A1", y=2), off_island("B1"))
    play.turn_to(CrewAction(), active="B1")
    assert answer(play, "B").option != "land_party"


def test_nobody_sets_out_who_would_come_too_late() -> None:
    play = on_shore("raid", ship("A1", x=18, y=2), ship("B1", x=2, y=35))
    assert isinstance(task(play, "A1"), Berth)
    assert objective_task(replace(play.state, turn=LAST_TURN - 1), "A1") is None


def test_a_defender_near_who_is_about_to_land_hunts_him() -> None:
    ships = (ship("B1", x=22, y=26), ship("B2", x=2, y=35))
    near = on_shore("raid", ship("A1", x=14, y=23), *ships)
    assert isinstance(task(near, "B1"), Hunt)
    assert task(near, "B2") is None
    far = on_shore("raid", ship("A1", x=30, y=24), *ships)
    assert task(far, "B1") is None
    done = on_shore("raid", ship("A1", x=14, y=23), *ships, scored={"B": 2})
    assert task(done, "B1") is None


# Delivery -------------------------------------------------------------------------------


def test_who_carries_a_cargo_anchors_lands_and_delivers() -> None:
    play = on_shore("delivery", ship("A2", x=12.5, **CARGO), ship("A1", y=2), ship("B1", x=2, y=35))
    assert isinstance(task(play, "A2"), Berth)
    assert task(play, "A1") is None
    orders = [does(play, "A2") for _ in range(4)]
    assert orders == ["sail_minimal", "sail_anchored", "land_party", "deliver"]
    assert task(play, "A2") is None


def test_a_defender_near_a_cargo_hunts_it() -> None:
    carrier, consort = ship("A2", x=22, y=24, **CARGO), ship("A1", x=26, y=28)
    play = on_shore("delivery", carrier, consort, ship("B1", x=26, y=33))
    found = task(play, "B1")
    assert isinstance(found, Hunt)
    assert found.there.pose.at == (22.0, 24.0)


def test_every_objective_of_the_cards_is_known_to_both_sides() -> None:
    """Otherwise computer players would ignore a new objective card."""
    from engine.systems.oak_iron.thinking import objective_task as rules

    told = {key for key in book().objectives if key != "engage_the_enemy"}
    assert set(rules._ATTACK) == set(rules._DEFENCE) == told


def test_who_has_no_anchor_to_drop_sets_sail_as_she_likes() -> None:
    alone = ship("B1", x=10, y=20, token="alone")
    found = task(battle("cut_off", ship("A1", y=8), alone, ship("B2", x=20, y=30)), "B1")
    assert isinstance(found, Berth)
    assert found.sail(alone) is None
    assert Berth(found.at, 40.0, anchors=True).sail(alone) == "anchored"


@pytest.mark.parametrize("fate", [{"pose": None, "lost": "left"}, {"captured_by": "A"}])
def test_nobody_hunts_a_dignitary_who_is_away_or_taken(fate: dict[str, Any]) -> None:
    play = escort(foe=ship("A1", x=26, y=18))
    assert task(play, "A1") is not None
    gone = replace(play["B1"], **fate)
    play.state = replace(play.state, ships={**play.state.ships, "B1": gone})
    assert task(play, "A1") is None
