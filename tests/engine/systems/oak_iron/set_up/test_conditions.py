"""Advantages and condition cards; each test is named after one."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.set_up.objectives import deployments, last_touches
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import HIDDEN, Ship
from engine.systems.oak_iron.state.steps import (
    CrewAction,
    DeploySquadron,
    Draft,
    OpenBattle,
    SailChoice,
    WindChoice,
)
from tests.engine.systems.oak_iron.set_up.test_objectives import battle
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship


def held(card: str, *ships: Ship, by: str = "B") -> Skirmish:
    """Return a battle in which a squadron holds a condition card; B is the defender."""
    play = battle("engage_the_enemy", *(ships or (ship("A1", y=2), ship("B1", y=34))))
    squadrons = dict(play.state.squadrons)
    squadrons[by] = replace(squadrons[by], conditions=(card,))
    play.state = replace(play.state, squadrons=squadrons)
    return play


def drafting(*offers: str) -> Skirmish:
    play = battle("engage_the_enemy", ship("A1", y=2), ship("B1", y=34))
    plan = replace(play.state.plan, offers={"condition": offers}, drafted={})
    play.state = replace(play.state, plan=plan, agenda=(Draft(),))
    return play


def test_a_condition_that_is_drafted_is_its_squadrons() -> None:
    play = drafting("local_pilot", "steady_wind", "well_found").do("A", "local_pilot")
    assert play.state.squadrons["A"].conditions == ("local_pilot",)


def test_favoured_by_fortune_gives_one_more_point() -> None:
    play = drafting("favoured_by_fortune", "steady_wind", "well_found")
    before = play.state.squadrons["A"].fortune
    play.do("A", "favoured_by_fortune")
    assert play.state.squadrons["A"].fortune == before + 1


def test_early_warning_keeps_the_defenders_last_ship_back() -> None:
    waiting = [replace(ship(key), pose=None) for key in ("A1", "B1", "B2")]
    play = held("early_warning", *waiting)
    play.state = replace(
        play.state, phase="set_up", agenda=tuple(reversed(deployments(play.state)))
    )
    for seat, key in (("B", "B2"), ("A", "A1"), ("B", "B1")):
        play.do(seat, key, dial=0.0)
    assert [fact.ship for fact in play.facts(ev.ShipDeployed)] == ["B2", "A1", "B1"]


def test_without_early_warning_the_defender_deploys_wholly() -> None:
    state = held("early_warning", by="A").state
    assert deployments(state) == [DeploySquadron("B"), DeploySquadron("A")]


def test_rested_crews_lets_the_flagships_first_rally_remove_two() -> None:
    play = held("rested_crews", ship("A1", y=2), ship("B1", y=34, fatigue=5), ship("B2", x=9))
    for left in (3, 2):
        play.turn_to(CrewAction(), active="B1").do("B", "rally")
        assert play["B1"].fatigue == left


def test_rested_crews_is_for_the_flagship_alone() -> None:
    play = held("rested_crews", ship("A1", y=2), ship("B1", y=34), ship("B2", x=9, fatigue=5))
    play.turn_to(CrewAction(), active="B2").do("B", "rally")
    assert play["B2"].fatigue == 4


def test_weather_wise_turns_the_wind_round_or_leaves_it() -> None:
    for answer, edge in (("turn", "east"), ("none", "west")):
        play = held("weather_wise")
        assert last_touches(play.state) == [WindChoice("B")]
        play.state = replace(play.state, agenda=(WindChoice("B"),))
        play.do("B", answer)
        assert play.state.table.weather_edge == edge


def test_well_found_lets_one_ship_begin_at_another_sail_setting() -> None:
    play = held("well_found", ship("A1", y=2), ship("B1", y=34), ship("B2", x=9))
    assert last_touches(play.state) == [SailChoice("B")]
    play.state = replace(play.state, agenda=(SailChoice("B"),))
    play.do("B", "B2_minimal")
    assert [play[key].sail for key in ("B1", "B2")] == ["battle", "minimal"]
    assert not play.state.agenda


def surprised() -> Skirmish:
    """Return a battle before cards are chosen; A holds the condition Surprise, and B has three
    cards.
    """
    play = held("surprise", by="A")
    hands = {
        "A": ("down", "reload", "zeal"),
        "B": ("careful_aim", "effective_fire", "take_courage"),
    }
    squadrons = {key: replace(play.state.squadrons[key], hand=hand) for key, hand in hands.items()}
    play.state = replace(play.state, squadrons=squadrons, phase="set_up", agenda=(OpenBattle(),))
    return play.settle()


def test_surprise_lets_the_enemy_choose_his_first_card_before_and_face_up() -> None:
    play = surprised()
    assert [decision.seat for decision in GAME.pending(play.state)] == ["B"]
    play.do("B", "effective_fire")
    assert play.facts(ev.CardLaidOpen) == [ev.CardLaidOpen("B", "effective_fire")]
    assert [decision.seat for decision in GAME.pending(play.state)] == ["A"]
    for seat in ("A", ""):
        view = GAME.view(play.state, seat)
        assert view.squadrons["B"].face_down == "effective_fire", "its owner sees it as he chooses"
        assert set(view.squadrons["B"].hand) == {HIDDEN}
        told = GAME.words.tell(play.state, ev.CardLaidOpen("B", "effective_fire"), seat)
        assert "Effective Fire" in told


def test_surprise_works_in_turn_1_only() -> None:
    play = surprised().do("B", "effective_fire").do("A", "down")
    assert play.state.squadrons["B"].face_up == "effective_fire"
    assert not play.state.squadrons["B"].laid_open
    assert {decision.seat for decision in GAME.pending(play.state)} == {"A", "B"}
    play.do("B", "careful_aim")
    assert GAME.view(play.state, "A").squadrons["B"].face_down == HIDDEN


def test_surprise_is_not_undone_freely_and_leaves_nothing_to_change() -> None:
    play = surprised()
    clever = replace(play.state.squadrons["B"], admiral="jean_bart")
    play.state = replace(play.state, squadrons={**play.state.squadrons, "B": clever})
    play.do("B", "effective_fire")
    assert GAME.undo_barrier(play.events) == "a card was revealed"
    play.do("A", "down")
    assert play.facts(ev.CardsRevealed), "a card that lies open is not changed (Clever)"


def test_surprise_shows_the_card_in_the_hand_of_the_enemy() -> None:
    play = surprised().do("B", "effective_fire")
    lines = [str(row) for row in GAME.screen.hand(GAME.view(play.state, "A"), "A")]
    assert any("Effective Fire" in line for line in lines)
    assert not any("face down" in line for line in lines)


def test_every_condition_has_a_test_of_its_name() -> None:
    """Local Pilot is tested with the shoals, and Steady Wind with the events."""
    elsewhere = {"local_pilot", "steady_wind"}
    named: Any = " ".join(name for name in globals() if name.startswith("test_"))
    assert all(card in named for card in book().conditions.keys() - elsewhere)
