"""A picture of a moment: sound XML in every palette, with every kind of mark, every word whole."""

from __future__ import annotations

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
from tui.share.canvas import canvas, canvases
from tui.share.marks import LAYERS, drawn, parts, places_of_words
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
        drawn("a ship", None)  # type: ignore[arg-type]


def test_words_of_ships_keep_clear_of_other_ships() -> None:
    """Below her; above, right or left of her where another hull lies; below where all do."""

    def words(*others: tuple[float, float]) -> tuple[float, float]:
        hulls = [Hull("A1", "A", Pose(10.0, 10.0, 0.0), 2, 1)]
        hulls += [
            Hull(f"B{n}", "B", Pose(10.0 + x, 10.0 + y, 0.0), 2, 1)
            for n, (x, y) in enumerate(others)
        ]
        return places_of_words(Sea(36, 36, "west"), tuple(hulls), 9.0)["A1"]

    south, north, east, west = (0.0, -1.6), (0.0, 1.6), (1.6, 0.0), (-1.6, 0.0)
    below = words()
    assert below == (0.0, 19.0)
    assert words(south)[1] < 0
    assert words(south, north)[0] > 0
    assert words(south, north, east)[0] < 0
    assert words(south, north, east, west) == below


def test_damage_is_told_of_a_ship_that_has_a_track_of_it() -> None:
    """In the words that a pointer or a reader of screens finds at a hull."""
    here = Hull("A1", "A", Pose(9.0, 9.0, 90.0), 3.0, 1.0, damage=(2, 7))
    for hull, told in ((here, True), (replace(here, damage=(0, 0)), False)):
        scene = Scene(Sea(18.0, 18.0), (hull,))
        shown = "".join(parts(scene, canvas(scene)))
        assert ("damage 2 of 7" in shown) is told
        assert ("damage" in shown) is told
