"""Advice on boarding, on how to lie alongside, and on whether to cut free or fight on.

Oak & Iron ch. 4, Crew Actions (Boarding), Seamanship Actions (Cut Free).
"""

from __future__ import annotations

from typing import Final

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.space.plane.many import Bearings
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.crew.boarding import ways_alongside
from engine.systems.oak_iron.effects.boarding import fights_on
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing.seamanship import free_slide
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import AlongsideChoice
from engine.systems.oak_iron.thinking.measure.expected_harm import harm
from engine.systems.oak_iron.thinking.measure.fire_into_melee import holders, melee_fire_terms
from engine.systems.oak_iron.thinking.measure.guns import SIDES, Guns
from engine.systems.oak_iron.thinking.measure.melee import (
    expected_fight,
    fight_terms,
    grapple_chance,
)
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, scored, worth
from engine.systems.oak_iron.thinking.what_if import as_if, as_if_boarded

WRECK: Final = 0.1
"""Worth of a wreck as a share of a prize: the enemy has her strike points against him already."""


def boarded(view: State, ship: Ship, target: Ship, guns: Guns) -> Values:
    """Return the terms of boarding: the expected fight, less the fire that it replaces.

    A captured ship of ours is retaken at once. A wreck is a poor prize.
    """
    chance = grapple_chance(view, ship, target)
    if not target.fights:
        return {"retaken": chance} if target.captured_by else {"prize": WRECK * chance}
    theirs = salvo(view, target, ship, guns)
    ways = ways_alongside(view, ship.id, target.id)
    best = max((_aboard(view, ship.id, target.id, way, theirs) for way in ways), key=worth)
    mine = max(salvo(view, ship, foe, guns) for foe in enemies(view, ship.id))
    return {**{name: chance * value for name, value in best.items()}, "fire": -chance * mine}


def _aboard(view: State, ship: str, target: str, way: Pose, theirs: float) -> Values:
    """Return the terms of the fight after a boarder came alongside at a pose."""
    then = as_if_boarded(view, ship, target, way)
    at_once = bool(fights_on(view, view.ships[ship]))
    return fight_terms(view, ship, target, expected_fight(then, ship, target, at_once), theirs)


def salvo(view: State, firer: Ship, target: Ship, guns: Guns) -> float:
    """Return the worth of a ship's loaded guns against another as both lie."""
    bearings = Bearings(base(view, firer.id), base(view, target.id))
    worths = zip(SIDES, guns.broadsides(firer.id, target.id, bearings), strict=True)
    loaded = sum(float(value[0]) for side, value in worths if side not in firer.reload)
    return max(loaded, float(guns.partial(firer.id, target.id, bearings.gaps)[0]))


# Advice -------------------------------------------------------------------------------


def alongside(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on the ways to lie alongside."""
    step = view.agenda[-1]
    assert isinstance(step, AlongsideChoice)
    ways = ways_alongside(view, decision.ship, step.target)
    given = []
    for option in decision.options:
        way = ways[option.command.way]
        values = _aboard(view, decision.ship, step.target, way, 0.0)
        given.append(scored(option.id, values))
    return best_first(given)


def cut_free(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on cutting free: the fight against fire and freedom to sail."""
    guns, given = Guns(view), []
    for option in decision.options:
        free = isinstance(option.command, do.CutFree)
        values = _freed(view, decision.ship, guns) if free else holding(view, decision.ship, guns)
        given.append(scored(option.id, values))
    return best_first(given)


def holding(view: State, ship: str, guns: Guns) -> Values:
    """Return the terms of fighting on against all enemies entangled with a ship."""
    found: dict[str, float] = {}
    for foe in holders(view, ship):
        theirs = salvo(view, foe, view.ships[ship], guns)
        for name, value in fight_terms(
            view, ship, foe.id, expected_fight(view, ship, foe.id), theirs
        ).items():
            found[name] = found.get(name, 0.0) + value
    return found


def _freed(view: State, ship: str, guns: Guns) -> Values:
    """Return the terms of being free: her fire from where the slide takes her, and freedom."""
    foes, slide = holders(view, ship), free_slide(view, ship)
    if slide is not None:
        view = as_if(view, ship, slide.pose)
        guns = Guns(view)
    fire = max((salvo(view, view.ships[ship], foe, guns) for foe in foes), default=0.0)
    return {"freedom": 1.0, "fire": fire}


def first_blow(view: State, ship: str) -> float:
    """Return the worth of a ship's best Close Combat; 0 if she is not entangled."""
    return max((_blow(view, ship, foe.id) for foe in holders(view, ship)), default=0.0)


def _blow(view: State, ship: str, foe: str) -> float:
    at = shot(view, ship, foe, "close_combat")
    found = odds.attack_odds(view, ship, foe, at, "close_combat")
    return harm(view, foe, found) + worth(melee_fire_terms(view, ship, foe, found))
