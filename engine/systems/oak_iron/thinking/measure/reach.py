"""The moves of ships as arrays of poses, and sample places for pieces."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.game.decision import Area, Decision, Dial, Option, Point
from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import turns_twice
from engine.systems.oak_iron.machine import RULES
from engine.systems.oak_iron.sailing.course import rating
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

# Candidate places for a piece on the table: headings, and sample points of legal areas.


ACROSS: Final = 4
"""Number of sample points along, and across, an area: a coarse grid, because areas are large."""
EDGE: Final = 0.02
"""Fraction of an area's length left free at both ends, so that a rounded point stays inside."""


def candidate_areas(
    view: State, decision: Decision, option: Option, degrees: float
) -> list[tuple[float | None, Area]]:
    """Return the areas for an option's piece, for headings `degrees` apart.

    If none of these headings has room, every heading of the decision's dial is tried. A dial that
    is not a full circle is tried only at its resting value. The heading is None for an option
    without a dial.
    """
    dial = decision.dial
    if not option.dial or dial is None:
        found = _found(view, decision, option, [None])
    elif not dial.endless:
        found = _found(view, decision, option, [dial.rest])
    else:
        found = _found(view, decision, option, _headings(dial, degrees))
        found = found or _found(view, decision, option, _headings(dial, dial.step))
    return found


def _headings(dial: Dial, degrees: float) -> list[float | None]:
    return [dial.value(dial.rest + degrees * turn) for turn in range(int(360.0 / degrees))]


def _found(
    view: State, decision: Decision, option: Option, turns: list[float | None]
) -> list[tuple[float | None, Area]]:
    if decision.area is not None:
        return [(turn, decision.area) for turn in turns]
    command, found = option.command, []
    for turn in turns:
        there = RULES.site(view, command if turn is None else replace(command, heading=turn))
        if there and there.area is not None:
            found.append((turn, there.area))
    return found


def sample_points(area: Area, first: Sequence[Point] = ()) -> Iterator[Point]:
    """Yield points of an area: its default point, the points of `first` that are inside it, then a
    grid.
    """
    yield area.rest
    yield from (at for at in first if area.holds(at))
    for outline in area.outlines:
        xs, ys = zip(*outline, strict=True)
        for x, y in itertools.product(_along(xs), _along(ys)):
            at = (round(x, 4), round(y, 4))
            if area.holds(at):
                yield at


def _along(numbers: Sequence[float]) -> list[float]:
    """Return evenly spaced numbers from near the smallest to near the largest."""
    low, high = min(numbers), max(numbers)
    inside = EDGE * (high - low)
    step = (high - low - 2 * inside) / (ACROSS - 1)
    return [low + inside + step * number for number in range(ACROSS)]


# Moves open to ships, as arrays of poses: the candidates that every search at the helm scores.


ROUGH: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""Turns that are tried in playouts and forecasts, as fractions of a tool's largest turn."""
FINE: Final = tuple(step / 6 for step in range(-6, 7))
"""Turns that are tried when the move itself is chosen, as fractions of a tool's largest turn."""
UPWIND: Final = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
EYE, BEAM = 45.0, 90.0
"""Degrees off the wind below which a base is in the wind's eye, or windward. They are exact for a
base twice as long as wide; other bases differ by a few degrees, which a forecast can tolerate."""


class Foe(NamedTuple):
    """An enemy with the places that it may move to after the ship has moved."""

    id: str
    places: Bases
    still: bool
    """Whether the enemy has already moved this turn; then `places` holds only its present place."""


class Moves(NamedTuple):
    """The end poses of moves, with the turns before and after each slide (degrees)."""

    ends: Bases
    before: Numbers
    after: Numbers

    def command(self, number: int) -> do.Sail:
        """Return the command for a move; for a move with two turns it contains the first turn."""
        before, after = float(self.before[number]), float(self.after[number])
        if before and after:
            return do.Sail("both", before)
        if before or after:
            return do.Sail("start" if before else "end", before or after)
        return do.Sail()


