"""Advice on the move, and on actions before it that make a better move possible.

The end poses of all moves are scored as arrays. Only the best of them are then traced by the rules,
to find collisions. With `rough`, in every function here, fewer angles of turn are tried, because
playouts need speed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from engine.game.decision import Advice, Decision, Option
from engine.space.plane.many import Bases, concatenate, near_edge
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import turns_twice
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing import course as shoals
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.sailing.scrolling import shift as scrolled
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure import flight
from engine.systems.oak_iron.thinking.measure.melee import ram
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import FINE, ROUGH, Moves, base, moves, turns
from engine.systems.oak_iron.thinking.measure.weights import (
    Terms,
    Values,
    best_first,
    crowded,
    score_answer,
    total,
    worth,
)

ASHORE, FRIEND = -5.0, -8.0
"""The worth in points of damage of running into land, and into a friend."""
CLEAR: Final = 2
"""After this many moves of an option without a collision no more are traced: tracing is slow, and
later moves score less."""
TRIED: Final = 40
"""At most this many moves are traced when only the best move is wanted."""
TURNS: Final = 6
"""At most this many turns on the spot are traced."""
NAMES: Final = {"end": "turn_end", "start": "turn_start", "both": "turn_twice", "none": "straight"}
"""The id of the option for a move, by when the ship turns in it."""


def manoeuvre(view: State, decision: Decision, rough: bool = False) -> tuple[Advice, ...]:
    """Return advice on the move: the moves with the best scores, traced for collisions."""
    ship, speed = decision.ship, course.move_speed(view, decision.ship)
    open_ids = {option.id for option in decision.options}
    limits = decision.dial
    assert limits is not None
    shares = ROUGH if rough else FINE
    inside = {angle for angle in turns(speed, shares) if limits.low <= angle <= limits.high}
    angles = sorted(inside | {limits.low, limits.high})
    found = moves(base(view, ship), speed, angles, "turn_twice" in open_ids)
    outlook = Outlook(view, ship)
    terms = outlook.terms(found.ends)
    given: list[Advice] = []
    clear: dict[tuple[str, bool], int] = {}
    out = near_edge(found.ends, 0.0, view.table.size)
    for number in np.argsort(-total(terms), kind="stable").tolist():
        command = found.command(number)
        # If the only option is a turn, sailing straight is that turn by 0 degrees.
        wheel, first = decision.dial, decision.options[0]
        if command.turn != "none":
            name, dial = NAMES[command.turn], command.angle
        elif len(decision.options) == 1 and first.dial and wheel and wheel.low <= 0.0 <= wheel.high:
            name, dial = first.id, 0.0
        else:
            name, dial = "straight", None
        kind = name, bool(out[number])
        enough = clear.get(kind, 0) >= CLEAR
        way = None if enough or name not in open_ids else course.trace(view, ship, command)
        if way is None:
            continue
        lies = _at(outlook.terms(_end(view, way)), 0) if way.struck else _at(terms, number)
        values = course_terms(view, way, lies)
        clear[kind] = clear.get(kind, 0) + (not way.struck and "shoal" not in values)
        given.append(score_answer(name, values, dial))
        if rough and clear[kind] and not (out[number] or outlook.flees):
            break  # moves are sorted, so the rest score less
    return best_first(given)


def before_the_move(view: State, decision: Decision, rough: bool = False) -> tuple[Advice, ...]:
    """Return advice on the actions that a ship may take before she moves, such as Change Heading.

    Each has the score of the best move that may follow it.
    """
    ship, outlook = decision.ship, Outlook(view, decision.ship)
    # An option with a dial is tried with several values of the dial.
    ways: list[tuple[Option, float | None]] = []
    for option in decision.options:
        if option.dial and decision.dial:
            low, high = decision.dial.low, decision.dial.high
            tried = np.linspace(low, high, 4 if rough else 7)
            angles = {float(round(angle)) for angle in tried} - {0.0} or {low}
            ways += [(option, angle) for angle in sorted(angles)]
        else:
            ways.append((option, None))
    found: dict[int, Values] = {}
    then: dict[int, State] = {}
    for number, (option, dial) in enumerate(ways):
        command = option.filled(decision, dial, None)
        way = course.trace(view, ship, command) if isinstance(command, do.ChangeHeading) else None
        if way is not None and way.struck:  # a collision ends the move
            found[number] = course_terms(view, way, _at(outlook.terms(_end(view, way)), 0))
        elif way is not None or not isinstance(command, do.ChangeHeading):
            then[number] = _then(view, command, way)
    found |= zip(then, best_move_terms(ship, list(then.values()), outlook), strict=True)
    given = []
    for number, values in sorted(found.items()):
        option, dial = ways[number]
        given.append(score_answer(option.id, values, dial))
    return best_first(given)


def further_turn(view: State, decision: Decision, rough: bool = False) -> tuple[Advice, ...]:
    """Return advice on a turn on the spot, In the Wind's Eye or after the slide."""
    ship, dial = decision.ship, decision.dial
    assert dial is not None
    outlook = Outlook(view, ship)
    given = []
    steps = np.linspace(dial.low, dial.high, 7 if rough else 19)
    angles = sorted({float(round(step)) for step in steps} - {0.0}) or [dial.low]
    terms = outlook.terms(base(view, ship).turned(np.array([*angles, 0.0])))
    for option in decision.options:
        if not option.dial:
            values: Values = _at(terms, len(angles))
            given.append(score_answer(option.id, values))
            continue
        for number in np.argsort(-total(terms)[:-1], kind="stable")[:TURNS].tolist():
            way = course.trace(view, ship, do.Turn(angles[number]))
            if way is not None:
                values = course_terms(view, way, _at(terms, number))
                given.append(score_answer(option.id, values, angles[number]))
    return best_first(given)


