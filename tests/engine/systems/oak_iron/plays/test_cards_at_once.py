"""Initiative cards that take effect at once, or make another card do so, each tested in a
position.
"""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import replace

from engine.game.chart import Hull, Terrain
from engine.game.panel import Words
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.positions.positions import from_position
from engine.systems.oak_iron.screen.panel import hand
from engine.systems.oak_iron.screen.preview import preview
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import area, hull
from engine.systems.oak_iron.state.state import HIDDEN, Rules, Ship
from engine.systems.oak_iron.state.steps import CardEffect, ResolveCards, ReturnCards
from engine.systems.oak_iron.thinking.quick_score import quick_score
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

CHALLENGE = "skull " * 5 + "cannon " * 5
"""Dice by which A wins the initiative of the next turn."""
LEADER = ship("A1", "corvette", 10, 18, 0)
ASTERN = ship("A2", "corvette", 10, 15.4, 0)
APART = ship("A3", "corvette", 22, 6, 0)
ENEMY = ship("B1", "fluyt", 28, 30, 180)
NEAR_ENEMY = ship("B1", "fluyt", 14, 18, 180)


def revealed(*ships: Ship, card: str, **rest: object) -> Skirmish:
    """Return a battle in which A has just revealed a card, before its effect."""
    mine: dict[str, object] = {"face_up": card, **rest}
    cards = {"A": mine, "B": {"discarded": rest.pop("gone", ())}}
    mine.pop("gone", None)
    turn = rest.pop("turn", 2)
    mine.pop("turn", None)
    play = Skirmish(*ships, cards=cards, rules=Rules(), turn=turn)
    return play.turn_to(ResolveCards(), phase="initiative").settle()


def tired(ship_: Ship, fatigue: int = 2) -> Ship:
    return replace(ship_, fatigue=fatigue)


def test_take_courage_relieves_ships_in_formation() -> None:
    play = revealed(tired(LEADER), tired(ASTERN), tired(APART), ENEMY, card="take_courage")
    assert play.options() == ("rally_A1", "rally_A2", "done")
    play.do("A", "rally_A2")
    assert play["A2"].fatigue == 1


def test_reload_takes_one_marker_off_ships_in_formation() -> None:
    empty = replace(LEADER, reload=("port", "starboard"))
    play = revealed(empty, ASTERN, replace(APART, reload=("port",)), ENEMY, card="reload")
    assert play.options() == ("reload_A1_port", "reload_A1_starboard", "done")
    play.do("A", "reload_A1_port")
    assert play["A1"].reload == ("starboard",)


def test_fast_loaders_takes_one_marker_off_every_ship() -> None:
    empty = replace(LEADER, reload=("port", "starboard"))
    play = revealed(empty, replace(APART, reload=("port",)), ENEMY, card="fast_loaders")
    assert play.options() == ("reload_A1_port", "reload_A1_starboard", "reload_A3_port", "done")
    play.do("A", "reload_A1_starboard").do("A", "reload_A3_port")
    assert (play["A1"].reload, play["A3"].reload) == (("port",), ())


def test_fleet_maneuver_turns_ships_in_formation() -> None:
    play = revealed(LEADER, ASTERN, APART, ENEMY, card="fleet_maneuver")
    assert play.options() == ("turn_A1", "turn_A2", "done")
    play.do("A", "turn_A1", dial=20)
    assert play["A1"].pose is not None
    assert play["A1"].pose.heading == 20


def test_swift_vessels_sail_a_speed_one_move_straight_ahead() -> None:
    running = ship("A3", "corvette", 22, 6, 180)
    fast = replace(ASTERN, aground=True)
    play = revealed(LEADER, fast, running, ENEMY, card="swift_vessels")
    assert play.options() == ("slide_A3", "done"), "A1 lies in the wind's eye, A2 aground"
    play.do("A", "slide_A3")
    moved = play.facts(ev.ShipMoved)[0]
    assert (moved.ship, moved.how, moved.pose.heading) == ("A3", "free_slide", 180)
    assert moved.pose.y < 6


def test_intrepid_relieves_ships_within_musket_shot_of_the_flagship() -> None:
    play = revealed(tired(LEADER), tired(ASTERN), tired(APART), ENEMY, card="intrepid")
    assert play.options() == ("rally_A1", "rally_A2", "done")
    play.do("A", "rally_A2")
    assert (play["A1"].fatigue, play["A2"].fatigue) == (2, 1)
    assert play.options() == ("rally_A1", "done"), "each ship once"


def test_double_rations_relieves_every_ship_unasked() -> None:
    play = revealed(tired(LEADER), ASTERN, tired(APART), ENEMY, card="double_rations")
    assert [play[key].fatigue for key in ("A1", "A2", "A3")] == [1, 0, 1]


