"""Fleet battles: cards of squadrons are added, whole squadrons act, fleets withdraw (Oak & Iron ch.
9).
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.base.dice import Dice
from engine.players import make_player
from engine.systems.oak_iron.positions.positions import from_position
from engine.systems.oak_iron.screen.panel import tipping
from engine.systems.oak_iron.state.state import HIDDEN, Rules, Ship, State
from engine.systems.oak_iron.state.steps import (
    AttackPhase,
    CheckWithdrawal,
    ChooseCards,
    Movement,
    Prizes,
    RevealCards,
)
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

FOLDER = Path(__file__).parents[3] / "positions"
FLEETS = {"A": "allies", "B": "league", "C": "allies", "D": "league"}
OUT = {"damage": 7, "fatigue": 7}
LOW, TWO, THREE = "down", "careful_aim", "effective_fire"


def line(key: str, y: float, **rest: Any) -> tuple[Ship, ...]:
    """Return a squadron of two corvettes, side by side."""
    x = 1.0 + 8.0 * "ABCD".index(key)
    return tuple(ship(f"{key}{n}", "corvette", x + 4 * n, y, 180, **rest) for n in (1, 2))


def fleets(cards: dict[str, dict[str, Any]] | None = None, **lost: dict[str, Any]) -> Skirmish:
    """Return two fleets of two squadrons; `lost` changes all ships of a squadron."""
    given = cards or {}
    cards = {key: {"fleet": fleet, **given.get(key, {})} for key, fleet in FLEETS.items()}
    ships = [each for key in FLEETS for each in line(key, 16, **lost.get(key, {}))]
    return Skirmish(*ships, cards=cards, initiative="", rules=Rules())


def revealed(a: str, b: str, c: str, d: str, dice: str = "", **rest: Any) -> Skirmish:
    """Return the battle after these four cards were revealed."""
    given = dict(zip("ABCD", (a, b, c, d), strict=True))
    admirals = rest.pop("admirals", {})
    cards = {
        key: {"face_down": card, "hand": ("reload", "down"), "admiral_value": admirals.get(key, 0)}
        for key, card in given.items()
    }
    play = fleets(cards, **rest).turn_to(RevealCards(), phase="initiative")
    return play.dice(dice).settle()


def moving(first: str = "allies", **lost: dict[str, Any]) -> Skirmish:
    """Return the battle at the beginning of the Movement Phase."""
    return fleets(**lost).turn_to(Movement(first)).settle()


def test_the_higher_sum_goes_first_and_not_the_highest_card() -> None:
    play = revealed(TWO, THREE, TWO, "")
    assert play.state.initiative == "allies"


def test_equal_sums_go_to_the_sum_of_admiral_values() -> None:
    play = revealed(TWO, TWO, THREE, THREE, admirals={"A": 2, "C": 0, "B": 1, "D": 2})
    assert play.state.initiative == "league"


def test_equal_admirals_roll_with_one_flagship_a_side() -> None:
    dice = "skull sail musket musket musket " + "musket " * 5
    play = revealed(TWO, TWO, THREE, THREE, dice, admirals={"A": 1, "C": 2, "B": 2, "D": 1})
    assert play.state.initiative == "allies"
    assert play.told.told == [], "two tests of five dice were rolled"


def test_a_tactician_in_the_fleet_wins_the_tie() -> None:
    tied = fleets({key: {"face_down": TWO, "hand": ("reload", "down")} for key in FLEETS})
    squadrons = tied.state.squadrons
    better = replace(squadrons["A"], admiral_value=3)
    tactical = replace(squadrons["D"], admiral="jean_hamlin")
    tied.state = replace(tied.state, squadrons={**squadrons, "A": better, "D": tactical})
    assert tied.turn_to(RevealCards(), phase="initiative").settle().state.initiative == "league"


def test_equal_sums_draw_an_event_before_the_tie_is_broken() -> None:
    cards = {key: {"face_down": TWO, "hand": ("reload", "down")} for key in FLEETS}
    play = fleets({**cards, "A": {**cards["A"], "admiral_value": 1}})
    play.state = replace(play.state, rules=Rules(events=True))
    play.turn_to(RevealCards(), phase="initiative").dice("skull").settle()
    assert play.state.dice == 1
    assert play.state.events_gone or play.state.events_in_force


def test_a_squadron_out_of_action_plays_no_card() -> None:
    play = revealed(THREE, TWO, TWO, TWO, A=OUT)
    assert play.state.initiative == "league"
    assert play.state.squadrons["A"].face_up == ""
    assert play.state.squadrons["A"].face_down == THREE


def test_a_captured_squadron_chooses_no_card() -> None:
    hands = {key: {"hand": ("down", "reload")} for key in FLEETS}
    play = fleets(hands, C={"captured_by": "B", "fatigue": 7})
    play.turn_to(ChooseCards(), phase="initiative").settle()
    assert [each.seat for each in GAME.pending(play.state)] == ["A", "B", "D"]


def test_each_squadron_chooses_from_its_own_hand() -> None:
    hands = {"A": ("down", "zeal"), "B": ("reload", "zeal"), "C": ("careful_aim", "down")}
    play = fleets({key: {"hand": hand} for key, hand in hands.items()})
    play.turn_to(ChooseCards(), phase="initiative").settle()
    offered = {
        each.seat: {option.id for option in each.options} for each in GAME.pending(play.state)
    }
    assert offered == {key: set(hand) for key, hand in hands.items()}


def test_a_squadron_whose_ships_are_still_to_come_chooses_a_card() -> None:
    play = fleets({key: {"hand": ("down", "reload")} for key in FLEETS})
    late = {key: replace(play[key], pose=None) for key in ("A1", "A2")}
    play.state = replace(play.state, ships={**play.state.ships, **late})
    play.turn_to(ChooseCards(), phase="initiative").settle()
    assert [each.seat for each in GAME.pending(play.state)] == ["A", "B", "C", "D"]


def test_the_first_seat_names_the_squadron_that_moves() -> None:
    play = moving()
    assert (play.asked().seat, play.asked().kind) == ("A", "name_squadron")
    assert play.options() == ("A", "C")


def test_a_whole_squadron_moves_before_the_other_fleet_does() -> None:
    play = moving().do("A", "C")
    assert play.asked().seat == "C"
    assert play.options() == ("C1", "C2")
    play.do("C", "C2")
    while play.asked().kind != "name_squadron":
        assert play.asked().seat == "C"
        play.do("C", "none" if "none" in play.options() else play.options()[-1])
    assert (play["C1"].moved, play["C2"].moved, play["A1"].moved) == (True, True, False)
    assert play.asked().seat == "B"


def test_squadrons_alternate_until_all_have_moved() -> None:
    play, order = moving("league"), []
    while play.state.phase == "movement":
        asked = play.asked()
        play.do(asked.seat, "none" if "none" in play.options() else play.options()[-1])
        order += [play.state.activation.ship[0]] if play.state.activation else []
    assert list(dict.fromkeys(order)) == ["D", "C", "B", "A"]
    assert all(each.moved for each in play.state.ships.values())


def test_a_fleet_whose_squadrons_have_moved_waits_for_the_other() -> None:
    play = moving(A=OUT)
    assert play.state.squadrons["C"].side == "allies"
    assert (play.asked().seat, play.asked().kind) == ("C", "name_ship"), "only one is left"


def test_single_ships_attack_in_turn_whatever_their_squadron() -> None:
    play = fleets().turn_to(AttackPhase("allies"), phase="attack").settle()
    assert play.asked().seat == "A"
    assert play.options() == ("A1", "A2", "C1", "C2")


def test_the_seat_of_the_ship_plays_her_attack() -> None:
    play = fleets().turn_to(AttackPhase("allies"), phase="attack").settle().do("A", "C1")
    assert play.asked().seat == "C"


def test_each_squadron_sees_to_its_own_prizes() -> None:
    play = fleets(B={"fatigue": 7})
    held = replace(play.state, entangled=(("B1", "C1"),))
    play.state = held
    play.turn_to(Prizes("A"), Prizes("C"), phase="end").settle()
    assert play.asked().seat == "C"
    play.do("C", "capture_B1_by_C1")
    assert play["B1"].captured_by == "C"


def test_strike_points_are_held_against_the_ships_of_the_fleet() -> None:
    two = moving().turn_to(CheckWithdrawal(), phase="end")
    two.state = replace(two.state, ships={**two.state.ships, **wrecks(two.state, "A1")})
    assert two.settle().state.outcome is None, "2 points against 3 ships"
    two = moving().turn_to(CheckWithdrawal(), phase="end")
    two.state = replace(two.state, ships={**two.state.ships, **wrecks(two.state, "A1", "A2")})
    ended = two.settle().state.outcome
    assert ended is not None
    assert ended.winners == ("league",), "4 points and more against 2 ships"


def test_the_strip_holds_a_fleets_strike_points_against_its_ships() -> None:
    play = moving(A={"damage": 7})
    status = GAME.screen.status(GAME.view(play.state, "A"))
    assert status.points.split("  ") == ["allies 2/4", "league 0/4"]
    assert "STRIKES" not in tipping(play.state, "A"), "2 of a squadron's 2, but of a fleet's 4"
    lost = replace(play.state, ships={**play.state.ships, **wrecks(play.state, "A1", "A2")})
    assert tipping(lost, "A") == tipping(lost, "C") == "STRIKES"


def wrecks(state: State, *keys: str) -> dict[str, Ship]:
    """Return ships as wrecks."""
    return {key: replace(state.ships[key], **OUT) for key in keys}


def test_a_squadron_may_be_lost_while_its_fleet_fights_on() -> None:
    play = fleets(A=OUT)
    play.state = replace(play.state, rules=Rules(flagship_points=False))
    more = {f"C{n}": ship(f"C{n}", "sloop", 30, 2.0 * n, 90) for n in range(3, 7)}
    play.state = replace(play.state, ships={**play.state.ships, **more})
    play.turn_to(CheckWithdrawal(), phase="end").settle()
    assert play.state.outcome is None, "4 points against 6 ships"


def test_no_seat_sees_the_hand_of_another_not_even_of_its_fleet() -> None:
    state = load()
    for seat in state.squadrons:
        view = GAME.view(state, seat)
        for key, squadron in view.squadrons.items():
            assert (HIDDEN in squadron.hand) == (key != seat)


def test_a_fleet_position_opens_with_a_squadron_to_name() -> None:
    state = GAME.settled(load(), Dice(1))
    asked = GAME.pending(state)[0]
    assert (asked.seat, asked.kind) == ("A", "name_squadron")
    assert [option.id for option in asked.options] == ["A", "C"]
    assert [seat.side for seat in GAME.seats(state)] == ["allies", "league"] * 2
    assert "let Green move" in GAME.words.describe(state, asked.options[1].command)


def test_a_position_amid_a_move_goes_on_with_the_consorts() -> None:
    state = GAME.settled(load(activating="C1", step="crew"), Dice(1))
    assert GAME.pending(state)[0].seat == "C"
    assert state.agenda[0] == Movement("league")
    assert state.agenda[1].squadron == "C"  # type: ignore[union-attr]


def test_a_lieutenant_names_a_squadron() -> None:
    state = GAME.settled(load(), Dice(1))
    asked = GAME.pending(state)[0]
    answer = make_player("lieutenant", GAME, 1, "A").choose(GAME.view(state, "A"), asked)
    assert answer.option in ("A", "C")


def load(**head: str) -> State:
    """Return the position of two fleets, with some other values in its head."""
    table = tomllib.loads((FOLDER / "fleets.toml").read_text())
    return from_position("fleets.toml", {**table, **head})[0]
