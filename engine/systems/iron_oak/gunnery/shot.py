"""One shot: its range, its modifiers, gunnery against defence, and where it hits (Iron & Oak 6.1,
6.2).
"""

from __future__ import annotations

from typing import Literal

from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.damage import take_hits, worsen_shield
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import (
    CASES,
    Armour,
    Aspect,
    Case,
    Column,
    Drms,
    HitPlace,
    Range,
)
from engine.systems.iron_oak.data.tables import GunneryDrms
from engine.systems.iron_oak.machine import Ledger
from engine.systems.iron_oak.state.state import Roll, Section, Ship, State, Unit
from engine.systems.iron_oak.waters import GRID, free_line

# The range from firer to target, and their relative positions (Iron & Oak 6.1).


RANGES: tuple[Range, ...] = ("short", "medium", "long")
MOVED = ("maneuver_1", "maneuver_2", "drift")


def boxes_of(unit: Unit) -> tuple[str, ...]:
    """Return the boxes that count as a unit's place: a ship's box, or the boxes beside a fort
    section.
    """
    return unit.boxes if isinstance(unit, Section) else (unit.box,)


def lines(state: State, firer: Unit, target: Unit) -> tuple[int, bool]:
    """Return (distance in boxes, whether the line of fire is free) for a shot.

    A fort section has several boxes: the nearest box with a free line counts or, if all lines are
    blocked, the nearest box.
    """
    free: list[int] = []
    barred: list[int] = []
    for start in boxes_of(firer):
        for end in boxes_of(target):
            far = GRID.distance(start, end)
            (free if free_line(state.board, start, end) else barred).append(far)
    return (min(free), True) if free else (min(barred), False)


def fouled_pair(firer: Unit, target: Unit) -> bool:
    """Tell whether the firer and the target are fouled with each other."""
    return isinstance(firer, Ship) and target.id in firer.fouled


def same_box(firer: Unit, target: Unit) -> bool:
    """Tell whether both units are ships in the same box."""
    return isinstance(firer, Ship) and isinstance(target, Ship) and firer.box == target.box


def range_of(state: State, firer: Unit, target: Unit) -> Range:
    """Return the range of a shot: point_blank, short, medium, long or none.

    It is point blank if firer and target are fouled with each other. It is so, too, if the target
    tried to ram or spar the firer in its latest Movement Segment and is still in the firer's box,
    and the firer neither drifts nor leaves this box (Iron & Oak 5.6.5).
    """
    if fouled_pair(firer, target):
        return "point_blank"
    if (
        isinstance(firer, Ship)
        and isinstance(target, Ship)
        and firer.id in target.rammed
        and firer.box == target.box
        and firer.order not in MOVED
    ):
        return "point_blank"
    distance, _ = lines(state, firer, target)
    return RANGES[distance] if distance < len(RANGES) else "none"


def aspects(firer: Unit, target: Unit) -> tuple[Aspect, Aspect]:
    """Return (aspect of the firer, aspect of the target): the end or side that each ship shows to
    the other. Iron & Oak 5.5.1, 5.6.5.

    An aspect is `bow_on`, `stern_on` or `normal`; a firer that has tried to ram the target fires
    bow on.
    """
    if not isinstance(firer, Ship) or not isinstance(target, Ship):
        return "normal", "normal"
    mine = _across(target, firer)
    if mine == "normal" and target.id in firer.rammed and firer.box == target.box:
        mine = "bow_on"
    return mine, _across(firer, target)


def _across(ship: Ship, other: Ship) -> Aspect:
    """Return the end that a ship shows to another: bow or stern if the other ship lies across that
    end, else her side.
    """
    if ship.across_bow_of == other.id:
        return "bow_on"
    return "stern_on" if ship.across_stern_of == other.id else "normal"


# The location of a hit (Iron & Oak 6.2.2), and the protection there.


SECTION: Literal["section"] = "section"
"""The only location of a fort section."""


def location(state: State, firer: Unit | None, target: Unit, face: int, plunging: bool) -> HitPlace:
    """Return the location that a face of the d8 hits.

    Plunging fire, a target hit over bow or stern, and fouled ships change it. Without a firer, as
    in an explosion, nothing does.
    """
    if not isinstance(target, Ship):
        return SECTION
    table = book().tables.hit_location
    monitor = fleet.card(target).monitor
    if plunging and face in table.plunging:
        return "D"
    place: HitPlace = (table.monitor if monitor else table.ship)[face - 1]
    if firer is None:
        return place
    _, aspect = aspects(firer, target)
    swaps: dict[Aspect, tuple[HitPlace, HitPlace]] = {"bow_on": ("S", "B"), "stern_on": ("B", "S")}
    if not monitor and aspect in swaps and place == swaps[aspect][0]:
        place = swaps[aspect][1]
    if place == "WL" and fouled_pair(firer, target):
        place = "TS" if monitor else "A"
    return place


def rerolled(state: State, target: Unit, face: int) -> bool:
    """Tell whether a hit on the waterline is rolled again, once: option 9.1, low freeboard."""
    return (
        state.rules.low_freeboard
        and isinstance(target, Ship)
        and fleet.card(target).low_freeboard
        and book().tables.hit_location.ship[face - 1] == "WL"
    )


def shares(state: State, firer: Unit, target: Unit, plunging: bool) -> dict[HitPlace, float]:
    """Return {location: chance that a shot hits there}, in the order of the faces of the die."""
    if not isinstance(target, Ship):
        return {SECTION: 1.0}
    places = [location(state, firer, target, face, plunging) for face in range(1, 9)]
    again = [face for face in range(1, 9) if rerolled(state, target, face)]
    counts: dict[HitPlace, int] = {}
    for face, place in enumerate(places, 1):
        weight = len(again) + (0 if face in again else 8)
        counts[place] = counts.get(place, 0) + weight
    return {place: count / 64 for place, count in counts.items()}


