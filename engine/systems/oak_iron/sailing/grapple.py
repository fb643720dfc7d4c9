"""Entangled ships: which of them can fight each other, and along which edge of their bases.

Also views of a position in which a ship is elsewhere or has boarded an enemy.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.space.plane.contact import gap
from engine.space.plane.hull import Edge, Hull
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.effects.crew_actions import BOARDED
from engine.systems.oak_iron.effects.hits import mark
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import State

# Entangled ships: which of them fight each other, and along which edge (Oak & Iron ch. 4).


SHARED = 0.05
"""A side edge counts as touching another base if it touches over more than this many inches. Less
is a rounding error where only corners touch."""
NEARLY = 0.005
"""Two edges count as alongside if they are at most this many inches farther apart than the bases.
Poses are rounded to 0.0001 inches, so flush edges are not exactly parallel."""


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two ship ids in sorted order, as each pair in `State.entangled` is stored."""
    return (one, other) if one < other else (other, one)


def combat_ways(state: State, attacker: str, target: str) -> tuple[str, ...]:
    """Return the ships across which the attacker can fight Close Combat with the target; () for
    none.

    That is the target itself, if the two are Entangled; otherwise friendly wrecks (Out of Action)
    that are Entangled with both (FAQ).
    """
    held = state.holds(attacker)
    if target in held:
        return (target,)
    return tuple(
        hulk
        for hulk in held
        if state.ships[hulk].out_of_action
        and not state.opposed(attacker, hulk)
        and target in state.holds(hulk)
    )


def combat_edge(state: State, attacker: str, touched: str) -> Edge:
    """Return which edge of the attacker's base touches the other ship.

    It is a side if enough of that side touches, else bow or stern, whichever is nearer.
    """
    own, other = hull(state.ships[attacker]), hull(state.ships[touched])
    shared = {edge: _shared_length(own, edge, other) for edge in ("port", "starboard")}
    best = max(shared, key=lambda edge: shared[edge])
    if shared[best] > SHARED:
        return "port" if best == "port" else "starboard"
    from shapely import LineString

    apart = {edge: LineString(own.ends(edge)).distance(other.polygon) for edge in ("bow", "stern")}
    return "bow" if apart["bow"] <= apart["stern"] else "stern"


def _shared_length(own: Hull, edge: Edge, other: Hull) -> float:
    """Return over how many inches an edge lies along another base."""
    from shapely import LineString

    near = other.polygon.buffer(gap(own, other) + NEARLY)
    length: float = LineString(own.ends(edge)).intersection(near).length
    return length


def entangle(ledger: Ledger, ship: str, others: tuple[str, ...]) -> None:
    """Entangle a ship with other ships; a captured ship among friends is recaptured at once."""
    ledger.write(ev.Entangled(tuple(pair(ship, other) for other in others)))
    for other in others:
        recapture(ledger, ship, other)


def recapture(ledger: Ledger, one: str, other: str) -> None:
    """Give a captured ship back to her own side when she is Entangled with a friend that can fight.

    Either of the two ships may be the captured one.
    """
    for captive, friend in ((one, other), (other, one)):
        state = ledger.state
        ship, helper = state.ships[captive], state.ships[friend]
        if not ship.captured_by or helper.captured_by or helper.out_of_action:
            continue
        if state.squadrons[ship.squadron].side == state.squadrons[helper.squadron].side:
            ledger.write(ev.ShipRecaptured(captive))


def part(ledger: Ledger, pairs: tuple[tuple[str, str], ...]) -> None:
    """End the entanglement of these pairs of ships."""
    if pairs:
        ledger.write(ev.Parted(pairs))


# Hypothetical views: a ship at another pose, or alongside an enemy. For previews and evaluations.


def as_if(view: State, ship: str, pose: Pose) -> State:
    """Return the view as if the ship were at another pose; used to evaluate moves."""
    return replace(view, ships={**view.ships, ship: replace(view.ships[ship], pose=pose)})


def as_if_boarded(view: State, boarder: str, target: str, pose: Pose) -> State:
    """Return the view as if the boarder had just boarded the target: alongside her and
    Entangled.
    """
    ship = view.ships[boarder]
    # A card that works in the turn of boarding is marked as used, as in a real boarding.
    noted = tuple(mark(view, card) for card, _ in BOARDED.on(view, ship))
    alongside = replace(ship, pose=pose, used=(*ship.used, *noted))
    ships = {**view.ships, boarder: alongside}
    return replace(view, ships=ships, entangled=(*view.entangled, pair(boarder, target)))
