"""The chart of a battle: counters, forts, obstacles, and what ties ships together."""

from __future__ import annotations

from typing import Literal

from engine.game.chart import Counter, Fort, Haze, Mark, Obstacle, Scene, Terrain, Tie
from engine.systems.iron_oak.fleet.hulls import name, original_hits, section_card, silenced
from engine.systems.iron_oak.fleet.sides import seat_of
from engine.systems.iron_oak.fleet.ties import fouled_with_ships
from engine.systems.iron_oak.screen.places import board_of, cell
from engine.systems.iron_oak.screen.plans import plan_marks
from engine.systems.iron_oak.screen.ship_plan import shape
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.turn import rules
from engine.systems.iron_oak.waters.terrain import GRID

Kind = Literal["obstruction", "heavy", "sandbar", "torpedo", "hulk"]
KINDS: dict[str, Kind] = {
    "obstruction": "obstruction",
    "heavy_obstruction": "heavy",
    "mine": "torpedo",
    "hulk": "hulk",
}


def scene(view: State) -> Scene:
    """Return the chart."""
    active = {question.ship for question in rules.pending(view)} or _acting(view)
    return Scene(
        board_of(view.board),
        (
            *_land(view),
            *_obstacles(view),
            *_forts(view, active),
            *_ties(view),
            *_smoke(view),
            *(_counter(view, ship, active) for ship in _drawn(view)),
            *plan_marks(view, called),
        ),
    )


def _acting(view: State) -> set[str]:
    """Return the units that move or fire, for a state in which nothing is asked."""
    moving = {view.move.ship} if view.move else set()
    return moving | ({view.shot.firer} if view.shot else set())


def _drawn(view: State) -> list[Ship]:
    return [ship for ship in view.ships.values() if not ship.lost]


def subjects(view: State) -> tuple[str, ...]:
    """Return the keys that Tab goes through: ships, then sections that fight."""
    sections = (each.id for each in view.sections.values() if not silenced(each))
    return (*(ship.id for ship in _drawn(view)), *sections)


def _land(view: State) -> list[Mark]:
    marks: list[Mark] = []
    for box, kind in view.board.terrain.items():
        if kind == "sandbar":
            marks.append(Obstacle(f"sandbar {box}", "sandbar", GRID.place(box)))
            continue
        row, column = GRID.place(box)
        top, left = GRID.rows - row, column
        outline = (
            (left + 0.0, top + 0.0),
            (left + 1.0, top + 0.0),
            (left + 1.0, top - 1.0),
            (left + 0.0, top - 1.0),
        )
        marks.append(Terrain(f"land {box}", "land" if kind == "high" else "island", outline))
    return marks


def _obstacles(view: State) -> list[Mark]:
    return [
        Obstacle(f"{each.kind} {number}", KINDS[each.kind], GRID.place(each.box))
        for number, each in enumerate(view.board.markers, 1)
    ]


def _forts(view: State, active: set[str]) -> list[Mark]:
    return [
        Fort(
            key=section.id,
            owner=seat_of(view, section),
            box=GRID.place(box),
            name=called(section).upper(),
            state=f"hits {_left(section)}",
            silenced=silenced(section),
            tokens=tokens(section),
            active=section.id in active,
        )
        for section in view.sections.values()
        for box in section.boxes
    ]


def _ties(view: State) -> list[Mark]:
    marks: list[Mark] = []
    for ship in _drawn(view):
        if ship.towing:
            marks.append(Tie("towed", (ship.id, ship.towing)))
        marks += [
            Tie("fouled", (ship.id, other))
            for other in fouled_with_ships(view, ship)
            if ship.id < other
        ]
        if ship.across_bow_of:
            marks.append(Tie("crossed_bow", (ship.id, ship.across_bow_of)))
        if ship.across_stern_of:
            marks.append(Tie("crossed_stern", (ship.id, ship.across_stern_of)))
    return marks


def _left(unit: Unit) -> str:
    """Return the Hits that a unit has left, as her card has them: `8/12`."""
    whole = original_hits(unit)
    return f"{whole - min(unit.hits, whole)}/{whole}"


def _smoke(view: State) -> list[Mark]:
    """In a calm smoke hangs where guns fired; a wind leaves only the signs of the rules."""
    if view.board.wind != "calm":
        return []
    thick: dict[tuple[int, int], bool] = {}
    for ship in _drawn(view):
        fires = view.shot is not None and view.shot.firer == ship.id
        if ship.on_map and (fires or ship.smoke != "none"):
            place = cell(ship.box)
            thick[place] = thick.get(place, False) or ship.smoke == "heavy"
    return [Haze(place, heavy) for place, heavy in thick.items()]


def _counter(view: State, ship: Ship, active: set[str]) -> Counter:
    return Counter(
        key=ship.id,
        owner=seat_of(view, ship),
        box=cell(ship.box),
        name=called(ship),
        state=_left(ship) if ship.kind == "ship" else "",
        shape=shape(ship),
        side="A" if ship.control == "union" else "B",
        tokens=tokens(ship),
        active=ship.id in active,
    )


def called(unit: Unit) -> str:
    """Return what a unit is called on the chart: her name without a rank before it."""
    if isinstance(unit, Section):
        return section_card(unit).name
    if unit.kind != "ship":
        return "counter" if unit.kind == "counter" else "contact"
    return name(unit).removeprefix("General ")


def tokens(unit: Unit) -> str:
    """Return the signs beside a drawing: smoke, the worst fire, ground, anchor, ties."""
    signs = {"none": "", "light": "L", "heavy": "H"}[unit.smoke]
    level = max((fire.level for fire in unit.fires), default=0)
    signs += f"F{level}" if level else ""
    if isinstance(unit, Section):
        return signs + "*" * unit.fired
    signs += "g" * unit.grounded + "a" * unit.anchored + "x" * bool(unit.fouled)
    signs += "T" * bool(unit.across_bow_of or unit.across_stern_of)
    return signs + "p" * bool(unit.captured_by) + "*" * unit.fired
