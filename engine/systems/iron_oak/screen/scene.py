"""The chart of a battle: boxes, counters, forts, obstacles, and the plans of allied seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Literal

from engine.base.text import pluralized
from engine.game.chart import (
    Boxes,
    Counter,
    Edge,
    Fort,
    Haze,
    Lit,
    Mark,
    Obstacle,
    Scene,
    Terrain,
    Tie,
    Trace,
)
from engine.game.panel import Bar, Row, Shape, words
from engine.game.parts.screen import Preview
from engine.space.plane.pose import Point
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.data import facts
from engine.systems.iron_oak.data.facts import Direction, Speed
from engine.systems.iron_oak.foresight.maneuver_odds import way_to
from engine.systems.iron_oak.orders.legal import goals, ways
from engine.systems.iron_oak.orders.sheet import where
from engine.systems.iron_oak.screen.order_rows import mishap_text
from engine.systems.iron_oak.state.state import Board, Section, Ship, State, Unit
from engine.systems.iron_oak.waters import GRID, off

# Boxes as points of the plane: row A is at the top, a box is 1 by 1.


EDGES: dict[facts.Edge, Edge] = {
    "left": "west",
    "right": "east",
    "top": "north",
    "bottom": "south",
}
FLOWS: dict[Direction, Edge | Literal[""]] = {
    "none": "",
    "left": "west",
    "right": "east",
    "up": "north",
    "down": "south",
}
SWIFTNESS: dict[Speed, int] = {"none": 0, "slow": 1, "moderate": 2, "fast": 3}
BESIDE = {"left": (2, -1), "right": (2, 5), "top": (-1, 2), "bottom": (5, 2)}
"""{edge: (row, column) at which a ship that waits off the map there is drawn}."""


def board_of(board: Board) -> Boxes:
    """Return the board in the form that a chart of boxes is drawn from."""
    return Boxes(
        columns=GRID.columns,
        rows=GRID.rows,
        banks=tuple(EDGES[bank] for bank in board.banks),
        row_depths=tuple(board.shoals.get(f"row {row}") for row in "ABCDE"),
        column_depths=tuple(board.shoals.get(f"column {column}") for column in "12345"),
        current=FLOWS[board.current.direction],
        wind=board.wind,
        swiftness=SWIFTNESS[board.current.speed],
    )


def cell(place: str) -> tuple[int, int]:
    """Return (row, column) of a box, or of the place where a ship waits off the map at an edge."""
    return BESIDE[off(place)] if off(place) else GRID.place(place)


def middle(place: str) -> Point:
    """Return the middle of a place, as a point of the chart: one unit is the width of a box."""
    row, column = cell(place)
    return column + 0.5, GRID.rows - row - 0.5


def box_at(at: Point) -> str:
    """Return the box at a point of the chart; '' if the point is off the board."""
    row, column = GRID.rows - 1 - int(at[1] // 1), int(at[0] // 1)
    inside = 0 <= row < GRID.rows and 0 <= column < GRID.columns
    return f"{chr(65 + row)}{column + 1}" if inside else ""


def lit(place: str, share: float | None = None, text: str = "", shade: int = 0) -> Lit:
    """Return a mark that highlights a box, with a text, or with a chance in percent."""
    words = text or (f"{100 * share:.0f}" if share is not None else "")
    return Lit(middle(place), "reach", words, shade)


# Plans of allied seats on the chart: dots from the ship, and her name after `>` in the goal's box.


CLEAR = 0.38
"""A plan's line begins this far from the middle of the ship's box, in widths of a box."""
BEYOND = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, 1.0), "bottom": (0.0, -1.0)}
"""{edge: the step from a box to the place beyond this edge}, as (east, north)."""


def plan_marks(view: State, called: Callable[[Ship], str]) -> tuple[Mark, ...]:
    """Return marks for the plans (where ships intend to go) in a view: a line for each, and
    highlighted boxes.

    A view contains only the plans of its own side. `called` returns a ship's name. If several ships
    intend to go to one box, only their number is written there.
    """
    meant: dict[str, list[str]] = defaultdict(list)
    marks: list[Mark] = []
    for ship in view.ships.values():
        if not ship.plan or ship.lost or ship.plan == ship.box:
            continue
        marks.append(_line(ship, ship.plan))
        meant[ship.box if off(ship.plan) else ship.plan].append(called(ship))
    for box, those in meant.items():
        told = those[0] if len(those) == 1 else pluralized(len(those), "ship")
        marks.append(lit(box, text=f">{told}"))
    return tuple(marks)


def plan_row(ship: Ship) -> tuple[Row, ...]:
    """Return the row about a ship's plan (where she intends to go), for her card; () without a
    plan.
    """
    return (words(f"means to go {where(ship.plan)}"),) if ship.plan else ()


def plan_preview(view: State, ship: Ship, goal: str) -> Preview:
    """Return the preview of a plan while it is chosen: its line, and the chance to get there this
    turn.
    """
    via = "" if goal in goals(view, ship) else ways(view, ship, goal)[0]
    found = way_to(view, ship, goal, via)
    bar = Bar(where(goal), found.arrives, mishap_text(found))
    marks: tuple[Mark, ...] = (_line(ship, goal),)
    return Preview(marks if off(goal) else (*marks, lit(goal, found.arrives)), (bar,))


def _line(ship: Ship, goal: str) -> Trace:
    """Return a plan's line; it does not cover the middle of the first and of the last box."""
    (x, y), (tx, ty) = middle(ship.box), _end(ship, goal)
    part = CLEAR / max(abs(tx - x), abs(ty - y))
    east, north = (tx - x) * part, (ty - y) * part
    return Trace("link", ((x + east, y + north), (tx - east, ty - north)))


