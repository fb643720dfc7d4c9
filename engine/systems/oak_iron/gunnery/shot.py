"""A shot: which ships may fire at which, the number of dice, and which symbols are hits.

Oak & Iron ch. 4, Attack Phase (Broadside, Partial Fire, Close Combat); ch. 5, Raking Shots,
Targeting Rigging, Targeting Crew, Fog Bank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from engine.space.plane.contact import Body, gap, within
from engine.space.plane.hull import EDGES, Edge, Hull
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Aim, AnyEdge, AnySide, AttackKind, Band, Rake, Symbol
from engine.systems.oak_iron.effects.dice import FACING_DICE, GUN_DICE, LATE_DICE, Firing
from engine.systems.oak_iron.effects.hits import (
    DIM,
    FREEBOARD,
    SHARPER,
    effective_fatigue,
    hidden,
    hit_symbols,
    on_fortitude,
)
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.machine import name_of
from engine.systems.oak_iron.sailing.grapple import combat_edge, combat_ways
from engine.systems.oak_iron.state.events.event import Change, Pool, pool
from engine.systems.oak_iron.state.ships import LAND, area, hull, hulls, solids
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.sight import (
    Sight,
    in_broadside_path,
    in_sight,
    line_of_sight,
    raking,
)

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

BANDS: tuple[Band, ...] = ("yard_arm", "pistol", "musket", "cannon")
"""The range bands of the ruler, from near to far."""
BEYOND: Final = "beyond"
"""The range band of a shot at Cannon Shot through fog; fog makes each range count one band
longer."""
RAKED: tuple[Band, ...] = ("yard_arm", "pistol", "musket")
"""The bands at which a Broadside can rake, that is, fire along the whole length of the target."""
_HITS: dict[Band, str] = {  # the row of the dice table for each band
    "yard_arm": "hit_pistol_shot",
    "pistol": "hit_pistol_shot",
    "musket": "hit_musket_shot",
    "cannon": "hit_cannon_shot",
    BEYOND: "hit_fog_beyond_cannon",
}


class Bearing(msgspec.Struct, frozen=True):
    """Whether guns can fire at a target, and how: range and rake.

    Worked out before the dice are counted; the fields mean the same as in `Shot`.
    """

    why_not: str
    range: float
    band: Band
    reach: Band
    rake: Rake


class Shot(msgspec.Struct, kw_only=True, frozen=True):
    """An attack as it would be rolled now. It may be illegal; then `why_not` says why."""

    why_not: str
    """The rule against the shot, as a sentence; '' when it is legal."""
    range: float
    """The distance in inches between the nearest points of the two bases."""
    band: Band
    """The band of the distance without fog: yard_arm, pistol, musket, cannon; '' out of range."""
    reach: Band
    """The range band that the rules use: one band longer than `band` through fog, so `beyond` for a
    shot at Cannon Shot."""
    dice: int
    reasons: tuple[str, ...]
    """The terms of the sum that gives the number of dice, each as text like `formation +1`."""
    hits: tuple[Symbol, ...]
    """The symbols that count as hits."""
    rake: Rake = ""
    fortitude: int = 1
    """How many hits do one point of damage."""
    hits_for_fatigue: int = 1
    """How many hits the attack needs to cause its first Fatigue."""
    edge: AnyEdge = ""
    """The side that fires; in Close Combat the edge that touches the target."""

    @property
    def legal(self) -> bool:
        """Whether the attack may be made."""
        return not self.why_not


def band(inches: float) -> Band:
    """Return the range band of a distance in inches, each limit included; '' beyond Cannon Shot."""
    measures = book().measures
    for name in BANDS:
        limit: float = getattr(measures, name)
        if within(inches, limit):
            return name
    return ""


def shot(  # noqa: PLR0913  (the facts of an attack)
    state: State,
    attacker: str,
    target: str,
    kind: AttackKind,
    side: AnySide = "",
    aim: Aim = "hull",
    card: str = "",
) -> Shot:
    """Return an attack as it would be rolled now; if it is illegal, with the reason.

    `side` is the broadside that fires, `card` the card that grants a free attack.
    """
    if kind in ("close_combat", "landing_party"):
        return _combat(state, state.ships[attacker], state.ships[target], kind, card)
    found = bearing(state, attacker, target, kind, side, aim)
    attack = Firing(state.ships[attacker], state.ships[target], kind, aim, found.reach, card)
    return _rolled(state, attack, found, side)


def bearing(  # noqa: PLR0913  (the facts of an attack)
    state: State,
    attacker: str,
    target: str,
    kind: AttackKind,
    side: AnySide = "",
    aim: Aim = "hull",
) -> Bearing:
    """Return whether guns can fire at a target: range, broadside path, line of sight and rake.

    If they cannot, `why_not` is the reason.
    """
    firer, victim = state.ships[attacker], state.ships[target]
    own, other = hull(firer), hull(victim)
    inches = gap(own, other)
    near = band(inches)
    edges: tuple[Edge, ...] = (side,) if side else EDGES
    fog = [area(piece) for piece in state.terrain if piece.kind == "fog"]
    measures = book().measures
    seen = within(inches, measures.cannon if kind == "broadside" else measures.musket)
    sight = (
        line_of_sight(own, other, edges, _blockers(state, attacker, target))
        if seen and fog
        else None
    )
    reach = near
    if near and (
        any(dim() for _, dim in DIM.on(state, firer)) or _fog_between(own, other, sight, fog)
    ):
        reach = (*BANDS, BEYOND)[BANDS.index(near) + 1]
    why_not = (
        _never(state, firer, victim)
        or _out_of_reach(kind, near, reach, aim)
        or _hidden(state, victim, reach)
        or (_no_broadside(firer, own, side, other) if kind == "broadside" else "")
    )
    if not why_not:
        # The line of sight is the slowest check, so it comes last; in fog the range already
        # depended on it.
        clear = sight is not None
        if seen and not fog:
            clear = in_sight(own, other, edges, _blockers(state, attacker, target))
        where = "the firing side" if kind == "broadside" else "any edge"
        why_not = "" if clear else f"no line of sight from {where}"
    rakes = kind == "broadside" and aim != "rigging" and not state.rules.quick_start
    rake = raking(own, side, other) if rakes and side and reach in RAKED else None
    return Bearing(why_not, inches, near, reach, rake or "")


def volley(  # noqa: PLR0913  (the facts of an attack)
    state: State,
    attacker: str,
    target: str,
    kind: AttackKind,
    reach: Band,
    rake: Rake = "",
    aim: Aim = "hull",
    card: str = "",
) -> Shot:
    """Return a shot of guns at a given range band, with or without a rake.

    Where the two ships are now does not matter, so that forecasts can ask about other places.
    """
    attack = Firing(state.ships[attacker], state.ships[target], kind, aim, reach, card)
    return _rolled(state, attack, Bearing("", 0.0, reach, reach, rake), "")


def placement_key(state: State, attack: Firing) -> tuple[object, ...]:
    """Return the facts about the ships' places that affect a volley, besides range band and rake.

    They are whether the firer is in Formation, and effects of cards that depend on places or the
    wind. They are part of a volley's cache key.
    """
    firer = attack.attacker
    dice = tuple(effect(state, attack) for _, effect in GUN_DICE.on(state, firer))
    sharper = SHARPER.on(state, firer)
    symbols = _counting(state, attack) if sharper else ()
    return _formed(state, firer), dice, symbols


def _rolled(state: State, attack: Firing, found: Bearing, side: AnySide) -> Shot:
    """Return a shot of guns with its dice, the symbols that hit, and the target's Fortitude.

    `found` is the result of `bearing`.
    """
    dice = _gun_pool(state, attack)
    return Shot(
        why_not=found.why_not,
        range=found.range,
        band=found.band,
        reach=found.reach,
        dice=dice.dice,
        reasons=dice.reasons,
        hits=_counting(state, attack),
        rake=found.rake,
        fortitude=_fortitude(state, attack, found.rake),
        hits_for_fatigue=1
        if found.rake
        else max((hits() for _, hits in FREEBOARD.on(state, attack.target)), default=1),
        edge=side,
    )


def _never(state: State, firer: Ship, victim: Ship) -> str:
    if not state.opposed(firer.id, victim.id):
        return f"{victim.id} is on your own side"
    for ship in (firer, victim):
        if ship.captured_by:
            return f"{ship.id} is captured"
        if ship.out_of_action:
            return f"{ship.id} is out of action"
    return ""


def _out_of_reach(kind: AttackKind, near: Band, reach: Band, aim: Aim) -> str:
    if not near:
        return "beyond cannon shot"
    if kind == "partial_fire" and reach in ("cannon", BEYOND):
        return "partial fire reaches to musket shot"
    if aim == "crew" and reach not in ("yard_arm", "pistol"):
        return "the crew can be aimed at up to pistol shot"
    return ""


def _hidden(state: State, victim: Ship, reach: Band) -> str:
    card = hidden(state, victim, reach)
    return f"{name_of(card)}: not at cannon shot" if card else ""


def _no_broadside(firer: Ship, own: Hull, side: AnySide, other: Hull) -> str:
    if side in firer.reload:
        return f"the {side} side has to reload"
    if not side or not in_broadside_path(own, side, other):
        return f"not in the {side} broadside path"
    return ""


def _blockers(state: State, attacker: str, target: str) -> list[Body]:
    """Return the bodies that may block the line of sight between two ships: other ships and
    land.
    """
    return [*hulls(state, attacker, target).values(), *solids(state, LAND).values()]


def _fog_between(own: Hull, other: Hull, sight: Sight | None, fog: Sequence[BaseGeometry]) -> bool:
    """Tell whether fog covers one of two ships, or lies on the line of sight between them."""
    if not fog:
        return False
    from shapely import LineString

    lines = [own.polygon, other.polygon]
    if sight is not None:
        lines += [LineString([sight.start, sight.end]), LineString([sight.start, sight.corner])]
    return any(line.intersects(bank) for line in lines for bank in fog)


def _counting(state: State, attack: Firing) -> tuple[Symbol, ...]:
    """Return the symbols that are hits for the attack's aim and range."""
    counts = book().dice.counts
    reach = attack.reach
    if attack.aim == "hull":
        printed = counts[_HITS[reach]] if reach else ()
        return hit_symbols(state, attack, printed)
    return counts["targeting_rigging" if attack.aim == "rigging" else "targeting_crew"]


