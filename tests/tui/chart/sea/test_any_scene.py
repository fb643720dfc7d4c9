"""Any scene can be drawn, whatever is on the chart and in any window and scale."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game.chart import Hull, Scene, Sea, Smoke, Spot, Terrain, Trace
from engine.space.plane.pose import Pose
from tui.chart.sea.chart import draw
from tui.chart.sea.kind import frame
from tui.chart.sea.lines import PENS
from tui.chart.sea.ships import edge_keys
from tui.chart.sea.window import LADDER, SeaWindow
from tui.terminal.cells import Grid

inches = st.floats(-8, 50)
points = st.tuples(inches, inches)
poses = st.builds(Pose, inches, inches, st.floats(0, 359.9))
sizes = st.sampled_from([(2.0, 1.0), (2.5, 1.25), (3.5, 1.75), (1.0, 0.5)])
hulls = st.builds(
    lambda key, pose, size, state, tokens, flags: Hull(
        key=key,
        owner=key[0],
        pose=pose,
        length=size[0],
        width=size[1],
        side=key[0],
        name="Name",
        tokens=tokens,
        flagship=flags,
        state=state,
        port_loaded=flags,
        starboard_loaded=not flags,
        active=flags,
        wake=flags,
    ),
    st.sampled_from(["A1", "A2", "B1", "B12", "H3", "C"]),
    poses,
    sizes,
    st.sampled_from(["live", "wreck", "ghost"]),
    st.text("*!%x@psfmagew", max_size=6),
    st.booleans(),
)
outlines = st.lists(points, min_size=3, max_size=7).map(tuple)
marks = st.one_of(
    hulls,
    st.builds(
        Terrain,
        st.just("T"),
        st.sampled_from(["shoal", "rocks", "island", "land", "fog", "zone"]),
        outlines,
        st.sampled_from(["", "Cayo"]),
    ),
    st.builds(
        Trace,
        st.sampled_from(sorted(PENS)),
        st.lists(points, min_size=2, max_size=9).map(tuple),
        st.booleans(),
        st.sampled_from(["", "M", 'musket 6"']),
    ),
    st.builds(
        Spot,
        st.sampled_from(["collision", "label", "party", "marker"]),
        points,
        st.sampled_from(["", "eye 0"]),
    ),
    st.builds(
        lambda pose, side, age: Smoke("A1", pose, 2.5, 1.25, side, age),
        poses,
        st.sampled_from(["port", "starboard", "bow", "stern"]),
        st.integers(0, 3),
    ),
)
views = st.builds(
    lambda scale, columns, rows, about: SeaWindow(0, 0, scale, columns, rows).centred(about),
    st.sampled_from(LADDER),
    st.integers(1, 60),
    st.integers(1, 30),
    points,
)


@given(
    st.lists(marks, max_size=8),
    st.lists(marks, max_size=4),
    views,
    st.sampled_from(["ascii", "unicode"]),
    st.sampled_from(["north", "east", "south", "west", ""]),
)
@settings(max_examples=120)
def test_every_scene_has_a_picture_of_the_right_size(laid, extra, view, glyphs, edge):
    sea = Sea(36, 24, edge, (("Y", 1), ("M", 6)))
    scene = Scene(sea, tuple(laid))
    grid = draw(scene, view, glyphs, extra, "A1")
    ships = [mark for mark in laid if isinstance(mark, Hull)]
    whole: Grid = frame(sea, view, glyphs, edge_keys(ships, view, glyphs))
    whole.paste(grid, 3, 1)
    rows = whole.rows()
    assert len(rows) == view.rows + 2
    assert {sum(len(text) for _, text in row) for row in rows} == {view.columns + 4}
    assert glyphs == "unicode" or all(line.isascii() for line in whole.lines())
