"""Counts what cards did in battles by watching their functions while commands are decided.

An effect counts if the rules called it while they carried out something, not while they listed
options, and if it returned a value that changes something.
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
"""Moments (hooks of the rules) whose effect has worked whenever it returns a value."""

FORBIDS = frozenset({"hidden_at"})
"""Moments (hooks of the rules) whose effect removes options, so that it also counts while options
are listed."""


class Witness:
    """Counts (moment, source) of the effects that worked, such as a card at a hook of the rules."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self._doing = 0

    def watch(self) -> None:
        """Watch all effects and steps from now on, until the process ends."""
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
        """Return a step's handler that also records whether the rules now carry out something
        (`doing`).
        """

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
    """Switch off all effects at a moment (hook of the rules) for the block."""
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
