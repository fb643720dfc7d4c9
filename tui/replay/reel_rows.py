"""What surrounds the chart of a replay: the rows of the panel, the status, the timeline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from engine.game.chart import Board, Mark, Scene, Throw
from engine.game.panel import Heading, Known, Row, words
from engine.game.parts.screen import Status
from engine.review import curve as curves
from engine.review.curve import costly_entries, judge_version, proved_choices
from engine.sitting.watching.reel import Reel, notes_here
from tui.chart.kind import Window
from tui.chart.layouts import Rect, layout
from tui.chart.sea.kind import GUTTER
from tui.chart.theatre import throw_rows
from tui.chart.viewport import Viewport, framed_chart, kind_of, place_of, places
from tui.panel.battle_frame import status_row
from tui.panel.panels import NARROW, headed, lay_out
from tui.panel.pictures import COSTLY, column_of, curve_bars, rows_for
from tui.terminal.cells import Run, cut, latest_rows, runs_of, wrap
from tui.terminal.frame import PlacedLine
from tui.terminal.page import fitted
from tui.terminal.terminal import Glyphs
from tui.terminal.theme import Palette

BAR_LEFT = 2
"""The column at which the bar of the timeline begins."""
FORK = "Y"
"""The sign on the timeline for an entry where another branch begins."""
_SIGNS = {
    "ascii": {
        "past": "=",
        "coming": "-",
        "turn": "|",
        "here": "O",
        "mark": "*",
        "note": "n",
        "fork": "Y",
    },
    "unicode": {
        "past": "━",
        "coming": "─",
        "turn": "┝",
        "here": "●",
        "mark": "*",
        "note": "n",
        "fork": "Y",
    },
}


def status_of(reel: Reel) -> Status:
    """Return the words of the status bar for the present entry."""
    status = reel.game.screen.status(reel.view())
    entry = ", ".join(filter(None, (reel.chapter, f"entry {reel.n} of {reel.end}")))
    return msgspec.structs.replace(status, title=f"REPLAY  {status.title}", note=entry)


def entry_rows(reel: Reel, falling: Iterable[Row] | None = None) -> list[Row]:
    """Return rows about the present entry: its command, the effects and the dice.

    While an animation shows dice, their rows (`falling`) replace all of this below the heading.
    """
    if reel.record is None:
        about = "The start. Right shows the next entry, Space plays."
        return [Heading("The start"), words(about, "dim")]
    seats = {seat.key: seat.name for seat in reel.game.seats(reel.view())}
    who = seats.get(reel.record.seat, reel.record.seat)
    rows: list[Row] = [Heading(f"Entry {reel.n}, {who}")]
    if falling is not None:
        return [*rows, *falling]
    rows += (words(line) for line in reel.describe())
    for _, seen in reel.spectacles():
        if isinstance(seen, Throw):
            rows += throw_rows(seen)
    return rows


def study_rows(reel: Reel) -> list[Row]:
    """Return rows with the cost of the choice made at this entry, if it is proved; at the end of
    the battle, also how much dice and choices decided.
    """
    curve = reel.curve
    if curve is None or curve.judge != judge_version(reel.battle):
        return []
    rows: list[Row] = []
    for choice, trial in proved_choices(curve):
        if choice.n == reel.n:
            rows += [
                Heading(f"This choice cost {trial.gain:.0%} of the winning chances"),
                words(f"better: {choice.better}", "ok"),
                words(curves.effect_text(choice, trial)),
            ]
    if reel.n == reel.end:
        # Imported where it is shown: most replays have no curve.
        from engine.review.fortune import luck_lines

        rows += headed([words(line) for line in luck_lines(curve, reel.battle)], "Dice and choices")
    return rows


def remark_rows(reel: Reel) -> list[Row]:
    """Return rows with the notes and bookmarks on this entry."""
    written = [words(note.with_author, "ok") for note in notes_here(reel)]
    return headed(written, "Notes on this entry")


def panel_lines(  # noqa: PLR0913 - the entry and the room it has
    reel: Reel,
    width: int,
    height: int,
    glyphs: Glyphs,
    ship: str,
    falling: Iterable[Row] | None,
    third: bool = False,
) -> list[Sequence[Run]]:
    """Return the panel: the present entry, notes, the log so far, a ship's card, all ships.

    The card and the ships end at the lowest row, so that they stay in place from entry to entry;
    the log takes the rows between. With a `third` column, ships and log are left out here.
    """
    view, game = reel.view(reel.n if falling is None else reel.n - 1), reel.game
    card = list(game.screen.card(view, ship)) if ship in game.screen.subjects(view) else []
    first = [*entry_rows(reel, falling), *study_rows(reel), *remark_rows(reel), *reel.rows()]
    lines: list[Sequence[Run]] = list(lay_out(first, width, height, glyphs, reel.known))
    after = height - len(lines)
    below = () if third or after <= 0 else _squadrons(reel, view, width, after, height, glyphs)
    if card and after - len(below) > 3:
        below = [*lay_out(card, width, after - len(below), glyphs, reel.known), *below]
    after = height - len(lines) - len(below)
    if third:
        return [*lines, *below]
    log = log_lines(reel, width, after, glyphs) if after > 2 else []
    return [*lines, *log, *[()] * (after - len(log)), *below]


def third_lines(
    reel: Reel, width: int, height: int, glyphs: Glyphs, falling: bool
) -> list[Sequence[Run]]:
    """Return the third column of a wide terminal: all ships, and the log so far."""
    view = reel.view(reel.n - 1 if falling else reel.n)
    lines = list(_squadrons(reel, view, width, height, height, glyphs))
    left = height - len(lines)
    return [*lines, *log_lines(reel, width, left, glyphs)] if left > 2 else lines


def _squadrons(  # noqa: PLR0913 - the room it has, and the whole column
    reel: Reel, view: Any, width: int, height: int, column: int, glyphs: Glyphs
) -> Sequence[Sequence[Run]]:
    """Return the lines of all ships in at most `height` rows.

    They are first laid out for the whole height of the column, `column`, which is cached; usually
    that fits.
    """
    strip, title = reel.game.screen.roster(view), reel.game.screen.headings.roster
    rows = tuple(headed(strip, title if width < NARROW else f"{title} after this entry"))
    # Laid out for the whole column first: that is cached from entry to entry, and usually fits.
    lines = _laid_out(rows, width, column, glyphs, reel.known)
    return lines if len(lines) <= height else _laid_out(rows, width, height, glyphs, reel.known)


@lru_cache(maxsize=64)
def _laid_out(
    rows: tuple[Row, ...], width: int, height: int, glyphs: Glyphs, known: Known
) -> Sequence[Sequence[Run]]:
    """Return the lines of all ships. Cached, because few entries change them."""
    return [tuple(line) for line in lay_out(rows, width, height, glyphs, known)]


def log_lines(reel: Reel, width: int, height: int, glyphs: Glyphs) -> list[Sequence[Run]]:
    """Return the latest lines of the log before this entry, newest last, below a heading."""
    lines: list[Sequence[Run]] = []
    n = reel.n - 1
    while n > 0 and len(lines) < height - 1:
        texts = [row for text in reel.describe(n) for row in _wrapped(text, max(10, width - 5))]
        numbered = [
            (("dim", f"{n if place == 0 else '':>4} "), ("text", row))
            for place, row in enumerate(texts)
        ]
        lines = [*numbered, *lines]
        n -= 1
    if not lines:
        return []
    head = lay_out([Heading("Before this entry")], width, 1, glyphs)
    return [*head, *lines[-(height - 1) :]]


@lru_cache(maxsize=256)
def _wrapped(text: str, width: int) -> Sequence[str]:
    """Return a text as rows. Cached: in a film a text stays visible for several entries."""
    return wrap(text, width)


def latest_lines(reel: Reel, width: int, height: int, falling: bool = False) -> list[Sequence[Run]]:
    """Return the latest lines of the log, newest last; the lines of this entry are bright."""
    told: list[tuple[int, str]] = []
    n = reel.n - falling
    while n > 0 and len(told) < height:
        told = [*((n, text) for text in reel.describe(n)), *told]
        n -= 1
    rows = latest_rows([text for _, text in told], width - 6, height) if height > 0 else []
    return [
        (("dim", f"{told[at][0]:>5} "), ("text" if told[at][0] == reel.n else "dim", row))
        for at, row in rows
    ]


def bar_length(width: int, tail: str) -> int:
    """Return how many columns the bar of the timeline has if the text `tail` follows it."""
    return max(10, width - len(tail) - BAR_LEFT - 2)


def timeline(reel: Reel, width: int, glyphs: Glyphs, tail: str) -> list[Run]:
    """Return the timeline: a bar with chapters or turns, bookmarks and notes, and the present
    entry.
    """
    signs = _SIGNS[glyphs]
    length = bar_length(width, tail)
    here = column_of(reel.n, reel.end, length)
    bar = [signs["past"] if column < here else signs["coming"] for column in range(length)]
    for n in costly_entries(reel.curve) if reel.curve else ():
        bar[column_of(n, reel.end, length)] = COSTLY
    if reel.chapters:
        # Each chapter (battle of a chain) begins with its name or initials if they fit.
        sign = signs["turn"]
        starts = [column_of(each.first, reel.end, len(bar)) for each in reel.chapters]
        for chapter, column, after in zip(
            reel.chapters, starts, (*starts[1:], len(bar)), strict=True
        ):
            room, words = after - column - 1, chapter.name.split()
            # b3 for battle 3
            short = "".join(word if word.isdecimal() else word[0] for word in words)
            fit = (f"{sign}{name} " for name in (chapter.name, short))
            label = next((each for each in fit if len(each) <= room), sign)
            bar[column : column + len(label)] = label
    else:
        # Write the turns over a bar, as many of them as there is room for.
        labels = _turn_labels(tuple(reel.turns), reel.end, len(bar), signs["turn"])
        ends = [*(column for column, _ in labels[1:]), length]
        for (column, label), after in zip(labels, ends, strict=True):
            # The mark of the present entry hides no number: the label then stands behind it.
            under = column < here < column + len(label.rstrip()) and here + len(label) <= after
            at = here if under else column
            bar[at : at + len(label)] = label
    for n in reel.forks:
        bar[column_of(n, reel.end, length)] = FORK
    # Bookmarks last: a key goes to them, so a note must not hide one.
    for note in sorted(reel.notes, key=lambda note: note.kind == "bookmark"):
        bar[column_of(note.n, reel.end, length)] = signs[
            "mark" if note.kind == "bookmark" else "note"
        ]
    bar[here] = signs["here"]
    drawn = "".join(bar)
    return [
        ("ruler", " " * BAR_LEFT + drawn[:here]),
        ("head", drawn[here]),
        ("ruler", f"{drawn[here + 1 :]} "),
        ("text", f"{tail} "),
    ]


def curve_rows(reel: Reel, width: int, glyphs: Glyphs, tail: str, rows: int = 1) -> list[list[Run]]:
    """Return the chances of winning as columns below the bar.

    A higher column is better for the first side. The chances at this entry are written after the
    lowest row.
    """
    curve = reel.curve
    if curve is None:
        return []
    now = curve.at(reel.n)
    told = "not judged" if now is None else f"{curve.name} {now:.0%}"
    stale = " (outdated)" * (curve.judge != judge_version(reel.battle))
    bars = curve_bars(curve, bar_length(width, tail), rows, glyphs, reel.n)
    left: Run = ("ruler", " " * BAR_LEFT)
    *above, last = [[left, *bar] for bar in bars]
    return [*above, [*last, ("ruler", " "), ("text", f"{told}{stale}")]]


@lru_cache(maxsize=2)
def _turn_labels(
    turns: tuple[tuple[int, int], ...], end: int, length: int, sign: str
) -> list[tuple[int, str]]:
    """Return (column, label) for each turn that has a label.

    Cached, because it is the same in all frames of a film.
    """
    found: list[tuple[int, str]] = []
    free = 0
    for turn, n in turns:
        column, label = column_of(n, end, length), f"{sign}T{turn} "
        if column >= free and column + len(label) <= length:
            found.append((column, label))
            free = column + len(label) + 1
    return found


# The layout of a replay, and its frames as lines of text.
#
# It is the layout of a battle with a timeline below the chart. Casts and pictures are made of
# frames.


Lines = Sequence[Sequence[Run]]


class ReplayLayout(msgspec.Struct, kw_only=True, frozen=True):
    """The rectangles of a replay's screen; a rectangle of height 0 is not shown."""

    status: Rect
    board: Rect
    """The chart and its frame, all of it."""
    chart: Rect
    """The visible part of the chart and its frame: the timeline may cover the last row."""
    panel: Rect
    third: Rect
    """The squadrons and the log beside the panel, in wide terminals."""
    log: Rect
    timeline: Rect
    curve: Rect
    """The curve of the chances to win below the timeline, if there is one."""
    prompt: Rect
    keys: Rect
    """The line of keys; with height 0 the keys are in the prompt's line."""


