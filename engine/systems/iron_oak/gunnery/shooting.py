"""Shots fired, the cards that may be played on them, and explosions."""

from __future__ import annotations

from typing import Literal

from engine.systems.iron_oak.cards.hand import kind_of
from engine.systems.iron_oak.damage import casualty_die, fights, lose_crew, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Case, Explosive, HitPlace
from engine.systems.iron_oak.fleet import (
    card,
    crew_of,
    fouled_with_ships,
    grappled,
    guns_of,
    section_card,
)
from engine.systems.iron_oak.gunnery.shot import (
    apply_shot,
    armour,
    aspects,
    case_of,
    critical_column,
    gunnery_drms,
    location,
    range_of,
    rerolled,
    shield,
)
from engine.systems.iron_oak.machine.agenda import RULES, Ledger, Throw
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import GunnerySegment, Roll, Ship, State, Unit

# Explosions: boiler, magazine, powder; and their shots at neighbours.
#
# Iron & Oak 6.3.2, 6.3.8, 6.3.11.


@RULES.does(st.Blast)
def _blast(ledger: Ledger, step: st.Blast) -> None:
    """Roll the Hits, then all shots at neighbours, even if the ship sinks by it."""
    ledger.finish()
    unit = ledger.state.unit(step.unit)
    if not fights(ledger, step.unit):
        return
    if not isinstance(unit, Ship) and step.kind == "magazine":
        ledger.write(ev.SectionDestroyed(unit.id))
        ledger.write(ev.Silenced(unit.id))
        return
    near = neighbours(ledger.state, unit, step.kind) if isinstance(unit, Ship) else ()
    roll = ledger.roll(book().tables.explosions[step.kind].hits)
    ledger.write(ev.BlastRolled(unit.id, step.kind, roll))
    if step.kind == "boiler":
        ledger.write(ev.Marked(unit.id, "boiler"))
    take_hits(ledger, unit.id, roll.kept)
    criticals = [
        critical
        for target, dice in near
        if (critical := _strike(ledger, unit.id, target, dice)) is not None
    ]
    ledger.plan(st.AfterBlast(unit.id, step.kind), *criticals)


def neighbours(state: State, ship: Ship, kind: Explosive) -> tuple[tuple[str, str], ...]:
    """Return who is shot at, and with which dice: ships tied to her, then others in her box."""
    table = book().tables.explosions[kind]
    near = list(fouled_with_ships(state, ship))
    if (other := grappled(state, ship)) and other.id not in near:
        near.append(other.id)
    shots = [(id, table.tied) for id in near]
    if table.in_box:
        shots += [
            (each.id, table.in_box)
            for each in state.ships.values()
            if each.box == ship.box and each.id not in near and each.id != ship.id and each.on_map
        ]
    return tuple((id, dice) for id, dice in shots if state.ships[id].kind == "ship")


def _strike(ledger: Ledger, source: str, target: str, dice: str) -> st.Critical | None:
    """Roll one shot without modifiers; return the critical hit that it scored."""
    found = ledger.state.unit(target)
    if not fights(ledger, target):
        return None
    throw = ledger.throw()
    gunnery, face = throw.roll(dice), throw.face(8)
    place = location(ledger.state, None, found, face, plunging=False)
    defence = throw.roll(armour(found, place).dice, shield(found, place))
    case = case_of(gunnery, defence)
    ledger.write(
        ev.BlastStruck(
            source=source,
            target=target,
            gunnery=gunnery,
            defence=defence,
            location=place,
            face=face,
            case=case,
        )
    )
    apply_shot(ledger, target, place, case)
    if case != "critical" or not fights(ledger, target):
        return None
    return st.Critical(target, critical_column("normal", place), place)


@RULES.does(st.AfterBlast)
def _after(ledger: Ledger, step: st.AfterBlast) -> None:
    """Casualties without the half limit, and a fire; nothing if the unit is gone."""
    ledger.finish()
    if not fights(ledger, step.unit):
        return
    unit = ledger.state.unit(step.unit)
    die = book().tables.casualties.fort
    if isinstance(unit, Ship):
        die = casualty_die(step.kind, crew_of(unit).full)
    roll = ledger.roll(die)
    lose_crew(ledger, unit.id, roll.kept, halved=False, roll=roll)
    if fights(ledger, unit.id):
        ledger.write(ev.FireStarted(unit.id, book().tables.critical_dice.blast_fire))


