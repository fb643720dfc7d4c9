"""Pictures on a key: attitudes, fields of fire, what a ship can reach, what ties ships."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.game.chart import Hull, Lit, Spot, Tie, Trace
from engine.space.hexes import distance, plane, step
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.gunnery.field import fields
from engine.systems.wooden_ships.sailing.notation import read
from engine.systems.wooden_ships.sailing.plots import plots, plotted
from engine.systems.wooden_ships.ships.place import hexes, lies_on
from tests.engine.systems.wooden_ships.at_sea import sea, sheet, ship

SCREEN = WoodenShips().screen
DUEL = sea(ship("A1", "J20", 2), ship("B1", "L22", 5), wind=1)


def test_every_overlay_is_offered() -> None:
    assert [each.id for each in SCREEN.overlays()] == ["wind", "arcs", "reach", "snags"]


def test_the_wind_shows_the_attitude_and_points_of_each_heading() -> None:
    """Speed 3 with the wind to the north: before it B, quarters A, to the sides C, against D."""
    marks = SCREEN.overlay(DUEL, "wind", "A1")
    told = {mark.at: mark.text for mark in marks if isinstance(mark, Spot)}
    tips = [plane(step(DUEL.ships["A1"].bow, direction, 2)) for direction in range(1, 7)]
    assert [told[tip] for tip in tips] == ["B:2", "A:3", "C:1", "D:0", "C:1", "A:3"]
    assert sum(isinstance(mark, Trace) for mark in marks) == 6


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
    """Every hex of every plot, with the impulse that comes there first, and none besides."""
    enemy = DUEL.ships["B1"]
    lit = {m.at: m.text for m in SCREEN.overlay(DUEL, "reach", "B1") if isinstance(m, Lit)}
    first: dict[tuple[float, float], int] = {}
    for text in plots(DUEL, enemy):
        for number, (column, row, facing) in enumerate(plotted(DUEL, enemy, read(text)).path, 1):
            for place in hexes((column, row), facing):
                first[plane(place)] = min(number, first.get(plane(place), number))
    assert lit == {place: str(number) for place, number in first.items()}


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
    ends = {plotted(DUEL, DUEL.ships["A1"], read(text)).path[-1][:2] for text in ("1R1",)}
    assert leads == [plane(place) for place in sorted(ends)]
    stay = SCREEN.preview(DUEL, decision, Answer("3")).marks
    assert not [mark for mark in stay if isinstance(mark, Lit) and mark.kind == "reach"]
