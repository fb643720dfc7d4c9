"""Where ships can move, as arrays of poses; and points to try for things that are placed."""

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
"""The number of points that are tried along, and across, an area: a coarse grid, because areas are
large."""
EDGE: Final = 0.02
"""The points of the grid keep this fraction of the area's length away from its ends, so that
rounding leaves them inside."""


def candidate_areas(
    view: State, decision: Decision, option: Option, degrees: float
) -> list[tuple[float | None, Area]]:
    """Return (heading, area) for headings `degrees` apart: the area in which the option's ship or
    piece of terrain may be placed with that heading.

    Headings without such an area are left out. If none has one, every heading of the dial is tried.
    A dial that is not a full circle is tried only at the value where it rests. The heading is None
    for an option without a dial.
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
    """Yield points of an area to try: its default point, those of `first` that are inside, a
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
    """Return evenly spaced numbers between the smallest and the largest of `numbers`."""
    low, high = min(numbers), max(numbers)
    inside = EDGE * (high - low)
    step = (high - low - 2 * inside) / (ACROSS - 1)
    return [low + inside + step * number for number in range(ACROSS)]


# Moves open to ships, as arrays of poses: the candidates that every search at the helm scores.


ROUGH: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""The turns that playouts and forecasts try, as fractions of the largest turn."""
FINE: Final = tuple(step / 6 for step in range(-6, 7))
"""The turns that are tried when the move itself is chosen, as fractions of the largest turn."""
UPWIND: Final = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
EYE, BEAM = 45.0, 90.0
"""In degrees off the wind: a base that heads closer to the wind than `EYE` is in the wind's eye,
closer than `BEAM` windward. They are exact for a base twice as long as wide; other bases differ by
a few degrees, which a forecast can tolerate."""


class Foe(NamedTuple):
    """An enemy, and the places where it may be after it has replied to the ship's move."""

    id: str
    places: Bases
    still: bool
    """Whether the enemy has moved already this turn; then `places` is only its present place."""


class Moves(NamedTuple):
    """The end poses of moves, with the turns in degrees before and after each slide."""

    ends: Bases
    before: Numbers
    after: Numbers

    def command(self, number: int) -> do.Sail:
        """Return the command for the move with this index; of two turns it contains the first."""
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
    """Return the turns to try at a speed, in whole degrees.

    They are 0, and the fractions `shares` of the largest turn of that speed's tool.
    """
    most = book().measures.tools[speed].turn
    return sorted({0.0, *(float(round(most * share)) for share in shares)})


def moves(start: Bases, speed: int, angles: Sequence[float], twice: bool) -> Moves:
    """Return all moves of a ship: straight, with a turn before or after, with both if `twice`.

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
    """Return a ship's speed rating for each point of sail (angle to the wind)."""
    points: tuple[PointOfSail, ...] = ("large", "windward", "eye")
    return {point: rating(view, ship, point).value for point in points}


def off_wind(view: State, bases: Bases) -> Numbers:
    """Return the angle between each heading and the direction that the wind comes from, 0 to 180
    degrees.
    """
    off = (bases.heading - UPWIND[view.table.weather_edge] + 180.0) % 360.0 - 180.0
    found: Numbers = np.abs(off)
    return found


def next_moves(view: State, ship: str, starts: Bases) -> Bases:
    """Return where a ship may be a turn later; the result has one more dimension than `starts`.

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
    """Return two arrays of turns: by the helm alone, and with the Seamanship Action Change Heading.

    Each array has a row of turns before the slide and a row of turns after it, as fractions of the
    largest turn. With `twice`, the helm may turn the ship at both ends of a move.
    """
    pairs = [(0.0, 0.0)]
    pairs += [pair for turn in ROUGH if turn for pair in ((turn, 0.0), (0.0, turn))]
    if twice:
        pairs += list(itertools.product((-1.0, 1.0), (-1.0, 1.0)))
    changed = list(itertools.product((-1.0, 1.0), (-1.0, 0.0, 1.0)))
    return np.array(pairs).T, np.array(changed).T
