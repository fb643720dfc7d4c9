"""The palettes: the colours of each style name in every colour depth.

A style `a.b` is the style `a` on the background of `b`, such as a ring over a shoal. An unknown
name looks like text, so that a chart never fails because of a colour.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

import msgspec

from tui.terminal.terminal import Depth

Palette = Literal["default", "colour-blind", "blue-blind", "light", "contrast", "terminal", "mono"]
Colour = str | int | None
"""A colour: `#rrggbb`, the number of one of 256 colours, the name of one of 16, or None for the
terminal's own."""

PALETTES: tuple[Palette, ...] = get_args(Palette)
DEPTHS: tuple[Depth, ...] = ("truecolor", "256", "16", "none")


class Paint(msgspec.Struct, frozen=True):
    """The colours and flags of a text."""

    fg: Colour = None
    bg: Colour = None
    bold: bool = False
    reverse: bool = False


class Token(msgspec.Struct, frozen=True):
    """The colours (text, background) of one style in every colour depth; '' is the terminal's own
    colour.
    """

    true: tuple[str, str]
    cube: tuple[int, int]
    """The numbers of both colours among the 256."""
    names: tuple[str, str]
    bold: bool = False
    mono: str = ""
    """The flags on a terminal without colours: `bold`, `reverse`, or both."""


_PAGE, _SEA, _SHOAL, _LAND = "#11161a", "#0d2233", "#0f2b30", "#2b2617"
_DARK = "#111111"


def _page(fg: str, cube: int, name: str, bold: bool = False, mono: str = "") -> Token:
    return Token((fg, _PAGE), (cube, 233), (name, ""), bold, mono)


def _sea(fg: str, cube: int, name: str, bold: bool = False, mono: str = "") -> Token:
    return Token((fg, _SEA), (cube, 17), (name, ""), bold, mono)


def _chip(fg: str, bg: str, cube: tuple[int, int], names: tuple[str, str]) -> Token:
    return Token((fg, bg), cube, names, True, "reverse")


_COMMON: dict[str, Token] = {
    "text": _page("#d8d2c0", 187, "white"),
    "dim": _page("#8b8a80", 102, "white"),
    "head": _page("#f2c14e", 215, "bright_yellow", bold=True, mono="bold"),
    "frame": _page("#4a5a62", 240, "white"),
    "ruler": _page("#9fb0b5", 248, "white"),
    "wind": _page("#f2c14e", 215, "bright_yellow", bold=True, mono="bold"),
    "off": _page("#4a5a62", 240, "white"),
    "status": Token(("#e9e2cc", "#23323b"), (230, 236), ("black", "white"), mono="reverse"),
    "status_head": Token(
        ("#f2c14e", "#23323b"), (215, 236), ("black", "white"), bold=True, mono="reverse"
    ),
    "prompt": Token(("#fff6dd", "#2d3f2f"), (230, 237), ("black", "green"), mono="reverse"),
    "prompt_key": Token(
        ("#ffd34d", "#2d3f2f"), (221, 237), ("bright_white", "black"), True, "bold reverse"
    ),
    "key": _page("#f2c14e", 215, "bright_yellow", bold=True, mono="bold"),
    "keys": _page("#8b8a80", 102, "white"),
    "chosen": _chip(_DARK, "#f2c14e", (233, 215), ("black", "yellow")),
    "ok": _page("#8fd18f", 114, "bright_green"),
    "warning": _page("#ff9d3c", 215, "bright_yellow", bold=True, mono="bold"),
    "bar": _page("#c9a24a", 179, "yellow"),
    "sea": _sea("#3d627c", 24, "blue"),
    "shoal": Token(("#7fb6a8", _SHOAL), (152, 234), ("cyan", "")),
    "land": Token(("#8a7440", _LAND), (101, 235), ("yellow", "")),
    "coast": _sea("#8a7440", 101, "yellow"),
    "place": Token(("#ffe9a8", _LAND), (223, 235), ("bright_yellow", ""), True, "bold"),
    "name": _sea("#d8d2c0", 187, "white"),
    "rocks": _sea("#d8b48a", 180, "yellow"),
    "fog": _sea("#98a7b1", 248, "white"),
    "ring": _sea("#76aac0", 110, "cyan"),
    "path": _sea("#c9a24a", 179, "yellow"),
    "ghost": _sea("#f7f1dc", 255, "bright_white", mono="bold"),
    "guns": _sea("#f7f1dc", 255, "bright_white"),
    "measure": _sea("#f7f1dc", 255, "bright_white"),
    "link": _sea("#8fd18f", 114, "green"),
    "rake": _sea("#ff9d3c", 215, "bright_yellow", bold=True, mono="bold"),
    "collision": _sea("#ff9d3c", 215, "bright_yellow", bold=True, mono="bold"),
    "wake": _sea("#8fb7cc", 110, "bright_cyan"),
    "smoke": _sea("#c9ccd0", 252, "white"),
    "tokens": _sea("#ffe9a8", 223, "bright_yellow", bold=True, mono="bold"),
    "wreck": _sea("#a2a5a8", 248, "white"),
    "active": Token(
        (_DARK, "#ffd34d"), (233, 221), ("black", "bright_yellow"), True, "bold reverse"
    ),
    "cursor": Token((_DARK, "#f7f1dc"), (233, 255), ("black", "bright_white"), mono="reverse"),
}


