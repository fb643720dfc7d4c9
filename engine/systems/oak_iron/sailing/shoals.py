"""Ships that pass over a shoal, and the check for running aground (Oak & Iron ch. 5, Shoals).

A ship is checked once, at the end of a change of pose that took her over a shoal;
Change Heading, Cut Free and the move itself count as one change.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.space.plane.pose import Pose
from engine.space.plane.wake import wake
from engine.systems.oak_iron.damage.harm import drop_party
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import KNOWN_WATER, SHOAL_DICE
from engine.systems.oak_iron.machine.ledger import Ledger, count
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import area, hull
from engine.systems.oak_iron.state.dice_pool import Pool
from engine.systems.oak_iron.state.state import Ship, State

OVER = 0.0001
"""Square inches that a base must cover of a shoal: less is an edge that touches, or rounding."""


def pose_changed(ledger: Ledger, moved: ev.ShipMoved) -> None:
    """Write a change of pose: the ship loses her landing party, and a shoal on the way is noted."""
    ship = ledger.state.ships[moved.ship]
    crosses = not ship.over_shoal and crossed(ledger.state, ship, (*moved.via, moved.pose))
    ledger.write(moved)
    drop_party(ledger, moved.ship)
    if crosses:
        ledger.write(ev.PassedShoal(moved.ship))


def crossed(state: State, ship: Ship, poses: Sequence[Pose]) -> bool:
    """Tell whether a way through some poses takes a ship over a shoal that can hurt her."""
    banks = [area(piece) for piece in state.terrain if piece.kind == "shoal"]
    if not banks or not dice(state, ship).dice:
        return False
    covered = wake(hull(ship), poses)
    return any(
        covered.intersects(bank) and covered.intersection(bank).area > OVER for bank in banks
    )


def dice(state: State, ship: Ship) -> Pool:
    """Return the dice of a ship's check: her printed Fortitude; 0 when she ignores shoals."""
    known = next((source for source, ignores in KNOWN_WATER.on(state, ship) if ignores()), "")
    if known:
        return Pool(0, (name_of(known),))
    total = book().ships[ship.type].fortitude
    reasons = [f"fortitude {total}"]
    for source, change in SHOAL_DICE.on(state, ship):
        total += change()
        reasons.append(f"{name_of(source)} {change():+d}")
    return Pool(max(total, 0), tuple(reasons))


def sound(ledger: Ledger, ship_id: str) -> None:
    """Check a ship that has passed over a shoal; one that is aground already rolls nothing."""
    ship = ledger.state.ships[ship_id]
    if not ship.over_shoal or not ship.afloat:
        return
    rolled = dice(ledger.state, ship).dice
    struck = False
    if rolled and not ship.aground:
        struck = count(ledger.roll("shoals", ship_id, rolled), "shoals") > 0
    ledger.write(ev.ShoalCleared(ship_id))
    if struck:
        ledger.write(ev.WentAground(ship_id))
