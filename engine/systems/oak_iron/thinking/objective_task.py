"""What a ship should do for the objective, or which enemy to hunt; and the quick worth of a
card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import dist
from typing import ClassVar, Final, TypeVar

import msgspec

from engine.space.plane.contact import gap
from engine.space.plane.hull import Hull, hull_at
from engine.space.plane.many import Numbers
from engine.space.plane.pose import Point, bearing, turn_between
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.sailing import in_formation
from engine.systems.oak_iron.machine import CARD_WORTH, NextTurn
from engine.systems.oak_iron.state.ships import area, distance, enemies, fighting, hull
from engine.systems.oak_iron.state.state import SAILS, Edge, Sail, SetUpPlan, Ship, State, Table
from engine.systems.oak_iron.terrain import ACROSS, DIGNITARY, INWARD, home, lee_edge, spot
from engine.systems.oak_iron.turn.end_phase import LAST_TURN
from engine.systems.oak_iron.victory.objectives import ALONE, CARGO

# Hunting an enemy that is too weak to fight: which enemy, and the distance to a good place.
#
# A heuristic. Guns bear in a narrow path, so being near is not enough: a ship that trails astern of
# her quarry, or lets it pass, has no target, and a side that lets the last enemy escape only draws.


UPPER_HAND = 1.05
"""A side hunts if it is stronger than the enemy by this factor: a little above 1, so that equal
sides do not hunt each other."""
WORN = 12.0
"""A hunter sails this many inches farther to reach a worn-out ship instead of a fresh one."""
CLOSE = 1.5
"""The best gap to the hunted ship, in inches. It is small, because only a clearly stronger side
hunts."""
FAR = 8.0
"""Beyond this gap in inches it no longer counts whether the hunted ship is abeam (at right
angles)."""
COMING_ABOUT = 6.0
"""What heading straight away from a distant hunted ship costs, in inches (180 degrees off)."""
OUT_OF_ARC = 8.0
"""What it costs to have a near hunted ship dead ahead or astern, in inches (90 degrees off
abeam)."""
HELM = 30.0
"""The hunted ship may lie this many degrees off the beam at no cost; the turn of the next move
makes up for that much."""


def quarry(state: State, ship: str) -> Ship | None:
    """Return the enemy that a ship should hunt: a near or worn one.

    None unless the ship's side is clearly stronger.
    """
    foes = enemies(state, ship)
    if not foes or strength(fighting(state, state.side_of(ship))) < UPPER_HAND * strength(foes):
        return None
    return min(foes, key=lambda foe: distance(state, ship, foe.id) - WORN * foe.spent)


def strength(ships: Iterable[Ship]) -> float:
    """Return the strength of some ships, counted in ships without damage and Fatigue."""
    return sum(1.0 - ship.spent for ship in ships)


def next_base(base: Hull, inches: float) -> Hull:
    """Return a base moved straight ahead by some inches."""
    return hull_at(base.pose.moved(base.pose.heading, inches), base.length, base.width)


def to_go(base: Hull, way: int, hunted: Hull) -> float:
    """Return how far a hunter is from a good place beside the ship that she hunts, in inches.

    `way` is the length of her next move in inches, and `hunted` the other's base after its next
    move. Far away she should head towards it; near it, she should have it abeam.
    """
    there = next_base(base, way)
    inches = gap(there, hunted)
    far = min(1.0, inches / FAR)
    about = COMING_ABOUT * off_the_bow(base, hunted) / 180.0
    arc = OUT_OF_ARC * max(0.0, abs(off_the_bow(there, hunted) - 90.0) - HELM) / 90.0
    return abs(inches - CLOSE) + far * about + (1.0 - far) * arc


def off_the_bow(base: Hull, other: Hull) -> float:
    """Return the angle between a base's heading and the direction to another base, 0 to 180
    degrees.
    """
    return off_course(base.pose.heading, bearing(base.pose.at, other.pose.at))


def off_course(heading: float, towards: float) -> float:
    """Return the angle between two headings, 0 to 180 degrees."""
    return abs(turn_between(heading, towards))


# Errands: a ship's task for the battle's objective, which is a place to sail to or an enemy to
# hunt.
#
# Heuristics, one for each side of each objective card (Oak & Iron ch. 7, objective cards).


Inches = TypeVar("Inches", float, Numbers)

SLOW: Final = 3.0
"""A ship this many inches from her anchorage reduces sail, so that she can stop in time."""
KNOTS: Final = 3.0
"""A ship is expected to advance this many inches in a turn, to decide whether enough turns are
left."""
LANDING: Final = 3
"""One ship of this many lands a party; the others keep the enemy away."""
SPARED: Final = 6.0
"""Another ship lands in place of the flagship, unless she is this many inches farther away."""
WATCH: Final = 8.0
"""An enemy within this many inches of the marker is assumed to be about to land."""
NEAR: Final = 12.0
"""A ship hunts an enemy that matters for the objective only within this many inches: one that was
cut off, that lands a party, or that carries a cargo."""
COMPANY: Final = 5.0
"""A ship that began alone, cut off, counts as rejoined within this many inches of a friend."""


class Escape(msgspec.Struct, frozen=True):
    """The task of the ship with the dignitary (a passenger): to leave the table over the lee
    edge.
    """

    table: Table
    lee: Edge
    daring: ClassVar[float] = 0.6
    """Enemy fire is multiplied by this and set against the ship's own fire; it counts less than
    without a task."""
    haste: ClassVar[float] = 0.8
    """What each inch to the edge costs, in points of damage."""

    def to_go(self, base: Hull, way: int) -> float:
        """Return how far the ship is from the edge after her next move, in inches.

        The cost of turning towards the edge is added.
        """
        there = next_base(base, way).pose
        off = off_course(there.heading, INWARD[ACROSS[self.lee]])
        return max(0.0, to_edge(self.table, self.lee, *there.at)) + COMING_ABOUT * off / 180.0

    def sail(self, ship: Ship) -> Sail | None:
        """Return the sail setting that the task needs: full sail."""
        return "full"


class Berth(msgspec.Struct, frozen=True):
    """The task to reach a place: an anchorage from which to land a party, or a friend to rejoin."""

    at: Point
    near: float
    """Within this many inches the ship counts as arrived."""
    anchors: bool
    """Whether the ship must anchor at the place."""
    daring: ClassVar[float] = 0.9
    haste: ClassVar[float] = 0.6

    def to_go(self, base: Hull, way: int) -> float:
        """Return how far the ship is from the place, in inches; far away, the cost of turning is
        added.
        """
        inches = max(0.0, dist(base.pose.at, self.at) - self.near)
        off = off_course(base.pose.heading, bearing(base.pose.at, self.at))
        return inches + min(1.0, inches / FAR) * COMING_ABOUT * off / 180.0

    def sail(self, ship: Ship) -> Sail | None:
        """Return the sail setting that the task needs; None if any will do.

        At an anchorage it is anchored, just before it minimal sail.
        """
        if not self.anchors:
            return None
        inches = dist(hull(ship).pose.at, self.at) - self.near
        if inches <= 0.0:
            return "anchored"
        return "minimal" if inches <= SLOW else None


class Hunt(msgspec.Struct, frozen=True):
    """The task to close with an enemy and stay beside it."""

    there: Hull
    """The base of the enemy where it is expected to be, such as after its next move."""
    daring: ClassVar[float] = 0.5
    haste: ClassVar[float] = 0.4

    def to_go(self, base: Hull, way: int) -> float:
        """Return how far the ship is from a good place beside the enemy, in inches."""
        return to_go(base, way, self.there)

    def sail(self, ship: Ship) -> Sail | None:
        """Return None: the task needs no sail setting of its own."""
        return None


Errand = Escape | Berth | Hunt
Rule = Callable[[State, SetUpPlan, Ship], Errand | None]


def objective_task(state: State, ship: str) -> Errand | None:
    """Return what a ship should do for the objective; None if that is nothing special."""
    plan, own = state.plan, state.ships[ship]
    if not plan or own.pose is None or plan.attacker not in state.squadrons:
        return None
    attacks = state.side_of(ship) == state.squadrons[plan.attacker].side
    rule = (_ATTACK if attacks else _DEFENCE).get(state.objective)
    return rule(state, plan, own) if rule else None


def carries(state: State, ship: Ship) -> float:
    """Return how suitable a ship is to carry a token: best a fast, strong one, not the flagship."""
    card = book().ships[ship.type]
    return card.large + 0.5 * card.fortitude - state.is_flagship(ship.id)


def to_leeward(table: Table, x: Inches, y: Inches) -> Inches:
    """Return how far a point, or each point of an array, is from the lee edge, in inches."""
    return to_edge(table, ACROSS[table.weather_edge], x, y)


def to_edge(table: Table, edge: Edge, x: Inches, y: Inches) -> Inches:
    """Return how far a point, or each point of an array, is from an edge, in inches."""
    width, height = table.size
    return {"east": width - x, "west": x, "north": height - y, "south": y}[edge]


# Errands of ships that must get somewhere -----------------------------------------------


def _escape(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task of the ship with the dignitary: to leave over the lee edge; None for
    others.
    """
    return Escape(state.table, lee_edge(state)) if ship.token == DIGNITARY else None


