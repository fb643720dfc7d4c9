"""The end of a battle and its points (Wooden Ships & Iron Men, Ending the Game)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.dice import Dice
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import Ended, State
from tests.engine.systems.wooden_ships.at_sea import GAME, Loaded, of, open_all, sea, ship

EMPTY: dict[str, Any] = {"loaded": {"port": "empty", "starboard": "empty"}}


def at_the_end(*ships: dict[str, Any], **head: Any) -> State:
    """Play the rest of a turn from its loading phase on; return the state."""
    first = {**ships[0], **EMPTY}
    after, _ = open_all(sea(first, *ships[1:], phase="loading", **head), {}, Loaded())
    return after


def duel(*faces: int, answers: dict[str, str] | None = None, **fields: Any) -> Ended | None:
    state = sea(
        ship("A1", "J20", 1, **fields.get("a", {})),
        ship("B1", "K20", 1, **fields.get("b", {})),
        phase="combat",
        kind="single",
    )
    after, _ = open_all(state, answers or {"A1": "starboard:hull"}, Loaded(*faces, *[1] * 9))
    return after.outcome


def test_a_duel_ends_at_once_when_a_ship_strikes() -> None:
    outcome = duel(1, b={"hull": 1})
    assert outcome == Ended(("A",), "B1 has struck")


def test_both_at_once_is_a_draw() -> None:
    both = {"A1": "starboard:hull", "B1": "port:hull"}
    outcome = duel(6, 6, answers=both, a={"hull": 1}, b={"hull": 1})
    assert outcome is not None
    assert outcome.winners == ()


def test_without_crew_one_loses_even_against_a_ship_that_strikes() -> None:
    both = {"A1": "starboard:hull", "B1": "port:hull"}
    # Table 7 or so with a 1: hull, guns and one of the crew.
    outcome = duel(1, 1, answers=both, a={"hull": 1}, b={"crew": [0, 0, 1]})
    assert outcome is not None
    assert outcome.winners == ("A",)


def test_a_capture_ends_a_duel() -> None:
    state = sea(
        ship("A1", "J20", 1, fouled=["B1"], **EMPTY),
        ship("B1", "K20", 1, **EMPTY),
        phase="boarding",
        kind="single",
    )
    after, _ = open_all(state, {f"A1:{n}": "OBP:B1" for n in (1, 2, 3)})
    assert after.outcome == Ended(("A",), "B1 is captured")


def test_with_more_ships_the_battle_ends_with_the_turn() -> None:
    after = at_the_end(ship("A1", "J20", 1), ship("B1", "Z1", 1, hull=0), A={"points": 24})
    assert after.outcome is not None
    assert after.outcome.winners == ("A",)
    assert after.turn == 1


def test_ships_still_to_come_can_fight() -> None:
    after = at_the_end(
        ship("A1", "J20", 1), ship("B1", "Z1", 1, hull=0), ship("B2", "Z9", 1, enter_turn=5)
    )
    assert after.outcome is None


def test_a_prize_can_fight_for_her_captor() -> None:
    after = at_the_end(
        ship("A1", "J20", 1),
        ship("A2", "Z9", 1, prize={"seat": "B", "squares": 5}),
        ship("B1", "Z1", 1, hull=0),
    )
    assert after.outcome is None


def test_only_a_side_that_can_fight_wins() -> None:
    after = at_the_end(ship("A1", "J20", 1), ship("B1", "Z1", 1, hull=0), B={"points": 100})
    assert after.outcome is not None
    assert after.outcome.winners == ("A",)


@pytest.mark.parametrize(
    ("points", "winners"), [((10, 12), ("B",)), ((12, 10), ("A",)), ((7, 7), ())]
)
def test_the_turn_limit_goes_by_points(points: tuple[int, int], winners: tuple[str, ...]) -> None:
    after = at_the_end(
        ship("A1", "J20", 1),
        ship("B1", "Z1", 1),
        A={"points": points[0]},
        B={"points": points[1]},
        turn=8,
        rules={"turn_limit": 8},
    )
    assert after.outcome is not None
    assert after.outcome.winners == winners


def test_a_side_has_the_points_of_all_its_seats() -> None:
    after = at_the_end(
        ship("A1", "J20", 1),
        ship("B1", "Z1", 1),
        ship("C1", "Z9", 1),
        A={"points": 20, "name": "Dutch"},
        B={"points": 11, "side": "x", "name": "French"},
        C={"points": "23/2", "side": "x", "name": "Spanish"},
        rules={"turn_limit": 1},
    )
    assert after.outcome == Ended(
        ("x",), "turn 1 was the last; Spanish and French with 45/2 points"
    )


# The countdown ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("quiet", "fired", "countdown"), [(8, True, 0), (9, True, 5), (9, False, 0), (39, False, 5)]
)
def test_quiet_turns_begin_the_countdown(quiet: int, fired: bool, countdown: int) -> None:
    after = at_the_end(ship("A1", "J20", 1), ship("B1", "Z1", 1), quiet=quiet, fired=fired)
    assert (after.quiet, after.countdown, after.outcome) == (quiet + 1, countdown, None)


def test_the_countdown_runs_for_five_turns() -> None:
    ships = ship("A1", "J20", 1), ship("B1", "Z1", 1)
    assert at_the_end(*ships, quiet=10, countdown=5).countdown == 4
    assert at_the_end(*ships, quiet=13, countdown=2).outcome is None
    after = at_the_end(*ships, quiet=14, countdown=1)
    assert after.outcome == Ended((), "nobody fires any more; equal points: a draw")


def test_fire_stops_the_count() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "M20", 1), phase="combat", quiet=12, countdown=2)
    after, _ = open_all(state, {"A1": "starboard:hull"}, Loaded(1, 1))
    assert (after.quiet, after.countdown, after.fired) == (0, 0, True)


# Giving up ------------------------------------------------------------------------


def test_with_one_seat_a_side_the_other_wins_whatever_the_score() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1), A={"points": 90})
    after, events = open_all(state, {"A1": "give_up"})
    assert [each.seat for each in of(ev.SeatGaveUp, events)] == ["A"]
    assert after.outcome == Ended(("B",), "A gave up")


def test_both_at_once_give_up_to_a_draw() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1))
    after, _ = open_all(state, {"A1": "give_up", "B1": "give_up"})
    assert after.outcome is not None
    assert after.outcome.winners == ()


def test_with_allies_the_ships_lie_dead_and_the_points_are_gone() -> None:
    state = sea(
        ship("A1", "J20", 1),
        ship("B1", "Z1", 1),
        ship("C1", "Z9", 1),
        B={"side": "x", "points": 7},
        C={"side": "x"},
    )
    after, _ = open_all(state, {"B1": "give_up"})
    assert after.outcome is None
    assert after.ships["B1"].surrendered == "seat"
    assert after.seats["B"].points == "0"
    assert [each.seat for each in GAME.pending(after)] == ["A", "C"]


def test_nobody_fires_at_a_ship_that_was_given_up() -> None:
    state = sea(
        ship("A1", "J20", 1),
        ship("B1", "M20", 1, surrendered="seat"),
        ship("B2", "ZZ1", 1),
        phase="combat",
    )
    assert GAME.pending(GAME.settled(state, Dice(1)))[0].kind == "orders"


def test_a_captor_with_all_hands_aboard_the_prize_has_won() -> None:
    state = sea(
        ship("A1", "J20", 1, fouled=["B1"], crew=[0, 0, 4], **EMPTY),
        ship("B1", "K20", 1, **EMPTY),
        phase="boarding",
        kind="single",
    )
    after, _ = open_all(state, {"A1:3": "OBP:B1"})
    assert sum(after.ships["A1"].crew) == 0
    assert after.outcome == Ended(("A",), "B1 is captured")
