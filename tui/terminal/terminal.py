"""What a terminal can show, as its environment says: colours, glyphs, size."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal, cast

Depth = Literal["truecolor", "256", "16", "none"]
Glyphs = Literal["ascii", "unicode"]

PLAIN = ("", "dumb", "unknown", "vt52", "vt100", "vt102", "vt220")
"""Values of TERM that promise no colours and no more than ASCII."""
ENOUGH = ("kitty", "alacritty", "direct", "ghostty", "wezterm", "foot")
"""Parts of TERM that promise all colours."""

MOST = 240, 80
"""The most columns and rows that are drawn, in the corner of a larger terminal. A remote terminal
may report any size, and every cell costs the host time and memory."""

USUAL = 80, 24
"""Columns and rows of a terminal that does not know its own."""

TOLD = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR")
"""The variables besides TERM that describe a terminal."""


def size_of(descriptor: int) -> tuple[int, int]:
    """Return the columns and rows of the terminal there, `USUAL` where it does not know them.

    COLUMNS and LINES of the environment are for output that is no terminal: they never change.
    """
    try:
        columns, rows = os.get_terminal_size(descriptor)
    except OSError:
        return USUAL
    return columns or USUAL[0], rows or USUAL[1]


def within(columns: int, rows: int) -> tuple[int, int]:
    """Return the columns and rows to draw, at most `MOST`."""
    return min(columns, MOST[0]), min(rows, MOST[1])


def depth(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Depth:
    """Return the colour depth: the wanted one, or for 'auto' what the environment promises."""
    if wanted != "auto":
        return cast(Depth, wanted)
    env = os.environ if environ is None else environ
    term = env.get("TERM", "")
    if env.get("NO_COLOR") or term in PLAIN:
        return "none"
    if env.get("COLORTERM", "") in ("truecolor", "24bit") or any(word in term for word in ENOUGH):
        return "truecolor"
    return "256" if "256color" in term else "16"


def glyphs(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Glyphs:
    """Return the glyph set: the wanted one, or for 'auto' what locale and terminal can show."""
    if wanted != "auto":
        return cast(Glyphs, wanted)
    env = os.environ if environ is None else environ
    if env.get("TERM", "") in (*PLAIN, "linux"):  # the console's font has no braille
        return "ascii"
    locale = env.get("LC_ALL") or _characters(env) or env.get("LANG", "")
    return "unicode" if "utf8" in locale.lower().replace("-", "") else "ascii"


def _characters(env: Mapping[str, str]) -> str:
    """Return LC_CTYPE; '' where Python itself has set it (PEP 538) for a plain C locale."""
    locale = env.get("LC_CTYPE", "")
    put_there = locale in ("C.UTF-8", "C.utf8") and env.get("LANG", "") in ("", "C", "POSIX")
    return "" if put_there else locale
