"""Adviser: thinks in a thread of its own, so that keys are answered meanwhile.

There is one such thread for all screens of a process: on a host, who asks for much waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from engine.battle import AnyGame
from engine.contrast import distinct
from engine.counsel import Counsel
from engine.decision import Decision

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
        self.answers: tuple[Counsel, ...] = ()
        """The best answers that clearly differ, best first; () until they are found."""

    def about(self, view: Any, decision: Decision) -> bool:
        """Tell whether this is the question that advice was asked on."""
        return self._about == (view, decision)

    async def advise(self, view: Any, decision: Decision, seed: int, position: int) -> bool:
        """Find answers to a question; False when another one was asked on meanwhile."""
        from engine.hindsight import own_random
        from engine.players.advice import advise

        question = self._about = view, decision
        self.answers = ()

        def found() -> tuple[Counsel, ...]:
            if self._about is not question:  # it waited until nobody wants to know any more
                return ()
            random = own_random(seed, position, decision.seat)
            return distinct(decision, advise(self._game, view, decision, random), MOST)

        answers = await think(found)
        if self._about is not question:
            return False
        self.answers = answers
        return True
