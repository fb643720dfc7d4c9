"""Numbers, wind and ruler on the frame, and keys of ships out of view."""

import re
from typing import Any

import pytest

from engine.game.chart import Sea
from engine.space.plane.pose import Pose
from tests.tui.jamaica import SEA, ship
from tui.chart.sea.kind import frame
from tui.chart.sea.ships import edge_keys
from tui.chart.sea.window import SeaWindow

HOME = SeaWindow.fitted(SEA, 72, 36)


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
    """Wherever the ship lies above or below the view: A1 beside a 12 would read as A112."""
    view = SeaWindow(0, 0, 1.0, 50, 18).centred((18, 18))
    for x in range(72):
        for y in (2, 34):
            keys = edge_keys([ship("A1", Pose(x / 2, y, 0))], view, glyphs)
            lines = frame(SEA, view, glyphs, keys).lines()
            assert not re.search(r"A1[0-9A-Z]|[0-9A-Z][\^v▲▼]A1", f"{lines[0]} {lines[-1]}")
