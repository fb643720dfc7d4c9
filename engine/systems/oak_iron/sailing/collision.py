"""A moving base meets another base or land (Oak & Iron ch. 5, Collisions).

In the quick start no dice are rolled: the struck ship is pushed away as after a roll
without results.
"""

from __future__ import annotations

from engine.systems.oak_iron.damage.harm import take_damage
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.ledger import Ledger, count
from engine.systems.oak_iron.sailing.grapple import entangle
from engine.systems.oak_iron.sailing.shoals import pose_changed, sound
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import hull, hulls, obstacles, solids
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.table.alongside import come_alongside
from engine.systems.oak_iron.table.away import directly_away

NEGLIGIBLE = 0.001
"""Inches below which a way is rounding, not a move: no event is written for it."""


def collide(ledger: Ledger, mover: str, struck: tuple[str, ...], dice: int) -> None:
    """Resolve a collision of a ship that has stopped at first contact.

    `struck` holds the ids of ships and pieces of land; `dice` is the speed of the move that
    caused it. The mover's own check for shoals comes with the end of her move.
    """
    ledger.write(ev.Collided(mover, struck))
    ships = tuple(sorted(key for key in struck if key in ledger.state.ships))
    if len(ships) < len(struck):
        strike_land(ledger, mover)
    if not ships:
        return
    if not ledger.state.rules.quick_start and dice > 0:
        faces = ledger.roll("collision", mover, dice)
        if count(faces, "collision_damage"):
            take_damage(ledger, mover, 1)
        if count(faces, "collision_fouling"):
            foul(ledger, mover, ships)
            return
    for ship in ships:
        shove_apart(ledger, mover, ship)
        sound(ledger, ship)


def strike_land(ledger: Ledger, mover: str) -> None:
    """Put a ship on the rocks: 1 damage, Aground, Anchored."""
    take_damage(ledger, mover, 1)
    if not ledger.state.ships[mover].aground:
        ledger.write(ev.WentAground(mover))
    if ledger.state.ships[mover].sail != "anchored":
        ledger.write(ev.SailChanged(mover, "anchored"))


def foul(ledger: Ledger, mover: str, ships: tuple[str, ...]) -> None:
    """Entangle the mover with the ships it touches; if it is one ship, lay it alongside."""
    state = ledger.state
    if len(ships) == 1:
        target = hull(state.ships[ships[0]])
        blocked = {key: base for key, base in obstacles(state, mover).items() if key != ships[0]}
        ways = come_alongside(hull(state.ships[mover]), target, blocked, state.table.size)
        if ways and ways[0] != state.ships[mover].pose:
            pose_changed(ledger, ev.ShipMoved(mover, "alongside", ways[0]))
    entangle(ledger, mover, ships)


def shove_apart(ledger: Ledger, mover: str, struck: str) -> None:
    """Move the struck ship a Yard Arm Directly Away; the mover goes the part that it cannot go."""
    wanted = book().measures.yard_arm
    rest = wanted - _give_way(ledger, struck, mover, wanted)
    if rest > NEGLIGIBLE:
        _give_way(ledger, mover, struck, rest)


def _give_way(ledger: Ledger, ship_id: str, other: str, inches: float) -> float:
    if inches <= NEGLIGIBLE or not _free_to_move(ledger.state, ship_id):
        return 0.0
    return move_away(ledger, ship_id, (other,), inches)


def _free_to_move(state: State, ship_id: str) -> bool:
    return not state.ships[ship_id].aground and not state.holds(ship_id)


def move_away(ledger: Ledger, ship_id: str, leaving: tuple[str, ...], inches: float) -> float:
    """Slide a ship Directly Away from others, and return how many inches it went.

    It stops at contact or at the table's edge; 0 when there is no such way.
    """
    state = ledger.state
    bases = {**hulls(state, ship_id), **solids(state)}
    left = {key: bases[key] for key in leaving}
    swept = directly_away(hull(state.ships[ship_id]), left, inches, bases, state.table.size)
    if swept is None or swept.travelled <= NEGLIGIBLE:
        return 0.0
    pose_changed(ledger, ev.ShipMoved(ship_id, "away", swept.pose))
    return swept.travelled