def base(view: State, ship: str) -> Bases:
    """Return a ship's base at her present place, as an array of length one."""
    found = hull(view.ships[ship])
    return Bases.of(found.pose, found.length, found.width)


def turns(speed: int, shares: Sequence[float] = FINE) -> list[float]:
    """Return the turns to try with a speed's tool, in whole degrees: the fractions `shares` of its
    largest turn, and 0.
    """
    most = book().measures.tools[speed].turn
    return sorted({0.0, *(float(round(most * share)) for share in shares)})


def moves(start: Bases, speed: int, angles: Sequence[float], twice: bool) -> Moves:
    """Return the moves of one ship: straight, a turn at either end, or at both if `twice`.

    `start` is an array of length one. Oak & Iron ch. 4, Moving a Ship.
    """
    pairs = [(0.0, 0.0)]
    pairs += [pair for angle in angles if angle for pair in ((angle, 0.0), (0.0, angle))]
    if twice:
        # Coarse turns only, because all pairs of fine turns would be 169 moves.
        firsts = [angle for angle in angles if angle in turns(speed, ROUGH)] or angles
        pairs += list(itertools.product(firsts, turns(speed, ROUGH)))
    pairs = list(dict.fromkeys(pairs))
    before, after = np.array(pairs).T
    length = book().measures.tools[speed].length
    return Moves(start.turned(before).slid(length).turned(after), before, after)


def speeds(view: State, ship: str) -> dict[PointOfSail, int]:
    """Return a ship's speed ratings by point of sail."""
    points: tuple[PointOfSail, ...] = ("large", "windward", "eye")
    return {point: rating(view, ship, point).value for point in points}


def off_wind(view: State, bases: Bases) -> Numbers:
    """Return the angle between headings and the direction that the wind comes from, 0 to 180
    degrees.
    """
    off = (bases.heading - UPWIND[view.table.weather_edge] + 180.0) % 360.0 - 180.0
    found: Numbers = np.abs(off)
    return found


def next_moves(view: State, ship: str, starts: Bases) -> Bases:
    """Return the places of a ship a turn later; the result has one more dimension than `starts`.

    Along that dimension, straight ahead comes first, then moves by sails and helm alone, then moves
    after a Seamanship Action that changes her heading (Oak & Iron ch. 4, Seamanship Actions).
    """
    able = speeds(view, ship)
    off = off_wind(view, starts)
    speed = np.where(off < EYE, able["eye"], np.where(off < BEAM, able["windward"], able["large"]))
    tools = book().measures.tools
    lengths = np.array([0.0, *(tools[number].length for number in sorted(tools))])
    most = np.array([0.0, *(tools[number].turn for number in sorted(tools))])
    lies = view.ships[ship]
    held = lies.aground or lies.sail == "anchored" or bool(view.holds(ship))
    on_the_spot = 0.0 if held else tools[1].turn
    length = lengths[speed][..., None]
    turn = np.where(off < EYE, on_the_spot, most[speed])[..., None]
    plain, helped = _next_turns(turns_twice(view, lies))
    first = np.concatenate([plain[0] * turn, helped[0] * np.full_like(turn, on_the_spot)], axis=-1)
    last = np.concatenate([plain[1] * turn, helped[1] * turn], axis=-1)
    return starts[..., None].turned(first).slid(length).turned(last)


# Cached, because every forecast needs one of the two constant tables that it returns.
@cache
def _next_turns(twice: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return two arrays of turns: by helm alone, and with a Seamanship Action that changes heading.

    Each array has a row of turns before the move and a row of turns after it, as fractions of the
    largest turn. With `twice`, the helm may turn the ship at both ends of a move.
    """
    pairs = [(0.0, 0.0)]
    pairs += [pair for turn in ROUGH if turn for pair in ((turn, 0.0), (0.0, turn))]
    if twice:
        pairs += list(itertools.product((-1.0, 1.0), (-1.0, 1.0)))
    changed = list(itertools.product((-1.0, 1.0), (-1.0, 0.0, 1.0)))
    return np.array(pairs).T, np.array(changed).T
