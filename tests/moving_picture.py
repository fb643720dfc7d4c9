"""The moving picture of the README, an SVG made of a cast: `python -m tests.moving_picture`.

The cast is what `weathergage export` writes. A terminal in memory plays it; every screen becomes a
frame of one long strip, which a style sheet moves by one frame at a time. Rows that are the same in
several frames are drawn once and used again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import pyte

from tui.cli import main

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "battle.svg"
EXPORT = ("export", "sample:frigates", "--palette", "default", "--seat", "A")
"""A whole duel of Wooden Ships & Iron Men in some thirty entries, as the first seat sees it."""
SECONDS = 1.2
"""How long each frame is seen."""
CELL, LINE = 8.4, 17.0
"""Pixels of a character: its width in a font of 14 pixels, and the height of a row."""
GROUND, TEXT = "#0d1b22", "#e9e2cc"
NAMED = {"default": TEXT, "black": "#000000", "white": "#ffffff"}

Row = tuple[tuple[str, str, str, bool], ...]
"""Runs of a row: text, colour, colour of the ground, bold."""


def frames_of(cast: str) -> Iterator[tuple[Row, ...]]:
    """Yield each screen of a cast that differs from the one before."""
    head, *lines = cast.splitlines()
    size = json.loads(head)
    screen = pyte.Screen(size["width"], size["height"])
    stream = pyte.Stream(screen)
    shown: tuple[Row, ...] = ()
    outputs = [text for _, kind, text in map(json.loads, lines) if kind == "o"]
    for text in outputs[:-1]:  # the last one leaves the terminal
        stream.feed(text)
        rows = tuple(_row(screen, number) for number in range(screen.lines))
        if rows != shown:
            yield rows
        shown = rows


def _row(screen: pyte.Screen, number: int) -> Row:
    cells = [screen.buffer[number][column] for column in range(screen.columns)]
    looks = ((cell.data, *_colours(cell), cell.bold) for cell in cells)
    runs = groupby(looks, key=lambda look: look[1:])
    return tuple(("".join(look[0] for look in run), *of) for of, run in runs)


def _colours(cell: pyte.screens.Char) -> tuple[str, str]:
    """Return the colours of text and ground of a cell, '' for the ground of the picture."""
    front = NAMED.get(cell.fg, f"#{cell.fg}")
    back = "" if cell.bg == "default" else NAMED.get(cell.bg, f"#{cell.bg}")
    return (back or GROUND, front) if cell.reverse else (front, back)


def drawn(row: Row, classes: dict[str, str]) -> str:
    """Return a row as SVG; each look of text or ground is a class, so that it is written once."""
    parts, column = [], 0
    for back, run in groupby(row, key=lambda each: each[2]):
        length = sum(len(text) for text, *_ in run)
        if back:
            of = classes.setdefault(f"fill:{back}", f"c{len(classes)}")
            parts.append(
                f'<rect class="{of}" x="{column * CELL:g}" width="{length * CELL:g}" '
                f'height="{LINE:g}"/>'
            )
        column += length
    column = 0
    for text, front, _, bold in row:
        if bare := text.strip():
            look = f"fill:{front}{';font-weight:bold' if bold else ''}"
            of = classes.setdefault(look, f"c{len(classes)}")
            x = (column + len(text) - len(text.lstrip())) * CELL
            fitted = f' textLength="{len(bare) * CELL:g}"' if len(bare) > 1 else ""
            parts.append(f'<text class="{of}" x="{x:g}" y="13"{fitted}>{escape(bare)}</text>')
        column += len(text)
    return "".join(parts)


def moving(frames: Sequence[tuple[Row, ...]], seconds: float = SECONDS) -> str:
    """Return an SVG that shows one frame after the other, for ever."""
    height = len(frames[0]) * LINE
    width = sum(len(text) for text, *_ in frames[0][0]) * CELL
    ids: dict[Row, str] = {}
    classes: dict[str, str] = {}
    strip = []
    for number, rows in enumerate(frames):
        used = (
            f'<use href="#{ids.setdefault(row, f"r{len(ids)}")}" y="{line * LINE:g}"/>'
            for line, row in enumerate(rows)
        )
        strip.append(f'<g transform="translate({number * width:g})">{"".join(used)}</g>')
    rows_once = "".join(f'<g id="{name}">{drawn(row, classes)}</g>' for row, name in ids.items())
    colours = "".join(f".{name}{{{look}}}" for look, name in classes.items())
    lasts, end = len(frames) * seconds, len(frames) * width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}">'
        f"<style>text{{font:14px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}}"
        f"{colours}@keyframes go{{to{{transform:translateX(-{end:g}px)}}}}"
        f".strip{{animation:go {lasts:.1f}s steps({len(frames)}) infinite}}</style>"
        f'<rect width="100%" height="100%" fill="{GROUND}"/><defs>{rows_once}</defs>'
        # A picture within the picture cuts the frames beside this one off, in a wide window, too.
        f'<svg width="{width:.0f}" height="{height:.0f}">'
        f'<g class="strip">{"".join(strip)}</g></svg></svg>\n'
    )


def exported(words: Sequence[str] = EXPORT) -> str:
    """Return the cast that a command of the game writes. Raises SystemExit where it fails."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "film.cast"
        if code := main([*words, "--to", str(path), "--saves", folder]):
            sys.exit(code)
        return path.read_text(encoding="utf-8")


if __name__ == "__main__":
    PICTURE.write_text(moving(list(frames_of(exported()))), encoding="utf-8")
