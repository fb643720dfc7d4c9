"""A gunnery card before it is played: the shot without and with it, and its price.

Iron & Oak 7.1 to 7.6.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from msgspec.structs import replace

from engine.systems.iron_oak.cards.hand import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import CASES, HitPlace
from engine.systems.iron_oak.fleet.hulls import card, crew_of, guns_of, original_hits, section_card
from engine.systems.iron_oak.foresight.shot_odds import cases_at
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.gunnery.locations import armour, shares, shield
from engine.systems.iron_oak.gunnery.odds import chance, faces, ways
from engine.systems.iron_oak.gunnery.shooting import WEAK, card_drm
from engine.systems.iron_oak.gunnery.shot import SHIELD_LOSS, hits_of
from engine.systems.iron_oak.state.state import GunnerySegment, Ship, State, Unit

SHIELDED = -4
"""The worst that a shield can be."""


class CardOdds(NamedTuple):
    """What a card does to the shot that is under way."""

    number: int
    kind: str
    now: float
    """Hits of the shots themselves in the mean, without the card."""
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
    here = book().cards[number]
    then = replace(shot, cards=(*shot.cards, number))
    if kind == "misfire":
        then = replace(shot, misfire=number)
    return CardOdds(
        number=number,
        kind=kind,
        now=_told(view, shot).hits,
        then=_told(view, then).hits,
        casualties=_told(view, then).casualties if kind == "grapeshot" else 0.0,
        fire=_told(view, then).fire if kind == "incendiary_shells" else 0.0,
        armament=1 - chance(here.challenge, here.response) if kind in CHECKED else 0.0,
        smoke=int(kind in {"double_charge", "rapid_fire"}),
    )


CHECKED = ("double_charge", "misfire")
"""Cards after which the firer's guns are checked."""


class _Shots(NamedTuple):
    """What shots come to in the mean: Hits, crew, and the chance of a fire."""

    hits: float = 0.0
    casualties: float = 0.0
    fire: float = 0.0


def _told(view: State, shot: GunnerySegment) -> _Shots:
    """Return what a shot comes to with its cards; Rapid Fire makes it two (Iron & Oak 7.6)."""
    firer, target = view.unit(shot.firer), view.unit(shot.target)
    kinds = {kind_of(each): each for each in shot.cards}
    plain = sum(gunnery_drms(view, firer, target).values())
    numbers = (1, 2) if "rapid_fire" in kinds else (1,)
    drms = tuple(plain + card_drm(view, shot, each) for each in numbers)
    burns = 0.0
    if "incendiary_shells" in kinds:
        here = book().cards[kinds["incendiary_shells"]]
        burns = chance(here.challenge, here.response)
    hits = crew = fire = 0.0
    for place, share in shares(view, firer, target, shot.plunging).items():
        if "grapeshot" in kinds:
            crew += share * _crew(guns_of(firer).dice, target, place, drms)
            continue
        found = _fired(guns_of(firer).dice, target, place, drms, burns)
        hits += share * found.hits
        fire += share * found.fire
    return _Shots(hits, crew, fire)


def _fired(dice: str, target: Unit, place: HitPlace, drms: tuple[int, ...], burns: float) -> _Shots:
    """Return the Hits on average of shots at one location, and the chance of a fire.

    The first opens it for the second. What a critical hit of the first does beyond its own Hits is
    not counted.
    """
    if not drms:
        return _Shots()
    left = original_hits(target) - target.hits
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


def _crew(dice: str, target: Unit, place: HitPlace, drms: tuple[int, ...]) -> float:
    """Return the casualties of grapeshot in the mean: the margin, half of the crew at most."""
    left = max(0, crew_of(target).full - target.crew_loss)
    here = card(target) if isinstance(target, Ship) else section_card(target)
    worn, guard = shield(target, place), armour(target, place).dice
    closed = not here.grapeshot and (place == "WL" or worn > WEAK)
    if not drms or not left or closed:
        return 0.0
    lost: dict[int, float] = defaultdict(float)
    for attack, mine in faces(dice):
        for defence, theirs in faces(guard):
            margin = max(1, attack + drms[0]) - max(1, defence + worn)
            lost[min(max(1, left // 2), max(0, margin))] += mine * theirs
    every, total = ways(dice) * ways(guard), 0.0
    for each, count in lost.items():
        fewer = replace(target, crew_loss=target.crew_loss + each)
        total += count / every * (each + _crew(dice, fewer, place, drms[1:]))
    return total
