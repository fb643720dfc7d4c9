"""A gunnery card before it is played: the shot without and with it, and its price.

Iron & Oak 7.1 to 7.6.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from msgspec.structs import replace

from engine.systems.iron_oak.cards.hand import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import CASES
from engine.systems.iron_oak.fleet.hulls import card, crew_of, guns_of, original_hits, section_card
from engine.systems.iron_oak.foresight.shot_odds import cases_at, plain_hits
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.gunnery.locations import armour, shares, shield
from engine.systems.iron_oak.gunnery.odds import chance, faces, ways
from engine.systems.iron_oak.gunnery.ranges import range_of
from engine.systems.iron_oak.gunnery.shooting import WEAK, card_drm
from engine.systems.iron_oak.gunnery.shot import SHIELD_LOSS, hits_of
from engine.systems.iron_oak.state.state import Ship, State, Unit

SHIELDED = -4
"""The worst that a shield can be."""


class CardOdds(NamedTuple):
    """What a card does to the shot that is under way."""

    number: int
    kind: str
    now: float
    """Hits of the shot itself in the mean, without the card."""
    then: float
    casualties: float
    """Crew that grapeshot takes in the mean."""
    fire: float
    """The chance of a fire by incendiary shells."""
    armament: float
    """The chance that the firer's guns are damaged by it."""
    smoke: int


def card_odds(view: State, number: int) -> CardOdds | None:
    """Return what a gunnery card would do to the shot under way; None for other cards."""
    shot, kind = view.shot, kind_of(number)
    if shot is None or kind not in {
        "double_charge",
        "rapid_fire",
        "incendiary_shells",
        "grapeshot",
        "misfire",
    }:
        return None
    firer, target = view.unit(shot.firer), view.unit(shot.target)
    plunging, played = shot.plunging, card_drm(view, shot, 1)
    now = plain_hits(view, firer, target, plunging, played)
    then, crew, fire = now, 0.0, 0.0
    here = book().cards[number]
    if kind in {"double_charge", "misfire", "incendiary_shells"}:
        extra = book().kinds[kind].drm
        if kind == "double_charge":
            extra = book().kinds[kind].drm_at(range_of(view, firer, target))
        then = plain_hits(view, firer, target, plunging, played + extra)
        if kind == "incendiary_shells":
            hurts = _hurts(view, firer, target, plunging, played + extra)
            fire = hurts * chance(here.challenge, here.response)
    elif kind == "rapid_fire":
        then = twice(view, firer, target, plunging, played)
    else:
        then, crew = 0.0, _crew(view, firer, target, plunging, played)
    spoilt = 1 - chance(here.challenge, here.response) if kind in CHECKED else 0.0
    smoke = int(kind in {"double_charge", "rapid_fire"})
    return CardOdds(
        number=number,
        kind=kind,
        now=now,
        then=then,
        casualties=crew,
        fire=fire,
        armament=spoilt,
        smoke=smoke,
    )


CHECKED = ("double_charge", "misfire")
"""Cards after which the firer's guns are checked."""


def twice(view: State, firer: Unit, target: Unit, plunging: bool, extra: int) -> float:
    """Return the Hits of two shots at one location in the mean: the first opens it.

    Iron & Oak 7.6.

    What a critical hit of the first does beyond its own Hits is not counted.
    """
    drm = sum(gunnery_drms(view, firer, target).values()) + extra
    dice, left = guns_of(firer).dice, original_hits(target) - target.hits
    total = 0.0
    for place, share in shares(view, firer, target, plunging).items():
        for case, likely in zip(CASES, cases_at(dice, target, place, drm), strict=True):
            dealt = hits_of(case, target, place)
            total += share * likely * dealt
            if dealt >= left:
                continue
            worn = max(SHIELDED, shield(target, place) - SHIELD_LOSS[case])
            hurt = replace(
                target, hits=target.hits + dealt, shields={**target.shields, place: worn}
            )
            second = cases_at(dice, hurt, place, drm)
            more = sum(p * hits_of(c, hurt, place) for c, p in zip(CASES, second, strict=True))
            total += share * likely * more
    return total


def _hurts(view: State, firer: Unit, target: Unit, plunging: bool, extra: int) -> float:
    """Return the chance of Hits that do not end the target."""
    drm = sum(gunnery_drms(view, firer, target).values()) + extra
    left = original_hits(target) - target.hits
    hurts = 0.0
    for place, share in shares(view, firer, target, plunging).items():
        cases = cases_at(guns_of(firer).dice, target, place, drm)
        hurts += share * sum(
            likely
            for case, likely in zip(CASES, cases, strict=True)
            if 0 < hits_of(case, target, place) < left
        )
    return hurts


def _crew(view: State, firer: Unit, target: Unit, plunging: bool, extra: int) -> float:
    """Return the casualties of grapeshot in the mean: the margin, half of the crew at most."""
    drm = sum(gunnery_drms(view, firer, target).values()) + extra
    left = max(0, crew_of(target).full - target.crew_loss)
    most = min(left, max(1, left // 2))
    here = card(target) if isinstance(target, Ship) else section_card(target)
    dice, total = guns_of(firer).dice, 0.0
    for place, share in shares(view, firer, target, plunging).items():
        worn, guard = shield(target, place), armour(target, place).dice
        if not here.grapeshot and (place == "WL" or worn > WEAK):
            continue
        lost: dict[int, float] = defaultdict(float)
        for attack, mine in faces(dice):
            for defence, theirs in faces(guard):
                margin = max(1, attack + drm) - max(1, defence + worn)
                lost[min(most, max(0, margin))] += mine * theirs
        every = ways(dice) * ways(guard)
        total += share * sum(each * count for each, count in lost.items()) / every
    return total