class SquadronColours(msgspec.Struct, frozen=True):
    """The colours of a squadron: for hulls, for labels, and for the background of a hull drawn as
    an outline.
    """

    hull: tuple[str, int, str]
    label: tuple[str, str, int, int, str, str]
    """The colours of labels (text, background): as true colours, among 256 colours, among 16."""
    plate: str
    mono: str = "bold"


def _other(colour: str, cube: int, name: str, plate: str) -> SquadronColours:
    label = (_DARK, colour, 233, cube, "black", name.removeprefix("bright_"))
    return SquadronColours((colour, cube, name), label, plate)


_SQUADRONS: dict[str, SquadronColours] = {
    "a": SquadronColours(
        ("#ff7f72", 210, "bright_red"),
        ("#ffffff", "#b3261e", 231, 124, "bright_white", "red"),
        "#4a1a18",
        "reverse",
    ),
    "b": SquadronColours(
        ("#6cc0ff", 75, "bright_cyan"),
        ("#ffffff", "#1d5fae", 231, 25, "bright_white", "blue"),
        "#12365c",
    ),
    "c": _other("#ffb454", 215, "bright_yellow", "#4a3416"),
    "d": _other("#5fd0b0", 79, "bright_green", "#16423a"),
    "e": _other("#d78bff", 177, "bright_magenta", "#3a2050"),
    "f": _other("#e8e06a", 185, "yellow", "#45421a"),
    "g": _other("#ff9ac1", 211, "magenta", "#4a2436"),
    "h": _other("#a8c7ff", 153, "white", "#283a58"),
}
_SAFE_SQUADRONS: dict[str, SquadronColours] = {
    "a": SquadronColours(
        ("#f08030", 208, "bright_yellow"),
        ("#000000", "#d55e00", 16, 166, "black", "yellow"),
        "#2a1403",
        "reverse",
    ),
    "b": SquadronColours(
        ("#56b4e9", 74, "bright_cyan"),
        ("#ffffff", "#0072b2", 231, 25, "bright_white", "blue"),
        "#0b3450",
    ),
    "c": _other("#2fbf92", 79, "green", "#04231b"),
    "d": _other("#d890b6", 175, "magenta", "#331a2b"),
    "e": _other("#f0e442", 221, "yellow", "#45421a"),
    "f": _other("#e69f00", 178, "white", "#3a2804"),
}
_SAFE: dict[str, Token] = {
    "head": _page("#f0e442", 221, "bright_yellow", bold=True, mono="bold"),
    "wind": _page("#f0e442", 221, "bright_yellow", bold=True, mono="bold"),
    "chosen": _chip("#000000", "#f0e442", (16, 221), ("black", "bright_yellow")),
    "active": Token(
        ("#000000", "#f0e442"), (16, 221), ("black", "bright_yellow"), True, "bold reverse"
    ),
    "ok": _page("#2fbf92", 79, "green"),
    "link": _sea("#2fbf92", 79, "green"),
    "warning": _page("#e69f00", 178, "bright_yellow", bold=True, mono="bold"),
    "rake": _sea("#e69f00", 178, "bright_yellow", bold=True, mono="bold"),
    "collision": _sea("#e69f00", 178, "bright_yellow", bold=True, mono="bold"),
    "path": _sea("#d890b6", 175, "magenta"),
}


def _squadron_tokens(squadrons: Mapping[str, SquadronColours]) -> dict[str, Token]:
    tokens: dict[str, Token] = {}
    for letter, look in squadrons.items():
        colour, cube, name = look.hull
        fg, bg, fg_cube, bg_cube, fg_name, bg_name = look.label
        tokens[f"hull_{letter}"] = _sea(colour, cube, name)
        tokens[f"plate_{letter}"] = Token((colour, look.plate), (cube, 17), (name, ""))
        tokens[f"label_{letter}"] = Token(
            (fg, bg), (fg_cube, bg_cube), (fg_name, bg_name), True, look.mono
        )
        tokens[f"side_{letter}"] = _page(colour, cube, name, bold=True, mono="bold")
    return tokens


