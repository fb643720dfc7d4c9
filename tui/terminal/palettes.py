"""Palettes for backgrounds other than the default dark one, as pairs of true colours.

For terminals with 256 colours the nearest ones are computed. tests/tui/terminal/test_theme.py
checks contrast, so a pair can be changed without computing its contrast by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

STEPS = (0, 95, 135, 175, 215, 255)
"""The brightness of the six steps of red, green and blue among the 256 colours."""


class Backgrounds(NamedTuple):
    """The backgrounds: the page, and the three kinds of sea and land."""

    page: str
    sea: str
    shoal: str
    land: str


def nearest(colour: str) -> int:
    """Return the number of the nearest of the 256 colours, grey steps included.

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
"""A side's colour on the sea and the page, and the background of a hull drawn in line."""

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
"""For people who confuse blue and green: red against cyan, and differences in brightness."""
