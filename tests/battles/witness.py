"""What cards did in battles: their functions watched while commands are decided.

An effect counts when the rules asked for it while they did something, not while they
listed what might be done, and when it answered anything but nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

from engine.systems.oak_iron.machine import MOMENTS, RULES, Moment

WATCHED = frozenset(
    {
        "speed",
        "gun_dice",
        "facing_dice",
        "late_dice",
        "skill_dice",
        "eased",
        "steady",
        "untired",
        "target_fortitude",
        "guns_fortitude",
        "sharper",
        "blunted",
        "pressed",
        "bitter",
        "shoal_dice",
        "dim",
    }
)
"""Moments whose answers say by themselves that the effect worked."""

FORBIDS = frozenset({"hidden_at"})
"""Moments that work by what is not open: their answers count while options are listed."""


class Witness:
    """Counts (moment, source) of effects that worked."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self._doing = 0

    def watch(self) -> None:
        """Watch all effects and steps from now on, as long as the process lives."""
        for moment in MOMENTS.values():
            effects = {key: self._noted(moment, key, each) for key, each in _effects(moment)}
            _lay(moment, effects)
        for table, doing in (
            (RULES._takes, True),
            (RULES._does, True),
            (RULES._asks, False),
        ):
            table.update({step: self._gate(rule, doing) for step, rule in table.items()})

    def _noted(self, moment: Moment[Any], source: str, effect: Callable[..., Any]) -> Any:
        if moment.name not in WATCHED | FORBIDS:
            return effect
        always = moment.name in FORBIDS

        @wraps(effect)
        def noted(*words: Any) -> Any:
            answer = effect(*words)
            if answer and (always or self._doing):
                self.seen[moment.name, source] += 1
            return answer

        return noted

    def _gate(self, handler: Callable[..., Any], doing: bool) -> Any:
        """Return a step's handler that says whether something is being done."""

        @wraps(handler)
        def gated(*words: Any) -> Any:
            before, self._doing = self._doing, int(doing)
            try:
                return handler(*words)
            finally:
                self._doing = before

        return gated


@contextmanager
def without(moment: Moment[Any]) -> Iterator[None]:
    """Let no effect work at a moment until the block ends."""
    effects = dict(_effects(moment))
    _lay(moment, {})
    try:
        yield
    finally:
        _lay(moment, effects)


def _effects(moment: Moment[Any]) -> list[tuple[str, Any]]:
    return list(moment._effects.items())


def _lay(moment: Moment[Any], effects: dict[str, Any]) -> None:
    moment._effects.clear()
    moment._effects.update(effects)
    moment._found.clear()
