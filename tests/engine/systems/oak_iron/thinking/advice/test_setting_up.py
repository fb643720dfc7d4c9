"""A captain's advice before the first turn: ships, cards, terrain and wind, tested in set-ups."""

from __future__ import annotations

from functools import cache
from math import cos, radians
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from engine.game.decision import Advice, Answer, Decision, Option
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.space.plane.many import Bases
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.set_up.scenarios import set_up
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import Rules, SetUpPlan, State
from engine.systems.oak_iron.state.steps import PlaceTerrain
from engine.systems.oak_iron.thinking.advice import before_battle, deployment
from engine.systems.oak_iron.thinking.advice import before_battle as laying_terrain
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.objective_task import sought
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

GAME = system("oak_iron")
SQUADRONS = ["curacao_convoy", "leeward_station"]
MANY = ["flying_gang", "corsairs_of_dunkirk"]


@cache
def asked(kind: str, seed: int = 12) -> tuple[State, Decision]:
    """Return (view, question) of a patrol that ensigns have set up until the first question of this
    kind.
    """
    battle = Battle.from_state(GAME, set_up("patrol", {"squadrons": SQUADRONS}), seed)
    ensigns = {seat: make_player("ensign", GAME, seed, seat) for seat in ("A", "B")}
    while (decision := battle.pending()[0]).kind != kind:
        answer = ensigns[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, Answer(answer.option, answer.dial, answer.at))
    return battle.view(decision.seat), decision


def reasons(found: Advice) -> dict[str, float]:
    """Return {term: how much it adds to the answer's worth}."""
    return {each.term: each.worth for each in found.reasons}


@pytest.mark.parametrize("kind", ["draft", "lay_piece", "select_terrain", "deploy"])
def test_a_set_up_is_advised_with_reasons(kind: str) -> None:
    view, decision = asked(kind)
    found = advice(view, decision)
    assert {each.option for each in found} == {option.id for option in decision.options}
    assert any(each.reasons for each in found)
    assert found[0].worth > found[-1].worth


# Ships ---------------------------------------------------------------------------------


@cache
def deployed(player: str, seed: int, scenario: str = "patrol") -> State:
    """Return a battle whose ships are deployed by two players of one kind; ensigns decide the
    rest.
    """
    squadrons = SQUADRONS if scenario == "patrol" else MANY
    battle = Battle.from_state(GAME, set_up(scenario, {"squadrons": squadrons}), seed)
    crew = {seat: make_player(player, GAME, seed, seat) for seat in ("A", "B")}
    ensigns = {seat: make_player("ensign", GAME, seed, seat) for seat in ("A", "B")}
    while GAME.setting_up(battle.state):
        decision = battle.pending()[0]
        of = crew if decision.kind == "deploy" else ensigns
        answer = of[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, Answer(answer.option, answer.dial, answer.at))
    return battle.state


def test_a_captain_lays_his_ships_in_line_more_often_than_a_lieutenant() -> None:
    def formed(player: str) -> int:
        states = [deployed(player, seed) for seed in range(3, 6)]
        return sum(len(in_formation(state, key)) for state in states for key in ("A", "B"))

    assert formed("captain") > formed("lieutenant")
    assert formed("captain") >= 12


def test_the_flagship_is_laid_down_first_and_the_line_is_made_on_her() -> None:
    view, decision = asked("deploy")
    found = advice(view, decision)
    assert view.is_flagship(found[0].option)
    assert reasons(found[0])["line"] > 1.0


def test_in_line_with_her_consorts_is_ahead_or_astern_and_not_abeam() -> None:
    consort = Bases(np.array([18.0]), np.array([18.0]), np.array([90.0]), 2.5, 1.25)
    x, y, heading = np.array([(14.4, 18, 90), (21.7, 18, 90), (18, 21, 90), (14.4, 18, 180)]).T
    places = Bases(x, y, heading, 2.5, 1.25)
    assert deployment._in_line(places, consort).tolist() == [1.0, 1.0, 0.0, 0.0]


