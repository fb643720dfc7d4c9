"""The types of the game's tables, and of the dice for each check."""

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
    """The modifiers for a crew's grade. Crack crews without a figure count as average."""

    elite: Drm
    crack: Drm = 0
    green: Drm

    def of_grade(self, grade: Grade) -> int:
        """Return the modifier for a crew's grade; 0 for an average crew."""
        drms: dict[Grade, int] = {
            "elite": self.elite,
            "crack": self.crack,
            "average": 0,
            "green": self.green,
        }
        return drms[grade]


class Maneuver(Fact, frozen=True, kw_only=True):
    """The dice that a ship's maneuver roll must beat (Iron & Oak 5.1)."""

    in_box: Dice
    one_box: Dice
    two_boxes: Dice
    immobile_target: Dice
    immobile_target_drm: Drm
    net_limit: Count


class ManeuverDrms(Graded, frozen=True, kw_only=True):
    """The modifiers of a maneuver roll, and of the roll of its target (Iron & Oak 5.1, 5.5,
    5.6.1).
    """

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
    """The modifiers of a maneuver roll in a current: for a move all the way with it, and for a move
    in part against it.
    """

    downstream: Drm
    upstream: Drm


class CurrentDrms(Fact, frozen=True, kw_only=True):
    """The modifiers of a maneuver roll by the speed of the current (Iron & Oak 5.1.1)."""

    none: Stream
    slow: Stream
    moderate: Stream
    fast: Stream

    def at(self, speed: Speed) -> Stream:
        """Return the modifiers for a current of this speed."""
        streams: dict[Speed, Stream] = {
            "none": self.none,
            "slow": self.slow,
            "moderate": self.moderate,
            "fast": self.fast,
        }
        return streams[speed]


class Drifting(Part, frozen=True):
    """Where a drifting ship goes: she goes ahead on a d10 of `ahead` or more, and to the left or
    right of the current on just these faces; 0 for no face.
    """

    ahead: Count
    left: Count
    right: Count


class Drift(Fact, frozen=True, kw_only=True):
    """Where the current carries a drifting ship, by its speed (Iron & Oak 5.2)."""

    none: Drifting
    slow: Drifting
    moderate: Drifting
    fast: Drifting

    def at(self, speed: Speed) -> Drifting:
        """Return where a current of this speed carries a drifting ship."""
        rolls: dict[Speed, Drifting] = {
            "none": self.none,
            "slow": self.slow,
            "moderate": self.moderate,
            "fast": self.fast,
        }
        return rolls[speed]


class Step(Part, frozen=True):
    """A row of a table: it holds for figures from `least` up to the next row."""

    least: int
    drm: Drm


class Towing(Fact, frozen=True, kw_only=True):
    """The modifier of a ship's maneuver roll while she tows another (Iron & Oak 5.3)."""

    rows: tuple[Step, ...]


class Hazards(Fact, frozen=True, kw_only=True):
    """The dice of the checks against shoals, obstructions, mines and sandbars (Iron & Oak 5.4,
    5.7.2).
    """

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
    """The dice of a check, where the challenge must beat the response; and the modifier of the
    challenge.
    """

    challenge: Dice
    response: Dice
    drm: Drm = 0


class Repair(Graded, frozen=True, kw_only=True):
    """The modifiers of a repair roll, and the critical hits that can be repaired (Iron & Oak
    3.1.1).
    """

    hits: tuple[str, ...]


class Night(Fact, frozen=True, kw_only=True):
    """The modifiers of fire at night, and the roll to find a hidden ship (Iron & Oak 6.2.4,
    8.6.1).
    """

    search: Count
    point_blank: Drm
    short: Drm
    medium: Drm
    medium_seen: Drm
    long_seen: Drm

    def at(self, range_: Range, seen: bool) -> int:
        """Return the modifier of fire at night for a range; it depends on whether the target is
        seen.
        """
        drms: dict[Range, int] = {
            "point_blank": self.point_blank,
            "short": self.short,
            "medium": self.medium_seen if seen else self.medium,
            "long": self.long_seen,
            "none": 0,
        }
        return drms[range_]


class Smoke(Fact, frozen=True, kw_only=True):
    """How fast smoke clears, and which gunnery rolls make smoke (Iron & Oak 3.1.3, 6.2.3C)."""

    fresh: Drm
    calm: Drm
    still: Drm
    less: Count
    gone: Count
    placed_on: tuple[int, ...]

    def of_wind(self, wind: Wind) -> int:
        """Return the modifier of the roll for smoke in this wind."""
        drms: dict[Wind, int] = {"calm": self.calm, "normal": 0, "fresh": self.fresh}
        return drms[wind]


