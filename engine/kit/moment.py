"""A moment of the rules at which cards or special rules work, and the effects registered there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Moment(Generic[F]):
    """The effects that work at one moment, by the id of the card or rule that they come from.

    >>> range_of_guns = Moment("range_of_guns", {})
    >>> @range_of_guns("long_guns")
    ... def farther(inches): return inches + 2
    >>> [effect(9) for _, effect in range_of_guns.among(("long_guns", "yare"))]
    [11]
    """

    def __init__(self, name: str, moments: dict[str, Any]) -> None:
        """Enter the moment under its name among a system's `moments`."""
        self.name = name
        self._effects: dict[str, F] = {}
        self._found: dict[tuple[str, ...], tuple[tuple[str, F], ...]] = {}
        moments[name] = self

    def __call__(self, *sources: str) -> Callable[[F], F]:
        """Register an effect under the ids of its cards or rules."""

        def enter(effect: F) -> F:
            for source in sources:
                assert source not in self._effects, f"{source} is registered twice at {self.name}"
                self._effects[source] = effect
            self._found.clear()
            return effect

        return enter

    def __contains__(self, source: str) -> bool:
        return source in self._effects

    def __getitem__(self, source: str) -> F:
        return self._effects[source]

    def among(self, sources: tuple[str, ...]) -> tuple[tuple[str, F], ...]:
        """Return (source, effect) of those sources that work at this moment, in their order.

        Cached by the sources: a ship's are the same for all the shots of a turn.
        """
        found = self._found.get(sources)
        if found is None:
            effects = self._effects
            found = tuple((source, effects[source]) for source in sources if source in effects)
            self._found[sources] = found
        return found

    @property
    def sources(self) -> frozenset[str]:
        """The ids registered at this moment."""
        return frozenset(self._effects)
