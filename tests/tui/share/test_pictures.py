"""A picture of a moment: valid XML in every palette, with every kind of mark and all words
complete.
"""

from __future__ import annotations

import re
from typing import get_args
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.game.chart import (
    Boxes,
    Counter,
    Fort,
    Haze,
    Hexes,
    Hull,
    Line,
    Lit,
    Mark,
    Obstacle,
    Page,
    Pointer,
    Ring,
    Scene,
    Sea,
    Smoke,
    Spot,
    Terrain,
    Tie,
    Trace,
)
from engine.game.panel import Span
from engine.space.plane.pose import Pose
from tui.share.canvas import around_ships, canvas, canvases
from tui.share.marks import LAYERS, Label, parts, places_of_words, render_mark
from tui.share.paper import PAPERS, page_rules, picture

NAME = 'a < b & "c"'
AT = Pose(4.0, 5.0, 90.0)
SEA: tuple[Mark, ...] = (
    Ring((3.0, 3.0), 0.5),
    Pointer((3.0, 3.0), (9.0, 6.0)),
    Hull("A1", "A", AT, 2, 1, name=NAME, tokens="*", port_loaded=True),
    Hull("B1", "B", AT, 2, 1, state="wreck"),
    Hull("Z9", "Z", AT, 2, 1, state="ghost"),
    Terrain("t", "island", ((1, 1), (2, 1), (2, 2)), NAME),
    Terrain("u", "shoal", ((3, 1), (4, 1), (4, 2)), ""),
    Trace("ring", ((1, 1), (2, 2)), True, NAME),
    Spot("collision", (1, 1)),
    Spot("label", (1, 1), NAME),
    *(Smoke("A1", AT, 2, 1, side, 1) for side in ("port", "starboard", "bow", "stern")),
    Tie("fouled", ("A1", "B1")),
    Tie("fouled", ("A1", "gone")),
    Lit((1, 1), "part"),
    Lit((1, 1), "step", NAME),
)
BOXES: tuple[Mark, ...] = (
    *(Counter(f"c{n}", "A", (0, 1), NAME, "6/10", tokens="L") for n in range(4)),
    Counter("off", "B", (-1, 1), "Off", side="B", shape="hidden"),
    Fort("f", "B", (1, 1), NAME, "hits 2", silenced=True, tokens="x"),
    *(Obstacle(kind, kind, (0, 0)) for kind in ("obstruction", "heavy", "sandbar", "torpedo")),
    Haze((0, 1), True),
    Tie("towed", ("c0", "f")),
)
SCENES = {
    "sea": Scene(Sea(36, 36, "west"), SEA),
    "hexes": Scene(Hexes(60.0), SEA),
    "boxes": Scene(
        Boxes(3, 2, ("north", "south", "east", "west"), (1, None), (None, 2, None), "east", "", 2),
        BOXES,
    ),
    "page": Scene(Page(1), (Line(0, (Span(NAME, "head"), Span("##..", "dim"))),)),
    "empty": Scene(Hexes(), ()),
}


def test_every_kind_of_mark_has_a_layer_and_is_drawn_somewhere() -> None:
    assert set(LAYERS) == set(get_args(Mark))
    drawn = {type(mark) for scene in SCENES.values() for mark in scene.marks}
    assert drawn == set(LAYERS)


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_sound_xml_with_every_sign_escaped(name: str) -> None:
    scene = SCENES[name]
    for paper in PAPERS:
        drawn = picture(scene, paper, 400, NAME, about=NAME)
        root = ElementTree.fromstring(drawn)
        words = [element.text for element in root.iter() if element.text]
        assert NAME in words
        assert "None" not in drawn
        assert "var(" not in drawn
    assert len(parts(scene, canvas(scene))) > len(scene.marks)


def test_a_ghost_is_drawn_beside_her_hull_and_a_moved_hull_in_its_place() -> None:
    hull = Hull("A1", "A", AT, 2, 1)
    scene, frame = Scene(Sea(9, 9), (hull,)), canvas(Scene(Sea(9, 9), ()))
    moved = Hull("A1", "A", Pose(1, 1, 0), 2, 1)
    ghost = Hull("A1", "A", Pose(1, 1, 0), 2, 1, state="ghost")
    assert len(parts(scene, frame, (moved,))) == len(parts(scene, frame))
    assert len(parts(scene, frame, (ghost,))) == len(parts(scene, frame)) + 1