_DEFAULT = _COMMON | _squadron_tokens(_SQUADRONS)


# Palettes for backgrounds other than the default dark one, as pairs of true colours. For terminals
# with 256 colours the nearest ones are computed. A pair can be changed without computing its
# contrast by hand: tests/tui/terminal/test_theme.py checks it.


STEPS = (0, 95, 135, 175, 215, 255)
"""The brightness of the six steps that red, green and blue have among the 256 colours."""


class Backgrounds(NamedTuple):
    """The background colours of a page, of deep and shallow water, and of land."""

    page: str
    sea: str
    shoal: str
    land: str


def nearest(colour: str) -> int:
    """Return the number of that one of the 256 colours, greys included, that is nearest to a
    colour.

    >>> nearest("#ffffff"), nearest("#00005f"), nearest("#121212")
    (231, 17, 233)
    """
    wanted = tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
    steps = [min(range(6), key=lambda n, part=part: abs(STEPS[n] - part)) for part in wanted]  # type: ignore[misc]
    cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    grey = max(0, min(23, round((sum(wanted) / 3 - 8) / 10)))
    apart = {
        cube: tuple(STEPS[n] for n in steps),
        232 + grey: (8 + 10 * grey,) * 3,
    }
    return min(
        apart, key=lambda each: sum((a - b) ** 2 for a, b in zip(apart[each], wanted, strict=True))
    )


LIGHT = Backgrounds("#f7f3e8", "#d4e6fa", "#d2ece2", "#eadfc2")
CONTRAST = Backgrounds("#000000", "#000014", "#001a14", "#1a1400")

# Each colour of a palette with the styles that use it; `page` and `sea` are their backgrounds.
LIGHT_PAGE: Mapping[str, str] = {
    "text": "#22262a",
    "dim": "#5c5a50",
    "head": "#7a4a00",
    "frame": "#8a949a",
    "ruler": "#4a565c",
    "wind": "#7a4a00",
    "off": "#9aa4aa",
    "key": "#7a4a00",
    "keys": "#5c5a50",
    "ok": "#1c6b2a",
    "warning": "#9a3a00",
    "bar": "#7a5a10",
}
LIGHT_SEA: Mapping[str, str] = {
    "sea": "#8fb0c4",
    "coast": "#7a6428",
    "name": "#22262a",
    "rocks": "#6b4a1c",
    "fog": "#4c5a62",
    "ring": "#1f5f7c",
    "path": "#5f4400",
    "ghost": "#1a1a1a",
    "guns": "#1a1a1a",
    "measure": "#1a1a1a",
    "link": "#1c6b2a",
    "rake": "#87280a",
    "collision": "#87280a",
    "wake": "#2a6684",
    "smoke": "#4c5054",
    "tokens": "#6b4a00",
    "wreck": "#56595c",
}
LIGHT_CHIPS: Mapping[str, tuple[str, str]] = {
    "status": ("#1c2a32", "#cfdbe1"),
    "status_head": ("#6b3a00", "#cfdbe1"),
    "prompt": ("#1c2a14", "#dbe8d0"),
    "prompt_key": ("#6a2a00", "#dbe8d0"),
    "chosen": ("#ffffff", "#7a4a00"),
    "shoal": ("#2a6a5a", "#d2ece2"),
    "land": ("#8a7440", "#eadfc2"),
    "place": ("#5a3a00", "#eadfc2"),
    "active": ("#111111", "#ffc41f"),
    "cursor": ("#ffffff", "#22262a"),
}
LIGHT_SIDES: Mapping[str, tuple[str, str]] = {
    "a": ("#a8180f", "#f6d6d2"),
    "b": ("#104f96", "#cfe0f4"),
    "c": ("#5f3a00", "#f4e2c4"),
    "d": ("#0a6250", "#cdebe2"),
    "e": ("#6f1fa0", "#e8d6f4"),
    "f": ("#5c5800", "#eeeabf"),
    "g": ("#96205a", "#f6d4e2"),
    "h": ("#2c4a86", "#d4dff4"),
}
"""{side: (colour of its ships and names, background of a hull drawn as an outline)} for light
backgrounds."""

