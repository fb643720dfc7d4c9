"""Advice on what cards, events and commanders offer: relief, a free turn or shot, boats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.game.advice import Advice
from engine.game.decision import Decision, Option
from engine.systems.oak_iron.crew.card_attacks import granting_card
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.critical import HELM_SPEED
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.advice.helm import struck
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms
from engine.systems.oak_iron.thinking.measure.fire_into_melee import melee_fire_terms
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.relief import loaded, rested
from engine.systems.oak_iron.thinking.measure.weights import (
    Values,
    best_first,
    scored,
    total,
    worth,
)
from engine.systems.oak_iron.thinking.what_if import as_if

SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Positions on a dial at which a turn is tried, as shares of its range."""
STAYS: Final = 0.8
"""Chance that boats still reach their target when it comes to Close Combat."""
FIRED: Final = 0.6
"""Share of a broadside that a ship would otherwise fire in this turn's Attack Phase."""
LOADED_AGAIN: Final = 0.25
"""The same for a ship that has yet to move: she may load again before the Attack Phase."""


def offer(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on an offer: what each answer gains over declining."""
    guns, given = Guns(view), []
    for option in decision.options:
        for dial in _dials(decision, option):
            values = _gained(view, decision, option.filled(decision, dial, None), guns)
            given.append(scored(option.id, values, dial))
    return best_first(given)


def _dials(decision: Decision, option: Option) -> Iterator[float | None]:
    dial = decision.dial
    if dial is None or not option.dial:
        yield None
        return
    last = (dial.high - dial.low) / dial.step
    yield from sorted({dial.turned(dial.low, round(last * share)) for share in SHARES})


def _gained(view: State, decision: Decision, command: do.AnyCommand, guns: Guns) -> Values:  # noqa: PLR0911  (a case each)
    match command:
        case do.ApplyEffect(ship=ship, side=""):
            return rested(view, view.ships[ship])
        case do.ApplyEffect(ship=ship, side=side):
            return loaded(view, view.ships[ship], side, guns)
        case do.DampPowder(ship=ship, side=side):
            return {"wet": worth(loaded(view, view.ships[ship], side, guns))}
        case do.FreeTurn(ship=ship) | do.FreeSlide(ship=ship):
            return _moved(view, ship, command, guns)
        case do.Fire():
            return _fired(view, decision, command)
        case do.LowerBoats(target=target):
            return _boats(view, decision.ship, target)
        case do.SpinHelm(side=side):
            return _spun(view, side)
    return {}


def _moved(view: State, ship: str, command: do.FreeTurn | do.FreeSlide, guns: Guns) -> Values:
    """Return the terms of a ship's new place, less those of her present one."""
    way = course.trace(view, ship, command)
    assert way is not None
    outlook = Outlook(view, ship, guns)
    here = outlook.terms(base(view, ship))
    there = outlook.terms(base(as_if(view, ship, way.end), ship))
    gain = {name: float(there[name][0] - here[name][0]) for name in here}
    return {**gain, **struck(view, way)}


def _fired(view: State, decision: Decision, command: do.Fire) -> Values:
    """Return the terms of a free attack, less what it takes from this turn's own attack."""
    ship = view.ships[command.ship or decision.ship]
    card, tires = granting_card(view, decision.kind, ship)
    kind, target = command.kind, command.target
    at = shot(view, ship.id, target, kind, command.side, command.aim, card)
    found = odds.attack_odds(view, ship.id, target, at, kind, command.aim, tires)
    values = {
        **attack_terms(view, target, found),
        **melee_fire_terms(view, ship.id, target, found),
    }
    if kind != "broadside":
        return values
    later = FIRED if ship.moved else LOADED_AGAIN
    return {**values, "fired": later * worth(values), "spent_side": 1.0}


def _boats(view: State, ship: str, target: str) -> Values:
    """Return the expected terms of the Close Combat that boats bring."""
    lowered = replace(view.ships[ship], boats_on=target)
    then = replace(view, ships={**view.ships, ship: lowered})
    at = shot(then, ship, target, "close_combat")
    found = attack_terms(then, target, odds.attack_odds(then, ship, target, at, "close_combat"))
    return {name: STAYS * value for name, value in found.items()}


def _spun(view: State, side: str) -> Values:
    """Return the term of an enemy's place after her helm is turned."""
    assert view.attack is not None
    target = view.attack.target
    most = book().measures.tools[HELM_SPEED].turn
    way = course.turn(view, target, most if side == "starboard" else -most, HELM_SPEED)
    terms = Outlook(view, target).terms(base(as_if(view, target, way.end), target), ahead=False)
    return {"spun": float(total(terms)[0]) + worth(struck(view, way))}