def test_an_open_sea_stays_where_it_is_from_entry_to_entry() -> None:
    far = Scene(Hexes(), (Hull("A1", "A", Pose(30, -30, 0), 2, 1),))
    first, second = canvases((SCENES["hexes"], far))
    assert first == second
    assert first.width > 30 * 15


def test_a_page_of_one_palette_has_its_colours_alone() -> None:
    both, light, dark = map(page_rules, ("auto", "light", "default"))
    assert "@media" in both
    assert "@media" not in light + dark
    assert light != dark
    assert both.startswith(dark)


def test_what_is_no_mark_has_no_picture() -> None:
    with pytest.raises(TypeError, match="no picture of a str"):
        render_mark("a ship", None)  # type: ignore[arg-type]


def test_words_of_ships_keep_clear_of_other_ships() -> None:
    """A ship's words are below her; if another ship is there, above, right or left of her; if ships
    are on all sides, below.
    """

    def words(*others: tuple[float, float]) -> tuple[float, float]:
        hulls = [Hull("A1", "A", Pose(10.0, 10.0, 0.0), 2, 1)]
        hulls += [
            Hull(f"B{n}", "B", Pose(10.0 + x, 10.0 + y, 0.0), 2, 1)
            for n, (x, y) in enumerate(others)
        ]
        return places_of_words(Sea(36, 36, "west"), tuple(hulls), 9.0)["A1"][1:]

    south, north, east, west = (0.0, -1.6), (0.0, 1.6), (1.6, 0.0), (-1.6, 0.0)
    below = words()
    assert below == (0.0, 19.0)
    assert words(south)[1] < 0
    assert words(south, north)[0] > 0
    assert words(south, north, east)[0] < 0
    assert words(south, north, east, west) == below


def test_a_ship_has_her_name_where_there_is_room_and_her_key_where_there_is_none() -> None:
    def words(*others: float) -> str:
        ship = Hull("A1", "A", Pose(10.0, 10.0, 0.0), 2, 1, name="Sainte Anne")
        near = [Hull(f"B{n}", "B", Pose(10.0, 10.0 + y, 0.0), 2, 1) for n, y in enumerate(others)]
        beside = [Hull(f"C{x}", "C", Pose(10.0 + x, 10.0, 0.0), 2, 1) for x in (-4.0, 4.0)]
        hulls = (ship, *near, *(beside if others else ()))
        return places_of_words(Sea(36, 36, "west"), hulls, 9.0)["A1"].words

    assert words() == "Sainte Anne"
    assert words(-1.6, 1.6) == "A1"


def test_a_name_is_not_cut_at_the_edge_of_the_picture() -> None:
    def words(x: float, y: float) -> Label:
        ship = Hull("A1", "A", Pose(x, y, 0.0), 2, 1, name="Antigua Merchant")
        return places_of_words(Sea(36, 36, "west"), (ship,), 9.0)["A1"]

    assert words(18.0, 18.0)[1:] == (0.0, 19.0)
    assert words(0.5, 18.0).x > 10, "right of her"
    assert words(35.5, 18.0).x < -10, "left of her"
    assert {words(x, y).words for x in (0.0, 36.0) for y in (0.0, 36.0)} == {"Antigua Merchant"}


def test_the_view_follows_the_ships_and_stays_on_the_sea() -> None:
    """The view around two ships near a corner has a margin of five inches and a side of at least
    fourteen, and ends at the edge of the sea.
    """
    scene = Scene(
        Sea(36, 36, "west"),
        (Hull("A1", "A", Pose(2, 2, 0), 2, 1), Hull("B1", "B", Pose(5, 3, 0), 2, 1)),
    )
    near = around_ships(scene, canvas(scene))
    assert (near.left, near.top + near.height) == (-22, 382)
    assert near.width == near.height == 140
    assert around_ships(Scene(Sea(9, 9), ()), canvas(Scene(Sea(9, 9), ()))).width == 134


