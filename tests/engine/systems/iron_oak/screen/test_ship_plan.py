"""The drawn plan of a ship: from her card and her damage; a hidden counter has none."""

from __future__ import annotations

import pytest

from engine.game.chart import Counter, Haze, Tie
from engine.game.panel import Profile
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine import view
from engine.systems.iron_oak.screen.panel import card, ship_plan
from engine.systems.iron_oak.screen.scene import SHAPES, scene
from engine.systems.iron_oak.state.state import State
from tests.engine.systems.iron_oak.table import position, ship


def plan(state: State, id: str) -> Profile:
    (found,) = ship_plan(state, state.ships[id])
    assert found in card(state, id)
    return found


@pytest.mark.parametrize(
    ("id", "shape"),
    [
        ("css_virginia", "casemate"),
        ("uss_monitor", "monitor"),
        ("uss_sassacus", "wheeler"),
        ("uss_hartford", "sloop"),
        ("uss_monarch", "ram"),
        ("css_beaufort", "steamer"),
        ("barge_1", "barge"),
    ],
)
def test_types_have_shapes_of_their_own_on_card_and_chart(id: str, shape: str) -> None:
    side = 0 if id.startswith(("uss", "barge")) else 1
    fleets = [[ship("uss_cairo", "A1")], [ship("css_arkansas", "A5")]]
    fleets[side].append(ship(id, "C3"))
    state = position(*fleets)
    assert plan(state, id).shape == shape
    marks = [mark for mark in scene(state).marks if isinstance(mark, Counter)]
    assert {mark.key: mark.shape for mark in marks}[id] == shape


def test_every_type_of_the_data_that_is_named_is_there() -> None:
    types = {each.type for each in book().ships.values()}
    assert set(SHAPES) <= types
    assert types - set(SHAPES) == {"gunboat", "tug", "torpedo_boat", "armored_torpedo_boat"}


def test_shields_fires_smoke_and_the_funnel_are_on_the_plan() -> None:
    hurt = ship(
        "uss_galena",
        "C3",
        shields={"S": -3, "B": -1},
        fires=[2, 4],
        smoke="heavy",
        criticals=["smokestack"],
    )
    state = position([hurt], [ship("css_virginia", "C5")])
    found = plan(state, "uss_galena")
    assert {each.key: each.bites for each in found.guards} == {
        "B": 1,
        "A": 0,
        "S": 3,
        "D": 0,
        "WL": 0,
    }
    assert (found.fires, found.smoke, found.funnel) == ((2, 4), 2, False)


def test_better_dice_make_a_heavier_shade() -> None:
    state = position([ship("uss_monitor", "C3")], [ship("css_virginia", "C5")])
    strength = {each.key: each.strength for each in plan(state, "uss_monitor").guards}
    assert strength["TF"] == 4  # d10d8d6
    assert strength["WL"] == 3  # d10d6d4
    assert strength["D"] == 2  # d8


def test_a_covered_counter_has_no_plan_for_the_enemy_and_one_for_her_own() -> None:
    night = {"night": True}
    hidden = ship("css_david", "C3", hidden=True)
    state = position([ship("uss_monitor", "C5")], [hidden], board=night)
    seen = view(state, "A")
    (counter,) = [key for key in seen.ships if key != "uss_monitor"]
    assert ship_plan(seen, seen.ships[counter]) == ()
    assert not [row for row in card(seen, counter) if isinstance(row, Profile)]


def test_in_a_calm_smoke_hangs_over_the_boxes_where_it_was_made() -> None:
    def hazes(wind: str) -> set[Haze]:
        ships = [
            ship("uss_galena", "C3", smoke="heavy"),
            ship("uss_monitor", "C3", smoke="light"),
            ship("uss_cairo", "C2", smoke="light"),
            ship("uss_benton", "C1"),
        ]
        state = position(ships, [ship("css_virginia", "C5")], board={"wind": wind})
        return {mark for mark in scene(state).marks if isinstance(mark, Haze)}

    assert hazes("calm") == {Haze((2, 2), True), Haze((2, 1), False)}
    assert not hazes("normal")


def test_a_t_is_a_tie_of_who_crosses_and_who_is_crossed() -> None:
    state = position(
        [ship("uss_monitor", "C3", across_stern_of="css_virginia")], [ship("css_virginia", "C3")]
    )
    ties = [mark for mark in scene(state).marks if isinstance(mark, Tie)]
    assert ties == [Tie("crossed_stern", ("uss_monitor", "css_virginia"))]
