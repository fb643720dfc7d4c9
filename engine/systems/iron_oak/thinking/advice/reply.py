"""What the enemy may do to a ship in his next player turn: come nearer, fire, ram."""

from __future__ import annotations

from typing import NamedTuple

from engine.kit.cached_per_state import cached_per_state
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.fleet.hulls import maneuver_dice, powered
from engine.systems.iron_oak.fleet.sides import other_side, own_ships
from engine.systems.iron_oak.fleet.ties import immobile
from engine.systems.iron_oak.gunnery.odds import chance
from engine.systems.iron_oak.movement.rolls import contact_roll, net, state_drms
from engine.systems.iron_oak.orders.attack_pairs import attack_kinds
from engine.systems.iron_oak.state.state import Ship, State, Unit
from engine.systems.iron_oak.thinking.order_worth import attack_hits
from engine.systems.iron_oak.thinking.place_worth import REACH, far, hits_from, known_enemies


class Reply(NamedTuple):
    """Mean Hits that all enemies may inflict on a ship in a box, and how many of them can."""

    hits: float
    firers: int


@cached_per_state
def fire_at(state: State, ship_id: str, box: str) -> Reply:
    """Return the fire that a ship may draw in a box: each enemy stays or comes a box nearer."""
    ship = state.ships[ship_id]
    found = [
        _fire(state, enemy, ship, box) / (1 + others_near(state, enemy.id, ship_id))
        for enemy in known_enemies(state, ship)
    ]
    return Reply(sum(found), sum(hits > 0 for hits in found))


@cached_per_state
def others_near(state: State, enemy_id: str, ship_id: str) -> int:
    """Return at how many others than a ship an enemy may fire: a shot falls on one of them."""
    enemy = state.unit(enemy_id)
    return sum(
        each.id != ship_id and each.on_map and far(each.box, enemy) <= REACH
        for each in own_ships(state, other_side(enemy.control))
    )


def _fire(state: State, enemy: Unit, ship: Ship, box: str) -> float:
    distance = far(box, enemy)
    stays = hits_from(state, enemy, ship, distance)
    if distance == 0 or not isinstance(enemy, Ship):
        return stays
    comes = next_box_chance(state, enemy.id)
    nearer = hits_from(state, enemy, ship, distance - 1)
    return max(stays, comes * nearer + (1 - comes) * stays)


@cached_per_state
def next_box_chance(state: State, ship_id: str) -> float:
    """Return the chance that a ship gets to a box beside hers, current and hazards apart."""
    ship = state.ships[ship_id]
    if not powered(state, ship) or immobile(state, ship):
        return 0.0
    response = book().tables.maneuver.one_box
    return chance(maneuver_dice(ship), response, net(state_drms(state, ship)))


@cached_per_state
def rammers(state: State, ship_id: str, box: str) -> tuple[str, ...]:
    """Return the enemies in a box that could ram a ship there, or attack her by spar torpedo."""
    ship = state.ships[ship_id]
    return tuple(
        enemy.id
        for enemy in known_enemies(state, ship)
        if isinstance(enemy, Ship) and enemy.box == box and can_attack(state, enemy)
    )


def can_attack(state: State, ship: Ship) -> bool:
    """Tell whether a ship has a ram or a spar torpedo, and can move."""
    return bool(attack_kinds(ship)) and powered(state, ship) and not immobile(state, ship)


def attack_hit(state: State, ship: Ship, target: Ship) -> tuple[float, float]:
    """Return the mean Hits of a ship's attack by ram or spar: on the target, on herself."""
    kinds = attack_kinds(ship)
    kind = "ram_and_spar" if len(kinds) == 2 else kinds[0]
    likely = contact_roll(state, ship, target).chance
    dealt, taken = attack_hits(ship, target, kind)
    return likely * dealt, likely * taken
