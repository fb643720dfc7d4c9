"""Palettes and colour depths, and how a terminal's capabilities are recognised."""

import pytest

from tests.tui.jamaica import PREVIEW, SCENE, SEA
from tui.chart.sea.chart import draw
from tui.chart.sea.window import SeaWindow
from tui.terminal.looks import Ink
from tui.terminal.page import CURSOR
from tui.terminal.theme import DEPTHS, PALETTES, STEPS, Colour, Paint, sgr, style_for, style_names


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
    """Both are drawn as dots: without colours those of the ghost (preview of an order) are bold."""
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


NO_TEXT = ("sea", "frame", "off", "coast", "land")
"""Styles of dots, lines and textures, in which nothing has to be read."""
GROUNDS = ("", "shoal", "land")
ON_GROUNDS = (
    *("name", "ghost", "guns", "measure", "ring", "path", "link", "rake", "collision", "wake"),
    *("smoke", "tokens", "wreck", "fog", "rocks", "hull_a", "hull_b", "hull_c", "hull_d"),
)
"""Styles that may be drawn over a shoal or land as well as over the sea."""
COLOURED = [each for each in PALETTES if each not in ("mono", "terminal")]


def colour_of(paint: Colour) -> str:
    """Return a colour as `#rrggbb`, even if it is one of the 256."""
    if not isinstance(paint, int):
        return str(paint)
    if paint >= 232:
        return "#" + f"{8 + 10 * (paint - 232):02x}" * 3
    parts = (paint - 16) // 36, (paint - 16) // 6 % 6, (paint - 16) % 6
    return "#" + "".join(f"{STEPS[part]:02x}" for part in parts)


def contrast(paint: Paint) -> float:
    """Return the contrast ratio of text and background, as WCAG 2 defines it."""
    low, high = sorted(_light(colour_of(each)) for each in (paint.fg, paint.bg))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("depth", ["truecolor", "256"])
@pytest.mark.parametrize("palette", COLOURED)
def test_contrast_is_enough_to_read(palette, depth):
    for style in style_names(palette):
        if style not in NO_TEXT:
            for ground in GROUNDS if style in ON_GROUNDS else ("",):
                paint = style_for(f"{style}.{ground}".rstrip("."), palette, depth)
                assert contrast(paint) >= 4.5, (style, ground, paint)


def test_the_sea_of_256_colours_is_blue_and_a_light_page_is_light():
    for palette in COLOURED:
        sea = colour_of(style_for("sea", palette, "256").bg)
        page = _light(colour_of(style_for("text", palette, "256").bg))
        assert (page > 0.8) is (palette == "light")
        if palette != "contrast":
            assert int(sea[5:], 16) > int(sea[1:3], 16), (palette, sea)


def test_the_terminals_own_palette_paints_no_ground():
    for style in style_names("terminal"):
        paint = style_for(style, "terminal")
        assert paint.bg is None
        assert paint.fg is None or not str(paint.fg).startswith(("#", "bright", "white", "black"))


def test_what_is_dark_on_a_bright_ground_is_reversed_where_no_ground_is_painted():
    """Otherwise a status line in black would be invisible on a dark terminal."""
    ink = Ink("terminal")
    for style in ("status", "prompt", "chosen", "active", "cursor", "label_c", "label_h"):
        paint = style_for(style, "terminal")
        assert (paint.fg, paint.bg, paint.reverse) == (None, None, True)
        assert ink.style(style).reverse, "what a palette says comes to the screen"


def test_a_style_can_be_shown_as_another_palette_has_it():
    ink = Ink("default", "truecolor")
    assert ink.style("sea@light") == Ink("light", "truecolor").style("sea")
    assert ink.style("status@mono") == Ink("mono", "truecolor").style("status")
    assert ink.style(f"sea@light{CURSOR}") == Ink("light", "truecolor").style(f"sea{CURSOR}")
    assert ink.style("sea@no such") == ink.style("sea")
    assert Ink("default", "none").style("status@light") == Ink("mono").style("status")


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
"""{name: colour} of the sixteen colours as xterm has them."""


@pytest.mark.parametrize("palette", COLOURED)
def test_sixteen_colours_can_be_read_whatever_the_terminals_own_ground_is(palette):
    for style in style_names(palette):
        paint = style_for(style, palette, "16")
        assert paint.fg, style
        assert paint.bg, style
        if style in NO_TEXT:
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


def test_the_terminals_own_palette_can_be_read_on_white_and_on_black() -> None:
    painted = {style_for(style, "terminal").fg for style in style_names("terminal")}
    assert not painted & {"yellow", "cyan", "white", "black"}
    assert {"red", "blue"} & painted  # the sides have their colours
    assert style_for("warning", "terminal").bold
