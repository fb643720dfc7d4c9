"""Quick scores of all answers, without look-ahead: options, slots of a sheet, orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.game.decision import Answer, Decision, Option
from engine.game.question import Draft, Sheet
from engine.kit.by_type import ByType, cached_per_state
from engine.systems.iron_oak.cards import kind_of
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.effects import SPARE
from engine.systems.iron_oak.fleet import (
    card,
    enemies_in,
    guns_of,
    identified,
    in_position,
    side_of,
)
from engine.systems.iron_oak.gunnery.shot import armour, shield
from engine.systems.iron_oak.machine import chance, faces, ways
from engine.systems.iron_oak.movement.hazards import check_of, hazards_of
from engine.systems.iron_oak.movement.in_box import ram_drm, ram_margin
from engine.systems.iron_oak.movement.rolls import contact_roll, cross_roll, table_roll
from engine.systems.iron_oak.orders.legal import (
    CROSSED,
    ENDS,
    attack_kinds,
    far_goals,
    goals,
    why_not_cross,
    why_not_ram,
)
from engine.systems.iron_oak.orders.legal import ways as middles
from engine.systems.iron_oak.orders.sheet import meant, planned_by
from engine.systems.iron_oak.state import commands as cmd
from engine.systems.iron_oak.state.state import Attack, End, Ship, State
from engine.systems.iron_oak.thinking.fire_worth import play_worth, price, shot_worth
from engine.systems.iron_oak.thinking.place_worth import (
    AGROUND,
    STEP_OUT,
    going_worth,
    risk,
    way_out,
    weight,
)
from engine.systems.iron_oak.turn import repairable

# The score of each option of a decision, without search.


QUIET = -0.01
"""The worth of not being asked for cards again. It is slightly below 0, so that the seat prefers to
be asked."""
Score = Callable[[State, Decision, Any], float]  # each takes its own type of command
scores: ByType[Score] = ByType("scores")


def quick_score(view: State, decision: Decision, option: Option) -> float:
    """Return a quick estimate of an option's worth for the seat that is asked; higher is better."""
    score = scores.get(option.command)
    return score(view, decision, option.command) if score else 0.0


@scores(cmd.Aim)
def _aim(view: State, decision: Decision, command: cmd.Aim) -> float:
    if not command.target:
        return 0.5
    firer, target = view.unit(decision.ship), view.unit(command.target)
    worth = shot_worth(view, firer, target, command.plunging)
    return worth * weight(view, side_of(view, decision.seat), target)


@scores(cmd.Way)
def _way(view: State, decision: Decision, command: cmd.Way) -> float:
    ship = view.ships[decision.ship]
    if command.way in ("maneuver_1", "maneuver_2"):
        return goal_worth(view, ship, command.goal, command.via)
    if end := CROSSED.get(command.way):
        return cross_worth(view, ship, view.ships[command.target], end)
    if command.way in ("ram", "spar", "ram_and_spar"):
        return ram_worth(view, ship, view.ships[command.target], command.way)
    if command.way == "screen":
        return hold_worth(view, ship, "hold") - 1
    return hold_worth(view, ship, command.way)


@scores(cmd.Pretend)
def _pretend(view: State, decision: Decision, command: cmd.Pretend) -> float:
    """Return the chance that the maneuver succeeds with these dice: to arrive is worth more than to
    stay unknown.
    """
    ship, move = view.ships[decision.ship], view.move
    if move is None or ship.kind != "ship":
        return 0.0
    roll = table_roll(view, ship, move.goal, move.via)
    return chance(command.dice, roll.response, roll.drm) if command.dice else 0.0


@scores(cmd.Pass)
def _pass(view: State, decision: Decision, command: cmd.Pass) -> float:
    """Return a score that slightly prefers to be asked again, because a card may be useful
    later.
    """
    return QUIET if command.quiet else 0.0


@scores(cmd.Play)
def _play(view: State, decision: Decision, command: cmd.Play) -> float:
    return play_worth(view, command)


@scores(cmd.First)
def _first(view: State, decision: Decision, command: cmd.First) -> float:
    """Score a hazard by the chance that the enemy's ship fails to pass it, so that the worst one is
    met first.
    """
    ship = view.ships.get(decision.ship)
    if ship is None or command.id not in hazards_of(view, ship, ship.box):
        return 0.0
    return 1 - check_of(view, ship, ship.box, command.id).chance


@scores(cmd.Oppose, cmd.Protect)
def _enemy(view: State, decision: Decision, command: cmd.Oppose | cmd.Protect) -> float:
    id = command.ship if isinstance(command, cmd.Oppose) else command.unit
    other = view.ships.get(id)
    return weight(view, side_of(view, decision.seat), other) if other else RAKE / 20


@scores(cmd.Seek)
def _seek(view: State, decision: Decision, command: cmd.Seek) -> float:
    return float(bool(command.counter))


