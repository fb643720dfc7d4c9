"""A ship moves herself: her course is carried out, with collisions and leaving the table."""

from __future__ import annotations

from engine.game.decision import Dial
from engine.space.plane.contact import touching
from engine.space.plane.hull import on_table
from engine.systems.oak_iron.damage.harm import drop_party
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.sailing.collision import collide
from engine.systems.oak_iron.sailing.course import Course
from engine.systems.oak_iron.sailing.scrolling import scroll
from engine.systems.oak_iron.sailing.shoals import pose_changed, sound
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import hull, solids
from engine.systems.oak_iron.state.state import State

HARDLY = 0.01
"""Inches below which a ship stopped by land counts as not moved."""
HARDLY_TURNED = 0.1
"""Degrees below which she counts as not turned."""


def turn_dial(speed: int) -> Dial:
    """Return the dial of a turn with a speed's movement tool: whole degrees, starboard above 0."""
    most = int(book().measures.tools[speed].turn)
    return Dial(-most, most, 1, below="to port", above="to starboard")


def make_way(ledger: Ledger, course: Course, how: ev.Way, settle: bool = False) -> None:
    """Carry out a course: scroll the sea, move the ship, resolve a collision.

    A collision rolls as many dice as the course's speed. `settle` ends the move as well: for
    one that stands by itself (Row, shift, free move).
    """
    course = scroll(ledger, course)
    ship = ledger.state.ships[course.ship]
    if held_by_land(ledger.state, course):
        return
    if course.end != ship.pose:
        moved = ev.ShipMoved(course.ship, how, course.end, course.poses[:-1], course.speed)
        pose_changed(ledger, moved)
    if course.struck:
        collide(ledger, course.ship, course.struck, course.speed)
    if settle:
        settle_move(ledger, course.ship)


def held_by_land(state: State, course: Course) -> bool:
    """Tell whether land that the ship touched already stops her at once: then nothing happens.

    Without this a ship that lies against land would take damage each time she tries to move.
    """
    land = solids(state)
    if not course.struck or any(key not in land for key in course.struck):
        return False
    pose = state.ships[course.ship].pose
    assert pose is not None
    moved = abs(pose.x - course.end.x) + abs(pose.y - course.end.y) > HARDLY
    turned = abs((pose.heading - course.end.heading + 180) % 360 - 180) > HARDLY_TURNED
    own = hull(state.ships[course.ship])
    return not moved and not turned and any(touching(own, land[key]) for key in course.struck)


def settle_move(ledger: Ledger, ship_id: str) -> None:
    """End a move: a ship whose base lies off the table leaves the battle; check for shoals."""
    ship = ledger.state.ships[ship_id]
    if ship.pose is not None and not on_table(hull(ship), ledger.state.table.size):
        ledger.write(ev.ShipLeft(ship_id, ship.pose))
        drop_party(ledger, ship_id)
    sound(ledger, ship_id)
