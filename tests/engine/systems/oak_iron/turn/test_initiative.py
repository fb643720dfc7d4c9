"""Initiative: secret choice of cards, reveal, ties, effects that come at once (Oak & Iron ch.
4).
"""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import EDITION, Rules
from engine.systems.oak_iron.state.steps import (
    CardEffect,
    ChooseCards,
    ResolveCards,
    ReturnCards,
    RevealCards,
)
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

REDS = (ship("A1", "fluyt", 10, 20, 180), ship("A2", "corvette", 10, 23, 180))
BLUES = (ship("B1", "fluyt", 30, 20, 180), ship("B2", "sloop", 30, 23, 180))


def revealing(card_a: str, card_b: str, **rest: object) -> Skirmish:
    """Return a battle with two cards face down, before they are revealed."""
    cards = {
        "A": {"face_down": card_a, "hand": ("down", "careful_aim"), **rest.pop("a", {})},  # type: ignore[dict-item]
        "B": {"face_down": card_b, "hand": ("reload", "take_courage"), **rest.pop("b", {})},  # type: ignore[dict-item]
    }
    play = Skirmish(*REDS, *BLUES, cards=cards, initiative="", **rest)
    return play.turn_to(RevealCards(), phase="initiative")


def test_cards_are_chosen_at_once_and_in_secret() -> None:
    play = Skirmish(
        *REDS,
        *BLUES,
        cards={"A": {"hand": ("down", "careful_aim")}, "B": {"hand": ("reload", "take_courage")}},
    )
    play.turn_to(ChooseCards(), phase="initiative")
    assert [decision.seat for decision in GAME.pending(play.state)] == ["A", "B"]
    assert all(decision.secret for decision in GAME.pending(play.state))
    play.do("B", "take_courage")
    assert [decision.seat for decision in GAME.pending(play.state)] == ["A"]
    assert GAME.view(play.state, "A").squadrons["B"].face_down == "hidden"
    assert GAME.view(play.state, "B").squadrons["B"].face_down == "take_courage"


def test_views_hide_the_hands_of_others() -> None:
    play = revealing("effective_fire", "favorable_wind")
    for seat, other in (("A", "B"), ("B", "A"), ("", "A")):
        seen = GAME.view(play.state, seat).squadrons[other]
        assert set(seen.hand) == {"hidden"}
        assert seen.face_down == "hidden"


def test_higher_value_has_the_initiative() -> None:
    play = revealing("effective_fire", "favorable_wind").settle()
    assert play.state.initiative == "B"
    assert play.state.squadrons["A"].face_up == "effective_fire"


def test_equal_values_go_to_the_admiral_value() -> None:
    play = revealing("effective_fire", "reload", a={"admiral_value": 2}).settle()
    assert play.state.initiative == "A"


def test_equal_admirals_roll_a_challenge_test() -> None:
    play = revealing("effective_fire", "reload")
    play.dice("skull sail musket musket cannon sail sail skull musket cannon").settle()
    assert play.state.initiative == "B"


def test_challenge_dice_shrink_with_fatigue() -> None:
    tired = (ship("A1", "fluyt", 10, 20, 180, fatigue=4), REDS[1])
    play = Skirmish(
        *tired,
        *BLUES,
        cards={"A": {"face_down": "effective_fire"}, "B": {"face_down": "reload"}},
        initiative="",
    )
    play.turn_to(RevealCards(), phase="initiative")
    play.dice("sail musket musket musket musket musket").settle()
    assert play.state.initiative == "A"


def test_tied_challenge_goes_to_the_more_skilled_flagship() -> None:
    skilled = (REDS[0], REDS[1])
    play = Skirmish(
        *skilled,
        ship("B1", "fluyt", 30, 20, 180, skill=1),
        cards={"A": {"face_down": "effective_fire"}, "B": {"face_down": "reload"}},
        initiative="",
    )
    play.turn_to(RevealCards(), phase="initiative")
    play.dice("sail musket musket musket musket sail musket musket musket musket").settle()
    assert play.options()[-1] == "stand", "Blue may re-roll a die by skill"
    question = play.asked("B")
    rolled = "sail musket musket musket musket"
    assert question.prompt == f"B1 rolled {rolled} for the challenge, 1 of 5 faces count: re-roll?"
    kept = f"keep the roll for the challenge: {rolled}, 1 of 5 faces count"
    assert question.options[-1].label == kept, "the list of orders shows the dice at every size"
    play.do("B", "stand")
    assert play.state.initiative == "B"


def test_challenge_is_rolled_again_when_all_is_equal() -> None:
    play = revealing("effective_fire", "reload")
    nothing = "musket musket musket musket musket "
    play.dice(nothing * 2 + "sail musket musket musket musket " + nothing).settle()
    assert play.state.initiative == "A"
    assert play.state.dice == 20


def test_the_next_card_is_chosen_in_the_same_phase() -> None:
    play = revealing("effective_fire", "favorable_wind").settle()
    assert play.asked("A").kind == "choose_card"
    assert "effective_fire" not in play.options(), "the face-up card is not in the hand"


def test_single_card_is_laid_without_asking() -> None:
    play = revealing("effective_fire", "favorable_wind", a={"hand": ("down",)}).settle()
    assert play.state.squadrons["A"].face_down == "down"
    assert play.asked().seat == "B"


FORMED = (
    ship("A1", "fluyt", 10, 20, 180, fatigue=2, reload=("port", "starboard")),
    ship("A2", "corvette", 10, 23, 180, fatigue=1),
)


