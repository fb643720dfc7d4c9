"""A moment of the rules at which cards work, and what is at work on a ship."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from engine.oak_iron.records import book
from engine.oak_iron.state import Ship, Squadron, State

F = TypeVar("F", bound=Callable[..., Any])


class Moment(Generic[F]):
    """The effects that work at one moment, by the id of the card or rule that they come from."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._effects: dict[str, F] = {}
        MOMENTS[name] = self

    def __call__(self, *sources: str) -> Callable[[F], F]:
        """Register an effect under the ids of its cards or rules."""

        def enter(effect: F) -> F:
            for source in sources:
                assert source not in self._effects, f"{source} is registered twice at {self.name}"
                self._effects[source] = effect
            return effect

        return enter

    def __contains__(self, source: str) -> bool:
        return source in self._effects

    def __getitem__(self, source: str) -> F:
        return self._effects[source]

    def on(self, state: State, ship: Ship) -> Iterator[tuple[str, F]]:
        """Yield (source, effect) of everything at work on a ship, in the order of `at_work`."""
        effects = self._effects
        for source in at_work(state, ship):
            if source in effects:
                yield source, effects[source]

    def of(self, state: State, squadron: str) -> Iterator[tuple[str, F]]:
        """Yield (source, effect) of everything at work for a squadron as a whole."""
        effects = self._effects
        for source in for_squadron(state, state.squadrons[squadron]):
            if source in effects:
                yield source, effects[source]

    @property
    def sources(self) -> frozenset[str]:
        """The ids registered at this moment."""
        return frozenset(self._effects)


MOMENTS: dict[str, Moment[Any]] = {}
"""Every moment by its name."""


SQUADRON_WIDE = frozenset(
    {
        "clever",
        "defender",
        "dogged",
        "pompous",
        "raider",
        "superior_coordination",
        "tactician",
    }
)
"""The admirals' keywords that work for the squadron; the others work for the ship he is on."""


def at_work(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ids of all that works on a ship: its own, its squadron's, events."""
    squadron = state.squadrons[ship.squadron]
    return (*abilities(state, ship), *for_squadron(state, squadron))


def abilities(state: State, ship: Ship) -> tuple[str, ...]:
    """Return the ids of a ship's own: special rules, options, upgrades, who commands her.

    An upgrade's keywords follow it. The captain of a flagship has no say while the
    admiral is aboard (Oak & Iron ch. 4, Transfer Flag).
    """
    own = (*book().ships[ship.type].special_rules, *ship.options)
    squadron = state.squadrons[ship.squadron]
    if squadron.admiral and squadron.flagship == ship.id:
        own += tuple(word for word in keywords(squadron) if word not in SQUADRON_WIDE)
    elif ship.commander:
        own += book().commanders[ship.commander].keywords
    for upgrade in ship.upgrades:
        own += (upgrade, *book().upgrades[upgrade].keywords)
    return own


def for_squadron(state: State, squadron: Squadron) -> tuple[str, ...]:
    """Return the ids of what works for a whole squadron.

    Its face-up card and what that borrows, events in force, the rules of its faction, the
    admiral's keywords that reach beyond his ship, and its conditions.
    """
    face_up = (squadron.face_up,) if squadron.face_up else ()
    cards = (*face_up, *(squadron.borrowed or ()))
    wide = tuple(word for word in keywords(squadron) if word in SQUADRON_WIDE)
    nation = book().factions[squadron.faction].rules if squadron.faction else ()
    return (*cards, *state.events_in_force, *nation, *wide, *squadron.conditions)


def keywords(squadron: Squadron) -> tuple[str, ...]:
    """Return the keywords of a squadron's admiral, none once he is lost."""
    return book().admirals[squadron.admiral].keywords if squadron.admiral else ()


def name_of(source: str) -> str:
    """Return the name of a card or rule for the explanation of a sum."""
    records = book()
    for kind in (
        records.cards,
        records.rules,
        records.upgrades,
        records.keywords,
        records.faction_rules,
        records.events,
        records.conditions,
    ):
        if source in kind:
            return str(kind[source].name)
    return source.replace("_", " ").capitalize()
