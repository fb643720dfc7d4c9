"""A ram or spar torpedo over all its dice: contact, Hits of both, beak, fouling, what follows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.fold import put_ship
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import card, original_hits
from engine.systems.iron_oak.foresight.crossing_t import hits
from engine.systems.iron_oak.foresight.route import Passage, attack_here
from engine.systems.iron_oak.gunnery.locations import armour, shield
from engine.systems.iron_oak.gunnery.odds import chance, faces, ways
from engine.systems.iron_oak.movement.ram import ram_drm, ram_margin
from engine.systems.iron_oak.movement.rolls import contact_roll
from engine.systems.iron_oak.state.state import Attack, Ship, State

OPENED = -4
"""The shield of a waterline that a torpedo has opened."""
Blows = dict[tuple[int, int], float]
"""The chance of Hits on the target and on the attacker, as many as each can take."""


class RamOdds(NamedTuple):
    """An attack foreseen; all beyond `way` if she makes contact."""

    way: Passage
    blows: Blows
    sinks: float
    sunk: float
    beak: float
    """The chance that her ram is broken."""
    fouled: float
    mine: float
    """Hits on average of a shot after it, over the bow."""
    hers: float
    """Hits on average of the target's answer at point blank, if she does not leave the box."""

    @property
    def dealt(self) -> float:
        """Hits on the target in the mean."""
        return sum(dealt * share for (dealt, _), share in self.blows.items())

    @property
    def taken(self) -> float:
        """Hits on the attacker in the mean."""
        return sum(taken * share for (_, taken), share in self.blows.items())


def ram_odds(state: State, ship: Ship, target: Ship, kind: Attack) -> RamOdds:
    """Return an attack by `ram`, `spar` or `ram_and_spar`, the torpedo first (Iron & Oak 5.6)."""
    left, own_left = original_hits(target) - target.hits, original_hits(ship) - ship.hits
    way = attack_here(state, ship, contact_roll(state, ship, target).chance)
    first = [(target, 0, 0, 1.0)] if kind == "ram" else list(_torpedo(target, left, own_left))
    blows: Blows = defaultdict(float)
    beak = fouled = 0.0
    for struck, dealt, taken, share in first:
        if kind == "spar" or dealt >= left or taken >= own_left:
            blows[dealt, taken] += share
            both = dealt < left and taken < own_left
            fouled += share * both * _fails("fouling_spar") * (kind == "spar")
            continue
        for (more, own), each in _rammed(ship, struck).items():
            end = min(left, dealt + more), min(own_left, taken + own)
            blows[end] += share * each
            whole = end[1] < own_left
            beak += share * each * whole * _fails("beak") * ("ram" not in ship.criticals)
            fouled += share * each * whole * (end[0] < left) * _fails("fouling")
    close = replace(ship, rammed=(*ship.rammed, target.id))
    after = put_ship(state, close)
    return RamOdds(
        way=way,
        blows=dict(blows),
        sinks=sum(share for (dealt, _), share in blows.items() if dealt >= left),
        sunk=sum(share for (_, taken), share in blows.items() if taken >= own_left),
        beak=beak,
        fouled=fouled,
        mine=hits(after, close, target),
        hers=hits(after, target, close),
    )


def _fails(check: str) -> float:
    here = book().tables.checks[check]
    return 1 - chance(here.challenge, here.response)


def _torpedo(target: Ship, left: int, own_left: int) -> Iterator[tuple[Ship, int, int, float]]:
    """Yield what a spar torpedo leaves: the target as the ram finds her, Hits of both, the chance.

    Iron & Oak 5.6.2.
    """
    table, check = book().tables.torpedoes, book().tables.checks["spar"]
    goes_off = chance(check.challenge, check.response)
    yield target, 0, 0, 1 - goes_off
    opened = replace(target, shields={**target.shields, "WL": OPENED})
    counts = Counter(
        (min(left, dealt), min(own_left, taken)) for dealt in table.spar for taken in table.own_spar
    )
    for (dealt, taken), count in counts.items():
        yield opened, dealt, taken, goes_off * count / counts.total()


def _rammed(ship: Ship, target: Ship) -> Blows:
    """Return the blows of ram dice against waterline dice."""
    dice, guard = card(ship).ram, armour(target, "WL").dice
    drm, worn = ram_drm(ship), shield(target, "WL")
    found: Blows = defaultdict(float)
    for attack, mine in faces(dice):
        for defence, theirs in faces(guard):
            blow = ram_margin(max(1, attack + drm), max(1, defence + worn))
            found[blow] += mine * theirs / (ways(dice) * ways(guard))
    return found