def armour(target: Unit, place: HitPlace) -> Armour:
    """Return the armour of a target at a location."""
    if isinstance(target, Section):
        return fleet.section_card(target).defence
    assert place != SECTION, "a ship has locations"
    return fleet.card(target).locations[place]


def shield(target: Unit, place: HitPlace) -> int:
    """Return how far the armour of a target is worn at a location: its shield, 0 (whole) to -4."""
    return target.shields.get(place, 0)


# Modifiers of fire, by name (Iron & Oak 6.2.1, 6.2.3, 6.2.4).


def gunnery_drms(state: State, firer: Unit, target: Unit) -> Drms:
    """Return {name: value} of all modifiers of a shot that are not 0; cards are left out."""
    table = book().tables.gunnery
    band = range_of(state, firer, target)
    level = fleet.worst_fire(firer)
    if not state.board.night or fouled_pair(firer, target):
        night = 0
    else:
        night = book().tables.night.at(band, seen(target))
    limited = fleet.guns_of(firer).limited
    if "armament_1" in firer.criticals:
        armament = table.armament_1_limited if limited else table.armament_1
    elif "armament_2" in firer.criticals:
        armament = table.armament_2_limited if limited else table.armament_2
    else:
        armament = 0
    if not isinstance(target, Ship):
        targets = {}
    else:
        aground = target.grounded or tied_to_grounded(state, target)
        size = table.of_size(fleet.card(target).size)
        targets = {
            "target_grounded": table.target_grounded if aground else 0,
            "target_anchored": table.target_anchored if target.anchored else 0,
            "target_size": size if band in {"medium", "long"} else 0,
        }
    drms = {
        "range": _range(state, firer, target, band, table),
        "firer_smoke": _smoke(firer, table),
        "target_smoke": _smoke(target, table),
        "grade": table.of_grade(firer.grade),
        "crew": table.of_crew(fleet.crew_state(firer)),
        "armament": armament,
        "fire": book().tables.fire_effects.gunnery[level - 1] if level else 0,
        "repair_party": table.repair_party if firer.repair_party else 0,
        **targets,
        "night": night,
    }
    if isinstance(firer, Ship):
        # The modifiers that only a ship's fire has.
        monitor = fleet.card(firer).monitor
        aspect, _ = aspects(firer, target)
        across = fleet.guns_of(firer).across(aspect)
        hers = {
            "fouled": table.fouled if firer.fouled and not monitor else 0,
            "anchored": table.anchored if firer.anchored and not firer.springs else 0,
            "aspect": across if isinstance(across, int) else 0,
            "captain": table.captain if "captain" in firer.criticals else 0,
            "jam": table.jam if "jam" in firer.criticals else 0,
            "limited_ammunition": table.limited_ammunition if firer.limited_ammunition else 0,
        }
        if firer.grounded:
            hers["grounded"] = table.grounded
        elif not monitor and tied_to_grounded(state, firer):
            hers["tied_to_grounded"] = table.tied_to_grounded
        drms |= hers
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


def tied_to_grounded(state: State, ship: Ship) -> bool:
    """Tell whether a ship is fouled with, or in tow with, a ship that is aground."""
    other = fleet.grappled(state, ship)
    return bool(other and other.grounded) or any(
        state.ships[each].grounded for each in fleet.fouled_with_ships(state, ship)
    )


def seen(target: Unit) -> bool:
    """Tell whether a target can be seen at night: it burns, or it fired in its last Action
    Phase.
    """
    return bool(target.fires) or target.fired


# One shot: gunnery against defence, and its effects (Iron & Oak 6.2).


SHIELD_LOSS: dict[Case, int] = {"miss": 0, "possible": 0, "effective": 1, "critical": 2}
"""{result of a shot: by how much the shield of its location gets worse}."""


def case_of(gunnery: Roll, defence: Roll) -> Case:
    """Return the result of a shot (`miss` to `critical`) from its gunnery roll and the defence
    roll.
    """
    over = gunnery.result // defence.result if gunnery.result > defence.result else 0
    return CASES[min(3, over)]


def hits_of(case: Case, target: Unit, location: HitPlace) -> int:
    """Return how many Hits a shot makes. `target` is the target before this shot has worsened its
    shield.
    """
    if case == "miss":
        return 0
    if case == "critical":
        return 3 if location == "WL" else 2
    worst = shield(target, location)
    weak = worst <= -1 if armour(target, location).kind == "wooden" else worst <= -2
    return (2 if case == "effective" else 1) if weak else 0


def apply_shot(ledger: Ledger, target: str, location: HitPlace, case: Case) -> int:
    """Record a shot's Hits on the target and its worsened shield; return the Hits.

    The caller rolls for a critical hit, unless these Hits sink or silence the target.
    """
    unit = ledger.state.unit(target)
    hits = hits_of(case, unit, location)
    worsen_shield(ledger, target, location, SHIELD_LOSS[case])
    take_hits(ledger, target, hits)
    return hits


def critical_column(target_aspect: Aspect, location: HitPlace) -> Column:
    """Return the column of the table of critical hits for a location and the end that the target
    shows (Iron & Oak 6.3).
    """
    if location == "section":
        return "fort"
    if location != "WL":
        return "ship"
    columns: dict[Aspect, Column] = {
        "normal": "wl",
        "bow_on": "wl_bow_on",
        "stern_on": "wl_stern_on",
    }
    return columns[target_aspect]