CONTRAST_PAGE: Mapping[str, str] = dict.fromkeys(LIGHT_PAGE, "#ffffff") | {
    "head": "#ffff00",
    "wind": "#ffff00",
    "key": "#ffff00",
    "bar": "#ffff00",
    "ok": "#5dff5d",
    "warning": "#ffaf00",
    "frame": "#8a8a8a",
    "off": "#8a8a8a",
    "dim": "#d0d0d0",
}
CONTRAST_SEA: Mapping[str, str] = dict.fromkeys(LIGHT_SEA, "#ffffff") | {
    "sea": "#3f6f9f",
    "coast": "#d7af00",
    "ring": "#5fd7ff",
    "path": "#ffd75f",
    "link": "#5dff5d",
    "rake": "#ffaf00",
    "collision": "#ffaf00",
    "wake": "#87d7ff",
    "tokens": "#ffff87",
    "rocks": "#ffd7af",
    "wreck": "#c0c0c0",
    "fog": "#b0b0b0",
}
CONTRAST_CHIPS: Mapping[str, tuple[str, str]] = {
    "status": ("#000000", "#ffffff"),
    "status_head": ("#000000", "#ffff00"),
    "prompt": ("#ffffff", "#003a00"),
    "prompt_key": ("#ffff00", "#003a00"),
    "chosen": ("#000000", "#ffff00"),
    "shoal": ("#87ffd7", "#001a14"),
    "land": ("#d7af5f", "#1a1400"),
    "place": ("#ffffaf", "#1a1400"),
    "active": ("#000000", "#ffff00"),
    "cursor": ("#000000", "#ffffff"),
}
CONTRAST_SIDES: Mapping[str, tuple[str, str]] = {
    "a": ("#ff8787", "#3a0000"),
    "b": ("#87d7ff", "#00203a"),
    "c": ("#ffaf00", "#2a1a00"),
    "d": ("#5fffaf", "#002a1a"),
    "e": ("#ffafff", "#2a002a"),
    "f": ("#ffff5f", "#2a2a00"),
    "g": ("#ffafd7", "#2a0018"),
    "h": ("#d7d7ff", "#14142a"),
}

TRITAN_SIDES: Mapping[str, tuple[str, str]] = {
    "a": ("#ff7f72", "#4a1a18"),
    "b": ("#5fd0c8", "#0c3a38"),
    "c": ("#f0f0f0", "#3a3a3a"),
    "d": ("#ff9ac1", "#4a2436"),
    "e": ("#9adfe6", "#143c40"),
    "f": ("#d8b4b4", "#402828"),
}
"""{side: colours} for people who confuse blue and green: red and cyan, which also differ in
brightness."""


def _pair(style: str, fg: str, bg: str, names: tuple[str, str]) -> Token:
    """Return a style that looks as in the default palette, but with the given colours.

    For terminals with 256 colours the nearest of these are used.
    """
    usual = _DEFAULT[style]
    return Token((fg, bg), (nearest(fg), nearest(bg)), names, usual.bold, usual.mono)


def _on(
    grounds: Backgrounds,
    page: Mapping[str, str],
    sea: Mapping[str, str],
    chips: Mapping[str, tuple[str, str]],
    sixteen: tuple[str, str],
) -> dict[str, Token]:
    """Return {style: its colours} for a palette on backgrounds of its own.

    `sixteen` has the names of the colours of text and background on terminals with 16 colours.
    """
    ink, ground = sixteen
    fainter, louder = ("bright_black", "red") if ink == "black" else ("white", "bright_yellow")
    names = dict.fromkeys(FAINT, (fainter, ground)) | dict.fromkeys(LOUD, (louder, ground))
    tokens = {
        style: _pair(style, fg, under, names.get(style, sixteen))
        for styles, under in ((page, grounds.page), (sea, grounds.sea))
        for style, fg in styles.items()
    }
    marked = ("bright_yellow" if ink == "black" else "blue", ink)
    chip_names = dict.fromkeys(WATERS, sixteen) | dict.fromkeys(MARKED, marked)
    return tokens | {
        style: _pair(style, *pair, chip_names.get(style, (ground, ink)))
        for style, pair in chips.items()
    }


