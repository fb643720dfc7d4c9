"""Action cards on a shot: Double Charge, Rapid Fire, Grapeshot, Incendiary Shells, Misfire.

Iron & Oak 7.1 to 7.4, 7.6.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.damage import lose_crew
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.facts import HitPlace, Range, ShotCase
from engine.systems.iron_oak.fleet import card, crew_of, section_card
from engine.systems.iron_oak.machine import F, Ledger, Moment, chance, spare, struck, why
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state.state import GunnerySegment, Ship, Unit, beats


class Firing(NamedTuple):
    """A shot on which cards can be played."""

    firer: Unit
    target: Unit
    band: Range
    """The range: point_blank, short, medium, long or none."""


class ShotFacts(NamedTuple):
    """The facts about a shot from which a computer player computes the worth of a card on it."""

    firing: Firing
    hits: Callable[[int], float]
    """A function that takes a change of the shot's modifier and returns the shot's average Hits."""
    price: float
    """The worth of one Hit on the target, in Victory Points."""


class Margins(NamedTuple):
    """By how much a shot's roll may beat the defence of a location, over all results of the
    dice.
    """

    ways: dict[int, int]
    """{margin: number of dice results that give it}; a margin below 0 is a miss."""
    every: int
    """How many results the dice have."""


# The hooks of a shot.


FIRERS: Moment[Callable[[Firing], bool]] = Moment("firers_cards")
"""Hook called with (shot): tells whether the firer's side may play the card on it."""

AGAINST: Moment[Callable[[Firing], bool]] = Moment("cards_against_a_shot")
"""Hook called with (shot): tells whether the other side may play the card; it uses only facts that
both sides know."""

SHOT_DRM: Moment[Callable[[Firing, int], int]] = Moment("shot_drm")
"""Hook called with (shot, 1 for the first shot, 2 for the second): returns the card's modifier to
the gunnery roll."""

MORE_SHOTS: Moment[Callable[[], int]] = Moment("more_shots")
"""Hook called without arguments: returns how many shots the card adds."""

COUNTS_AS: Moment[Callable[[], ShotCase]] = Moment("counts_as")
"""Hook called without arguments: returns the result that a shot with the card has, unless it
misses."""

INSTEAD: Moment[Callable[[Ledger, Unit, ev.ShotFired], None]] = Moment("instead_of_damage")
"""Hook called with (ledger, target, shot): writes the effects that replace Hits, shields and
critical hits."""

ON_HITS: Moment[Callable[[Ledger, str, int], None]] = Moment("on_hits")
"""Hook called with (ledger, target, card) after a shot that has made Hits: writes the card's
further effect."""

AFTER_SHOTS: Moment[Callable[[Ledger, str, int], None]] = Moment("after_shots")
"""Hook called with (ledger, firer, card) after all shots: writes the card's effect on the firer."""

SMOKES: Moment[Callable[[], int]] = Moment("smokes")
"""Hook called without arguments: returns by how many levels the firer's smoke gets thicker after
the shots."""

# Expected effects of a card on a shot.

CREW_ODDS: Moment[Callable[[Unit, HitPlace, tuple[Margins, ...]], float]] = Moment("crew_odds")
"""Hook called with (target, location, margins of each shot): returns the average casualties that
the card makes in place of Hits."""

FIRE_ODDS: Moment[Callable[[int], float]] = Moment("fire_odds")
"""Hook called with (card): returns the chance that a shot which makes Hits starts a fire."""

GUN_ODDS: Moment[Callable[[int], float]] = Moment("gun_odds")
"""Hook called with (card): returns the chance that the firer's guns are damaged."""

SHOT_WORTH: Moment[Callable[[ShotFacts], float]] = Moment("shot_worth")
"""Hook called with (shot): returns the card's gain for its side now, in Victory Points."""


def played(shot: GunnerySegment) -> tuple[str, ...]:
    """Return the kinds of all cards played on a shot; a misfire, of the other side, is the last."""
    cards = (*shot.cards, shot.misfire) if shot.misfire else shot.cards
    return tuple(kind_of(number) for number in cards)


