"""Effect of an initiative card in the coming fight, as terms of the evaluation.

Gun fire is computed by the rules themselves, with the card at work and without. Effects on crews,
sails and boarders are heuristics, one for each card or group of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.formation import in_formation
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.coming_fight import ComingFight
from engine.systems.oak_iron.thinking.measure.relief import rested
from engine.systems.oak_iron.thinking.measure.weights import Values
from engine.systems.oak_iron.victory import strike

CardTerms = Callable[[ComingFight], Values]
CARD_TERMS: Final[dict[str, CardTerms]] = {}
"""The heuristic of a card's effects other than on gun fire, by card id."""
IN_TIME: Final = 0.5
"""Chance that an enemy is in reach at the moment when a card grants an attack."""
HAND: Final = 0.3
"""Worth in points of the Crew Action that an attack granted by a card replaces."""
STAGGERED: Final = 0.4
"""Chance that a crew fails the test of Raise the Black."""
SPREAD: Final = 0.4
"""Chance that the flagship rallies and a friend then passes the test of Zeal."""
CLOSE: Final = 8.0
"""Gap in inches to the nearest enemy within which shifting a ship's place helps."""


def effect(coming: ComingFight, card: str) -> Values:
    """Return the terms of a card's effect in the coming fight."""
    then = _at_work(coming, card)
    found = {
        "card_fire": coming.fire(then) - coming.fire(),
        "card_guard": coming.danger(then) - coming.danger(),
    }
    return {**found, **(CARD_TERMS[card](coming) if card in CARD_TERMS else {})}


def _at_work(coming: ComingFight, card: str) -> State:
    """Return the forecast's view with a card at work: face up, crews rested, sides loaded."""
    view, key = coming.view, coming.squadron
    own = replace(view.squadrons[key], face_up=card)
    ships = dict(view.ships)
    for ship in _concerned(coming, card):
        if card in RESTING and ship.fatigue:
            ships[ship.id] = replace(ship, fatigue=ship.fatigue - 1)
        if card in LOADING:
            ships[ship.id] = replace(ship, reload=ship.reload[1:])
    return replace(view, squadrons={**view.squadrons, key: own}, ships=ships)


RESTING: Final = ("take_courage", "intrepid", "double_rations", "doughty")
"""Cards that remove Fatigue."""
LOADING: Final = ("reload", "fast_loaders")
"""Cards that load a side."""
IN_LINE: Final = ("take_courage", "reload", "fleet_maneuver", "fire_as_she_bears")
"""Cards that work only for ships in Formation."""


def _concerned(coming: ComingFight, card: str) -> list[Ship]:
    """Return the ships that a card works on, by the places where they lie now."""
    view, key = coming.view, coming.squadron
    ships = [view.ships[ship.id] for ship in coming.ships]
    if card in IN_LINE:
        formed = in_formation(view, key)
        return [ship for ship in ships if ship.id in formed]
    if card in ("intrepid", "zeal"):
        flag, musket = view.squadrons[key].flagship, book().measures.musket
        there = flag in view.ships and view.ships[flag].afloat
        return [ship for ship in ships if there and within(distance(view, ship.id, flag), musket)]
    if card == "doughty":
        struck = view.squadrons[key].strike_points_last_turn or strike.points(view, key)
        return ships if struck else []
    return ships


def card_terms(
    *cards: str,
) -> Callable[[Callable[[ComingFight, str], Values]], Callable[..., Values]]:
    """Register a function as the heuristic of some cards."""

    def enter(look: Callable[[ComingFight, str], Values]) -> Callable[..., Values]:
        for card in cards:
            CARD_TERMS[card] = lambda coming, card=card: look(coming, card)  # type: ignore[misc]
        return look

    return enter


def _near(coming: ComingFight, ships: Iterable[Ship], inches: float) -> int:
    return sum(within(coming.gap(ship.id), inches) for ship in ships)


