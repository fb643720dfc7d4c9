"""Where ships could sail to with their next move, as arrays of poses."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.many import Bases, Numbers
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.effects.turns import turns_twice
from engine.systems.oak_iron.sailing.speed import rating
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.bases import hull
from engine.systems.oak_iron.state.state import PointOfSail, State

ROUGH: Final = (-1.0, -0.5, 0.0, 0.5, 1.0)
"""The turns that are tried, as shares of the most that a tool allows."""
FINE: Final = tuple(step / 6 for step in range(-6, 7))
UPWIND: Final = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
EYE, BEAM = 45.0, 90.0
"""Degrees off the wind below which a base twice as long as wide lies in the eye, or windward."""


class Moves(NamedTuple):
    """Places that moves lead to, with the turns before and after each (degrees)."""

    ends: Bases
    before: Numbers
    after: Numbers

    def command(self, number: int) -> do.Sail:
        """Return the order for a move; of two turns it names the first."""
        before, after = float(self.before[number]), float(self.after[number])
        if before and after:
            return do.Sail("both", before)
        if before or after:
            return do.Sail("start" if before else "end", before or after)
        return do.Sail()


def base(view: State, ship: str) -> Bases:
    """Return a ship's base where it lies, as an array of one."""
    found = hull(view.ships[ship])
    return Bases.of(found.pose, found.length, found.width)


def turns(speed: int, shares: Sequence[float] = FINE) -> list[float]:
    """Return whole degrees that the tool of a speed allows, 0 among them."""
    most = book().measures.tools[speed].turn
    return sorted({0.0, *(float(round(most * share)) for share in shares)})


def moves(start: Bases, speed: int, angles: Sequence[float], twice: bool) -> Moves:
    """Return the moves of one ship (an array of one): straight, a turn at either end, or both."""
    pairs = [(0.0, 0.0)]
    pairs += [pair for angle in angles if angle for pair in ((angle, 0.0), (0.0, angle))]
    if twice:
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
    """Return the degrees between headings and where the wind comes from, 0 to 180."""
    off = (bases.heading - UPWIND[view.table.weather_edge] + 180.0) % 360.0 - 180.0
    found: Numbers = np.abs(off)
    return found


def next_moves(view: State, ship: str, starts: Bases) -> Bases:
    """Return where a ship could be a turn later, from each of its places: one more dimension.

    The places that her sails and helm alone lead to come first, the one straight ahead before
    all; then those that she reaches when a Seamanship Action changes her heading before the
    move (Oak & Iron ch. 4, Seamanship Actions).
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


@cache
def _next_turns(twice: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the shares of turns before and after a move: by the helm alone, and with a change."""
    pairs = [(0.0, 0.0)]
    pairs += [pair for turn in ROUGH if turn for pair in ((turn, 0.0), (0.0, turn))]
    if twice:
        pairs += list(itertools.product((-1.0, 1.0), (-1.0, 1.0)))
    changed = list(itertools.product((-1.0, 1.0), (-1.0, 0.0, 1.0)))
    return np.array(pairs).T, np.array(changed).T
