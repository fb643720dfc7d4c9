"""The curve on the page of a battle's aftermath, and what of the battle was luck."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from engine.kernel.seen import SeenBattle
from engine.review.curve import Curve, judge_of
from engine.review.fortune import told_sums
from tui.panel.curve_bars import curve_bars, rows_for
from tui.terminal.page import ClickSpot, TextPage
from tui.terminal.terminal import Glyphs


def write_curve(  # noqa: PLR0913 - the curve, where it stands, and who is told of a click
    page: TextPage,
    row: int,
    battle: SeenBattle,
    curve: Curve,
    here: int | None,
    watch: Callable[[int], None],
) -> int:
    """Write the chances of winning by entry and what dice and choices gave; return the next row.

    A click on the curve watches the entry there.
    """
    glyphs: Glyphs = "ascii" if page.glyph_set == "ascii" else "unicode"
    rows, length, end = rows_for(page.rows_count), page.columns - 2, curve.positions - 1
    for at, bar in enumerate(curve_bars(curve, length, rows, glyphs, here)):
        page.runs(row + at, bar, 1)
    for column in range(length):
        n = round(column / max(1, length - 1) * end)
        page.spots.append(ClickSpot(1 + column, row, 1, rows, partial(watch, n)))
    row += rows
    stale = " (stale)" if curve.judge != judge_of(battle) else ""
    told = [] if stale else told_sums(curve, battle)
    for line in told or [f"{curve.name}'s chances by entry{stale}"]:
        page.write(1, row, line, "dim")
        row += 1
    return row