def _fortitude(state: State, attack: Firing, rake: Rake) -> int:
    """Return how many hits do one damage: the target's Fortitude with cards, or 1 for a stern
    rake.
    """
    if rake == "stern":
        return 1
    fortitude = book().ships[attack.target.type].fortitude
    firer, target = attack.attacker, attack.target
    changes = on_fortitude(state, firer, target, attack.kind, attack.reach)
    return max(fortitude + sum(change for _, change in changes), 1)


def _gun_pool(state: State, attack: Firing) -> Pool:
    """Return the number of dice of a Broadside or Partial Fire, and its terms (Oak & Iron ch. 4,
    note on dice).
    """
    firer = attack.attacker
    values = book().ships[firer.type]
    halved = "" if attack.aim == "hull" else attack.aim
    added, taken = _changes(state, attack)
    if _formed(state, firer):
        added.append((1, "formation"))
    if attack.kind == "broadside":
        name, base, floor, floor_name = "broadside", values.broadside, values.crew, "crew"
    else:
        name, base, floor, floor_name = "crew", values.crew, 1, ""
    late = [
        (points, name_of(source))
        for source, effect in LATE_DICE.on(state, firer)
        if (points := effect(state, attack))
    ]
    fatigue = effective_fatigue(state, firer)
    borne = firer.fatigue - fatigue
    return pool(base, name, fatigue, floor, floor_name, added, taken, halved, late, borne)