def at_work(moment: Moment[F], shot: GunnerySegment) -> tuple[tuple[int, F], ...]:
    """Return [(card, its function at a hook)] for the cards on a shot that have a function there,
    in the order in which they were played.
    """
    cards = (*shot.cards, shot.misfire) if shot.misfire else shot.cards
    return tuple(
        (number, moment[kind])
        for number, kind in zip(cards, played(shot), strict=True)
        if kind in moment
    )


SMOKE = 6.0
"""The cost of one more level of smoke over the firing ship, in Victory Points; the figure is a
guess."""


# Double Charge and Rapid Fire (Iron & Oak 7.1, 7.6).


@FIRERS("double_charge", "rapid_fire", "incendiary_shells")
def on_any_shot(firing: Firing) -> bool:
    """Double Charge, Rapid Fire and Incendiary Shells: may be played on every shot, so return
    True.
    """
    return True


@SHOT_DRM("double_charge")
@why(double_charge="the shot is stronger, but may damage the gun")
def double_charge(firing: Firing, number: int) -> int:
    """Double Charge: return the card's modifier to the gunnery roll; it depends on the range."""
    return book().kinds["double_charge"].drm_at(firing.band)


@SHOT_WORTH("double_charge")
def _double_charge_worth(judged: ShotFacts) -> float:
    better = judged.hits(double_charge(judged.firing, 1))
    return (better - judged.hits(0)) * judged.price - SMOKE


@MORE_SHOTS("rapid_fire")
@why(rapid_fire="a second shot at the same place, and more smoke")
def rapid_fire() -> int:
    """Rapid Fire: return how many shots it adds: one, at the location that the first shot hits."""
    return 1


@SHOT_WORTH("rapid_fire")
def _rapid_fire_worth(judged: ShotFacts) -> float:
    return judged.hits(0) * judged.price - SMOKE


@SMOKES("double_charge", "rapid_fire")
def smokes() -> int:
    """Double Charge, Rapid Fire: return by how many levels the smoke gets thicker."""
    return 1


@AFTER_SHOTS("double_charge", "misfire")
def armament(ledger: Ledger, unit: str, number: int) -> None:
    """Double Charge, Misfire: roll whether the guns hold out; if they fail, damage the armament one
    step more.

    The failure adds no Hits. Iron & Oak 7.1, 7.4.
    """
    here = book().cards[number]
    challenge, response = ledger.contest(here.challenge, here.response)
    held_out = beats(challenge, response)
    ledger.write(ev.ArmamentChecked(unit, number, challenge, response, held_out))
    if not held_out and "armament_2" not in ledger.state.unit(unit).criticals:
        ledger.write(ev.Marked(unit, "armament"))


@GUN_ODDS("double_charge", "misfire")
def _guns_damaged(number: int) -> float:
    here = book().cards[number]
    return 1 - chance(here.challenge, here.response)


# Misfire (Iron & Oak 7.4): the only card of the other side on a shot.


@AGAINST("misfire")
@why(misfire="the shot is weaker, and makes smoke")
def may_misfire(firing: Firing) -> bool:
    """Misfire: may be played on every shot of the enemy, so return True."""
    return True


@SHOT_DRM("misfire")
def misfire(firing: Firing, number: int) -> int:
    """Misfire: return the card's negative modifier to the first shot; 0 for the second shot of
    Rapid Fire.
    """
    return book().kinds["misfire"].drm if number == 1 else 0


@SHOT_WORTH("misfire")
def _misfire_worth(judged: ShotFacts) -> float:
    spoilt = judged.hits(misfire(judged.firing, 1))
    return (judged.hits(0) - spoilt) * judged.price + SMOKE


# Incendiary Shells (Iron & Oak 7.3).


@SHOT_DRM("incendiary_shells")
@why(incendiary_shells="the shot may set fire to her")
def incendiary_shells(firing: Firing, number: int) -> int:
    """Incendiary Shells: return the card's negative modifier to each shot."""
    return book().kinds["incendiary_shells"].drm


