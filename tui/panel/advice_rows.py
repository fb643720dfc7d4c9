"""Advice and the curve of a battle as lines of a panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil
from textwrap import wrap

from engine.game.decision import Advice, Decision, Reason
from engine.review.curve import Curve, columns
from engine.review.hindsight import LEAST, standing, telling, telling_reason
from tui.input.keys import Keymap, shown
from tui.terminal.cells import Run
from tui.terminal.lines import Line, fitted
from tui.terminal.terminal import Glyphs

# The curve of a battle as bars of one row to six, with marks where choices cost most.


STEPS = {"ascii": "_.-=+*#@", "unicode": "▁▂▃▄▅▆▇█"}
"""A chance from none to all of a row."""
COSTLY = "!"
"""Where a choice cost much, on curve and timeline."""
MARKED = 10
"""The choices that are marked, at most."""
MOST_ROWS = 6
SMALL = 24
"""Lines of a screen that gives the curve one row; each `MORE` lines give it another."""
MORE = 6


def rows_for(lines: int) -> int:
    """Return the rows that a curve gets on a screen of so many lines."""
    return max(1, min(MOST_ROWS, 1 + (lines - SMALL) // MORE))


def column_of(n: int, end: int, length: int) -> int:
    """Return the column of an entry in a bar of some length."""
    return round(n / end * (length - 1)) if end else 0


def marked(curve: Curve) -> tuple[int, ...]:
    """Return the entries whose choices are marked, the dearest first."""
    return tuple(each.n for each in curve.costly[:MARKED])


def curve_bars(
    curve: Curve, length: int, rows: int, glyphs: Glyphs, here: int | None = None
) -> list[list[Run]]:
    """Return the rows of a curve, the top one first: the fuller, the better for the first side.

    `here` is the position that is shown, in bright signs; None for none.
    """
    steps, chances = STEPS[glyphs], list(columns(curve, length))
    end = curve.positions - 1
    grid = [
        [_sign(chance, below, rows, steps) for chance in chances]
        for below in range(rows - 1, -1, -1)
    ]
    styles = [["ruler"] * length for _ in range(rows)]
    for n in marked(curve):
        column = column_of(n, end, length)
        full = max(1, ceil((chances[column] or 0.0) * rows))
        row = max(0, rows - 1 - full)
        grid[row][column], styles[row][column] = COSTLY, "warning"
    if here is not None:
        column = column_of(here, end, length)
        for row in range(rows):
            styles[row][column] = "head"
    return [_runs(signs, style) for signs, style in zip(grid, styles, strict=True)]


def _sign(chance: float | None, below: int, rows: int, steps: str) -> str:
    """Return the sign of a chance in a row, which has so many rows below it."""
    if chance is None:
        return " "
    part = chance * rows - below
    if part <= 0 and below:
        return " "
    return steps[max(0, min(len(steps) - 1, int(part * len(steps))))]


def _runs(signs: Sequence[str], styles: Sequence[str]) -> list[Run]:
    pairs = zip(styles, signs, strict=True)
    return [
        (style, "".join(sign for _, sign in group))
        for style, group in groupby(pairs, lambda pair: pair[0])
    ]


# Advice in the panel: answers, what each is worth, and its reasons, the weightiest first.


REASONS = 6
"""The most reasons of an answer; the others weigh next to nothing."""
FIGURE = 5
"""Columns of a reason's figure, as `+12.3`."""
UNSAID = "One look ahead, by rule of thumb: no reasons are known for this choice."
ALIKE = "Nothing tells these apart yet: any will do."


def advice_lines(  # noqa: PLR0913 - the advice and the room it has
    decision: Decision,
    answers: Sequence[Advice],
    chosen: int,
    unit: str,
    width: int,
    height: int,
) -> list[Line]:
    """Return the answers, best first, each in a sentence, with as many reasons as have room.

    `chosen` is the index of the answer that is shown in the orders; -1 for none. `unit` is what
    worths are counted in.
    """

    def lines(most: Sequence[int], parted: bool = False) -> list[Line]:
        return list(_lines(decision, answers, chosen, unit, width, most, parted))

    # One more reason for each answer in turn, so that none takes the room of the others.
    most = [0] * len(answers)
    for place in [*range(len(answers))] * REASONS:
        more = [*most[:place], most[place] + 1, *most[place + 1 :]]
        most = more if len(lines(more)) <= height else most
    parted = lines(most, parted=True)
    return parted if len(parted) <= height else lines(most)[:height]


def picks(keymap: Keymap, screen: str, action: str, count: int) -> str:
    """Return the keys that show `count` answers, as `1-3`."""
    named = keymap.named(screen, action)
    keys = [shown(key) for key in named.keys[:count]] if named else []
    return "-".join(dict.fromkeys((keys[0], keys[-1]))) if keys else keymap.key(screen, "down")


def _lines(  # noqa: PLR0913 - the advice and the room it has
    decision: Decision,
    answers: Sequence[Advice],
    chosen: int,
    unit: str,
    width: int,
    most: Sequence[int],
    parted: bool,
) -> Iterator[Line]:
    for place, each in enumerate(answers):
        if parted and place:
            yield ()
        yield from _answer(decision, each, place, place == chosen, width)
        for row in wrap(f"{standing(each, answers, unit)}.", width - 4):
            yield (("text", f"    {row}"),)
        said = telling_reason(each, answers)
        rest = [reason for reason in telling(each, answers) if not said or _about(reason, said)]
        for reason in rest[: most[place]]:
            yield from _reason(reason, width)
    if not any(each.reasons for each in answers):
        alike = len({each.worth for each in answers}) == 1 < len(answers)
        yield from ((("dim", row),) for row in wrap(ALIKE if alike else UNSAID, width))


def _answer(
    decision: Decision, each: Advice, place: int, chosen: bool, width: int
) -> Iterator[Line]:
    rows = wrap(decision.describe(each.option, each.dial, each.at), width - 4)
    for number, row in enumerate(rows):
        lead = f"{'>' if chosen else ' '}{place + 1}. " if number == 0 else "    "
        if chosen:
            yield fitted((("chosen", f"{lead}{row}"),), width, "chosen")
        else:
            yield (("head", f"{lead}{row}"),)


def _about(reason: Reason, said: Reason) -> bool:
    """Tell whether a reason is another one than that which the sentence has said."""
    return (reason.term, reason.words) != (said.term, said.words)


def _reason(reason: Reason, width: int) -> Iterator[Line]:
    style = "ok" if reason.worth > 0 else "warning"
    for number, row in enumerate(wrap(reason.words, width - FIGURE - 4)):
        figure = _signed(reason.worth) if number == 0 else ""
        yield ((style, f"   {figure:>{FIGURE}} "), ("text", row))


def _signed(worth: float) -> str:
    """Return a figure with its sign and one decimal; too small a figure is 0.0 without one."""
    return f"{worth:+.1f}" if abs(worth) >= LEAST else "0.0"
