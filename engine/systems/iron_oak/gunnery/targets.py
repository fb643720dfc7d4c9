"""Who may be fired at, and every reason why not (Iron & Oak 6.0, 6.1)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import crew_state, guns_of, other_side, own_ships, silenced
from engine.systems.iron_oak.gunnery.shot import aspects, lines, range_of, seen
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.waters import GRID

# Which forts a ship has run past: nothing in the rules, but worth telling.


def passed(state: State, ship: Ship, box: str) -> list[str]:
    """Return the enemy forts that a ship has astern once she is in a box, and had not before.

    Along the shore: what only draws away from a fort does not pass it. A fort counts while a
    section of it is in action, and could reach her before or after.
    """
    if not ship.on_map or ship.box == box:
        return []
    there = replace(ship, box=box)
    forts: dict[str, list[Section]] = {}
    for section in state.sections.values():
        if section.side != ship.control and not silenced(section):
            forts.setdefault(section.fort, []).append(section)
    return [
        fort
        for fort, sections in forts.items()
        if any(range_of(state, each, at) != "none" for each in sections for at in (ship, there))
        and _left_astern([each for section in sections for each in section.boxes], ship.box, box)
    ]


def _left_astern(boxes: list[str], start: str, end: str) -> bool:
    """Tell whether all boxes of a shore lie astern after a way, and some did not before.

    A shore is a row of boxes, or a column of them; a single box that of its nearest edge.
    """
    places = [GRID.place(box) for box in boxes]
    rows, columns = ({place[axis] for place in places} for axis in (0, 1))
    row = next(iter(rows))
    axis = 1 if len(rows) == 1 and (len(columns) > 1 or row in (0, GRID.rows - 1)) else 0
    before, after = GRID.place(start)[axis], GRID.place(end)[axis]
    way = after - before
    lie = [place[axis] for place in places]
    return all((at - after) * way < 0 for at in lie) and any((at - before) * way >= 0 for at in lie)


# Who may be fired at, and every reason why not (Iron & Oak 6.0, 6.1).


def in_sight(state: State, firer: Unit) -> tuple[Unit, ...]:
    """Return every enemy ship on the map and every enemy section that is not silenced.

    Nothing for a ship off the map, or a silenced section.
    """
    if isinstance(firer, Ship) and not firer.on_map:
        return ()
    if isinstance(firer, Section) and silenced(firer):
        return ()
    enemy = other_side(firer.control)
    ships = tuple(ship for ship in own_ships(state, enemy) if ship.on_map)
    sections = tuple(
        each for each in state.sections.values() if each.side == enemy and not silenced(each)
    )
    return (*ships, *sections)


def silent(firer: Unit) -> set[str]:
    """Return the reasons that keep a unit from firing at anybody."""
    reasons = set()
    if not guns_of(firer).dice:
        reasons.add("no_guns")
    if isinstance(firer, Ship) and firer.captured_by:
        reasons.add("prize")
    if crew_state(firer) == "full":
        reasons.add("crew")
    return reasons


def why_not_fire(state: State, firer: Unit, target: Unit) -> set[str]:
    """Return all reasons why a unit may not fire at a target in sight."""
    reasons = silent(firer)
    if isinstance(target, Ship) and target.hidden:
        reasons.add("hidden")
    distance, free = lines(state, firer, target)
    if distance > 2:
        reasons.add("too_far")
    if not free:
        reasons.add("blocked")
    aspect, _ = aspects(firer, target)
    if aspect != "normal" and guns_of(firer).across(aspect) == "X":
        reasons.add(f"{aspect}_x")
    if state.board.night and range_of(state, firer, target) == "long" and not seen(target):
        reasons.add("dark")
    if screened(firer, target):
        reasons.add("screened")
    if _forbidden(state, firer, target):
        reasons.add("scenario")
    return reasons


def screened(firer: Unit, target: Unit) -> bool:
    """Tell whether a Screen card keeps a ship or a whole fort from firing at a target.

    Iron & Oak 7.7.
    """
    name = firer.fort if isinstance(firer, Section) else firer.id
    return isinstance(target, Ship) and name in target.screened_from


def can_plunge(state: State, firer: Unit, target: Unit) -> bool:
    """Tell whether a section may plunge on a ship (Iron & Oak 6.2.3D); a screen is no bar."""
    return (
        isinstance(firer, Section)
        and isinstance(target, Ship)
        and book().forts[firer.fort].plunging_fire
        and range_of(state, firer, target) == "long"
        and why_not_fire(state, firer, target) <= {"screened"}
    )


def _forbidden(state: State, firer: Unit, target: Unit) -> bool:
    """Tell whether the battle's own rules forbid a shot."""
    return isinstance(firer, Ship) and any(
        effect.ship == firer.id
        and effect.section == target.id
        and int(firer.box[1]) in effect.columns
        for effect in state.in_force("no_fire")
    )
