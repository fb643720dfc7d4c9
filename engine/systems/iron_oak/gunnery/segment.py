"""A Gunnery Segment: target, cards, shots, smoke (Iron & Oak 3.3.2)."""

from __future__ import annotations

from engine.game.decision import Decision, Option
from engine.systems.iron_oak.cards.hand import discard, held, label, play
from engine.systems.iron_oak.cards.standing import asked, passes
from engine.systems.iron_oak.damage import fights
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.effects.shots import AFTER_SHOTS, AGAINST, SMOKES, at_work
from engine.systems.iron_oak.fleet import name, other_side, public_name, seat_of
from engine.systems.iron_oak.gunnery.shooting import playable
from engine.systems.iron_oak.gunnery.shot import gunnery_drms
from engine.systems.iron_oak.gunnery.targets import can_plunge, in_sight, why_not_fire
from engine.systems.iron_oak.machine import RULES, Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.commands import Aim, Pass, Play
from engine.systems.iron_oak.state.state import Ship, State, Unit


def may_act(state: State, unit: Unit) -> bool:
    """Tell whether a unit still has a Gunnery Segment: on the map, not just captured."""
    return not isinstance(unit, Ship) or (unit.on_map and not unit.captured_by)


def shots(state: State, unit: Unit) -> tuple[Option, ...]:
    """Return the shots that are open to a unit: every target, with plunging fire where it may."""
    options = []
    for target in in_sight(state, unit):
        if not why_not_fire(state, unit, target):
            drm = sum(gunnery_drms(state, unit, target).values())
            options.append(
                Option(
                    target.id,
                    f"Fire at {name(target)} ({drm:+d})",
                    Aim(target.id),
                    subject=target.id,
                )
            )
        if can_plunge(state, unit, target):
            options.append(
                Option(
                    f"plunge:{target.id}",
                    f"Plunging fire at {name(target)}",
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
    prompt = f"{name(unit)}: fire at whom?"
    every = (*options, Option("hold", "Hold fire", Aim(), ends=True))
    return (Decision(seat_of(state, unit), "gunnery", prompt, every, ship=unit.id),)


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
    # A prize fires at nobody, but her marker ends as any other.
    if not isinstance(unit, Ship) or unit.on_map:
        _no_gunfire(ledger, step.unit)
    ledger.finish()


def _no_gunfire(ledger: Ledger, unit: str) -> None:
    """At night remove the unit's old Gunfire marker."""
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
    prompt = f"{name(unit)}: play a gunnery card?"
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
    side = other_side(unit.control)
    if not asked(state, side, unit, "shot"):
        return ()
    options = (
        *passes(unit),
        *(
            Option(f"play:{card}", label(card), Play(card), subject=unit.id, spends=True)
            for card in held(state, side, *AGAINST.kinds)
        ),
    )
    names = " or ".join(book().kinds[kind].name for kind in AGAINST.kinds)
    prompt = f"{public_name(unit, side)} fires: play a {names}?"
    return tuple(
        Decision(seat, "misfire", prompt, options, secret=True, ship=unit.id)
        for seat in state.sides[side].seats
    )


@RULES.takes(st.MisfireCard)
def _take_misfire(ledger: Ledger, step: st.MisfireCard, seat: str, command: Play | Pass) -> None:
    ledger.finish()
    side = other_side(ledger.state.unit(step.unit).control)
    if isinstance(command, Play):
        play(ledger, side, command.card, step.unit)
    elif command.quiet:
        ledger.write(ev.Quieted(side, command.quiet))


@RULES.does(st.AfterShots)
def _after(ledger: Ledger, step: st.AfterShots) -> None:
    """What cards do after the shots, then smoke; at night a Gunfire marker."""
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
