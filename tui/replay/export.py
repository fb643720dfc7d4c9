"""Export: a battle as a report in Markdown, a cast for asciinema, a frame as an SVG picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from engine.base.clean import clean
from engine.base.errors import FileFault
from engine.kernel.battle import Battle
from engine.review.chapters import chapter_named
from engine.review.cutting import cut_out
from engine.review.report import report, written
from tui.files.saves import new_path
from tui.replay.reel import Reel
from tui.replay.reel_frame import Shot, frame_of
from tui.terminal.cells import Run
from tui.terminal.guard import one_cell
from tui.terminal.theme import RESET, Paint, sgr, style_for

EXPORTS = {"r": "report in Markdown", "c": "cast for asciinema", "p": "picture in SVG"}
"""What a key exports."""
CHAPTER = {"b": "battle of this chapter"}
"""What a key exports as well, of battles in a chain."""
FOLDER = "exports"
ENTRY_SECONDS = 1.2
"""Seconds that an entry stays in a cast, as in the replay."""
_WIDE, _HIGH, _SIZE = 8.4, 17.0, 14
"""A cell of a picture, and the size of its letters."""
_INK, _PAPER = "#d8d2c0", "#11161a"


def export(key: str, battle: Battle, n: int, folder: Path, shot: Shot) -> Path:
    """Write the export of a key and return its path; `FileFault` when that fails.

    A battle that is cut out lies with the other battles, where it can be played on.
    """
    stem = battle.path.stem if battle.path else battle.header.scenario or "battle"
    reel = Reel(battle, n)
    if key == "b":
        return _cut(battle, reel.chapter, folder.parent)
    if key == "r":
        return _write(folder / f"{stem}.md", written(report(battle), "md"))
    if key == "c":
        return _write(folder / f"{stem}.cast", "".join(cast(reel, shot)))
    picture = svg(frame_of(reel, shot), shot.palette)
    return _write(folder / f"{stem}-{n}.svg", picture)


def _cut(battle: Battle, chapter: str, folder: Path) -> Path:
    now = datetime.now()
    path = new_path(folder, f"{battle.header.scenario or 'battle'} {chapter}", now)
    created = now.isoformat(timespec="seconds")
    cut_out(battle, chapter_named(battle, chapter), path, created).close()
    return path


def cast(reel: Reel, shot: Shot) -> Iterator[str]:
    """Yield the lines of an asciicast v2: one frame for each entry, with the changed rows only."""
    title = clean(reel.battle.header.title) or reel.game.title
    head = {"version": 2, "width": shot.columns, "height": shot.lines, "title": title}
    yield json.dumps(head, ensure_ascii=False) + "\n"
    before: list[list[Run]] = [[] for _ in range(shot.lines)]
    for n in range(reel.end + 1):
        reel.go(n)
        rows = frame_of(reel, shot)
        changed = "".join(
            f"\x1b[{number + 1};1H{_coloured(row, shot.palette)}"
            for number, row in enumerate(rows)
            if row != before[number]
        )
        clear = "\x1b[?25l\x1b[2J" if n == 0 else ""
        moment = [round(n * ENTRY_SECONDS, 3), "o", clear + changed]
        yield json.dumps(moment, ensure_ascii=False) + "\n"
        before = rows


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


def _coloured(row: Sequence[Run], palette: str) -> str:
    runs = (sgr(style_for(style, palette, "truecolor")) + one_cell(text) for style, text in row)
    return "".join(runs) + RESET


def _write(path: Path, content: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise FileFault(f"{path} cannot be written: {(error.strerror or '').lower()}") from None
    return path
