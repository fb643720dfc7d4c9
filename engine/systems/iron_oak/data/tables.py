"""The types of the tables of the player aid, and of every check with its dice."""

from __future__ import annotations

from typing import Annotated

import msgspec

from engine.systems.iron_oak.data.facts import (
    Column,
    Count,
    CrewState,
    CriticalHit,
    Dice,
    Drm,
    Explosive,
    Fact,
    Grade,
    Location,
    Part,
    Range,
    Size,
    Speed,
    Wind,
)

Sum = Annotated[str, msgspec.Meta(pattern=r"^(d(4|6|8|10))(\+d(4|6|8|10))*$")]
"""Dice such as `d10+d8`: all are rolled and added."""
Ten = Annotated[tuple[int, ...], msgspec.Meta(min_length=10, max_length=10)]
Eight = Annotated[tuple[int, ...], msgspec.Meta(min_length=8, max_length=8)]
Five = Annotated[tuple[int, ...], msgspec.Meta(min_length=5, max_length=5)]
Rolls = Annotated[tuple[Location, ...], msgspec.Meta(min_length=8, max_length=8)]
Eleven = Annotated[tuple[CriticalHit, ...], msgspec.Meta(min_length=11, max_length=11)]


class Graded(Fact, frozen=True, kw_only=True):
    """Modifiers by the crew's grade; crack crews without a figure count as average crews."""

    elite: Drm
    crack: Drm = 0
    green: Drm

    def of_grade(self, grade: Grade) -> int:
        """Return the modifier of a grade; 0 for an average crew."""
        drms: dict[Grade, int] = {
            "elite": self.elite,
            "crack": self.crack,
            "average": 0,
            "green": self.green,
        }
        return drms[grade]


class Maneuver(Fact, frozen=True, kw_only=True):
    """The dice that a maneuver roll must exceed (Iron & Oak 5.1)."""

    in_box: Dice
    one_box: Dice
    two_boxes: Dice
    immobile_target: Dice
    immobile_target_drm: Drm
    net_limit: Count


class ManeuverDrms(Graded, frozen=True, kw_only=True):
    """Modifiers of a maneuver roll, and of its target roll (Iron & Oak 5.1, 5.5, 5.6.1)."""

    crew: Drm
    opposed: Drm
    cross_t: Drm
    ram_spar: Drm
    across_bow: Drm
    bow_on: Drm
    captain: Drm
    engine_damaged: Drm
    rudder: Drm
    speed_1: Drm
    speed_2: Drm
    smokestack: Drm
    steering: Drm
    unpowered: Drm


class Stream(Part, frozen=True):
    """Modifiers of a current: for a move entirely with the current, and for a move partly against
    it.
    """

    downstream: Drm
    upstream: Drm


class CurrentDrms(Fact, frozen=True, kw_only=True):
    """Modifiers by the speed of the current (Iron & Oak 5.1.1)."""

    none: Stream
    slow: Stream
    moderate: Stream
    fast: Stream

    def at(self, speed: Speed) -> Stream:
        """Return the modifiers at a speed of the current."""
        streams: dict[Speed, Stream] = {
            "none": self.none,
            "slow": self.slow,
            "moderate": self.moderate,
            "fast": self.fast,
        }
        return streams[speed]


class Drifting(Part, frozen=True):
    """The d10 rolls that carry a ship ahead, to the left, or to the right of the current."""

    ahead: Count
    left: Count
    right: Count


class Drift(Fact, frozen=True, kw_only=True):
    """The drift table by the speed of the current (Iron & Oak 5.2)."""

    none: Drifting
    slow: Drifting
    moderate: Drifting
    fast: Drifting

    def at(self, speed: Speed) -> Drifting:
        """Return the rolls at a speed of the current."""
        rolls: dict[Speed, Drifting] = {
            "none": self.none,
            "slow": self.slow,
            "moderate": self.moderate,
            "fast": self.fast,
        }
        return rolls[speed]


class Step(Part, frozen=True):
    """A row of a table; it applies to the figure `least` and to greater figures."""

    least: int
    drm: Drm


