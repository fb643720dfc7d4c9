"""Events of wind, current and squall (Oak & Iron ch. 5, Events)."""

from __future__ import annotations

from engine.space.plane.hull import Hull
from engine.space.plane.sweep import slide
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.terms import WeatherEdge
from engine.systems.oak_iron.machine.agenda import RULES
from engine.systems.oak_iron.machine.ledger import Ledger
from engine.systems.oak_iron.plays.event_deck import EVENTS, DrawnEvent, Order
from engine.systems.oak_iron.sailing.shoals import pose_changed, sound
from engine.systems.oak_iron.sailing.skill import passed, roll_test
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import hull, obstacles
from engine.systems.oak_iron.state.state import SAILS, Ship, State, Table
from engine.systems.oak_iron.state.steps import AnyStep, SquallResult, SquallTest

EDGES: tuple[WeatherEdge, ...] = ("north", "east", "south", "west")
"""Clockwise, so that the place in the tuple times 90 is the bearing of an edge."""
SHORT = 0.003
"""Inches by which a ship adrift stops short of contact: a drift never causes a collision."""


def wind_shifts(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Wind Shifts: move the weather edge by one; 1 to 4 on the die is clockwise."""
    number = ledger.chance(8)
    turn = 1 if number <= 4 else -1
    place = EDGES.index(ledger.state.table.weather_edge)
    ledger.write(ev.WeatherShifted(EDGES[(place + turn) % 4], number))
    return ()


def current(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Strong Current: all ships free to move drift a Yard Arm towards one edge.

    The ships nearest to that edge go first, so that they make room for those behind.
    """
    number = ledger.chance(8)
    edge = EDGES[(number - 1) // 2]
    ledger.write(ev.CurrentSet(edge, number))
    table = ledger.state.table
    adrift = _adrift(ledger.state)
    for ship in sorted(adrift, key=lambda ship: (_sea_room(hull(ship), table, edge), ship.id)):
        _drift(ledger, ship.id, edge)
    return ()


def _adrift(state: State) -> list[Ship]:
    return [
        ship
        for ship in state.ships.values()
        if ship.afloat and not ship.aground and not state.holds(ship.id)
    ]


def _sea_room(base: Hull, table: Table, edge: WeatherEdge) -> float:
    """Return the inches between a base and an edge of the table."""
    place = 0 if edge in ("east", "west") else 1
    ends = [corner[place] for corner in base.corners]
    return table.size[place] - max(ends) if edge in ("north", "east") else min(ends)


def _drift(ledger: Ledger, ship_id: str, edge: WeatherEdge) -> None:
    """Let one ship drift, short of the table's edge and of whatever is in the way."""
    state = ledger.state
    base = hull(state.ships[ship_id])
    bearing = 90.0 * EDGES.index(edge)
    way = min(book().measures.yard_arm, _sea_room(base, state.table, edge))
    if way <= SHORT:
        return
    swept = slide(base, bearing, way, obstacles(state, ship_id))
    way = swept.travelled - SHORT if swept.struck else swept.travelled
    if way > SHORT:
        pose = base.pose.moved(bearing, way).rounded()
        pose_changed(ledger, ev.ShipMoved(ship_id, "drift", pose))
        sound(ledger, ship_id)


def _at_full_sail(state: State) -> list[Ship]:
    return [ship for ship in state.ships.values() if ship.fights and ship.sail == "full"]


def squall(ledger: Ledger, order: Order) -> tuple[AnyStep, ...]:
    """Squall: each ship at Full Sail makes a Skill Test; who fails takes in a level of sail."""
    ships = sorted(
        _at_full_sail(ledger.state), key=lambda ship: (order.index(ship.squadron), ship.id)
    )
    return tuple(SquallTest(ship.id) for ship in ships)


@RULES.does(SquallTest)
def squall_test(ledger: Ledger, step: SquallTest) -> None:
    """Roll a ship's Skill Test in a squall."""
    roll_test(ledger, step.ship, SquallResult(), "squall")


@RULES.does(SquallResult)
def squall_result(ledger: Ledger, step: SquallResult) -> None:
    """Take in a level of sail when the test failed."""
    state = ledger.state
    assert state.roll is not None
    ledger.finish()
    ship = state.ships[state.roll.ship]
    if not passed(state):
        ledger.write(ev.SailChanged(ship.id, SAILS[SAILS.index(ship.sail) - 1]))


EVENTS["wind_shifts"] = DrawnEvent(happen=wind_shifts)
EVENTS["current"] = DrawnEvent(lambda state: bool(_adrift(state)), current)
EVENTS["squall"] = DrawnEvent(lambda state: bool(_at_full_sail(state)), squall)