def _end(ship: Ship, goal: str) -> Point:
    if not off(goal):
        return middle(goal)
    east, north = BEYOND[off(goal)]
    row, column = cell(ship.box)
    return column + 0.5 + east, GRID.rows - row - 0.5 + north


# The chart of a battle: counters, forts, obstacles, and the lines between tied ships.


Kind = Literal["obstruction", "heavy", "sandbar", "torpedo", "hulk"]
KINDS: dict[str, Kind] = {
    "obstruction": "obstruction",
    "heavy_obstruction": "heavy",
    "mine": "torpedo",
    "hulk": "hulk",
}


def scene(view: State) -> Scene:
    """Return the chart: the board of boxes, and all marks on it."""
    active = {question.ship for question in rules.pending(view)}
    if not active:  # the units that move or fire
        active = {view.move.ship} if view.move else set()
        active |= {view.shot.firer} if view.shot else set()
    obstacles = [
        Obstacle(f"{each.kind} {number}", KINDS[each.kind], GRID.place(each.box))
        for number, each in enumerate(view.board.markers, 1)
    ]
    forts = [
        Fort(
            key=section.id,
            owner=fleet.seat_of(view, section),
            box=GRID.place(box),
            name=called(section).upper(),
            state=f"hits {_left(section)}",
            silenced=fleet.silenced(section),
            tokens=tokens(section),
            active=section.id in active,
        )
        for section in view.sections.values()
        for box in section.boxes
    ]
    ground: list[Mark] = []
    for box, kind in view.board.terrain.items():
        if kind == "sandbar":
            ground.append(Obstacle(f"sandbar {box}", "sandbar", GRID.place(box)))
            continue
        row, column = GRID.place(box)
        top, left = GRID.rows - row, column
        outline = (
            (left + 0.0, top + 0.0),
            (left + 1.0, top + 0.0),
            (left + 1.0, top - 1.0),
            (left + 0.0, top - 1.0),
        )
        ground.append(Terrain(f"land {box}", "land" if kind == "high" else "island", outline))
    ties: list[Mark] = []
    for ship in _drawn(view):
        if ship.towing:
            ties.append(Tie("towed", (ship.id, ship.towing)))
        ties += [
            Tie("fouled", (ship.id, other))
            for other in fleet.fouled_with_ships(view, ship)
            if ship.id < other
        ]
        if ship.across_bow_of:
            ties.append(Tie("crossed_bow", (ship.id, ship.across_bow_of)))
        if ship.across_stern_of:
            ties.append(Tie("crossed_stern", (ship.id, ship.across_stern_of)))
    return Scene(
        board_of(view.board),
        (
            *ground,
            *obstacles,
            *forts,
            *ties,
            *_smoke(view),
            *(
                Counter(
                    key=ship.id,
                    owner=fleet.seat_of(view, ship),
                    box=cell(ship.box),
                    name=called(ship),
                    state=_left(ship) if ship.kind == "ship" else "",
                    shape=shape(ship),
                    side="A" if ship.control == "union" else "B",
                    tokens=tokens(ship),
                    active=ship.id in active,
                )
                for ship in _drawn(view)
            ),
            *plan_marks(view, called),
        ),
    )


