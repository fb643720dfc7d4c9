"""Quick score of choosing an initiative card, in points: what the card itself says it is worth."""

from __future__ import annotations

import engine.systems.oak_iron.turn.rules  # noqa: F401 - each effect says what its card is worth
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.machine.card_worth import CARD_WORTH, NextTurn
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State

INITIATIVE = 0.08
"""Points for each point of a card's value, for the chance to go first."""
NEAR = 10.0
"""Distance in inches to the nearest enemy within which the next turn brings a fight."""
ANY_CARD = 0.2
"""Points for a card of a user's own that says nothing of its worth."""


def choice(view: State, squadron: str, card: str) -> float:
    """Return the score of a card for a squadron in the next turn; 0 for an unknown card."""
    record = book().cards.get(card)
    if record is None:
        return 0.0
    worth = CARD_WORTH.get(card)
    effect = worth(_next_turn(view, squadron)) if worth else ANY_CARD
    return INITIATIVE * record.value + effect


def _next_turn(view: State, squadron: str) -> NextTurn:
    ships = tuple(ship for ship in view.own_ships(squadron) if ship.fights)
    formed = in_formation(view, squadron)
    return NextTurn(
        ships=len(ships),
        fight=sum(_nearest(view, ship) <= NEAR for ship in ships),
        formed=len(formed),
        tired=sum(ship.fatigue > 0 for ship in ships if ship.id in formed),
        empty=sum(len(ship.reload) for ship in ships if ship.id in formed),
        idle=sum(len(ship.reload) for ship in ships),
        weary=sum(ship.fatigue / ship.fatigue_boxes for ship in ships),
        loose=sum(ship.id not in formed for ship in ships),
    )


def _nearest(view: State, ship: Ship) -> float:
    return min((distance(view, ship.id, foe.id) for foe in enemies(view, ship.id)), default=99.0)
