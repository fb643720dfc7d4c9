"""The scrolling sea (Oak & Iron ch. 5, designer's note 1): the table moves with the ships; a switch
of the set-up.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena import arrange, crews, play_out
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.game import Outcome
from engine.game.panel import Words
from engine.kernel.battle import Battle, Change
from engine.kernel.registry import system
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.sailing.course import sail, trace
from engine.systems.oak_iron.screen.move_preview import move_preview
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area, hulls, solids
from engine.systems.oak_iron.state.state import Activation, Rules, SetUpPlan, State, Terrain
from engine.systems.oak_iron.state.steps import CrewAction, EndActivation, Manoeuvre, SettleMove
from engine.systems.oak_iron.terrain import laid
from engine.systems.oak_iron.thinking.advice.advise import advice
from engine.systems.oak_iron.thinking.quick_worth import LOST, PlaceScores
from engine.systems.oak_iron.turn.end_phase import verdict
from tests.engine.checked import checked
from tests.engine.systems.oak_iron.invariants import (
    OVERLAP,
    check_dice,
    check_fold,
    closed_in,
    watched,
)
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, island, ship

FULL = Rules(scrolling_sea=True)
STEPS = (Manoeuvre(), SettleMove(), CrewAction(), EndActivation())


def running(red: Any, *others: Any, terrain: tuple[Terrain, ...] = (), rules: Rules = FULL) -> Any:
    """Return a battle in which A1 is about to move, with B1 in mid-table."""
    fleet = others or (ship("B1", "sloop", 18, 18, 0),)
    return Skirmish(red, *fleet, rules=rules, terrain=terrain).turn_to(*STEPS, active="A1").settle()


def test_all_shifts_back_by_musket_shot_and_the_move_stands() -> None:
    bank = island((10, 10), (12, 10), (12, 12), kind="fog")
    play = running(ship("A1", "fluyt", 10, 2.5, 180, landing_party=None), terrain=(bank,))
    play.do("A", "straight")
    assert play.facts(ev.SeaScrolled)[0].by == (0.0, 6.0)
    assert play["A1"].pose.at == (10, 2.5 + 6 - 3)
    assert play["B1"].pose.at == (18, 24)
    assert play.state.terrain[0].outline[0] == (10, 16)
    assert play["A1"].afloat


def test_without_the_rule_she_leaves() -> None:
    play = running(ship("A1", "fluyt", 10, 2.5, 180), rules=Rules())
    play.do("A", "straight")
    assert play["A1"].lost == "left"
    assert not play.facts(ev.SeaScrolled)


def test_move_that_stays_on_the_table_scrolls_nothing() -> None:
    play = running(ship("A1", "fluyt", 10, 12, 180)).do("A", "straight")
    assert not play.facts(ev.SeaScrolled)


def test_it_goes_no_farther_than_the_others_have_room() -> None:
    play = running(ship("A1", "fluyt", 10, 2.5, 180), ship("B1", "fluyt", 20, 31.75, 0))
    play.do("A", "straight")
    (fact,) = play.facts(ev.SeaScrolled)
    assert fact.by[1] == pytest.approx(3.0, abs=0.001)
    assert play["A1"].afloat
    assert play["B1"].pose.y + 1.25 <= 36


def test_where_even_that_is_too_little_the_mover_leaves() -> None:
    play = running(ship("A1", "fluyt", 10, 2.5, 180), ship("B1", "fluyt", 20, 34.5, 0))
    play.do("A", "straight")
    assert play["A1"].lost == "left"
    assert play["B1"].pose.at == (20, 34.5)


def test_corner_scrolls_both_ways() -> None:
    play = running(ship("A1", "fluyt", 2.0, 2.0, 225)).do("A", "straight")
    assert play.facts(ev.SeaScrolled)[0].by == (6.0, 6.0)


def test_terrain_that_falls_off_is_laid_anew_by_the_other_player() -> None:
    reef = island((18, 32), (20, 32), (20, 34), (18, 34), kind="rocks")
    near = island((8, 8), (10, 8), (10, 10), kind="shoal", key="T2")
    play = running(ship("A1", "fluyt", 10, 2.5, 180, fatigue=1), terrain=(reef, near))
    play.do("A", "straight")
    asked = play.asked()
    assert (asked.seat, asked.kind) == ("B", "lay_piece"), "not the player of the mover"
    for at, said in (
        ((40.0, 3.0), "off the table"),
        ((10.0, 12.0), "farther than Musket Shot from the south edge"),
        ((10.0, 14.0), "overlaps shoal, farther than"),
    ):
        with pytest.raises(Refused, match=said):
            play.do("B", "place", at=at)
    play.do("B", "place")
    moved = play.facts(ev.TerrainMoved)[0].piece
    west, south, east, north = area(moved).bounds
    assert (east - west, north - south) == pytest.approx((2, 2))
    assert 0 <= south <= 6, "within musket shot of the edge that she sailed for"
    for body in (area(play.state.terrain[1]), *map(_base, ("A1", "B1"), (play, play))):
        assert not area(moved).intersects(body)
    assert play.asked().kind == "crew_action", "then her activation goes on"


def _base(key: str, play: Skirmish) -> Any:
    from engine.systems.oak_iron.state.ships import hull

    return hull(play[key]).polygon


def test_terrain_without_room_is_removed() -> None:
    reef = island((18, 32), (20, 32), (20, 34), (18, 34), kind="rocks")
    sound = island((0, -8), (36, -8), (36, 1), (0, 1), kind="fog", key="T2")
    play = running(ship("A1", "fluyt", 10, 2.5, 180), terrain=(reef, sound))
    play.do("A", "straight")
    assert play.facts(ev.TerrainTaken)[0].pieces == ("T1",)


def test_piece_partly_on_the_table_stays() -> None:
    reef = island((18, 28), (20, 28), (20, 34), (18, 34), kind="rocks")
    play = running(ship("A1", "fluyt", 10, 2.5, 180), terrain=(reef,)).do("A", "straight")
    assert play.facts(ev.SeaScrolled)
    assert [piece.id for piece in play.state.terrain] == ["T1"]
    assert not play.facts(ev.TerrainMoved)


def test_party_on_land_that_falls_off_is_lost() -> None:
    land = island((18, 32), (20, 32), (20, 34), (18, 34))
    blue = ship("B1", "fluyt", 19, 28, 0, sail="anchored", landing_party=(19.0, 32.5))
    play = running(ship("A1", "fluyt", 10, 2.5, 180), blue, terrain=(land,))
    play.do("A", "straight").do("B", "place")
    assert play["B1"].landing_party is None


def test_marker_of_the_objective_goes_with_the_sea_and_with_its_island() -> None:
    land = island((18, 32), (20, 32), (20, 34), (18, 34))
    plan = SetUpPlan(
        size="patrol", homes={"A": "south", "B": "north"}, islands=("T1",), marker=(19.0, 33.0)
    )
    play = Skirmish(
        ship("A1", "fluyt", 10, 2.5, 180),
        ship("B1", "sloop", 18, 18, 0),
        rules=FULL,
        terrain=(land,),
        plan=plan,
    )
    play.turn_to(*STEPS, active="A1").settle()
    play.do("A", "straight")
    assert play.state.plan
    assert play.state.plan.marker == (19, 39)
    play.do("B", "place", at=(25.0, 4.0))
    assert play.state.plan
    assert play.state.plan.marker == (25, 4)


def test_preview_says_that_the_sea_scrolls() -> None:
    play = running(ship("A1", "fluyt", 10, 2.5, 180))
    option = play.asked().option("straight")
    rows = move_preview(play.state, sail(play.state, "A1", 3, option.command)).rows
    said = " ".join(span.text for row in rows if isinstance(row, Words) for span in row.spans)
    assert "the sea scrolls" in said


@pytest.mark.parametrize("scrolls", [True, False])
def test_lieutenant_knows_whether_the_edge_is_the_end(scrolls: bool) -> None:
    play = running(ship("A1", "fluyt", 10, 2.5, 180), rules=Rules(scrolling_sea=scrolls))
    command = play.asked().option("straight").command
    worth = PlaceScores(play.state).end_of(sail(play.state, "A1", 3, command))
    assert (worth > -LOST) is scrolls


# Objectives on a scrolling sea ----------------------------------------------------------


@cache
def escort() -> State:
    """Return a patrol of seed 3, set up by lieutenants: the objective Escort, with the dignitary
    aboard A4.

    A4 is 5 inches from the lee edge in the east, and heads for it.
    """
    battle = Battle.new(GAME, "patrol", 3, {"scrolling_sea": True})
    arrange(battle)
    state: State = battle.state
    assert state.objective == "escort"
    assert state.ships["A4"].token == "dignitary"
    runs = replace(state.ships["A4"], pose=Pose(31.0, 18.0, 90.0), sail="full")
    steps = (EndActivation(), CrewAction(), SettleMove(), Manoeuvre())
    return replace(
        state,
        ships={**state.ships, "A4": runs},
        phase="movement",
        agenda=steps,
        activation=Activation(ship="A4", phase="movement", point="large", start=runs.pose),
    )


def sailed(turn: int, heading: float = 90.0, x: float = 33.0) -> Skirmish:
    """Return this patrol after the dignitary's ship has sailed straight ahead in the given turn."""
    state = escort()
    runs = replace(state.ships["A4"], pose=Pose(x, 18.0, heading))
    play = Skirmish(runs)
    play.state = replace(state, turn=turn, ships={**state.ships, "A4": runs})
    return play.settle().do("A", "straight")