# Shots fired: dice, location, damage, and the cards that may be played on them.
#
# Iron & Oak 6.2, 7.1 to 7.6, 11.3.


PAIRS = (("double_charge", "rapid_fire"), ("grapeshot", "incendiary_shells"))
"""Of each pair one card at most."""
WEAK = -4


def playable(state: State) -> tuple[str, ...]:
    """Return the kinds of cards that the firer's side may still play on the shot."""
    shot = state.shot
    assert shot is not None
    played = {kind_of(number) for number in shot.cards}
    kinds = [kind for pair in PAIRS if not played & set(pair) for kind in pair]
    firer, target = state.unit(shot.firer), state.unit(shot.target)
    if any(isinstance(unit, Ship) and not unit.on_map for unit in (firer, target)):
        return ()  # she has gone down, and what is left of the shot is still to be settled
    if "grapeshot" in kinds and not grapeshot_reaches(state, firer, target):
        kinds.remove("grapeshot")
    return tuple(kinds)


def grapeshot_reaches(state: State, firer: Unit, target: Unit) -> bool:
    """Tell whether grapeshot may be fired: close, and not at a monitor whose armour is whole."""
    if range_of(state, firer, target) not in {"short", "point_blank"}:
        return False
    if isinstance(target, Ship) and card(target).monitor:
        return any(worn <= WEAK for place, worn in target.shields.items() if place != "WL")
    return True


@RULES.does(st.Shoot)
def shoot(ledger: Ledger, step: st.Shoot) -> None:
    """Fire a shot; with Rapid Fire a second follows, unless firer or target is gone."""
    shot = ledger.state.shot
    assert shot is not None
    if not fights(ledger, shot.target) or not fights(ledger, shot.firer):
        ledger.finish()
        return
    fired = _fired(ledger, shot, second=step.number == 2)
    ledger.write(fired)
    ledger.finish(*_followed(ledger, step, fired))


def _fired(ledger: Ledger, shot: GunnerySegment, second: bool) -> ev.ShotFired:
    """Roll gunnery, location and defence of a shot; a second one hits where the first did."""
    state, throw = ledger.state, ledger.throw()
    firer, target = state.unit(shot.firer), state.unit(shot.target)
    gunnery = throw.roll(guns_of(firer).dice, shot_drm(state, shot, 2 if second else 1))
    faces = () if second else _locations(state, target, throw)
    place = shot.location or location(
        state, firer, target, faces[-1] if faces else 1, shot.plunging
    )
    defence = throw.roll(armour(target, place).dice, shield(target, place))
    case: Case | Literal["grapeshot"] = case_of(gunnery, defence)
    if case != "miss" and _played(shot, "grapeshot"):
        case = "grapeshot"
    return ev.ShotFired(
        unit=firer.id,
        target=target.id,
        gunnery=gunnery,
        defence=defence,
        location=place,
        locations=(faces or (shot.face,)) if target.id in state.ships else (),
        case=case,
        second=second,
        smoke=_smokes(firer, target, gunnery),
    )


def _followed(ledger: Ledger, step: st.Shoot, fired: ev.ShotFired) -> list[st.Critical | st.Shoot]:
    """Apply a shot; return the steps that follow: a critical hit, the second shot."""
    state, shot = ledger.state, ledger.state.shot
    assert shot is not None
    target = state.unit(fired.target)
    then: list[st.Critical | st.Shoot] = []
    if fired.case != "grapeshot" and not _played(shot, "grapeshot"):
        then += _damage(ledger, shot, target, fired.location, fired.case)
    elif fired.case != "miss":
        margin = fired.gunnery.result - fired.defence.result
        face = fired.locations[-1] if fired.locations else 0
        _grapeshot(ledger, target, fired.location, face, margin)
    if not fired.second and _played(shot, "rapid_fire"):
        then.append(st.Shoot(step.unit, 2))
    return then