def test_a_consort_between_a_ship_and_the_enemy_is_in_the_way() -> None:
    foe, friend = (Bases(np.array([18.0]), np.array([y]), np.zeros(1), 2, 1) for y in (30.0, 14.0))
    places = Bases(np.array([18.0, 26.0]), np.array([8.0, 8.0]), np.zeros(2), 2, 1)
    assert deployment._masked(places, [friend], [foe]).tolist() == [1.0, 0.0]


def test_to_windward_of_the_enemy_is_better_than_to_leeward() -> None:
    play = Skirmish(ship("A1"), ship("B1", x=18, y=30))
    view = replace(play.state, table=replace(play.state.table, weather_edge="west"))
    places = Bases(np.array([6.0, 30.0]), np.array([8.0, 8.0]), np.zeros(2), 2, 1)
    foe = Bases(np.array([18.0]), np.array([30.0]), np.zeros(1), 2, 1)
    assert deployment._gage(view, places, [foe]).tolist() == [12.0, -12.0]


def heading(degrees: float) -> Bases:
    """Return a ship at (18, 8) on a heading, as an array of one base."""
    return Bases(np.array([18.0]), np.array([8.0]), np.array([degrees]), 2, 1)


def test_a_ship_is_not_laid_down_with_her_back_to_the_enemy() -> None:
    foe = Bases(np.array([18.0]), np.array([30.0]), np.zeros(1), 2, 1)
    ahead, bow, abeam, away = (
        float(deployment._off(heading(degrees), *deployment._middle(heading(degrees), [foe]))[0])
        for degrees in (0.0, 44.0, 90.0, 180.0)
    )
    assert ahead == bow == 0.0
    assert (abeam, away) == (pytest.approx(0.25), pytest.approx(0.75))


def test_in_a_crowd_no_ship_of_a_captains_has_her_back_to_the_enemys_edge() -> None:
    state = deployed("captain", 4, "skirmish")
    poses = [ship.pose for ship in state.ships.values() if ship.pose]
    assert len(poses) == 12
    assert all(cos(radians(pose.heading)) * (18.0 - pose.y) > -6.0 for pose in poses)


def test_who_hunts_a_dignitary_is_laid_down_on_her_way_to_leeward() -> None:
    bearer = ship("B1", x=10, y=30, token="dignitary")
    play = Skirmish(ship("A1", x=18, y=8), bearer, objective="escort", defender="B")
    view = replace(play.state, table=replace(play.state.table, weather_edge="west"))
    assert sought(view, "A1") == bearer
    assert sought(view, "B1") is None
    assert sought(replace(view, objective="raid"), "A1") is None
    east, north = deployment._to_leeward_of(view, bearer, heading(0.0))
    assert (float(east[0]), float(north[0])) == (pytest.approx(5.0), pytest.approx(22.0))


def test_enemies_still_to_come_are_looked_for_in_their_own_zone() -> None:
    view, decision = asked("deploy")
    assert all(not each.afloat for each in view.ships.values())
    expected = deployment._expected(view, decision.seat)
    assert view.plan
    for each in expected.ships.values():
        assert bool(each.pose) == (each.squadron != decision.seat)
        if each.pose:
            home = view.plan.homes[each.squadron]
            assert (each.pose.y < 18) == (home == "south")


# Cards, the wind, the role ------------------------------------------------------------


def test_the_windward_zone_is_taken_before_the_leeward_one() -> None:
    view, decision = asked("draft")
    cards = ["weather_gage", "lee_berth", "forward_screen", "broad_line"]
    options = tuple(Option(card, card, do.Draw("deployment", card)) for card in cards)
    found = {
        each.option: each for each in before_battle.draft(view, replace(decision, options=options))
    }
    assert found["weather_gage"].worth > found["lee_berth"].worth
    assert reasons(found["weather_gage"])["gage"] > 0.0 > reasons(found["lee_berth"])["gage"]
    assert reasons(found["forward_screen"])["reach"] > reasons(found["broad_line"])["reach"]