def replay_layout(columns: int, lines: int, board: Board, curve: int = 0) -> ReplayLayout:
    """Return the rectangles for a screen size in cells; `curve` is the number of rows for the curve
    of the chances to win.
    """
    base = layout(columns, lines, board, one_log=True)
    timeline = Rect(0, base.prompt.top - 1 - curve, columns, 1)
    parts = (base.frame, base.panel, base.third, base.log)
    # The timeline and what is below it cover the lowest rows of the other parts.
    chart, panel, third, log = (
        msgspec.structs.replace(part, height=min(part.height, max(0, timeline.top - part.top)))
        for part in parts
    )
    return ReplayLayout(
        status=base.status,
        board=base.chart,
        chart=chart,
        panel=panel,
        third=third,
        log=log,
        timeline=timeline,
        curve=Rect(0, base.prompt.top - curve, columns, curve),
        prompt=base.prompt,
        keys=base.keys,
    )


class ReelShot(msgspec.Struct, frozen=True):
    """How frames of a film look: size, glyphs, palette, the window on the board, the selected
    ship.
    """

    columns: int
    lines: int
    glyphs: Glyphs
    palette: Palette
    view: Window | None
    """The window on the board. None, or a window on another kind of board, means the whole
    board."""
    ship: str


def following(reel: Reel, shot: ReelShot) -> ReelShot:
    """Return `shot` with a window that shows the ships of the present entry.

    If the window already shows these ships, it stays as it is; otherwise it shows all ships if they
    fit.
    """
    if shot.view is None:
        return shot
    scene = reel.game.screen.scene(reel.view())
    viewport = Viewport(scene.board)
    viewport.view = _window(
        scene, shot.view, replay_layout(shot.columns, shot.lines, scene.board).board
    )
    here = [place for key in reel.meets() if (place := place_of(scene, key))]
    for together in places(scene), here:
        if all(map(viewport.view.shows, here)):
            break
        viewport.keep_in_view(together, farther=True)
    return msgspec.structs.replace(shot, view=viewport.view)


