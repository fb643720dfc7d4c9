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
    """A shot that cards are played on."""

    firer: Unit
    target: Unit
    band: Range
    """The range: point_blank, short, medium, long or none."""


class ShotFacts(NamedTuple):
    """The facts about a shot from which a computer player computes the worth of playing a card."""

    firing: Firing
    hits: Callable[[int], float]
    """A function that returns the average Hits of the shot, given a number to add to its
    modifier."""
    price: float
    """The worth of a Hit on the target, in Victory Points."""


class Margins(NamedTuple):
    """The possible margins of a shot's roll over the defence of a location."""

    ways: dict[int, int]
    """The number of dice results for each margin; a negative margin is a miss."""
    every: int
    """The number of all dice results."""


# The hooks of a shot.


FIRERS: Moment[Callable[[Firing], bool]] = Moment("firers_cards")
"""Hook called with (shot): whether the firer's side may play the card on it."""

AGAINST: Moment[Callable[[Firing], bool]] = Moment("cards_against_a_shot")
"""Hook called with (shot): whether the other side may play the card, according to public facts."""

SHOT_DRM: Moment[Callable[[Firing, int], int]] = Moment("shot_drm")
"""Hook called with (shot, its number): the card's modifier to the gunnery die; may be negative."""

MORE_SHOTS: Moment[Callable[[], int]] = Moment("more_shots")
"""Hook: the number of shots that the card adds."""

COUNTS_AS: Moment[Callable[[], ShotCase]] = Moment("counts_as")
"""Hook: the result that a shot has with the card, unless it misses."""

INSTEAD: Moment[Callable[[Ledger, Unit, ev.ShotFired], None]] = Moment("instead_of_damage")
"""Hook called with (ledger, target, shot): apply the effect that replaces Hits, shields and
critical hits."""

ON_HITS: Moment[Callable[[Ledger, str, int], None]] = Moment("on_hits")
"""Hook called with (ledger, target, card): apply the effect after a shot that has dealt Hits."""

AFTER_SHOTS: Moment[Callable[[Ledger, str, int], None]] = Moment("after_shots")
"""Hook called with (ledger, firer, card): apply the effect on the firer after all shots."""

SMOKES: Moment[Callable[[], int]] = Moment("smokes")
"""Hook: the number of levels by which the firer's smoke thickens after the shots."""

# Expected effects of a card on a shot.

CREW_ODDS: Moment[Callable[[Unit, HitPlace, tuple[Margins, ...]], float]] = Moment("crew_odds")
"""Hook called with (target, location, margins of each shot): the mean casualties, in place of
Hits."""

FIRE_ODDS: Moment[Callable[[int], float]] = Moment("fire_odds")
"""Hook called with (card): the chance of a fire after a shot that deals Hits."""

GUN_ODDS: Moment[Callable[[int], float]] = Moment("gun_odds")
"""Hook called with (card): the chance that the firer's guns are damaged."""

SHOT_WORTH: Moment[Callable[[ShotFacts], float]] = Moment("shot_worth")
"""Hook called with (shot): the card's gain for its side now, in Victory Points."""


def played(shot: GunnerySegment) -> tuple[str, ...]:
    """Return the kinds of all cards played on a shot, the cards of the other side last."""
    cards = (*shot.cards, shot.misfire) if shot.misfire else shot.cards
    return tuple(kind_of(number) for number in cards)


def at_work(moment: Moment[F], shot: GunnerySegment) -> tuple[tuple[int, F], ...]:
    """Return (card, effect) of the cards on a shot that have an effect at a hook, in
    their order.
    """
    cards = (*shot.cards, shot.misfire) if shot.misfire else shot.cards
    return tuple(
        (number, moment[kind])
        for number, kind in zip(cards, played(shot), strict=True)
        if kind in moment
    )


SMOKE = 6.0
"""The cost of one more level of smoke over the firing ship, in Victory Points; a guess."""


# Double Charge and Rapid Fire (Iron & Oak 7.1, 7.6).


@FIRERS("double_charge", "rapid_fire", "incendiary_shells")
def on_any_shot(firing: Firing) -> bool:
    """Double Charge, Rapid Fire and Incendiary Shells may be played on every shot."""
    return True


@SHOT_DRM("double_charge")
@why(double_charge="the shot is stronger, but may damage the gun")
def double_charge(firing: Firing, number: int) -> int:
    """Double Charge: a modifier that depends on the range."""
    return book().kinds["double_charge"].drm_at(firing.band)


@SHOT_WORTH("double_charge")
def _double_charge_worth(judged: ShotFacts) -> float:
    better = judged.hits(double_charge(judged.firing, 1))
    return (better - judged.hits(0)) * judged.price - SMOKE


@MORE_SHOTS("rapid_fire")
@why(rapid_fire="a second shot at the same place, and more smoke")
def rapid_fire() -> int:
    """Rapid Fire: a second shot, at the location of the first one."""
    return 1


@SHOT_WORTH("rapid_fire")
def _rapid_fire_worth(judged: ShotFacts) -> float:
    return judged.hits(0) * judged.price - SMOKE


@SMOKES("double_charge", "rapid_fire")
def smokes() -> int:
    """Double Charge, Rapid Fire: the smoke is one level thicker."""
    return 1


@AFTER_SHOTS("double_charge", "misfire")
def armament(ledger: Ledger, unit: str, number: int) -> None:
    """Double Charge, Misfire: check the guns; a failure is the next step of armament damage.

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
    """Misfire: the card may be played on every shot of the enemy."""
    return True


@SHOT_DRM("misfire")
def misfire(firing: Firing, number: int) -> int:
    """Misfire: a negative modifier to the first shot; the second shot of Rapid Fire has none."""
    return book().kinds["misfire"].drm if number == 1 else 0


@SHOT_WORTH("misfire")
def _misfire_worth(judged: ShotFacts) -> float:
    spoilt = judged.hits(misfire(judged.firing, 1))
    return (judged.hits(0) - spoilt) * judged.price + SMOKE


# Incendiary Shells (Iron & Oak 7.3).


@SHOT_DRM("incendiary_shells")
@why(incendiary_shells="the shot may set fire to her")
def incendiary_shells(firing: Firing, number: int) -> int:
    """Incendiary Shells: a negative modifier to each shot."""
    return book().kinds["incendiary_shells"].drm


@ON_HITS("incendiary_shells")
def sets_fire(ledger: Ledger, target: str, number: int) -> None:
    """Incendiary Shells: roll for a fire.

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
"""The worst value of a shield, at which the armour of the location is destroyed."""


@FIRERS("grapeshot")
@spare(grapeshot=0.5)
@why(grapeshot="the shot sweeps her crew instead of her hull")
def grapeshot_reaches(firing: Firing) -> bool:
    """Grapeshot: the card is played only at close range, and not at a monitor whose armour is
    whole.
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
    """Grapeshot: kills exposed crew, and may hit the smokestack."""
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
    """Tell whether grapeshot reaches the crew at a location."""
    here = card(target) if isinstance(target, Ship) else section_card(target)
    return here.grapeshot or (place != "WL" and target.shields.get(place, 0) <= WEAK)


@CREW_ODDS("grapeshot")
def _crew_lost(target: Unit, place: HitPlace, shots: tuple[Margins, ...]) -> float:
    """Return the mean casualties of grapeshot: the margin of the shot, at most half of the crew."""
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
