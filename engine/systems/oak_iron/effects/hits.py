"""Effects on what an attack's roll does: hits, added dice, Fatigue, range (Oak & Iron ch. 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.terms import (
    AttackKind,
    Band,
    Symbol,
)
from engine.systems.oak_iron.effects.fortitude import NEAR
from engine.systems.oak_iron.effects.gun_dice import Firing
from engine.systems.oak_iron.machine.card_worth import worth
from engine.systems.oak_iron.machine.moment import Moment
from engine.systems.oak_iron.state.bases import hull
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.point_of_sail import from_weather

GUNS = ("broadside", "partial_fire")
MELEES = ("close_combat", "landing_party")
"""The kinds of attack by guns and small arms, and those hand to hand."""

DAMAGING: Moment[Callable[[AttackKind], tuple[Symbol, ...]]] = Moment("damaging")
"""(kind) to the symbols of which two or more in the roll are 1 damage."""

MORE_DICE: Moment[Callable[[AttackKind, Band], tuple[Symbol, ...]]] = Moment("more_dice")
"""(kind, reach) to the symbols that add a die each; any of them on those dice is 1 Fatigue."""

BITTER: Moment[Callable[[AttackKind], int]] = Moment("bitter")
"""(kind) to the Fatigue added to a target that took any."""


SHARPER: Moment[Callable[[State, Ship, Ship, Band], tuple[Symbol, ...]]] = Moment("sharper")
"""(state, firer, target, reach) to further symbols that are hits when guns fire at the hull."""

BLUNTED: Moment[Callable[[AttackKind], tuple[Symbol, ...]]] = Moment("blunted")
"""(kind) to the only symbols that are hits on a ship; () when all are."""

AGAIN: Moment[Callable[[Band], tuple[Symbol, ...]]] = Moment("again")
"""(reach) to the symbols that add a die each, also on added dice."""

PRESSED: Moment[Callable[[AttackKind, Band], int]] = Moment("pressed")
"""(kind, reach) to the Fatigue added to an attack with any hit."""


@SHARPER("lee_gage_fire")
@worth(lee_gage_fire=lambda turn: 0.2 * turn.fight)
def lee_gage_fire(state: State, firer: Ship, target: Ship, reach: Band) -> tuple[Symbol, ...]:
    """Lee Gage Fire: muskets at Cannon Shot, at a ship that lies wholly upwind."""
    if reach != "cannon" or firer.aground or firer.sail == "anchored":
        return ()
    edge, table = state.table.weather_edge, state.table.size
    own, other = (
        [from_weather(corner, edge, table) for corner in hull(ship).corners]
        for ship in (firer, target)
    )
    return book().dice.counts["lee_gage_fire"] if max(other) <= min(own) else ()


@BLUNTED("repel_boarders")
@worth(repel_boarders=lambda turn: 0.1 * turn.fight)
def repel_boarders(kind: AttackKind) -> tuple[Symbol, ...]:
    """Repel Boarders: skulls alone in Close Combat."""
    return book().dice.counts["repel_boarders"] if kind == "close_combat" else ()


@AGAIN("long_range_gunnery")
@worth(long_range_gunnery=lambda turn: 0.3 * turn.fight)
def long_range_gunnery(reach: Band) -> tuple[Symbol, ...]:
    """Long Range Gunnery: cannons at Cannon Shot, or what fog makes of it."""
    return book().dice.counts["long_range_gunnery"] if reach in ("cannon", "beyond") else ()


@PRESSED("aggression")
@worth(aggression=lambda turn: 0.5 * turn.fight)
def aggression(kind: AttackKind, reach: Band) -> int:
    """Aggression: 1 at Musket Shot or closer."""
    return int(kind in MELEES or reach in NEAR)


@DAMAGING("expert_gunners")
def expert_gunners(kind: AttackKind) -> tuple[Symbol, ...]:
    """Expert Gunners: two skulls of a Broadside or Partial Fire."""
    return book().dice.counts["expert_gunners"] if kind in GUNS else ()


@MORE_DICE("marksmen")
def marksmen(kind: AttackKind, reach: Band) -> tuple[Symbol, ...]:
    """Marksmen: muskets at Musket Shot or closer and in Close Combat."""
    near = kind == "close_combat" or (kind in GUNS and reach in NEAR)
    return book().dice.counts["marksmen_trigger"] if near else ()


@BITTER("brutal")
def brutal(kind: AttackKind) -> int:
    """Brutal: 1 more in Close Combat."""
    return int(kind == "close_combat")


def damaging_symbols(state: State, ship: Ship, kind: AttackKind) -> tuple[Symbol, ...]:
    """Return the symbols of which two or more in a ship's roll are 1 damage."""
    return _symbols(symbols(kind) for _, symbols in DAMAGING.on(state, ship))


def more_dice(state: State, ship: Ship, kind: AttackKind, reach: Band) -> tuple[Symbol, ...]:
    """Return the symbols that add a die each to a ship's attack."""
    return _symbols(symbols(kind, reach) for _, symbols in MORE_DICE.on(state, ship))


def fatigue_if_any_taken(state: State, ship: Ship, kind: AttackKind) -> int:
    """Return the Fatigue that a ship's attack adds to a target that took any."""
    return sum(points(kind) for _, points in BITTER.on(state, ship))


def hit_symbols(state: State, attack: Firing, printed: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """Return the symbols that are hits in an attack at the hull, given the printed ones."""
    more = _symbols(
        symbols(state, attack.attacker, attack.target, attack.reach)
        for _, symbols in SHARPER.on(state, attack.attacker)
        if attack.kind in GUNS
    )
    hits = tuple(dict.fromkeys((*printed, *more)))
    for _, symbols in BLUNTED.on(state, attack.target):
        if only := symbols(attack.kind):
            hits = tuple(symbol for symbol in hits if symbol in only)
    return hits


def repeat_symbols(state: State, ship: Ship, reach: Band) -> tuple[tuple[Symbol, ...], str]:
    """Return (symbols, card): what adds a die each to a ship's attack, also on added dice."""
    found = [(symbols(reach), source) for source, symbols in AGAIN.on(state, ship)]
    return next(((symbols, source) for symbols, source in found if symbols), ((), ""))


def fatigue_if_any_hit(state: State, ship: Ship, kind: AttackKind, reach: Band) -> int:
    """Return the Fatigue that a ship's attack adds when it hits at all."""
    return sum(points(kind, reach) for _, points in PRESSED.on(state, ship))


def count_showing(faces: Sequence[Symbol], symbols: tuple[Symbol, ...]) -> int:
    """Return the number of faces that show one of some symbols."""
    return sum(face in symbols for face in faces)


def _symbols(found: Iterable[tuple[Symbol, ...]]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(symbol for symbols in found for symbol in symbols))


DIM: Moment[Callable[[], bool]] = Moment("dim")
"""() to whether every attack counts its range as if through fog."""


@DIM("reduced_visibility")
def reduced_visibility() -> bool:
    """Reduced Visibility: one band farther."""
    return True