def frame_of(reel: Reel, shot: ReelShot) -> list[list[PlacedLine]]:
    """Return the frame of the present entry, as rows."""
    scene = reel.game.screen.scene(reel.view())
    rows = rows_for(shot.lines) if reel.curve else 0
    spots = replay_layout(shot.columns, shot.lines, scene.board, rows)
    window = _window(scene, shot.view, spots.board)
    panel, third, log = spots.panel, spots.third, spots.log
    tail = f"{reel.n}/{reel.end}"
    # Every window is a frozen struct, and so can be a key of a cache.
    chart = _chart(scene, window, shot.glyphs, reel.smoke(), shot.ship)  # type: ignore[arg-type]
    beside: Lines = ()
    if third.height > 0:
        beside = third_lines(reel, third.width, third.height, shot.glyphs, False)
    lines = panel_lines(
        reel, panel.width, panel.height, shot.glyphs, shot.ship, None, third.height > 0
    )
    told = cut(f" {'; '.join(reel.describe())} ".ljust(shot.columns), shot.columns)
    parts: tuple[tuple[Rect, Lines, str], ...] = (
        (spots.status, [status_row(status_of(reel), scene, shot.columns, shot.glyphs)], "status"),
        (Rect(0, 1, window.columns + GUTTER + 1, len(chart)), chart, ""),
        (third, beside, "text"),
        (panel, lines, "text"),
        (log, latest_lines(reel, log.width, log.height), "text"),
        (spots.timeline, [timeline(reel, shot.columns, shot.glyphs, tail)], "text"),
        (spots.curve, curve_rows(reel, shot.columns, shot.glyphs, tail, rows), "text"),
        (Rect(0, spots.prompt.top, shot.columns, 1), [[("prompt", told)]], "text"),
    )
    frame: list[list[PlacedLine]] = [[] for _ in range(shot.lines)]
    for place, laid, ground in parts:
        for row, line in zip(frame[place.top : place.top + place.height], laid, strict=False):
            whole = _fitted(tuple(line), place.width, ground) if ground else tuple(line)
            row.append(PlacedLine(place.left, whole))
    return frame


@lru_cache(maxsize=1)
def _chart(
    scene: Scene, window: Window, glyphs: Glyphs, smoke: tuple[Mark, ...], ship: str
) -> Lines:
    """Return a drawn chart. Cached: in every second entry of a film nothing moves."""
    grid = framed_chart(scene, window, glyphs, smoke, ship)
    rows = zip(map("".join, grid.glyphs), map(tuple, grid.styles), strict=True)
    return [_chart_row(text, styles) for text, styles in rows]


_chart_row = lru_cache(maxsize=512)(runs_of)
"""Returns a row of a chart as (style, text) pairs. Cached, because a ship that moves changes few
rows."""
_fitted = lru_cache(maxsize=1024)(fitted)
"""Fits a line into a width. Cached, because a line of the log stays visible for several entries."""


def _window(scene: Scene, view: Window | None, room: Rect) -> Window:
    """Return the window on the board for a frame; in a chain of battles another battle may have
    another board.
    """
    kind = kind_of(scene.board)
    if view is not None and isinstance(view, type(kind.whole(1, 1, ()))):
        return view.sized(room.width, room.height)
    whole: Window = kind.whole(room.width, room.height, places(scene))
    return whole
