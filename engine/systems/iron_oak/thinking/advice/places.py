"""Why a box is good or bad for a ship: the way to her aim, fire, the enemy's reply, rams."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.counting import counted
from engine.game.advice import Reason
from engine.kit.cached_per_state import cached_per_state
from engine.systems.iron_oak.fleet.hulls import guns_of, name, value
from engine.systems.iron_oak.state.state import Ship, State
from engine.systems.iron_oak.thinking.advice.reply import attack_hit, can_attack, fire_at, rammers
from engine.systems.iron_oak.thinking.aims import (
    ahead,
    caution,
    precious,
    pressing,
    way_out,
    weight,
)
from engine.systems.iron_oak.thinking.fire_worth import price
from engine.systems.iron_oak.thinking.place_worth import (
    LEFT,
    NEAR,
    STEP_OUT,
    enemies_of,
    far,
    hits_from,
    known_enemies,
    outside_worth,
    to_edge,
)
from engine.systems.iron_oak.waters.terrain import off

NEXT_TURN = 0.5
"""What an attack of the turn after counts: the other ship may be gone by then."""


@cached_per_state
def place_reasons(state: State, ship_id: str, box: str) -> tuple[Reason, ...]:
    """Return what speaks for and against a box, or for leaving by an edge, in Victory Points."""
    ship = state.ships[ship_id]
    edge = way_out(state, ship_id)
    if off(box) and off(box) == edge:
        return (Reason("leaves", f"out by the {edge} edge, as she should", LEFT),)
    if off(box):
        return (Reason("leaves", "out of the battle for nothing", -LEFT),)
    found = []
    if edge:
        boxes = to_edge(box, edge) + 1
        words = f"{counted(boxes, 'box', 'boxes')} to go to the {edge} edge"
        found.append(Reason("edge", words, -STEP_OUT * (boxes - 1)))
    if ship.kind == "ship":  # a False Contact has nothing to win or to lose
        found += [*_fire(state, ship, box), *_reply(state, ship, box), *_rams(state, ship, box)]
    if not edge:
        found += _distance(state, ship, box)
    return tuple(reason for reason in found if reason.worth)


def outside_reasons(state: State, ship: Ship) -> tuple[Reason, ...]:
    """Return what speaks against waiting beside the map."""
    worth = outside_worth(state, ship)
    return (Reason("outside", "waits outside, with all of the way to go", worth),) if worth else ()


def _fire(state: State, ship: Ship, box: str) -> Iterator[Reason]:
    """Yield her best shot from the box."""
    if not guns_of(ship).dice:
        return
    shots = []
    for enemy in known_enemies(state, ship):
        hits = hits_from(state, ship, enemy, far(box, enemy))
        worth = hits * price(enemy) * weight(state, ship.control, enemy)
        shots.append((worth, hits, name(enemy)))
    if shots:
        worth, hits, target = max(shots)
        yield Reason("fire", f"fires at {target}: {hits:.1f} Hits on average", worth)


def _reply(state: State, ship: Ship, box: str) -> Iterator[Reason]:
    if ship.hidden:
        return  # nobody fires at a counter that is not identified
    hits, firers = fire_at(state, ship.id, box)
    worth = min(hits * price(ship), value(ship)) * precious(state, ship)
    words = f"{firers} may fire at her: {hits:.1f} Hits on average"
    yield Reason("under_fire", words, -caution(state, ship.control) * worth)


def _rams(state: State, ship: Ship, box: str) -> Iterator[Reason]:
    """Yield who may ram her next turn, and whom she may: both must lie in one box by then."""
    for id in rammers(state, ship.id, box):
        dealt, _ = attack_hit(state, state.ships[id], ship)
        worth = dealt * price(ship) * precious(state, ship)
        words = f"{name(state.ships[id])} may ram her: {dealt:.1f} Hits on average"
        yield Reason(f"rammed_by_{id}", words, -caution(state, ship.control) * worth)
    chances = []
    for enemy in known_enemies(state, ship) if can_attack(state, ship) else ():
        if isinstance(enemy, Ship) and enemy.box == box:
            dealt, taken = attack_hit(state, ship, enemy)
            gain = dealt * price(enemy) * weight(state, ship.control, enemy)
            chances.append((gain - taken * price(ship), dealt, name(enemy)))
    if chances and max(chances)[0] > 0:
        worth, hits, target = max(chances)
        words = f"may ram {target} next turn: {hits:.1f} Hits on average"
        yield Reason("rams", words, NEXT_TURN * worth)


def _distance(state: State, ship: Ship, box: str) -> Iterator[Reason]:
    """Yield how far the enemy is whom she should get at: guns reach two boxes."""
    away = [
        (far(box, enemy) / weight(state, ship.control, enemy), far(box, enemy), name(enemy))
        for enemy in enemies_of(state, ship)
    ]
    if away:
        felt, boxes, enemy_name = min(away)
        words = f"{counted(boxes, 'box', 'boxes')} from {enemy_name}"
        winner = ahead(state)
        if winner and winner != ship.control:
            words += ", and as it stands the battle is lost"
        yield Reason("distance", words, -NEAR * pressing(state, ship.control) * felt)