def test_an_early_warning_is_for_the_defender() -> None:
    view, decision = asked("draft")
    card = Option("early_warning", "", do.Draw("condition", "early_warning"))
    alone = replace(decision, options=(card,))
    warned, idle = (
        before_battle.draft(replace(view, defender=key), alone)[0].worth
        for key in (decision.seat, "nobody")
    )
    assert warned > idle == 0.0


@pytest.mark.parametrize(
    ("objective", "best"),
    [
        ("escort", "defender"),
        ("delivery", "defender"),
        ("engage_the_enemy", "attacker"),
        ("cut_off", "attacker"),
        ("raid", "attacker"),
    ],
)
def test_the_objective_says_whether_to_attack(objective: str, best: str) -> None:
    view, decision = asked("draft")
    options = (
        Option("attacker", "", do.TakeRole("attacker")),
        Option("defender", "", do.TakeRole("defender")),
    )
    asking = replace(decision, options=options)
    found = before_battle.role(replace(view, objective=objective), asking)
    assert found[0].option == best
    assert reasons(found[0])["objective"] > 0.0
    assert before_battle.role(replace(view, objective=""), asking)[0].option == "defender"


@pytest.mark.parametrize(("ours", "best"), [(4.0, "none"), (32.0, "turn")])
def test_the_wind_is_turned_when_the_enemy_has_the_gage(ours: float, best: str) -> None:
    """The wind is from the west; A's ship is either far to windward of the enemy or far to
    leeward.
    """
    play = Skirmish(ship("A1", x=ours, y=6), ship("B1", x=18, y=30, heading=180), rules=Rules())
    view = replace(play.state, table=replace(play.state.table, weather_edge="west"))
    options = (Option("turn", "", do.TurnWind()), Option("none", "", do.Pass()))
    found = before_battle.turn_wind(view, Decision("A", "turn_wind", "?", options))
    assert found[0].option == best
    assert reasons(found[0])["gage"] > 0.0


def test_a_token_goes_aboard_a_swift_ship_that_bears_no_flag_and_no_second_one() -> None:
    ships = [ship("A1", "corvette"), ship("A2", "corvette", x=8), ship("A3", "fluyt", x=28)]
    play = Skirmish(*ships, ship("B1", y=4))
    options = [Option(key, "", do.Load(key)) for key in ("A1", "A2", "A3")]
    found = before_battle.load(play.state, Decision("A", "load", "?", tuple(options)))
    assert found[0].option == "A2"
    more = (*options, Option("none", "", do.Pass()))
    assert before_battle.load(play.state, Decision("A", "load", "?", more))[0].option == "none"


def test_sails_are_left_as_they_are_when_hands_are_few() -> None:
    play = Skirmish(ship("A1", "corvette"), ship("B1", y=4), rules=Rules())
    options = (
        Option("A1_full", "", do.SetSail("A1", "full")),
        Option("A1_minimal", "", do.SetSail("A1", "minimal")),
        Option("none", "", do.Pass()),
    )
    found = before_battle.set_sail(play.state, Decision("A", "set_sail", "?", options))
    assert [each.option for each in found] == ["none", "A1_full", "A1_minimal"]


def test_the_squadron_with_the_least_to_learn_moves_first() -> None:
    """C is far from the enemy and A is near; both belong to one fleet."""
    ships = [ship("A1"), ship("C1", x=4, y=4), ship("B1", x=22)]
    play = Skirmish(*ships, rules=Rules(), phase="movement")
    fleets = {"A": "Red", "C": "Red", "B": "Blue"}
    squadrons = {
        key: replace(each, fleet=fleets[key]) for key, each in play.state.squadrons.items()
    }
    view = replace(play.state, squadrons=squadrons)
    options = tuple(Option(key, key, do.NameSquadron(key)) for key in ("A", "C"))
    found = before_battle.name_squadron(view, Decision("A", "name_squadron", "?", options))
    assert found[0].option == "C"


