"""Transfers, fights, captures, prisoners, crews held in reserve (Wooden Ships & Iron Men, Melee
Procedure).
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engine.base.dice import Dice
from engine.systems.wooden_ships.boarding.aboard import (
    Odds,
    fill_gaps,
    losses,
    odds,
    strength,
    winner,
)
from engine.systems.wooden_ships.boarding.melee import fights
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Party, Prize, State
from tests.engine.systems.wooden_ships.at_sea import ASKED, GAME, Loaded, of, open_all, sea, ship
from tests.engine.systems.wooden_ships.at_sea import filled as sealed

EMPTY = {"loaded": {"port": "empty", "starboard": "empty"}}


def boarding(
    *ships: dict[str, Any], faces: tuple[int, ...] = (), answers: dict[str, str], **head: Any
) -> tuple[State, list[ev.AnyEvent]]:
    """Let parties be formed with these answers while nobody fires; return (state, events) after the
    melee.
    """
    state = sea(*({**each, **EMPTY} for each in ships), phase="boarding", **head)
    events: list[ev.AnyEvent] = []
    for question in GAME.pending(state):
        decided = GAME.decide(
            state,
            question.seat,
            sealed(question, answers),
            Loaded(*faces),  # type: ignore[arg-type]
        )
        events += decided
        state = decided.states[-1]
    return state, events


def pair(**other: Any) -> list[dict[str, Any]]:
    return [ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1, **other)]


FAR = ship("B9", "ZZ99", 1)
ALL = {"A1:1": "OBP:B1", "A1:2": "OBP:B1", "A1:3": "OBP:B1"}


# Strength --------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "lost"), [(1, 2), (2, 2), (3, 1), (4, 1), (5, 0), (6, 0)])
def test_six_elite_squares(face: int, lost: int) -> None:
    assert strength(6, "elite") == 30
    assert losses(30, face) == lost


@pytest.mark.parametrize(("own", "lost"), [(10, 1), (11, 1), (20, 1), (21, 2), (80, 4), (81, 4)])
def test_bands_end_at_the_tens(own: int, lost: int) -> None:
    assert losses(own, 1) == lost


def test_three_to_one_wins_and_nought_against_nought_nothing() -> None:
    assert winner(strength(12, "average"), strength(4, "average")) == 1
    assert (winner(35, 12), winner(12, 36), winner(5, 0), winner(0, 0)) == (0, 2, 1, 0)


def test_odds_are_whole_and_mirrored() -> None:
    for mine, theirs in ((6, 5), (12, 9), (3, 8)):
        one = odds(mine, "crack", theirs, "average")
        other = odds(theirs, "average", mine, "crack")
        assert sum(one) == pytest.approx(1.0)
        assert (one.win, one.lose) == pytest.approx((other.lose, other.win))
    assert odds(12, "average", 4, "average") == (1.0, 0.0, 0.0, 0.0)


def test_odds_against_a_count_of_every_roll() -> None:
    found = {"win": 0, "lose": 0, "open": 0}
    for faces in product(range(1, 7), repeat=6):
        mine, theirs = 5, 6
        for mine_rolls, their_rolls in (faces[:2], faces[2:4], faces[4:]):
            if mine * 4 >= 3 * theirs * 3 or theirs * 3 >= 3 * mine * 4:
                break
            fallen = losses(theirs * 3, their_rolls)
            theirs = max(0, theirs - losses(mine * 4, mine_rolls))
            mine = max(0, mine - fallen)
        won, lost = mine * 4 >= 3 * theirs * 3, theirs * 3 >= 3 * mine * 4
        found["win" if won and mine else "lose" if lost and theirs else "open"] += 1
    exact = odds(5, "crack", 6, "average")
    for name, count in found.items():
        assert getattr(exact, name) == pytest.approx(count / 6**6), name


# Fights ------------------------------------------------------------------------------


def test_parties_at_each_other_pair_off_and_others_join() -> None:
    mutual, boarded = fights(
        [("A1", "B1"), ("A2", "B1"), ("A3", "B2"), ("A4", "B2"), ("B1", "A1"), ("B3", "A1")]
    )
    assert [each.ships for each in mutual] == [("A1", "B1")]
    assert mutual[0].one == (("A1", "B1"), ("A2", "B1"))
    assert mutual[0].other == (("B1", "A1"), ("B3", "A1"))
    assert boarded == {"B2": (("A3", "B2"), ("A4", "B2"))}


def test_who_joins_does_so_in_the_fight_with_the_lowest_partner() -> None:
    mutual, _ = fights([("A1", "B1"), ("A2", "B1"), ("A3", "B1"), ("B1", "A1"), ("B1", "A2")])
    assert [each.ships for each in mutual] == [("A1", "B1"), ("A2", "B1")]
    assert mutual[0].one == (("A1", "B1"), ("A3", "B1"))
    assert mutual[1].one == (("A2", "B1"),)


def test_a_ship_that_defends_not_is_captured_without_a_die() -> None:
    after, events = boarding(*pair(), FAR, answers=ALL)
    assert not of(ev.MeleeFought, events)
    assert after.ships["B1"].prize == Prize("A", 14, "average", "A1")
    assert after.ships["A1"].crew == (0, 0, 0)
    assert after.ships["B1"].crew == (5, 5, 4)  # prisoners
    assert after.seats["A"].points == "48"
    assert after.fouled == (("A1", "B1"),)


def test_a_prize_crew_too_small_loses_her_at_once() -> None:
    after, events = boarding(*pair(), FAR, answers={"A1:1": "OBP:B1"}, rules={})
    # Five squares hold 14 prisoners; two would not.
    assert after.ships["B1"].prize == Prize("A", 5, "average", "A1")
    weak = [ship("A1", "J20", 1, fouled=["B1"], crew=[2, 5, 4]), ship("B1", "K20", 1)]
    after, events = boarding(*weak, FAR, answers={"A1:1": "OBP:B1"})
    assert [each.how for each in of(ev.ShipRetaken, events)] == ["revolt"]
    assert after.ships["B1"].prize is None
    assert after.ships["A1"].crew == (0, 5, 4)
    assert after.seats["A"].points == "0"


@pytest.mark.parametrize(("prisoners", "holds"), [([4, 4, 4], True), ([5, 4, 4], False)])
def test_two_squares_hold_twelve_prisoners_and_not_thirteen(
    prisoners: list[int], holds: bool
) -> None:
    state = sea(
        ship("B1", "J20", 1, crew=prisoners, prize={"seat": "A", "squares": 2}),
        ship("A1", "K20", 1, loaded={"port": "empty"}),
        phase="boarding",
        A=ASKED,
    )
    after, events = open_all(state, {}, Loaded(*[6] * 9))
    assert bool(of(ev.ShipRetaken, events)) == (not holds)
    assert (after.ships["B1"].prize is not None) == holds


def test_boarders_fight_a_defending_party_for_three_rounds() -> None:
    answers = {**ALL, "B1:1": "DBP", "B1:2": "DBP", "B1:3": "DBP"}
    after, events = boarding(*pair(), FAR, answers=answers, faces=(5, 5, 5, 5, 5, 5))
    rounds = of(ev.MeleeFought, events)
    assert len(rounds) == 3
    assert (rounds[0].one.strength, rounds[0].other.strength) == (42, 42)
    # 42 is the band 41-50: one square falls on a 5, in the lowest section.
    assert after.ships["A1"].crew == (3, 5, 4) or after.ships["A1"].crew == (2, 5, 4)
    assert after.ships["A1"].parties == (Party((1, 2, 3), "OBP", "B1", True),)
    assert after.ships["B1"].parties == (Party((1, 2, 3), "DBP", "", True),)
    assert after.ships["A1"].all_hands
    assert after.acted or after.quiet == 0


def test_losses_are_simultaneous_and_from_the_lowest_section() -> None:
    answers = {**ALL, "B1:1": "DBP", "B1:2": "DBP", "B1:3": "DBP"}
    _, events = boarding(*pair(), FAR, answers=answers, faces=(1, 6, 1, 6, 1, 6))
    first = of(ev.MeleeFought, events)[0]
    # Strength 42: two squares on a 1, one on a 6.
    assert (first.one.lost, first.other.lost) == (1, 2)
    assert first.crew == {"A1": (4, 5, 4), "B1": (3, 5, 4)}


def test_a_winning_defence_stays_home_and_the_boarders_are_lost() -> None:
    answers = {"A1:1": "OBP:B1", "B1:1": "DBP", "B1:2": "DBP", "B1:3": "DBP"}
    state = [ship("A1", "J20", 1, fouled=["B1"], crew=[4, 5, 4]), ship("B1", "K20", 1)]
    after, events = boarding(*state, FAR, answers=answers)
    assert not of(ev.MeleeFought, events)
    assert [(each.ship, each.to) for each in of(ev.PartyLost, events)] == [("A1", "B1")]
    assert after.ships["A1"].crew == (0, 5, 4)
    assert not of(ev.ShipCaptured, events)


def test_the_winner_between_boarders_goes_on_against_the_defence() -> None:
    answers = {**ALL, "B1:1": "OBP:A1", "B1:2": "DBP", "B1:3": "none"}
    two = [
        ship("A1", "J20", 1, fouled=["B1"]),
        ship("B1", "K20", 1, crew=[2, 2, 4]),
    ]
    after, events = boarding(*two, FAR, answers=answers)
    settled = of(ev.MeleeSettled, events)[0]
    assert settled.won == (("A1", "B1"),)
    assert set(settled.beaten) == {("B1", "A1"), ("B1", "B1")}
    # Her own ship is taken: those left are prisoners aboard her.
    assert after.ships["B1"].crew == (2, 2, 4)
    assert after.ships["B1"].prize == Prize("A", 14, "average", "A1")


def test_an_undecided_party_surrenders_with_its_own_ship() -> None:
    # A2 takes A1's... B1 fights A1 while B2 takes A1, who has nobody left at home.
    ships = [
        ship("A1", "J20", 1, fouled=["B1", "B2"]),
        ship("B1", "K20", 1),
        ship("B2", "I20", 1),
    ]
    answers = {
        **ALL,
        "B1:1": "DBP",
        "B1:2": "DBP",
        "B1:3": "DBP",
        "B2:1": "OBP:A1",
        "B2:2": "OBP:A1",
        "B2:3": "OBP:A1",
    }
    after, events = boarding(*ships, FAR, answers=answers, faces=(6,) * 6)
    assert [each.ship for each in of(ev.ShipCaptured, events)] == ["A1"]
    assert after.ships["A1"].prize == Prize("B", 14, "average", "B2")
    assert after.ships["A1"].parties == ()
    assert sum(after.ships["A1"].crew) == 11


def test_a_winner_keeps_its_prize_though_its_own_ship_is_lost() -> None:
    ships = [
        ship("A1", "J20", 1, fouled=["B1", "B2"]),
        ship("B1", "K20", 1),
        ship("B2", "I20", 1),
    ]
    answers = {"A1:1": "OBP:B1", "B2:1": "OBP:A1", "B2:2": "OBP:A1", "B2:3": "OBP:A1"}
    after, _ = boarding(*ships, FAR, ship("A9", "ZZ1", 1), answers=answers)
    assert after.ships["B1"].prize == Prize("A", 5, "average", "A1")
    assert after.ships["A1"].prize == Prize("B", 14, "average", "B2")
    assert after.ships["A1"].crew == (0, 5, 4)


def test_a_prize_retaken_by_her_old_side_is_hers_and_the_victors_stay() -> None:
    ships = [
        ship("A1", "J20", 1, fouled=["A2"]),
        ship(
            "A2",
            "K20",
            1,
            crew=[0, 3, 4],
            prize={"seat": "B", "squares": 3},
            awards={"surrender": {"B": 24}, "crew": {"B": 24}, "capture": {"B": 24}},
        ),
        ship("B1", "ZZ1", 1),
    ]
    after, events = boarding(*ships, answers={"A1:1": "OBP:A2"}, B={"points": 72})
    assert [each.how for each in of(ev.ShipRetaken, events)] == ["boarding"]
    assert after.ships["A2"].crew == (3, 5, 4)
    assert after.ships["A2"].prize is None
    # He loses what she gave him by surrender and capture; a crew that he killed stays counted.
    assert {key: seat.points for key, seat in after.seats.items()} == {"A": "0", "B": "24"}
    awards = after.ships["A2"].awards
    assert (awards.surrender, awards.crew, awards.capture) == ({}, {"B": "24"}, {})


def test_a_surrendered_ship_is_occupied_by_the_strongest_party() -> None:
    ships = [
        ship("A1", "J20", 1),
        ship("A2", "I22", 1, quality="elite"),
        ship("B1", "J18", 1, hull=0, awards={"surrender": {"A": 24}}),
        ship("A3", "K18", 1, quality="crack"),
        FAR,
    ]
    answers = {"A1:1": "TBP:B1", "A3:1": "TBP:B1"}
    after, _ = boarding(*ships, answers=answers, A={"points": 24})
    assert after.ships["B1"].prize == Prize("A", 5, "crack", "A3")
    assert after.ships["A1"].crew == (5, 5, 4)
    # Twice the value in all: the surrender had brought half of it.
    assert after.seats["A"].points == "48"


def test_a_third_side_takes_all_that_a_prize_gave_her_first_captor() -> None:
    ships = [
        ship("C1", "J20", 1, fouled=["B1"]),
        ship(
            *("B1", "K20", 1),
            prize={"seat": "A", "squares": 3},
            awards={"surrender": {"A": 24}, "capture": {"A": 24}},
        ),
        ship("A1", "ZZ1", 1),
    ]
    after, _ = boarding(*ships, answers={"C1:1": "OBP:B1"}, A={"points": 48})
    assert after.ships["B1"].prize == Prize("C", 5, "average", "C1")
    assert [after.seats[key].points for key in "ABC"] == ["0", "0", "48"]


def test_of_three_sides_the_strongest_keeps_a_surrendered_ship_in_that_melee() -> None:
    """Once another side boarded her again at once, without a die: her new crew is not yet a
    defence.
    """
    ships = [
        ship("A1", "J20", 1, quality="elite", fouled=["B1"]),
        ship("B1", "K20", 1, surrendered="firepower"),
        ship("C1", "L20", 1, fouled=["B1"]),
    ]
    answers = {"A1:1": "OBP:B1", "C1:1": "OBP:B1", "C1:2": "OBP:B1"}
    after, events = boarding(*ships, answers=answers)
    assert [(each.ship, each.by) for each in of(ev.ShipCaptured, events)] == [("B1", "C1")]
    assert after.ships["C1"].crew == (0, 0, 4)
    assert after.ships["A1"].crew == (5, 5, 4)
    stronger, _ = boarding(*ships, answers={**answers, "A1:2": "OBP:B1"})
    assert stronger.ships["B1"].prize == Prize("A", 10, "elite", "A1")
    assert stronger.ships["C1"].crew == (5, 5, 4)


@pytest.mark.parametrize("taken", [{"surrendered": "firepower"}, {}])
def test_a_prize_loads_from_the_turn_after_on(taken: dict[str, Any]) -> None:
    """The rule Captured Ships: a prize is used from the next turn on, so her captor is not asked to
    load before.
    """
    ships = [ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1, **taken), FAR]
    after, events = boarding(*ships, answers=ALL)
    assert of(ev.ShipCaptured, events)[0].fresh == (14,)
    assert not [each for each in of(ev.SideLoaded, events) if each.ship == "B1"]
    while after.turn == 1 or GAME.pending(after)[0].kind != "loading":
        after, events = open_all(after, {}, Loaded(*[6] * 9))
    asked = {slot.id for each in GAME.pending(after) for slot in each.slots}  # type: ignore[union-attr]
    assert "B1" in asked


def test_a_transfer_to_an_enemy_waits_for_her_surrender() -> None:
    ships = [ship("A1", "J20", 1), ship("B1", "K20", 1), FAR]
    after, events = boarding(*ships, answers={"A1:1": "TBP:B1"}, A=ASKED)
    assert of(ev.PartiesFormed, events)[0].parties["A1"] == (Party((1,), "TBP", "B1"),)
    assert not of(ev.CrewsLeft, events)
    assert after.ships["A1"].crew == (5, 5, 4)


# Transfers -------------------------------------------------------------------------------


def test_a_transfer_fills_the_highest_damaged_section_first() -> None:
    receiver = sea(ship("A1", "J20", 1, "br-sol2-74", crew=[0, 2, 4]), ship("B1", "Z1", 1)).ships[
        "A1"
    ]
    assert fill_gaps(receiver, 3) == ((1, 4, 4), 0)
    assert fill_gaps(receiver, 9) == ((4, 4, 4), 3)


def test_a_transfer_refills_and_the_rest_is_reserve() -> None:
    ships = [ship("A1", "J20", 1), ship("A2", "K20", 1, "br-sol2-74", crew=[2, 4, 4]), FAR]
    after, events = boarding(*ships, answers={"A1:1": "TBP:A2"}, A=ASKED)
    assert after.ships["A1"].crew == (0, 5, 4)
    assert (after.ships["A2"].crew, after.ships["A2"].reserve) == ((4, 4, 4), 3)
    assert of(ev.CameAboard, events)[0].fresh == (2, 0, 0)


def test_transfers_cross_at_once() -> None:
    ships = [
        ship("A1", "J20", 1, crew=[5, 0, 0]),
        ship("A2", "K20", 1, crew=[4, 0, 0]),
        FAR,
    ]
    after, _ = boarding(*ships, answers={"A1:1": "TBP:A2", "A2:1": "TBP:A1"}, A=ASKED)
    assert after.ships["A1"].crew == (0, 0, 4)
    assert after.ships["A2"].crew == (0, 1, 4)


def test_a_prize_crew_that_leaves_gives_the_ship_back() -> None:
    ships = [
        ship("A1", "J20", 1),
        ship("B1", "K20", 1, prize={"seat": "A", "squares": 3}, awards={"capture": {"A": 48}}),
        FAR,
    ]
    after, events = boarding(*ships, answers={"B1:1": "TBP:A1"}, A={"points": 48, **ASKED})
    assert [each.how for each in of(ev.ShipRetaken, events)] == ["revolt"]
    assert after.ships["A1"].reserve == 3
    assert after.seats["A"].points == "0"


def test_reserve_fills_gaps_after_the_melee() -> None:
    state = sea(
        ship("A1", "J20", 1, crew=[1, 5, 2], reserve=3, **EMPTY),
        ship("A2", "K20", 1, **EMPTY),
        ship("B1", "Z1", 1, **EMPTY),
        phase="boarding",
        A=ASKED,
    )
    after, events = open_all(state)
    assert of(ev.ReserveFilled, events)[0].crew == (2, 5, 4)
    assert after.ships["A1"].reserve == 0


def test_a_friends_crew_brings_a_crewless_ship_back() -> None:
    ships = [ship("A1", "J20", 1), ship("A2", "K20", 1, crew=[0, 0, 0]), FAR]
    after, _ = boarding(*ships, answers={"A1:1": "TBP:A2"}, A=ASKED)
    assert after.ships["A2"].crew == (0, 1, 4)
    assert after.ships["A2"].seat == "A"


def test_a_defence_that_won_may_board_by_a_switch() -> None:
    ships = [ship("A1", "J20", 1, fouled=["B1"], crew=[4, 0, 0]), ship("B1", "K20", 1)]
    answers = {"A1:1": "OBP:B1", "B1:1": "DBP", "B1:2": "DBP", "B1:3": "DBP"}
    state, _ = boarding(*ships, ship("A9", "ZZ1", 1), answers=answers, rules={"dbp_boards": True})
    (question,) = GAME.pending(state)
    assert (question.seat, question.kind) == ("B", "melee")
    decided = GAME.decide(state, "B", sealed(question, {"B1": "A1"}), Dice(1))  # type: ignore[arg-type]
    after = decided.states[-1]
    assert after.ships["A1"].prize == Prize("B", 14, "average", "B1")


def test_where_nobody_is_left_on_either_side_both_are_gone() -> None:
    assert odds(0, "average", 0, "crack") == Odds(0.0, 0.0, 1.0, 0.0)


def test_a_prize_crew_that_fights_falls_out_of_its_own_number() -> None:
    """The captor's men aboard a prize defend her against her own side; their losses are taken from
    them.
    """
    prize = {"seat": "A", "squares": 9, "quality": "crack"}
    ships = [
        ship("B2", "J20", 1, fouled=["B1"]),
        ship("B1", "K20", 1, prize=prize, crew=[1, 0, 0]),
        ship("A1", "ZZ1", 1),
    ]
    answers = {"B2:1": "OBP:B1", "B2:2": "OBP:B1", "B1:1": "DBP"}
    _, events = boarding(*ships, answers=answers, faces=(1,) * 6, A=ASKED)
    first = of(ev.MeleeFought, events)[0]
    lost = {side.parties[0][0]: side.lost for side in (first.one, first.other)}
    assert first.prize == {"B1": 9 - lost["B1"]}
    assert set(first.crew) == {"B2"}
