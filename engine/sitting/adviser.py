"""Computations about the open question: the forecast for the highlighted option, advice, and the
coach's warnings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from engine.base.errors import Refused, no_more_threads
from engine.game.chart import Mark
from engine.game.decision import Advice, Answer, Decision, in_units
from engine.game.game import Game, Given
from engine.game.parts.screen import Preview
from engine.game.question import Question, Sheet
from engine.kernel.seen import PlayedBattle
from engine.sitting.orders import Orders

if TYPE_CHECKING:
    from concurrent.futures import Executor


# Forecast: the result of the highlighted option, computed once for each answer.


class Overlaid(Protocol):
    """A chart that may have an overlay (a picture about one ship, shown by a key)."""

    def overlaid_ship(self) -> str:
        """Return the key of the ship that the overlay is about."""


class Highlighting(Protocol):
    """The attributes of a screen's session that a forecast reads."""

    @property
    def game(self) -> Any:
        """The game system."""

    @property
    def view(self) -> Any:
        """The battle's state as the seat with the open question may see it."""

    @property
    def orders(self) -> Orders | None:
        """The person's unfinished answer to the open question, with the highlighted option."""

    @property
    def playing(self) -> Any:
        """Whether an animation is being played."""

    @property
    def seen(self) -> bool:
        """Whether the person may see the position now."""

    @property
    def turning(self) -> bool:
        """Whether the dial is being turned."""

    @property
    def chart(self) -> Overlaid:
        """The chart of the session."""


class Forecast:
    """The preview of the highlighted option (marks on the chart, words), and why its piece may not
    be placed.
    """

    def __init__(self, session: Highlighting) -> None:
        self.session = session
        self._found: tuple[Any, Preview, str] = (None, Preview(), "")
        """A cache of the latest preview, since chart, panel and prompt of one frame all need it."""
        self._ahead: tuple[Any, dict[str, tuple[Mark, ...] | None]] = (None, {})
        """A cache of overlays as they would be after the highlighted option: {overlay: marks}."""
        self._rested: tuple[Mark, ...] = ()
        """The slow marks for the value at which the dial last stopped; they stay while it is
        turned."""

    def preview(self) -> Preview:
        """Return the preview of the highlighted option; an empty one if there is none."""
        session = self.session
        orders = session.orders
        if orders is None or session.playing or not session.seen:
            return Preview()
        # The decision is part of the key, because all slots of a sheet share one orders object.
        stamp = (id(session.view), orders, orders.decision, orders.answer)
        if self._found[0] != stamp:
            asked = session.view, orders.decision, orders.answer
            answering = session.game.answering
            why_not = answering.why_not(*asked) if orders.at else ""
            try:
                preview = session.game.screen.preview(*asked)
            except Refused:  # the place is outside the area of the decision
                preview = Preview()
            self._found = (stamp, preview, why_not)
        return self._found[1]

    def why_not(self) -> str:
        """Return why the highlighted option's piece may not be placed at its current place; '' if
        it may.
        """
        return self._found[2] if self.preview() is self._found[1] else ""

    def marks(self) -> Sequence[Mark]:
        """Return the marks of the preview on the chart.

        While a dial is turned, only marks that are fast to compute change with it; the other marks
        stay as they were.
        """
        found = self.preview()
        if found.quick_marks is None or not self.session.turning:
            return found.marks
        return (*self._rested, *found.quick_marks)

    def cache_costly_part(self) -> None:
        """Cache the marks that are slow to compute, before the dial is turned further."""
        found = self.preview()
        quick = found.quick_marks
        costly = () if quick is None else (mark for mark in found.marks if mark not in quick)
        self._rested = tuple(costly)

    def overlay_ahead(self, overlay: str) -> tuple[Mark, ...] | None:
        """Return an overlay's marks as they would be after the highlighted option.

        None if the overlay would not change, or if the overlay shows another ship than the
        question's; the overlay then shows the current state.
        """
        session, orders = self.session, self.session.orders
        if orders is None or self.preview() is not self._found[1]:
            return None
        if orders.decision.ship != session.chart.overlaid_ship():
            return None
        if self._ahead[0] != self._found[0]:
            self._ahead = self._found[0], {}
        drawn = self._ahead[1]
        if overlay not in drawn:
            asked = session.view, overlay, orders.decision, orders.answer
            drawn[overlay] = session.game.screen.overlay_ahead(*asked)
        return drawn[overlay]


# Adviser and coach: both compute outside the event loop, so that the screen stays responsive.
#
# At home one thread computes for all screens. A host gives each connection its own executor
# (`think_by`), which uses worker processes and a queue that is fair between persons, so that one
# person's advice does not slow down other battles.


P = ParamSpec("P")
T = TypeVar("T")

MOST = 3
"""Advice on one question shows at most this many answers."""
MUCH = 1.0
"""At first the coach warns of an order that is worse than the best one by this many points."""
QUIETER = 1.5
"""The factor by which the coach's threshold, at first `MUCH`, grows after each warning."""
MOST_SLOTS = 4
"""The coach judges only this many lines of a sheet, since to judge the orders of sixty ships would
take minutes."""


@cache
def _thread() -> Executor:
    """Return the thread for advice. It is started when first used, so that it does not delay the
    first frame.
    """
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1, "adviser")


