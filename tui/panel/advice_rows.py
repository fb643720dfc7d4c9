"""Advice in the panel: the best answers, each with its worth and its reasons, the weightiest
first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from engine.base.text import capitalized
from engine.game.decision import Advice, Decision, advice_heading, differences, reason_text
from tui.input.keys import Keymap, key_text
from tui.terminal.page import Line, fitted

REASONS = 6
"""The maximum number of reasons for an answer; further ones would hardly count."""
UNSAID = "The computer chose by a rule of thumb, one move ahead; it has no reasons to give."
ALIKE = "These answers are equally good: take any."


def advice_title(answers: Sequence[Advice]) -> str:
    """Return the heading above advised answers; it says what stands in brackets, if anything
    does.
    """
    dialled = any(each.dial is not None for each in answers)
    return "Advice, dial in [ ]" if dialled else "Advice"


def advice_lines(  # noqa: PLR0913 - the advice and the room it has
    decision: Decision,
    answers: Sequence[Advice],
    chosen: int,
    unit: str,
    width: int,
    height: int,
    harms: Sequence[str] = (),
) -> list[Line]:
    """Return lines with the advised answers, best first, and as many reasons as fit.

    `chosen` is the index of the answer that is highlighted among the orders; -1 for none. `unit` is
    the unit of the worth of an answer, such as damage. `harms` has the permanent harm that each
    answer would do, '' for none: Enter would ask about it.
    """

    def lines(most: Sequence[int], parted: bool = False) -> list[Line]:
        return list(_lines(decision, answers, chosen, unit, width, most, parted, harms))

    # Grant one more reason to each answer in turn, so that every answer gets some room.
    most = [0] * len(answers)
    for place in [*range(len(answers))] * REASONS:
        more = [*most[:place], most[place] + 1, *most[place + 1 :]]
        most = more if len(lines(more)) <= height else most
    parted = lines(most, parted=True)
    return parted if len(parted) <= height else lines(most)[:height]


def picks(keymap: Keymap, screen: str, action: str, count: int) -> str:
    """Return the keys that choose among `count` advised answers, for example `1-3`."""
    named = keymap.action_named(screen, action)
    keys = [key_text(key) for key in named.keys[:count]] if named else []
    return "-".join(dict.fromkeys((keys[0], keys[-1]))) if keys else keymap.key(screen, "down")


def _lines(  # noqa: PLR0913 - the advice and the room it has
    decision: Decision,
    answers: Sequence[Advice],
    chosen: int,
    unit: str,
    width: int,
    most: Sequence[int],
    parted: bool,
    harms: Sequence[str],
) -> Iterator[Line]:
    for place, each in enumerate(answers):
        if parted and place:
            yield ()
        yield from _answer(decision, each, place, place == chosen, width)
        for row in wrap(capitalized(harms[place]), width - 4) if place < len(harms) else ():
            yield (("warning", f"    {row}"),)
        # without room for all parts of the difference, the sentence names the most telling reason
        parts = differences(each, answers, most[place]) if most[place] else ()
        for row in wrap(advice_heading(each, answers, unit, parts), width - 4):
            yield (("text", f"    {row}"),)
        for reason in parts:
            style = "ok" if reason.worth > 0 else "warning"
            for row in wrap(reason_text(reason), width - 4, subsequent_indent="  "):
                yield ((style, f"    {row}"),)
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