def _locations(state: State, target: Unit, throw: Throw) -> tuple[int, ...]:
    """Roll the location die; with low freeboard a waterline roll is rolled again once."""
    if not isinstance(target, Ship):
        return ()
    face = throw.face(8)
    return (face, throw.face(8)) if rerolled(state, target, face) else (face,)


def _played(shot: GunnerySegment, kind: str) -> int:
    """Return the card of a kind that was played on the shot, 0 if none."""
    return next((number for number in shot.cards if kind_of(number) == kind), 0)


def card_drm(state: State, shot: GunnerySegment, number: int) -> int:
    """Return what the cards add to a shot: Misfire to the first one only."""
    kinds = book().kinds
    drm = 0
    if _played(shot, "double_charge"):
        band = range_of(state, state.unit(shot.firer), state.unit(shot.target))
        drm += kinds["double_charge"].drm_at(band)
    if _played(shot, "incendiary_shells"):
        drm += kinds["incendiary_shells"].drm
    if shot.misfire and number == 1:
        drm += kinds["misfire"].drm
    return drm


def shot_drm(state: State, shot: GunnerySegment, number: int) -> int:
    """Return the sum of all modifiers of a shot."""
    drms = gunnery_drms(state, state.unit(shot.firer), state.unit(shot.target))
    return sum(drms.values()) + card_drm(state, shot, number)


def _smokes(firer: Unit, target: Unit, gunnery: Roll) -> bool:
    """Tell whether the gunnery die gives smoke: not across an end, nor with damaged guns."""
    aspect, _ = aspects(firer, target)
    damaged = any(each.startswith("armament") for each in firer.criticals)
    return aspect == "normal" and not damaged and gunnery.kept in book().tables.smoke.placed_on


def _damage(
    ledger: Ledger, shot: GunnerySegment, target: Unit, place: HitPlace, case: Case
) -> list[st.Critical | st.Shoot]:
    """Apply a shot, and fire of incendiary shells; return the critical hit to be rolled."""
    if case == "critical" and dud(ledger.state, shot.firer):
        ledger.write(ev.DudFired(shot.firer))
        case = "effective"
    _, aspect = aspects(ledger.state.unit(shot.firer), target)
    hits = apply_shot(ledger, target.id, place, case)
    incendiary = _played(shot, "incendiary_shells")
    if hits and incendiary and fights(ledger, target.id):
        _incendiary(ledger, target.id, incendiary)
    if case != "critical" or not fights(ledger, target.id):
        return []
    return [st.Critical(target.id, critical_column(aspect, place), place)]


def dud(state: State, firer: str) -> bool:
    """Tell whether the firer's first critical result is a dud, by the battle's own rule."""
    return any(
        effect.ship == firer and not state.sides[state.unit(firer).side].dud_spent
        for effect in state.in_force("dud_shell")
    )


def _incendiary(ledger: Ledger, target: str, number: int) -> None:
    """Roll for fire: level 1 if greater, 2 if double, 3 if triple (Iron & Oak 7.3)."""
    here = book().cards[number]
    challenge, response = ledger.contest(here.challenge, here.response)
    level = 0
    if challenge.total > response.total:
        level = min(3, challenge.total // response.total)
    ledger.write(ev.IncendiaryRolled(target, number, challenge, response, level))
    if level:
        ledger.write(ev.FireStarted(target, level))


def _grapeshot(ledger: Ledger, target: Unit, place: HitPlace, face: int, margin: int) -> None:
    """Take crew where it stands open, and a smokestack on some locations (Iron & Oak 7.2)."""
    here = card(target) if isinstance(target, Ship) else section_card(target)
    if here.grapeshot or (place != "WL" and shield(target, place) <= WEAK):
        lose_crew(ledger, target.id, margin, halved=True)
    if (
        isinstance(target, Ship)
        and not card(target).monitor
        and card(target).power == "steam"
        and face in book().tables.hit_location.smokestack
        and "smokestack" not in target.criticals
    ):
        ledger.write(ev.Marked(target.id, "smokestack"))