@ON_HITS("incendiary_shells")
def sets_fire(ledger: Ledger, target: str, number: int) -> None:
    """Incendiary Shells: roll whether the target catches fire, and record it.

    The fire has level 1 if the challenge is greater than the response, level 2 if it is at least
    double, and level 3 if it is at least triple.
    """
    here = book().cards[number]
    challenge, response = ledger.contest(here.challenge, here.response)
    level = 0
    if challenge.total > response.total:
        level = min(3, challenge.total // response.total)
    ledger.write(ev.IncendiaryRolled(target, number, challenge, response, level))
    if level:
        ledger.write(ev.FireStarted(target, level))


@FIRE_ODDS("incendiary_shells")
def _lights(number: int) -> float:
    here = book().cards[number]
    return chance(here.challenge, here.response)


@SHOT_WORTH("incendiary_shells")
def _incendiary_worth(judged: ShotFacts) -> float:
    return 0.5 * judged.hits(0) * judged.price


# Grapeshot (Iron & Oak 7.2).


WEAK = -4
"""The worst shield that a location can have: its armour is destroyed."""


@FIRERS("grapeshot")
@spare(grapeshot=0.5)
@why(grapeshot="the shot sweeps her crew instead of her hull")
def grapeshot_reaches(firing: Firing) -> bool:
    """Grapeshot: tell whether the card may be played: at close range, and not at a monitor whose
    armour is whole.
    """
    target = firing.target
    if firing.band not in {"short", "point_blank"}:
        return False
    if isinstance(target, Ship) and card(target).monitor:
        return any(worn <= WEAK for place, worn in target.shields.items() if place != "WL")
    return True


@COUNTS_AS("grapeshot")
@struck(grapeshot="grapeshot among the crew")
def _sweeps() -> ShotCase:
    return "grapeshot"


@INSTEAD("grapeshot")
def grapeshot(ledger: Ledger, target: Unit, fired: ev.ShotFired) -> None:
    """Grapeshot: record the losses of exposed crew, and perhaps a hit on the smokestack."""
    if _open(target, fired.location):
        lose_crew(ledger, target.id, fired.gunnery.result - fired.defence.result, halved=True)
    face = fired.locations[-1] if fired.locations else 0
    if (
        isinstance(target, Ship)
        and not card(target).monitor
        and card(target).power == "steam"
        and face in book().tables.hit_location.smokestack
        and "smokestack" not in target.criticals
    ):
        ledger.write(ev.Marked(target.id, "smokestack"))


def _open(target: Unit, place: HitPlace) -> bool:
    """Tell whether grapeshot reaches the crew at a location: it is open, or its armour is
    destroyed.
    """
    here = card(target) if isinstance(target, Ship) else section_card(target)
    return here.grapeshot or (place != "WL" and target.shields.get(place, 0) <= WEAK)


@CREW_ODDS("grapeshot")
def _crew_lost(target: Unit, place: HitPlace, shots: tuple[Margins, ...]) -> float:
    """Return the average casualties of grapeshot: by as much as the shot beats the defence, at most
    half of the crew.
    """
    left = max(0, crew_of(target).full - target.crew_loss)
    if not shots or not left or not _open(target, place):
        return 0.0
    lost: dict[int, int] = defaultdict(int)
    for margin, ways in shots[0].ways.items():
        lost[min(max(1, left // 2), max(0, margin))] += ways
    total = 0.0
    for each, count in lost.items():
        fewer = replace(target, crew_loss=target.crew_loss + each)
        total += count / shots[0].every * (each + _crew_lost(fewer, place, shots[1:]))
    return total


@SHOT_WORTH("grapeshot")
def _grapeshot_worth(judged: ShotFacts) -> float:
    target, worth = judged.firing.target, judged.hits(0) * judged.price
    open_crew = isinstance(target, Ship) and card(target).grapeshot
    return 1.5 * judged.price - worth if open_crew else -worth
