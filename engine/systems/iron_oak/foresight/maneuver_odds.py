"""The chances of all results of an order: hazards on the way, rams, torpedoes, crossing a T."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from engine.kit.ledger import put_ship
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet import card, chart_line, draft, immobile, original_hits
from engine.systems.iron_oak.foresight.shot_odds import plain_hits
from engine.systems.iron_oak.gunnery.segment import why_not_fire
from engine.systems.iron_oak.gunnery.shot import armour, shield
from engine.systems.iron_oak.machine import chance, faces, ways
from engine.systems.iron_oak.movement.hazards import (
    FOULING,
    check_of,
    hazards_of,
    holds_in_tow,
    partners,
)
from engine.systems.iron_oak.movement.in_box import ram_drm, ram_margin
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.state.state import Attack, End, Ship, State, Unit
from engine.systems.iron_oak.waters import off

# The whole path of an order: its roll and every hazard on it, with the chances multiplied.
#
# Iron & Oak 5.1, 5.4.


class Stop(NamedTuple):
    """A hazard that may end a move: its box, and the chance (from `least` to `most`) that this
    hazard ends it.

    The two chances differ if a box has several hazards, because the other side chooses which is met
    first.
    """

    hazard: str
    box: str
    least: float
    most: float

    @property
    def comes(self) -> str:
        """The result for a ship that is stopped by this hazard: `aground`, `fouled` or `mine`."""
        return stopped_by(self.hazard)


class Passage(NamedTuple):
    """The chances of all ways in which an order may end; they add up to 1, with all stops counted
    as one.
    """

    arrives: float
    stays: float
    stopped: float
    stops: tuple[Stop, ...]


def stopped_by(hazard: str) -> str:
    """Return the result of a failed check of a hazard.

    >>> stopped_by("shoal"), stopped_by("hulk"), stopped_by("mine")
    ('aground', 'fouled', 'mine')
    """
    return "fouled" if hazard in FOULING else "mine" if hazard == "mine" else "aground"


def passes(state: State, ship: Ship, box: str) -> dict[str, float]:
    """Return {hazard: chance to pass it} for the hazards of a box, for a ship together with all
    ships that move with her.
    """
    found: dict[str, float] = {}
    if off(box):
        return found
    group = (ship, *partners(state, ship))
    counts: Counter[str] = Counter()
    for each in group:
        for hazard, count in Counter(hazards_of(state, each, box)).items():
            counts[hazard] = max(counts[hazard], count)
    for hazard, count in counts.items():
        good = 1.0
        for each in group:
            if hazard in hazards_of(state, each, box):
                good *= check_of(state, each, box, hazard).chance
        found[hazard] = good**count
    return found


def safe(state: State, ship: Ship, box: str) -> float:
    """Return the chance to pass all hazards of a box."""
    share = 1.0
    for each in passes(state, ship, box).values():
        share *= each
    return share


def way_to(state: State, ship: Ship, goal: str, via: str = "") -> Passage:
    """Return the chances of a move (Maneuver 1 or 2): its roll, then the hazards of the box `via`
    and of the last box.

    If the roll fails the ship stays without a check; a hazard ends the move in its box.
    """
    roll = table_roll(state, ship, goal, via)
    return _through(state, ship, roll.chance, tuple(filter(None, (via, goal))))


def hold_here(state: State, ship: Ship) -> Passage:
    """Return the chances of holding: there is no roll, but the hazards of the ship's box count.

    Iron & Oak 5.1.3.
    """
    return _through(state, ship, 1.0, _here(state, ship))


def attack_here(state: State, ship: Ship, chance: float) -> Passage:
    """Return the chances of an order inside the ship's box: first its hazards, then a roll that
    succeeds with `chance`.
    """
    clear = _through(state, ship, 1.0, _here(state, ship))
    return clear._replace(arrives=clear.arrives * chance, stays=clear.arrives * (1 - chance))


def _here(state: State, ship: Ship) -> tuple[str, ...]:
    if not ship.on_map or immobile(state, ship) or holds_in_tow(state, ship):
        return ()
    return (ship.box,)


def _through(state: State, ship: Ship, chance: float, boxes: Sequence[str]) -> Passage:
    comes, stopped = chance, 0.0
    stops: list[Stop] = []
    for box in boxes:
        good = passes(state, ship, box)
        through = safe(state, ship, box)
        for hazard, each in good.items():
            others = (
                through / each
                if each
                else prod(share for other, share in good.items() if other != hazard)
            )
            stops.append(Stop(hazard, box, comes * others * (1 - each), comes * (1 - each)))
        stopped += comes * (1 - through)
        comes *= through
    return Passage(comes, 1 - chance, stopped, tuple(stops))


def after_a_hit(state: State, ship: Ship, goal: str = "", via: str = "") -> float | None:
    """Return the chance to arrive if the ship had one more Hit; None if that Hit would change
    nothing, or sink her.
    """
    hurt = replace(ship, hits=ship.hits + 1)
    same = chart_line(hurt) == chart_line(ship) and draft(hurt) == draft(ship)
    if same or hurt.hits >= original_hits(ship):
        return None
    return way_to(put_ship(state, hurt), hurt, goal, via).arrives


# A ram or spar torpedo over all its dice: contact, Hits on both ships, beak, fouling, later shots.


OPENED = -4
"""The shield of a waterline that a spar torpedo has struck; a ram that follows meets it."""
Blows = dict[tuple[int, int], float]
"""{(Hits on the target, Hits on the attacker): chance}; neither takes more Hits than it has
left."""


class RamOdds(NamedTuple):
    """The odds of an attack by ram or torpedo. `way` has the chances of contact; all other fields
    assume contact.
    """

    way: Passage
    blows: Blows
    sinks: float
    sunk: float
    beak: float
    """The chance that the attacker's ram breaks off."""
    fouled: float
    mine: float
    """The average Hits of the attacker's shot after the attack, when she fires over her bow."""
    hers: float
    """The average Hits of the target's shot in return at point blank, if the target stays in the
    box."""

    @property
    def dealt(self) -> float:
        """The average Hits on the target."""
        return sum(dealt * share for (dealt, _), share in self.blows.items())

    @property
    def taken(self) -> float:
        """The average Hits on the attacker."""
        return sum(taken * share for (_, taken), share in self.blows.items())


