"""Strike points against ships: when a squadron withdraws (Oak & Iron ch. 4, End Phase)."""

from __future__ import annotations

from engine.systems.oak_iron.effects.strike_points import loss, more_borne, shame
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.victory import scoring


def worth(state: State, ship: Ship) -> int:
    """Return the strike points that a ship gives its own squadron.

    1 while Crippled; 2 once sunk, captured or Out of Action; 3 for a flagship in the turn of
    its loss, where that rule is on. A ship that sailed off the table gives none.
    """
    if ship.lost == "left":
        return 0
    if ship.lost or ship.captured_by or ship.out_of_action:
        return (3 if _fresh_flagship(state, ship) else 2) + loss(state, ship)
    return 1 if ship.crippled else 0


def points(state: State, squadron: str) -> int:
    """Return the strike points of a squadron now (Oak & Iron ch. 4, Strike Points).

    Those of its ships, of cards, and of the objective.
    """
    return (
        sum(worth(state, ship) for ship in state.own_ships(squadron))
        + shame(state, squadron)
        + scoring.points(state, squadron)
    )


def counts(ship: Ship, squadron: str) -> bool:
    """Tell whether a ship counts towards the ship total of a squadron.

    Its own ships do while they are on the table, or still to come, and not Out of Action,
    Captured or Aground. Its prizes do while they are on the table.
    """
    if ship.captured_by:
        return ship.captured_by == squadron and ship.afloat
    if ship.squadron != squadron:  # told at once of most ships of a fleet
        return False
    there = ship.afloat or ship.awaited
    return there and not ship.out_of_action and not ship.aground


def total(state: State, squadron: str) -> int:
    """Return the number of ships that strike points are compared with.

    Oak & Iron ch. 4, End Phase.
    """
    return sum(counts(ship, squadron) for ship in state.ships.values())


def borne(state: State, squadron: str) -> int:
    """Return the most strike points with which a squadron does not yet withdraw."""
    return total(state, squadron) + more_borne(state, squadron)


def _fresh_flagship(state: State, ship: Ship) -> bool:
    """Tell whether a ship is a flagship lost this turn, under the rule that counts it for 3."""
    squadron = state.squadrons[ship.squadron]
    if not state.rules.flagship_points or squadron.flagship != ship.id:
        return False
    return squadron.flagship_lost_turn in (0, state.turn)
