"""Shots fired, the cards that may be played on them, and explosions."""

from __future__ import annotations

from engine.systems.iron_oak.damage import casualty_die, fights, lose_crew, take_hits
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import Explosive, ShotCase
from engine.systems.iron_oak.effects.shots import (
    COUNTS_AS,
    FIRERS,
    INSTEAD,
    MORE_SHOTS,
    ON_HITS,
    SHOT_DRM,
    Firing,
    at_work,
    played,
)
from engine.systems.iron_oak.fleet import crew_of, fouled_with_ships, grappled, guns_of
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
from engine.systems.iron_oak.machine import RULES, Ledger, Throw
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import GunnerySegment, Ship, State, Unit

# Explosions: boiler, magazine, powder; and their shots at neighbours.
#
# Iron & Oak 6.3.2, 6.3.8, 6.3.11.


@RULES.does(st.Blast)
def _blast(ledger: Ledger, step: st.Blast) -> None:
    """Roll the Hits of an explosion, then its shots at ships nearby, even if the exploding ship has
    sunk.
    """
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
    """Return [(ship, dice)] for the ships that an explosion strikes: first ships tied to the
    exploding one, then others in her box.
    """
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
    """Roll one shot of an explosion, without modifiers. Return the critical hit that it makes; None
    for none.
    """
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
    """After an explosion apply casualties, not limited to half of the crew, and a fire; nothing if
    the unit has sunk or is silenced.
    """
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


# Firing a shot: dice, location, damage, and the cards that may be played on it.
#
# Iron & Oak 6.2, 7.1 to 7.6, 11.3.


def playable(state: State) -> tuple[str, ...]:
    """Return the kinds of cards that the firer's side may still play on the current shot."""
    shot = state.shot
    assert shot is not None
    firer, target = state.unit(shot.firer), state.unit(shot.target)
    if any(isinstance(unit, Ship) and not unit.on_map for unit in (firer, target)):
        return ()  # the firer has sunk, and the rest of the shot is still to be resolved
    firing, held = firing_of(state, shot), set(played(shot))
    return tuple(
        kind
        for kind, may_play in FIRERS.among(FIRERS.kinds)
        if not held & {kind, *book().kinds[kind].not_with} and may_play(firing)
    )


def firing_of(state: State, shot: GunnerySegment) -> Firing:
    """Return the facts about a shot that the functions of cards are called with."""
    firer, target = state.unit(shot.firer), state.unit(shot.target)
    return Firing(firer, target, range_of(state, firer, target))


@RULES.does(st.Shoot)
def shoot(ledger: Ledger, step: st.Shoot) -> None:
    """Fire the first or the second shot (Rapid Fire allows two). Nothing is fired if firer or
    target can no longer fight.
    """
    shot = ledger.state.shot
    assert shot is not None
    if not fights(ledger, shot.target) or not fights(ledger, shot.firer):
        ledger.finish()
        return
    fired = _fired(ledger, shot, second=step.number == 2)
    ledger.write(fired)
    state, shot = ledger.state, ledger.state.shot
    assert shot is not None
    target = state.unit(fired.target)
    then: list[st.Critical | st.Shoot] = []
    instead = at_work(INSTEAD, shot)
    if not instead:
        place, case = fired.location, case_of(fired.gunnery, fired.defence)
        if case == "critical" and dud(ledger.state, shot.firer):
            ledger.write(ev.DudFired(shot.firer))
            case = "effective"
        _, aspect = aspects(ledger.state.unit(shot.firer), target)
        hits = apply_shot(ledger, target.id, place, case)
        for number, on_hits in at_work(ON_HITS, shot) if hits else ():
            if fights(ledger, target.id):
                on_hits(ledger, target.id, number)
        if case == "critical" and fights(ledger, target.id):
            then.append(st.Critical(target.id, critical_column(aspect, place), place))
    for _, effect in instead if fired.case != "miss" else ():
        effect(ledger, target, fired)
    if step.number < shots_of(shot):
        then.append(st.Shoot(step.unit, step.number + 1))
    ledger.finish(*then)


def _fired(ledger: Ledger, shot: GunnerySegment, second: bool) -> ev.ShotFired:
    """Roll a shot: gunnery, location, defence. A second shot has the location of the first."""
    state, throw = ledger.state, ledger.throw()
    firer, target = state.unit(shot.firer), state.unit(shot.target)
    gunnery = throw.roll(guns_of(firer).dice, shot_drm(state, shot, 2 if second else 1))
    faces = () if second else _locations(state, target, throw)
    place = shot.location or location(
        state, firer, target, faces[-1] if faces else 1, shot.plunging
    )
    defence = throw.roll(armour(target, place).dice, shield(target, place))
    case: ShotCase = case_of(gunnery, defence)
    for _, counts_as in at_work(COUNTS_AS, shot) if case != "miss" else ():
        case = counts_as()
    # No smoke over bow or stern, nor with damaged guns.
    aspect, _ = aspects(firer, target)
    damaged = any(each.startswith("armament") for each in firer.criticals)
    return ev.ShotFired(
        unit=firer.id,
        target=target.id,
        gunnery=gunnery,
        defence=defence,
        location=place,
        locations=(faces or (shot.face,)) if target.id in state.ships else (),
        case=case,
        second=second,
        smoke=aspect == "normal" and not damaged and gunnery.kept in book().tables.smoke.placed_on,
    )


def _locations(state: State, target: Unit, throw: Throw) -> tuple[int, ...]:
    """Roll the die for the location. On a ship with low freeboard a waterline result is rolled
    again, once.
    """
    if not isinstance(target, Ship):
        return ()
    face = throw.face(8)
    return (face, throw.face(8)) if rerolled(state, target, face) else (face,)


def shots_of(shot: GunnerySegment) -> int:
    """Return how many shots the unit fires, with the cards that were played."""
    return 1 + sum(more() for _, more in at_work(MORE_SHOTS, shot))


def card_drm(state: State, shot: GunnerySegment, number: int) -> int:
    """Return the modifier that cards give to a shot; `number` is 1 for the first shot, 2 for the
    second.
    """
    effects = at_work(SHOT_DRM, shot)
    if not effects:
        return 0
    firing = firing_of(state, shot)
    return sum(drm(firing, number) for _, drm in effects)


def shot_drm(state: State, shot: GunnerySegment, number: int) -> int:
    """Return the sum of all modifiers of a shot, those of cards included."""
    drms = gunnery_drms(state, state.unit(shot.firer), state.unit(shot.target))
    return sum(drms.values()) + card_drm(state, shot, number)


def dud(state: State, firer: str) -> bool:
    """Tell whether the firer's next critical result is a dud, by a special rule of the battle."""
    return any(
        effect.ship == firer and not state.sides[state.unit(firer).side].dud_spent
        for effect in state.in_force("dud_shell")
    )
