"""Modifiers of fire by their names (Iron & Oak 6.2.1, 6.2.3, 6.2.4)."""

from __future__ import annotations

from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.tables import Gunnery
from engine.systems.iron_oak.fleet.hulls import card, crew_state, guns_of, worst_fire
from engine.systems.iron_oak.fleet.ties import fouled_with_ships, grappled
from engine.systems.iron_oak.gunnery.ranges import aspects, fouled_pair, range_of
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit

Drms = dict[str, int]


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


def _range(state: State, firer: Unit, target: Unit, band: str, table: Gunnery) -> int:
    drm = int(getattr(table, band, 0))
    if isinstance(firer, Section) and isinstance(target, Ship):
        for effect in state.in_force("forts_ranged"):
            if target.box in effect.boxes:
                return max(0, drm)
    return drm


def _smoke(unit: Unit, table: Gunnery) -> int:
    return {"none": 0, "light": table.smoke_light, "heavy": table.smoke_heavy}[unit.smoke]


def _firers(firer: Unit, table: Gunnery) -> Drms:
    """Return the modifiers of the firer's own state, ship or section."""
    level = worst_fire(firer)
    return {
        "grade": 0 if firer.grade == "average" else getattr(table, firer.grade),
        "crew": {"light": table.crew_light, "heavy": table.crew_heavy}.get(crew_state(firer), 0),
        "armament": _armament(firer, table),
        "fire": book().tables.fire_effects.gunnery[level - 1] if level else 0,
        "repair_party": table.repair_party if firer.repair_party else 0,
    }


def _armament(firer: Unit, table: Gunnery) -> int:
    for step in ("armament_1", "armament_2"):
        if step in firer.criticals:
            limited = "_limited" if guns_of(firer).limited else ""
            return int(getattr(table, step + limited))
    return 0


def _ships(state: State, firer: Ship, target: Unit, table: Gunnery) -> Drms:
    """Return the modifiers that a ship alone has when she fires."""
    monitor = card(firer).monitor
    aspect, _ = aspects(firer, target)
    across = {"bow_on": guns_of(firer).bow_on, "stern_on": guns_of(firer).stern_on}.get(aspect, 0)
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


def _targets(state: State, target: Unit, band: str, table: Gunnery) -> Drms:
    if not isinstance(target, Ship):
        return {}
    aground = target.grounded or tied_to_grounded(state, target)
    size = {"small": table.small, "large": table.large}.get(card(target).size, 0)
    return {
        "target_grounded": table.target_grounded if aground else 0,
        "target_anchored": table.target_anchored if target.anchored else 0,
        "target_size": size if band in {"medium", "long"} else 0,
    }


def seen(target: Unit) -> bool:
    """Tell whether a target shows at night: it burns, or fired in its last Action Phase."""
    return bool(target.fires) or target.fired


def _night(state: State, firer: Unit, target: Unit, band: str) -> int:
    if not state.board.night or fouled_pair(firer, target):
        return 0
    night = book().tables.night
    if band == "medium":
        return night.medium_seen if seen(target) else night.medium
    return {
        "point_blank": night.point_blank,
        "short": night.short,
        "long": night.long_seen,
    }.get(band, 0)
