"""Advice on crew actions and attacks of a ship as she lies, and on which ship acts next."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.game.advice import Advice
from engine.game.decision import Decision, Option
from engine.kit.cached_per_state import cached_per_state
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Sail, Ship, State
from engine.systems.oak_iron.thinking.advice import board_or_cut_free
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms, point_scale
from engine.systems.oak_iron.thinking.measure.fire_into_melee import melee_fire_terms
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import ROUGH, base, turns
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, scored, weight
from engine.systems.oak_iron.thinking.rules_of_thumb import quick_score
from engine.systems.oak_iron.thinking.rules_of_thumb.objective_task import objective_task

SHAKEN = 1.5
"""Points for being Shaken no more."""
CANVAS: Final[dict[Sail, float]] = {"anchored": 0.0, "minimal": 1.5, "battle": 2.5, "full": 1.5}
"""Points for each sail setting in a crowd, over the rest of the battle, which the search does not
see: a ship that lies still gets boarded, and under full sail no side can be loaded."""
FAR_OFF: Final[dict[Sail, float]] = {"anchored": 0.0, "minimal": 1.0, "battle": 2.0, "full": 2.5}
"""The same beyond Cannon Shot of any enemy, where speed is what counts."""


class Deck(NamedTuple):
    """A ship whose orders are scored, with the shared table of volleys.

    `rough`, for playouts, leaves her sails to a heuristic: they have an effect only a turn later.
    """

    view: State
    ship: Ship
    guns: Guns
    rough: bool = False
    done: bool = False
    """Whether the order uses her Crew Action."""


def orders(view: State, decision: Decision, rough: bool = False) -> tuple[Advice, ...]:
    """Return advice on crew actions and attacks; orders without a score get the quick score."""
    done = decision.kind == "crew_action"
    deck = Deck(view, view.ships[decision.ship], Guns(view), rough, done)
    given = []
    for option in decision.options:
        values = _values(deck, decision, option)
        at = decision.area.rest if option.area and decision.area else None
        if values is None:
            values = {"sense": quick_score.quick_score(view, decision, option, None, at)}
        given.append(scored(option.id, values, at=at))
    return best_first(given)


def _values(deck: Deck, decision: Decision, option: Option) -> Values | None:  # noqa: PLR0911  (a case each)
    view, ship = deck.view, deck.ship
    match option.command:
        case do.Reload(side=side):
            loaded = replace(ship, reload=tuple(each for each in ship.reload if each != side))
            return {"loading": 1.0, "fire": _gained(deck, loaded)}
        case do.Rally():
            rested = replace(ship, fatigue=ship.fatigue - 1)
            # Half: the fire that a rested crew gains comes only if she still has a target.
            point = weight("fatigue") * point_scale(view, ship) + 0.5 * _gained(deck, rested)
            return {"rally": point, "sense": SHAKEN * ship.shaken}
        case do.Repair(what="damage"):
            return {"repair": weight("damage") * point_scale(view, ship)}
        case do.ChangeSail(sail=sail) if sail != "anchored":
            many = crowded(view) and not deck.rough
            if objective_task(view, ship.id) or not (decision.kind == "free_sail" or many):
                return None
            return _under_sail(deck, sail)
        case do.Board(target=target):
            return board_or_cut_free.boarded(view, ship, view.ships[target], deck.guns)
        case do.Fire() if decision.kind in ("attack", "second_broadside"):
            return _shot(view, ship, option.command)
    return None


def _gained(deck: Deck, then: Ship) -> float:
    """Return how much a ship's fire gains by a change in her state, at her present place."""
    after = replace(deck.view, ships={**deck.view.ships, then.id: then})
    return _fire(after, then.id) - _fire_now(deck.view, then.id)


def _fire(view: State, ship: str) -> float:
    return float(Outlook(view, ship, done=True).exchange(base(view, ship))[0][0])


_fire_now = cached_per_state(_fire)
"""`_fire`, cached: several orders are compared with the same present state."""


def _under_sail(deck: Deck, sail: Sail) -> dict[str, float]:
    """Return the change of terms by another sail setting, now and a turn later."""
    view, ship = deck.view, deck.ship
    after = replace(view, ships={**view.ships, ship.id: replace(ship, sail=sail)})
    now = _way_now(view, ship.id, deck.guns, deck.done)
    then = _way(after, ship.id, deck.guns, deck.done)
    found = {name: then[name] - now[name] for name in then}
    if crowded(view):
        worth_of = CANVAS if _engaged(view, ship) else FAR_OFF
        found["canvas"] = worth_of[sail] - worth_of[ship.sail]
    return found


def _engaged(view: State, ship: Ship) -> bool:
    """Return whether an enemy lies within Cannon Shot."""
    cannon = book().measures.cannon
    return any(within(distance(view, ship.id, foe.id), cannon) for foe in enemies(view, ship.id))


def _way(view: State, ship: str, guns: Guns, done: bool) -> dict[str, float]:
    terms = Outlook(view, ship, guns, done).under_sail(base(view, ship))
    return {name: float(values[0]) for name, values in terms.items()}


_way_now = cached_per_state(_way)
"""`_way`, cached: several sail settings are compared with the same present state."""


def _shot(view: State, ship: Ship, command: do.Fire) -> Values | None:
    at = shot(view, ship.id, command.target, command.kind, command.side, command.aim)
    found = odds.attack_odds(view, ship.id, command.target, at, command.kind, command.aim)
    spent = float(command.kind == "broadside")
    into = melee_fire_terms(view, ship.id, command.target, found)
    return {**attack_terms(view, command.target, found), **into, "spent_side": spent}


def first_to_act(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship acts next; none if squadrons are offered.

    In the Attack Phase the best shot goes first, before it can be spoilt. In the Movement Phase
    the ship that learns least by waiting for the enemy goes first.
    """
    given, guns = [], Guns(view)
    for option in decision.options:
        ship = view.ships[option.command.ship]
        values = _shooting(view, ship, guns) if view.phase == "attack" else _learning(view, ship)
        given.append(scored(option.id, values))
    return best_first(given)


def _shooting(view: State, ship: Ship, guns: Guns) -> dict[str, float]:
    fire, danger = Outlook(view, ship.id, guns).exchange(base(view, ship.id))
    shot = max(float(fire[0]), board_or_cut_free.first_blow(view, ship.id))
    return {"first_shot": shot, "threatened": float(danger[0])}


def _learning(view: State, ship: Ship) -> dict[str, float]:
    waiting = [foe for foe in enemies(view, ship.id) if not foe.moved]
    to_learn = sum(1.0 / (1.0 + distance(view, ship.id, foe.id)) for foe in waiting)
    return {"to_learn": to_learn, "hemmed_in": float(crowded(view) and hemmed_in(view, ship))}


def hemmed_in(view: State, ship: Ship) -> bool:
    """Return whether every move of a ship runs into a consort that has yet to move."""
    speed = course.move_speed(view, ship.id)
    if not speed or view.holds(ship.id):
        return False
    orders = (do.Sail("start", angle) if angle else do.Sail() for angle in turns(speed, ROUGH))
    ways = (course.sail(view, ship.id, speed, order) for order in orders)
    return all(any(_in_the_way(view, ship, key) for key in way.struck) for way in ways)


def _in_the_way(view: State, ship: Ship, key: str) -> bool:
    other = view.ships.get(key)
    return bool(other and other.fights and not other.moved and not view.opposed(ship.id, key))
