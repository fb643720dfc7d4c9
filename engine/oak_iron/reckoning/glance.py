"""A move at a glance: places weighed as for counsel, but fewer and all at once, for playouts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from engine.counsel import Counsel
from engine.decision import Decision, Option
from engine.oak_iron import commands as do
from engine.oak_iron import course
from engine.oak_iron.effects.turns import turns_twice
from engine.oak_iron.ghosts import as_if
from engine.oak_iron.reckoning.counsel import counsel
from engine.oak_iron.reckoning.helm import NAMES, best_first, struck
from engine.oak_iron.reckoning.outlook import Outlook
from engine.oak_iron.reckoning.reach import ROUGH, Moves, base, moves, turns
from engine.oak_iron.reckoning.stake import crowded
from engine.oak_iron.reckoning.weights import total, worth
from engine.oak_iron.state import State
from engine.plane.many import near_edge, together

ALIKE = ("seamanship",)
"""What a rule of thumb answers as a captain does, and quicker: he attempts the test."""
STRUCK = 3.0
"""What it costs to run into anything, in points of damage or so."""
LOOKED_AT = 8
"""Of how many places the turn after is looked at."""
TRIED = 6
"""How many moves are run out at most to find one that strikes nothing."""


def glance(view: State, decision: Decision) -> tuple[Counsel, ...]:
    """Return a captain's answers, best first; in a crowd at the helm only, and of fewer places.

    None where a rule of thumb says the same.
    """
    if crowded(view):
        return _at_the_helm(view, decision)
    return () if decision.kind in ALIKE else counsel(view, decision, rough=True)


def _at_the_helm(view: State, decision: Decision) -> tuple[Counsel, ...]:
    """Return answers before a move, to what move, and to further turns; none to others."""
    act = view.activation
    if act is None or act.ship != decision.ship or not view.ships[act.ship].afloat:
        return ()
    match decision.kind:
        case "manoeuvre" if not act.cut_free:
            return _manoeuvre(view, decision)
        case "seamanship_action" | "point_of_sail" if not view.holds(act.ship):
            return _before_the_move(view, decision)
        case "turn":
            return _further_turn(view, decision)
    return ()


def _manoeuvre(view: State, decision: Decision) -> tuple[Counsel, ...]:
    """Return the best moves, as far as the first that strikes nothing."""
    ship, open_ids = decision.ship, {option.id for option in decision.options}
    found, dial = _moves(view, ship), decision.dial
    outlook = Outlook(view, ship)
    worths = total(outlook.terms(found.ends, looked_at=LOOKED_AT))
    out = near_edge(found.ends, 0.0, view.table.size)
    promise = np.where(out, np.inf, worths) if outlook.flees else worths
    given: list[Counsel] = []
    left = False
    for number in np.argsort(-promise, kind="stable").tolist():
        if out[number] and left:
            continue
        command = found.command(number)
        option = NAMES[command.turn]
        if option == "straight" and option not in open_ids:
            option = decision.options[0].id
        turned = decision.option(option).dial if option in open_ids else False
        at = command.angle if turned else None
        if option not in open_ids or (at is not None and dial and not dial.low <= at <= dial.high):
            continue
        way = course.trace(view, ship, command)
        if way is not None:
            ended = _ended(view, way, float(worths[number]))
            given.append(Counsel(option, at, None, ended))
            left = left or way.off_table
            if not (way.off_table or way.struck) or len(given) >= TRIED:
                break
    return best_first(given)


def _ended(view: State, way: course.Course, lies: float) -> float:
    """Return the worth of a course that ends at a place of some worth, or off the table."""
    if way.off_table:
        values = struck(view, way)
        return worth(values) + (lies if "struck" in values else 0.0)
    return lies - STRUCK * bool(way.struck)


class Way(NamedTuple):
    """An answer before the move, with the view that it leads to."""

    option: Option
    dial: float | None
    then: State


def _before_the_move(view: State, decision: Decision) -> tuple[Counsel, ...]:
    """Return each answer with the best move that follows it, whatever that strikes."""
    ship = decision.ship
    ways = list(_ways(view, decision))
    ends = [_moves(way.then, ship).ends for way in ways]
    worths = total(Outlook(view, ship).terms(together(ends), looked_at=LOOKED_AT))
    given, first = [], 0
    for way, bases in zip(ways, ends, strict=True):
        last = first + len(bases.x)
        best = float(worths[first:last].max())
        given.append(Counsel(way.option.id, way.dial, None, best))
        first = last
    return best_first(given)


def _ways(view: State, decision: Decision) -> Iterator[Way]:
    """Yield the answers that change the move to come, and those that leave it as it is."""
    act, dial = view.activation, decision.dial
    assert act is not None
    for option in decision.options:
        values = [None] if not (option.dial and dial) else _spread(dial.low, dial.high)
        for value in values:
            match command := option.filled(decision, value, None):
                case do.ChangeHeading():
                    way = course.trace(view, decision.ship, command)
                    if way is not None and not way.struck:
                        yield Way(option, value, as_if(view, decision.ship, way.end))
                case do.AdjustSpeed():
                    faster = replace(act, adjust=command.by)
                    yield Way(option, value, replace(view, activation=faster))
                case do.ChoosePoint():
                    chosen = replace(act, point=command.point)
                    yield Way(option, value, replace(view, activation=chosen))
                case _:
                    yield Way(option, value, view)


def _spread(low: float, high: float) -> list[float | None]:
    """Return the ends of a dial and whole values half-way to them from the middle."""
    middle = (low + high) / 2
    halves = (float(round((low + middle) / 2)), float(round((high + middle) / 2)))
    return [low, *halves, high]


def _further_turn(view: State, decision: Decision) -> tuple[Counsel, ...]:
    """Return the turns on the spot."""
    ship, dial = decision.ship, decision.dial
    assert dial is not None
    angles = [angle for angle in _spread(dial.low, dial.high) if angle is not None]
    places = base(view, ship).turned(np.array([*angles, 0.0]))
    worths = total(Outlook(view, ship).terms(places)).tolist()
    given = []
    for option in decision.options:
        if option.dial:
            turned = zip(angles, worths, strict=False)
            given += [Counsel(option.id, angle, None, worth) for angle, worth in turned]
        else:
            given.append(Counsel(option.id, None, None, worths[-1]))
    return best_first(given)


def _moves(view: State, ship: str) -> Moves:
    """Return a few moves of a ship as she lies."""
    speed = course.move_speed(view, ship)
    if not speed:
        here = base(view, ship)
        return Moves(here, np.zeros(1), np.zeros(1))
    return moves(base(view, ship), speed, turns(speed, ROUGH), turns_twice(view, view.ships[ship]))
