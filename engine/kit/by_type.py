"""Registries of functions: by the type of a value, or by a moment of the rules.

Caches per state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from operator import is_
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast, get_args

from engine.base.text import capitalized
from engine.game.chart import Tableau
from engine.game.parts.words import Happening
from engine.kit.dataset import current_dataset

# Functions found by the type of a value: one small function per command or event.


F = TypeVar("F", bound=Callable[..., Any])


class ByType(Generic[F]):
    """A registry of functions by type.

    Decorators beside each rule fill it.

    >>> describes = ByType("describes")
    >>> @describes(int)
    ... def _number(value): return f"the number {value}"
    >>> describes.of(7)(7)
    'the number 7'
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._functions: dict[type, F] = {}

    def __call__(self, *kinds: type) -> Callable[[F], F]:
        """Register a function for values of these types; a type has only one function."""

        def enter(function: F) -> F:
            for kind in kinds:
                known = self._functions.setdefault(kind, function)
                assert known is function, f"{self.name}: {kind.__name__} is registered twice"
            return function

        return enter

    def of(self, value: object) -> F:
        """Return the function for a value's type; raises `KeyError` when there is none."""
        return self._functions[type(value)]

    def get(self, value: object) -> F | None:
        """Return the function for a value's type, or None."""
        return self._functions.get(type(value))

    @property
    def kinds(self) -> frozenset[type]:
        """The types that have a function."""
        return frozenset(self._functions)

    def missing(self, kinds: object) -> set[str]:
        """Return the names of the types in a union that have no function; called by tests."""
        wanted: Iterable[type] = get_args(kinds) or (kinds,)
        return {kind.__name__ for kind in wanted if kind not in self._functions}


Telling = Callable[[Any, Any, str], str]
"""A function that takes (state before the event, event, reader's seat) and returns one line of the
log, or ''."""


class LogFormatters(ByType[Telling]):
    """A registry for the log of a game: for an event type, the function that writes its line.

    Events of other types are not logged.
    """

    def line(self, before: Any, event: Any, seat: str = "") -> str:
        """Return one line with what a seat may know of an event; '' when it is not worth a line."""
        telling = self.get(event)
        return capitalized(telling(before, event, seat)) if telling is not None else ""


class Happenings(ByType[Any]):
    """A registry for the story of a game: for an event type, a function of (before, event).

    `before` is the state before the event, or another object that the game makes from that state
    and passes to `happening`.
    """

    def happening(self, before: Any, event: object) -> Happening | None:
        """Return what the story tells of an event; None for most events."""
        tell = self.get(event)
        found: Happening | None = tell(before, event) if tell is not None else None
        return found


class Pictures(ByType[Any]):
    """A registry for the pictures of a game.

    It has for an event type a function of (state before the event, event).
    """

    def tableau(self, before: Any, event: object) -> Tableau | None:
        """Return the picture of an event; None for most events."""
        pictured = self.get(event)
        found: Tableau | None = pictured(before, event) if pictured is not None else None
        return found


# A hook: a moment in the rules at which cards or special rules take effect, and the effects
# registered for it.


class Moment(Generic[F]):
    """The effects of cards and rules at one moment of the rules, such as when a range is measured.

    Each is registered under the id of its card or rule.

    >>> range_of_guns = Moment("range_of_guns", {})
    >>> @range_of_guns("long_guns")
    ... def farther(inches): return inches + 2
    >>> [effect(9) for _, effect in range_of_guns.among(("long_guns", "yare"))]
    [11]
    """

    def __init__(self, name: str, moments: dict[str, Any]) -> None:
        """Make a moment, and add it under its name to `moments`, all moments of a system."""
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
        """Return (source, effect) for each of these cards and rules that has an effect at this
        moment.

        The order is that of `sources`. Cached by the tuple of sources: a ship's sources are the
        same for all shots of a turn.
        """
        found = self._found.get(sources)
        if found is None:
            effects = self._effects
            found = tuple((source, effects[source]) for source in sources if source in effects)
            self._found[sources] = found
        return found

    @property
    def sources(self) -> frozenset[str]:
        """The ids of the cards and rules that have an effect registered here."""
        return frozenset(self._effects)


