"""Palettes, depths of colour, and what a terminal is said to carry."""

import pytest

from tests.tui.jamaica import PREVIEW, SCENE, SEA
from tui.chart.sea.chart import draw
from tui.chart.sea.window import SeaWindow
from tui.terminal.theme import DEPTHS, PALETTES, Paint, sgr, style_for, style_names


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_every_style_of_the_chart_is_painted(palette, depth):
    for glyphs in ("ascii", "unicode"):
        grid = draw(SCENE, SeaWindow.fitted(SEA, 72, 36), glyphs, PREVIEW)
        for style in {style for row in grid.styles for style in row}:
            assert style.partition(".")[0] in style_names(palette)
            assert isinstance(style_for(style, palette, depth), Paint)


def test_without_colour_only_bold_and_reverse_are_used():
    for style in style_names():
        for paint in (style_for(style, "mono", "truecolor"), style_for(style, "default", "none")):
            assert (paint.fg, paint.bg) == (None, None)
    assert style_for("label_a", "mono").reverse
    assert style_for("label_b", "mono") == Paint(bold=True)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_a_ghost_is_told_from_the_fog_that_it_lies_in(palette, depth):
    """Both are dots: without colour the ghost's are bold."""
    assert style_for("ghost", palette, depth) != style_for("fog", palette, depth)


def test_sides_and_the_active_ship_differ_in_every_depth_and_palette():
    for palette in PALETTES:
        for depth in DEPTHS:
            looks = [style_for(f"label_{side}", palette, depth) for side in "ab"]
            looks.append(style_for("active", palette, depth))
            assert len(set(looks)) == 3


def _light(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("palette", ["default", "colour-blind"])
def test_contrast_is_enough_to_read(palette):
    for style in style_names(palette):
        if style in ("sea", "frame", "off", "coast", "land"):
            continue
        paint = style_for(style, palette)
        low, high = sorted((_light(str(paint.fg)), _light(str(paint.bg))))
        assert (high + 0.05) / (low + 0.05) >= 4.1, style


SIXTEEN = dict(
    zip(
        ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"),
        ("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
        strict=True,
    )
) | dict(
    zip(
        (f"bright_{each}" for each in ("black", "red", "green", "yellow")),
        ("#7f7f7f", "#ff0000", "#00ff00", "#ffff00"),
        strict=True,
    )
) | {"bright_blue": "#5c5cff", "bright_magenta": "#ff00ff", "bright_cyan": "#00ffff",
     "bright_white": "#ffffff"}  # fmt: skip
"""The sixteen colours as xterm has them."""


@pytest.mark.parametrize("palette", ["default", "colour-blind"])
def test_sixteen_colours_can_be_read_whatever_the_terminals_own_ground_is(palette):
    for style in style_names(palette):
        paint = style_for(style, palette, "16")
        assert paint.fg, style
        assert paint.bg, style
        if style in ("sea", "frame", "off", "coast", "land"):
            continue
        low, high = sorted(_light(SIXTEEN[str(each)]) for each in (paint.fg, paint.bg))
        assert (high + 0.05) / (low + 0.05) >= 3.0, (style, paint)


def test_a_style_over_a_shoal_keeps_its_ink_on_the_shoal_s_ground():
    assert style_for("ring.shoal").fg == style_for("ring").fg
    assert style_for("ring.shoal").bg == style_for("shoal").bg


def test_an_unknown_style_looks_like_text():
    assert style_for("nonsense") == style_for("text")


@pytest.mark.parametrize(
    ("paint", "sequence"),
    [
        (Paint(), ""),
        (Paint("#010203", None, True), "\x1b[0;1;38;2;1;2;3m"),
        (Paint(24, 234), "\x1b[0;38;5;24;48;5;234m"),
        (Paint("bright_red", "blue"), "\x1b[0;91;44m"),
        (Paint(reverse=True), "\x1b[0;7m"),
    ],
)
def test_paints_become_escape_sequences(paint, sequence):
    assert sgr(paint) == sequence