def test_the_dignitary_gets_away_over_the_lee_edge_of_a_scrolling_sea() -> None:
    play = sailed(7, x=31.0)
    assert play.facts(ev.SeaScrolled) == [], "5 inches from the edge she is fast enough"
    assert play["A4"].lost == "left"
    assert verdict(play.state) == Outcome(("A",), "the dignitary has got away to leeward")


@pytest.mark.parametrize(("turn", "heading", "x"), [(6, 90.0, 33.0), (7, 270.0, 3.0)])
def test_too_early_or_over_another_edge_the_sea_scrolls_for_her(
    turn: int, heading: float, x: float
) -> None:
    play = sailed(turn, heading, x)
    assert play.facts(ev.SeaScrolled)
    assert play["A4"].afloat
    assert verdict(play.state) is None


def test_other_ships_of_an_escort_do_not_leave_to_leeward() -> None:
    state = escort()
    plain = replace(state.ships["A4"], token="", pose=Pose(33.0, 18.0, 90.0))
    play = Skirmish(plain)
    play.state = replace(state, turn=7, ships={**state.ships, "A4": plain})
    play.settle().do("A", "straight")
    assert play.facts(ev.SeaScrolled)


def test_preview_lieutenant_and_advice_know_that_she_gets_away() -> None:
    play = Skirmish(escort().ships["A4"])
    play.state = replace(escort(), turn=7)
    asked = play.settle().asked()
    option = asked.option("straight")
    ordered = Answer("straight")
    assert GAME.answering.harm(play.state, asked, ordered) == "", "that is how she wins"
    early = replace(play.state, turn=1, rules=replace(play.state.rules, scrolling_sea=False))
    assert "leaves the table" in GAME.answering.harm(early, asked, ordered)
    way = trace(play.state, "A4", option.command)
    assert way is not None
    assert PlaceScores(play.state).end_of(way) == LOST
    first = advice(play.state, asked)[0]
    assert sum(each.worth for each in first.reasons if each.term == "errand_done") > 30