def shift(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on a sideways shift, either before or after the move."""
    ship, dial = decision.ship, decision.dial
    assert dial is not None
    outlook = Outlook(view, ship)
    after = getattr(view.agenda[-1], "when", "") == "after"
    quarter = (dial.high - dial.low) / dial.step / 4
    inches = {dial.turned(dial.low, round(quarter * part)) for part in (0, 1, 3, 4)}
    given = []
    for option in decision.options:
        for value in sorted(inches) if option.dial else [0.0]:
            way = course.trace(view, ship, do.Shift(value))
            assert way is not None
            then = as_if(view, ship, way.end)
            if after or way.struck or way.off_table:  # no move follows
                values = course_terms(view, way, _at(outlook.terms(base(then, ship)), 0))
            else:
                values = best_move_terms(ship, [then], outlook)[0]
            dial_at = value if option.dial else None
            given.append(score_answer(option.id, values, dial_at))
    return best_first(given)


def best_move_terms(ship: str, views: Sequence[State], outlook: Outlook) -> list[Values]:
    """Return the evaluation terms of the ship's best move in each of several views.

    The views may differ only in the ship's pose and speed. All their moves are scored in one array,
    because one large call is much faster than many small ones.
    """
    # A ship whose speed is 0 can only stay.
    found: list[Moves] = []
    for view in views:
        speed, start = course.move_speed(view, ship), base(view, ship)
        if not speed:
            found.append(Moves(start, np.zeros(1), np.zeros(1)))
        else:
            found.append(
                moves(start, speed, turns(speed, ROUGH), turns_twice(view, view.ships[ship]))
            )
    if not found:
        return []
    terms = outlook.terms(concatenate([each.ends for each in found]))
    chosen, first = [], 0
    for view, each in zip(views, found, strict=True):
        last = first + len(each.before)
        part = {name: values[first:last] for name, values in terms.items()}
        chosen.append(_chosen(view, ship, each, part, outlook.flees))
        first = last
    return chosen


def _chosen(view: State, ship: str, found: Moves, terms: Terms, flees: bool) -> Values:
    """Return the evaluation terms of the best of these moves, after tracing for collisions.

    Moves are traced in order of their score before tracing, which is hardly ever exceeded; the
    search stops when no remaining move can beat the best traced one. For a ship that flees, the
    moves that end near the table's edge are traced first.
    """
    if not course.move_speed(view, ship):
        return _at(terms, 0)
    sums = total(terms)
    if flees:
        sums = np.where(near_edge(found.ends, 0.0, view.table.size), np.inf, sums)
    chosen: Values = {}
    for number in np.argsort(-sums, kind="stable")[:TRIED].tolist():
        if chosen and sums[number] <= worth(chosen):
            break
        way = course.trace(view, ship, found.command(number))
        if way is not None:
            values = course_terms(view, way, _at(terms, number))
            chosen = max(chosen, values, key=worth) if chosen else values
    return chosen


def course_terms(view: State, way: course.Course, lies: Values) -> Values:
    """Return the evaluation terms of a course: those of its end (`lies`), and those of collisions.

    A course that leaves the table for good has only the terms of leaving.
    """
    found = collision_terms(view, way)
    return {**lies, **found} if "struck" in found else found


def collision_terms(view: State, way: course.Course) -> Values:
    """Return the evaluation terms of a course's collisions, or of leaving the table for good."""
    if way.off_table and scrolled(view, way) == (0.0, 0.0):
        return flight.leaving_terms(view, way)
    # Running into a ship or a piece of terrain, in points of damage; below 0.
    points = 0.0
    for key in way.struck:
        if key not in view.ships:
            points += ASHORE
        else:
            points += ram(view, way, key) if view.opposed(way.ship, key) else FRIEND
    return {"struck": points, **_shoal(view, way)}


def _shoal(view: State, way: course.Course) -> Values:
    """Return the chance of running aground on a shoal along a course: {'shoal': chance} or {}.

    Oak & Iron ch. 5, Shoals.
    """
    ship = view.ships[way.ship]
    if not crowded(view) or ship.aground or not shoals.crossed(view, ship, way.poses):
        return {}
    bottom = odds.share(book().dice.counts["shoals"])
    return {"shoal": 1.0 - (1.0 - bottom) ** shoals.dice(view, ship).dice}


def _at(terms: Terms, number: int) -> dict[str, float]:
    """Return the evaluation terms of one place, by its index in the arrays."""
    return {name: float(values[number]) for name, values in terms.items()}


def _end(view: State, way: course.Course) -> Bases:
    return base(as_if(view, way.ship, way.end), way.ship)


def _then(view: State, command: do.AnyCommand, way: course.Course | None) -> State:
    """Return the view as it would be after an action that comes before the move: adjust the speed,
    choose a point of sail, or turn.

    `way` is the course of the action if it turns the ship, else None. Any other action leaves the
    view unchanged.
    """
    act = view.activation
    assert act is not None
    match command:
        case do.AdjustSpeed():
            return replace(view, activation=replace(act, adjust=command.by))
        case do.ChoosePoint():
            return replace(view, activation=replace(act, point=command.point))
    return view if way is None else as_if(view, way.ship, way.end)
