"""What an order does to one's own side for good: before it is given, and in a sentence."""

from __future__ import annotations

from engine.base.text import and_between
from engine.systems.oak_iron.sailing.course import Course, trace
from engine.systems.oak_iron.sailing.manoeuvre import held_by_land
from engine.systems.oak_iron.sailing.scrolling import shift
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.terrain.zones import gets_away


def harm(view: State, ship: str, command: cmd.AnyCommand) -> str:
    """Return what an order of a ship costs her own side for good; '' for nothing.

    She runs into a ship of her side, leaves the table (Oak & Iron ch. 5, Moving off the Table) but
    for a dignitary who gets away so, or burns as a fire ship.
    """
    moving = view.ships.get(ship)
    if moving is None or not moving.afloat:
        return ""
    if isinstance(command, cmd.Burn):
        return f"{wording.who(view, ship)} burns out, and fights no more"
    course = trace(view, ship, command)
    return "" if course is None else _of_course(view, course)


def _of_course(view: State, course: Course) -> str:
    if held_by_land(view, course):
        return ""
    who = wording.who(view, course.ship)
    if course.off_table and shift(view, course) == (0.0, 0.0):
        if gets_away(view, view.ships[course.ship], course.end):
            return ""  # the dignitary is where her side wants him
        return f"{who} leaves the table, and the battle"
    side = view.side_of(course.ship)
    friends = [key for key in course.struck if key in view.ships and view.side_of(key) == side]
    if not friends:
        return ""
    return f"{who} runs into her consort {and_between([wording.who(view, key) for key in friends])}"
