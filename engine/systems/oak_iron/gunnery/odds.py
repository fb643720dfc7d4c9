"""The exact odds of an attack and of a Skill Test, summed over all faces of the dice; no sampling.

The odds of an attack are for its first roll, without re-rolls by Skill and Fortune; every display
of the odds says so. Oak & Iron ch. 4, Attack Phase.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import msgspec

from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Aim, AttackKind, Symbol
from engine.systems.oak_iron.effects.dice import Purpose, rerolls
from engine.systems.oak_iron.effects.hits import (
    damaging_symbols,
    fatigue_if_any_hit,
    fatigue_if_any_taken,
    fatigue_ignored_by,
    fatigue_spared,
    more_dice,
    repeat_symbols,
    second_look,
    tough,
)
from engine.systems.oak_iron.gunnery.shot import Shot
from engine.systems.oak_iron.sailing.seamanship import test_pool
from engine.systems.oak_iron.state.state import Attack, Ship, State

VITALS = ("hull", "rigging", "crew")
"""The three kinds of critical result, in the order of the numbers in `Critical`."""
Critical = tuple[int, int, int]
"""(hull results, rigging results, crew results) of the critical dice; 2 stands for two or more."""
Die = dict[tuple[int, int, int, int], float]
"""The probability of each result of some dice. A result is (hits, critical dice triggered, symbols
of which a card counts two as damage, dice that a card adds)."""
DEEP = 8
"""The longest chain of added dice that is followed after one die. A longer chain has a chance below
1 in 10 million."""
ByCards = tuple[int, int]
"""(damage, Fatigue) that cards add to the result of a roll."""


class Target(msgspec.Struct, frozen=True):
    """What matters about the target of an attack for its odds."""

    damage: int
    damage_boxes: int
    fatigue: int
    fatigue_boxes: int
    spared: int = 0
    """How many points of Fatigue from this attack cards still prevent."""
    tough: bool = False
    """Whether a card prevents the second point of damage of each attack on this ship."""
    anchored: bool = False
    """Whether the ship is Anchored; then rigging results cannot take a level of sail."""
    aground: bool = False

    @property
    def crippled(self) -> bool:
        """Whether the damage track is full."""
        return self.damage >= self.damage_boxes


class Salvo(msgspec.Struct, kw_only=True, frozen=True):
    """What matters about an attack itself for its odds: dice, symbols, and effects of cards."""

    dice: int
    hits: tuple[Symbol, ...]
    triggers: tuple[Symbol, ...] = ()
    """The symbols that trigger a critical die."""
    fortitude: int = 1
    hits_for_fatigue: int = 1
    raking: bool = False
    careful: bool = False
    """Whether critical dice that show no result are re-rolled once, by the card Careful Aim."""
    style: str = "guns"
    """How hits count: `guns` (damage and Fatigue), `small_arms` (Fatigue only), `rigging` or `crew`
    (as critical results), or `melee` (1 Fatigue for each hit)."""
    die: tuple[Symbol, ...] = ()
    """The symbols on the faces of a die."""
    vital: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The chances of a hull, a rigging and a crew result on one critical die."""
    damaging: tuple[Symbol, ...] = ()
    """Symbols of which two or more in the roll do 1 damage, because of a card."""
    more_dice: tuple[Symbol, ...] = ()
    """Symbols that each add a die, because of a card. If an added die shows one of these
    symbols, the target takes 1 Fatigue."""
    bitter: int = 0
    """How much more Fatigue a card causes if the attack has caused any Fatigue."""
    again: tuple[Symbol, ...] = ()
    """Symbols that each add a die to the roll, because of a card. An added die that shows such a
    symbol adds a die too."""
    pressed: int = 0
    """How much more Fatigue a card causes if the attack has any hit."""
    lying: tuple[Symbol, ...] = ()
    """The faces of the dice that have been rolled already and are kept; `dice` more are still to
    roll."""


