"""Events of gunnery and damage."""

from __future__ import annotations

from typing import Literal

from engine.systems.iron_oak.data.facts import Case, Column, Explosive, HitPlace
from engine.systems.iron_oak.state.events.event import IronOakEvent
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import SmokeLevel


class TargetNamed(IronOakEvent, frozen=True, tag="target_named"):
    """A unit named its target."""

    unit: str
    target: str
    plunging: bool = False


class GunfireEnded(IronOakEvent, frozen=True, tag="gunfire_ended"):
    """A unit's old Gunfire marker went."""

    unit: str


class GunfireSeen(IronOakEvent, frozen=True, tag="gunfire_seen"):
    """A unit fired at night."""

    unit: str


class ShotFired(IronOakEvent, frozen=True, kw_only=True, tag="shot_fired"):
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


class ShotEnded(IronOakEvent, frozen=True, tag="shot_ended"):
    """A Gunnery Segment's shots are done."""

    unit: str


class BlastStruck(IronOakEvent, frozen=True, kw_only=True, tag="blast_struck"):
    """An explosion's shot at a neighbour."""

    source: str
    target: str
    gunnery: Roll
    defence: Roll
    location: HitPlace
    face: int
    case: Case


class HitsTaken(IronOakEvent, frozen=True, tag="hits_taken"):
    """A ship or section took Hits."""

    unit: str
    hits: int


class ShieldWorsened(IronOakEvent, frozen=True, tag="shield_worsened"):
    """The shield of a location is now so bad."""

    unit: str
    location: HitPlace
    shield: int


class CrewLost(IronOakEvent, frozen=True, tag="crew_lost"):
    """Crew was lost; `roll` if by a die."""

    unit: str
    losses: int
    roll: Roll | None = None


class CriticalRolled(IronOakEvent, frozen=True, tag="critical_rolled"):
    """A critical hit was rolled for."""

    unit: str
    column: Column
    roll: Roll
    critical: str


class Marked(IronOakEvent, frozen=True, tag="marked"):
    """A critical hit's marker was placed; `roll` if a die chose it."""

    unit: str
    critical: str
    roll: Roll | None = None


class FireStarted(IronOakEvent, frozen=True, tag="fire_started"):
    """A fire broke out; `roll` if a die chose its level."""

    unit: str
    level: int
    roll: Roll | None = None


class BlastRolled(IronOakEvent, frozen=True, tag="blast_rolled"):
    """The Hits of an explosion were rolled; a fire of level 5 goes by `BurntOut`."""

    unit: str
    kind: Explosive
    roll: Roll


class BurntOut(IronOakEvent, frozen=True, tag="burnt_out"):
    """A level 5 fire ended in an explosion."""

    unit: str
    fire: int


class SmokeThickened(IronOakEvent, frozen=True, tag="smoke_thickened"):
    """Smoke hangs over the firer."""

    unit: str
    smoke: SmokeLevel


class ArmamentChecked(IronOakEvent, frozen=True, tag="armament_checked"):
    """A card's armament check."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    held: bool


class IncendiaryRolled(IronOakEvent, frozen=True, tag="incendiary_rolled"):
    """Incendiary shells set fire, or not: level 0."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    level: int


class DudFired(IronOakEvent, frozen=True, tag="dud_fired"):
    """A critical result that counted as effective, by a battle's own rule."""

    unit: str


class Sunk(IronOakEvent, frozen=True, tag="sunk"):
    """A ship sank; `hulk`: she lies in the way."""

    ship: str
    hulk: bool
    scuttled: bool = False


class Silenced(IronOakEvent, frozen=True, tag="silenced"):
    """A fort section is silenced."""

    unit: str


class SectionDestroyed(IronOakEvent, frozen=True, tag="section_destroyed"):
    """A magazine destroyed a fort section."""

    unit: str


class Captured(IronOakEvent, frozen=True, tag="captured"):
    """A ship surrendered."""

    ship: str
    by: str


class StrikeWasted(IronOakEvent, frozen=True, tag="strike_wasted"):
    """A Strike card fell short."""

    ship: str
    own: int
    enemy: int