def _formed(state: State, firer: Ship) -> bool:
    """Tell whether a ship has the extra die of ships in Formation."""
    counted = state.rules.formation and not state.rules.quick_start
    return counted and firer.id in in_formation(state, firer.squadron, for_cards=False)


def _changes(state: State, attack: Firing) -> tuple[list[Change], list[Change]]:
    """Return (added, taken): the dice that cards add to an attack, and those that cards take away.

    Each entry is (number above 0, name of the card).
    """
    effects = [
        *GUN_DICE.on(state, attack.attacker),
        *FACING_DICE.on(state, attack.target),
    ]
    changes = [(effect(state, attack), name_of(source)) for source, effect in effects]
    added = [(points, name) for points, name in changes if points > 0]
    return added, [(-points, name) for points, name in changes if points < 0]


def _combat(state: State, firer: Ship, victim: Ship, kind: AttackKind, card: str) -> Shot:
    """Return a Close Combat of two ships, or of their landing parties, as it would be rolled
    now.
    """
    values = book().ships[firer.type]
    counts = book().dice.counts
    inches = gap(hull(firer), hull(victim))
    crew = 3 + values.crew
    name = f"3 + crew {values.crew} ="
    attack = Firing(firer, victim, kind, "hull", "", card)
    added, taken = _changes(state, attack)
    fatigue = effective_fatigue(state, firer)
    borne = firer.fatigue - fatigue
    dice = pool(crew, name, fatigue, 1, "", added, taken, borne=borne)
    if kind == "landing_party":
        why_not = _never(state, firer, victim) or _no_parties(firer, victim)
        hits = counts["landing_party_combat"]
        return Shot(
            why_not=why_not,
            range=inches,
            band=band(inches),
            reach="",
            dice=dice.dice,
            reasons=dice.reasons,
            hits=hits,
        )
    ways = combat_ways(state, firer.id, victim.id)
    reached = bool(ways) or firer.boats_on == victim.id
    why_not = _never(state, firer, victim) or ("" if reached else "the ships are not entangled")
    edge = combat_edge(state, firer.id, ways[0]) if ways else ""
    sides = edge in ("port", "starboard")
    printed = counts["close_combat_side" if sides else "close_combat_bow_stern"]
    hits = hit_symbols(state, attack, printed)
    return Shot(
        why_not=why_not,
        range=inches,
        band=band(inches),
        reach="",
        dice=dice.dice,
        reasons=dice.reasons,
        hits=hits,
        edge=edge,
    )


def _no_parties(firer: Ship, victim: Ship) -> str:
    own, other = firer.landing_party, victim.landing_party
    if own is None or other is None:
        return "both ships need a landing party ashore"
    apart = ((own[0] - other[0]) ** 2 + (own[1] - other[1]) ** 2) ** 0.5
    near = within(apart, book().measures.musket)
    return "" if near else "the parties are beyond musket shot"
