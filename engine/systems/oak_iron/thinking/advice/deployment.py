"""Advice on deployment: range, the weather gage (being upwind), sea room, and a line of battle.

Oak & Iron ch. 7, Deploy Squadrons. An enemy that is not deployed yet is assumed to be where the
program would propose to place it.
"""

from __future__ import annotations

import itertools
from typing import Final, NamedTuple

import numpy as np

from engine.game.decision import Advice, Area, Decision, Point
from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Numbers, gaps, off_the_bow
from engine.space.plane.pose import Pose, turn_between
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.sailing.grapple import as_if
from engine.systems.oak_iron.set_up.deploy import proposed_heading, proposed_point
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.terrain import ACROSS, INWARD, lee_edge
from engine.systems.oak_iron.thinking.measure.flight import distance_to_exit, to_leeward
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base, candidate_areas, sample_points
from engine.systems.oak_iron.thinking.measure.weights import (
    Terms,
    best_first,
    crowded,
    score_answer,
    total,
)
from engine.systems.oak_iron.thinking.objective_task import sought
from engine.systems.oak_iron.victory.objectives import ALONE

TURNED: Final = 30.0
"""Headings that are tried are this many degrees apart, beginning with the proposed one."""
KEPT: Final = 3
"""The number of places that are advised for each ship, so that a search has alternatives."""
ASTERN: Final = 15.0
"""Two ships whose headings differ by at most this many degrees may form a line."""
NEAR: Final = 5.0
"""Friends within this gap in inches support each other."""
ELBOW: Final = 2.0
"""Friends within this gap in inches hinder each other's turns."""
CABLE: Final = 1.2
"""The gap in inches from stern to bow that is proposed in a line: near enough for Formation, with
room to turn."""
BOW: Final = 45.0
"""An enemy within this many degrees off the bow counts as ahead, because one turn points the bow at
her."""
LEADERLESS: Final = 0.5
"""The worth of a line without the flagship at its head, as a fraction of that with her there: only
the flagship's line is a Formation."""


class Berths(NamedTuple):
    """Places that may be chosen for a ship: as bases, and as (heading, point) for the command."""

    lies: Bases
    answers: tuple[tuple[float, Point], ...]
    tails: Numbers
    """For each place, the fraction of the ships still to be deployed that would find room in a line
    with this ship."""