def test_words_stand_as_far_from_a_ship_as_she_and_they_are_long() -> None:
    """The ship is 20 units long and has a mark for loaded guns: letters of 9 units are 5.58 wide,
    "A1 **" is 27.9.
    """
    board = Sea(36, 36, "west")
    sea = Hull("A1", "A", Pose(10.0, 10.0, 0.0), 2, 1, tokens="**")

    def words(*others: tuple[float, float]) -> tuple[float, float]:
        boats = (
            Hull(f"B{n}", "B", Pose(10.0 + x, 10.0 + y, 0.0), 0.3, 0.2)
            for n, (x, y) in enumerate(others)
        )
        return places_of_words(board, (sea, *boats), 9.0)["A1"][1:]

    south, north, east = (0.0, -1.6), (0.0, 1.6), (1.6, 0.0)
    assert words() == pytest.approx((0.0, 19.0))
    assert words(south) == pytest.approx((0.0, -12.7))
    assert words(south, north) == pytest.approx((21.95, 3.15))
    assert words(south, north, east) == pytest.approx((-21.95, 3.15))
    # A boat of three units is in the way as far as 1 unit from her middle.
    assert words((1.49, -1.6)) == pytest.approx((0.0, -12.7))
    assert words((1.51, -1.6)) == pytest.approx((0.0, 19.0))


def test_a_hull_is_as_long_and_as_wide_as_the_ship_and_smoke_lies_on_the_side_that_fired() -> None:
    """All is rounded to a tenth of a unit; the bow is nine twentieths of half of her length."""
    here, sides = Pose(9.0, 8.0, 90.0), ("port", "starboard", "bow", "stern")
    marks = [
        Hull("A1", "A", here, 3.123, 1.234),
        *(Smoke("A1", here, 3.0, 1.2, s, 2) for s in sides),
    ]
    scene = Scene(Sea(18.0, 18.0), tuple(marks))
    shown = "".join(parts(scene, canvas(scene)))
    assert 'd="M0 -15.6L6.2 -7.0V15.6H-6.2V-7.0Z"' in shown
    clouds = re.findall(r'cx="(\S+)" cy="(\S+)" rx="(\S+)" ry="(\S+)"', shown)
    assert [tuple(map(float, cloud)) for cloud in clouds] == [
        (-12.0, 0.0, 6.0, 15.0),
        (12.0, 0.0, 6.0, 15.0),
        (0.0, -21.0, 6.0, 6.0),
        (0.0, 21.0, 6.0, 6.0),
    ]


def test_a_board_of_boxes_has_all_its_lines_rows_and_columns() -> None:
    """Boxes are 120 units wide: three columns by two rows have four lines down and three across."""
    board = Boxes(3, 2, (), (None, None), (None, None, None), None, "", 0)
    lone, pair = Counter("a", "A", (0, 2), "A"), [Counter(n, "B", (1, 0), n) for n in "bc"]
    scene = Scene(board, (lone, *pair))
    shown = "".join(parts(scene, canvas(scene)))
    down, across = "M0 0V240M120 0V240M240 0V240M360 0V240", "M0 0H360M0 120H360M0 240H360"
    assert f'd="{down}{across}"' in shown
    places = dict(re.findall(r'data-key="(.)" transform="translate\(([^)]*)\)', shown))
    assert places == {"a": "244 34", "b": "4 128", "c": "4 180"}


def test_shoals_fill_their_row_and_column_of_boxes() -> None:
    board = Boxes(3, 2, row_depths=(None, 1), column_depths=(None, None, 2))
    shown = "".join(parts(Scene(board, ()), canvas(Scene(board, ()))))
    shoals = re.findall(r'"shoal depth(.)" x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', shown)
    assert shoals == [("1", "0", "120", "360", "120"), ("2", "240", "0", "120", "240")]


def test_land_without_an_outline_has_no_place_for_its_name() -> None:
    scene = Scene(Sea(18.0, 18.0), (Terrain("t", "island", (), "Tortuga"),))
    assert "Tortuga" not in "".join(parts(scene, canvas(scene)))


def test_damage_is_told_of_a_ship_that_has_a_track_of_it() -> None:
    """The words are those that a mouse pointer or a screen reader finds at a ship."""
    here = Hull("A1", "A", Pose(9.0, 9.0, 90.0), 3.0, 1.0, damage=(2, 7))
    for hull, told in ((here, True), (replace(here, damage=(0, 0)), False)):
        scene = Scene(Sea(18.0, 18.0), (hull,))
        shown = "".join(parts(scene, canvas(scene)))
        assert ("damage 2 of 7" in shown) is told
        assert ("damage" in shown) is told
