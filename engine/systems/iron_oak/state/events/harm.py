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
    """A unit chose the target that it fires at."""

    unit: str
    target: str
    plunging: bool = False

    def after(self, state: State) -> State:
        return replace(
            state, shot=GunnerySegment(firer=self.unit, target=self.target, plunging=self.plunging)
        )


class GunfireEnded(IronOakEvent, frozen=True, tag="gunfire_ended"):
    """A unit's Gunfire marker (by night it shows that the unit fired) was removed."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, fired=False)


class GunfireSeen(IronOakEvent, frozen=True, tag="gunfire_seen"):
    """A unit fired by night and got a Gunfire marker, by which the enemy sees it."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, fired=True)


class ShotFired(IronOakEvent, frozen=True, kw_only=True, tag="shot_fired"):
    """A shot was fired: gunnery against defence, at a location.

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
    """Whether the gunnery die also made smoke (Iron & Oak 6.2.3C)."""

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
    """A unit has fired all its shots."""

    unit: str

    def after(self, state: State) -> State:
        return replace(state, shot=None)


class BlastStruck(IronOakEvent, frozen=True, kw_only=True, tag="blast_struck"):
    """An explosion struck a ship nearby, as a shot does."""

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
    """The shield of a location (its worn armour) got worse; `shield` is its new value."""

    unit: str
    location: HitPlace
    shield: int

    def after(self, state: State) -> State:
        shields = {**state.unit(self.unit).shields, self.location: self.shield}
        return with_unit(state, self.unit, shields=shields)


class CrewLost(IronOakEvent, frozen=True, tag="crew_lost"):
    """A unit lost crew factors; `roll` is the die that said how many, if there was one."""

    unit: str
    losses: int
    roll: Roll | None = None

    def after(self, state: State) -> State:
        state = rolled(state, self.roll)
        loss = state.unit(self.unit).crew_loss + self.losses
        return with_unit(state, self.unit, crew_loss=loss)


class CriticalRolled(IronOakEvent, frozen=True, tag="critical_rolled"):
    """A unit got a critical hit (special damage); a roll on the table said which."""

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
"""{critical hit that has two steps: the markers of its steps}."""


class Marked(IronOakEvent, frozen=True, tag="marked"):
    """A unit got the marker of a critical hit; `roll` is the die that chose the marker, if there
    was one.
    """

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
    """A unit began to burn; `roll` is the die that chose the fire's level, if there was one."""

    unit: str
    level: int
    roll: Roll | None = None

    def after(self, state: State) -> State:
        fire = Fire(self.level, checked=state.phase == "status")
        fires = (*state.unit(self.unit).fires, fire)
        return with_unit(rolled(state, self.roll), self.unit, fires=fires)


class BlastRolled(IronOakEvent, frozen=True, tag="blast_rolled"):
    """A ship exploded; the roll says how many Hits she takes. If a fire caused it, `BurntOut` ends
    this fire.
    """

    unit: str
    kind: Explosive
    roll: Roll

    def after(self, state: State) -> State:
        return rolled(state, self.roll)


class BurntOut(IronOakEvent, frozen=True, tag="burnt_out"):
    """A fire of level 5 caused an explosion, and is out."""

    unit: str
    fire: int

    def after(self, state: State) -> State:
        fires = state.unit(self.unit).fires
        return with_unit(state, self.unit, fires=fires[: self.fire] + fires[self.fire + 1 :])


class SmokeThickened(IronOakEvent, frozen=True, tag="smoke_thickened"):
    """The smoke over a unit that fired got thicker, up to this level."""

    unit: str
    smoke: SmokeLevel

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, smoke=self.smoke)


class ArmamentChecked(IronOakEvent, frozen=True, tag="armament_checked"):
    """A card's effect on the firer's guns was rolled: they hold out, or not."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    held: bool

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class IncendiaryRolled(IronOakEvent, frozen=True, tag="incendiary_rolled"):
    """A roll decided whether incendiary shells start a fire, and of which level; 0 means none."""

    unit: str
    card: int
    challenge: Roll
    response: Roll
    level: int

    def after(self, state: State) -> State:
        return rolled(state, self.challenge, self.response)


class DudFired(IronOakEvent, frozen=True, tag="dud_fired"):
    """A shell was a dud by a special rule of the battle: its critical result counts only as
    effective.
    """

    unit: str

    def after(self, state: State) -> State:
        return with_side(state, state.ships[self.unit].side, dud_spent=True)


class Sunk(IronOakEvent, frozen=True, tag="sunk"):
    """A ship sank; with `hulk` her wreck stays in the box as an obstacle."""

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
    """A fort section was silenced: it can no longer fire."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, fires=(), smoke="none", repair_party=False)


class SectionDestroyed(IronOakEvent, frozen=True, tag="section_destroyed"):
    """A fort section was destroyed by its magazine."""

    unit: str

    def after(self, state: State) -> State:
        return with_unit(state, self.unit, destroyed=True)


class Captured(IronOakEvent, frozen=True, tag="captured"):
    """A ship surrendered to the enemy."""

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
    """A Strike card was played, but the ship did not surrender: her friends there are at least as
    strong.
    """

    ship: str
    own: int
    enemy: int

    def after(self, state: State) -> State:
        return state
