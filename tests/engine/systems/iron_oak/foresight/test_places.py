"""Boxes before a ship enters them: the chance to reach them in two turns, Hits to expect, depths,
enemies.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.systems.iron_oak.foresight import maneuver_odds
from engine.systems.iron_oak.foresight.maneuver_odds import after_a_hit, hold_here, way_to
from engine.systems.iron_oak.foresight.places import (
    at_sea,
    crossed_by_two,
    danger,
    enemy_reach,
    reach,
    reach_in_two,
    water,
)
from engine.systems.iron_oak.foresight.shot_odds import plain_hits
from engine.systems.iron_oak.gunnery.segment import why_not_fire
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import GunnerySegment, Move, State
from tests.engine.systems.every_fall import every_fall
from tests.engine.systems.iron_oak.table import position, ship

SHALLOW = {"shoals": [{"band": "row B", "depth": 2}]}


def sea() -> State:
    return position(
        [ship("uss_zouave", "C3"), ship("uss_monitor", "E5")],
        [ship("css_little_rebel", "C4"), ship("css_virginia", "D2")],
        board=SHALLOW,
    )


NEXT, FAR = 229 / 480, 0.345
"""The chances of d10 against d8d6 for one box, and against d10d8 for two boxes (Iron & Oak 5.1)."""


def test_reach_is_the_best_way_to_each_box() -> None:
    """From a corner, a ship reaches the boxes next to hers, and boxes two away by at most one
    diagonal step.
    """
    state = sea()
    found = reach(state, state.ships["uss_monitor"])
    near, far = ("D4", "D5", "E4"), ("C4", "C5", "D3", "E3")
    assert found == pytest.approx({**dict.fromkeys(near, NEXT), **dict.fromkeys(far, FAR)})


def test_reach_in_two_is_the_best_of_all_plans_of_two_turns() -> None:
    """C3 needs a diagonal step in each turn; for E3 she may try twice, and hold there if the first
    try succeeds.
    """
    state = sea()
    found = reach_in_two(state, state.ships["uss_monitor"])
    assert found["C3"] == pytest.approx(NEXT * NEXT)
    assert found["E3"] == pytest.approx(FAR + (1 - FAR) * FAR)


def test_danger_is_the_hits_of_every_shot_over_every_fall() -> None:
    """The enemy has one small gun and no engine power: the Hits of its shot are expected, in her
    own box and another.
    """
    state = without_power(sea(), "css_little_rebel")
    found = danger(state, state.ships["uss_zouave"])
    rebel = {id: each for id, each in state.ships.items() if "virginia" not in id}
    alone = danger(replace(state, ships=rebel), state.ships["uss_zouave"])
    for box in ("C3", "D4"):
        there = at_sea(state, state.ships["uss_zouave"], box)
        step = st.Shoot("css_little_rebel", 1)
        aimed = replace(
            there,
            shot=GunnerySegment(firer="css_little_rebel", target="uss_zouave"),
            agenda=(step,),
        )

        def run(dice: Dice, aimed: State = aimed) -> int:
            """Take the Hits that are written first: those of the shot itself."""
            ledger = Ledger(aimed, dice)
            RULES.advance(ledger)
            return next((each.hits for each in ledger.events if _shot_hits(each)), 0)

        told = every_fall(aimed.dice, run)
        assert alone[box] == pytest.approx(sum(hits * share for hits, share in told.items()))
        assert found[box] > alone[box] > 0


def without_power(state: State, id: str) -> State:
    still = replace(state.ships[id], criticals=("engine_stopped",))
    return replace(state, ships={**state.ships, id: still})


def test_danger_counts_where_an_enemy_may_come_by_its_chance() -> None:
    """Compared with every maneuver that is open to the enemy, one at a time, by its probability."""
    state = sea()
    mine = state.ships["uss_zouave"]
    ships = {id: each for id, each in state.ships.items() if id != "css_little_rebel"}
    state = replace(state, ships=ships)
    virginia = state.ships["css_virginia"]

    def hits(box: str, start: str) -> float:
        there = at_sea(at_sea(state, mine, box), virginia, start)
        firer, target = there.ships[virginia.id], there.ships[mine.id]
        return (
            0.0 if why_not_fire(there, firer, target) else plain_hits(there, firer, target, False)
        )

    found, moved = danger(state, mine), 0
    for box in found:
        stays = hits(box, virginia.box)
        goes = [p * hits(box, c) + (1 - p) * stays for c, p in reach(state, virginia).items()]
        assert found[box] == pytest.approx(max(stays, *goes))
        moved += max(goes) > stays
    assert moved > 10
    still = danger(without_power(state, virginia.id), mine)
    assert still["B5"] < found["B5"]


def _shot_hits(event: ev.AnyEvent) -> bool:
    return isinstance(event, ev.HitsTaken)


def test_depths_are_told_apart_for_now_and_for_heavy_damage() -> None:
    state = sea()
    monitor, zouave = state.ships["uss_monitor"], state.ships["uss_zouave"]
    assert water(state, monitor, "B3")[:2] == (0, 1)
    assert water(state, state.ships["css_virginia"], "B3")[:2] == (1, 2)
    assert water(state, zouave, "D3") == (0, 0, 0.0)
    bar = replace(state, board=replace(state.board, terrain={"D3": "sandbar"}))
    assert 0 < water(bar, zouave, "D3").sandbar < 1


def test_foes_are_those_that_may_come_and_two_make_a_t() -> None:
    state = sea()
    monitor = state.ships["uss_monitor"]
    likely = enemy_reach(state, monitor)
    each = [reach(state, state.ships[id]) for id in ("css_little_rebel", "css_virginia")]
    assert likely["C3"] == pytest.approx(473 / 960)  # Little Rebel, d10d4 against d8d6
    assert likely["D1"] == pytest.approx(973 / 2304)  # Virginia, d8d6
    two = crossed_by_two(state, monitor)
    assert two
    for box in two:
        assert box in reach(state, monitor) or box == monitor.box
        lies = [state.ships[id].box for id in ("css_little_rebel", "css_virginia")]
        assert all(box in (at, *found) for at, found in zip(lies, each, strict=True))


# The whole way of an order is what the dice bring, counted over every way in which they fall.


SLOW = "css_huntsville"
"""A ship with only a d4 of maneuver dice at heavy damage, so that there are few falls of the
dice."""


def carried_out(state: State, **move: str) -> dict[tuple[str, bool, bool], float]:
    """Return {(box, aground, fouled): probability} at the end of a maneuver."""
    state = replace(
        state, move=Move(ship=SLOW, order=move["way"], **move), agenda=(st.CarryOut(SLOW),)
    )

    def run(dice: Dice) -> tuple[str, bool, bool]:
        ledger = Ledger(state, dice)
        RULES.advance(ledger)
        moved = ledger.state.ships[SLOW]
        return moved.box, moved.grounded, bool(moved.fouled)

    return every_fall(state.dice, run)


def open_sea(box: str = "C3", hits: int = 8, **board: Any) -> State:
    return position(
        [ship("uss_monitor", "E5")],
        [ship(SLOW, box, hits=hits)],
        active="confederate",
        board={"terrain": [{"kind": "sandbar", "box": "B3"}], **board},
    )


def test_one_box_with_a_sandbar_is_the_dice_over_every_fall() -> None:
    state = open_sea()
    found = way_to(state, state.ships[SLOW], "B3")
    told = carried_out(state, way="maneuver_1", goal="B3")
    assert found.arrives == pytest.approx(told["B3", False, False])
    assert found.stays == pytest.approx(told["C3", False, False])
    assert found.stopped == pytest.approx(told["B3", True, False])
    (stop,) = found.stops
    assert stop.comes == "aground"
    assert (stop.least, stop.most) == (pytest.approx(found.stopped), pytest.approx(found.stopped))


def test_two_boxes_count_the_hazard_of_the_middle_one() -> None:
    state = open_sea()
    found = way_to(state, state.ships[SLOW], "A3", "B3")
    told = carried_out(state, way="maneuver_2", goal="A3", via="B3")
    assert found.arrives == pytest.approx(told["A3", False, False])
    assert found.stopped == pytest.approx(told["B3", True, False])


def test_holding_over_a_shoal_may_run_her_aground() -> None:
    state = open_sea("D3", shoals=[{"band": "row D", "depth": 1}])
    found = hold_here(state, state.ships[SLOW])
    assert found.stopped == pytest.approx(carried_out(state, way="hold")["D3", True, False])
    assert (found.stays, found.arrives + found.stopped) == (0, pytest.approx(1))


def test_two_hazards_of_a_box_are_told_from_least_to_most() -> None:
    state = open_sea(markers=[{"kind": "obstruction", "box": "B3"}])
    found = way_to(state, state.ships[SLOW], "B3")
    assert {stop.comes for stop in found.stops} == {"aground", "fouled"}
    assert all(stop.least < stop.most for stop in found.stops)
    assert found.arrives + found.stays + found.stopped == pytest.approx(1)
    assert sum(stop.least for stop in found.stops) < found.stopped


def test_one_more_hit_is_told_only_where_it_changes_something() -> None:
    state = open_sea(hits=6)
    whole, near_striking = state.ships[SLOW], replace(state.ships[SLOW], hits=7)
    assert after_a_hit(state, whole, "C2") is None
    worse = after_a_hit(state, near_striking, "C2")
    assert worse == pytest.approx(7 / 96)  # a d4 against d8d6


def test_a_hazard_that_nobody_passes_stops_her_whatever_else_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = open_sea()
    chances = {"mine": 0.0, "sandbar": 0.25}
    monkeypatch.setattr(maneuver_odds, "passes", lambda state, ship, box: chances)
    monkeypatch.setattr(maneuver_odds, "safe", lambda state, ship, box: 0.0)
    found = hold_here(state, state.ships[SLOW])
    assert (found.arrives, found.stopped) == (0.0, 1.0)
    stops = {stop.hazard: (stop.least, stop.most) for stop in found.stops}
    assert stops == {"mine": (0.25, 1.0), "sandbar": (0.0, 0.75)}
