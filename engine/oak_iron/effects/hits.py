"""Effects on what an attack does once its roll stands (Oak & Iron ch. 4, Attack Phase)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.oak_iron.effects.fortitude import NEAR
from engine.oak_iron.effects.moment import Moment
from engine.oak_iron.records import book
from engine.oak_iron.state import Ship, State, Symbol

GUNS = ("broadside", "partial_fire")

DAMAGING: Moment[Callable[[str], tuple[Symbol, ...]]] = Moment("damaging")
"""(kind) to the symbols of which two or more in the roll are 1 damage."""

MORE_DICE: Moment[Callable[[str, str], tuple[Symbol, ...]]] = Moment("more_dice")
"""(kind, reach) to the symbols that add a die each; any of them on those is 1 Fatigue."""

BITTER: Moment[Callable[[str], int]] = Moment("bitter")
"""(kind) to the Fatigue that is added for a ship that took any."""


@DAMAGING("expert_gunners")
def expert_gunners(kind: str) -> tuple[Symbol, ...]:
    """Expert Gunners: two skulls of a Broadside or Partial Fire."""
    return book().dice.counts["expert_gunners"] if kind in GUNS else ()


@MORE_DICE("marksmen")
def marksmen(kind: str, reach: str) -> tuple[Symbol, ...]:
    """Marksmen: muskets at Musket Shot or closer and in Close Combat."""
    near = kind == "close_combat" or (kind in GUNS and reach in NEAR)
    return book().dice.counts["marksmen_trigger"] if near else ()


@BITTER("brutal")
def brutal(kind: str) -> int:
    """Brutal: 1 more in Close Combat."""
    return int(kind == "close_combat")


def damaging(state: State, ship: Ship, kind: str) -> tuple[Symbol, ...]:
    """Return the symbols of which two or more in a ship's roll are 1 damage."""
    return _symbols(symbols(kind) for _, symbols in DAMAGING.on(state, ship))


def more_dice(state: State, ship: Ship, kind: str, reach: str) -> tuple[Symbol, ...]:
    """Return the symbols that add a die each to a ship's attack."""
    return _symbols(symbols(kind, reach) for _, symbols in MORE_DICE.on(state, ship))


def bitterness(state: State, ship: Ship, kind: str) -> int:
    """Return the Fatigue that a ship's attack adds for one that took any."""
    return sum(points(kind) for _, points in BITTER.on(state, ship))


def showing(faces: Sequence[Symbol], symbols: tuple[Symbol, ...]) -> int:
    """Return how many faces show one of some symbols."""
    return sum(face in symbols for face in faces)


def _symbols(found: Iterable[tuple[Symbol, ...]]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(symbol for symbols in found for symbol in symbols))