@card_terms(*RESTING)
def _rests(coming: ComingFight, card: str) -> Values:
    relief = (rested(coming.view, ship)["rested"] for ship in _concerned(coming, card))
    return {"rested": sum(relief)}


@card_terms(*LOADING)
def _loads(coming: ComingFight, card: str) -> Values:
    return {"loading": float(sum(bool(ship.reload) for ship in _concerned(coming, card)))}


@card_terms("down")
def _down(coming: ComingFight, card: str) -> Values:
    return {"card_bound": float(sum(coming.engaged(ship.id) for ship in coming.ships))}


@card_terms("rolling_broadsides")
def _rolls(coming: ComingFight, card: str) -> Values:
    fire = (IN_TIME * coming.of(ship.id) - HAND for ship in coming.ships)
    return {"card_attack": sum(max(0.0, each) for each in fire)}


@card_terms("elan", "heavy_musket_volley")
def _arms(coming: ComingFight, card: str) -> Values:
    tires = card == "heavy_musket_volley"
    fire = (IN_TIME * coming.arms(ship.id, card, tires) - HAND for ship in coming.ships)
    return {"card_attack": sum(max(0.0, each) for each in fire)}


@card_terms("fire_as_she_bears")
def _as_she_bears(coming: ComingFight, card: str) -> Values:
    fire = sum(coming.of(ship.id) for ship in _concerned(coming, card))
    return {"card_attack": IN_TIME * fire}


@card_terms("small_arms")
def _small_arms(coming: ComingFight, card: str) -> Values:
    pistol = book().measures.pistol
    near = [ship for ship in coming.ships if within(coming.gap(ship.id), pistol)]
    return {"card_attack": IN_TIME * sum(coming.arms(ship.id, card, True) for ship in near)}


@card_terms("fleet_maneuver", "adjust_position", "engage_more_closely", "swift_vessels")
def _shifts(coming: ComingFight, card: str) -> Values:
    return {"card_way": float(_near(coming, _concerned(coming, card), CLOSE))}


@card_terms("favorable_wind")
def _fair_wind(coming: ComingFight, card: str) -> Values:
    # Speed helps to close, and is a hindrance once ships are in range: hence the minus.
    near = sum(coming.engaged(ship.id) for ship in coming.ships)
    return {"card_way": len(coming.ships) - 1.5 * near}


@card_terms("shoals_ahead")
def _over_shoals(coming: ComingFight, card: str) -> Values:
    shoals = any(piece.kind == "shoal" for piece in coming.view.terrain)
    return {"card_way": float(shoals * len(coming.ships))}


@card_terms("lured_into_the_shoals")
def _lures(coming: ComingFight, card: str) -> Values:
    return {"card_way": float(any(coming.engaged(ship.id) for ship in coming.ships))}


@card_terms("boat_assault", "expert_boarding", "boarding_through_the_smoke", "boarders_away")
def _boards(coming: ComingFight, card: str) -> Values:
    return {"card_board": float(_near(coming, coming.ships, book().measures.pistol))}


@card_terms("repel_boarders")
def _repels(coming: ComingFight, card: str) -> Values:
    view = coming.view
    held = sum(
        any(view.opposed(foe, ship.id) for foe in view.holds(ship.id)) for ship in coming.ships
    )
    # Twice the weight of a chance to board: these fights are certain.
    return {"card_board": 2.0 * held}


@card_terms("raise_the_black")
def _daunts(coming: ComingFight, card: str) -> Values:
    musket = book().measures.musket
    foes = {pair.foe for pair in coming.pairs if within(pair.inches, musket)}
    return {"fatigue": STAGGERED * sum(not coming.view.ships[foe].shaken for foe in foes)}


@card_terms("zeal")
def _cheers(coming: ComingFight, card: str) -> Values:
    flag = coming.view.squadrons[coming.squadron].flagship
    friends = [ship for ship in _concerned(coming, card) if ship.id != flag]
    return {"rested": SPREAD * sum(rested(coming.view, ship)["rested"] for ship in friends)}
