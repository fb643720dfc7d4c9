"""Legal plots (movement orders), and why other plots are illegal (Wooden Ships & Iron Men, Movement
Rules).
"""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.base.errors import Refused
from engine.space.hexes import DIRECTIONS
from engine.systems.wooden_ships.sailing import (
    Helm,
    allowance,
    allowances,
    attitude,
    format_plot,
    legal_plots,
    parse_plot,
    plots,
    plotted,
    why_no_order,
)
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import sea, ship

THIRTY_FIVE = """
0 1 2 3 4 L L1 L2 L3 L1R L1R1 L1L L1L1 L2R L2L 1L 1L1 1L2 1L1L 1L1R 2L 2L1 3L
R R1 R1L R1L1 R1R 1R 1R1 1R1L 1R1R 2R 2R1 3R
"""


def frigate(facing: int = 2, wind: int = 1, **fields: object) -> State:
    return sea(ship("A1", "J20", facing, "br-f3-36", **fields), wind=wind)


def legal(state: State) -> set[str]:
    return set(plots(state, state.ships["A1"]))


def why_not(state: State, order: str) -> str:
    return plotted(state, state.ships["A1"], parse_plot(order)).why_not


def test_attitudes_all_around() -> None:
    assert "".join(attitude(facing, 1) for facing in DIRECTIONS) == "BACDCA"
    assert attitude(1, 4) == "D"


def test_the_35_plots() -> None:
    assert legal(frigate()) == set(THIRTY_FIVE.split())
    assert len(legal(frigate())) == 35


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("R2", "step 3: attitude C allows 1 hex"),
        ("1R2", "step 4: attitude C allows 1 hex"),
        ("4R", "step 5: she has no more than 4 movement points"),
        ("LR", "step 2: she may turn only once in a hex"),
        ("R1R1", "step 4: she is in the wind's eye after her turn, and stops"),
        ("5", "step 5: she has no more than 4 movement points"),
    ],
)
def test_what_is_illegal_says_why(order: str, told: str) -> None:
    assert why_not(frigate(), order) == told


def test_turning_ability_limits_turns() -> None:
    state = sea(ship("A1", "J20", 2, "br-sol1-98"))
    assert "1L1" in legal(state)
    assert why_not(state, "L1R") == "step 3: she turns no more than 1 time"


def test_without_points_one_turn_is_free() -> None:
    state = frigate(facing=1, wind=4)
    assert allowance(state.ships["A1"], 4) == 0
    assert legal(state) == {"0", "L", "R"}
    assert plotted(state, state.ships["A1"], parse_plot("L")).points == 0


def test_with_one_point_a_turn_after_a_hex_is_too_much() -> None:
    state = frigate(facing=3)
    assert allowance(state.ships["A1"], 1) == 1
    assert legal(state) == {"0", "1", "L", "R"}


def test_points_do_not_grow_in_a_better_attitude() -> None:
    state = frigate(facing=1)  # B: three points, A would have four
    assert "R2" in legal(state)
    assert why_not(state, "R3") == "step 4: she has no more than 3 movement points"


@pytest.mark.parametrize(("speed", "points"), [(4, (4, 3, 1, 0)), (3, (3, 2, 1, 0))])
def test_a_ship_has_points_by_her_speed_and_attitude(
    speed: int, points: tuple[int, int, int, int]
) -> None:
    whole = replace(sea(ship("A1", "J20", 1)).ships["A1"], speed=speed)
    assert allowances(whole) == points


def test_lost_rigging_costs_a_point_a_section() -> None:
    state = sea(ship("A1", "J20", 1, rigging=[0, 7, 7]))
    assert allowances(state.ships["A1"]) == (2, 1, 0, 0)
    assert allowance(state.ships["A1"], 1) == 1


def test_a_damaged_section_costs_nothing() -> None:
    state = sea(ship("A1", "J20", 1, rigging=[1, 7, 7]))
    assert allowances(state.ships["A1"]) == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("record", "waited", "turns"),
    [
        ("br-f3-36", 0, False),
        ("br-f3-36", 1, True),
        ("br-sol2-74", 1, False),
        ("br-sol2-74", 2, True),
        ("br-sol1-98", 2, False),
        ("br-sol1-98", 3, True),
    ],
)
def test_a_dismasted_ship_waits_before_she_turns(record: str, waited: int, turns: bool) -> None:
    sections = [0] * (4 if "f3" in record else 3)
    state = sea(ship("A1", "J20", 2, record, rigging=sections, waited=waited))
    assert legal(state) == ({"0", "L", "R"} if turns else {"0"})
    assert allowances(state.ships["A1"]) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"hull": 0}, "she has struck"),
        ({"surrendered": "firepower"}, "she has surrendered"),
        ({"crew": [0, 0, 0]}, "she has no crew"),
        ({"all_hands": True}, "all her crew was in boarding parties"),
        ({"rescued": True}, "she was rescued in this turn"),
        ({"enter_turn": 3}, "she arrives in turn 3"),
    ],
)
def test_who_gets_no_order(fields: dict[str, object], told: str) -> None:
    state = frigate(**fields)
    assert why_no_order(state, state.ships["A1"]) == told
    assert not legal(state)


