"""Advice in the panel: the answers, what they are worth, and their reasons, most weighty first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from engine.contrast import LEAST, telling
from engine.counsel import Counsel, Reason
from engine.decision import Decision
from tui.widgets.lines import Line, fitted

REASONS = 6
"""At most so many reasons of an answer."""
FIGURE = 5
"""Columns of a reason's figure, `+12.3`."""
UNSAID = "One look ahead; this game names no reasons."


def advice_lines(
    decision: Decision, answers: Sequence[Counsel], chosen: int, width: int, height: int
) -> list[Line]:
    """Return answers, best first, with as many reasons each as there is room for.

    `chosen` is the place of the one that is laid into the orders; -1 for none.
    """
    lines: list[Line] = []
    for most in range(REASONS, -1, -1):
        for parted in (True, False):
            lines = list(_lines(decision, answers, chosen, width, most, parted))
            if len(lines) <= height:
                return lines
    return lines[:height]


def _lines(
    decision: Decision,
    answers: Sequence[Counsel],
    chosen: int,
    width: int,
    most: int,
    parted: bool,
) -> Iterator[Line]:
    for place, each in enumerate(answers):
        if parted and place:
            yield ()
        yield from _answer(decision, each, place, place == chosen, width)
        yield (("dim", f"    {_worth(each, answers[0])}"[:width]),)
        for reason in telling(each, answers)[:most]:
            yield from _reason(reason, width)
    if not any(each.reasons for each in answers):
        yield from ((("dim", row),) for row in wrap(UNSAID, width))


def _answer(
    decision: Decision, each: Counsel, place: int, chosen: bool, width: int
) -> Iterator[Line]:
    rows = wrap(decision.told(each.option, each.dial, each.at), width - 4)
    for number, row in enumerate(rows):
        lead = f"{'>' if chosen else ' '}{place + 1}. " if number == 0 else "    "
        if chosen:
            yield fitted((("chosen", f"{lead}{row}"),), width, "chosen")
        else:
            yield (("head", f"{lead}{row}"),)


def _worth(each: Counsel, best: Counsel) -> str:
    """Return what an answer is worth, and how much less that is than the best."""
    less = best.worth - each.worth
    behind = "the best" if each is best else f"{less:.1f} less" if less >= LEAST else "as good"
    return f"worth {_signed(each.worth)}, {behind}"


def _reason(reason: Reason, width: int) -> Iterator[Line]:
    style = "ok" if reason.worth > 0 else "warning"
    for number, row in enumerate(wrap(reason.words, width - FIGURE - 4)):
        figure = _signed(reason.worth) if number == 0 else ""
        yield ((style, f"   {figure:>{FIGURE}} "), ("text", row))


def _signed(worth: float) -> str:
    """Return a figure with its sign and one decimal; nothing is 0.0."""
    return f"{worth:+.1f}" if abs(worth) >= LEAST else "0.0"
