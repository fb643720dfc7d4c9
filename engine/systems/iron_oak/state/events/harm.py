"""Events of gunnery and damage."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.data.facts import Case, Column, Explosive, HitPlace, Marker, ShotCase
from engine.systems.iron_oak.state.events.event import (
    IronOakEvent,
    rolled,
    untied,
    with_shot,
    with_side,
    with_unit,
    without_positions,
)
from engine.systems.iron_oak.state.state import Fire, GunnerySegment, Roll, SmokeLevel, State


class TargetNamed(IronOakEvent, frozen=True, tag="target_named"):
    """A unit chose its target."""

    unit: str
    target: str
    plunging: bool = False

    def after(self, state: State) -> State:
        return replace(
            state, shot=GunnerySegment(firer=self.unit, target=self.target, plunging=self.plunging)
        )


class GunfireEnded(IronOakEvent, frozen=True, tag="gunfire_ended"):
    """A unit's old Gunfire marker was removed."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, fired=False)


class GunfireSeen(IronOakEvent, frozen=True, tag="gunfire_seen"):
    """A unit fired at night: it gets a Gunfire marker."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, fired=True)


class ShotFired(IronOakEvent, frozen=True, kw_only=True, tag="shot_fired"):
    """A shot: gunnery against defence, and its location.

    `case` is miss, possible, effective, critical, or grapeshot. `locations` are the faces of the
    location die, of which the last counts.
    """

    unit: str
    target: str
    gunnery: Roll
    defence: Roll
    location: HitPlace
    locations: tuple[int, ...]
    case: ShotCase
    second: bool = False
    smoke: bool = False
    """Whether the gunnery die made smoke (Iron & Oak 6.2.3C)."""

    def after(self, state: State) -> State:
        state = rolled(state, self.gunnery, self.defence)
        count = 0 if self.second else len(self.locations)
        state = with_shot(
            state,
            location=self.location,
            face=self.locations[-1] if self.locations else 0,
            smokes=(state.shot.smokes if state.shot else 0) + self.smoke,
        )
        return replace(state, dice=state.dice + count)


class ShotEnded(IronOakEvent, frozen=True, tag="shot_ended"):
    """The shots of a Gunnery Segment are over."""

    unit: str

    def after(self, state: State) -> State:
        return replace(state, shot=None)


class BlastStruck(IronOakEvent, frozen=True, kw_only=True, tag="blast_struck"):
    """An explosion fired a shot at a neighbour."""

    source: str
    target: str
    gunnery: Roll
    defence: Roll
    location: HitPlace
    face: int
    case: Case

    def after(self, state: State) -> State:
        state = rolled(state, self.gunnery, self.defence)
        return replace(state, dice=state.dice + 1)


class HitsTaken(IronOakEvent, frozen=True, tag="hits_taken"):
    """A ship or section took Hits."""

    unit: str
    hits: int

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, hits=state.unit(self.unit).hits + self.hits)


class ShieldWorsened(IronOakEvent, frozen=True, tag="shield_worsened"):
    """The shield of a location worsened; `shield` is its new value."""

    unit: str
    location: HitPlace
    shield: int

    def after(self, state: State) -> State:
        shields = {**state.unit(self.unit).shields, self.location: self.shield}
        return with_unit(state, self.unit, shields=shields)


class CrewLost(IronOakEvent, frozen=True, tag="crew_lost"):
    """Crew was lost; `roll` is the die that decided how many, if one did."""

    unit: str
    losses: int
    roll: Roll | None = None

    def after(self, state: State) -> State:
        state = rolled(state, self.roll)
        loss = state.unit(self.unit).crew_loss + self.losses
        return with_unit(state, self.unit, crew_loss=loss)


class CriticalRolled(IronOakEvent, frozen=True, tag="critical_rolled"):
    """A roll on the table decided a critical hit."""

    unit: str
    column: Column
    roll: Roll
    critical: str

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


_STEPS = {
    "armament": ("armament_1", "armament_2"),
    "speed": ("speed_1", "speed_2"),
}
"""Critical hits that have two steps, each with its marker."""


class Marked(IronOakEvent, frozen=True, tag="marked"):
    """A critical hit's marker was placed; `roll` is the die that chose it, if one did."""

    unit: str
    critical: str
    roll: Roll | None = None

    def after(self, state: State) -> State:
        state = rolled(state, self.roll)
        had = state.unit(self.unit).criticals
        gone: tuple[str, ...] = ()
        marker = self.critical
        if marker in _STEPS:
            first, second = _STEPS[marker]
            marker, gone = (second, (first,)) if first in had else (first, ())
        elif marker == "engine_stopped":
            gone = ("engine_damaged",)
        kept = tuple(each for each in had if each not in gone)
        return with_unit(state, self.unit, criticals=(*kept, marker))


