"""Forecasts for plots (movement orders), compared with a count over all plots and dice by the
rules.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from engine.game.chart import Lit, Spot
from engine.space.hexes import Hex, plane, step
from engine.systems.wooden_ships.fleet import hexes, lies_on
from engine.systems.wooden_ships.foresight.evolutions import meetings
from engine.systems.wooden_ships.foresight.prospects import Prospect, carried, near_foes, prospect
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.gunnery.fire_orders import fields, why_silent
from engine.systems.wooden_ships.sailing import plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import SIDES, Ship, State
from tests.engine.systems.wooden_ships.at_sea import of, open_all, sea, ship
from tests.engine.systems.wooden_ships.every_plot import drawn, falls

SCREEN = WoodenShips().screen


def bears(state: State, firer: str, target: str) -> bool:
    """Tell whether a loaded side has the target in its field of fire, by the rules in this
    state.
    """
    one, sides = state.ships[firer], fields(state, firer)
    return any(target in sides[side] and not why_silent(one, side) for side in SIDES)


def can_bear(ship_: Ship, other: Ship) -> bool:
    """Tell whether any gun of a ship can bear on another ship, by the bearings between hexes.

    A side's guns bear between 60 degrees off the bow and 60 degrees off the stern of her two hexes.
    """
    bow, stern = hexes(ship_.bow, ship_.facing)
    ahead = plane(step(ship_.bow, ship_.facing))
    (bx, by), (sx, sy) = plane(bow), plane(stern)
    fx, fy = ahead[0] - bx, ahead[1] - by
    for place in lies_on(other):
        x, y = plane(place)
        across = fx * (y - by) - fy * (x - bx)
        if abs(across) < 1e-6:
            continue
        off_bow = fx * (x - bx) + fy * (y - by)
        off_stern = fx * (x - sx) + fy * (y - sy)
        slope = abs(across) / 3**0.5
        if off_bow <= slope + 1e-6 and -off_stern <= slope + 1e-6:
            return True
    return False


def by_the_rules(state: State, plot: str, foe: str) -> Prospect:
    """Count over all plots of an enemy and all dice; friends that are snagged (tied together) with
    her are included.
    """
    theirs = plots(state, state.ships[foe]) or ("0",)
    found: Counter[str] = Counter()
    for text in theirs:
        for share, events, after in falls(state, {"A1": plot, foe: text}):
            one, other = after.ships["A1"], after.ships[foe]
            for firer, target, may, raked in (
                (one, other, "bears", "rakes"),
                (other, one, "borne", "raked"),
            ):
                if bears(after, firer.id, target.id):
                    found[may] += share
                    found[raked] += share * (not can_bear(target, firer))
            found["collides"] += share * any(
                {*e.ships} == {"A1", foe} for e in of(ev.Collided, events)
            )
    return Prospect(foe=foe, plots=len(theirs), **{
        name: float(found[name]) for name in ("bears", "rakes", "borne", "raked", "collides")
    })  # fmt: skip


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_prospects_are_the_count_over_every_plot_with_land_and_snags(seed: int, tied: bool) -> None:
    """An enemy held by a friend of hers lies still, and so does the friend: both are obstacles."""
    random = Random(seed)
    state = drawn(random, {"A1": 0, "B1": 4, **({"B2": 1} if tied else {})}, tied, land=2)
    for plot in plots(state, state.ships["A1"])[:: 1 if tied else 4]:
        found, counted = prospect(state, "A1", plot, "B1"), by_the_rules(state, plot, "B1")
        for name in Prospect.__struct_fields__[1:]:
            assert getattr(found, name) == pytest.approx(getattr(counted, name)), (plot, name)


def test_who_runs_into_a_ship_that_holds_the_enemy_ends_there() -> None:
    """B2 is fouled with B1 and lies across A1's course: A1 collides with B2, not with B1."""
    state = sea(
        ship("A1", "J20", 1), ship("B1", "K17", 1, "br-f3-36", fouled=["B2"]),
        ship("B2", "J18", 6, "br-f3-36"), wind=1,
    )  # fmt: skip
    ((_, events, after),) = falls(state, {"A1": "2"})
    assert [each.ships for each in of(ev.Collided, events)] == [("A1", "B2")]
    assert after.ships["A1"].bow == (9, 19)
    assert prospect(state, "A1", "2", "B2").collides == 1
    assert prospect(state, "A1", "2", "B1") == by_the_rules(state, "2", "B1")
    assert prospect(state, "A1", "2", "B1").collides == 0


