"""Strike points against ships: when a squadron has had enough. Ch. 4, End Phase."""

from __future__ import annotations

from engine.systems.oak_iron.effects.strike_points import loss, more_borne, shame
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.victory import scoring


def worth(state: State, ship: Ship) -> int:
    """Return the strike points that a ship gives its own squadron.

    1 while crippled, 2 once sunk, captured or Out of Action; 3 for a flagship in
    the turn of its loss, where that rule is on. A ship that sailed off gives none.
    """
    if ship.lost == "left":
        return 0
    if ship.lost or ship.captured_by or ship.out_of_action:
        return (3 if _fresh_flagship(state, ship) else 2) + loss(state, ship)
    return 1 if ship.crippled else 0


def points(state: State, squadron: str) -> int:
    """Return the strike points of a squadron now. Oak & Iron ch. 4, Strike Points."""
    return (
        sum(worth(state, ship) for ship in state.own_ships(squadron))
        + shame(state, squadron)
        + scoring.points(state, squadron)
    )


def counts(ship: Ship, squadron: str) -> bool:
    """Tell whether a ship counts towards the ship total of a squadron.

    Its own ships do that are on the table and neither Out of Action, Captured nor
    Aground, and so do its prizes.
    """
    if ship.captured_by:
        return ship.captured_by == squadron and ship.afloat
    there = ship.afloat or ship.awaited
    sound = there and not ship.out_of_action and not ship.aground
    return sound and ship.squadron == squadron


def total(state: State, squadron: str) -> int:
    """Return the ships that strike points are held against. Oak & Iron ch. 4, End Phase step 2."""
    return sum(counts(ship, squadron) for ship in state.ships.values())


def borne(state: State, squadron: str) -> int:
    """Return the strike points that a squadron bears; one more, and it withdraws."""
    return total(state, squadron) + more_borne(state, squadron)


def _fresh_flagship(state: State, ship: Ship) -> bool:
    squadron = state.squadrons[ship.squadron]
    if not state.rules.flagship_points or squadron.flagship != ship.id:
        return False
    return squadron.flagship_lost_turn in (0, state.turn)