@pytest.mark.parametrize(("damage", "turn", "left"), [(7, 2, 1), (0, 2, 2), (7, 1, 2)])
def test_doughty_relieves_every_ship_when_points_were_counted(
    damage: int, turn: int, left: int
) -> None:
    hurt = replace(APART, damage=damage)
    play = revealed(tired(LEADER), tired(ASTERN), hurt, ENEMY, card="doughty", turn=turn)
    assert (play["A1"].fatigue, play["A2"].fatigue) == (left, left)


def test_raise_the_black_daunts_enemies_within_musket_shot() -> None:
    play = Skirmish(
        LEADER, NEAR_ENEMY, ship("B2", "fluyt", 30, 30), cards={"A": {"face_up": "raise_the_black"}}
    )
    play.turn_to(ResolveCards(), phase="initiative").dice("musket cannon").settle()
    assert (play["B1"].fatigue, play["B2"].fatigue) == (1, 0)


def test_raise_the_black_spares_who_passes_the_test() -> None:
    play = Skirmish(LEADER, NEAR_ENEMY, cards={"A": {"face_up": "raise_the_black"}})
    play.turn_to(ResolveCards(), phase="initiative").dice("musket sail").settle()
    assert play["B1"].fatigue == 0


def test_raise_the_black_reckons_with_what_the_first_card_has_moved() -> None:
    """The side with the initiative first sails on by its own card, and so comes within Musket Shot
    of the black flag.
    """
    coming = ship("A1", "corvette", 10, 24, 180)
    flag = ship("B1", "corvette", 10, 24 - hull(coming).length - 6.5, 180)
    cards = {"A": {"face_up": "swift_vessels"}, "B": {"face_up": "raise_the_black"}}
    play = Skirmish(coming, flag, cards=cards).turn_to(ResolveCards(), phase="initiative")
    play.settle().dice("musket cannon").do("A", "slide_A1")
    assert play["A1"].fatigue == 1
    assert play.state.phase == "movement"


def test_await_new_orders_lets_another_card_of_the_hand_work() -> None:
    play = revealed(
        LEADER, NEAR_ENEMY, card="await_new_orders", hand=("effective_fire", "down", "small_arms")
    )
    assert play.options() == ("down", "effective_fire", "small_arms", "none")
    before = shot(play.state, "A1", "B1", "broadside", "starboard").dice
    play.do("A", "effective_fire")
    assert shot(play.state, "A1", "B1", "broadside", "starboard").dice == before + 1
    own = play.state.squadrons["A"]
    assert (own.face_up, own.laid_on, own.hand) == (
        "await_new_orders",
        "effective_fire",
        ("down", "small_arms"),
    )
    assert "effective_fire" in own.seen


def test_await_new_orders_works_at_once_where_the_other_card_does() -> None:
    play = revealed(
        tired(LEADER), ASTERN, ENEMY, card="await_new_orders", hand=("take_courage", "down")
    )
    play.do("A", "take_courage")
    assert play.options() == ("rally_A1", "done")


