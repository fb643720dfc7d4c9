"""The whole sea chart: what is drawn over what, and where words are written."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.game.chart import Hull, Mark, Scene, Sea, Smoke, Spot, Terrain, Trace
from engine.space.plane.pose import Pose
from tests.tui.jamaica import (
    COLLISION,
    DRAKE,
    FALCON,
    PREVIEW,
    SCENE,
    SEA,
    SMALL,
    SWAN,
    WRECK,
    ring,
    ship,
)
from tui.chart.sea.chart import draw
from tui.chart.sea.kind import frame
from tui.chart.sea.ships import edge_keys, label_of
from tui.chart.sea.terrain import smoke
from tui.chart.sea.window import LADDER, SeaWindow
from tui.terminal.cells import Grid

HOME = SeaWindow.fitted(SEA, 72, 36)
SETS = ("ascii", "unicode")


def chart(*marks: Mark, view: SeaWindow = HOME, glyphs: str = "ascii", **more: object) -> list[str]:
    return draw(Scene(SEA, marks), view, glyphs, **more).lines()  # type: ignore[arg-type]


def place(lines: list[str], text: str) -> tuple[int, int]:
    row = next(number for number, line in enumerate(lines) if text in line)
    return lines[row].index(text), row


@pytest.mark.parametrize("glyphs", SETS)
@pytest.mark.parametrize("scale", LADDER)
def test_every_live_ship_shows_its_label(glyphs, scale):
    view = SeaWindow(0, 0, scale, round(72 * scale), round(36 * scale)).clamped_to(SEA)
    lines = draw(SCENE, view, glyphs, PREVIEW).lines()
    for mark in SCENE.marks:
        if isinstance(mark, Hull) and mark.state == "live":
            assert any(mark.key in line for line in lines)


@pytest.mark.parametrize("glyphs", SETS)
def test_ships_cover_rings_and_land_stops_lines(glyphs):
    island = Terrain("T", "island", ((20, 20), (24, 20), (24, 16), (20, 16)))
    line = Trace("rake", ((2, 18.2), (34, 18.2)))
    grid = draw(Scene(SEA, (island, line, ship("A1", Pose(10, 18, 90)))), HOME, glyphs)
    row = grid.styles[17]
    assert row.count("rake") > 20
    assert set(row[40:48]) <= {"land", "coast"}
    hull = grid.styles[18] if "label_a" in grid.styles[18] else row
    assert hull.count("label_a") == 2
    assert "rake" not in hull[18:22]


def test_a_later_line_of_another_style_wins_and_one_style_joins_its_dots():
    ring_line = Trace("ring", ((2, 18.6), (34, 18.6)))
    path = Trace("path", ((10, 18.6), (20, 18.6)))
    other = Trace("ring", ((2, 18.3), (34, 18.3)))
    grid = draw(Scene(SEA, (path, ring_line, other)), HOME, "unicode")
    assert set(grid.styles[17][22:38]) == {"path"}
    dots = {(ord(grid.glyphs[17][column]) - 0x2800).bit_count() for column in range(50, 60)}
    assert dots == {2}


@pytest.mark.parametrize(
    ("pose", "column"), [(Pose(10, 18, 90), -1), (Pose(10, 18, 270), 1), (Pose(10, 18, 180), 1)]
)
def test_the_token_string_stands_on_the_side_of_the_stern(pose, column):
    lines = chart(ship("A1", pose, tokens="*f"))
    label, row = place(lines, "A1")
    tokens, same = place(lines, "*f")
    assert same == row
    assert (tokens - label) * column > 0


def test_a_token_string_moves_when_its_place_is_taken():
    alone = place(chart(ship("A1", Pose(10, 18, 180), tokens="!")), "!")
    beside = ship("B1", Pose(11.2, 18, 180), SMALL)
    crowded = place(chart(ship("A1", Pose(10, 18, 180), tokens="!"), beside), "!")
    assert alone[0] > 20 > crowded[0]


def test_at_most_three_tokens_then_a_plus_and_the_wake_has_no_sign():
    assert any("*!%+" in line for line in chart(ship("A1", Pose(10, 18, 90), tokens="*!%ew")))
    assert any("*!%[" in line for line in chart(ship("A1", Pose(10, 18, 90), tokens="*!%w")))


@pytest.mark.parametrize("glyphs", SETS)
def test_a_wreck_is_crossed_out_below_live_ships(glyphs):
    over = ship("A1", Pose(WRECK.pose.x + 0.8, WRECK.pose.y - 0.6, 68), SMALL)
    grid = draw(Scene(SEA, (WRECK, over)), HOME, glyphs)
    styles = {style for row in grid.styles for style in row}
    assert "wreck" in styles
    signs = {
        g
        for gs, ss in zip(grid.glyphs, grid.styles, strict=True)
        for g, s in zip(gs, ss, strict=True)
        if s == "wreck"
    }
    assert signs <= {"x" if glyphs == "ascii" else "×", "B", "4"}
    assert any("A1" in line for line in grid.lines())


def test_a_captured_ship_keeps_its_label_beside_the_captor_s_ship_of_that_number():
    taken = ship("B2", Pose(10, 18, 90), owner="A", side="A", tokens="@")
    lines = chart(taken, ship("A2", Pose(20, 18, 90)))
    assert label_of(taken) == "B2"
    assert any("@[=B2>" in line for line in lines)
    assert sum(line.count("A2") for line in lines) == 1


@pytest.mark.parametrize(("glyphs", "arrow"), [("ascii", "A1v>"), ("unicode", "A1◢")])
def test_far_off_a_ship_is_its_label_and_an_arrow(glyphs, arrow):
    lines = chart(
        ship("A1", Pose(10, 18, 130), tokens="*"), view=SeaWindow.fitted(SEA, 36, 18), glyphs=glyphs
    )
    assert any(arrow in line for line in lines)
    assert not any("*" in line for line in lines)


def test_an_arrow_to_the_west_stands_left_of_the_label():
    lines = chart(ship("B1", Pose(10, 18, 300)), view=SeaWindow.fitted(SEA, 36, 18))
    assert any("<^B1" in line for line in lines)


@pytest.mark.parametrize("glyphs", SETS)
def test_a_ghost_is_dotted_with_a_lower_case_label(glyphs):
    ghost = ship("A1", Pose(20, 10, 90), state="ghost")
    grid = draw(Scene(SEA, ()), HOME, glyphs, (ghost,))
    column, row = place(grid.lines(), "a1")
    assert grid.styles[row][column : column + 2] == ["ghost", "ghost"]
    bow = ">" if glyphs == "ascii" else "▷"
    assert place(grid.lines(), bow)[0] > column


@pytest.mark.parametrize("glyphs", SETS)
def test_under_a_hull_the_ghost_s_label_moves_aside(glyphs):
    hull = ship("B1", Pose(20, 10, 180))
    ghost = ship("A1", Pose(20, 10.2, 90), state="ghost")
    lines = draw(Scene(SEA, (hull,)), HOME, glyphs, (ghost,)).lines()
    assert any("B1" in line for line in lines)
    assert any("a1" in line for line in lines)


@pytest.mark.parametrize("glyphs", SETS)
@pytest.mark.parametrize("kind", ["sight", "rake", "measure", "blocked", "path", "ring", "link"])
def test_a_line_covers_no_label_of_a_ship_and_no_name_of_a_water(glyphs: Any, kind: Any) -> None:
    bank = Terrain("T", "shoal", ((24, 20), (36, 20), (36, 16), (24, 16)), "Low Bank")
    marks = (
        bank,
        ship("A1", Pose(4, 18, 90), tokens="sf"),
        ship("A2", Pose(12, 18.4, 0)),
        ship("A3", Pose(20, 17.6, 200), state="ghost"),
        ship("B1", Pose(33, 18, 180), tokens="x"),
    )
    for high in (17.0, 17.5, 18.0, 18.5, 19.0):
        line = Trace(kind, ((4, 18), (34, high)), label="9")
        clear, crossed = (draw(Scene(SEA, each), HOME, glyphs) for each in (marks, (*marks, line)))
        assert crossed.lines() != clear.lines()
        for text in ("A1", "A2", "a3", "B1", "Low Bank", "sf"):
            column, row = place(clear.lines(), text)
            assert crossed.lines()[row][column : column + len(text)] == text


@pytest.mark.parametrize("glyphs", SETS)
@pytest.mark.parametrize("text", ["windward 2", "[A:4]", "$ gold"])
def test_a_word_at_the_edge_of_the_chart_is_whole_or_not_there(glyphs: Any, text: str) -> None:
    """Inside the window it moves inwards; beyond the edge it is left out, never cut."""
    view = SeaWindow(0, 20, 1.0, 33, 18)
    far = ship("B1", Pose(30, 10, 90))
    for column in range(-8, 42):
        for row in (-1, 0, 9, 17, 18):
            at = view.to_plane(column + 0.5, row + 0.5)
            kind: Any = "marker" if text.startswith("$") else "label"
            marks = (far, Spot(kind, at, text))
            lines = [f" {line} " for line in chart(*marks, view=view, glyphs=glyphs)]
            words = "".join(lines).replace("B1", "").replace(".", "").replace("·", "")
            seen = any(text in line for line in lines)
            assert seen or not re.search(r"[\w\[\]:$]", words), (column, row)
            assert seen or not view.shows(at), (column, row)


@pytest.mark.parametrize("glyphs", SETS)
def test_her_base_and_her_guns_leave_the_label_of_her_ghost(glyphs: Any) -> None:
    view = SeaWindow.fitted(SEA, 288, 144)
    hull = ship("A1", Pose(18, 18, 90), port_loaded=True, starboard_loaded=True)
    for step in range(24):
        ghost = ship("A1", Pose(18 + step / 8, 18 + step / 20, 90), state="ghost")
        lines = draw(Scene(SEA, (hull,)), view, glyphs, (ghost,), "A1").lines()
        assert any("a1" in line for line in lines), step


def test_a_moved_hull_replaces_the_one_of_the_scene():
    moved = ship("A1", Pose(30, 5, 90))
    lines = draw(SCENE, HOME, "ascii", (moved,)).lines()
    assert sum(line.count("A1") for line in lines) == 1
    assert place(lines, "A1")[1] > 28


def test_only_the_ship_whose_choice_it_is_has_the_active_label():
    grid = draw(SCENE, HOME, "unicode")
    active = [
        grid.glyphs[row][column]
        for row in range(36)
        for column in range(72)
        if grid.styles[row][column] == "active"
    ]
    assert "".join(active) == "A1"


def test_stamps_that_would_share_a_cell_are_set_apart():
    left, right = ship("A1", Pose(10, 18, 92), SMALL), ship("B1", Pose(12.05, 18.4, 88), SMALL)
    lines = chart(left, right)
    assert any("[A1>" in line for line in lines)
    assert any("[B1>" in line for line in lines)


def test_ring_labels_and_names_stand_on_free_cells_with_a_blank_on_each_side():
    lines = draw(SCENE, HOME, "ascii", PREVIEW).lines()
    for text in (' musket 6" ', ' cannon 12" ', " Cayo "):
        assert any(text in line for line in lines)


def test_a_name_is_left_out_where_its_piece_is_too_small():
    tiny = Terrain("T", "island", ((20, 20), (22, 20), (22, 18), (20, 18)), "Cayo Grande")
    assert not any("Cayo" in line for line in chart(tiny))


@pytest.mark.parametrize("view", [SeaWindow(0, 10, 2, 40, 16), SeaWindow(1, 9, 2, 40, 16)])
def test_puffs_of_smoke_go_on_from_row_to_row_and_stay_where_the_window_moves(view):
    cloud = Smoke("A1", Pose(4.0, 5.0, 0.0), 3.0, 1.2, "starboard", 1)
    puffs = smoke(cloud, view, "ascii")
    left, top = min(column for column, _ in puffs), min(row for _, row in puffs)
    rows = [[puffs.get((left + x, top + y), " ") for x in range(5)] for y in range(6)]
    assert ["".join(row) for row in rows] == [" (@)%", "@)%o(", "%o(@)", "(@)%o", ")%o(@", " (@)%"]
    assert (left + view.origin[0], top + view.origin[1]) == (20, -13)


def test_a_hull_of_side_a_is_filled_and_others_are_outlines_with_the_guns_that_are_loaded():
    def styles(*sides: bool, scale: float) -> set[str]:
        marks = [
            Hull(f"{key}1", key, Pose(x, 18, 90), 2.5, 1.25, side=key, port_loaded=sides[0])
            for key, x in (("A", 16), ("B", 20))
        ]
        view = SeaWindow(10, 24, scale, 80, 40)
        return set().union(*draw(Scene(SEA, tuple(marks)), view, "unicode").styles)

    home, near, reload = styles(True, scale=1.0), styles(True, scale=3.0), styles(False, scale=3.0)
    assert {"hull_a", "plate_b"} <= home
    assert not {"plate_a", "hull_b"} & home
    assert "guns" in near
    assert "guns" not in reload


@pytest.mark.parametrize("glyphs", SETS)
def test_smoke_thins_and_is_gone(glyphs):
    counts = []
    for age in range(4):
        cloud = Smoke("A1", SWAN.pose, 2.5, 1.25, "port", age)
        grid = draw(Scene(SEA, (SWAN,)), HOME, glyphs, (cloud,))
        counts.append(
            {
                g
                for gs, ss in zip(grid.glyphs, grid.styles, strict=True)
                for g, s in zip(gs, ss, strict=True)
                if s in ("smoke", "tokens")
            }
            - {" "}
        )
    flash, dense, thin, gone = counts
    assert "*" in flash
    assert dense
    assert thin
    assert dense != thin
    assert gone <= {"*"}


def spans(one: Grid, other: Grid) -> list[tuple[int, int, int]]:
    """Return (row, first column, column after the last) of what differs between two grids, one for
    each row.
    """
    found = []
    for row in range(one.rows_count):
        cells = zip(one.glyphs[row], one.styles[row], strict=True)
        others = zip(other.glyphs[row], other.styles[row], strict=True)
        pairs = enumerate(zip(cells, others, strict=True))
        changed = [column for column, (cell, was) in pairs if cell != was]
        found += [(row, changed[0], changed[-1] + 1)] if changed else []
    return found


@pytest.mark.parametrize("glyphs", SETS)
def test_a_wake_lies_astern(glyphs):
    plain = draw(Scene(SEA, (ship("A1", Pose(20, 18, 180)),)), HOME, glyphs)
    moved = draw(Scene(SEA, (ship("A1", Pose(20, 18, 180), wake=True),)), HOME, glyphs)
    changed = spans(moved, plain)
    assert changed
    assert all(row < place(moved.lines(), "A1")[1] for row, _, _ in changed)


@pytest.mark.parametrize(("glyphs", "sign"), [("ascii", "X"), ("unicode", "╳")])
def test_a_collision_is_crossed(glyphs, sign):
    grid = draw(Scene(SEA, ()), HOME, glyphs, (COLLISION,))
    column, row = place(grid.lines(), sign)
    assert (column, row) == (32, 15)
    assert grid.styles[row][column] == "collision"


def test_a_word_is_centred_on_its_place():
    assert place(chart(Spot("label", (18, 18), "eye 0")), "eye 0") == (34, 18)


def test_over_a_shoal_lines_keep_the_shoal_s_ground():
    shoal = Terrain("T", "shoal", ((5, 25), (30, 25), (30, 10), (5, 10)))
    grid = draw(Scene(SEA, (shoal, Trace("ring", ((2, 18), (34, 18))))), HOME, "unicode")
    assert {"ring", "ring.shoal"} <= {style for row in grid.styles for style in row}


def test_a_step_of_the_dial_changes_few_cells_when_no_ring_follows():
    def turned(heading: float) -> tuple[Mark, ...]:
        return (
            ship("A1", Pose(13, 21, heading), state="ghost"),
            Trace("sweep", ((9, 23), (13, 21))),
        )

    before = draw(SCENE, HOME, "unicode", turned(90))
    after = draw(SCENE, HOME, "unicode", turned(92.5))
    assert sum(end - start for _, start, end in spans(after, before)) < 40


def test_the_chart_stays_within_its_budget_of_runs():
    for glyphs in SETS:
        runs = [len(row) for row in draw(SCENE, HOME, glyphs, PREVIEW).rows()]
        assert sum(runs) / len(runs) < 6
        assert max(runs) <= 16


def test_a_ring_drawn_off_the_table_is_cut_at_its_edge():
    view = SeaWindow(0, 0, 1.0, 90, 40).clamped_to(SEA)
    circle = Trace("ring", ring(Pose(34, 30, 0), SMALL, 6.0), closed=True)
    grid = draw(Scene(SEA, (circle, FALCON, DRAKE)), view, "ascii")
    assert all(not line[72:].strip() for line in grid.lines())


def test_a_ring_s_label_keeps_off_the_letter_of_a_bar():
    circle = Trace("ring", ring(Pose(18, 18, 0), SMALL, 6.0), closed=True, label='musket 6"')
    free = draw(Scene(SEA, (circle,)), HOME, "ascii").lines()
    column, row = place(free, "musket")
    x, y = HOME.to_plane(column + 3, row + 0.5)
    bar = Trace("bar", ((x - 1, y), (x + 1, y)), label="M")
    lines = draw(Scene(SEA, (circle, bar)), HOME, "ascii").lines()
    assert place(lines, 'musket 6"') != (column, row)
    assert any("-M-" in line for line in lines)


def test_a_key_of_one_letter_is_a_label_too():
    lines = chart(Hull(key="A", owner="A", pose=Pose(10, 18, 90), length=1.0, width=0.5, side="A"))
    assert any("[A >" in line for line in lines)
    assert label_of(Hull("B12", "B", Pose(0, 0, 0), 1, 1)) == "B12"


# Numbers, wind and ruler on the frame, and keys of ships out of view.


def test_the_home_frame_has_numbers_wind_and_ruler():
    lines = frame(SEA, HOME, "ascii").lines()
    assert (
        lines[0] == "  +0-----v-----6-----v-----12----v-----18----v-----24----v-----30----v-----+"
    )
    assert lines[-1] == "  +-- 0-Y---P-----M-----------C " + "-" * 43 + "+"
    assert [line[:3] for line in lines if line[:2].strip()] == [
        "30+",
        "24+",
        "18+",
        "12+",
        " 6+",
        " 0+",
    ]
    assert {len(line) for line in lines} == {76}


def test_the_ruler_follows_the_scale_and_drops_what_does_not_fit():
    far = frame(SEA, SeaWindow.fitted(SEA, 36, 18), "unicode").lines()
    near = frame(SEA, SeaWindow(0, 0, 4.0, 72, 36).centred((18, 18)), "unicode").lines()
    assert "0Y─P──M─────C" in far[-1]
    assert "C" not in near[-1]
    assert near[-1].index("M") - near[-1].index("0") == 48


@pytest.mark.parametrize(
    ("edge", "arrow", "place"),
    [
        ("north", "v", "top"),
        ("south", "^", "bottom"),
        ("west", ">", "left"),
        ("east", "<", "right"),
    ],
)
def test_the_wind_rides_on_the_weather_edge(edge, arrow, place):
    lines = frame(Sea(36, 36, edge), HOME, "ascii").lines()
    sides = {
        "top": lines[0],
        "bottom": lines[-1],
        "left": "".join(line[2] for line in lines),
        "right": "".join(line[-1] for line in lines),
    }
    assert {name for name, text in sides.items() if arrow in text} == {place}
    assert sides[place].count(arrow) == 6


def test_a_calm_has_no_arrows():
    lines = frame(Sea(36, 36), HOME, "ascii").lines()
    assert not set("".join(lines)) & set("<>v^")


def test_ships_out_of_view_stand_on_the_frame():
    view = SeaWindow(0, 0, 1.0, 50, 18).centred((18, 18))
    away = [
        ship("A3", Pose(18, 34, 0)),
        ship("B2", Pose(34, 18, 0)),
        ship("A1", Pose(2, 18, 0)),
        ship("B1", Pose(18, 2, 0)),
        ship("A2", Pose(18, 18, 0)),
    ]
    keys = edge_keys(away, view, "ascii")
    assert {key.text for key in keys} == {"^A3", "B2>", "<A1", "vB1"}
    lines = frame(SEA, view, "ascii", keys).lines()
    assert "^A3" in lines[0]
    assert "vB1" in lines[-1]
    assert lines[10].startswith("<A1")
    assert lines[10].endswith(">")


def test_keys_on_one_edge_never_cover_each_other():
    view = SeaWindow(0, 0, 1.0, 50, 18).centred((10, 18))
    crowd = [ship(f"B{number}", Pose(34, 18, 0)) for number in range(1, 6)]
    cells = [key.cell for key in edge_keys(crowd, view, "unicode")]
    assert len(set(cells)) == 5
    assert all(0 <= cell < 18 for cell in cells)


def test_wrecks_and_ghosts_have_no_key():
    view = SeaWindow(0, 0, 1.0, 50, 18).centred((10, 18))
    gone = [ship("B1", Pose(34, 18, 0), state="wreck"), ship("B2", Pose(34, 18, 0), state="ghost")]
    assert edge_keys(gone, view, "ascii") == []


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
def test_no_figure_of_the_scale_stands_beside_a_label(glyphs: Any) -> None:
    """Wherever the ship is outside the view: A1 beside a 12 would look like A112."""
    view = SeaWindow(0, 0, 1.0, 50, 18).centred((18, 18))
    for x in range(72):
        for y in (2, 34):
            keys = edge_keys([ship("A1", Pose(x / 2, y, 0))], view, glyphs)
            lines = frame(SEA, view, glyphs, keys).lines()
            assert not re.search(r"A1[0-9A-Z]|[0-9A-Z][\^v▲▼]A1", f"{lines[0]} {lines[-1]}")
