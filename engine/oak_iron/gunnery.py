"""Who may fire at whom, with how many dice, and what counts as a hit.

Oak & Iron ch. 4, Attack Phase (Broadside, Partial Fire, Close Combat); ch. 5,
Raking Shots, Targeting Rigging, Targeting Crew, Fog Bank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from engine.oak_iron.bases import LAND, area, hull, hulls, solids
from engine.oak_iron.dice_pool import Change, Pool, pool
from engine.oak_iron.formation import in_formation
from engine.oak_iron.grapple import combat_edge, combat_ways
from engine.oak_iron.hand import ship_plays
from engine.oak_iron.records import ShipType, book
from engine.oak_iron.state import Ship, State, Symbol
from engine.plane.contact import gap
from engine.plane.hull import EDGES, Edge, Hull
from engine.plane.sight import Sight, in_broadside_path, line_of_sight, raking

Kind = Literal["broadside", "partial_fire", "close_combat", "landing_party"]
Aim = Literal["hull", "rigging", "crew"]
BANDS = ("yard_arm", "pistol", "musket", "cannon")
BEYOND = "beyond"
_HITS = {
    "yard_arm": "hit_pistol_shot",
    "pistol": "hit_pistol_shot",
    "musket": "hit_musket_shot",
    "cannon": "hit_cannon_shot",
    BEYOND: "hit_fog_beyond_cannon",
}


class Shot(msgspec.Struct, frozen=True):
    """An attack as it would be rolled now, legal or not."""

    why_not: str
    """'' when it is legal, else the rule that forbids it, in words."""
    range: float
    """Inches between the nearest points of the two bases."""
    band: str
    """yard_arm, pistol, musket, cannon; '' out of range. Fog is not counted here."""
    reach: str
    """The band that counts, fog included; `beyond` when fog pushes it past cannon shot."""
    dice: int
    reasons: tuple[str, ...]
    hits: tuple[Symbol, ...]
    """The symbols that count for this attack."""
    rake: Literal["", "bow", "stern"] = ""
    fortitude: int = 1
    hits_for_fatigue: int = 1
    edge: str = ""
    """The side that fires, or the edge that touches in Close Combat."""

    @property
    def legal(self) -> bool:
        """Whether the attack may be made."""
        return not self.why_not


def band(inches: float) -> str:
    """Return the range band of a distance, inclusive; '' beyond Cannon Shot."""
    measures = book().measures
    for name in BANDS:
        limit: float = getattr(measures, name)
        if inches <= limit + 1e-9:
            return name
    return ""


def shot(
    state: State,
    attacker: str,
    target: str,
    kind: Kind,
    side: str = "",
    aim: Aim = "hull",
    card: str = "",
) -> Shot:
    """Return what an attack would be, with the reason when it may not be made."""
    if kind in ("close_combat", "landing_party"):
        return _combat(state, state.ships[attacker], state.ships[target], kind)
    firer, victim = state.ships[attacker], state.ships[target]
    own, other = hull(firer), hull(victim)
    inches = gap(own, other)
    edges: tuple[Edge, ...] = (side,) if side else EDGES  # type: ignore[assignment]
    sight = _sight(state, attacker, target, edges) if inches <= _reach(kind) else None
    near = band(inches)
    reach = _through_fog(state, own, other, sight, near)
    rake = _rake(state, own, side, other, kind, reach, aim)
    why_not = (
        _never(state, firer, victim)
        or _out_of_reach(kind, near, reach, aim)
        or (_no_broadside(firer, own, side, other) if kind == "broadside" else "")
        or _no_sight(sight, kind)
    )
    dice = _gun_pool(state, firer, kind, aim, card)
    return Shot(
        why_not,
        inches,
        near,
        reach,
        dice.dice,
        dice.reasons,
        _counting(reach, aim),
        rake,
        _fortitude(victim, firer, kind, reach, rake),
        1 if rake else _freeboard(victim),
        side,
    )


def _reach(kind: Kind) -> float:
    measures = book().measures
    return measures.cannon if kind == "broadside" else measures.musket


def _never(state: State, firer: Ship, victim: Ship) -> str:
    if not state.opposed(firer.id, victim.id):
        return f"{victim.id} is on your own side"
    for ship in (firer, victim):
        if ship.captured_by:
            return f"{ship.id} is captured"
        if ship.out_of_action:
            return f"{ship.id} is out of action"
    return ""


def _out_of_reach(kind: Kind, near: str, reach: str, aim: Aim) -> str:
    if not near:
        return "beyond cannon shot"
    if kind == "partial_fire" and reach in ("cannon", BEYOND):
        return "partial fire reaches to musket shot"
    if aim == "crew" and reach not in ("yard_arm", "pistol"):
        return "the crew can be aimed at up to pistol shot"
    return ""


def _no_broadside(firer: Ship, own: Hull, side: str, other: Hull) -> str:
    if side in firer.reload:
        return f"the {side} side has to reload"
    if not in_broadside_path(own, side, other):  # type: ignore[arg-type]
        return f"not in the {side} broadside path"
    return ""


def _sight(state: State, attacker: str, target: str, edges: Sequence[Edge]) -> Sight | None:
    own, other = hull(state.ships[attacker]), hull(state.ships[target])
    blockers = [*hulls(state, attacker, target).values(), *solids(state, LAND).values()]
    return line_of_sight(own, other, edges, blockers)


def _no_sight(sight: Sight | None, kind: Kind) -> str:
    if sight is not None:
        return ""
    where = "the firing side" if kind == "broadside" else "any edge"
    return f"no line of sight from {where}"


def _through_fog(state: State, own: Hull, other: Hull, sight: Sight | None, near: str) -> str:
    fog = [area(piece) for piece in state.terrain if piece.kind == "fog"]
    if not fog or not near:
        return near
    from shapely import LineString

    lines = [own.polygon, other.polygon]
    if sight is not None:
        lines += [LineString([sight.start, sight.end]), LineString([sight.start, sight.corner])]
    if not any(line.intersects(bank) for line in lines for bank in fog):
        return near
    return (*BANDS, BEYOND)[BANDS.index(near) + 1]


def _rake(
    state: State, own: Hull, side: str, other: Hull, kind: Kind, reach: str, aim: Aim
) -> Literal["", "bow", "stern"]:
    if state.rules.quick_start or kind != "broadside" or aim == "rigging":
        return ""
    if reach not in ("yard_arm", "pistol", "musket"):
        return ""
    return raking(own, side, other) or ""  # type: ignore[arg-type]


def _counting(reach: str, aim: Aim) -> tuple[Symbol, ...]:
    counts = book().dice.counts
    if aim == "hull":
        return counts[_HITS[reach]] if reach else ()
    return counts["targeting_rigging" if aim == "rigging" else "targeting_crew"]


def _fortitude(victim: Ship, firer: Ship, kind: Kind, reach: str, rake: str) -> int:
    if rake == "stern":
        return 1
    card, guns = book().ships[victim.type], book().ships[firer.type]
    fortitude = card.fortitude
    if "small" in card.special_rules and reach in ("cannon", BEYOND):
        fortitude += 1
    close = reach in ("yard_arm", "pistol", "musket")
    if kind == "broadside" and close and "weight_of_fire" in guns.special_rules:
        fortitude -= 1
    return max(fortitude, 1)


def _freeboard(victim: Ship) -> int:
    rules = book().ships[victim.type].special_rules
    return 3 if "very_high_freeboard" in rules else 2 if "high_freeboard" in rules else 1


def _gun_pool(state: State, firer: Ship, kind: Kind, aim: Aim, card: str) -> Pool:
    values = book().ships[firer.type]
    halved = "" if aim == "hull" else aim
    added = _added(state, firer, kind, values)
    if kind == "broadside":
        return pool(
            values.broadside, "broadside", firer.fatigue, values.crew, "crew", added, (), halved
        )
    return pool(values.crew, "crew", firer.fatigue, 1, "", added, (), halved)


def _added(state: State, firer: Ship, kind: Kind, values: ShipType) -> list[Change]:
    added: list[Change] = []
    if kind == "broadside" and "additional_guns" in firer.options:
        added.append((1, "guns"))
    if kind == "broadside" and ship_plays(state, firer.id, "effective_fire"):
        added.append((1, "Effective Fire"))
    formed = state.rules.formation and not state.rules.quick_start
    if formed and firer.id in in_formation(state, firer.squadron):
        added.append((1, "formation"))
    return added


def _combat(state: State, firer: Ship, victim: Ship, kind: Kind) -> Shot:
    """Return a Close Combat as it would be, of ships or of their landing parties."""
    values = book().ships[firer.type]
    counts = book().dice.counts
    inches = gap(hull(firer), hull(victim))
    crew = 3 + values.crew
    name = f"3 + crew {values.crew} ="
    dice = pool(crew, name, firer.fatigue)
    if kind == "landing_party":
        why_not = _never(state, firer, victim) or _no_parties(firer, victim)
        hits = counts["landing_party_combat"]
        return Shot(why_not, inches, band(inches), "", dice.dice, dice.reasons, hits)
    ways = combat_ways(state, firer.id, victim.id)
    why_not = _never(state, firer, victim) or ("" if ways else "not entangled with it")
    edge = combat_edge(state, firer.id, ways[0]) if ways else ""
    sides = edge in ("port", "starboard")
    hits = counts["close_combat_side" if sides else "close_combat_bow_stern"]
    return Shot(why_not, inches, band(inches), "", dice.dice, dice.reasons, hits, edge=edge)


def _no_parties(firer: Ship, victim: Ship) -> str:
    own, other = firer.landing_party, victim.landing_party
    if own is None or other is None:
        return "both need a landing party ashore"
    apart = ((own[0] - other[0]) ** 2 + (own[1] - other[1]) ** 2) ** 0.5
    return "" if apart <= book().measures.musket else "the parties are beyond musket shot"
