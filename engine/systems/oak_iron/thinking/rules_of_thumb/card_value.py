"""Quick score of choosing an initiative card: a fixed formula for each card, in points."""

from __future__ import annotations

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.in_formation import in_formation
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State

INITIATIVE = 0.08
"""Points for each point of a card's value, for the chance to go first."""
NEAR = 10.0
"""Distance in inches to the nearest enemy within which the next turn brings a fight."""
ANY_CARD = 0.2
"""Points for a card that the table does not name."""


def choice(view: State, squadron: str, card: str) -> float:
    """Return the score of a card for a squadron in the next turn; 0 for an unknown card."""
    record = book().cards.get(card)
    if record is None:
        return 0.0
    ships = tuple(ship for ship in view.own_ships(squadron) if ship.fights)
    return INITIATIVE * record.value + _effect(view, squadron, card, ships)


def _effect(view: State, squadron: str, card: str, ships: tuple[Ship, ...]) -> float:
    fight = sum(_nearest(view, ship) <= NEAR for ship in ships)
    formed = in_formation(view, squadron)
    tired = sum(ship.fatigue > 0 for ship in ships if ship.id in formed)
    empty = sum(len(ship.reload) for ship in ships if ship.id in formed)
    weary = sum(ship.fatigue / ship.fatigue_boxes for ship in ships)
    loose = sum(ship.id not in formed for ship in ships)
    idle = sum(len(ship.reload) for ship in ships)
    # Guesses: how much a card does for a ship, times the number of ships it can do it for.
    values = {
        "effective_fire": 0.7 * fight,
        "careful_aim": 0.3 * fight,
        "rolling_broadsides": 0.8 * fight,
        "adjust_position": 0.3 * fight,
        "down": 0.5 * weary + 0.1 * fight,
        "fire_as_she_bears": 0.8 * min(fight, len(formed)),
        "small_arms": 0.3 * fight,
        "take_courage": 0.5 * tired,
        "reload": 0.6 * empty,
        "fleet_maneuver": 0.3 * len(formed),
        "superior_firepower": 1.3 * fight,
        "seize_the_opportunity": 1.3 * min(fight, loose),
        "engage_more_closely": 0.9 * fight,
        "elan": 0.6 * fight,
        "heavy_musket_volley": 0.4 * fight,
        "aggression": 0.5 * fight,
        "resilient": 0.4 * fight,
        "repel_boarders": 0.1 * fight,
        "deception": 0.2 * len(ships),
        "bravado": 0.8 * weary,
        "zeal": 0.3 * weary,
        "intrepid": 0.6 * weary,
        "doughty": 0.6 * weary,
        "double_rations": 0.6 * weary,
        "raise_the_black": 0.4 * fight,
        "fast_loaders": 0.6 * idle,
        "favorable_wind": 0.3 * (len(ships) - fight),
    }
    return values.get(card, ANY_CARD)


def _nearest(view: State, ship: Ship) -> float:
    return min((distance(view, ship.id, foe.id) for foe in enemies(view, ship.id)), default=99.0)