@scores(cmd.Spread)
def _spread(view: State, decision: Decision, command: cmd.Spread) -> float:
    """Score a location the higher, the less it is damaged; the waterline takes the hit only as the
    last resort.
    """
    unit = view.unit(decision.ship)
    return unit.shields.get(command.location, 0) - 3.0 * (command.location == "WL")


@scores(cmd.Swap)
def _swap(view: State, decision: Decision, command: cmd.Swap) -> float:
    return SPARE.get(kind_of(command.card), -1.0) if command.card else 0.0


@scores(cmd.Act)
def _act(view: State, decision: Decision, command: cmd.Act) -> float:
    """Score a unit so that units on the map act before ships that wait off the map."""
    unit = view.unit(command.unit)
    return -1.0 if isinstance(unit, Ship) and not unit.on_map else 0.0


# The score of an answer to a slot of a sheet: orders, repairs, parties, counters.


FALSE = -1e6
"""The worth of a plan that the ship's order cannot carry out: less than any box is worth."""


def slot_score(view: State, sheet: Sheet, slot: str, answer: Answer, draft: Draft) -> float:
    """Return the quick score of an answer to a slot of a sheet."""
    if ship := planned_by(slot):
        return plan_worth(view, ship, answer.option, draft)
    if sheet.kind == "orders":
        return order_worth(view, slot, answer.option) if slot in view.ships else -len(answer.chosen)
    if sheet.kind == "tows":
        return 1.0 if answer == sheet.proposed.get(slot) else 0.0
    return answer_score(view, sheet.kind, slot, answer)


def answer_score(view: State, kind: str, slot: str, answer: Answer) -> float:
    """Return the quick score of an answer to a slot of the sheet for repairs, or for Repair
    Parties.
    """
    if kind == "repairs":
        if answer.option == "recall":
            return 1.0 if _useful(view, slot) < 0 else -1.0
        return 0.0 if answer.option == "stay" else 2.0
    if kind == "parties":
        return sum(_useful(view, id) for id in answer.chosen)
    return 0.0


def _useful(view: State, unit: str) -> float:
    """Return the worth of a Repair Party on a unit: it helps with fires and damage, but costs 2 in
    its gunnery.
    """
    found = view.unit(unit)
    worst = max((fire.level for fire in found.fires), default=0)
    return len(repairable(found)) + worst - 1.5


def plan_worth(view: State, ship_id: str, goal: str, draft: Draft) -> float:
    """Return the worth of a planned goal ('' for none) under the ship's order in the draft, or
    under Maneuver 1 without one.

    The best goal is the one that the ship would choose when she moves.
    """
    ship = view.ships[ship_id]
    order = draft[ship_id].option if ship_id in draft else "maneuver_1"
    found = meant(view, ship, order)
    if not goal:
        return 2 * FALSE if found else 0.0
    if goal not in found:
        return 1.5 * FALSE if found else FALSE
    via = middles(view, ship, goal)[0] if order == "maneuver_2" else ""
    return goal_worth(view, ship, goal, via)


# The worth of an order to a ship, and of the ways to carry it out.


RAKE = 25.0
"""The worth of lying across a target's bow or stern where none of its guns bears, in Victory
Points."""
FREE = 30.0
"""The worth of an order to get off the ground, to get clear, or to weigh anchor, in Victory
Points."""
STUBBORN = 40.0
"""The penalty for a goal that a ship has failed to reach twice, in Victory Points, so that she
tries another way.

It is less than `STEP_OUT`: a ship that should leave tries again if there is no other way.
"""
FOULING = 12.0
"""The cost of being fouled, in Victory Points."""
IDLE = -3.0
"""The worth of an order to anchor or to drift that nothing requires, in Victory Points."""


@cached_per_state
def order_worth(state: State, ship_id: str, order: str) -> float:
    """Return the worth of an order: the worth of the best way to carry it out."""
    ship = state.ships[ship_id]
    if order in _CHOICES:
        return max(_CHOICES[order](state, ship), default=0.0)
    if order in {"weigh_anchor", "refloat", "unfoul"}:
        return FREE if order != "weigh_anchor" or way_out(state, ship_id) else FREE / 3
    if order in {"anchor", "drift"}:
        return IDLE
    return hold_worth(state, ship, "escape" if order == "maneuver_0" else "hold")


def _next_boxes(state: State, ship: Ship) -> Iterator[float]:
    yield from (goal_worth(state, ship, goal) for goal in goals(state, ship))


def _far_boxes(state: State, ship: Ship) -> Iterator[float]:
    for goal in far_goals(state, ship):
        yield from (goal_worth(state, ship, goal, via) for via in middles(state, ship, goal)[:1])


def _crossings(state: State, ship: Ship) -> Iterator[float]:
    yield from (cross_worth(state, ship, target, end) for target, end in crossings(state, ship))


def _rams(state: State, ship: Ship) -> Iterator[float]:
    yield from (ram_worth(state, ship, target, way) for target, way in rams(state, ship))


