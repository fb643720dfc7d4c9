"""Exact odds of a shot, over all its dice, with and without a gunnery card."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from msgspec.structs import replace

from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.damage import EXPLOSIVE, INSTEAD, casualty_die, lacks, repeats
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import CASES, Column, CriticalHit, HitPlace
from engine.systems.iron_oak.effects.shots import (
    AGAINST,
    CREW_ODDS,
    FIRE_ODDS,
    GUN_ODDS,
    SHOT_WORTH,
    SMOKES,
    Margins,
    at_work,
)
from engine.systems.iron_oak.gunnery.shooting import card_drm, dud, shots_of
from engine.systems.iron_oak.gunnery.shot import (
    SHIELD_LOSS,
    armour,
    aspects,
    critical_column,
    gunnery_drms,
    hits_of,
    shares,
    shield,
)
from engine.systems.iron_oak.machine import faces, multiples, ways
from engine.systems.iron_oak.state.state import GunnerySegment, Section, Ship, State, Unit

# A shot over all results of its dice: Hits, casualties, the fate of the target.
#
# Immediate consequences count: the Hits of its critical hit, a boiler, a magazine, the crew. Later
# ones do not count: a fire that it starts, and an explosion's shots at others.


Cases = tuple[float, float, float, float]
"""The chances of a shot's results: (miss, possible, effective, critical)."""
Harm = tuple[int, int]
"""The harm of a shot: (Hits, casualties)."""
Harms = dict[Harm, float]
"""{(Hits, casualties): chance}."""


class AtLocation(NamedTuple):
    """A shot that hits one location: the chance that it hits there, and the chances of its
    results.
    """

    place: HitPlace
    share: float
    cases: Cases
    """The chances of miss, possible, effective, critical; they add up to 1."""
    hits: float
    """The average Hits of the shot at this location; a critical hit's Hits are included."""


class ShotOdds(NamedTuple):
    """The odds of a shot; `cripples` is the chance that it makes heavy damage which the target did
    not have.
    """

    firer: str
    target: str
    drm: int
    locations: tuple[AtLocation, ...]
    hits: float
    cripples: float
    retires: float
    sinks: float
    """The chance that the shot sinks the ship, or silences the section."""
    worth: float
    """The average Victory Points that the shot wins: half of the target's if it is crippled, all if
    it sinks."""


def shot_at(
    state: State, firer: Unit, target: Unit, plunging: bool = False, extra: int = 0
) -> ShotOdds:
    """Return the odds of a shot over all its dice; `extra` is the modifier that cards add."""
    drm = sum(gunnery_drms(state, firer, target).values()) + extra
    found: dict[HitPlace, tuple[float, Cases, Harms]] = {}
    whole: Harms = defaultdict(float)
    blunt = dud(state, firer.id)
    for place, share in shares(state, firer, target, plunging).items():
        cases = cases_at(fleet.guns_of(firer).dice, target, place, drm, blunt)
        here = harm_at(state, firer, target, place, cases)
        found[place] = share, cases, here
        for harm, likely in here.items():
            whole[harm] += share * likely
    rows = tuple(
        AtLocation(place, share, cases, mean(here)) for place, (share, cases, here) in found.items()
    )
    cripples = retires = sinks = 0.0
    fit = isinstance(target, Ship) and target.crew_loss < fleet.card(target).crew.heavy
    for (hits, crew), likely in whole.items():
        after = replace(target, hits=target.hits + hits, crew_loss=target.crew_loss + crew)
        if after.hits >= fleet.original_hits(target) or (
            isinstance(after, Section) and fleet.silenced(after)
        ):
            sinks += likely
        elif isinstance(after, Ship) and isinstance(target, Ship):
            cripples += likely * (
                fleet.damage(target) != "heavy" and fleet.damage(after) == "heavy"
            )
            retires += likely * (fit and after.crew_loss >= fleet.card(after).crew.heavy)
    worth = fleet.value(target) * (sinks + cripples / 2)
    return ShotOdds(
        firer=firer.id,
        target=target.id,
        drm=drm,
        locations=rows,
        hits=mean(whole),
        cripples=cripples,
        retires=retires,
        sinks=sinks,
        worth=worth,
    )


