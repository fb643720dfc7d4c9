"""Rows of runs as a picture in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from tui.terminal.cells import Run
from tui.terminal.guard import one_cell
from tui.terminal.theme import Paint, style_for

_WIDE, _HIGH, _SIZE = 8.4, 17.0, 14
"""A cell of a picture, and the size of its letters."""
_INK, _PAPER = "#d8d2c0", "#11161a"


def svg(rows: Sequence[Sequence[Run]], palette: str) -> str:
    """Return rows of runs as a self-contained SVG picture: no external font or style sheet."""
    columns = max(sum(len(text) for _, text in row) for row in rows)
    width, height = columns * _WIDE, len(rows) * _HIGH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{_SIZE}">\n'
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>\n'
    ]
    for number, row in enumerate(rows):
        column = 0
        for style, text in row:
            parts.append(_run(column * _WIDE, number * _HIGH, text, style_for(style, palette)))
            column += len(text)
    return "".join([*parts, "</svg>\n"])


def _run(x: float, y: float, text: str, paint: Paint) -> str:
    """Return a run: its ground where it has one, and its letters held to their cells."""
    fg, bg = str(paint.fg or _INK), str(paint.bg or _PAPER)
    if paint.reverse:
        fg, bg = bg, fg
    wide = f"{len(text) * _WIDE:g}"
    drawn = ""
    if bg != _PAPER:
        drawn += f'<rect x="{x:g}" y="{y:g}" width="{wide}" height="{_HIGH:g}" fill="{bg}"/>\n'
    if text.strip():
        bold = ' font-weight="bold"' if paint.bold else ""
        drawn += (
            f'<text x="{x:g}" y="{y + 0.76 * _HIGH:g}" fill={quoteattr(fg)}{bold} '
            f'textLength="{wide}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">'
            f"{escape(one_cell(text))}</text>\n"
        )
    return drawn
