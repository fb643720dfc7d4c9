"""What is asked once more before an answer is taken, and which answer is offered first.

One rule for screens, lines at home and lines of a host: the game says what an answer costs for good
(`Answering.harm`), and Enter never says yes to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec.structs import replace

from engine.game.answer import Answer
from engine.game.command import Given
from engine.game.decision import Decision, Dial, Option
from engine.game.game import Game
from engine.game.question import Question
from engine.game.sheet import Sheet

Harm = Callable[[Answer], str]
"""Returns what an answer to the open question costs for good; '' for nothing."""
NAMED = 2
"""Slots that are named when they are filled in as proposed; of more only the number is told."""
TRIES = 24
"""Values of a dial that are tried for one without harm, from its rest outwards."""


def cost(game: Game, view: Any, question: Question, given: Given) -> str:
    """Return what is told before an answer is taken; '' where it is taken at once.

    What it costs for good, else the label of an option that gives up what else could be done.
    """
    if told := game.answering.harm(view, question, given):
        return told
    if not isinstance(question, Decision) or not isinstance(given, Answer):
        return ""
    option = question.option(given.option)
    return option.label if option.ends and len(question.options) > 1 else ""


def filled_in(sheet: Sheet, by_program: Collection[str]) -> str:
    """Return in words which slots of a sheet the program has filled in; '' for none."""
    labels = [slot.label for slot in sheet.slots if slot.id in by_program]
    if not labels:
        return ""
    if len(labels) <= NAMED:
        return f"{' and '.join(labels)} as proposed, not by you"
    return f"{len(labels)} of {len(sheet.slots)} answers as proposed, not by you"


def harmless_first(decision: Decision, harm: Harm) -> Decision:
    """Return a decision with the options last that do harm whatever their dial says.

    So the order with number 1 is none of them, unless all are.
    """
    clear = {o.id: clear_dial(decision, o, harm) is not None for o in decision.options}
    if all(clear.values()) or not any(clear.values()):
        return decision
    options = sorted(decision.options, key=lambda option: not clear[option.id])
    return replace(decision, options=tuple(options))


def first_order(decision: Decision, harm: Harm) -> tuple[int, float | None]:
    """Return the index and dial of the answer to highlight first: one without harm.

    An option that spends what does not come back is left to whoever asks for it. Where every
    answer does harm, the first stays.
    """
    rest = decision.dial.rest if decision.dial else None
    keeping = [at for at, option in enumerate(decision.options) if not option.spends] or [0]
    for at in keeping:
        found = clear_dial(decision, decision.options[at], harm)
        if found is not None:
            return at, rest if found.dial is None else found.dial
    return keeping[0], rest


def clear_dial(decision: Decision, option: Option, harm: Harm) -> Answer | None:
    """Return an option with the value nearest to the dial's rest that does no harm, or None."""
    if option.area:
        return Answer(option.id)
    dial = decision.dial if option.dial else None
    values = _outwards(dial) if dial else iter((None,))
    answers = (Answer(option.id, value) for value in values)
    return next((each for each in answers if not harm(each)), None)


def _outwards(dial: Dial) -> Iterator[float | None]:
    """Yield values of a dial, its rest first, then on either side of it."""
    steps = max(1, round((dial.high - dial.low) / dial.step / TRIES))
    values = dict.fromkeys(
        dial.turned(dial.rest, side * steps * n) for n in range(TRIES + 1) for side in (1, -1)
    )
    yield from values
