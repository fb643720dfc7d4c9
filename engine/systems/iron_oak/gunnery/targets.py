"""Who may be fired at, and every reason why not (Iron & Oak 6.0, 6.1)."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import crew_state, guns_of, silenced
from engine.systems.iron_oak.fleet.sides import other_side, own_ships
from engine.systems.iron_oak.gunnery.drms import seen
from engine.systems.iron_oak.gunnery.ranges import aspects, lines, range_of
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit


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
