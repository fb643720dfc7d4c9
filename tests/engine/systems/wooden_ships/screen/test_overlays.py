"""Pictures shown by a key (overlays): attitudes to the wind, fields of fire, a ship's reach, ties
between ships.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.game.chart import Hull, Lit, Spot, Tie, Trace
from engine.game.decision import Answer
from engine.space.hexes import distance, plane, read_label, step
from engine.systems.wooden_ships.fleet import lies_on
from engine.systems.wooden_ships.foresight.prospects import on_the_verge
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.gunnery.fire_orders import fields
from engine.systems.wooden_ships.sailing import parse_plot, plots, plotted
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import GAME, open_all, sea, sheet, ship

SCREEN = WoodenShips().screen
DUEL = sea(ship("A1", "J20", 2), ship("B1", "L22", 5), wind=1)


def test_every_overlay_is_offered() -> None:
    assert [each.id for each in SCREEN.overlays()] == [
        "wind",
        "arcs",
        "reach",
        "snags",
        "cover",
        "danger",
        "drift",
        "watch",
        "way",
    ]


def test_the_wind_shows_the_attitude_and_points_of_each_heading() -> None:
    """Speed 3, wind to the north: with the wind from behind the attitude is B, from the quarter A,
    from the side C, from ahead D.
    """
    marks = SCREEN.overlay(DUEL, "wind", "A1")
    told = {mark.at: mark.text for mark in marks if isinstance(mark, Spot)}
    tips = [plane(step(DUEL.ships["A1"].bow, direction, 2)) for direction in range(1, 7)]
    assert [told[tip] for tip in tips] == ["B:2", "[A:3]", "C:1", "D:0", "C:1", "A:3"]
    kinds = [mark.kind for mark in marks if isinstance(mark, Trace)]
    assert kinds == ["ray", "ray", "ray", "blocked", "ray", "ray"]


def test_rose_and_fields_of_fire_are_those_of_the_end_of_a_plot() -> None:
    """They are drawn as if the plot were sailed: 1R1 leads to K20, a turn, and L20, with the wind
    from the side.

    Other options, and a surrender, leave them where the ship is.
    """
    sheet_ = sheet(DUEL)
    slot = sheet_.as_decision(sheet_.slots[0])
    moved = replace(DUEL.ships["A1"], bow=read_label("L20"), facing=3)
    there = replace(DUEL, ships={**DUEL.ships, "A1": moved})
    for overlay in ("wind", "arcs"):
        ahead = SCREEN.overlay_ahead(DUEL, overlay, slot, Answer("1R1"))
        assert ahead == SCREEN.overlay(there, overlay, "A1") != SCREEN.overlay(DUEL, overlay, "A1")
        stays = SCREEN.overlay_ahead(DUEL, overlay, slot, Answer("0"))
        assert stays == SCREEN.overlay(DUEL, overlay, "A1")
        assert SCREEN.overlay_ahead(DUEL, overlay, slot, Answer("give_up")) is None
    rose = SCREEN.overlay_ahead(DUEL, "wind", slot, Answer("1R1")) or ()
    told = {mark.at: mark.text for mark in rose if isinstance(mark, Spot)}
    tips = {"L18": "B:2", "N19": "A:3", "N21": "[C:1]", "L22": "D:0", "J21": "C:1", "J19": "A:3"}
    assert {plane(read_label(place)): text for place, text in tips.items()}.items() <= told.items()
    assert SCREEN.overlay_ahead(DUEL, "danger", slot, Answer("1R1")) is None


def test_fields_of_fire_end_at_ten_and_are_full_to_the_range_for_the_hull() -> None:
    mars = DUEL.ships["A1"]
    lit = {
        mark.at: mark.kind for mark in SCREEN.overlay(DUEL, "arcs", "A1") if isinstance(mark, Lit)
    }
    assert set(lit.values()) == {"full", "part"}
    for column in range(25):
        for row in range(5, 35):
            far = min(distance(each, (column, row)) for each in lies_on(mars))
            kind = lit.get(plane((column, row)))
            assert kind in (None, "full" if far <= 5 else "part")
            assert kind is None or far <= 10
    assert any("B1" in names for names in fields(DUEL, "A1").values())
    assert any(plane(place) in lit for place in lies_on(DUEL.ships["B1"]))


def test_what_the_selected_enemy_can_reach_next_turn() -> None:
    """With one movement point she can step to K23, or turn so that her stern swings from M22."""
    lit = {m.at: m.text for m in SCREEN.overlay(DUEL, "reach", "B1") if isinstance(m, Lit)}
    assert lit == {plane(read_label(place)): "1" for place in ("K23", "L22", "L21", "M23")}


def after_each_plot(state: State, key: str) -> Iterator[State]:
    """Yield the states after each plot of a ship that meets no obstacle."""
    ship = state.ships[key]
    for text in plots(state, ship):
        path = plotted(state, ship, parse_plot(text)).path
        column, row, facing = path[-1] if path else (*ship.bow, ship.facing)
        moved = replace(ship, bow=(column, row), facing=facing)
        yield replace(state, ships={**state.ships, key: moved})


def covered(state: State, key: str) -> set[tuple[float, float]]:
    """Return the hexes that a ship's fields of fire cover where she is, as her overlay shows
    them.
    """
    return {mark.at for mark in SCREEN.overlay(state, "arcs", key) if isinstance(mark, Lit)}


def test_what_her_guns_may_cover_is_the_union_over_her_plots() -> None:
    every = set().union(*(covered(after, "B1") for after in after_each_plot(DUEL, "B1")))
    shown = SCREEN.overlay(DUEL, "cover", "B1")
    assert {mark.at for mark in shown if isinstance(mark, Lit)} == every


def test_danger_counts_the_enemies_who_may_fire_into_a_hex() -> None:
    """J20 is in the fields of both enemies; AA24 is within ten hexes of one of them, A20 of
    none.
    """
    state = sea(ship("A1", "J20", 2), ship("B1", "L22", 5), ship("B2", "R24", 1), wind=1)
    counts = Counter[tuple[float, float]]()
    for foe in ("B1", "B2"):
        counts.update(set().union(*(covered(each, foe) for each in after_each_plot(state, foe))))
    shown = {m.at: m.text for m in SCREEN.overlay(state, "danger", "A1") if isinstance(m, Lit)}
    assert shown == {at: str(count) for at, count in counts.items()}
    told = {place: shown.get(plane(read_label(place))) for place in ("J20", "AA24", "A20")}
    assert told == {"J20": "2", "AA24": "1", "A20": None}
    assert set(shown.values()) == {"1", "2"}


def test_an_unloaded_side_covers_nothing_and_endangers_nobody() -> None:
    empty = {"port": "empty", "starboard": "empty"}
    state = sea(ship("A1", "J20", 2), ship("B1", "L22", 5, loaded=empty), wind=1)
    assert SCREEN.overlay(state, "cover", "B1") == SCREEN.overlay(state, "danger", "A1") == ()


def test_the_drift_clock_tells_who_is_still_and_who_drifts() -> None:
    """A corvette drifts in her second phase of standing still; a ship that never stood still does
    not drift.
    """
    state = sea(
        ship("A1", "J20", 1, "us-f4-38", still=1),
        ship("A2", "T20", 1, "us-f4-38"),
        ship("B1", "AA20", 1),
        wind=3,
    )
    marks = SCREEN.overlay(state, "drift", "A1")
    numbers = {mark.at: mark.text for mark in marks if isinstance(mark, Lit)}
    assert numbers == {plane(lies_on(state.ships["A1"])[1]): "1"}
    (told,) = [mark for mark in marks if isinstance(mark, Spot)]
    assert told.at == plane(step(state.ships["A1"].bow, 3))
    after, _ = open_all(state)
    moved = {key for key in state.ships if after.ships[key].bow != state.ships[key].bow}
    assert moved == {"A1"}


NO_GUNS = {"guns": {"port": 0, "starboard": 0}, "carronades": {"port": 0, "starboard": 0}}


def watched(**others: Any) -> dict[str, str]:
    """Return {ship: words about how near she is to striking}; B1 has no guns."""
    state = sea(ship("A1", "J20", 1), ship("B1", "M20", 4, **NO_GUNS), **others)
    return {key: ", ".join(on_the_verge(state, state.ships[key])) for key in state.ships}


def test_ships_one_condition_away_from_striking_are_marked() -> None:
    assert watched()["B1"] == "a shot within 1 hex makes her surrender"
    assert watched()["A1"] == ""
    bare = sea(ship("A1", "J20", 1), ship("B1", "M20", 4, rigging=[0, 0, 0]))
    assert [m.text for m in SCREEN.overlay(bare, "watch", "A1") if isinstance(m, Spot)] == [
        "a rake at her hull makes her surrender"
    ]


def test_a_friend_as_large_saves_her_until_he_is_gone() -> None:
    near = sea(ship("A1", "J20", 1), ship("B1", "M20", 4, **NO_GUNS), ship("B2", "P20", 4))
    assert on_the_verge(near, near.ships["B1"]) == (
        "she need not surrender while a friend is near",
    )
    far = sea(ship("A1", "J20", 1), ship("B1", "M20", 4, **NO_GUNS), ship("B2", "P50", 4))
    assert "makes her surrender" in on_the_verge(far, far.ships["B1"])[0]


def test_grapples_and_fouls_tie_ships() -> None:
    state = sea(
        ship("A1", "J20", 1, fouled=["B1"]),
        ship("A2", "J24", 1, grappled={"B2": 2}),
        ship("B1", "K20", 1),
        ship("B2", "K24", 1),
    )
    ties = [mark for mark in SCREEN.overlay(state, "snags", "A1") if isinstance(mark, Tie)]
    assert [(tie.kind, tuple(tie.keys)) for tie in ties] == [
        ("fouled", ("A1", "B1")),
        ("grappled", ("A2", "B2")),
    ]


def test_a_plot_is_previewed_as_a_ghost_with_its_steps_and_where_it_may_go_on() -> None:
    asked = sheet(DUEL)
    decision = asked.as_decision(asked.slots[0])
    marks = SCREEN.preview(DUEL, decision, Answer("1R")).marks
    (ghost,) = [mark for mark in marks if isinstance(mark, Hull)]
    assert (ghost.state, ghost.pose.heading) == ("ghost", 120.0)
    steps = [mark.text for mark in marks if isinstance(mark, Lit) and mark.kind == "step"]
    assert steps == ["1", "2"]
    leads = [mark.at for mark in marks if isinstance(mark, Lit) and mark.kind == "reach"]
    assert leads == [plane(read_label("L20"))]
    stay = SCREEN.preview(DUEL, decision, Answer("3")).marks
    assert not [mark for mark in stay if isinstance(mark, Lit) and mark.kind == "reach"]


def test_a_card_tells_parties_and_reserve_and_nobody_is_no_card() -> None:
    party = {"sections": [1, 2], "kind": "OBP", "to": "B1", "engaged": True}
    state = sea(
        ship("A1", "J20", 1, fouled=["B1"], parties=[party], reserve=3), ship("B1", "K20", 1)
    )
    told = str(GAME.screen.card(state, "A1"))
    assert "sections 1 2: OBP B1, engaged" in told
    assert "3 squares of crew in reserve" in told
    assert "heading N, " in told, "the chart's arrows are small"
    waiting = {**party, "kind": "DBP", "to": ""}
    waits = sea(ship("A1", "J20", 1, fouled=["B1"], parties=[waiting]), ship("B1", "K20", 1))
    assert "sections 1 2: DBP, engaged" in str(GAME.screen.card(waits, "A1"))
    assert GAME.screen.card(state, "A9") == ()
    held = sea(ship("A1", "J20", 1, grappled={"B1": 2}), ship("B1", "K20", 1))
    assert "grappled with B1 (2)" in str(GAME.screen.card(held, "A1"))
    taken = sea(
        ship("A1", "J20", 1, prize={"seat": "B", "squares": 4}),
        ship("B1", "M20", 1),
    )
    assert "prize of B: 4 squares" in str(GAME.screen.card(taken, "A1"))


def test_land_is_explained_where_there_is_some() -> None:
    bare, land = sea(ship("A1", "J20", 1)), sea(ship("A1", "J20", 1), land=[["A1", "B1", "B2"]])
    assert "land: no ship enters it" in str(GAME.screen.legend(land))
    assert "where her bow is after each step of the plot" in str(GAME.screen.legend(bare))
    assert "land:" not in str(GAME.screen.legend(bare))


def test_between_ships_the_bearing_is_measured_and_else_the_hexes() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "N20", 1))
    here, there = (plane(each.bow) for each in state.ships.values())
    told = str(GAME.screen.measure(state, here, there).rows)
    assert "A1 to B1: " in told
    assert "port" in told or "starboard" in told
    away = str(GAME.screen.measure(state, here, (here[0], here[1] + 20.0)).rows)
    assert "A1 to" not in away
    assert "hexes" in away


def test_an_overlay_looks_ahead_of_orders_alone() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "N20", 1))
    orders = GAME.pending(state)[0]
    other = replace(orders, kind="combat")
    for question in (orders, other.as_decision(other.slots[0])):
        assert GAME.screen.overlay_ahead(state, "paths", question, Answer("0")) is None


def test_the_way_to_the_fight_is_told_in_turns_by_the_best_heading() -> None:
    """With the wind behind her she is there in one turn; a ship that has struck is not counted as
    an enemy.
    """
    state = sea(ship("A1", "J20", 2), ship("B1", "R16", 5), wind=2)
    told = {
        mark.at: mark.text for mark in SCREEN.overlay(state, "way", "A1") if isinstance(mark, Lit)
    }
    assert told[plane(read_label("J20"))] == "2"
    assert told[plane(read_label("L19"))] == "1"
    assert told[plane(read_label("O18"))] == "0"
    alone = sea(ship("A1", "J20", 2), ship("B1", "R16", 5, hull=0), wind=2)
    assert SCREEN.overlay(alone, "way", "A1") == ()