class Odds(msgspec.Struct, kw_only=True, frozen=True, cache_hash=True):
    """The chance of each result of an attack, from 0 to 1.

    `damage[n]` and `fatigue[n]` are the chances that the ship takes exactly n points of damage or
    Fatigue.
    """

    damage: tuple[float, ...]
    fatigue: tuple[float, ...]
    crippled: float
    """The chance that this attack cripples the ship; 0 if she is Crippled already."""
    shaken: float
    out_of_action: float
    no_harm: float
    """The chance that the ship takes no damage and no Fatigue, loses no sail and does not run
    Aground."""
    sail_lost: float
    aground: float
    """The chance that this attack puts the ship Aground; 0 if she is Aground already."""
    helm: float

    @property
    def mean_damage(self) -> float:
        """The expected points of damage."""
        return sum(points * share for points, share in enumerate(self.damage))

    @property
    def mean_fatigue(self) -> float:
        """The expected points of Fatigue."""
        return sum(points * share for points, share in enumerate(self.fatigue))


def attack_odds(  # noqa: PLR0913  (the facts of an attack)
    state: State,
    attacker: str,
    target: str,
    shot: Shot,
    kind: AttackKind,
    aim: Aim = "hull",
    fatigue_only: bool = False,
    lying: tuple[Symbol, ...] = (),
) -> Odds:
    """Return the odds of a shot if it were rolled now.

    `shot` comes from the function `shot` of shot.py. `lying` are the faces of dice that have been
    rolled already; they count in addition to the dice of the shot.
    """
    firer, ship = state.ships[attacker], state.ships[target]
    guns = kind in ("broadside", "partial_fire")
    style: str = aim if guns and aim != "hull" else "guns" if guns else "melee"
    if fatigue_only:
        style = "small_arms"
    counts = book().dice.counts
    trigger = counts["critical_trigger_raking" if shot.rake else "critical_trigger"]
    volley = Salvo(
        dice=shot.dice,
        hits=shot.hits,
        triggers=trigger if style == "guns" else (),
        fortitude=shot.fortitude,
        hits_for_fatigue=shot.hits_for_fatigue,
        raking=bool(shot.rake),
        careful=style == "guns" and second_look(state, firer),
        style=style,
        die=book().dice.faces,
        vital=_vital(book().version),
        damaging=() if fatigue_only else damaging_symbols(state, firer, kind),
        more_dice=more_dice(state, firer, kind, shot.reach),
        bitter=fatigue_if_any_taken(state, firer, kind),
        again=repeat_symbols(state, firer, shot.reach)[0],
        pressed=fatigue_if_any_hit(state, firer, kind, shot.reach),
        lying=tuple(sorted(lying)),
    )
    return odds(volley, _target(state, ship))


def roll_odds(state: State, attack: Attack, lying: tuple[Symbol, ...], dice: int) -> Odds:
    """Return the odds of an attack in progress: the dice `lying` are kept, `dice` others are
    rolled.
    """
    shot = Shot(
        why_not="",
        range=0.0,
        band=attack.band,
        reach=attack.band,
        dice=dice,
        reasons=(),
        hits=attack.hits,
        rake=attack.rake,
        fortitude=attack.fortitude,
        hits_for_fatigue=attack.hits_for_fatigue,
    )
    assert attack.kind != "fire_ship", "a fire ship's dice are not re-rolled"
    tires = attack.fatigue_only
    firer, target = attack.attacker, attack.target
    return attack_odds(state, firer, target, shot, attack.kind, attack.aim, tires, lying)


def _target(state: State, ship: Ship) -> Target:
    return Target(
        ship.damage,
        ship.damage_boxes,
        ship.fatigue,
        ship.fatigue_boxes,
        fatigue_spared(state, ship) + bool(fatigue_ignored_by(state, ship)),
        bool(tough(state, ship)),
        anchored=ship.sail == "anchored",
        aground=ship.aground,
    )


def burning_odds(state: State, target: str, dice: int) -> Odds:
    """Return the odds of a fire ship that burns beside the target; she rolls only critical dice."""
    ship = state.ships[target]
    die, vital = book().dice.faces, _vital(book().version)
    # Every face triggers a critical die. Fatigue would need `1 + dice` hits, which is impossible.
    volley = Salvo(
        dice=dice, hits=(), triggers=die, hits_for_fatigue=1 + dice, die=die, vital=vital
    )
    return odds(volley, _target(state, ship))