_CHOICES: dict[str, Callable[[State, Ship], Iterator[float]]] = {
    "maneuver_1": _next_boxes,
    "maneuver_2": _far_boxes,
    "cross_t": _crossings,
    "ram_spar": _rams,
}
"""{order: function that yields the worth of each way to carry it out}, for orders that leave a
choice."""


def goal_worth(state: State, ship: Ship, goal: str, via: str = "") -> float:
    """Return the worth of trying to reach a goal."""
    likely = table_roll(state, ship, goal, via).chance
    return going_worth(state, ship, goal, likely, via) - retry_penalty(ship, goal)


def retry_penalty(ship: Ship, goal: str) -> float:
    """Return the penalty for a box that a ship has failed to reach twice, so that she tries another
    way.
    """
    return STUBBORN if ship.thwarted.count(goal) >= 2 else 0.0


def hold_worth(state: State, ship: Ship, way: str) -> float:
    """Return the worth of staying in the box, with its hazards; an escape may also get the ship
    clear of a crossing.
    """
    if not ship.on_map:
        return 0.0
    worth = -risk(state, ship.id, ship.box) * AGROUND
    if way == "escape" and in_position(state, ship) and not ship.across_bow_of:
        worth += table_roll(state, ship).chance * RAKE / 2
    return worth


def crossings(state: State, ship: Ship) -> list[tuple[Ship, End]]:
    """Return [(ship, bow or stern)] for the crossings that a ship may try."""
    return [
        (target, end)
        for target in identified(enemies_in(state, ship.control, ship.box))
        for end in ENDS
        if not why_not_cross(state, ship, target, end)
    ]


def cross_worth(state: State, ship: Ship, target: Ship, end: End) -> float:
    """Return the worth of trying to cross a target: the worth of the crossing times its chance,
    minus the risk of hazards.
    """
    likely = cross_roll(state, ship, target).chance
    return likely * rake_worth(target, end) - risk(state, ship.id, ship.box) * AGROUND


def rake_worth(target: Ship, end: End) -> float:
    """Return the worth of lying across a target's bow or stern: the fire of the guns that do not
    bear there.
    """
    guns = guns_of(target)
    bears = guns.bow_on if end == "bow" else guns.stern_on
    gain = RAKE if bears == "X" else -RAKE * bears / 5
    return gain * bool(guns.dice)


def rams(state: State, ship: Ship) -> list[tuple[Ship, Attack]]:
    """Return [(ship, kind of attack)] for the attacks by ram or torpedo that a ship may try."""
    kinds = attack_kinds(ship)
    if len(kinds) == 2:
        kinds = ("ram_and_spar",)
    return [
        (target, kind)
        for target in identified(enemies_in(state, ship.control, ship.box))
        if not why_not_ram(state, ship, target)
        for kind in kinds
    ]


def ram_worth(state: State, ship: Ship, target: Ship, kind: Attack) -> float:
    """Return the worth of trying an attack by ram or torpedo: the worth of contact times its
    chance, minus hazards and delay.
    """
    likely = contact_roll(state, ship, target).chance
    gain = attack_worth(state, ship, target, kind)
    return likely * gain - risk(state, ship.id, ship.box) * AGROUND - delay(state, ship)


def delay(state: State, ship: Ship) -> float:
    """Return the cost of a turn without a move, for a ship that should leave by an edge; 0 for
    other ships.
    """
    return STEP_OUT if way_out(state, ship.id) else 0.0


def attack_worth(state: State, ship: Ship, target: Ship, kind: Attack) -> float:
    """Return the worth of contact in an attack: the Hits on the target, minus the Hits on the
    attacker and the cost of being fouled.
    """
    dealt, taken = attack_hits(ship, target, kind)
    much = weight(state, ship.control, target)
    return dealt * price(target) * much - taken * price(ship) - FOULING


def attack_hits(ship: Ship, target: Ship, kind: Attack) -> tuple[float, float]:
    """Return the average Hits of an attack after contact: (on the target, on the attacker)."""
    dealt = taken = 0.0
    if kind in {"ram", "ram_and_spar"}:
        dealt, taken = ram_hits(ship, target)
    if kind in {"spar", "ram_and_spar"}:
        table, check = book().tables.torpedoes, book().tables.checks["spar"]
        goes_off = chance(check.challenge, check.response)
        dealt += goes_off * sum(table.spar) / 8
        taken += goes_off * sum(table.own_spar) / 8
    return dealt, taken


def ram_hits(ship: Ship, target: Ship) -> tuple[float, float]:
    """Return the average Hits of a ram after contact: (on the target, on the attacker)."""
    dice, guard = card(ship).ram, armour(target, "WL").dice
    drm, worn = ram_drm(ship), shield(target, "WL")
    dealt = taken = 0
    for attack, mine in faces(dice):
        for defence, theirs in faces(guard):
            hits, own = ram_margin(max(1, attack + drm), max(1, defence + worn))
            dealt += hits * mine * theirs
            taken += own * mine * theirs
    every = ways(dice) * ways(guard)
    return dealt / every, taken / every