class Towing(Fact, frozen=True, kw_only=True):
    """The modifier of a ship that tows another (Iron & Oak 5.3)."""

    rows: tuple[Step, ...]


class Hazards(Fact, frozen=True, kw_only=True):
    """Checks against shoals, obstructions, mines and sandbars (Iron & Oak 5.4, 5.7.2)."""

    shoal: tuple[Dice, Dice, Dice]
    shoal_response: Dice
    obstruction: Dice
    obstruction_response: Dice
    heavy_obstruction_drm: Drm
    further_hulk_drm: Drm
    mine: Dice
    mine_response: Dice
    sandbar: Dice
    sandbar_drm: Drm
    sandbar_draft_drm: Drm
    sandbar_response: Dice
    night_drm: Drm


class CheckDice(Fact, frozen=True, kw_only=True):
    """The dice of a challenge and of its response, with a modifier."""

    challenge: Dice
    response: Dice
    drm: Drm = 0


class Repair(Graded, frozen=True, kw_only=True):
    """Modifiers of repairs, and what can be repaired (Iron & Oak 3.1.1)."""

    hits: tuple[str, ...]


class Night(Fact, frozen=True, kw_only=True):
    """Modifiers of fire at night, and the roll of a search (Iron & Oak 6.2.4, 8.6.1)."""

    search: Count
    point_blank: Drm
    short: Drm
    medium: Drm
    medium_seen: Drm
    long_seen: Drm

    def at(self, range_: Range, seen: bool) -> int:
        """Return the modifier of fire at a range, by whether the target is seen."""
        drms: dict[Range, int] = {
            "point_blank": self.point_blank,
            "short": self.short,
            "medium": self.medium_seen if seen else self.medium,
            "long": self.long_seen,
            "none": 0,
        }
        return drms[range_]


class Smoke(Fact, frozen=True, kw_only=True):
    """How smoke clears, and which gunnery dice produce it (Iron & Oak 3.1.3, 6.2.3C)."""

    fresh: Drm
    calm: Drm
    still: Drm
    less: Count
    gone: Count
    placed_on: tuple[int, ...]

    def of_wind(self, wind: Wind) -> int:
        """Return the modifier of the wind."""
        drms: dict[Wind, int] = {"calm": self.calm, "normal": 0, "fresh": self.fresh}
        return drms[wind]


class FireCheck(Graded, frozen=True, kw_only=True):
    """Modifiers of a fire check (Iron & Oak 3.1.2)."""

    repair_party: Drm
    crew_heavy: Drm
    crew_full: Drm

    def of_crew(self, state: CrewState) -> int:
        """Return the modifier of a crew's casualties."""
        drms: dict[CrewState, int] = {
            "sound": 0,
            "light": 0,
            "heavy": self.crew_heavy,
            "full": self.crew_full,
        }
        return drms[state]


class FireRow(Part, frozen=True):
    """A row of the status table: for this roll and higher ones, the change of a fire's level; -9
    puts the fire out.
    """

    least: int
    change: int


class FireStatus(Fact, frozen=True, kw_only=True):
    """The status table of fires, by level, 1 to 5 (Iron & Oak 3.1.2)."""

    levels: Annotated[tuple[tuple[FireRow, ...], ...], msgspec.Meta(min_length=5, max_length=5)]


class FireEffects(Fact, frozen=True, kw_only=True):
    """The Hits and modifiers of a fire, by level, 1 to 5 (Iron & Oak 3.1.2)."""

    hits: Five
    gunnery: Five
    maneuver: Five


class Torpedoes(Fact, frozen=True, kw_only=True):
    """The Hits for each roll of a d8: by a mine, by a spar torpedo, and by a torpedo on its own
    ship.

    Iron & Oak 5.4.3, 5.6.2.
    """

    mine: Eight
    spar: Eight
    own_spar: Eight


class HitLocation(Fact, frozen=True, kw_only=True):
    """The location of a hit, for each roll of a d8 (Iron & Oak 6.2.2)."""

    ship: Rolls
    monitor: Rolls
    plunging: tuple[int, ...]
    smokestack: tuple[int, ...]