# A cache of results for the latest state. Each shot that is evaluated for a decision needs the same
# facts about one state. States never change, so the results are valid as long as the state and the
# data set are the same.


class HasId(Protocol):
    """An item of a state with an id of its own, such as a ship."""

    @property
    def id(self) -> str:
        """The item's id."""


P = ParamSpec("P")
R = TypeVar("R")
A = TypeVar("A", bound=Callable[[Any], Any])
S = TypeVar("S")


_NAMED, _UNKNOWN = object(), object()


def cached_per_state(
    ask: Callable[Concatenate[S, P], R],
) -> Callable[Concatenate[S, P], R]:
    """Cache the results of a function of a state, by its other arguments.

    When it is called with another state, the cache is emptied. One state is enough: a decision asks
    about one state, and a lookahead finishes with a state before it moves to the next.
    """
    last: list[tuple[S, Any, dict[object, R]]] = []

    @wraps(ask)
    def answer(state: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        # The cache is read once and replaced as a whole, because other threads may replace it too.
        data, now = current_dataset(), last[0] if last else None
        if now is None or now[0] is not state or now[1] is not data:
            last[:] = [now := (state, data, {})]
        # This runs thousands of times per decision; keyword arguments are rare.
        key = (_NAMED, args, *kwargs.items()) if kwargs else args
        found = now[2].get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = now[2][key] = ask(state, *args, **kwargs)
        return cast("R", found)

    return answer


RECENT = 4
"""The number of results that `cached_while` keeps: a film needs the result for the current entry
and, to draw the smoke, for the previous one."""


def cached_while(parts: Callable[[Any], tuple[object, ...]]) -> Callable[[A], A]:
    """Cache a function of a state: a result is used again while `parts(state)` has the same
    objects.

    Used for marks that are drawn in every entry of a film: most entries change none of the parts.
    Parts are compared by identity, because comparing them by value would take as long as drawing.
    """

    def cached(ask: A) -> A:
        known: list[tuple[tuple[object, ...], Any]] = []

        @wraps(ask)
        def answer(state: Any, /) -> Any:
            now = parts(state)
            for had, found in tuple(known):
                if all(map(is_, had, now)):
                    return found
            found = ask(state)
            known[:] = [(now, found), *known[: RECENT - 1]]
            return found

        return cast("A", answer)

    return cached


Item = TypeVar("Item", bound=HasId)


def cached_each(
    parts: Callable[[S], tuple[object, ...]], shown: Callable[[S, Item], object]
) -> Callable[[Callable[[S, Item], R]], Callable[[S, Iterable[Item]], list[R]]]:
    """Cache a function of a state and one of its items, and let it take many items.

    It is used for ships: an entry of the log changes only a few of sixty ships. The result for an
    item is used again while the item and the objects of `parts(state)` are the same, or while
    `shown(state, item)`, which has all that the function uses, is equal. Only the latest result of
    each id is kept.
    """

    def cached(ask: Callable[[S, Item], R]) -> Callable[[S, Iterable[Item]], list[R]]:
        latest: list[tuple[object, ...]] = []
        known: dict[str, tuple[tuple[object, ...], Item, object, R]] = {}

        @wraps(ask)
        def answers(state: S, items: Iterable[Item], /) -> list[R]:
            now = parts(state)
            if latest and len(latest[0]) == len(now) and all(map(is_, latest[0], now)):
                now = latest[0]  # compared by identity below
            else:
                latest[:] = [now]
            found = []
            for item in items:
                each = known.get(item.id)
                if each is None or each[0] is not now or each[1] is not item:
                    seen = shown(state, item)
                    made = each[3] if each and each[2] == seen else ask(state, item)
                    each = known[item.id] = now, item, seen, made
                found.append(each[3])
            return found

        return answers

    return cached