class FireStarted(IronOakEvent, frozen=True, tag="fire_started"):
    """A fire started; `roll` is the die that chose its level, if one did."""

    unit: str
    level: int
    roll: Roll | None = None

    def after(self, state: State) -> State:
        fire = Fire(self.level, checked=state.phase == "status")
        fires = (*state.unit(self.unit).fires, fire)
        return with_unit(rolled(state, self.roll), self.unit, fires=fires)


class BlastRolled(IronOakEvent, frozen=True, tag="blast_rolled"):
    """The Hits of an explosion were rolled; the fire of level 5 that caused it ends by the event
    `BurntOut`.
    """

    unit: str
    kind: Explosive
    roll: Roll

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


class BurntOut(IronOakEvent, frozen=True, tag="burnt_out"):
    """A level 5 fire ended in an explosion."""

    unit: str
    fire: int

    def after(self, state: State) -> State:
        fires = state.unit(self.unit).fires
        return with_unit(state, self.unit, fires=fires[: self.fire] + fires[self.fire + 1 :])


class SmokeThickened(IronOakEvent, frozen=True, tag="smoke_thickened"):
    """The smoke over the firer increased to this level."""

    unit: str
    smoke: SmokeLevel

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, smoke=self.smoke)


class ArmamentChecked(IronOakEvent, frozen=True, tag="armament_checked"):
    """The armament was checked because of a card."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    held: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class IncendiaryRolled(IronOakEvent, frozen=True, tag="incendiary_rolled"):
    """Incendiary shells started a fire, or none (level 0)."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    level: int

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class DudFired(IronOakEvent, frozen=True, tag="dud_fired"):
    """A critical result counted as effective, because of a special rule of the battle."""

    unit: str

    def after(self, state: State) -> State:
        return with_side(state, state.ships[self.unit].side, dud_spent=True)


class Sunk(IronOakEvent, frozen=True, tag="sunk"):
    """A ship sank; with `hulk`, she became an obstacle."""

    ship: str
    hulk: bool
    scuttled: bool = False

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        if self.hulk:
            markers = (*state.board.markers, Marker("hulk", ship.box))
            state = replace(state, board=replace(state.board, markers=markers))
        state = untied(without_positions(state, (self.ship,)), (self.ship,))
        return with_unit(
            state,
            self.ship,
            lost="sunk",
            box="",
            fires=(),
            smoke="none",
            anchored=False,
            grounded=False,
            springs=0,
            hidden=False,
            repair_party=False,
            opposed_by=(),
        )


class Silenced(IronOakEvent, frozen=True, tag="silenced"):
    """A fort section was silenced."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, fires=(), smoke="none", repair_party=False)


class SectionDestroyed(IronOakEvent, frozen=True, tag="section_destroyed"):
    """A magazine destroyed a fort section."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, destroyed=True)


class Captured(IronOakEvent, frozen=True, tag="captured"):
    """A ship surrendered."""

    ship: str
    by: str

    def after(self, state: State) -> State:
        state = without_positions(state, (self.ship,))
        towers = [id for id, ship in state.ships.items() if ship.towing == self.ship]
        for id in towers:
            state = with_unit(state, id, towing="")
        return with_unit(
            state,
            self.ship,
            captured_by=self.by,
            towing="",
            repair_party=False,
            order="",
            plan="",
            acted=True,
            hidden=False,
            opposed_by=(),
        )


class StrikeWasted(IronOakEvent, frozen=True, tag="strike_wasted"):
    """A Strike card had no effect."""

    ship: str
    own: int
    enemy: int

    def after(self, state: State) -> State:
        return state