class Thinks(Protocol):
    """A callable that runs a slow function without blocking the event loop."""

    async def __call__(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Run a function and return its result; meanwhile the event loop answers keys."""


_way: ContextVar[Thinks | None] = ContextVar("way", default=None)
"""The function that runs slow work for the current connection of a host; None at home. Tasks that
the connection starts inherit this variable."""


def think_by(way: Thinks) -> None:
    """Set the function by which the current task, and tasks that it starts, run slow functions."""
    _way.set(way)


async def think(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Run a slow function without blocking the event loop, and return its result.

    At home, calls run one after another in one thread.

    Pass a function of a module with its arguments, not a closure: only such a function can be sent
    to a worker process of a host.
    """
    if way := _way.get():
        return await way(work, *args, **named)
    loop = asyncio.get_running_loop()
    try:
        found = loop.run_in_executor(_thread(), lambda: work(*args, **named))
    except RuntimeError as error:
        if not no_more_threads(error):
            raise
        return work(*args, **named)  # this blocks all keys, which is better than no advice
    return await found


def best_answers(
    game: Game, view: Any, decision: Decision, seed: int, position: int
) -> tuple[Advice, ...]:
    """Return clearly different answers to a question, best first, each with its worth in the unit
    that players read.

    The random numbers follow from the battle's `seed` and `position`, so that the advice at a
    position is always the same.
    """
    from engine.players.player import advise
    from engine.review.hindsight import distinct_answers, own_random

    random, size = own_random(seed, position, decision.seat), game.thinking.unit_size
    found = distinct_answers(decision, advise(game, view, decision, random), MOST)
    return tuple(in_units(each, size) for each in found)


def best_fills(game: Game, view: Any, sheet: Sheet, seed: int, position: int) -> tuple[Advice, ...]:
    """Return the best draft of a sheet as a tuple with one element; () if the game does not advise
    on sheets.
    """
    from engine.review.hindsight import own_random

    found = game.thinking.advice(view, sheet, own_random(seed, position, sheet.seat))[:1]
    return tuple(in_units(each, game.thinking.unit_size) for each in found)


class Adviser:
    """Advice on one question at a time, computed from the view of the seat that is asked."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._about: tuple[Any, Decision] | None = None
        self.answers: tuple[Advice, ...] = ()
        """Clearly different answers, best first; () until they are found."""
        self.chosen = -1
        """The index of the answer that the chart shows; -1 for none."""

    def about(self, view: Any, decision: Decision) -> bool:
        """Tell whether advice was requested on this question, with this view."""
        return self._about == (view, decision)

    @property
    def view(self) -> Any:
        """The view for which advice was requested; None before the first request."""
        return self._about[0] if self._about else None

    @property
    def decision(self) -> Decision | None:
        """The question on which advice was requested; None before the first request."""
        return self._about[1] if self._about else None

    def after(self, step: int) -> int:
        """Return the index of the answer `step` places further; after the last comes the first."""
        if self.chosen < 0:
            return min(0, step) % len(self.answers)
        return (self.chosen + step) % len(self.answers)

    def turn_to(self, view: Any, decision: Decision) -> None:
        """Request advice on another question, and drop the advice on the question before."""
        self._about, self.answers, self.chosen = (view, decision), (), -1

    async def advise(self, seed: int, position: int) -> bool:
        """Compute the answers to the question, and store them in `answers`.

        Return False when another question has replaced this question in the meantime.
        """
        question = self._about
        if question is None:
            return False
        answers = await think(best_answers, self._game, *question, seed, position)
        if self._about is not question:
            return False
        self.answers = answers
        return True


class Coach:
    """The coach: warns a person of costly answers in a battle against the computer.

    The coach evaluates answers as advice does, from the seat's own view. With time the warnings
    become rarer, since each warning raises the threshold for the next one.
    """

    def __init__(self, battle: PlayedBattle) -> None:
        self.battle = battle
        self.much = MUCH
        self._told: object = None
        """The order against which the coach warned last; a player who gives this order again is not
        warned again."""

    async def warning(self, seat: str, asked: Sequence[tuple[Decision, Answer]]) -> str:
        """Return a warning about a costly answer of a seat; '' for any other answer."""
        # Imported here, because a battle starts faster without the code for hindsight.
        from engine.review.hindsight import answer_cost, own_random, warning_text

        about = (self.battle.position, tuple((each.slot, answer) for each, answer in asked))
        if not asked or about == self._told:
            return ""
        game, view = self.battle.game, self.battle.view(seat)
        several = len(asked) > 1
        worst, sentence = 0.0, ""
        for decision, answer in asked:
            random = own_random(self.battle.seed, self.battle.position, seat)
            cost, reason = await think(answer_cost, game, view, decision, answer, random)
            if cost > worst:
                whose = f"{decision.ship or decision.slot}, " if several else ""
                worst, sentence = cost, f"{whose}{warning_text(cost, reason, game.thinking)}"
        if worst < self.much:
            return ""
        self._told = about
        self.much *= QUIETER
        return f"The coach: {sentence}."


def coached_answers(question: Question, given: Given) -> list[tuple[Decision, Answer]]:
    """Return pairs (question, answer) that the coach judges.

    For a decision this is the whole answer; for a sheet, only its first `MOST_SLOTS` lines.
    """
    if isinstance(question, Decision):
        if len(question.options) > 1 and isinstance(given, Answer):
            return [(question, given)]
        return []
    draft = given if isinstance(given, Mapping) else {}
    found = ((slot, draft.get(slot.id)) for slot in question.slots[:MOST_SLOTS])
    return [
        (question.as_decision(slot), answer)
        for slot, answer in found
        if answer is not None and answer.option and len(slot.options) > 1
    ]