def deploy(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship to deploy next, where, and at which heading."""
    expected = _expected(view, decision.seat)
    given: list[Advice] = []
    for option in decision.options:
        # Places to be tried: a grid over her area, for each heading.
        ship = option.command.ship
        places = [
            ((heading, at), _tail(view, ship, heading, at, area))
            for heading, area in candidate_areas(view, decision, option, TURNED)
            if heading is not None
            for at in sample_points(area, _line(view, ship, heading))
        ]
        answers, tails = zip(*places, strict=True)
        card = book().ships[view.ships[ship].type]
        x, y, heads = np.array([(*at, heading) for heading, at in answers]).T
        found = Berths(Bases(x, y, heads, card.length, card.width), answers, np.array(tails))
        terms = _terms(expected, option.command.ship, found)
        for number in np.argsort(-total(terms), kind="stable")[:KEPT].tolist():
            values = {name: float(each[number]) for name, each in terms.items()}
            heading, at = found.answers[number]
            given.append(score_answer(option.id, values, heading, at))
    return best_first(given)


def _expected(view: State, seat: str) -> State:
    """Return the view with every enemy that is not deployed yet at her expected place."""
    side = view.squadrons[seat].side
    for key, squadron in view.squadrons.items():
        if squadron.side == side:
            continue
        for ship in view.own_ships(key):
            if ship.awaited:
                view = as_if(
                    view, ship.id, Pose(*proposed_point(view, ship), proposed_heading(view, key))
                )
    return view


def _tail(view: State, ship: str, heading: float, at: Point, area: Area) -> float:
    """Return what fraction of the squadron finds room in a line that a ship begins at a place.

    It is 0 after the squadron has placed its first ship, and lower for any ship but the flagship,
    because only a line with the flagship is a Formation.
    """
    own = view.own_ships(view.ships[ship].squadron)
    left = sum(other.awaited and other.id != ship for other in own)
    if not left or any(other.pose for other in own):
        return 0.0
    lies, apart = Pose(*at, heading), book().ships[view.ships[ship].type].length + CABLE
    room_for = 0
    for turn in (180.0, 0.0):
        for place in range(1, left + 1):
            if not area.holds(lies.moved(heading + turn, place * apart).at):
                break
            room_for += 1
    return min(1.0, room_for / left) * (1.0 if view.is_flagship(ship) else LEADERLESS)


def _line(view: State, ship: str, heading: float) -> list[Point]:
    """Return the points just ahead and astern of ships of the squadron with about the same
    heading.
    """
    card, found = book().ships[view.ships[ship].type], []
    for other in view.own_ships(view.ships[ship].squadron):
        if other.pose is None or not other.fights:
            continue
        if abs(turn_between(heading, other.pose.heading)) > ASTERN:
            continue
        apart = (book().ships[other.type].length + card.length) / 2 + CABLE
        ends = (other.pose.moved(other.pose.heading + turn, apart).at for turn in (180.0, 0.0))
        found += [(round(x, 4), round(y, 4)) for x, y in ends]
    return found


# Terms ---------------------------------------------------------------------------------


def _terms(view: State, ship: str, berths: Berths) -> Terms:
    """Return the evaluation terms of places, {name: value of each place}.

    They are the usual terms of a battle, and others for a line of battle.
    """
    first, at = berths.answers[0]
    there = as_if(view, ship, Pose(*at, first))
    side = view.side_of(ship)
    ships = [each for each in view.ships.values() if each.fights and each.id != ship]
    friends = [base(view, each.id) for each in ships if view.side_of(each.id) == side]
    enemies = [base(view, each.id) for each in ships if view.side_of(each.id) != side]
    own = view.ships[ship].squadron
    consorts = [base(view, each.id) for each in ships if each.squadron == own]
    terms = Outlook(there, ship).terms(berths.lies)
    terms["gage"] = _gage(view, berths.lies, enemies)
    if view.ships[ship].token == ALONE:
        terms["away"] = _nearest(berths.lies, enemies)
        del terms["closing"]
    if crowded(view):
        terms |= _about(there, ship, berths.lies, enemies)
    line: Numbers = berths.tails
    if consorts:
        line = np.max(np.stack([_in_line(berths.lies, each) for each in consorts]), axis=0)
    terms["line"] = line
    if consorts:
        terms["company"] = -np.maximum(_nearest(berths.lies, consorts) - NEAR, 0.0)
    if friends:
        near = np.maximum(ELBOW - _nearest(berths.lies, friends), 0.0)
        terms["elbow"] = -near * (1.0 - line if consorts else 1.0)
        terms["mask"] = -_masked(berths.lies, friends, enemies)
    return terms


def _about(view: State, ship: str, places: Bases, enemies: list[Bases]) -> Terms:
    """Return the evaluation terms of the direction that a ship faces at places, and of a hunt.

    A ship should face the enemy; one that begins cut off should turn away. A ship that hunts the
    dignitary (a passenger) should head for the enemy's way to leeward instead, and being upwind
    does not count for her.
    """
    if foe := sought(view, ship):
        east, north = _to_leeward_of(view, foe, places)
        hunt = {"prey": -np.hypot(east, north), "gage": np.zeros_like(places.x)}
        return {**hunt, "bound": -_off(places, east, north)}
    east, north = _middle(places, enemies)
    if view.ships[ship].token == ALONE:
        east, north = -east, -north
    return {"bound": -_off(places, east, north)}


def _gage(view: State, places: Bases, enemies: list[Bases]) -> Numbers:
    """Return how far upwind of the middle of the enemies each place is, in inches."""
    theirs = np.mean([to_leeward(view, each) for each in enemies])
    found: Numbers = to_leeward(view, places) - theirs
    return found


def _middle(places: Bases, enemies: list[Bases]) -> tuple[Numbers, Numbers]:
    """Return the way from each place to the middle of the enemies, in inches (east, north)."""
    x, y = (np.mean([getattr(each, name) for each in enemies]) for name in ("x", "y"))
    return x - places.x, y - places.y


def _off(places: Bases, east: Numbers, north: Numbers) -> Numbers:
    """Return for each place the turn that would bring a point ahead: 0 for none, 1 for 180 degrees.

    The point is `east` and `north` inches from the place. Within `BOW` degrees it counts as ahead.
    """
    found: Numbers = np.maximum(0.0, off_the_bow(places, east, north) - BOW) / 180.0
    return found


def _to_leeward_of(view: State, foe: Ship, places: Bases) -> tuple[Numbers, Numbers]:
    """Return the way from each place to the middle of an enemy's path to the lee edge.

    In inches (east, north).
    """
    lies = base(view, foe.id)
    half = distance_to_exit(view, lies) / 2
    ahead = np.radians(INWARD[ACROSS[lee_edge(view)]])
    east = lies.x + half * np.sin(ahead) - places.x
    north = lies.y + half * np.cos(ahead) - places.y
    return east, north


def _nearest(places: Bases, others: list[Bases]) -> Numbers:
    found: Numbers = np.min(np.stack([gaps(places, each) for each in others]), axis=0)
    return found


def _in_line(places: Bases, consort: Bases) -> Numbers:
    """Return 1 for places in line with another ship of the squadron, ahead or astern of her,
    else 0.
    """
    dx, dy = consort.x - places.x, consort.y - places.y
    aside = np.abs(dx * places.north - dy * places.east)
    turned = np.abs((consort.heading - places.heading + 180.0) % 360.0 - 180.0)
    near = gaps(places, consort) <= book().measures.musket + REACHED
    found: Numbers = np.where((aside < places.beam) & (turned <= ASTERN) & near, 1.0, 0.0)
    return found


def _masked(places: Bases, friends: list[Bases], enemies: list[Bases]) -> Numbers:
    """Return how many friends are in the line of fire from each place, on average over the
    enemies.
    """
    found = np.zeros_like(places.x)
    for foe, friend in itertools.product(enemies, friends):
        dx, dy = foe.x - places.x, foe.y - places.y
        length = np.maximum(np.hypot(dx, dy), 1e-9)  # no division by zero
        east, north = dx / length, dy / length
        ahead = (friend.x - places.x) * east + (friend.y - places.y) * north
        aside = np.abs((friend.x - places.x) * north - (friend.y - places.y) * east)
        found += (ahead > 0.0) & (ahead < length) & (aside < friend.ahead)
    return found / max(1, len(enemies))
