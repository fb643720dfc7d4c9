"""A Gunnery Segment (the fire of one unit), step by step: which targets are allowed, and why the
others are not (Iron & Oak 6.0).
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.decision import Decision, Option
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.cards import NONE_FITS, discard, held, is_asked, label, passes, play
from engine.systems.iron_oak.damage import fights
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.effects.shots import AFTER_SHOTS, AGAINST, SMOKES, at_work
from engine.systems.iron_oak.gunnery.shooting import playable
from engine.systems.iron_oak.gunnery.shot import aspects, gunnery_drms, lines, range_of, seen
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Aim, Pass, Play
from engine.systems.iron_oak.state.state import Section, Ship, State, Unit
from engine.systems.iron_oak.waters import GRID

# Which units may be fired at, and every reason against the others (Iron & Oak 6.0, 6.1).


def passed_forts(state: State, ship: Ship, box: str) -> list[str]:
    """Return the enemy forts that a ship has passed by this move: they are astern of her now, and
    were not before.

    Passing is along the shore: moving away from a fort is not passing it. A fort counts only if one
    of its sections can fire and could reach her before or after the move.
    """
    if not ship.on_map or ship.box == box:
        return []
    there = replace(ship, box=box)
    forts: dict[str, list[Section]] = {}
    for section in state.sections.values():
        if section.side != ship.control and not fleet.silenced(section):
            forts.setdefault(section.fort, []).append(section)
    return [
        fort
        for fort, sections in forts.items()
        if any(range_of(state, each, at) != "none" for each in sections for at in (ship, there))
        and _left_astern([each for section in sections for each in section.boxes], ship.box, box)
    ]


def _left_astern(boxes: list[str], start: str, end: str) -> bool:
    """Tell whether all boxes of a fort are astern after a move, and some of them were not before.

    The boxes form a row or a column along a shore; a single box counts as part of its nearest edge.
    """
    places = [GRID.place(box) for box in boxes]
    rows, columns = ({place[axis] for place in places} for axis in (0, 1))
    row = next(iter(rows))
    axis = 1 if len(rows) == 1 and (len(columns) > 1 or row in (0, GRID.rows - 1)) else 0
    before, after = GRID.place(start)[axis], GRID.place(end)[axis]
    way = after - before
    lie = [place[axis] for place in places]
    return all((at - after) * way < 0 for at in lie) and any((at - before) * way >= 0 for at in lie)


# Which units may be fired at, and every reason against the others (Iron & Oak 6.0, 6.1).


def in_sight(state: State, firer: Unit) -> tuple[Unit, ...]:
    """Return all targets of a unit, in range or not: enemy ships on the map, and enemy sections
    that are not silenced.

    Return () for a ship off the map, or a silenced section.
    """
    if isinstance(firer, Ship) and not firer.on_map:
        return ()
    if isinstance(firer, Section) and fleet.silenced(firer):
        return ()
    enemy = fleet.other_side(firer.control)
    ships = tuple(ship for ship in fleet.own_ships(state, enemy) if ship.on_map)
    sections = tuple(
        each for each in state.sections.values() if each.side == enemy and not fleet.silenced(each)
    )
    return (*ships, *sections)


def why_silent(firer: Unit) -> set[str]:
    """Return the ids of all reasons for which a unit cannot fire, whatever the target."""
    reasons = set()
    if not fleet.guns_of(firer).dice:
        reasons.add("no_guns")
    if isinstance(firer, Ship) and firer.captured_by:
        reasons.add("prize")
    if fleet.crew_state(firer) == "full":
        reasons.add("crew")
    return reasons


def why_not_fire(state: State, firer: Unit, target: Unit) -> set[str]:
    """Return the ids of all reasons for which a unit may not fire at a target; none if it may."""
    reasons = why_silent(firer)
    if isinstance(target, Ship) and target.hidden:
        reasons.add("hidden")
    distance, free = lines(state, firer, target)
    if distance > 2:
        reasons.add("too_far")
    if not free:
        reasons.add("blocked")
    aspect, _ = aspects(firer, target)
    if aspect != "normal" and fleet.guns_of(firer).across(aspect) == "X":
        reasons.add(f"{aspect}_x")
    if state.board.night and range_of(state, firer, target) == "long" and not seen(target):
        reasons.add("dark")
    if screened(firer, target):
        reasons.add("screened")
    forbidden = isinstance(firer, Ship) and any(
        effect.ship == firer.id
        and effect.section == target.id
        and int(firer.box[1]) in effect.columns
        for effect in state.in_force("no_fire")
    )
    if forbidden:
        reasons.add("scenario")
    return reasons


def screened(firer: Unit, target: Unit) -> bool:
    """Tell whether a Screen card protects a target from a firing ship, or from the fort to which a
    firing section belongs.

    Iron & Oak 7.7.
    """
    name = firer.fort if isinstance(firer, Section) else firer.id
    return isinstance(target, Ship) and name in target.screened_from


def can_plunge(state: State, firer: Unit, target: Unit) -> bool:
    """Tell whether a fort section may use plunging fire on a ship (Iron & Oak 6.2.3D). A Screen
    card does not prevent it.
    """
    return (
        isinstance(firer, Section)
        and isinstance(target, Ship)
        and book().forts[firer.fort].plunging_fire
        and range_of(state, firer, target) == "long"
        and why_not_fire(state, firer, target) <= {"screened"}
    )


# A Gunnery Segment: target, cards, shots, smoke (Iron & Oak 3.3.2).


def may_act(state: State, unit: Unit) -> bool:
    """Tell whether a unit may still fire: a ship must be on the map and not captured."""
    return not isinstance(unit, Ship) or (unit.on_map and not unit.captured_by)


def shots(state: State, unit: Unit) -> tuple[Option, ...]:
    """Return an option for each shot that a unit may fire, also with plunging fire where it is
    allowed.
    """
    options = []
    for target in in_sight(state, unit):
        if not why_not_fire(state, unit, target):
            drm = sum(gunnery_drms(state, unit, target).values())
            options.append(
                Option(
                    target.id,
                    f"Fire at {fleet.name(target)} (roll {drm:+d})",
                    Aim(target.id),
                    subject=target.id,
                )
            )
        if can_plunge(state, unit, target):
            options.append(
                Option(
                    f"plunge:{target.id}",
                    f"Plunging fire at {fleet.name(target)}",
                    Aim(target.id, plunging=True),
                    subject=target.id,
                )
            )
    return tuple(options)


@RULES.asks(st.Gunnery)
def _aim(state: State, step: st.Gunnery) -> tuple[Decision, ...]:
    unit = state.unit(step.unit)
    if not may_act(state, unit):
        return ()
    options = shots(state, unit)
    if not options:
        return ()
    prompt = f"{fleet.name(unit)}: fire at which target?"
    every = (*options, Option("hold", "Hold fire", Aim(), ends=True))
    return (Decision(fleet.seat_of(state, unit), "gunnery", prompt, every, ship=unit.id),)


@RULES.takes(st.Gunnery)
def _take(ledger: Ledger, step: st.Gunnery, seat: str, command: Aim) -> None:
    _no_gunfire(ledger, step.unit)
    if not command.target:
        ledger.finish()
        return
    unit = ledger.state.unit(step.unit)
    if isinstance(unit, Ship) and unit.hidden:
        ledger.write(ev.Revealed(unit.id))
    ledger.write(ev.TargetNamed(step.unit, command.target, command.plunging))
    ledger.finish(
        st.GunneryCards(step.unit),
        st.MisfireCard(step.unit),
        st.Shoot(step.unit),
        st.AfterShots(step.unit),
    )


@RULES.does(st.Gunnery)
def _nobody(ledger: Ledger, step: st.Gunnery) -> None:
    unit = ledger.state.unit(step.unit)
    # A prize does not fire, but her marker is removed like any other.
    if not isinstance(unit, Ship) or unit.on_map:
        _no_gunfire(ledger, step.unit)
    ledger.finish()


def _no_gunfire(ledger: Ledger, unit: str) -> None:
    """Remove a unit's Gunfire marker (by night it shows that the unit has fired)."""
    if ledger.state.unit(unit).fired:
        ledger.write(ev.GunfireEnded(unit))


