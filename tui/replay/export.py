"""Export: a battle as a report in Markdown, a cast for asciinema, a frame as an SVG picture."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from rich.color import ColorSystem

from engine.base.clean import clean
from engine.kernel.battle import Battle
from engine.review.chapters import chapter_named
from engine.review.cutting import cut_out
from engine.review.report import report, written
from tui.files.saves import new_path, written_to
from tui.panel.picture import svg
from tui.replay.reel import Reel
from tui.replay.reel_frame import ReelShot, frame_of
from tui.terminal.frame import Patch, Shown, pieces_of
from tui.terminal.guard import one_cell
from tui.terminal.lines import Ink
from tui.terminal.theme import RESET

EXPORTS = {"r": "report in Markdown", "c": "cast for asciinema", "p": "picture in SVG"}
"""What a key exports."""
CHAPTER = {"b": "battle of this chapter"}
"""What a key exports as well, of battles in a chain."""
ENTRY_SECONDS = 1.2
"""Seconds that an entry stays in a cast, as in the replay."""


def export(key: str, battle: Battle, n: int, folder: Path, shot: ReelShot) -> Path:
    """Write the export of a key and return its path; `FileFault` when that fails.

    A battle that is cut out lies with the other battles, where it can be played on.
    """
    stem = battle.path.stem if battle.path else battle.header.scenario or "battle"
    reel = Reel(battle, n)
    if key == "b":
        return _cut(battle, reel.chapter, folder.parent)
    if key == "r":
        return written_to(folder / f"{stem}.md", written(report(battle), "md"))
    if key == "c":
        return written_to(folder / f"{stem}.cast", "".join(cast(reel, shot)))
    picture = svg(frame_of(reel, shot), shot.palette)
    return written_to(folder / f"{stem}-{n}.svg", picture)


def _cut(battle: Battle, chapter: str, folder: Path) -> Path:
    now = datetime.now()
    path = new_path(folder, f"{battle.header.scenario or 'battle'} {chapter}", now)
    created = now.isoformat(timespec="seconds")
    cut_out(battle, chapter_named(battle, chapter), path, created).close()
    return path


def cast(reel: Reel, shot: ReelShot) -> Iterator[str]:
    """Yield the lines of an asciicast v2: a frame for each entry, with the cells that changed.

    Where a turn begins stands a marker, to which a player of casts jumps.
    """
    title = clean(reel.battle.header.title) or reel.game.title
    head = {"version": 2, "width": shot.columns, "height": shot.lines, "title": title}
    yield json.dumps(head, ensure_ascii=False) + "\n"
    turns = {n: turn for turn, n in reel.turns}
    ink, shown = Ink(shot.palette, "truecolor"), Shown()
    for n in range(reel.end + 1):
        reel.go(n)
        rows = (
            tuple((token, one_cell(text)) for token, text in row) for row in frame_of(reel, shot)
        )
        patches = [Patch(number, 0, row) for number, row in enumerate(rows)]
        changed = shown.draw(pieces_of(patches, ink, ColorSystem.TRUECOLOR))
        clear = "\x1b[?25l\x1b[2J" if n == 0 else ""
        if n in turns:
            yield _moment(n, "m", f"Turn {turns[n]}")
        if clear or changed:
            yield _moment(n, "o", clear + changed)
    # The terminal that plays it is left as it was found, below the last frame.
    yield _moment(reel.end + 1, "o", f"{RESET}\x1b[?25h\x1b[{shot.lines + 1};1H")


def _moment(n: int, kind: str, data: str) -> str:
    """Return the line of an event at an entry."""
    return json.dumps([round(n * ENTRY_SECONDS, 3), kind, data], ensure_ascii=False) + "\n"
