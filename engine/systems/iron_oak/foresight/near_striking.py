"""One step from: a Hit from the next line, a casualty from the next step, a fire near its end."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.fleet.hulls import (
    chart_line,
    crew_of,
    damage,
    maneuver_dice,
    name,
    original_hits,
    silenced,
)
from engine.systems.iron_oak.fleet.ties import tied
from engine.systems.iron_oak.gunnery.odds import faces, percent
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.turn.fires import FIERCEST, fire_drm, new_level

LIMIT = -4
"""The worst that a shield can be."""
FIERCE = 4
"""The level of a fire from which it is told."""


def in_the_fight(unit: Unit) -> bool:
    """Tell whether a unit is one of which it is told: a known ship on the map, a section."""
    if isinstance(unit, Section):
        return not silenced(unit)
    return unit.on_map and unit.kind == "ship"


def one_step_from(state: State, unit: Unit) -> tuple[str, ...]:
    """Return what a unit is one step away from, the worst first; () for nothing.

    Of Hits and casualties only once there are some: a small ship is always near.
    """
    left = original_hits(unit) - unit.hits
    texts = list(_fires(state, unit))
    if left == 1 and unit.hits:
        texts.insert(0, "one Hit from " + ("being silenced" if _fort(unit) else "sinking"))
    if isinstance(unit, Ship) and unit.hits and left > 1:
        hurt = replace(unit, hits=unit.hits + 1)
        if chart_line(hurt) != chart_line(unit):
            texts.append(f"one Hit from {damage(hurt)} damage, {maneuver_dice(hurt)}")
    crew = crew_of(unit)
    steps = (
        (crew.full, "no crew left"),
        (crew.heavy, "heavy losses"),
        (crew.light, "light losses"),
    )
    retires = " and must retire" if isinstance(unit, Ship) else ""
    for most, what in steps:
        if unit.crew_loss and unit.crew_loss + 1 == most:
            more = retires if what == "heavy losses" else ""
            texts.append(f"one casualty from {what}{more}")
            break
    worn = [place for place, shield in unit.shields.items() if shield == LIMIT + 1]
    if worn:
        texts.append(f"one shield from the limit at {', '.join(worn)}")
    return tuple(texts)


def _fort(unit: Unit) -> bool:
    return isinstance(unit, Section)


def level_chances(unit: Unit, level: int) -> dict[int, float]:
    """Return the chance of each level that a fire has after its next check; 0 is out.

    Iron & Oak 3.1.2.
    """
    found: dict[int, float] = {}
    for face, count in faces("d10"):
        then = new_level(level, face + fire_drm(unit))
        found[then] = found.get(then, 0.0) + count / 10
    return found


def explodes(unit: Unit) -> float:
    """Return the chance that a fire of level 5 ends in an explosion at its next check."""
    return level_chances(unit, FIERCEST).get(FIERCEST, 0.0)


def _fires(state: State, unit: Unit) -> tuple[str, ...]:
    """Return the worst fire with the chance of level 5 or an explosion, and who lies beside."""
    level = max((fire.level for fire in unit.fires), default=0)
    if level < FIERCE:
        return ()
    if level == FIERCEST:
        text = f"fire 5: explodes {percent(explodes(unit))}"
    else:
        grows = level_chances(unit, level).get(FIERCEST, 0.0)
        text = f"fire 4: to 5 {percent(grows)}, then explodes {percent(explodes(unit))}"
    beside = [name(other) for other in _beside(state, unit)]
    return (text + (f"; beside: {', '.join(beside)}" if beside else ""),)


def _beside(state: State, unit: Unit) -> list[Ship]:
    """Return the ships that an explosion is fired at: tied to her, or in her box.

    Iron & Oak 6.3.8.
    """
    if not isinstance(unit, Ship):
        return []
    near = {each.id for each in tied(state, unit)}
    return [
        other
        for other in state.ships.values()
        if other.id != unit.id
        and other.kind == "ship"
        and other.on_map
        and (other.box == unit.box or other.id in near)
    ]