@RULES.asks(st.GunneryCards)
def _cards(state: State, step: st.GunneryCards) -> tuple[Decision, ...]:
    unit = state.unit(step.unit)
    options = tuple(
        Option(f"play:{card}", label(card), Play(card), subject=unit.id, spends=True)
        for card in held(state, unit.control, *playable(state))
    )
    if not options:
        return ()
    prompt = f"{fleet.name(unit)}: play a gunnery card?"
    every = (*options, Option("pass", "Play nothing", Pass()))
    return tuple(
        Decision(seat, "gunnery_cards", prompt, every, ship=unit.id)
        for seat in state.sides[unit.control].seats
    )


@RULES.takes(st.GunneryCards)
def _play(ledger: Ledger, step: st.GunneryCards, seat: str, command: Play | Pass) -> None:
    if isinstance(command, Pass):
        ledger.finish()
    else:
        play(ledger, ledger.state.unit(step.unit).control, command.card, step.unit)


@RULES.asks(st.MisfireCard)
def _misfire(state: State, step: st.MisfireCard) -> tuple[Decision, ...]:
    unit = state.unit(step.unit)
    side = fleet.other_side(unit.control)
    if not is_asked(state, side, unit, "shot"):
        return ()
    cards = [
        Option(f"play:{card}", label(card), Play(card), subject=unit.id, spends=True)
        for card in held(state, side, *AGAINST.kinds)
    ]
    options = (*passes(unit), *cards)
    names = " or ".join(book().kinds[kind].name for kind in AGAINST.kinds)
    asked = f"fires: play a {names}?" if cards else f"fires; you hold no {names}"
    prompt, closed = f"{fleet.public_name(unit, side)} {asked}", () if cards else (NONE_FITS,)
    return tuple(
        Decision(seat, "misfire", prompt, options, secret=True, ship=unit.id, closed=closed)
        for seat in state.sides[side].seats
    )