def ram_odds(state: State, ship: Ship, target: Ship, kind: Attack) -> RamOdds:
    """Return the odds of an attack by `ram`, `spar` (torpedo), or `ram_and_spar` with the torpedo
    first (Iron & Oak 5.6).
    """
    left, own_left = original_hits(target) - target.hits, original_hits(ship) - ship.hits
    way = attack_here(state, ship, contact_roll(state, ship, target).chance)
    first = [(target, 0, 0, 1.0)] if kind == "ram" else list(_torpedo(target, left, own_left))
    blows: Blows = defaultdict(float)
    beak = fouled = 0.0
    for struck, dealt, taken, share in first:
        if kind == "spar" or dealt >= left or taken >= own_left:
            blows[dealt, taken] += share
            both = dealt < left and taken < own_left
            fouled += share * both * _fails("fouling_spar") * (kind == "spar")
            continue
        dice, guard = card(ship).ram, armour(struck, "WL").dice
        drm, worn = ram_drm(ship), shield(struck, "WL")
        found: Blows = defaultdict(float)
        for attack, mine in faces(dice):
            for defence, theirs in faces(guard):
                blow = ram_margin(max(1, attack + drm), max(1, defence + worn))
                found[blow] += mine * theirs / (ways(dice) * ways(guard))
        for (more, own), each in found.items():
            end = min(left, dealt + more), min(own_left, taken + own)
            blows[end] += share * each
            whole = end[1] < own_left
            beak += share * each * whole * _fails("beak") * ("ram" not in ship.criticals)
            fouled += share * each * whole * (end[0] < left) * _fails("fouling")
    close = replace(ship, rammed=(*ship.rammed, target.id))
    after = put_ship(state, close)
    return RamOdds(
        way=way,
        blows=dict(blows),
        sinks=sum(share for (dealt, _), share in blows.items() if dealt >= left),
        sunk=sum(share for (_, taken), share in blows.items() if taken >= own_left),
        beak=beak,
        fouled=fouled,
        mine=hits(after, close, target),
        hers=hits(after, target, close),
    )


def _fails(check: str) -> float:
    here = book().tables.checks[check]
    return 1 - chance(here.challenge, here.response)


def _torpedo(target: Ship, left: int, own_left: int) -> Iterator[tuple[Ship, int, int, float]]:
    """Yield (target as it then is, Hits on the target, Hits on the attacker, chance) for each
    result of a spar torpedo.

    Iron & Oak 5.6.2.
    """
    table, check = book().tables.torpedoes, book().tables.checks["spar"]
    goes_off = chance(check.challenge, check.response)
    yield target, 0, 0, 1 - goes_off
    opened = replace(target, shields={**target.shields, "WL": OPENED})
    counts = Counter(
        (min(left, dealt), min(own_left, taken)) for dealt in table.spar for taken in table.own_spar
    )
    for (dealt, taken), count in counts.items():
        yield opened, dealt, taken, goes_off * count / counts.total()


# The worth of crossing a T: both ships' fire after it, and the target's chance to get clear.
#
# Iron & Oak 5.5.


class CrossingOdds(NamedTuple):
    """The forecast of crossing a T (lying across a ship's bow or stern): the average Hits of a shot
    of either ship, as (before, after).
    """

    way: Passage
    mine: tuple[float, float]
    hers: tuple[float, float]
    bears: bool
    """Whether the crossed ship has a gun that bears on the ship across her."""
    escapes: float
    """The chance that the crossed ship gets clear in her next turn, if she tries."""


def crossing_t(state: State, ship: Ship, target: Ship, end: End) -> CrossingOdds:
    """Return the forecast of lying across the bow or the stern (`end`) of a ship."""
    way = attack_here(state, ship, cross_roll(state, ship, target).chance)
    # The state after a successful crossing; earlier crossings of both ships have ended.
    ships = {
        id: replace(each, across_bow_of="", across_stern_of="")
        if ship.id in (id, each.across_bow_of, each.across_stern_of)
        else each
        for id, each in state.ships.items()
    }
    across = {"across_bow_of": target.id} if end == "bow" else {"across_stern_of": target.id}
    ships[ship.id] = replace(ships[ship.id], **across)
    crossed = replace(state, ships=ships)
    then_mine, then_hers = crossed.ships[ship.id], crossed.ships[target.id]
    return CrossingOdds(
        way,
        (hits(state, ship, target), hits(crossed, then_mine, then_hers)),
        (hits(state, target, ship), hits(crossed, then_hers, then_mine)),
        not why_not_fire(crossed, then_hers, then_mine),
        table_roll(crossed, then_hers).chance,
    )


def hits(state: State, firer: Unit, target: Unit) -> float:
    """Return the average Hits of a shot; 0 if it is not allowed."""
    if why_not_fire(state, firer, target):
        return 0.0
    return plain_hits(state, firer, target, plunging=False)
