"""Advice on prizes and flags, and on the offers of cards, events and commanders."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.game.decision import Advice
from engine.systems.oak_iron.state.state import Attack, Rules, Ship
from engine.systems.oak_iron.state.steps import (
    CardEffect,
    CrewAction,
    EndActivation,
    EndAttack,
    EventEffect,
    FreeAttack,
    HelmChoice,
    LostFlagships,
    LowerBoats,
    Manoeuvre,
    PartShaken,
    Prizes,
    Reactions,
    SettleMove,
    SharedRally,
)
from engine.systems.oak_iron.thinking.advice.advise import advice
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

VICTOR = ship("A1", "corvette", 10, 18, 180)
PREY = ship("B1", "corvette", 11.001, 18, 180, fatigue=7)
FAR = ship("B2", "corvette", 30, 30, 180)
NEAR = ship("B2", "corvette", 13.5, 18, 180)


def given(play: Skirmish) -> dict[str, Advice]:
    """Return {option: advice} for the open question, the best first."""
    found: dict[str, Advice] = {}
    for each in advice(play.state, play.asked()):
        found.setdefault(each.option, each)
    return found


def best(play: Skirmish) -> str:
    return next(iter(given(play)))


def reason(found: Advice, term: str) -> float:
    return sum(each.worth for each in found.reasons if each.term == term)


def full(*ships: Ship, **rest: Any) -> Skirmish:
    return Skirmish(*ships, rules=Rules(), turn=4, **rest)


# Prizes and flags -----------------------------------------------------------------------


def ending(*ships: Ship) -> Skirmish:
    """Return a battle at step 1 of its End Phase, in which A1 and B1 are entangled."""
    play = full(*ships, entangled=(("A1", "B1"),))
    return play.turn_to(Prizes("A"), Prizes("B"), PartShaken(), phase="end")


def test_a_shaken_enemy_is_taken_and_never_left() -> None:
    found = given(ending(VICTOR, PREY, FAR))
    assert best(ending(VICTOR, PREY, FAR)) == "capture_B1_by_A1"
    assert found["leave"].worth == 0.0
    for taken in ("capture_B1_by_A1", "destroy_B1_by_A1"):
        assert reason(found[taken], "silenced") > 0.0
        assert reason(found[taken], "score") > 0.0
    assert reason(found["capture_B1_by_A1"], "number") > 0.0


def test_a_prize_may_be_retaken_where_an_enemy_is_near() -> None:
    captured = [given(ending(VICTOR, PREY, foe))["capture_B1_by_A1"] for foe in (NEAR, FAR)]
    assert reason(captured[0], "lost_again") < 0.0 == reason(captured[1], "lost_again")
    assert captured[0].worth < captured[1].worth


def test_a_wreck_is_worth_less_than_a_ship_that_might_fight_again() -> None:
    wreck = given(ending(VICTOR, replace(PREY, damage=7), FAR))["capture_B1_by_A1"]
    assert 0.0 < wreck.worth < given(ending(VICTOR, PREY, FAR))["capture_B1_by_A1"].worth


def lost(**mine: Any) -> Skirmish:
    """Return a battle whose flagship A1 is out of action, near the damaged A2 and far from A3."""
    ships = (
        ship("A1", "corvette", 10, 18, 0, damage=7, fatigue=7),
        ship("A2", "corvette", 12, 18, 0, damage=5, fatigue=4),
        ship("A3", "corvette", 4, 4, 0),
        ship("B1", "corvette", 30, 30, 180),
    )
    play = full(*ships, cards={"A": mine})
    return play.turn_to(LostFlagships(("A",)), phase="end")


def test_the_flag_is_hoisted_on_a_sound_ship() -> None:
    found = given(lost())
    assert best(lost()) == "flag_A3"
    assert reason(found["flag_A3"], "sound") > reason(found["flag_A2"], "sound")


def test_a_fortune_point_saves_a_good_admiral() -> None:
    good = given(lost(fortune=3, admiral="george_monck", admiral_value=3))["transfer_A2"]
    assert reason(good, "admiral") > 0.0 > reason(good, "fortune")
    assert good.worth > given(lost(fortune=3))["flag_A2"].worth


# Relief, sides, turns -------------------------------------------------------------------


def test_the_shaken_flagship_is_relieved_before_a_ship_that_is_hardly_tired() -> None:
    ships = (
        ship("A1", "corvette", 10, 18, 0, fatigue=7),
        ship("A2", "corvette", 10, 15.4, 0, fatigue=1),
        FAR,
    )
    play = full(*ships).turn_to(CardEffect("A", "take_courage", ("A1", "A2")), phase="initiative")
    assert best(play) == "rally_A1"
    found = given(play)
    assert found["rally_A1"].worth > found["rally_A2"].worth > found["done"].worth == 0.0


def test_who_rallies_with_a_beloved_admiral() -> None:
    ships = (
        ship("A1", "corvette", 10, 18, 0, fatigue=2),
        ship("A2", "corvette", 10, 15.4, 0, fatigue=6),
        ship("A3", "corvette", 10, 12.8, 0, fatigue=1),
        FAR,
    )
    play = full(*ships, cards={"A": {"admiral": "michiel_de_ruyter"}})
    play.turn_to(SharedRally("A1"), EndActivation(), active="A1")
    assert best(play) == "relieve_A2"


def test_the_side_that_bears_is_loaded_first() -> None:
    empty = ship("A1", "fluyt", 10, 18, 0, reload=("port", "starboard"))
    foe = ship("B1", "fluyt", 13.25, 18, 180)
    play = full(empty, foe).turn_to(CardEffect("A", "fast_loaders", ("A1",)), phase="initiative")
    found = given(play)
    assert best(play) == "reload_A1_starboard"
    assert (
        reason(found["reload_A1_starboard"], "side")
        > 0.0
        == reason(found["reload_A1_port"], "side")
    )


def test_powder_is_spoilt_where_it_would_tell() -> None:
    ours = ship("A1", "fluyt", 10, 18, 0)
    foe = ship("B1", "fluyt", 13.25, 18, 0)
    play = full(ours, foe).turn_to(EventEffect("damp_powder", "A"), phase="initiative")
    assert best(play) == "damp_B1_port"
    assert {each.term for each in given(play)["damp_B1_port"].reasons} == {"wet"}


def test_a_free_turn_brings_guns_to_bear() -> None:
    """The enemy is astern, so one Seamanship Action would not be enough to turn a broadside to
    her.
    """
    foe = ship("B1", "fluyt", 13, 18, 270, moved=True)
    play = full(ship("A1", "fluyt", 18, 18, 90), foe)
    play.turn_to(CardEffect("A", "fleet_maneuver", ("A1",)), phase="initiative")
    found = given(play)
    assert best(play) == "turn_A1"
    assert found["turn_A1"].dial
    assert reason(found["turn_A1"], "next_fire") > 0.0
    assert found["done"].worth == 0.0


# Shots by the way -----------------------------------------------------------------------


def passing(moved: bool, **changes: Any) -> Skirmish:
    """Return a battle in which B may fire at A1, which has ended her move under B1's guns."""
    mover = ship("A1", "corvette", 10, 20.5, 180)
    line = (
        ship("B1", "fluyt", 15, 17.5, 0, moved=moved, **changes),
        ship("B2", "fluyt", 15, 14.9, 0, moved=moved),
    )
    play = Skirmish(mover, *line, rules=Rules(), cards={"B": {"face_up": "fire_as_she_bears"}})
    steps = (Manoeuvre(), SettleMove(), Reactions(), CrewAction(), EndActivation())
    return play.turn_to(*steps, active="A1").settle().do("A", "straight")


