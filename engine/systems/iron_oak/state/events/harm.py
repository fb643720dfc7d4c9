"""Events of gunnery and damage."""

from __future__ import annotations

from typing import Literal

from engine.systems.iron_oak.data.facts import Case, Column, Explosive, HitPlace
from engine.systems.iron_oak.state.events.event import Event
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import SmokeLevel


class TargetNamed(Event, frozen=True, tag="target_named"):
    """A unit named its target."""

    unit: str
    target: str
    plunging: bool = False


class GunfireEnded(Event, frozen=True, tag="gunfire_ended"):
    """A unit's old Gunfire marker went."""

    unit: str


class GunfireSeen(Event, frozen=True, tag="gunfire_seen"):
    """A unit fired at night."""

    unit: str


class ShotFired(Event, frozen=True, kw_only=True, tag="shot_fired"):
    """A shot: gunnery against defence, and where it fell.

    `case`: miss, possible, effective, critical, or grapeshot. `locations`: the faces of the
    location die, the last counts.
    """

    unit: str
    target: str
    gunnery: Roll
    defence: Roll
    location: HitPlace
    locations: tuple[int, ...]
    case: Case | Literal["grapeshot"]
    second: bool = False
    smoke: bool = False
    """Whether the gunnery die gave smoke (Iron & Oak 6.2.3C)."""


class ShotEnded(Event, frozen=True, tag="shot_ended"):
    """A Gunnery Segment's shots are done."""

    unit: str


class BlastStruck(Event, frozen=True, kw_only=True, tag="blast_struck"):
    """An explosion's shot at a neighbour."""

    source: str
    target: str
    gunnery: Roll
    defence: Roll
    location: HitPlace
    face: int
    case: Case


class HitsTaken(Event, frozen=True, tag="hits_taken"):
    """A ship or section took Hits."""

    unit: str
    hits: int


class ShieldWorsened(Event, frozen=True, tag="shield_worsened"):
    """The shield of a location is now so bad."""

    unit: str
    location: HitPlace
    shield: int


class CrewLost(Event, frozen=True, tag="crew_lost"):
    """Crew was lost; `roll` if by a die."""

    unit: str
    losses: int
    roll: Roll | None = None


class CriticalRolled(Event, frozen=True, tag="critical_rolled"):
    """A critical hit was rolled for."""

    unit: str
    column: Column
    roll: Roll
    critical: str


class Marked(Event, frozen=True, tag="marked"):
    """A critical hit's marker was placed; `roll` if a die chose it."""

    unit: str
    critical: str
    roll: Roll | None = None


class FireStarted(Event, frozen=True, tag="fire_started"):
    """A fire broke out; `roll` if a die chose its level."""

    unit: str
    level: int
    roll: Roll | None = None


class BlastRolled(Event, frozen=True, tag="blast_rolled"):
    """The Hits of an explosion were rolled; of a level 5 fire, which goes, if `burnt`."""

    unit: str
    kind: Explosive
    roll: Roll


class BurntOut(Event, frozen=True, tag="burnt_out"):
    """A level 5 fire ended in an explosion."""

    unit: str
    fire: int


class SmokeThickened(Event, frozen=True, tag="smoke_thickened"):
    """Smoke hangs over the firer."""

    unit: str
    smoke: SmokeLevel


class ArmamentChecked(Event, frozen=True, tag="armament_checked"):
    """A card's armament check."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    held: bool


class IncendiaryRolled(Event, frozen=True, tag="incendiary_rolled"):
    """Incendiary shells set fire, or not: level 0."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    level: int


class DudFired(Event, frozen=True, tag="dud_fired"):
    """A critical result that counted as effective, by a battle's own rule."""

    unit: str


class Sunk(Event, frozen=True, tag="sunk"):
    """A ship sank; `hulk`: she lies in the way."""

    ship: str
    hulk: bool
    scuttled: bool = False


class Silenced(Event, frozen=True, tag="silenced"):
    """A fort section is silenced."""

    unit: str


class SectionDestroyed(Event, frozen=True, tag="section_destroyed"):
    """A magazine destroyed a fort section."""

    unit: str


class Captured(Event, frozen=True, tag="captured"):
    """A ship surrendered."""

    ship: str
    by: str


class StrikeWasted(Event, frozen=True, tag="strike_wasted"):
    """A Strike card fell short."""

    ship: str
    own: int
    enemy: int