class FireCheck(Graded, frozen=True, kw_only=True):
    """The modifiers of the roll that fights a fire (Iron & Oak 3.1.2)."""

    repair_party: Drm
    crew_heavy: Drm
    crew_full: Drm

    def of_crew(self, state: CrewState) -> int:
        """Return the modifier that a crew's casualties give to the roll that fights a fire."""
        drms: dict[CrewState, int] = {
            "sound": 0,
            "light": 0,
            "heavy": self.crew_heavy,
            "full": self.crew_full,
        }
        return drms[state]


class FireRow(Part, frozen=True):
    """A row of the table for fires: from this roll on, by how much a fire's level changes; -9 puts
    it out.
    """

    least: int
    change: int


class FireStatus(Fact, frozen=True, kw_only=True):
    """The change of a fire by its roll, in a table for each level, 1 to 5 (Iron & Oak 3.1.2)."""

    levels: Annotated[tuple[tuple[FireRow, ...], ...], msgspec.Meta(min_length=5, max_length=5)]


class FireEffects(Fact, frozen=True, kw_only=True):
    """The effects of a fire by its level, 1 to 5: Hits, and modifiers of gunnery and maneuver rolls
    (Iron & Oak 3.1.2).
    """

    hits: Five
    gunnery: Five
    maneuver: Five


class Torpedoes(Fact, frozen=True, kw_only=True):
    """The Hits by the roll of a d8: of a mine, of a spar torpedo, and of that torpedo on its own
    ship.

    Iron & Oak 5.4.3, 5.6.2.
    """

    mine: Eight
    spar: Eight
    own_spar: Eight


class HitLocation(Fact, frozen=True, kw_only=True):
    """Where a hit falls, by the roll of a d8 (Iron & Oak 6.2.2)."""

    ship: Rolls
    monitor: Rolls
    plunging: tuple[int, ...]
    smokestack: tuple[int, ...]


class GunneryDrms(Graded, frozen=True, kw_only=True):
    """The modifiers of the gunnery roll of a shot (Iron & Oak 6.2.1)."""

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
        """Return the modifier for a range."""
        drms: dict[Range, int] = {
            "point_blank": self.point_blank,
            "short": self.short,
            "medium": self.medium,
            "long": self.long,
            "none": 0,
        }
        return drms[range_]

    def of_crew(self, state: CrewState) -> int:
        """Return the modifier for a crew's casualties; a crew that is lost altogether does not
        fire.
        """
        drms: dict[CrewState, int] = {
            "sound": 0,
            "light": self.crew_light,
            "heavy": self.crew_heavy,
            "full": 0,
        }
        return drms[state]

    def of_size(self, size: Size) -> int:
        """Return the modifier for the target's size."""
        drms: dict[Size, int] = {"small": self.small, "normal": 0, "large": self.large}
        return drms[size]


class Ram(Fact, frozen=True, kw_only=True):
    """The modifier of a damaged ram's roll (Iron & Oak 6.3.12)."""

    damaged: Drm


class CriticalHits(Fact, frozen=True, kw_only=True):
    """The table of critical hits: five columns, each with an entry for the sums 2 to 12 of two d6
    (Iron & Oak 6.3).
    """

    ship: Eleven
    wl: Eleven
    wl_bow_on: Eleven
    wl_stern_on: Eleven
    fort: Eleven

    def of(self, column: Column, total: int) -> CriticalHit:
        """Return the critical hit in a column for the sum of two d6, 2 to 12."""
        columns: dict[Column, tuple[CriticalHit, ...]] = {
            "ship": self.ship,
            "wl": self.wl,
            "wl_bow_on": self.wl_bow_on,
            "wl_stern_on": self.wl_stern_on,
            "fort": self.fort,
        }
        return columns[column][total - 2]


class CasualtyRow(Part, frozen=True):
    """A row of the table of casualties: the die for crew factors from `least` up."""

    least: int
    die: Dice


class Casualties(Fact, frozen=True, kw_only=True):
    """The dice for casualties, by the full crew factor (Iron & Oak 6.3.2, 6.3.5)."""

    crew: tuple[CasualtyRow, ...]
    boiler: tuple[CasualtyRow, ...]
    fort: Dice


class BlastDice(Fact, frozen=True, kw_only=True):
    """The dice of an explosion: its Hits, and its shots at ships tied to the ship and at others in
    her box.
    """

    hits: Sum
    tied: Dice
    in_box: Dice


class CriticalDice(Fact, frozen=True, kw_only=True):
    """The dice that some critical hits roll (Iron & Oak 6.3.9, 6.3.17)."""

    blast_fire: Count
    fire: Ten
    steering_column: Count


class Tables(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of the game."""

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