# Land ----------------------------------------------------------------------------------


def laying(*ships: Any, piece: str, piloted: str = "") -> Advice:
    """Return the best advice to A on where to place a piece of terrain."""
    cards = {piloted: {"conditions": ("local_pilot",)}} if piloted else {}
    play = Skirmish(*ships, rules=Rules(), phase="set_up", cards=cards)
    plan = SetUpPlan(size="patrol", homes={"A": "south", "B": "north"}, attacker="B", pool=(piece,))
    view = replace(play.state, plan=plan, defender="A", agenda=(PlaceTerrain(),))
    decision = GAME.pending(view)[0]
    return advice(view, decision)[0]


STRONG, WEAK = ship("A1", "third_rate", 4, 4), ship("A1", "sloop", 4, 4)
FOE = ship("B1", "fourth_rate", 32, 32)


def from_the_middle(found: Advice) -> float:
    """Return how far from the middle of the table an answer places a piece."""
    assert found.at
    return float(np.hypot(found.at[0] - 18.0, found.at[1] - 18.0))


def test_the_stronger_guns_keep_the_water_clear_and_the_weaker_seek_shelter() -> None:
    strong = laying(STRONG, FOE, piece="turtle_island")
    weak = laying(WEAK, replace(FOE, type="third_rate"), piece="turtle_island")
    assert from_the_middle(strong) > 12.0
    assert from_the_middle(weak) < from_the_middle(strong)
    assert reasons(strong)["water"] > 0.0


def test_a_shoal_belongs_in_the_way_of_those_who_have_no_pilot() -> None:
    with_pilot = laying(STRONG, FOE, piece="long_shoal", piloted="A")
    against = laying(STRONG, FOE, piece="long_shoal", piloted="B")
    assert from_the_middle(with_pilot) < 4.0
    assert from_the_middle(against) > 12.0


def test_no_land_is_added_that_is_not_liked() -> None:
    play = Skirmish(STRONG, FOE, rules=Rules(), phase="set_up")
    options = (
        Option("turtle_island", "", do.AddPiece("turtle_island")),
        Option("none", "", do.Pass()),
    )
    decision = Decision("A", "select_terrain", "?", options)
    assert laying_terrain.select(play.state, decision)[0].option == "none"
    piloted = Skirmish(
        STRONG, FOE, rules=Rules(), phase="set_up", cards={"A": {"conditions": ("local_pilot",)}}
    )
    shoal = Option("long_shoal", "", do.AddPiece("long_shoal"))
    asking = replace(decision, options=(shoal, options[1]))
    assert laying_terrain.select(piloted.state, asking)[0].option == "long_shoal"


def test_in_the_midst_of_a_battle_land_is_none_of_its_business() -> None:
    play = Skirmish(STRONG, FOE, rules=Rules(), phase="movement")
    options = (Option("long_shoal", "", do.LayPiece("long_shoal"), dial="heading", area="at"),)
    assert laying_terrain.lay(play.state, Decision("A", "lay_piece", "?", options)) == ()


def test_a_straggler_is_laid_down_with_her_back_to_the_enemy() -> None:
    """With the objective Cut Off she sails to her own edge, not towards the enemy."""
    foe = Bases(np.array([18.0]), np.array([30.0]), np.zeros(1), 2, 1)
    view = Skirmish(ship("A1", token="alone"), ship("B1", y=30), objective="cut_off").state
    towards, away = (
        float(deployment._about(view, "A1", heading(degrees), [foe])["bound"][0])
        for degrees in (0.0, 180.0)
    )
    assert (towards, away) == (pytest.approx(-0.75), 0.0)