@pytest.mark.parametrize(
    ("other", "hand", "gone"),
    [
        ("effective_fire", ("down", "await_new_orders", "effective_fire"), ()),
        ("superior_firepower", ("down", "await_new_orders"), ("superior_firepower",)),
    ],
)
def test_await_new_orders_comes_back_and_its_copy_unless_it_is_discarded(
    other: str, hand: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    play = revealed(LEADER, ENEMY, card="await_new_orders", hand=("down", other)).do("A", other)
    play.turn_to(ReturnCards(), phase="end").dice(CHALLENGE).settle()
    own = play.state.squadrons["A"]
    assert (own.hand, own.discarded) == (hand, gone)
    assert not own.laid_on
    assert not own.borrowed


def test_await_new_orders_shows_nobody_else_the_hand() -> None:
    play = revealed(LEADER, ENEMY, card="await_new_orders", hand=("down", "effective_fire"))
    assert play.asked().secret
    assert GAME.view(play.state, "B").squadrons["A"].hand == (HIDDEN, HIDDEN)


def test_await_new_orders_cannot_be_undone_once_the_card_is_seen() -> None:
    play = revealed(LEADER, ENEMY, card="await_new_orders", hand=("down", "effective_fire"))
    play.do("A", "down")
    assert GAME.undo_barrier(play.events) == "a card was revealed"


def test_adaptive_tactics_uses_a_card_that_the_enemy_has_discarded() -> None:
    play = revealed(
        LEADER, NEAR_ENEMY, card="adaptive_tactics", gone=("superior_firepower", "fast_loaders")
    )
    assert play.options() == ("superior_firepower", "fast_loaders", "none")
    before = shot(play.state, "A1", "B1", "broadside", "starboard").dice
    play.do("A", "superior_firepower")
    assert shot(play.state, "A1", "B1", "broadside", "starboard").dice == before + 2
    play.turn_to(ReturnCards(), phase="end").dice(CHALLENGE).settle()
    assert play.state.squadrons["A"].discarded == ("adaptive_tactics",)
    assert play.state.squadrons["B"].discarded == ("superior_firepower", "fast_loaders")
    assert not play.state.squadrons["A"].borrowed


def test_adaptive_tactics_leaves_a_card_of_that_title_in_the_own_hand() -> None:
    play = revealed(
        LEADER, NEAR_ENEMY, card="adaptive_tactics", gone=("fast_loaders",), hand=("fast_loaders",)
    )
    play.do("A", "fast_loaders")
    own = play.state.squadrons["A"]
    assert (own.hand, own.borrowed, own.laid_on or "") == (
        ("fast_loaders",),
        ("fast_loaders",),
        "",
    )


def test_adaptive_tactics_finds_nothing_while_nothing_is_discarded() -> None:
    play = revealed(LEADER, ENEMY, card="adaptive_tactics")
    assert play.asked().kind != "borrow_card"


def test_lured_into_the_shoals_lays_a_shoal_near_a_ship_and_clear_of_all() -> None:
    play = revealed(LEADER, ENEMY, card="lured_into_the_shoals")
    assert play.asked().kind == "lay_piece"
    shoal = play.options()[0]
    assert play.why_not(shoal, 45.0, play["A1"].pose.at) == "overlaps A1"
    assert "farther than Musket Shot from your ships" in play.why_not(shoal, 45.0, (25.0, 8.0))
    where = play.room(shoal, 45.0)
    assert where is not None
    play.do("A", shoal, dial=45.0, at=where.rest)
    piece = play.facts(ev.TerrainLaid)[0].piece
    assert piece.kind == "shoal"
    assert play.state.terrain == (piece,)
    gap = area(piece).distance(hull(play["A1"]).polygon)
    assert book().measures.yard_arm < gap <= book().measures.musket


def test_card_effect_is_asked_until_it_is_done() -> None:
    play = revealed(tired(LEADER), tired(ASTERN), ENEMY, card="take_courage").do("A", "done")
    assert not isinstance(play.state.agenda[-1], CardEffect)


def test_answers_to_cards_are_previewed() -> None:
    running = ship("A3", "corvette", 22, 6, 180)
    for card, option, mark in (
        ("swift_vessels", "slide_A3", Hull),
        ("lured_into_the_shoals", "long_shoal", Terrain),
    ):
        asked = (play := revealed(LEADER, running, ENEMY, card=card)).asked()
        marks = preview(play.state, asked, asked.option(option)).marks
        assert any(isinstance(each, mark) for each in marks)
    play = revealed(LEADER, ENEMY, card="await_new_orders", hand=("down", "effective_fire"))
    assert preview(play.state, play.asked(), play.asked().option("down")).rows


def test_borrowed_card_is_shown_to_everybody() -> None:
    play = revealed(LEADER, ENEMY, card="await_new_orders", hand=("down", "effective_fire"))
    play.do("A", "effective_fire")
    for seat in ("A", "B"):
        rows = hand(GAME.view(play.state, seat), seat)
        text = " ".join(span.text for row in rows if isinstance(row, Words) for span in row.spans)
        assert "now   3 Effective Fire" in text


def test_computer_player_weighs_what_to_borrow() -> None:
    play = revealed(LEADER, NEAR_ENEMY, card="await_new_orders", hand=("down", "effective_fire"))
    asked = play.asked()
    worth = {each.id: quick_score(play.state, asked, each) for each in asked.options}
    assert worth["effective_fire"] > worth["down"] > worth["none"]


def test_position_file_knows_borrowed_cards() -> None:
    own = from_position("test", tomllib.loads(POSITION))[0].squadrons["A"]
    assert (own.laid_on, own.borrowed) == ("effective_fire", ("effective_fire", "down"))


POSITION = """
game = "oak_and_iron"
phase = "attack"
[table]
weather_edge = "north"
[squadrons.A]
face_up = "await_new_orders"
laid_on = "effective_fire"
borrowed = ["down"]
ships = [{ id = "A1", type = "corvette", x = 10, y = 10, heading = 0 }]
[squadrons.B]
ships = [{ id = "B1", type = "corvette", x = 20, y = 10, heading = 0 }]
"""
