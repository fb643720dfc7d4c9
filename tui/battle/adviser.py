"""Adviser: thinks in a thread of its own, so that keys are answered meanwhile.

There is one such thread for all screens of a process: on a host, who asks for much waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.kernel.battle import AnyGame
from engine.review.contrast import distinct

P = ParamSpec("P")
T = TypeVar("T")

MOST = 3
"""The answers that are advised at once."""
_thread = ThreadPoolExecutor(1, "adviser")


async def think(work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """Return what a piece of work comes to, done when those before it are."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_thread, lambda: work(*args, **named))


class Adviser:
    """Advice on one question at a time, as a view shows it."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._about: tuple[Any, Decision] | None = None
        self.answers: tuple[Advice, ...] = ()
        """The best answers that clearly differ, best first; () until they are found."""
        self.chosen = -1
        """The place of the answer that is on the chart; -1 before one is."""

    def about(self, view: Any, decision: Decision) -> bool:
        """Tell whether this is the question that advice was asked on."""
        return self._about == (view, decision)

    @property
    def view(self) -> Any:
        """What the question was asked on."""
        return self._about[0] if self._about else None

    @property
    def decision(self) -> Decision | None:
        """The question."""
        return self._about[1] if self._about else None

    def after(self, step: int) -> int:
        """Return the place of the next answer, or of the one before; after the last the first."""
        if self.chosen < 0:
            return min(0, step) % len(self.answers)
        return (self.chosen + step) % len(self.answers)

    def turn_to(self, view: Any, decision: Decision) -> None:
        """Take a question on: what was found on another one is no answer to it."""
        self._about, self.answers, self.chosen = (view, decision), (), -1

    async def advise(self, seed: int, position: int) -> bool:
        """Find answers to the question; False when another one was taken on meanwhile."""
        from engine.players.advice import advise
        from engine.review.hindsight import own_random

        question = self._about

        def found() -> tuple[Advice, ...]:
            if question is None or self._about is not question:  # nobody wants to know any more
                return ()
            view, decision = question
            random = own_random(seed, position, decision.seat)
            return distinct(decision, advise(self._game, view, decision, random), MOST)

        answers = await think(found)
        if self._about is not question:
            return False
        self.answers = answers
        return True
