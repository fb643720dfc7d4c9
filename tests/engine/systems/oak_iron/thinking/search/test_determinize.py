"""Filling in hidden facts at random (determinization): hidden hands, and which ships still act in a
crowd.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.game.decision import Decision
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.state.state import HIDDEN, State
from engine.systems.oak_iron.state.steps import Manoeuvre, NameShip
from tests.engine.systems.oak_iron.fleet import with_ship, with_squadron
from tests.engine.systems.oak_iron.skirmish import Skirmish, ship

GAME = OakIron()
ANY = Decision("A", "any", "?", ())


def test_hands_are_imagined_out_of_what_a_squadron_could_hold() -> None:
    state = GAME.set_up("quickstart")
    down, hand = state.squadrons["B"].hand[0], state.squadrons["B"].hand[1:]
    state = with_squadron(state, "B", hand=hand, face_down=down)
    view = GAME.view(state, "A")
    assert view.squadrons["B"].face_down == HIDDEN
    seen = Counter[str]()
    for seed in range(60):
        determinized = GAME.thinking.determinize(view, ANY, Random(seed))
        theirs = determinized.squadrons["B"]
        cards = (*theirs.hand, theirs.face_down)
        assert determinized.squadrons["A"] == view.squadrons["A"]
        assert len(set(cards)) == len(hand) + 1
        assert all(book().cards[card].faction in ("any", theirs.faction) for card in cards)
        seen.update(cards)
    assert len(seen) > 10


def test_a_card_that_was_seen_is_still_imagined_in_the_hand() -> None:
    state = GAME.set_up("quickstart")
    card = state.squadrons["B"].hand[2]
    view = GAME.view(with_squadron(state, "B", seen=(card,)), "A")
    for seed in range(20):
        assert card in GAME.thinking.determinize(view, ANY, Random(seed)).squadrons["B"].hand


# A crowd ---------------------------------------------------------------------------------------


def line(ships: int) -> Skirmish:
    """Return two lines abreast with this many ships each, two inches apart."""
    lines = (("A", 10, 0), ("B", 20, 180))
    return Skirmish(
        *(
            ship(f"{side}{n}", "sloop", 4 + 3 * n, y, heading)
            for side, y, heading in lines
            for n in range(1, ships + 1)
        )
    )


def waiting(state: State) -> set[str]:
    return {key for key, each in state.ships.items() if not each.moved}


def test_in_a_crowd_only_those_near_a_ship_answer_her_move() -> None:
    play = line(8).turn_to(Manoeuvre(), active="A1").settle()
    decision = play.asked("A")
    determinized = GAME.thinking.determinize(GAME.view(play.state, "A"), decision, Random(1))
    assert waiting(determinized) == {"A1", "A2", "B1", "B2", "B3"}
    fire = {key for key, each in determinized.ships.items() if not each.attacked}
    assert fire == {"A1", "A2", "A3", "A4", "B1", "B2", "B3"}, "within ten inches, or moving"
    assert all(each.fights for each in determinized.ships.values())


def test_who_has_fired_fires_no_more_and_who_is_near_still_does() -> None:
    play = line(8)
    play.state = with_ship(play.state, "A3", moved=True, attacked=True)
    play.state = with_ship(play.state, "A4", moved=True)
    play.turn_to(Manoeuvre(), active="A1").settle()
    determinized = GAME.thinking.determinize(GAME.view(play.state, "A"), play.asked("A"), Random(1))
    assert determinized.ships["A3"].attacked
    assert not determinized.ships["A4"].attacked


def test_who_has_moved_is_not_counted_among_those_near_her() -> None:
    play = line(8)
    play.state = with_ship(play.state, "B1", moved=True)
    play.turn_to(Manoeuvre(), active="A1").settle()
    determinized = GAME.thinking.determinize(GAME.view(play.state, "A"), play.asked("A"), Random(1))
    assert waiting(determinized) == {"A1", "A2", "B2", "B3", "B4"}


def test_where_a_ship_is_to_be_named_all_that_may_be_act_in_mind() -> None:
    play = line(6).turn_to(NameShip("A", "movement")).settle()
    decision = play.asked("A")
    determinized = GAME.thinking.determinize(GAME.view(play.state, "A"), decision, Random(1))
    named = {option.command.ship for option in decision.options}
    assert len(named) > 2
    assert named <= waiting(determinized)


def test_few_ships_all_move() -> None:
    play = line(3).turn_to(Manoeuvre(), active="A1").settle()
    determinized = GAME.thinking.determinize(GAME.view(play.state, "A"), play.asked("A"), Random(1))
    assert waiting(determinized) == set(play.state.ships)


def test_where_no_ship_is_asked_about_all_act_in_mind() -> None:
    thought = GAME.thinking.determinize(line(8).state, ANY, Random(1))
    assert waiting(thought) == set(thought.ships)
