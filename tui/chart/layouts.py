"""The layout of the battle screen for each terminal size, in cells.

With more room the chart grows first, by steps of its scales; then the panel, up to 62 columns;
then, in wide terminals, a third column with log, squadrons and hand.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.game.chart import Board, Sea
from tui.chart.kind import BoardKind
from tui.chart.sea.kind import GUTTER
from tui.chart.viewport import kind_of

Arranged = Literal["right", "left", "wide", "chart"]
"""Where the player wants the panel. `right` or `left` of the chart; `wide`: right of the chart, and
wide, which takes columns from the chart; `chart`: right of the chart, narrow and with the log in
it, so that the chart is as large as possible."""
LEAST = (80, 24)
"""The smallest terminal that is supported, as (columns, lines)."""
_TABLE = Sea(36.0, 36.0)
"""The default table, in inches."""
_NEAR_PANEL, _WHOLE_PANEL, _ROOMY_PANEL, _WIDEST_PANEL = 25, 33, 42, 62
"""Widths of the panel in columns: the minimum beside a zoomed-in chart; beside a chart of the whole
table; in a large terminal; and the maximum, because longer lines are hard to read."""
_BOX_PANEL = 24
"""Columns of the panel beside a board of boxes: five boxes of nine columns fit beside it in 80
columns."""
_WIDE = 160
"""In a terminal of at least this many columns, a third column is laid out beside chart and panel.
"""
_THIRD = 30
"""The minimum width of the third column: the name and tracks of a ship fit into it."""
_WIDE_PANEL = 42
"""The width of the panel, in columns, if the player has chosen a wide one."""
LEAST_CHART = 30
"""The minimum number of columns of a chart beside a wide panel."""
_ROOMY = 120
"""In a terminal of at least this many columns, the panel is never narrow, and the terminal's last
column stays empty."""
_HIGH = 40
"""In a terminal of at least `_ROOMY` columns and this many lines, prompt and keys may share the
last line."""
_ABOVE = 2
"""Rows above the chart: status bar and frame."""
_TIMED = 3
"""Rows below the chart of a replay: a timeline in place of the frame, prompt and keys."""


class Rect(msgspec.Struct, frozen=True):
    """A rectangle of cells; a part with height 0 is not shown."""

    left: int = 0
    top: int = 0
    width: int = 0
    height: int = 0


class Layout(msgspec.Struct, kw_only=True, frozen=True):
    """The rectangles of a battle screen.

    `frame` holds the chart with the numbers and lines around it.
    """

    columns: int
    lines: int
    status: Rect = Rect()
    frame: Rect = Rect()
    chart: Rect = Rect()
    panel: Rect = Rect()
    log: Rect = Rect()
    """The rectangle of the log; with height 0 the panel shows the log."""
    third: Rect = Rect()
    """The rectangle of the third column; with height 0 the panel shows its content."""
    prompt: Rect = Rect()
    keys: Rect = Rect()
    """The rectangle of the key line; with height 0 the keys are shown in the line of the prompt."""
    too_small: bool = False

    @property
    def log_in_panel(self) -> bool:
        """Tell whether the log is shown in the panel because it has no rectangle of its own."""
        return self.log.height == 0 and self.third.height == 0


def layout(  # noqa: PLR0913 - a size, a board, a player's choices
    columns: int,
    lines: int,
    board: Board = _TABLE,
    near: bool = True,
    one_log: bool = False,
    arranged: Arranged = "right",
) -> Layout:
    """Return the layout of the battle screen in a terminal of `columns` by `lines` cells.

    If the whole table fits only at a scale too small for detailed ships, `near` gives the chart all
    the room that a larger scale can use. Otherwise the chart is only as large as the whole table.
    With `one_log` a third column, if there is one, alone shows the log, and the chart may take the
    rows of the log below it. `arranged` is where the player wants the panel.
    """
    if columns < LEAST[0] or lines < LEAST[1]:
        return Layout(columns=columns, lines=lines, too_small=True)
    kind = kind_of(board)
    wide, high, near = _chart(columns, lines, kind, near)
    if arranged == "wide":
        wide = max(LEAST_CHART, min(wide, columns - _WIDE_PANEL - GUTTER - 2))
    elif arranged == "chart" and not kind.boxed:
        wide, high = columns - _NEAR_PANEL - GUTTER - 2, lines - _ABOVE - 1 - 2
    if one_log and columns >= _WIDE:
        # the largest chart with panel and third column beside it and no log below it
        beside = GUTTER + 2 + _ROOMY_PANEL + 2 + _THIRD + 1
        most = columns - beside, lines - _ABOVE - _TIMED
        larger = kind.finer(*most)
        if larger is not None and larger[0] <= most[0] and larger[1] <= most[1]:
            wide, high = max((wide, high), larger)
    under = 0 if kind.boxed else 1  # the board's own edge is the lower frame
    below = lines - high - _ABOVE - under
    keys = 0 if below < 2 else 2 if not near and columns < 100 and below >= 3 else 1
    log = max(0, below - 1 - keys)
    foot = _ABOVE + high + under
    left = GUTTER + wide + 2
    rest = columns - left - (columns >= _ROOMY)
    if columns < _WIDE:
        panel, third = min(_WIDEST_PANEL, rest), 0
    else:
        third = max(_THIRD, rest - _WIDEST_PANEL - 2)
        # one slightly too wide column is better than two that are too narrow
        if rest - third - 2 < _ROOMY_PANEL:
            panel, third = rest, 0
        else:
            panel = rest - third - 2
    # A tall panel extends down beside the log: beside a board of boxes, which is low, so that a
    # card has room, and in a layout with a third column.
    tall = kind.boxed or third > 0
    height = high + 1 + under + (log if tall else 0)
    found = Layout(
        columns=columns,
        lines=lines,
        status=Rect(0, 0, columns, 1),
        frame=Rect(0, 1, wide + GUTTER + 1, high + 1 + under),
        chart=Rect(GUTTER, _ABOVE, wide, high),
        panel=Rect(left, 1, panel, height),
        log=Rect(0, foot, left - 1 if tall else columns, log),
        third=Rect(left + panel + 2, 1, third, height) if third else Rect(),
        prompt=Rect(0, foot + log, columns, 1),
        keys=Rect(0, foot + log + 1, columns, keys),
    )
    return _mirrored(found) if arranged == "left" else found


def _mirrored(found: Layout) -> Layout:
    """Return a layout with the panel moved to the left of the chart; a third column stays at the
    right.
    """
    shift = found.panel.width + 1

    def moved(place: Rect) -> Rect:
        return replace(place, left=place.left + shift)

    beside = found.log.width < found.columns
    return replace(
        found,
        frame=moved(found.frame),
        chart=moved(found.chart),
        panel=replace(found.panel, left=0),
        log=moved(found.log) if beside else found.log,
    )


def _chart(columns: int, lines: int, kind: BoardKind[Any], near: bool) -> tuple[int, int, bool]:
    """Return (columns, rows, zoomed) of the chart; `zoomed` is False if a whole sea table is
    shown.
    """
    panel = _ROOMY_PANEL if columns >= _ROOMY else _WHOLE_PANEL
    below = 1 if columns >= _ROOMY and lines >= _HIGH else 3
    rows = lines - _ABOVE - 1 - below
    across = columns - panel - GUTTER - 2
    most = columns - _NEAR_PANEL - GUTTER - 2
    if kind.boxed:
        across = columns - (_ROOMY_PANEL if columns >= _ROOMY else _BOX_PANEL) - GUTTER - 2
        rows = lines - _ABOVE - 2
    whole = kind.fitted(across, rows)
    if whole is None:  # a board without an edge takes all the room
        return min(across, most), rows, True
    home = kind.at_home()
    if home is None:
        return *whole, True
    near = near and whole < home
    wide, high = home if near else whole
    return min(wide, most), min(high, rows), near


def stretched(frame: Rect, panel: Rect, third: Rect, columns: int) -> tuple[Rect, Rect]:
    """Return the panel and the third column, widened so that no column between them stays
    unpainted.

    The panel begins where the frame of the chart ends; its content begins after a blank column.
    """
    left = frame.left + frame.width
    right = third.left if third.height else columns
    if panel.left < frame.left:
        return (
            Rect(0, panel.top, frame.left, panel.height),
            Rect(left, third.top, columns - left, third.height),
        )
    return (
        Rect(left, panel.top, right - left, panel.height),
        Rect(right, third.top, columns - right, third.height),
    )