def pass_chance(state: State, ship: str, purpose: Purpose = "seamanship") -> float:
    """Return the chance that a ship passes a Skill Test.

    Re-rolls by Skill are included, re-rolls by Fortune Points are not.
    """
    pool = test_pool(state, ship, purpose).dice
    fails = 1.0 - share(book().dice.counts["skill_test"])
    throws: int = pool + min(pool, rerolls(state, state.ships[ship], "skill_test"))
    return float(1.0 - fails**throws)


@lru_cache(maxsize=8192)
def odds(volley: Salvo, target: Target) -> Odds:
    """Return the odds of an attack `volley` on a ship `target`.

    Cached, because a search compares the same few attacks many times.
    """
    damage = [0.0] * (target.damage_boxes - target.damage + 1)
    fatigue = [0.0] * (target.fatigue_boxes - target.fatigue + 1)
    crippled = shaken = wrecked = no_harm = sail = aground = helm = 0.0
    for (hits, by_cards, critical), chance in _results(volley).items():
        hurt, tired = _harm(volley, target, hits, by_cards, critical)
        damage[hurt] += chance
        fatigue[tired] += chance
        full = target.damage + hurt >= target.damage_boxes
        spent = target.fatigue + tired >= target.fatigue_boxes
        crippled += chance * (full and not target.crippled)
        shaken += chance * (spent and tired > 0)
        wrecked += chance * (full and spent)
        furled = critical[1] > 0 and not target.anchored
        stuck = critical[1] > 1 and not target.aground
        no_harm += chance * (not hurt and not tired and not furled and not stuck)
        sail += chance * furled
        aground += chance * stuck
        helm += chance * (critical[2] > 1)
    return Odds(
        damage=tuple(damage),
        fatigue=tuple(fatigue),
        crippled=crippled,
        shaken=shaken,
        out_of_action=wrecked,
        no_harm=no_harm,
        sail_lost=sail,
        aground=aground,
        helm=helm,
    )