def effect(card: str, *ships: object) -> Skirmish:
    """Return a battle in which Red's card takes effect at once on a formation of two ships."""
    play = Skirmish(*(ships or FORMED), *BLUES, cards={"A": {"face_up": card}})  # type: ignore[arg-type]
    play.turn_to(ResolveCards(), phase="initiative").settle()
    return play


def test_take_courage_removes_fatigue_from_ships_in_formation() -> None:
    play = effect("take_courage")
    play.do("A", "rally_A1")
    assert play["A1"].fatigue == 1
    assert play.options() == ("rally_A2", "done")
    play.do("A", "done")
    assert play["A2"].fatigue == 1


def test_take_courage_leaves_ships_out_of_formation() -> None:
    apart = (FORMED[0], ship("A2", "corvette", 18, 30, 90, fatigue=1))
    play = effect("take_courage", *apart)
    assert play.state.phase == "movement"


def test_reload_card_takes_one_marker_a_ship() -> None:
    play = effect("reload")
    assert play.options() == ("reload_A1_port", "reload_A1_starboard", "done")
    play.do("A", "reload_A1_starboard")
    assert play["A1"].reload == ("port",)
    assert play.state.phase == "movement"


def test_fleet_maneuver_turns_ships_in_formation() -> None:
    play = effect("fleet_maneuver")
    play.do("A", "turn_A2", dial=-45)
    assert play["A2"].pose is not None
    assert play["A2"].pose.heading == 135
    assert play.options() == ("turn_A1", "done")


@pytest.mark.parametrize("state", [{"aground": True}, {"sail": "anchored"}])
def test_fleet_maneuver_wants_a_ship_that_can_turn(state: dict[str, object]) -> None:
    play = effect("fleet_maneuver", ship("A1", "fluyt", 10, 20, 180, **state), FORMED[1])
    assert play.options() == ("turn_A2", "done")


def test_effects_wait_until_the_next_cards_are_laid() -> None:
    hand = {"hand": ("down", "careful_aim")}
    play = Skirmish(
        *FORMED,
        *BLUES,
        cards={"A": {"face_down": "take_courage", **hand}, "B": {"face_down": "reload"}},
        initiative="",
    )
    play.turn_to(RevealCards(), phase="initiative").settle()
    assert play.asked("A").kind == "choose_card"
    play.do("A", "down")
    assert play.asked("A").kind == "card_effect"


def test_effects_are_resolved_with_the_initiative_first() -> None:
    blues = (ship("B1", "fluyt", 30, 20, 180, fatigue=1), BLUES[1])
    play = Skirmish(
        *FORMED,
        *blues,
        cards={"A": {"face_up": "take_courage"}, "B": {"face_up": "take_courage"}},
        initiative="B",
    )
    play.turn_to(ResolveCards(), phase="initiative").settle()
    assert isinstance(play.state.agenda[-1], CardEffect)
    assert play.asked().seat == "B"


@pytest.mark.parametrize(("order", "formed"), [("done", True), ("slide_B1", False)])
def test_second_card_reckons_formation_when_the_first_has_moved_ships(
    order: str, formed: bool
) -> None:
    line = FORMED[0], ship("A2", "corvette", 10, 25, 180, fatigue=1)
    # Her bow shuts the lane between the two when she sails an inch ahead.
    athwart = ship("B1", "fluyt", 11.65, 22.6, 270)
    play = Skirmish(
        *line,
        athwart,
        cards={"A": {"face_up": "take_courage"}, "B": {"face_up": "swift_vessels"}},
        initiative="B",
    )
    play.turn_to(ResolveCards(), phase="initiative").settle()
    play.do("B", order)
    assert (play.asked().kind == "card_effect") is formed
    assert play.state.phase == ("initiative" if formed else "movement")


def test_cards_return_to_the_hand_or_are_discarded() -> None:
    play = Skirmish(
        *REDS,
        *BLUES,
        cards={
            "A": {"face_up": "effective_fire", "face_down": "down", "hand": ("careful_aim",)},
            "B": {"face_up": "fire_as_she_bears", "face_down": "take_courage"},
        },
    )
    play.turn_to(ReturnCards(), phase="end").settle()
    assert play.state.squadrons["A"].hand == ("careful_aim", "effective_fire")
    assert play.state.squadrons["B"].hand == ()
    assert play.state.squadrons["B"].discarded == ("fire_as_she_bears",)
    assert play.state.turn == 2


def test_quick_start_asks_both_seats_first() -> None:
    state = GAME.set_up("quickstart")
    assert [decision.kind for decision in GAME.pending(state)] == ["choose_card", "choose_card"]
    assert state.rules == Rules(quick_start=True, formation=False, flagship_points=True)


def test_reveal_seals_the_undo() -> None:
    assert GAME.undo_barrier([ev.CardsRevealed({"A": "down"})]) == "a card was revealed"
    assert GAME.undo_barrier([ev.DiceRolled("skill_test", "A1", ("skull",))]) == "dice were rolled"
    assert GAME.undo_barrier([ev.CardChosen("A", "down")]) == ""


def test_in_the_last_turn_nobody_chooses_a_card_for_one_that_never_comes() -> None:
    play = revealing("effective_fire", "favorable_wind", turn=10)
    play.state = replace(play.state, edition=EDITION)
    play.settle()
    assert not any(each.kind == "choose_card" for each in GAME.pending(play.state))
    assert not play.state.squadrons["A"].face_down


def test_a_battle_of_an_older_file_is_asked_as_it_was() -> None:
    play = revealing("effective_fire", "favorable_wind", turn=10)
    assert play.state.edition is UNSET
    assert {each.kind for each in GAME.pending(play.settle().state)} == {"choose_card"}