def _drawn(view: State) -> list[Ship]:
    return [ship for ship in view.ships.values() if not ship.lost]


def subjects(view: State) -> tuple[str, ...]:
    """Return the keys that Tab goes through: ships, then fort sections that are not silenced."""
    sections = (each.id for each in view.sections.values() if not fleet.silenced(each))
    return (*(ship.id for ship in _drawn(view)), *sections)


def _left(unit: Unit) -> str:
    """Return how many Hits a unit has left, as on its card: `8/12`."""
    whole = fleet.original_hits(unit)
    return f"{whole - min(unit.hits, whole)}/{whole}"


def _smoke(view: State) -> list[Mark]:
    """Return smoke as haze over boxes, in a calm only. In a wind no haze is drawn; signs beside the
    ships show the rules' markers.
    """
    if view.board.wind != "calm":
        return []
    thick: dict[tuple[int, int], bool] = {}
    for ship in _drawn(view):
        fires = view.shot is not None and view.shot.firer == ship.id
        if ship.on_map and (fires or ship.smoke != "none"):
            place = cell(ship.box)
            thick[place] = thick.get(place, False) or ship.smoke == "heavy"
    return [Haze(place, heavy) for place, heavy in thick.items()]


def called(unit: Unit) -> str:
    """Return a unit's name as the chart has it; "General" before a ship's name is left out."""
    if isinstance(unit, Section):
        return fleet.section_card(unit).name
    if unit.kind != "ship":
        return "counter" if unit.kind == "counter" else "contact"
    return fleet.name(unit).removeprefix("General ")


def tokens(unit: Unit) -> str:
    """Return the signs beside a unit's drawing, such as `L` light smoke, `F3` a fire of level 3,
    `g` aground, `a` at anchor.
    """
    signs = {"none": "", "light": "L", "heavy": "H"}[unit.smoke]
    level = max((fire.level for fire in unit.fires), default=0)
    signs += f"F{level}" if level else ""
    if isinstance(unit, Section):
        return signs + "*" * unit.fired
    signs += "g" * unit.grounded + "a" * unit.anchored + "x" * bool(unit.fouled)
    signs += "T" * bool(unit.across_bow_of or unit.across_stern_of)
    return signs + "p" * bool(unit.captured_by) + "*" * unit.fired


SHAPES: dict[str, Shape] = {
    "casemate_ironclad": "casemate",
    "armored_frigate": "casemate",
    "monitor": "monitor",
    "double_ender": "wheeler",
    "converted_steamer": "wheeler",
    "timberclad": "wheeler",
    "transport": "wheeler",
    "screw_sloop": "sloop",
    "sail_sloop": "sloop",
    "sail_frigate": "sloop",
    "steam_frigate": "sloop",
    "armored_corvette": "sloop",
    "cruiser": "sloop",
    "ram": "ram",
    "cottonclad_ram": "ram",
    "barge": "barge",
}
"""{type on a ship's card: the shape that is drawn}; types that are not listed are drawn as
steamers."""


def shape(ship: Ship) -> Shape:
    """Return the shape that a ship is drawn with; a counter that is not identified looks like any
    hidden ship.
    """
    if ship.kind != "ship" or ship.hidden:
        return "hidden"
    here = fleet.card(ship)
    if here.monitor:
        return "monitor"
    return "barge" if here.barge else SHAPES.get(here.type, "steamer")