def _sides(
    grounds: Backgrounds, colours: Mapping[str, tuple[str, str]], sixteen: tuple[str, str]
) -> dict[str, Token]:
    """Return {style: its colours} for the sides; a label has the page's background colour on the
    colour of its side.
    """
    tokens: dict[str, Token] = {}
    dark = sixteen[0] == "black"
    two = {"a": "red", "b": "blue"} if dark else {"a": "bright_red", "b": "bright_cyan"}
    for letter, (colour, plate) in colours.items():
        names = (two.get(letter, sixteen[0]), sixteen[1])
        tokens[f"hull_{letter}"] = _pair(f"hull_{letter}", colour, grounds.sea, names)
        tokens[f"plate_{letter}"] = _pair(f"plate_{letter}", colour, plate, names)
        tokens[f"label_{letter}"] = _pair(f"label_{letter}", grounds.page, colour, names[::-1])
        tokens[f"side_{letter}"] = _pair(f"side_{letter}", colour, grounds.page, names)
    return tokens


WATERS = ("shoal", "land", "place")
MARKED = ("status_head", "prompt_key")
FAINT = ("dim", "keys", "frame", "off", "sea", "fog", "smoke", "wreck")
LOUD = ("warning", "rake", "collision")
"""Styles that must be brighter than text, or bold, on terminals with only 16 colours."""
_USUAL = Backgrounds(_PAGE, _SEA, _SHOAL, _LAND)


@cache
def _table(palette: Palette) -> dict[str, Token]:
    """Return {style: its colours} of a palette; made when it is first used."""
    match palette:
        case "colour-blind":
            return _DEFAULT | _SAFE | _squadron_tokens(_SAFE_SQUADRONS)
        case "blue-blind":
            return _DEFAULT | _sides(_USUAL, TRITAN_SIDES, ("bright_white", "black"))
        case "light":
            grounds, signs = LIGHT, ("black", "bright_white")
            page, sea = LIGHT_PAGE, LIGHT_SEA
            tokens = _on(grounds, page, sea, LIGHT_CHIPS, signs)
            return _DEFAULT | tokens | _sides(grounds, LIGHT_SIDES, signs)
        case "contrast":
            grounds, signs = CONTRAST, ("bright_white", "black")
            page, sea = CONTRAST_PAGE, CONTRAST_SEA
            tokens = _on(grounds, page, sea, CONTRAST_CHIPS, signs)
            sides = _sides(grounds, CONTRAST_SIDES, signs)
            return _DEFAULT | tokens | sides
    return _DEFAULT


def style_names(palette: Palette = "default") -> tuple[str, ...]:
    """Return the names of all styles."""
    return tuple(_table(palette))


ON_ANY_GROUND: dict[str, str | None] = {"yellow": "magenta", "cyan": None}
"""{one of the 16 colours that is too light on white: the colour that replaces it}."""


@lru_cache(maxsize=1024)
def style_for(style: str, palette: Palette = "default", depth: Depth = "truecolor") -> Paint:
    """Return the colours and flags of a style; without colours only bold and reverse remain.

    Cached, because a chart asks for every piece of text.
    """
    table = _table(palette)
    name, _, ground = style.partition(".")
    token = table.get(name, table["text"])
    under = table.get(ground, token) if ground else token
    if palette == "mono" or depth == "none":
        return Paint(bold="bold" in token.mono, reverse="reverse" in token.mono)
    if palette == "terminal":  # the terminal's own backgrounds are used
        plain = token.names[0].removeprefix("bright_").replace("white", "") or None
        bold, reverse = "bold" in token.mono, "reverse" in token.mono
        plain = ON_ANY_GROUND.get(plain or "", plain)
        # in other palettes this is dark text on a bright background; here it would be black on
        # black
        if reverse or plain == "black":
            return Paint(None, None, bold, True)
        return Paint(plain, None, token.bold or bold)
    if depth == "16":  # set a background: yellow is invisible on a light terminal
        return Paint(token.names[0] or "white", under.names[1] or "black", token.bold)
    if depth == "256":
        return Paint(token.cube[0], under.cube[1], token.bold)
    return Paint(token.true[0], under.true[1], token.bold)


_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
RESET = "\x1b[0m"
"""The escape sequence that resets colours and flags to the terminal's own."""


def sgr(paint: Paint) -> str:
    """Return the escape sequence that sets colours and flags, whatever was set before; '' for plain
    text.
    """
    codes = [*_code(paint.fg, 30), *_code(paint.bg, 40)]
    codes = ["1"] * paint.bold + ["7"] * paint.reverse + codes
    return f"\x1b[0;{';'.join(codes)}m" if codes else ""


def _code(colour: Colour, base: int) -> list[str]:
    if colour is None:
        return []
    if isinstance(colour, int):
        return [str(base + 8), "5", str(colour)]
    if colour.startswith("#"):
        return [str(base + 8), "2", *(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))]
    bright = colour.startswith("bright_")
    return [str(base + 60 * bright + _NAMES.index(colour.removeprefix("bright_")))]