def test_a_ship_that_may_load_again_fires_as_she_bears() -> None:
    found = given(passing(moved=False))
    assert best(passing(moved=False)).startswith("B1_broadside_port")
    assert found["B1_broadside_port"].worth > found["hold"].worth == 0.0
    assert reason(found["B1_broadside_port"], "fired") < 0.0


def test_one_that_has_moved_gives_up_more_of_her_fire_to_come() -> None:
    early, late = (given(passing(moved=moved))["B1_broadside_port"] for moved in (False, True))
    assert reason(late, "fired") < reason(early, "fired") < 0.0
    assert reason(late, "damage") == reason(early, "damage")


def test_a_free_attack_that_costs_nothing_is_made() -> None:
    held = ship("B1", "corvette", 11.001, 18, 180)
    play = full(VICTOR, held, entangled=(("A1", "B1"),))
    play.turn_to(
        FreeAttack("A1", "B1", "close_combat", "expert_boarding"), EndActivation(), active="A1"
    )
    assert best(play) == "close_combat_B1"


def test_boats_go_to_an_enemy_who_is_worn() -> None:
    foes = (
        ship("B1", "corvette", 12.5, 18, 180, fatigue=5),
        ship("B2", "corvette", 7.5, 18, 180),
    )
    play = full(VICTOR, *foes, cards={"A": {"face_up": "boat_assault", "faction": "dutch"}})
    state = play.turn_to(LowerBoats("boat_assault"), EndActivation(), active="A1").state
    assert state.activation is not None
    play.state = replace(state, activation=replace(state.activation, adjust=-2))
    assert best(play) == "boats_B1"
    assert given(play)["none"].worth == 0.0


def test_a_helm_is_spun_where_the_enemy_lies_worst() -> None:
    """The western edge is close to port: if the helm turns her that way, she leaves the table."""
    foe = ship("B1", "corvette", 1.2, 18, 0)
    firer = ship("A1", "fluyt", 5, 18, 0)
    attack = Attack(
        attacker="A1", target="B1", kind="broadside", edge="port", dice=4, hits=("skull", "cannon")
    )
    play = full(firer, foe)
    play.state = replace(play.state, attack=attack)
    play.turn_to(HelmChoice(), EndAttack(), EndActivation(), active="A1", phase="attack")
    assert best(play) == "port"