class GunneryDrms(Graded, frozen=True, kw_only=True):
    """Modifiers of fire (Iron & Oak 6.2.1)."""

    point_blank: Drm
    short: Drm
    medium: Drm
    long: Drm
    smoke_light: Drm
    smoke_heavy: Drm
    fouled: Drm
    grounded: Drm
    tied_to_grounded: Drm
    target_grounded: Drm
    anchored: Drm
    target_anchored: Drm
    crew_light: Drm
    crew_heavy: Drm
    small: Drm
    large: Drm
    repair_party: Drm
    captain: Drm
    jam: Drm
    armament_1: Drm
    armament_2: Drm
    armament_1_limited: Drm
    armament_2_limited: Drm
    limited_ammunition: Drm

    def at(self, range_: Range) -> int:
        """Return the modifier of a range."""
        drms: dict[Range, int] = {
            "point_blank": self.point_blank,
            "short": self.short,
            "medium": self.medium,
            "long": self.long,
            "none": 0,
        }
        return drms[range_]

    def of_crew(self, state: CrewState) -> int:
        """Return the modifier of a crew's casualties; a crew with full casualties does not fire."""
        drms: dict[CrewState, int] = {
            "sound": 0,
            "light": self.crew_light,
            "heavy": self.crew_heavy,
            "full": 0,
        }
        return drms[state]

    def of_size(self, size: Size) -> int:
        """Return the modifier of the target's size."""
        drms: dict[Size, int] = {"small": self.small, "normal": 0, "large": self.large}
        return drms[size]


class Ram(Fact, frozen=True, kw_only=True):
    """The modifier of a damaged ram (Iron & Oak 6.3.12)."""

    damaged: Drm


class CriticalHits(Fact, frozen=True, kw_only=True):
    """Critical hits in five columns, for each sum of two d6, 2 to 12 (Iron & Oak 6.3)."""

    ship: Eleven
    wl: Eleven
    wl_bow_on: Eleven
    wl_stern_on: Eleven
    fort: Eleven

    def of(self, column: Column, total: int) -> CriticalHit:
        """Return the critical hit of a column by its roll, 2 to 12."""
        columns: dict[Column, tuple[CriticalHit, ...]] = {
            "ship": self.ship,
            "wl": self.wl,
            "wl_bow_on": self.wl_bow_on,
            "wl_stern_on": self.wl_stern_on,
            "fort": self.fort,
        }
        return columns[column][total - 2]


class CasualtyRow(Part, frozen=True):
    """A row of the table of casualties: its die applies to this crew factor and to greater ones."""

    least: int
    die: Dice


class Casualties(Fact, frozen=True, kw_only=True):
    """Casualty dice by the undamaged crew factor (Iron & Oak 6.3.2, 6.3.5)."""

    crew: tuple[CasualtyRow, ...]
    boiler: tuple[CasualtyRow, ...]
    fort: Dice


class BlastDice(Fact, frozen=True, kw_only=True):
    """The dice of an explosion: Hits, and shots at ships tied to the ship and at others
    in the box.
    """

    hits: Sum
    tied: Dice
    in_box: Dice


class CriticalDice(Fact, frozen=True, kw_only=True):
    """The dice of some critical hits (Iron & Oak 6.3.9, 6.3.17)."""

    blast_fire: Count
    fire: Ten
    steering_column: Count


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of the player aid."""

    maneuver: Maneuver
    maneuver_drms: ManeuverDrms
    current: CurrentDrms
    drift: Drift
    towing: Towing
    hazards: Hazards
    checks: dict[str, CheckDice]
    repair: Repair
    night: Night
    smoke: Smoke
    fire_check: FireCheck
    fire_status: FireStatus
    fire_effects: FireEffects
    torpedoes: Torpedoes
    hit_location: HitLocation
    gunnery: GunneryDrms
    ram: Ram
    critical_hits: CriticalHits
    casualties: Casualties
    explosions: dict[Explosive, BlastDice]
    critical_dice: CriticalDice