@pytest.mark.parametrize("wind", [2, 4])
def test_nobody_who_is_left_out_can_come_within_range_whatever_both_plot(wind: int) -> None:
    """A safe bound with a margin: two ships can never both sail before the wind towards each
    other.
    """
    found = Counter[tuple[bool, bool]]()
    for facing, away in product((1, 5, 6), (14, 16, 23)):
        bow = step((40, 40), 3, away)
        kind = "br-f3-36"
        state = sea(ship("A1", [40, 40], 3, kind), ship("B1", list(bow), facing, kind), wind=wind)
        looked_at = near_foes(state, "A1") == ("B1",)
        mine, theirs = (plots(state, each) for each in state.ships.values())
        near = False
        for one, other in product(mine, theirs):
            ((_, _, after),) = falls(state, {"A1": one, "B1": other})
            near = near or bears(after, "A1", "B1") or bears(after, "B1", "A1")
        found[looked_at, near] += 1
    assert found[False, True] == 0
    assert min(found[True, True], found[True, False], found[False, False]) > 0


@pytest.mark.parametrize("seed", range(10))
def test_own_ships_meet_as_told_however_the_dice_fall(seed: int) -> None:
    """For all plots of three ships in a small area: the first two that meet, the step and the
    hex.
    """
    random = Random(seed)
    state = drawn(random, {"A1": 2, "A2": 3, "A3": 4, "B1": 40})
    met = 0
    for _ in range(40):
        told = {
            key: random.choice(plots(state, state.ships[key]) or ("0",))
            for key in ("A1", "A2", "A3")
        }
        foreseen = meetings(state, "A", told)
        alone = replace(state, ships={key: s for key, s in state.ships.items() if key != "B1"})
        for _, events, _ in falls(alone, told):
            contests = of(ev.ContestSettled, events)
            pairs = [
                ({each.holder, loser}, each.impulse) for each in contests for loser in each.losers
            ]
            assert bool(pairs) == bool(foreseen)
            if pairs:
                first = foreseen[0]
                assert ({first.one, first.other}, first.impulse) in pairs
                assert first.impulse == (pairs[0][1])
        met += bool(foreseen)
    assert met


def where_each_plot_leads(state: State, key: str) -> list[State]:
    """Return the states after each plot of a ship that is alone, including drift."""
    alone = replace(state, ships={key: state.ships[key]}, fouled=(), grappled=())
    return [
        after
        for plot in plots(state, state.ships[key]) or ("0",)
        for _, _, after in falls(alone, {key: plot})
    ]


def marks(state: State, overlay: str, key: str) -> dict[tuple[float, float], str]:
    return {m.at: m.text for m in SCREEN.overlay(state, overlay, key) if isinstance(m, Lit)}


@pytest.mark.parametrize("seed", range(4))
def test_reach_is_every_hex_of_every_plot_carried_out_with_the_first_impulse(seed: int) -> None:
    state = drawn(Random(seed), {"A1": 0}, land=3)
    first: dict[tuple[float, float], int] = {}
    for plot in plots(state, state.ships["A1"]):
        for _, events, _ in falls(state, {"A1": plot}):
            for taken in of(ev.ImpulseTaken, events):
                for column, row, facing in taken.places.values():
                    for place in map(plane, hexes((column, row), facing)):
                        first[place] = min(taken.impulse, first.get(place, taken.impulse))
    assert marks(state, "reach", "A1") == {at: str(impulse) for at, impulse in first.items()}


@pytest.mark.parametrize("seed", range(4))
def test_hexes_covered_are_those_where_a_target_would_be_in_a_field_after_some_plot(
    seed: int,
) -> None:
    """An enemy is put on each hex on every heading; her stern alone in the field may not be
    enough.
    """
    random = Random(seed)
    state = drawn(random, {"A1": 0, "B1": 40})
    dummy, shown = state.ships["B1"], marks(state, "cover", "A1")
    after = [
        replace(each, ships={**each.ships, "B1": dummy})
        for each in where_each_plot_leads(state, "A1")
    ]
    around = [(heading, heading % 6 + 1) for heading in range(1, 7)]
    spread = product(around, range(0, 16, 3), (0, 1, 5))
    places = [step(step((21, 20), a, far), b, aside) for (a, b), far, aside in spread]
    seen = Counter[bool]()
    for place in places:
        covered = any(
            all(bears(_put(each, dummy, place, facing), "A1", "B1") for facing in range(1, 7))
            for each in after
        )
        assert (plane(place) in shown) == covered, place
        seen[covered] += 1
    assert seen[True]
    assert seen[False]


def _put(state: State, dummy: Ship, place: Hex, facing: int) -> State:
    moved = replace(dummy, bow=place, facing=facing)
    return replace(state, ships={**state.ships, "B1": moved})


@pytest.mark.parametrize("seed", range(12))
def test_who_is_told_to_drift_drifts_if_nobody_moves(seed: int) -> None:
    state = drawn(Random(seed), {"A1": 1, "B1": 12, "B2": 1}, tied=True, land=4)
    _, events = open_all(state, {})
    gone = {key for each in of(ev.Drifted, events) for key in each.places}
    if not of(ev.Collided, events):
        assert {key for key in state.ships if carried(state, key)} == gone
        told = [m for m in SCREEN.overlay(state, "drift", "A1") if isinstance(m, Spot)]
        assert len(told) == len(gone)