def cases_at(dice: str, target: Unit, place: HitPlace, drm: int, blunt: bool = False) -> Cases:
    """Return the chances of a shot's results at a location. With `blunt` (the shell is a dud)
    critical is impossible.
    """
    over = multiples(dice, armour(target, place).dice, drm, shield(target, place))
    hit, effective, critical = over[0], over[1], 0.0 if blunt else over[2]
    return 1 - hit, hit - effective, effective - critical, critical


def mean(spread: Harms) -> float:
    """Return the average Hits of a distribution {(Hits, casualties): chance}."""
    return sum(hits * chance for (hits, _), chance in spread.items())


def harm_at(
    state: State, firer: Unit, target: Unit, place: HitPlace, cases: tuple[float, ...]
) -> Harms:
    """Return {(Hits, casualties): chance} for a shot that falls on a location, given the chances of
    its results.
    """
    found: Harms = defaultdict(float)
    left = fleet.original_hits(target) - target.hits
    _, aspect = aspects(firer, target)
    for case, likely in zip(CASES, cases, strict=True):
        hits = min(left, hits_of(case, target, place))
        if case != "critical" or hits >= left:
            found[hits, 0] += likely
            continue
        hurt = replace(target, hits=target.hits + hits)
        for (more, crew), share in critical_harm(
            state, hurt, critical_column(aspect, place)
        ).items():
            found[min(left, hits + more), crew] += likely * share
    return found


def critical_harm(state: State, target: Unit, column: Column) -> Harms:
    """Return {(Hits, casualties): chance} for a roll on a column of the table of critical hits."""
    table = book().tables.critical_hits
    found: Harms = defaultdict(float)
    for total, count in faces("d6+d6"):
        for harm, likely in _inflicted(state, target, table.of(column, total)).items():
            found[harm] += likely * count / 36
    return found


def _inflicted(  # noqa: PLR0911  (one answer a critical hit)
    state: State, target: Unit, critical: CriticalHit
) -> Harms:
    if critical in EXPLOSIVE:
        if critical == "boiler" and lacks(target, "boiler"):
            return {(0, 0): 1.0}
        if critical == "boiler" and "boiler" in target.criticals:
            return {(INSTEAD, 0): 1.0}
        left = fleet.original_hits(target) - target.hits
        if isinstance(target, Section) and critical == "magazine":
            return {(left, 0): 1.0}
        dice = book().tables.explosions[critical].hits
        die = book().tables.casualties.fort
        if isinstance(target, Ship):
            die = casualty_die(critical, fleet.crew_of(target).full)
        found: Harms = defaultdict(float)
        for hits, count in faces(dice):
            chance = count / ways(dice)
            if hits >= left:
                found[left, 0] += chance
                continue
            for (_, crew), share in _casualties(target, die, halved=False).items():
                found[hits, crew] += chance * share
        return found
    if critical == "crew":
        return _casualties(target, casualty_die("crew", fleet.crew_of(target).full), halved=True)
    if critical in {"fire", "collateral"} or lacks(target, critical):
        return {(0, 0): 1.0}
    return {(INSTEAD if repeats(state, target, critical) else 0, 0): 1.0}


