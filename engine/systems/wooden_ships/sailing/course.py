"""Plots: attitude to the wind, the written form, and their ends and costs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.base.errors import Refused
from engine.base.text import some
from engine.space.hexes import Hex, step, turned
from engine.systems.wooden_ships.data import ATTITUDES, Attitude, book
from engine.systems.wooden_ships.fleet import hexes, lost_sections
from engine.systems.wooden_ships.state.state import Ship

# Attitude to the wind, and the movement points in each attitude.
#
# Wooden Ships & Iron Men, Movement Rules.


_BY_SIXTHS: tuple[Attitude, ...] = ("B", "A", "C", "D", "C", "A")
"""The attitude by index: the number of sixths of a circle, clockwise, by which the ship's heading
differs from the direction that the wind blows to."""

Allowances = tuple[int, int, int, int]
"""Movement points in the attitudes A, B, C, D."""


def attitude(facing: int, wind: int) -> Attitude:
    """Return the attitude of a heading: A on the quarter, B before, C close-hauled, D in irons."""
    return _BY_SIXTHS[(facing - wind) % 6]


def allowances(ship: Ship) -> Allowances:
    """Return a ship's points by attitude: one fewer for each lost section of rigging."""
    return _allowances(book().version, ship.speed, ship.printed.rigging, ship.rigging)


@lru_cache(maxsize=4096)
def _allowances(
    version: str, speed: int, printed: tuple[int, ...], rigging: tuple[int, ...]
) -> Allowances:
    """Return the points by attitude; the data set's version is part of the cache key."""
    if not any(rigging):
        return 0, 0, 0, 0
    hexes, lost = book().speeds[speed].hexes, lost_sections(printed, rigging)
    a, b, c, d = (max(0, hexes[name] - lost) for name in ATTITUDES)
    return a, b, c, d


def allowance(ship: Ship, wind: int) -> int:
    """Return a ship's movement points in her present attitude, without a free turn."""
    return allowances(ship)[ATTITUDES.index(attitude(ship.facing, wind))]


# The written form of plots: `2R1` is two hexes ahead, a turn to starboard, one ahead.
#
# Wooden Ships & Iron Men, Movement Rules.


Steps = tuple[str, ...]
"""The steps of a plot, one an impulse: `1` a hex ahead, `L` or `R` a turn."""
LONGEST = 99
_SIGNS = re.compile(r"[0-9LR]+")


@lru_cache(maxsize=4096)
def parse_plot(text: str) -> Steps:
    """Return the steps of a plot; raises `Refused` when it cannot be parsed.

    >>> parse_plot("11 r1"), parse_plot("0")
    (('1', '1', 'R', '1'), ())
    """
    plain = re.sub(r"\s", "", text[:200]).upper()
    if not _SIGNS.fullmatch(plain):
        raise Refused(
            f"'{text[:40]}' is not a plot: type digits for hexes ahead, L and R for turns", "Plot"
        )
    if plain == "0":
        return ()
    if "0" in plain:
        raise Refused(f"'{text[:40]}' is not a plot: 0, to stay, must be alone", "Plot")
    steps: list[str] = []
    for sign in plain:
        steps += ["1"] * int(sign) if sign.isdigit() else [sign]
    if len(steps) > LONGEST:
        raise Refused("a plot has no more than 99 steps", "Plot")
    return tuple(steps)


def format_plot(steps: Iterable[str]) -> str:
    """Return the written form of steps: hexes in a row are added up, `0` for none.

    >>> format_plot(("1", "1", "R", "1")), format_plot(())
    ('2R1', '0')
    """
    text, ahead = "", 0
    for stroke in (*steps, ""):
        if stroke == "1":
            ahead += 1
            continue
        text += (str(ahead) if ahead else "") + stroke
        ahead = 0
    return text or "0"


# A plot checked step by step, without other ships: its end, its cost, and why it stops.
#
# Wooden Ships & Iron Men, Movement Rules.


Reached = tuple[int, int, int]
"""Column and row of the bow, and the facing."""


