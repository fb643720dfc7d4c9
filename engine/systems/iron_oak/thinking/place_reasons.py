"""Reasons for and against a ship's going to a box, and the harm that the enemy may do to her
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.base.text import pluralized
from engine.game.decision import Reason
from engine.kit.by_type import cached_per_state
from engine.systems.iron_oak import fleet
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.machine import chance
from engine.systems.iron_oak.movement.rolls import contact_roll, net, state_drms
from engine.systems.iron_oak.orders.legal import attack_kinds
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.fire_worth import price
from engine.systems.iron_oak.thinking.place_worth import (
    LEFT,
    NEAR,
    REACH,
    STEP_OUT,
    box_distance,
    caution,
    enemies_of,
    hits_from,
    known_enemies,
    leading_side,
    outside_worth,
    precious,
    pressing,
    to_edge,
    way_out,
    weight,
)
from engine.systems.iron_oak.thinking.quick_score import attack_hits
from engine.systems.iron_oak.waters import off

# Why a box is good or bad for a ship: the way to her goal, fire, the enemy's reply, rams.


NEXT_TURN = 0.5
"""A ram in the next turn counts with this factor, because the target may be gone by then."""


@cached_per_state
def place_reasons(state: State, ship_id: str, box: str) -> tuple[Reason, ...]:
    """Return the reasons for and against being in a box, or leaving by an edge, in Victory
    Points.
    """
    ship = state.ships[ship_id]
    edge = way_out(state, ship_id)
    if off(box) and off(box) == edge:
        return (Reason("leaves", f"leaves by the {edge} edge, as she should", LEFT),)
    if off(box):
        return (Reason("leaves", "leaves the battle without any gain", -LEFT),)
    found = []
    if edge:
        boxes = to_edge(box, edge) + 1
        words = f"{pluralized(boxes, 'box', 'boxes')} to go to the {edge} edge"
        found.append(Reason("edge", words, -STEP_OUT * (boxes - 1)))
    if ship.kind == "ship":  # a False Contact has nothing to gain or lose
        # Her best shot from the box.
        shots = []
        for enemy in known_enemies(state, ship) if fleet.guns_of(ship).dice else ():
            hits = hits_from(state, ship, enemy, box_distance(box, enemy))
            worth = hits * price(enemy) * weight(state, ship.control, enemy)
            shots.append((worth, hits, fleet.name(enemy)))
        if shots:
            worth, hits, target = max(shots)
            found.append(Reason("fire", f"fires at {target}: {hits:.1f} Hits on average", worth))
        if not ship.hidden:  # nobody fires at a counter that is not identified
            hits, firers = fire_at(state, ship.id, box)
            worth = min(hits * price(ship), fleet.value(ship)) * precious(state, ship)
            words = f"{firers} may fire at her: {hits:.1f} Hits on average"
            found.append(Reason("under_fire", words, -caution(state, ship.control) * worth))
        found += _rams(state, ship, box)
    # The enemy that attracts her most. An enemy attracts more if he is near, and if a victory line
    # names him.
    away = (
        []
        if edge
        else [
            (
                box_distance(box, enemy) / weight(state, ship.control, enemy),
                box_distance(box, enemy),
                fleet.name(enemy),
            )
            for enemy in enemies_of(state, ship)
        ]
    )
    if away:
        felt, boxes, enemy_name = min(away)
        words = f"{pluralized(boxes, 'box', 'boxes')} from {enemy_name}"
        winner = leading_side(state)
        if winner and winner != ship.control:
            words += ", and at present the battle is lost"
        found.append(Reason("distance", words, -NEAR * pressing(state, ship.control) * felt))
    return tuple(reason for reason in found if reason.worth)


def outside_reasons(state: State, ship: Ship) -> tuple[Reason, ...]:
    """Return the reason against waiting off the map; () if it costs nothing."""
    worth = outside_worth(state, ship)
    return (
        (Reason("outside", "waits off the map, with the whole way still to go", worth),)
        if worth
        else ()
    )


def _rams(state: State, ship: Ship, box: str) -> Iterator[Reason]:
    """Yield the reasons for attacks by ram or torpedo in the box next turn: by enemies on the ship,
    and by the ship.
    """
    for id in rammers(state, ship.id, box):
        dealt, _ = attack_hit(state, state.ships[id], ship)
        worth = dealt * price(ship) * precious(state, ship)
        words = f"{fleet.name(state.ships[id])} may ram her: {dealt:.1f} Hits on average"
        yield Reason(f"rammed_by_{id}", words, -caution(state, ship.control) * worth)
    chances = []
    for enemy in known_enemies(state, ship) if can_attack(state, ship) else ():
        if isinstance(enemy, Ship) and enemy.box == box:
            dealt, taken = attack_hit(state, ship, enemy)
            gain = dealt * price(enemy) * weight(state, ship.control, enemy)
            chances.append((gain - taken * price(ship), dealt, fleet.name(enemy)))
    if chances and max(chances)[0] > 0:
        worth, hits, target = max(chances)
        words = f"may ram {target} next turn: {hits:.1f} Hits on average"
        yield Reason("rams", words, NEXT_TURN * worth)


# What the enemy can do to a ship in his next player turn: come nearer, fire, ram.


class Reply(NamedTuple):
    """The fire of all enemies at a ship in a box: their average Hits together, and the number of
    enemies that can fire.
    """

    hits: float
    firers: int


@cached_per_state
def fire_at(state: State, ship_id: str, box: str) -> Reply:
    """Return the fire that a ship may receive in a box. Each enemy stays or comes one box nearer,
    whichever is worse for her.
    """
    ship = state.ships[ship_id]
    found = []
    for enemy in known_enemies(state, ship):
        distance = box_distance(box, enemy)
        fire = hits_from(state, enemy, ship, distance)
        if distance and isinstance(enemy, Ship):
            comes = next_box_chance(state, enemy.id)
            nearer = hits_from(state, enemy, ship, distance - 1)
            fire = max(fire, comes * nearer + (1 - comes) * fire)
        found.append(fire / (1 + others_near(state, enemy.id, ship_id)))
    return Reply(sum(found), sum(hits > 0 for hits in found))


@cached_per_state
def others_near(state: State, enemy_id: str, ship_id: str) -> int:
    """Return how many other ships an enemy may fire at. Its fire is divided among all, because a
    shot hits only one.
    """
    enemy = state.unit(enemy_id)
    return sum(
        each.id != ship_id and each.on_map and box_distance(each.box, enemy) <= REACH
        for each in fleet.own_ships(state, fleet.other_side(enemy.control))
    )


@cached_per_state
def next_box_chance(state: State, ship_id: str) -> float:
    """Return the chance that a ship gets to a box beside hers; current and hazards are left out."""
    ship = state.ships[ship_id]
    if not fleet.powered(state, ship) or fleet.immobile(state, ship):
        return 0.0
    response = book().tables.maneuver.one_box
    return chance(fleet.maneuver_dice(ship), response, net(state_drms(state, ship)))


@cached_per_state
def rammers(state: State, ship_id: str, box: str) -> tuple[str, ...]:
    """Return the ids of the enemies in a box that could attack a ship there by ram or torpedo."""
    ship = state.ships[ship_id]
    return tuple(
        enemy.id
        for enemy in known_enemies(state, ship)
        if isinstance(enemy, Ship) and enemy.box == box and can_attack(state, enemy)
    )


def can_attack(state: State, ship: Ship) -> bool:
    """Tell whether a ship can attack by ram or torpedo: she has one and can move."""
    return (
        bool(attack_kinds(ship)) and fleet.powered(state, ship) and not fleet.immobile(state, ship)
    )


def attack_hit(state: State, ship: Ship, target: Ship) -> tuple[float, float]:
    """Return the average Hits of an attack by ram or torpedo, the chance of contact included: (on
    the target, on the attacker).
    """
    kinds = attack_kinds(ship)
    kind = "ram_and_spar" if len(kinds) == 2 else kinds[0]
    likely = contact_roll(state, ship, target).chance
    dealt, taken = attack_hits(ship, target, kind)
    return likely * dealt, likely * taken