def test_an_island_of_the_objective_without_room_at_the_edge_goes_anywhere() -> None:
    isle = island((18, 32), (20, 32), (20, 34), (18, 34))
    sound = island((0, -8), (36, -8), (36, 1), (0, 1), kind="fog", key="T2")
    plan = SetUpPlan(
        size="patrol", homes={"A": "south", "B": "north"}, islands=("T1",), marker=(19.0, 33.0)
    )
    red, blue = ship("A1", "fluyt", 10, 2.5, 180), ship("B1", "sloop", 18, 18, 0)
    play = Skirmish(red, blue, rules=FULL, terrain=(isle, sound), plan=plan)
    play.turn_to(*STEPS, active="A1").settle().do("A", "straight")
    assert play.asked().prompt.endswith("fell off the table; lay it where there is room")
    with pytest.raises(Refused, match="overlaps fog"):
        play.do("B", "place", at=(25.0, 4.0))
    play.do("B", "place", at=(25.0, 30.0))
    assert play.state.plan
    assert play.state.plan.marker == (25, 30)
    assert not play.facts(ev.TerrainTaken)


# Random battles among terrain, in all weathers, on a sea that scrolls: nothing breaks.


SEEDS = range(8)


def set_out(seed: int) -> State:
    """Return the four ships of the quick start under all rules, among four pieces of terrain."""
    game, random = system("oak_iron"), Random(seed)
    options = {"quick_start": False, "formation": True, "events": True}
    state: State = game.set_up("quickstart", {**options, "scrolling_sea": seed % 2 == 0})
    squadrons = {key: replace(each, fortune=3) for key, each in state.squadrons.items()}
    state = replace(state, squadrons=squadrons)
    if seed % 4 == 3:
        corners = (laid("long_shoal", (5, 6)), laid("turtle_island", (31, 31), 30))
        return closed_in(replace(state, terrain=corners), random)
    pieces = (
        laid("hook_shoal", (11.5, 22), random.randrange(360)),
        laid("turtle_island", (9, 12), random.randrange(360)),
        laid("the_teeth", (26, 10), random.randrange(360)),
        laid("low_bank", (18, 8)),
    )
    return replace(state, terrain=pieces)


def _clear_of_land(battle: Any, change: Change) -> None:
    state = change.after
    for land in solids(state).values():
        for key, base in hulls(state).items():
            assert base.polygon.intersection(land).area <= OVERLAP, key


def test_battles_in_all_weathers_hold_together_and_weather_terrain_and_scrolling_come_up(
    tmp_path: Path,
) -> None:
    game: Any = system("oak_iron")
    happened: Counter[type] = Counter()
    for seed in SEEDS:
        path = tmp_path / f"weather_{seed}.battle"
        battle = watched(Battle.from_state(game, set_out(seed), seed, path=path))
        assert battle.state.rules.events, "the rules of the set-up were lost"
        checked(battle, _clear_of_land)
        play_out(battle, crews(game, battle.state, seed, "ensign", "ensign"))
        check_dice(battle)
        check_fold(battle)
        happened.update(type(fact) for entry in battle.entries for fact in entry.events)
    for kind in (ev.EventDrawn, ev.PassedShoal, ev.WentAground, ev.SeaScrolled, ev.Collided):
        assert happened[kind], kind.__name__