class Helm(msgspec.Struct, frozen=True):
    """Everything that limits the plots of a ship, except her place."""

    wind: int
    allowances: Allowances
    turning: int
    dismasted: bool = False
    may_turn: bool = True
    """Whether the ship may turn: a dismasted ship must first have waited long enough."""
    wait: int = 0
    """How many turns a dismasted ship must drift before she may turn."""


class Course(msgspec.Struct, frozen=True):
    """The legal part of a plot."""

    path: tuple[Reached, ...]
    why_not: str
    """Why the plot is illegal, with the step; '' if it is legal."""
    points: int
    attitudes: dict[Attitude, int]
    """The number of hexes entered in each attitude."""
    turns: int


@lru_cache(maxsize=65536)  # a search looks at the same plots from the same places again and again
def course(
    helm: Helm, bow: Hex, facing: int, steps: Steps, land: frozenset[Hex] = frozenset()
) -> Course:
    """Return the course of a plot from a place, up to the first illegal step."""
    tally = PlotTally(helm, facing)
    path: list[Reached] = []
    why_not = ""
    for number, sign in enumerate(steps, 1):
        why_not = tally.why_not(sign)
        if not why_not:
            to = step(bow, facing) if sign == "1" else bow
            heading = facing if sign == "1" else turned(facing, 1 if sign == "R" else -1)
            if any(place in land for place in hexes(to, heading)):
                why_not = "there is land"
        if why_not:
            why_not = f"step {number}: {why_not}"
            break
        bow, facing = to, heading
        tally.take(sign)
        path.append((*bow, facing))
    return Course(tuple(path), why_not, tally.points, tally.entered, tally.turns)


class PlotTally:
    """The points, hexes and turns of a plot so far, which limit its next step."""

    def __init__(self, helm: Helm, facing: int) -> None:
        self.helm = helm
        self.facing = facing
        self.allowed = helm.allowances[ATTITUDES.index(attitude(facing, helm.wind))]
        self.free = self.allowed == 0
        self.steps = 0
        self.turns = 0
        self.turned_here = False
        self.entered: dict[Attitude, int] = {}

    @property
    def points(self) -> int:
        """The points that were spent; a turn is free for a ship that has none to spend."""
        return 0 if self.free else self.steps

    def why_not(self, sign: str) -> str:  # noqa: PLR0911  (one answer a reason)
        """Return why a step is illegal now; '' if it is legal."""
        helm = self.helm
        if helm.dismasted:
            if sign == "1":
                return "she is dismasted"
            if not self.helm.may_turn:
                return (
                    f"a dismasted ship drifts for {some(self.helm.wait, 'turn')} before she turns"
                )
            return "a dismasted ship turns only once" if self.steps else ""
        if self.free:
            if sign == "1":
                return f"attitude {attitude(self.facing, self.helm.wind)} allows no hex"
            return "only one turn is free" if self.steps else ""
        if self.turned_here and attitude(self.facing, helm.wind) == "D":
            return "she is in the wind's eye after her turn, and stops"
        if self.steps >= self.allowed:
            return f"no more than {some(self.allowed, 'movement point')}"
        return self._ahead() if sign == "1" else self._turn()

    def _turn(self) -> str:
        if self.turned_here:
            return "a second turn in the same hex"
        if self.turns >= self.helm.turning:
            return f"she turns no more than {some(self.helm.turning, 'time')}"
        return ""

    def _ahead(self) -> str:
        now = attitude(self.facing, self.helm.wind)
        limit = self.helm.allowances[ATTITUDES.index(now)]
        if self.entered.get(now, 0) >= limit:
            return f"attitude {now} allows {some(limit, 'hex', 'hexes')}"
        return ""

    def take(self, sign: str) -> None:
        """Add a step to the counts."""
        self.steps += 1
        if sign == "1":
            now = attitude(self.facing, self.helm.wind)
            self.entered[now] = self.entered.get(now, 0) + 1
            self.turned_here = False
        else:
            self.facing = turned(self.facing, 1 if sign == "R" else -1)
            self.turns += 1
            self.turned_here = True
