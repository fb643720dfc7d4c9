"""The order of play: taking turns, passing, wake markers, answers without a choice (Oak & Iron ch.
4).
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.space.plane.hull import hull_at, on_table
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Ship
from engine.systems.oak_iron.state.steps import AttackPhase, BeginPhase, Movement, NameShip
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

WRECK = {"damage": 7, "fatigue": 7}


def red(number: int, **changes: Any) -> Ship:
    """Return a ship of side A that heads south on the western half."""
    return ship(f"A{number}", "fluyt", 3.0 * number, 30, 180, **changes)


def blue(number: int, **changes: Any) -> Ship:
    """Return a ship of side B that heads south on the eastern half."""
    return ship(f"B{number}", "fluyt", 36 - 3.0 * number, 30, 180, **changes)


def moving(*ships: Ship, initiative: str = "A", **rest: Any) -> Skirmish:
    """Return a battle at the start of its Movement Phase."""
    play = Skirmish(*ships, initiative=initiative, **rest)
    return play.turn_to(BeginPhase("movement")).settle()


def attacking(*ships: Ship, initiative: str = "A", **rest: Any) -> Skirmish:
    """Return a battle at the start of its Attack Phase."""
    play = Skirmish(*ships, initiative=initiative, **rest)
    return play.turn_to(BeginPhase("attack"), phase="attack").settle()


def sail_on(play: Skirmish, seat: str, key: str) -> Skirmish:
    """Let a ship sail straight ahead, and do nothing else with her."""
    if play.asked().kind == "name_ship":
        play.do(seat, key)
    return play.do(seat, "none").do(seat, "straight").do(seat, "none")


def test_side_with_the_initiative_moves_first() -> None:
    assert moving(red(1), red(2), blue(1), blue(2)).asked().seat == "A"
    assert moving(red(1), red(2), blue(1), blue(2), initiative="B").asked().seat == "B"


def test_sides_alternate_ship_by_ship() -> None:
    play = moving(red(1), red(2), blue(1), blue(2))
    sail_on(play, "A", "A2")
    assert play.asked().seat == "B"
    assert play.options() == ("B1", "B2")
    sail_on(play, "B", "B1")
    sail_on(play, "A", "A1")
    sail_on(play, "B", "B2")
    order = [fact.ship for fact in play.facts(ev.ShipActivated) if fact.phase == "movement"]
    # The last ship of each side is not asked for: it is the only one.
    assert order == ["A2", "B1", "A1", "B2"]
    assert play.state.phase == "attack"


def test_side_with_more_ships_goes_on_alone() -> None:
    play = moving(red(1), red(2), red(3), blue(1))
    for seat, key in (("A", "A1"), ("B", "B1"), ("A", "A2"), ("A", "A3")):
        sail_on(play, seat, key)
    order = [fact.ship for fact in play.facts(ev.WakePlaced)]
    assert order == ["A1", "B1", "A2", "A3"]


def test_side_that_cannot_act_is_passed_over() -> None:
    play = moving(red(1, **WRECK), red(2, captured_by="B", fatigue=7), blue(1), blue(2))
    assert play.asked().seat == "B"


def test_wrecks_and_captives_are_not_activated_and_it_is_said_why() -> None:
    play = moving(
        red(1), red(2), red(3, **WRECK), red(4, captured_by="B", fatigue=7), blue(1), blue(2)
    )
    assert play.options() == ("A1", "A2")
    assert play.closed() == {"A3": "out of action", "A4": "captured"}


def test_captor_does_not_activate_her_prize() -> None:
    play = moving(red(1), blue(1), blue(2), red(2, captured_by="B", fatigue=7), initiative="B")
    assert play.options() == ("B1", "B2")


def test_shaken_ship_moves() -> None:
    play = moving(red(1, fatigue=7), blue(1))
    assert play.asked().kind == "manoeuvre", "no Seamanship for her"
    play.do("A", "straight")
    assert play.options() == ("rally", "none")


def test_wake_marks_who_has_moved_until_she_has_attacked() -> None:
    play = moving(red(1), blue(1))
    assert play.facts(ev.WakePlaced) == []
    sail_on(play, "A", "A1")
    assert (play["A1"].moved, play["B1"].moved) == (True, False)
    sail_on(play, "B", "B1")
    assert play.state.phase == "attack"
    play.do("A", "hold")
    assert (play["A1"].attacked, play["B1"].attacked) == (True, False)


def test_wake_is_on_the_chart_from_the_move_to_the_attack() -> None:
    play = moving(red(1), blue(1))

    def wakes() -> dict[str, bool]:
        marks = GAME.screen.scene(GAME.view(play.state, "A")).marks
        return {mark.key: mark.wake for mark in marks if hasattr(mark, "wake")}

    sail_on(play, "A", "A1")
    assert wakes() == {"A1": True, "B1": False}
    sail_on(play, "B", "B1")
    play.do("A", "hold")
    assert wakes() == {"A1": False, "B1": True}


def test_last_ship_of_a_side_is_not_asked_for() -> None:
    play = moving(red(1), blue(1))
    assert play.asked().kind == "seamanship"
    assert play.asked().ship == "A1"


def test_ship_with_nothing_to_decide_is_passed_through() -> None:
    held = (
        ship("A1", "corvette", 10, 18, 180, aground=True),
        ship("B1", "corvette", 11.001, 18, 180, aground=True),
    )
    play = moving(*held, entangled=(("A1", "B1"),))
    assert play.state.phase == "attack"
    assert play["A1"].moved
    assert play["B1"].moved


def test_attack_phase_alternates_too() -> None:
    ships = (
        ship("A1", "fluyt", 10, 18, 0),
        ship("A2", "fluyt", 10, 22, 0),
        ship("B1", "fluyt", 15, 18, 0),
        ship("B2", "fluyt", 15, 22, 0),
    )
    play = attacking(*ships, initiative="B")
    for seat, key in (("B", "B2"), ("A", "A1")):
        play.do(seat, key).do(seat, "hold")
    assert play.asked().seat == "B"
    assert play.asked().ship == "B1"


def test_ship_with_neither_attack_nor_crew_action_is_passed_through() -> None:
    play = attacking(
        ship("A1", "fluyt", 10, 18, 0, reload=("port", "starboard")),
        ship("A2", "fluyt", 11.251, 18, 0, **WRECK),
        ship("B1", "fluyt", 20, 18, 0),
        entangled=(("A1", "A2"),),
    )
    assert play["A1"].attacked, "entangled with a wreck, her guns empty"
    assert play.asked().ship == "B1"


def test_movement_leads_to_attack_and_attack_to_the_end_phase() -> None:
    hand = ("reload", "take_courage")
    cards = {"A": {"face_down": "favorable_wind", "hand": hand}, "B": {"hand": hand}}
    play = Skirmish(red(1), blue(1), cards=cards).turn_to(Movement("A")).settle()
    sail_on(play, "A", "A1")
    sail_on(play, "B", "B1")
    play.do("A", "hold").do("B", "hold")
    phases = [fact.phase for fact in play.facts(ev.PhaseBegan)]
    assert phases[:3] == ["attack", "end", "initiative"]
    assert play.state.turn == 2


def test_ship_lost_in_the_attack_phase_does_not_attack() -> None:
    play = attacking(
        ship("A1", "fluyt", 10, 18, 0),
        ship("B1", "corvette", 13, 18, 0, damage=7, fatigue=6),
        ship("B2", "corvette", 13, 26, 0),
    )
    play.dice("cannon sail sail sail").do("A", "broadside_starboard_B1")
    assert play["B1"].out_of_action
    assert play.asked().ship == "B2"


def test_sides_begin_the_attack_phase_by_initiative_again() -> None:
    play = Skirmish(red(1), red(2), red(3), blue(1)).turn_to(AttackPhase("A"), phase="attack")
    assert play.settle().asked().seat == "A"


@pytest.mark.parametrize("kind", ["movement", "attack"])
def test_question_with_one_answer_is_not_asked(kind: Any) -> None:
    play = Skirmish(red(1), blue(1)).turn_to(NameShip("A", kind), phase=kind).settle()
    assert play.state.activation is not None
    assert play.state.activation.ship == "A1"


def test_every_question_has_a_prompt_and_options_of_their_own_names() -> None:
    play = moving(red(1), red(2), blue(1), blue(2))
    seen = set()
    while play.state.phase == "movement":
        asked = play.asked()
        ids = [option.id for option in asked.options]
        assert len(ids) == len(set(ids)) > 1
        assert asked.prompt
        assert all(option.label for option in asked.options)
        assert all(shut.why_not for shut in asked.closed)
        seen.add(asked.kind)
        play.do(asked.seat, "none" if "none" in ids else ids[-1])
    assert seen == {"name_ship", "seamanship", "manoeuvre", "crew_action"}


def test_point_of_sail_is_not_asked_of_a_crippled_ship_as_fast_on_both() -> None:
    between = ship("A1", "corvette", 18, 18, 90, damage=7)
    play = Skirmish(between, blue(1)).turn_to(NameShip("A", "movement")).settle()
    assert play.asked().kind != "point_of_sail", "Adjust Speed works on 2, whichever it is"


def test_point_of_sail_that_makes_no_difference_is_not_asked() -> None:
    between = ship("A1", "corvette", 18, 18, 90, sail="anchored")
    play = Skirmish(between, blue(1)).turn_to(NameShip("A", "movement")).settle()
    assert play.asked().kind != "point_of_sail"


def test_point_of_sail_counts_from_where_the_activation_began() -> None:
    # She wears round in mid-move, and keeps the rating of sailing large.
    play = moving(ship("A1", "fluyt", 18, 18, 120), blue(1))
    play.dice("sail sail sail sail sail").do("A", "attempt")
    play.do("A", "change_heading", dial=-45).do("A", "straight")
    begun = play.facts(ev.ShipMoved)[0].pose
    assert begun.heading == 75, "windward now"
    assert play["A1"].pose == begun.moved(75, 3).rounded()


def test_ship_that_leaves_the_table_ends_her_activation() -> None:
    play = moving(ship("A1", "fluyt", 18, 3, 180), red(2), blue(1), blue(2))
    play.do("A", "A1").do("A", "none").do("A", "straight")
    assert play["A1"].pose is None
    assert play.asked().seat == "B"


def test_ship_stays_as_long_as_her_whole_base_is_on_the_table() -> None:
    play = moving(ship("A1", "fluyt", 18, 4.25, 180), blue(1))
    play.do("A", "none").do("A", "straight")
    assert play["A1"].pose == Pose(18.0, 1.25, 180.0)


def test_only_the_end_of_change_heading_and_move_together_counts_at_the_edge() -> None:
    play = moving(ship("A1", "fluyt", 18, 0.9, 90), blue(1))
    play.do("A", "large").dice("sail sail sail sail sail").do("A", "attempt")
    play.do("A", "change_heading", dial=-45)
    turned = play.facts(ev.ShipMoved)[0].pose
    assert not on_table(hull_at(turned, 2.5, 1.25), play.state.table.size)
    play.do("A", "straight")
    assert play["A1"].pose is not None