def _harm(
    volley: Salvo, target: Target, hits: int, by_cards: ByCards, critical: Critical
) -> tuple[int, int]:
    """Return (damage, Fatigue) that the ship takes from one result of the dice.

    The points are applied in the order of the steps of an attack, with the effects of the target's
    cards.
    """
    spared = target.spared
    tired = hurt = dealt = 0
    room = target.damage_boxes - target.damage
    stamina = target.fatigue_boxes - target.fatigue

    def tire(points: int) -> None:
        nonlocal tired, spared
        kept = min(spared, points)
        spared -= kept
        tired = min(stamina, tired + points - kept)

    def hit(points: int) -> None:
        nonlocal hurt, dealt
        before, dealt = dealt, dealt + points
        points -= target.tough and before < 2 <= dealt
        taken = min(points, room - hurt)
        hurt += taken
        if points > taken:
            tire(points - taken)

    if volley.style == "melee":
        tire(hits)
        tire(volley.bitter if tired else 0)
    elif volley.style in ("guns", "small_arms"):
        if hits >= volley.hits_for_fatigue:
            tire(2 if volley.raking else 1)
        hit(hits // volley.fortitude if volley.style == "guns" else 0)
    hit(by_cards[0])
    tire(by_cards[1])
    if volley.style == "crew" and critical[2]:
        tire(2 if volley.raking else 1)
    if volley.style != "guns":
        return hurt, tired
    hull, _, crew = critical
    if hull > 1:
        if hurt >= room:
            return room, stamina
        hurt = room
    elif hull:
        hit(1)
    if crew:
        tire(1)
    return hurt, tired


@lru_cache(maxsize=2048)
def _results(volley: Salvo) -> dict[tuple[int, ByCards, Critical], float]:
    """Return the probability of each result (hits, additions by cards, critical results).

    Cached apart from the odds, because it does not depend on the target, of which there are many.
    """
    results: dict[tuple[int, ByCards, Critical], float] = defaultdict(float)
    aimed = volley.style in ("rigging", "crew")
    vital = volley.vital
    if volley.careful:  # a critical die without a result is re-rolled once
        hull, rigging, crew = vital
        again = 2.0 - sum(vital)
        vital = hull * again, rigging * again, crew * again
    for (hits, called, twice, more), chance in _rolls(volley).items():
        for tired, part in _more(volley, more):
            by_cards = (int(twice > 1), tired + (volley.pressed if hits else 0))
            if aimed:
                seen = min(hits, 2)
                kept = (0, seen, 0) if volley.style == "rigging" else (0, 0, seen)
                results[0, by_cards, kept] += chance * part
                continue
            for critical, share in _criticals(called, vital).items():
                results[hits, by_cards, critical] += chance * part * share
    return dict(results)


def _more(volley: Salvo, dice: int) -> tuple[tuple[int, float], ...]:
    """Return ((Fatigue, chance), ...) for `dice` dice added by a card of the kind `more_dice`.

    The target takes 1 Fatigue if any of these dice shows one of the card's symbols, else 0.
    """
    if not dice:
        return ((0, 1.0),)
    idle = (1.0 - sum(face in volley.more_dice for face in volley.die) / len(volley.die)) ** dice
    return ((0, idle), (1, 1.0 - idle))


def _rolls(volley: Salvo) -> dict[tuple[int, int, int, int], float]:
    """Return the probability of each result of the attack's first roll; the keys are those of
    `Die`.

    Symbols that a card counts as damage are counted up to two: more of them make no difference.
    """
    # One die, with the dice that a card adds to it.
    rolled: Die = {(0, 0, 0, 0): 1.0}
    for _ in range(DEEP if volley.again else 1):
        thrown: Die = defaultdict(float)
        for face in volley.die:
            for key, chance in _shown(volley, face, rolled).items():
                thrown[key] += chance / len(volley.die)
        rolled = thrown
    lying = [_shown(volley, face, rolled) for face in volley.lying]
    found: dict[tuple[int, int, int, int], float] = {(0, 0, 0, 0): 1.0}
    for steps in (*lying, *[rolled] * volley.dice):
        after: dict[tuple[int, int, int, int], float] = defaultdict(float)
        for (had, called, hurt, added), chance in found.items():
            for (hit, calls, hurts, more), share in steps.items():
                twice = min(hurt + hurts, 2)
                after[had + hit, called + calls, twice, added + more] += chance * share
        found = after
    return dict(found)


def _shown(volley: Salvo, face: Symbol, another: Die) -> Die:
    """Return the probability of each result of a die that shows `face`.

    `another` is the same for a die that this face may add.
    """
    counted = (volley.hits, volley.triggers, volley.damaging, volley.more_dice)
    hit, calls, hurts, more = (int(face in symbols) for symbols in counted)
    rest = another if face in volley.again else {(0, 0, 0, 0): 1.0}
    found: Die = defaultdict(float)
    for (hits, called, hurt, added), chance in rest.items():
        found[hit + hits, calls + called, hurts + hurt, more + added] += chance
    return found


@lru_cache(maxsize=256)
def _criticals(dice: int, vital: tuple[float, float, float]) -> dict[Critical, float]:
    """Return the probability of each critical result of `dice` dice.

    `vital` are the chances of a hull, rigging and crew result on one die. Cached, because the same
    few arguments occur many times.
    """
    found: dict[Critical, float] = {(0, 0, 0): 1.0}
    for _ in range(dice):
        after: dict[Critical, float] = defaultdict(float)
        for (hull, rigging, crew), chance in found.items():
            after[hull, rigging, crew] += chance * (1.0 - sum(vital))
            after[min(hull + 1, 2), rigging, crew] += chance * vital[0]
            after[hull, min(rigging + 1, 2), crew] += chance * vital[1]
            after[hull, rigging, min(crew + 1, 2)] += chance * vital[2]
        found = after
    return dict(found)


@lru_cache(maxsize=4)
def _vital(version: str) -> tuple[float, float, float]:
    """Return the chances of (hull, rigging, crew) results on one critical die.

    The cache key is the version of the data set, because a user's own data set may have another
    die.
    """
    hull, rigging, crew = (share(book().dice.counts[f"critical_{kind}"]) for kind in VITALS)
    return hull, rigging, crew


def share(symbols: tuple[Symbol, ...]) -> float:
    """Return the fraction of a die's faces that show one of the given symbols."""
    table = book().dice.faces
    return sum(face in symbols for face in table) / len(table)
