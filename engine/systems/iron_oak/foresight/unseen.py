"""What is not seen: cards that the enemy may hold, and what the enemy knows by night."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import NamedTuple

from engine.systems.iron_oak.cards.hand import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import name, other_side, own_units, public_id
from engine.systems.iron_oak.gunnery.shot import seen
from engine.systems.iron_oak.gunnery.targets import why_not_fire
from engine.systems.iron_oak.state.state import COVERED, Section, Ship, State, Unit

# What the enemy may hold: the cards that lie nowhere in sight, counted by kind.
#
# Iron & Oak 1.3.2, 3.4.
#
# Exact for a hand drawn blindly. An enemy who replaces the cards that he needs least holds rather
# better ones than that.


class MayHold(NamedTuple):
    """A kind of card: how many lie nowhere in sight, and the chance that he holds one at least."""

    kind: str
    unseen: int
    chance: float


def unseen(view: State) -> tuple[int, ...]:
    """Return the cards that lie nowhere in sight; those that one has set aside oneself do."""
    move, shot = view.move, view.shot
    seen = {*view.discarded, *view.deck, *view.set_aside}
    for side in view.sides.values():
        seen.update(side.hand, side.aside or ())
    seen.update(ship.springs for ship in view.ships.values())
    seen.update((move.quick, move.slow, move.target_quick, move.target_slow) if move else ())
    seen.update((*shot.cards, shot.misfire) if shot else ())
    return tuple(card for card in book().cards if card not in seen)


def may_hold(view: State, side: str) -> tuple[MayHold, ...]:
    """Return what a side whose hand is covered may hold, the likeliest first; () for others."""
    hand = view.sides[side].hand
    hidden = sum(card == COVERED for card in hand)
    if not hidden:
        return ()
    left = unseen(view)
    every = comb(len(left), hidden)
    kinds = Counter(kind_of(card) for card in left)
    found = [
        MayHold(kind, count, 1 - comb(len(left) - count, hidden) / every)
        for kind, count in kinds.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.chance, each.kind)))


# What the enemy knows by night: counters told, gunfire seen, whence one is fired at.
#
# Iron & Oak 8.6.


def shown_by_night(state: State, unit: Unit) -> str:
    """Return what the other side knows of a unit, and who may fire at it now."""
    if isinstance(unit, Ship) and unit.hidden:
        return f"hidden, seen as {public_id(unit).replace('_', ' ')}; nobody may fire at her"
    why = "burns" if unit.fires else "her gunfire was seen" if unit.fired else "dark"
    range_ = "2 boxes away" if seen(unit) else "1 box away"
    firers = [
        name(enemy)
        for enemy in own_units(state, other_side(unit.control))
        if (isinstance(enemy, Section) or (enemy.kind == "ship" and enemy.on_map))
        and not why_not_fire(state, enemy, unit)
    ]
    text = f"told, {why}: may be fired at from up to {range_}"
    return text + (f"; now by {', '.join(firers)}" if firers else "")