def _casualties(target: Unit, die: str, halved: bool) -> Harms:
    left = max(0, fleet.crew_of(target).full - target.crew_loss)
    if not left:
        return {(0, 0): 1.0}
    most = max(1, left // 2) if halved else left
    found: Harms = defaultdict(float)
    for lost, count in faces(die):
        found[0, min(lost, most)] += count / ways(die)
    return found


def plain_hits(state: State, firer: Unit, target: Unit, plunging: bool, extra: int = 0) -> float:
    """Return the average Hits of a shot itself, with the 2 or 3 Hits of a critical result.

    It is fast enough for charts of many boxes, because the effects of a critical hit are not
    computed.
    """
    drm = sum(gunnery_drms(state, firer, target).values()) + extra
    total = 0.0
    for place, share in shares(state, firer, target, plunging).items():
        cases = cases_at(fleet.guns_of(firer).dice, target, place, drm)
        total += share * sum(
            chance * hits_of(case, target, place) for case, chance in zip(CASES, cases, strict=True)
        )
    return total


# A gunnery card before it is played: the shot with and without it, and its cost.
#
# Iron & Oak 7.1 to 7.6.


SHIELDED = -4
"""The worst value of a shield. The first of two shots can worsen it only so far before the
second."""


class CardOdds(NamedTuple):
    """The effect of a card on the current shot: the figures without it (`now`) and with it."""

    number: int
    kind: str
    now: float
    """The average Hits of the shots without the card; Hits of critical effects are not counted."""
    then: float
    casualties: float
    """The average casualties of the shot, if the card makes it hit the crew."""
    fire: float
    """The chance that the card starts a fire."""
    armament: float
    """The chance that the card damages the firer's guns."""
    smoke: int


def card_odds(view: State, number: int) -> CardOdds | None:
    """Return the effect of a gunnery card on the current shot; None for any other card."""
    shot, kind = view.shot, kind_of(number)
    if shot is None or kind not in SHOT_WORTH:
        return None
    then = replace(shot, cards=(*shot.cards, number))
    if kind in AGAINST:
        then = replace(shot, misfire=number)
    told = _told(view, then)
    return CardOdds(
        number=number,
        kind=kind,
        now=_told(view, shot).hits,
        then=told.hits,
        casualties=told.casualties if kind in CREW_ODDS else 0.0,
        fire=told.fire if kind in FIRE_ODDS else 0.0,
        armament=GUN_ODDS[kind](number) if kind in GUN_ODDS else 0.0,
        smoke=SMOKES[kind]() if kind in SMOKES else 0,
    )


class _Shots(NamedTuple):
    """The average results of one or more shots: Hits, casualties, and the chance of a fire."""

    hits: float = 0.0
    casualties: float = 0.0
    fire: float = 0.0


def _told(view: State, shot: GunnerySegment) -> _Shots:
    """Return the average results of all shots that a unit fires with the cards played on them."""
    firer, target = view.unit(shot.firer), view.unit(shot.target)
    plain = sum(gunnery_drms(view, firer, target).values())
    numbers = range(1, 1 + shots_of(shot))
    drms = tuple(plain + card_drm(view, shot, each) for each in numbers)
    burns = sum(lights(number) for number, lights in at_work(FIRE_ODDS, shot))
    sweeps = at_work(CREW_ODDS, shot)
    hits = crew = fire = 0.0
    for place, share in shares(view, firer, target, shot.plunging).items():
        if sweeps:
            over: list[Margins] = []
            for drm in drms:
                dice = fleet.guns_of(firer).dice
                worn, guard = shield(target, place), armour(target, place).dice
                lead: dict[int, int] = defaultdict(int)
                for attack, mine in faces(dice):
                    for defence, theirs in faces(guard):
                        lead[max(1, attack + drm) - max(1, defence + worn)] += mine * theirs
                over.append(Margins(lead, ways(dice) * ways(guard)))
            margins = tuple(over)
            crew += share * sum(lost(target, place, margins) for _, lost in sweeps)
            continue
        found = _fired(fleet.guns_of(firer).dice, target, place, drms, burns)
        hits += share * found.hits
        fire += share * found.fire
    return _Shots(hits, crew, fire)


def _fired(dice: str, target: Unit, place: HitPlace, drms: tuple[int, ...], burns: float) -> _Shots:
    """Return the average Hits of one or two shots at a location, and the chance of a fire.

    The first shot worsens the shield for the second. Of its critical hit only its own Hits count.
    """
    if not drms:
        return _Shots()
    left = fleet.original_hits(target) - target.hits
    hits = fire = 0.0
    for case, likely in zip(CASES, cases_at(dice, target, place, drms[0]), strict=True):
        dealt = hits_of(case, target, place)
        hits += likely * dealt
        if dealt >= left:
            continue
        worn = max(SHIELDED, shield(target, place) - SHIELD_LOSS[case])
        shields = {**target.shields, place: worn}
        hurt = replace(target, hits=target.hits + dealt, shields=shields)
        then = _fired(dice, hurt, place, drms[1:], burns)
        hits += likely * then.hits
        lit = burns if dealt else 0.0
        fire += likely * (lit + (1 - lit) * then.fire)
    return _Shots(hits=hits, fire=fire)