def test_a_snagged_ship_gets_no_order() -> None:
    state = sea(ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "K20", 1))
    assert why_no_order(state, state.ships["A1"]) == "she is snagged"


def test_crew_in_reserve_is_crew() -> None:
    assert legal(frigate(crew=[0, 0, 0], reserve=1))


def test_no_plot_leads_over_land() -> None:
    island = [[[9, 16], [10, 17], [9, 17]]]
    state = sea(ship("A1", "J20", 1, "br-f3-36"), land=island)
    assert "2" in legal(state)
    assert why_not(state, "3") == "step 3: land is in the way"
    assert "3" not in legal(state)


def test_a_stern_does_not_swing_over_land() -> None:
    state = sea(ship("A1", "J20", 1, "br-f3-36"), land=[["I21", "I22", "H22"]])
    assert why_not(state, "R") == "step 1: land is in the way"
    assert not why_not(state, "L")


# Every legal plot, against a second reading of the rule that tries all strings of steps.


TABLE = {3: {"A": 3, "B": 2, "C": 1, "D": 0}, 4: {"A": 4, "B": 3, "C": 1, "D": 0}}
ROUND = "BACDCA"


def legal_by_counting(
    speed: int, lost: int, relative: int, turning: int, steps: tuple[str, ...]
) -> bool:
    """Tell whether a sequence of steps is legal, by checking each condition by itself."""
    allowed = {name: max(0, count - lost) for name, count in TABLE[speed].items()}
    points = allowed[ROUND[relative]]
    if points == 0:
        return "".join(steps) in ("", "L", "R")
    heads = [relative]
    for sign in steps:
        heads.append((heads[-1] + {"1": 0, "L": -1, "R": 1}[sign]) % 6)
    attitudes = [ROUND[head] for head in heads]
    entered = [attitudes[at] for at, sign in enumerate(steps) if sign == "1"]
    turns = [at for at, sign in enumerate(steps) if sign != "1"]
    return (
        len(steps) <= points
        and all(entered.count(name) <= allowed[name] for name in "ABCD")
        and all("1" in steps[one:other] for one, other in pairwise(turns))
        and len(turns) <= turning
        and not any(attitudes[at + 1] == "D" and at + 1 < len(steps) for at in turns)
    )


@pytest.mark.parametrize("speed", [3, 4])
@pytest.mark.parametrize("turning", [1, 2, 3])
def test_all_legal_plots_and_no_others(speed: int, turning: int) -> None:
    for lost, relative in product(range(4), range(6)):
        points = tuple(max(0, count - lost) for count in TABLE[speed].values())
        helm = Helm(1, points, turning)  # type: ignore[arg-type]
        expected = {
            format_plot(steps)
            for length in range(6)
            for steps in product("1LR", repeat=length)
            if legal_by_counting(speed, lost, relative, turning, steps)
        }
        assert set(legal_plots(helm, relative + 1)) == expected, (lost, relative)


# Written plots (Wooden Ships & Iron Men, Movement Rules).


@pytest.mark.parametrize(
    ("typed", "form"),
    [("11", "2"), ("1 1 r 1", "2R1"), ("l", "L"), ("0", "0"), ("2R1", "2R1"), ("1R1L1", "1R1L1")],
)
def test_the_written_form(typed: str, form: str) -> None:
    assert format_plot(parse_plot(typed)) == form


@pytest.mark.parametrize("typed", ["", "x", "01", "10", "1R0", "-1", "two", "1.5", "9" * 80])
def test_what_is_no_plot(typed: str) -> None:
    with pytest.raises(Refused):
        parse_plot(typed)


@given(st.lists(st.sampled_from("1LR"), max_size=9))
def test_steps_come_back_from_the_written_form(steps: list[str]) -> None:
    assert parse_plot(format_plot(steps)) == tuple(steps)


def test_of_a_long_wrong_plot_forty_signs_are_quoted() -> None:
    with pytest.raises(Refused) as caught:
        parse_plot("x" * 41)
    assert f"'{'x' * 40}' is not a plot" in str(caught.value)
    with pytest.raises(Refused) as caught:
        parse_plot("0" * 41)
    assert f"'{'0' * 40}' is not a plot" in str(caught.value)
