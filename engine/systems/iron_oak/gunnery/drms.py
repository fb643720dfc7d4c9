"""Modifiers of fire by their names (Iron & Oak 6.2.1, 6.2.3, 6.2.4)."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Drms, Range
from engine.systems.iron_oak.data.tables import GunneryDrms
from engine.systems.iron_oak.fleet.hulls import card, crew_state, guns_of, worst_fire
from engine.systems.iron_oak.fleet.ties import fouled_with_ships, grappled
from engine.systems.iron_oak.gunnery.ranges import aspects, fouled_pair, range_of
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit


def gunnery_drms(state: State, firer: Unit, target: Unit) -> Drms:
    """Return the modifiers of a shot, cards apart; those that are not 0."""
    table = book().tables.gunnery
    band = range_of(state, firer, target)
    drms = {
        "range": _range(state, firer, target, band, table),
        "firer_smoke": _smoke(firer, table),
        "target_smoke": _smoke(target, table),
        **_firers(firer, table),
        **_targets(state, target, band, table),
        "night": _night(state, firer, target, band),
    }
    if isinstance(firer, Ship):
        drms |= _ships(state, firer, target, table)
    return {name: drm for name, drm in drms.items() if drm}


def _range(state: State, firer: Unit, target: Unit, band: Range, table: GunneryDrms) -> int:
    drm = table.at(band)
    if isinstance(firer, Section) and isinstance(target, Ship):
        for effect in state.in_force("forts_ranged"):
            if target.box in effect.boxes:
                return max(0, drm)
    return drm


def _smoke(unit: Unit, table: GunneryDrms) -> int:
    return {"none": 0, "light": table.smoke_light, "heavy": table.smoke_heavy}[unit.smoke]


def _firers(firer: Unit, table: GunneryDrms) -> Drms:
    """Return the modifiers of the firer's own state, ship or section."""
    level = worst_fire(firer)
    return {
        "grade": table.of_grade(firer.grade),
        "crew": table.of_crew(crew_state(firer)),
        "armament": _armament(firer, table),
        "fire": book().tables.fire_effects.gunnery[level - 1] if level else 0,
        "repair_party": table.repair_party if firer.repair_party else 0,
    }


def _armament(firer: Unit, table: GunneryDrms) -> int:
    limited = guns_of(firer).limited
    if "armament_1" in firer.criticals:
        return table.armament_1_limited if limited else table.armament_1
    if "armament_2" in firer.criticals:
        return table.armament_2_limited if limited else table.armament_2
    return 0


def _ships(state: State, firer: Ship, target: Unit, table: GunneryDrms) -> Drms:
    """Return the modifiers that a ship alone has when she fires."""
    monitor = card(firer).monitor
    aspect, _ = aspects(firer, target)
    across = guns_of(firer).across(aspect)
    drms = {
        "fouled": table.fouled if firer.fouled and not monitor else 0,
        "anchored": table.anchored if firer.anchored and not firer.springs else 0,
        "aspect": across if isinstance(across, int) else 0,
        "captain": table.captain if "captain" in firer.criticals else 0,
        "jam": table.jam if "jam" in firer.criticals else 0,
        "limited_ammunition": table.limited_ammunition if firer.limited_ammunition else 0,
    }
    if firer.grounded:
        drms["grounded"] = table.grounded
    elif not monitor and tied_to_grounded(state, firer):
        drms["tied_to_grounded"] = table.tied_to_grounded
    return drms


def tied_to_grounded(state: State, ship: Ship) -> bool:
    """Tell whether a ship is fouled or grappled with a grounded one."""
    other = grappled(state, ship)
    return bool(other and other.grounded) or any(
        state.ships[each].grounded for each in fouled_with_ships(state, ship)
    )


def _targets(state: State, target: Unit, band: Range, table: GunneryDrms) -> Drms:
    if not isinstance(target, Ship):
        return {}
    aground = target.grounded or tied_to_grounded(state, target)
    size = table.of_size(card(target).size)
    return {
        "target_grounded": table.target_grounded if aground else 0,
        "target_anchored": table.target_anchored if target.anchored else 0,
        "target_size": size if band in {"medium", "long"} else 0,
    }


def seen(target: Unit) -> bool:
    """Tell whether a target shows at night: it burns, or fired in its last Action Phase."""
    return bool(target.fires) or target.fired


def _night(state: State, firer: Unit, target: Unit, band: Range) -> int:
    if not state.board.night or fouled_pair(firer, target):
        return 0
    return book().tables.night.at(band, seen(target))