def _join(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task of a ship that began alone: to reach her friends, or the edge where they
    arrive.
    """
    if ship.token != ALONE:
        return None
    friends = [each for each in fighting(state, state.side_of(ship.id)) if each.id != ship.id]
    if not friends:
        along = spot(state.table, home(state, ship.squadron), 0.5, 0.0)
        return Berth(along, COMPANY, anchors=False)
    nearest = min(friends, key=lambda friend: distance(state, ship.id, friend.id))
    return Berth(hull(nearest).pose.at, COMPANY, anchors=False)


def _land(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task to land a party near the objective's marker, for one ship in three.

    None for other ships, and when it is too late to arrive.
    """
    if plan.marker is None or plan.scored:
        return None
    marker, own = plan.marker, fighting(state, state.side_of(ship.id))
    fit = sorted(
        (each for each in own if _fit(state, each)),
        # A ship with a party ashore is first, then the nearest; a flagship counts as farther away.
        key=lambda each: (
            each.landing_party is None,
            dist(hull(each).pose.at, marker) + SPARED * state.is_flagship(each.id),
        ),
    )
    wanted = fit[: max(1, len(own) // LANDING)]
    return _anchorage(state, plan, ship) if ship in wanted else None


def _deliver(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task of a ship with a cargo: to anchor off the island where it is delivered."""
    if ship.token != CARGO or not _fit(state, ship):
        return None
    return _anchorage(state, plan, ship)


def _anchorage(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task to anchor off the objective's first island.

    None if the island is gone, or too few turns are left.
    """
    from shapely import Point as Spot
    from shapely.ops import nearest_points

    island = next((piece for piece in state.terrain if piece.id == plan.islands[0]), None)
    if island is None:
        return None
    own = hull(ship).pose.at
    shore = nearest_points(area(island), Spot(own))[0]
    near = book().measures.pistol
    inches = max(0.0, dist(own, (shore.x, shore.y)) - near)
    ready = state.turn + inches / KNOTS + SAILS.index(ship.sail)
    return Berth((shore.x, shore.y), near, anchors=True) if ready <= LAST_TURN else None


def _fit(state: State, ship: Ship) -> bool:
    """Tell whether a ship can go and land a party: she is not Shaken, Aground or Entangled."""
    return not (ship.shaken or ship.aground or state.holds(ship.id))


# Errands of ships that must prevent the objective ----------------------------------------


def sought(state: State, ship: str) -> Ship | None:
    """Return the enemy ship with the dignitary, if the objective is an escort; else None."""
    bearers = (foe for foe in enemies(state, ship) if foe.token == DIGNITARY)
    return next(bearers, None) if state.objective == "escort" else None


def _head_off(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task of each attacker of an escort: to hunt the ship with the dignitary.

    A distant ship steers for a point on that ship's way to the lee edge.
    """
    foe = sought(state, ship.id)
    if foe is None:
        return None
    there = hull(foe)
    lee = lee_edge(state)
    left = max(0.0, to_edge(state.table, lee, *there.pose.at))
    lead = min(distance(state, ship.id, foe.id) / 2, left)
    meeting = there.pose.moved(INWARD[ACROSS[lee]], lead)
    return Hunt(hull_at(meeting, there.length, there.width))


def _fall_upon(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task to hunt the enemy that began alone, if it is near and not Crippled."""
    alone = (foe for foe in enemies(state, ship.id) if foe.token == ALONE and not foe.crippled)
    return _nearest(state, ship, alone)


def _guard(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task to hunt a near enemy that has landed a party, or is near the marker."""
    if plan.marker is None or plan.scored:
        return None
    marker = plan.marker
    return _nearest(
        state,
        ship,
        (
            foe
            for foe in enemies(state, ship.id)
            if foe.landing_party is not None or dist(hull(foe).pose.at, marker) <= WATCH
        ),
    )


def _stop(state: State, plan: SetUpPlan, ship: Ship) -> Errand | None:
    """Return the task to hunt the nearest enemy with a cargo; None if none is near."""
    return _nearest(state, ship, (foe for foe in enemies(state, ship.id) if foe.token == CARGO))


def _nearest(state: State, ship: Ship, foes: Iterable[Ship]) -> Errand | None:
    ranges = [(distance(state, ship.id, foe.id), foe.id) for foe in foes]
    inches, foe = min(ranges, default=(NEAR, ""))
    return Hunt(hull(state.ships[foe])) if inches < NEAR else None


_ATTACK: dict[str, Rule] = {
    "escort": _head_off,
    "cut_off": _fall_upon,
    "raze": _land,
    "raid": _land,
    "delivery": _deliver,
}
_DEFENCE: dict[str, Rule] = {
    "escort": _escape,
    "cut_off": _join,
    "raze": _guard,
    "raid": _guard,
    "delivery": _stop,
}


# Quick score of choosing an initiative card, in points: the worth registered with the card.


INITIATIVE = 0.08
"""What each point of a card's value is worth, in points of damage, for the chance to go first."""
NEAR_ENOUGH = 10.0
"""A fight is expected in the next turn if the nearest enemy is within this many inches."""
ANY_CARD = 0.2
"""The worth, in points of damage, of a user's own card for which no worth is registered."""


def choice(view: State, squadron: str, card: str) -> float:
    """Return the quick score of choosing a card for the next turn; 0 for an unknown card."""
    record = book().cards.get(card)
    if record is None:
        return 0.0
    worth = CARD_WORTH.get(card)
    if not worth:
        return INITIATIVE * record.value + ANY_CARD
    ships = tuple(ship for ship in view.own_ships(squadron) if ship.fights)
    formed = in_formation(view, squadron)
    coming = NextTurn(
        ships=len(ships),
        fight=sum(
            min((distance(view, ship.id, foe.id) for foe in enemies(view, ship.id)), default=99.0)
            <= NEAR_ENOUGH
            for ship in ships
        ),
        formed=len(formed),
        tired=sum(ship.fatigue > 0 for ship in ships if ship.id in formed),
        empty=sum(len(ship.reload) for ship in ships if ship.id in formed),
        idle=sum(len(ship.reload) for ship in ships),
        weary=sum(ship.fatigue / ship.fatigue_boxes for ship in ships),
        loose=sum(ship.id not in formed for ship in ships),
    )
    return INITIATIVE * record.value + worth(coming)
