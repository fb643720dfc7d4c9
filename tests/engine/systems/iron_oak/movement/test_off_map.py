"""A ship that has left the map or lies lost neither moves, strikes a hazard, nor is shot at."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.gunnery.shooting import _strike
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.movement.hazards import face_hazards
from engine.systems.iron_oak.movement.segment import playable
from engine.systems.iron_oak.movement.ways import _holds, _only
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import Move, State
from engine.systems.iron_oak.state.steps import Hazard, NameWay
from tests.engine.systems.iron_oak.table import Told, position, ship

MONITOR, VIRGINIA = "uss_monitor", "css_virginia"


def moving(box: str, move: Move) -> State:
    """Return a position in which the Monitor carries out an order in a box, or off the map."""
    board = {"markers": [{"kind": "hulk", "box": "C3"}]}
    state = position([ship(MONITOR, "C3")], [ship(VIRGINIA, "C3")], board=board)
    ships = {**state.ships, MONITOR: replace(state.ships[MONITOR], box=box)}
    return replace(state, ships=ships, move=move)


def test_only_a_ship_on_the_map_holds_or_plays_a_card_on_her_move() -> None:
    """Iron & Oak 5.1.3: a hold, springs and scuttling are for ships in a box."""
    order = Move(ship=MONITOR, order="maneuver_0")
    here, away = moving("C3", order), moving("off:left", order)
    assert next(each.id for each in _holds(here, here.ships[MONITOR])) == "hold"
    assert _holds(away, away.ships[MONITOR]) == ()
    assert playable(away, away.ships[MONITOR], "owner") == {}


def test_a_ship_off_the_map_that_cannot_enter_waits_where_one_on_it_holds() -> None:
    """Iron & Oak 5.1.6: a maneuver that leaves no choice."""
    for box, way in (("C3", "hold"), ("off:left", "wait")):
        ledger = Ledger(moving(box, Move(ship=MONITOR, order="maneuver_1")), Told())
        ledger.plan(NameWay(MONITOR))
        _only(ledger, NameWay(MONITOR))
        (named,) = (each for each in ledger.events if isinstance(each, ev.WayNamed))
        assert named.way == way


def test_a_ship_off_the_map_meets_no_hazard() -> None:
    """Iron & Oak 5.4."""
    met = {}
    for box in ("C3", "off:left"):
        ledger = Ledger(moving(box, Move(ship=MONITOR, order="maneuver_1")), Told())
        face_hazards(ledger, MONITOR)
        met[box] = any(isinstance(step, Hazard) for step in ledger.state.agenda)
    assert met == {"C3": True, "off:left": False}


def test_who_is_gone_is_not_struck_by_a_blast() -> None:
    """Iron & Oak 6.3.2: the blast before may have sunk a neighbour of the one that exploded."""
    for box, struck in (("C3", True), ("off:left", False)):
        ledger = Ledger(moving(box, Move(ship=MONITOR, order="maneuver_0")), Told())
        _strike(ledger, VIRGINIA, MONITOR, "d10")
        assert any(isinstance(each, ev.BlastStruck) for each in ledger.events) is struck
