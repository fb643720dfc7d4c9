"""What a squadron's strike points are made of, and which single loss would end the battle.

Exact: it asks the rules what they would say of each ship crippled, or lost.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.kit.fold import put_ship
from engine.systems.oak_iron.effects.strike_points import shame
from engine.systems.oak_iron.state.sides import squadrons_of, summed
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.victory import scoring, strike


def entries(state: State, squadron: str) -> tuple[str, ...]:
    """Return what gives a squadron its strike points, `A2 captured 2`; () for none."""
    found = [
        f"{ship.id} {_fate(ship)} {points}"
        for ship in state.own_ships(squadron)
        if (points := strike.worth(state, ship))
    ]
    if points := shame(state, squadron):
        found.append(f"cards {points}")
    if points := scoring.points(state, squadron):
        found.append(f"objective {points}")
    return tuple(found)


def _fate(ship: Ship) -> str:
    if ship.captured_by:
        return "captured"
    if ship.lost:
        return "lost"
    return "out of action" if ship.out_of_action else "crippled"


def one_step_from(state: State, squadron: str) -> tuple[str, ...]:
    """Return the single blows by which a squadron's side would strike: `A1 crippled`, `A2 lost`.

    () where it strikes already, or where it takes more than one. Of a ship that a cripple is
    enough for, her loss is not told too.
    """
    if strikes(state, squadron):
        return ()
    cripples, losses = set(by_a_cripple(state, squadron)), set(by_a_loss(state, squadron))
    return tuple(
        f"{ship.id} {'crippled' if ship.id in cripples else 'lost'}"
        for ship in state.own_ships(squadron)
        if ship.id in cripples | losses
    )


def by_a_cripple(state: State, squadron: str) -> Iterator[str]:
    """Yield the ships that would make a side strike by being Crippled."""
    rest = _rest_of_side(state, squadron)
    for ship in state.own_ships(squadron):
        sound = not ship.crippled and not ship.captured_by and ship.afloat
        if sound and _strikes_with(put_ship(state, crippled(ship)), squadron, rest):
            yield ship.id


def by_a_loss(state: State, squadron: str) -> Iterator[str]:
    """Yield the ships that would make a side strike by being put Out of Action."""
    rest = _rest_of_side(state, squadron)
    for ship in state.own_ships(squadron):
        if ship.fights and _strikes_with(put_ship(state, wrecked(ship)), squadron, rest):
            yield ship.id


def _rest_of_side(state: State, squadron: str) -> int:
    """Return what the other squadrons of a side bear beyond their strike points.

    No boxes of a squadron's own ships change it: what a squadron scores and bears hangs on the
    ships that it began with, and on its prizes while they are afloat.
    """
    side = state.squadrons[squadron].side
    others = [key for key in squadrons_of(state, side) if key != squadron]
    return sum(strike.borne(state, key) - strike.points(state, key) for key in others)


def _strikes_with(state: State, squadron: str, rest: int) -> bool:
    """Tell what `strikes` tells, where the `rest` of the side is known."""
    return strike.points(state, squadron) > strike.borne(state, squadron) + rest


def strikes(state: State, squadron: str) -> bool:
    """Tell whether a squadron's side has more strike points than it bears.

    Oak & Iron ch. 4, End Phase.
    """
    side = state.squadrons[squadron].side
    return summed(strike.points, state, side) > summed(strike.borne, state, side)


def crippled(ship: Ship) -> Ship:
    """Return a ship with all her damage boxes marked."""
    return replace(ship, damage=ship.damage_boxes)


def wrecked(ship: Ship) -> Ship:
    """Return a ship with all her boxes marked: Out of Action."""
    return replace(ship, damage=ship.damage_boxes, fatigue=ship.fatigue_boxes)
