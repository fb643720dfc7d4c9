"""Where a move would take a ship: its bends, its end and what it strikes.

Pure geometry over a state: nothing is written here. `under_way` carries a course out.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from engine.space.plane.contact import Body
from engine.space.plane.hull import Hull, hull_at, on_table
from engine.space.plane.pose import Pose
from engine.space.plane.sweep import Swept, pivot, slide
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.sailing.speed import rating
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state.bases import hull, hulls, solid
from engine.systems.oak_iron.state.state import State, Terrain
from engine.systems.oak_iron.table.point_of_sail import points

BEARINGS = {"ahead": 0.0, "starboard": 90.0, "astern": 180.0, "port": 270.0}
"""Degrees clockwise from the bow."""


class Course(msgspec.Struct, frozen=True):
    """The pose after each leg of a move, and what stopped it."""

    ship: str
    poses: tuple[Pose, ...]
    struck: tuple[str, ...] = ()
    """The ids of the ships and pieces of land that the last leg ran into."""
    off_table: bool = False
    """Whether some of the base would lie off the table at the end."""
    speed: int = 0
    """The speed of the movement tool, and the number of dice of a collision."""

    @property
    def end(self) -> Pose:
        """Where the ship would end."""
        return self.poses[-1]


class Leg(msgspec.Struct, frozen=True):
    """One part of a move: a straight slide or a pivot."""

    kind: str
    """slide, pivot"""
    amount: float
    """Inches of a slide; degrees of a pivot, starboard above 0."""
    towards: float = 0.0
    """The bearing of a slide, in degrees clockwise from the bow."""


def run(state: State, ship_id: str, legs: tuple[Leg, ...], speed: int) -> Course:
    """Return the course of some legs, one after the other; it stops at the first contact."""
    ship = state.ships[ship_id]
    base = hull(ship)
    others = tuple(hulls(state, ship_id).items())
    poses: list[Pose] = []
    struck: tuple[str, ...] = ()
    for leg in legs:
        swept = _swept(base, leg, others, state.terrain)
        poses.append(swept.pose)
        base = hull_at(swept.pose, base.length, base.width)
        struck = swept.struck
        if struck:
            break
    off_table = not on_table(base, state.table.size)
    return Course(ship_id, tuple(poses or [base.pose]), struck, off_table, speed)


@lru_cache(maxsize=1024)
def _swept(
    base: Hull, leg: Leg, others: tuple[tuple[str, Hull], ...], terrain: tuple[Terrain, ...]
) -> Swept:
    """Return how a leg ends. Cached: moves that are compared often begin with the same leg."""
    blocked: dict[str, Body] = {**dict(others), **solid(terrain)}
    if leg.kind == "slide":
        return slide(base, (base.pose.heading + leg.towards) % 360.0, leg.amount, blocked)
    return pivot(base, leg.amount, blocked)


def sail(state: State, ship_id: str, speed: int, command: cmd.Sail) -> Course:
    """Return the course of a move: the slide of the speed's tool with its turn.

    A move with two turns (Yare) ends after the slide: the second turn is asked for later.
    """
    tool = book().measures.tools[speed]
    legs = [Leg("slide", tool.length, BEARINGS[command.towards])]
    if command.angle and command.turn in ("start", "both"):
        legs.insert(0, Leg("pivot", command.angle))
    if command.angle and command.turn == "end":
        legs.append(Leg("pivot", command.angle))
    return run(state, ship_id, tuple(legs), speed)


def turn(state: State, ship_id: str, angle: float, speed: int = 1) -> Course:
    """Return the course of a turn on the spot, in degrees, starboard above 0."""
    return run(state, ship_id, (Leg("pivot", angle),) if angle else (), speed)


def shift(state: State, ship_id: str, inches: float) -> Course:
    """Return the course of a sideways shift in inches, starboard above 0."""
    side = BEARINGS["starboard" if inches > 0 else "port"]
    return run(state, ship_id, (Leg("slide", abs(inches), side),) if inches else (), 1)


def row(state: State, ship_id: str) -> Course:
    """Return the course of a Row: a speed 1 move straight ahead."""
    return run(state, ship_id, (Leg("slide", book().measures.tools[1].length),), 1)


def slide_ahead(state: State, ship_id: str) -> Course:
    """Return the course of a free speed 1 move straight ahead."""
    return row(state, ship_id)


def move_speed(state: State, ship_id: str) -> int:
    """Return the speed rating of a ship's move now, with what her activation did to it."""
    activation = state.activation
    if activation is None or activation.ship != ship_id:
        return rating(state, ship_id, points(state, ship_id)[0]).value
    point = activation.point or points(state, ship_id)[0]
    return rating(state, ship_id, point, activation.adjust, activation.cut_free).value


def trace(state: State, ship_id: str, command: cmd.AnyCommand) -> Course | None:  # noqa: PLR0911  (a case each)
    """Return the course of a command by which a ship moves herself; None for any other command."""
    match command:
        case cmd.Sail():
            speed = move_speed(state, ship_id)
            return sail(state, ship_id, speed, command) if speed else None
        case cmd.Turn(angle=angle):
            step = state.agenda[-1] if state.agenda else None
            return turn(state, ship_id, angle, getattr(step, "speed", 1))
        case cmd.ChangeHeading(angle=angle) | cmd.FreeTurn(angle=angle):
            return turn(state, ship_id, angle)
        case cmd.Shift(distance=inches):
            return shift(state, ship_id, inches)
        case cmd.FreeSlide():
            return slide_ahead(state, ship_id)
        case cmd.Row():
            return row(state, ship_id)
    return None