@RULES.takes(st.MisfireCard)
def _take_misfire(ledger: Ledger, step: st.MisfireCard, seat: str, command: Play | Pass) -> None:
    ledger.finish()
    side = fleet.other_side(ledger.state.unit(step.unit).control)
    if isinstance(command, Play):
        play(ledger, side, command.card, step.unit)
    elif command.quiet:
        ledger.write(ev.Quieted(side, command.quiet))


@RULES.does(st.AfterShots)
def _after(ledger: Ledger, step: st.AfterShots) -> None:
    """Apply the later effects of cards, and the smoke; by night place a Gunfire marker (it shows
    that the unit has fired).
    """
    ledger.finish()
    shot = ledger.state.shot
    assert shot is not None
    for card, effect in at_work(AFTER_SHOTS, shot):
        if fights(ledger, step.unit):
            effect(ledger, step.unit, card)
    if fights(ledger, step.unit):
        thicker = shot.smokes + sum(levels() for _, levels in at_work(SMOKES, shot))
        smoke = ledger.state.unit(step.unit).smoke
        level = min(2, ("none", "light", "heavy").index(smoke) + thicker)
        if thicker and ("none", "light", "heavy")[level] != smoke:
            ledger.write(ev.SmokeThickened(step.unit, ("none", "light", "heavy")[level]))
        if ledger.state.board.night:
            ledger.write(ev.GunfireSeen(step.unit))
    discard(ledger, *shot.cards, shot.misfire)
    ledger.write(ev.ShotEnded(step.unit))
