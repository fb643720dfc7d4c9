"""What the replay exports by key: a report, a film, a recording for asciinema, a picture, a
page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import msgspec
from rich.color import ColorSystem

from engine.base.text import clean
from engine.files.saves import new_path, write_forms, write_new_file
from engine.kernel.battle import Battle
from engine.review.chapters import chapter_named, extract_chapter
from engine.review.report import Remark, render_report, report
from engine.sitting.watching.reel import Reel
from tui.replay.reel_rows import ReelShot, following, frame_of
from tui.terminal.frame import Painter, ScreenBuffer
from tui.terminal.looks import Ink
from tui.terminal.theme import RESET

EXPORTS = {
    "r": "report in Markdown",
    "f": "film",
    "c": "cast",
    "p": "picture",
    "h": "page",
}
"""{key: what it exports}. Only the report of a finished battle reveals cards that were never
shown."""
OPENED = {"o": "open page"}
"""{key: what it exports} for a finished battle only: the page with all cards open."""
CHAPTER = {"b": "battle of this chapter"}
"""{key: what it exports} for a battle in a chain of battles only."""
ENTRY_SECONDS = 1.2
"""A recording for asciinema shows each frame for this many seconds, as long as the replay shows an
entry."""
TOGETHER = 4
"""At most this many entries in a row have no frame of their own, because they change nothing on the
chart and throw no dice: orders given in secret, cards chosen. The next frame shows their lines in
its log."""
IDLE_SECONDS = 2.0
"""The longest pause of a recording in seconds. Pauses arise where entries in a row change nothing
visible."""


def export(key: str, battle: Battle, n: int, folder: Path, shot: ReelShot) -> Path:
    """Write what a key exports and return its path; raises `FileFault` if that fails.

    A battle taken out of a chain is written into the folder of battles, so that it can be played.
    """
    stem = battle.path.stem if battle.path else battle.header.scenario or "battle"
    if key == "b":
        chapter = Reel(battle, n).chapter
        now = datetime.now()
        path = new_path(folder.parent, f"{battle.header.scenario or 'battle'} {chapter}", now)
        created = now.isoformat(timespec="seconds")
        extract_chapter(battle, chapter_named(battle, chapter), path, created).close()
        return path
    if key == "r":
        return write_new_file(folder / f"{stem}.md", render_report(report(battle), "md"))
    to = folder / stem
    from tui.replay.sharing import Viewer, footage, picture_of, reel_for, remarks, shared_page
    from tui.share.paper import forms, paper_of

    eyes, paper = Viewer(open=key == "o"), paper_of(shot.palette)
    reel = reel_for(battle, eyes, n)
    if key == "p":
        drawn = forms(partial(picture_of, reel, n), paper)
        return write_forms(to.with_name(f"{to.name}-{n}"), drawn)
    if key == "f":
        from tui.share.film import animated_svg, film
        from tui.share.pixels import can_film, gif

        shown = film(footage(battle, eyes))
        drawn = {".svg": animated_svg(shown, paper)} | (
            {".gif": gif(shown, paper)} if can_film() else {}
        )
        return write_forms(to.with_name(f"{to.name}-film"), drawn)
    if key == "c":
        notes = remarks(battle, eyes, 0, reel.end)
        content = "".join(cast(reel, shot, Cast(remarks=notes)))
    else:
        content = shared_page(battle, eyes)
    return write_new_file(to.with_name(f"{to.name}.{'cast' if key == 'c' else 'html'}"), content)


class Cast(msgspec.Struct, frozen=True):
    """What a recording for asciinema contains: entries, notes, and the version (2 or 3) of its
    format.
    """

    first: int = 0
    last: int | None = None
    remarks: tuple[Remark, ...] = ()
    version: int = 2


def cast(reel: Reel, shot: ReelShot, wanted: Cast | None = None) -> Iterator[str]:
    """Yield the lines of a recording for asciinema: its frames, with the cells that have changed.

    Each entry has a frame; only entries that change nothing on the chart and throw no dice are
    shown with a later one (see `TOGETHER`). If only a part of the board is visible, it follows the
    ships of the entries. Turns and notes become markers to which a viewer can jump. Pauses are at
    most `IDLE_SECONDS`.
    """
    wanted = wanted or Cast()
    first, last = wanted.first, reel.end if wanted.last is None else wanted.last
    title = clean(reel.battle.header.title) or reel.game.title
    size: dict[str, object] = {"width": shot.columns, "height": shot.lines}
    if wanted.version == 3:
        size = {"term": {"cols": shot.columns, "rows": shot.lines}}
    head = {"version": wanted.version, **size, "title": title, "idle_time_limit": IDLE_SECONDS}
    yield (json.dumps(head, ensure_ascii=False) + "\n")
    turns = {n: turn for turn, n in reel.turns}
    shown, clock = ScreenBuffer(), _Clock(wanted.version)
    painter = Painter(shot.columns, Ink(shot.palette, "truecolor"), ColorSystem.TRUECOLOR)
    seen: tuple[object, ...] = ()
    frames = passed = 0
    for n in range(first, last + 1):
        reel.go(n)
        marks = [f"Turn {turns[n]}"] if n in turns else []
        marks += [clean(remark.text) for remark in wanted.remarks if remark.n == n]
        before, seen = seen, (reel.game.screen.scene(reel.view()), reel.smoke())
        quiet = seen == before and not marks and not reel.spectacles()
        if quiet and n < last and passed < TOGETHER:
            passed += 1
            continue
        passed = 0
        shot = following(reel, shot)
        changed = shown.draw(painter.pieces(frame_of(reel, shot)))
        clear = "\x1b[?25l\x1b[2J" if n == first else ""
        for mark in marks:
            yield clock.moment(frames, "m", mark)
        if clear or changed:
            yield clock.moment(frames, "o", clear + changed)
        frames += 1
    # At the end, restore the terminal that plays the cast, with the cursor below the last frame.
    yield clock.moment(frames, "o", f"{RESET}\x1b[?25h\x1b[{shot.lines + 1};1H")


class _Clock:
    """The times in a recording for asciinema: seconds since its start in version 2, since the line
    before in version 3.
    """

    def __init__(self, version: int) -> None:
        self._since_last = version == 3
        self._last = 0.0

    def moment(self, n: int, kind: str, data: str) -> str:
        """Return the line of an event of the given kind at the nth frame of the recording."""
        now = round(n * ENTRY_SECONDS, 3)
        at = round(now - self._last, 3) if self._since_last else now
        self._last = now
        return json.dumps([at, kind, data], ensure_ascii=False) + "\n"
