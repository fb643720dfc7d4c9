"""The quick score of an answer: a heuristic that looks at most one move ahead, for any decision.

Scores are in points of damage; only answers to the same decision are compared. It reads a view and
rolls no dice. The constants below are in the same points, from trial battles or guesses.
"""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from typing import Any

from msgspec.structs import replace

from engine.game.decision import Decision, Option, Point
from engine.kit.by_type import ByType
from engine.space.plane.contact import gap
from engine.systems.oak_iron.crew.boarding import ways_alongside
from engine.systems.oak_iron.crew.card_attacks import granting_card
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.critical import HELM_SPEED, fire_dice
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.grapple import as_if, as_if_boarded
from engine.systems.oak_iron.sailing.seamanship import free_slide
from engine.systems.oak_iron.set_up.deploy import proposed_point
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.ships import distance, enemies, hull
from engine.systems.oak_iron.state.state import SAILS, Ship, State
from engine.systems.oak_iron.terrain import put
from engine.systems.oak_iron.thinking import objective_task as card_value
from engine.systems.oak_iron.thinking import quick_worth
from engine.systems.oak_iron.thinking.measure.melee import expected_fight
from engine.systems.oak_iron.thinking.objective_task import Berth, carries, objective_task

TURNS = (-30.0, 0.0, 30.0)
"""The turns in degrees that are tried for the move after an action."""
SECOND_THOUGHTS = 0.5
"""A card must be better than the face-down one by this many points to be exchanged for it, because
a battle allows only one exchange."""
OBJECTIVE = 3.0
"""The worth of a Crew Action for the objective, in points of damage."""
FLAG_SAVED = 1.8
"""The worth of moving the flag from a ship with both tracks full to a fresh one, in points."""
FLAG_MOVED = 0.3
"""What the Crew Action of moving the flag costs, in points of damage."""
BOUND = 1.5
"""The worth of each level of sail that brings a ship nearer to what her task needs, in points."""
AHEAD = 5.0
"""A shoal obstructs an enemy most when it lies this many inches ahead of her."""
RELOADING = 0.4
"""What it costs to leave a broadside unloaded, in points of damage."""
_latest: list[quick_worth.PlaceScores] = []
"""A cache of one entry: the scores of places in the view that was asked for last."""


OfShip = Callable[[State, Ship, Any], float]
"""The type of a score function: it takes the view, the ship that gets the command, the command."""
scores: ByType[OfShip] = ByType("scores")
"""{type of command: function that scores it for a ship}. Fire and moves are not in it, because
their results are scored."""
scores_before_the_move: ByType[OfShip] = ByType("scores before the move")
"""{type of command: function that scores it before a ship's move}. The score is that of the best
move afterwards."""
side_scores: ByType[Callable[[State, Decision, Any], float]] = ByType("side scores")
"""{type of command: function that scores it} for commands that do not concern a ship on the
table."""


def quick_score(  # noqa: PLR0911  (a case each)
    view: State,
    decision: Decision,
    option: Option,
    dial: float | None = None,
    at: Point | None = None,
) -> float:
    """Return the score of an answer for the side that gives it; higher is better.

    `dial` and `at` are the angle and place of the answer; raises `Refused` if the option does not
    accept them.
    """
    command = option.filled(decision, dial, at)
    if decision.kind == "swap_card" and isinstance(command, do.Pass):
        return SECOND_THOUGHTS + card_value.choice(
            view, decision.seat, view.squadrons[decision.seat].face_down
        )
    if (of_side := side_scores.get(command)) is not None:
        return of_side(view, decision, command)
    ship = view.ships.get(getattr(command, "ship", "") or decision.ship)
    if ship is None or not ship.afloat:
        return 0.0
    if isinstance(command, do.Fire):
        card, tires = granting_card(view, decision.kind, ship)
        value = quick_worth.attack(
            view, ship.id, command.target, command.kind, command.side, command.aim, tires, card
        )
        cost = RELOADING if command.kind == "broadside" else 0.0
        return value - cost if view.phase == "attack" else value - 2 * cost
    before_the_move = decision.kind in ("seamanship_action", "point_of_sail")
    if before_the_move and (before := scores_before_the_move.get(command)) is not None:
        return before(view, ship, command)
    way = course.trace(view, ship.id, command)
    if way is not None and not isinstance(command, do.ChangeHeading):
        places = _places(view)
        return places.end_of(way) - places.now(ship.id)
    return 0.0 if before_the_move else _of_ship(view, ship, command)


def _of_ship(view: State, ship: Ship, command: do.AnyCommand) -> float:
    score = scores.get(command)
    return score(view, ship, command) if score else 0.0


# Commands of a side ------------------------------------------------------------


@side_scores(do.Deploy)
def _deploy(view: State, decision: Decision, command: do.Deploy) -> float:
    away = dist(command.at, proposed_point(view, view.ships[command.ship]))
    rest = decision.dial.rest if decision.dial else command.heading
    return -away - abs(command.heading - rest)


@side_scores(do.ChooseCard, do.BorrowCard)
def _card(view: State, decision: Decision, command: do.ChooseCard | do.BorrowCard) -> float:
    return card_value.choice(view, decision.seat, command.card)


@side_scores(do.DropCard)
def _drop_card(view: State, decision: Decision, command: do.DropCard) -> float:
    return -card_value.choice(view, decision.seat, command.card)


@side_scores(do.Load)
def _load(view: State, _: Decision, command: do.Load) -> float:
    return carries(view, view.ships[command.ship])


@side_scores(do.Garrison)
def _garrison(view: State, _: Decision, command: do.Garrison) -> float:
    """Return the score of beginning Anchored with a party ashore: above 0 near the marker."""
    from shapely import Point as Spot

    assert view.plan
    ship, marker = view.ships[command.ship], view.plan.marker
    return book().measures.cannon - gap(hull(ship), Spot(marker)) if marker else 0.0


def _places(view: State) -> quick_worth.PlaceScores:
    """Return the scores of places in a view; the same object for all answers to one decision."""
    # Read once and replaced as a whole, because several threads may call this at the same time.
    cached = _latest[0] if _latest else None
    if cached is None or cached.view is not view:
        cached = quick_worth.PlaceScores(view)
        _latest[:] = [cached]
    return cached


# Before the move ----------------------------------------------------------------


@scores_before_the_move(do.ChangeHeading)
def _change_heading(view: State, ship: Ship, command: do.ChangeHeading) -> float:
    turned = course.trace(view, ship.id, command)
    if turned is None or turned.struck:
        return -quick_worth.LOST
    return _best_move(_places(view), as_if(view, ship.id, turned.end), ship.id)


@scores_before_the_move(do.AdjustSpeed)
def _adjust_speed(view: State, ship: Ship, command: do.AdjustSpeed) -> float:
    assert view.activation is not None
    faster = replace(view, activation=replace(view.activation, adjust=command.by))
    return _best_move(_places(view), faster, ship.id)


@scores_before_the_move(do.ChoosePoint)
def _choose_point(view: State, ship: Ship, command: do.ChoosePoint) -> float:
    assert view.activation is not None
    chosen = replace(view, activation=replace(view.activation, point=command.point))
    return _best_move(_places(view), chosen, ship.id)


@scores_before_the_move(do.CutFree)
def _cut_free(view: State, ship: Ship, _: do.CutFree) -> float:
    freed, places = free_slide(view, ship.id), _places(view)
    there = places.at(ship.id, freed.pose) if freed else _best_move(places, view, ship.id)
    return (
        0.3
        + there
        + sum(
            _melee(view, foe, ship.id) - _melee(view, ship.id, foe)
            for foe in view.holds(ship.id)
            if view.opposed(foe, ship.id)
        )
    )


@scores_before_the_move(do.Pass)
def _straight_on(view: State, ship: Ship, _: do.Pass) -> float:
    return _best_move(_places(view), view, ship.id)


def _best_move(places: quick_worth.PlaceScores, then: State, ship: str) -> float:
    """Return the score of the best of a few moves that a ship may make in the view `then`.

    `then` may differ from the view of `places` only in the ship's pose and speed.
    """
    speed = course.move_speed(then, ship)
    if not speed:
        return places.at(ship, hull(then.ships[ship]).pose)
    moves = (do.Sail("end" if angle else "none", angle) for angle in TURNS)
    return max(places.end_of(course.sail(then, ship, speed, move)) for move in moves)


# Crew ---------------------------------------------------------------------------


@scores(do.Undertake)
def _undertake(_: State, __: Ship, ___: do.Undertake) -> float:
    return OBJECTIVE


@scores(do.Rally)
def _rally(_: State, ship: Ship, __: do.Rally) -> float:
    return 0.3 + 1.5 * (ship.fatigue / ship.fatigue_boxes) ** 2 + 1.5 * ship.shaken


@scores(do.Repair)
def _repair(view: State, ship: Ship, command: do.Repair) -> float:
    if command.what == "damage":
        return 0.35 + 1.5 * (ship.damage / ship.damage_boxes) ** 2
    return 1.5 * odds.pass_chance(view, ship.id, "repair")


@scores(do.TransferFlag)
def _transfer_flag(view: State, heir: Ship, __: do.TransferFlag) -> float:
    """Return the score of moving the flag to `heir`: the more, the more worn the flagship is than
    she. A flag never goes to a ship that is more damaged.
    """
    ship = view.ships[view.squadrons[heir.squadron].flagship]
    sounder = ship.spent - heir.spent
    if heir.damage * ship.damage_boxes > ship.damage * heir.damage_boxes:
        sounder = min(sounder, 0.0)
    return FLAG_SAVED * sounder - FLAG_MOVED


@scores(do.ReloadBoth)
def _reload_both(_: State, __: Ship, ___: do.ReloadBoth) -> float:
    return 1.2


@scores(do.Support)
def _support(view: State, ship: Ship, command: do.Support) -> float:
    return _of_ship(view, ship, command.action)


@scores(do.Reload)
def _reload(view: State, ship: Ship, command: do.Reload) -> float:
    loaded = tuple(side for side in ship.reload if side != command.side)
    ready = replace(ship, reload=loaded)
    then = replace(view, ships={**view.ships, ship.id: ready})
    gain = quick_worth.both_sides(then, ship.id) - quick_worth.both_sides(view, ship.id)
    return 0.7 + 0.5 * gain


@scores(do.ChangeSail)
def _sail(view: State, ship: Ship, command: do.ChangeSail) -> float:
    """Return the score of a sail setting: best the one that the ship's task needs.

    Without a task it is full sail far from enemies, battle sail near them.
    """
    bound = objective_task(view, ship.id)
    wanted = bound.sail(ship) if bound else None
    far = _nearest(view, ship)
    liked = wanted or ("full" if far > book().measures.cannon else "battle")
    before = abs(SAILS.index(ship.sail) - SAILS.index(liked))
    after = abs(SAILS.index(command.sail) - SAILS.index(liked))
    return (BOUND if wanted else 0.5) * (before - after) - 0.05


@scores(do.LandParty)
def _landing(view: State, ship: Ship, command: do.LandParty) -> float:
    """Return the score of landing a party: above 0 only if the objective needs it, near its
    marker.
    """
    bound = objective_task(view, ship.id)
    if not isinstance(bound, Berth) or not bound.anchors:
        return -0.1
    marker = view.plan.marker if view.plan else None
    far = 0.0 if marker is None else dist(command.at, marker)
    return OBJECTIVE - 0.1 * far if far <= book().measures.musket else -0.1


HOPELESS = 0.25
"""A ship boards only if, of the fights that end in a capture, she wins at least this fraction."""


@scores(do.Board)
def _board(view: State, ship: Ship, command: do.Board) -> float:
    melee = expected_fight(view, ship.id, command.target)
    if melee.taken < HOPELESS * (melee.taken + melee.lost):
        return -1.0
    ways = ways_alongside(view, ship.id, command.target)
    then = as_if_boarded(view, ship.id, command.target, ways[0])
    target = view.ships[command.target]
    edge = _melee(then, ship.id, target.id) - _melee(then, target.id, ship.id)
    fresh = 0.3 * (target.fatigue / target.fatigue_boxes - ship.fatigue / ship.fatigue_boxes)
    prize = 3.0 if target.shaken and not ship.shaken else 0.0
    return odds.pass_chance(view, ship.id, "boarding") * (1.2 * edge + 4.0 * fresh + prize - 0.3)


def _melee(state: State, attacker: str, target: str) -> float:
    at = shot(state, attacker, target, "close_combat")
    if not at.legal or state.ships[attacker].shaken:
        return 0.0
    return quick_worth.harm(
        state, target, odds.attack_odds(state, attacker, target, at, "close_combat")
    )


# Whose turn, cards, tests and prizes ----------------------------------------------


@scores(do.Seamanship)
def _seamanship(view: State, ship: Ship, _: do.Seamanship) -> float:
    return 0.1 * odds.pass_chance(view, ship.id)


@scores(do.ApplyEffect)
def _apply_effect(_: State, ship: Ship, command: do.ApplyEffect) -> float:
    return 0.7 if command.side else 0.3 + ship.fatigue / ship.fatigue_boxes


@scores(do.LowerBoats, do.CarefulAim)
def _worth_a_try(_: State, __: Ship, ___: do.LowerBoats | do.CarefulAim) -> float:
    return 0.5


@scores(do.Capture)
def _capture(_: State, __: Ship, ___: do.Capture) -> float:
    return 3.0


@scores(do.Destroy)
def _destroy(_: State, ship: Ship, __: do.Destroy) -> float:
    return 2.0 if not ship.out_of_action else -0.5


@scores(do.NewFlagship)
def _new_flagship(_: State, ship: Ship, __: do.NewFlagship) -> float:
    return -0.1 * (ship.damage + ship.fatigue)


@scores(do.Activate)
def _turn_to_act(view: State, ship: Ship, _: do.Activate) -> float:
    """Return the score of activating a ship next: best shots fire first, nearest ships move
    last.
    """
    if view.phase == "attack":
        return quick_worth.both_sides(view, ship.id)
    return _nearest(view, ship)


def _nearest(view: State, ship: Ship) -> float:
    """Return how far the nearest enemy is from a ship, in inches; 0 if there is none."""
    ranges = (distance(view, ship.id, foe.id) for foe in enemies(view, ship.id))
    return min(ranges, default=0.0)


def _counting(view: State) -> tuple[str, ...]:
    if view.attack is not None:
        return view.attack.hits
    return book().dice.counts["skill_test"]


@scores(do.Reroll)
def _reroll(view: State, _: Ship, command: do.Reroll) -> float:
    assert view.roll is not None
    return -1.0 if view.roll.faces[command.die] in _counting(view) else 0.5


@scores(do.SpendFortune)
def _fortune(view: State, _: Ship, __: do.SpendFortune) -> float:
    """Return the score of spending a Fortune Point: above 0 if a roll is well below its mean."""
    if view.roll is None or view.attack is None:
        return -0.2
    counting, die = _counting(view), book().dice.faces
    expected = len(view.roll.faces) * sum(face in counting for face in die) / len(die)
    return 0.3 * (expected - sum(face in counting for face in view.roll.faces)) - 0.4


@scores(do.Burn)
def _burn(view: State, ship: Ship, command: do.Burn) -> float:
    """Return the score of burning a fire ship: the harm to the enemy, less what she is worth
    herself.
    """
    lost = 4.0 - 2.0 * (ship.damage / ship.damage_boxes + ship.fatigue / ship.fatigue_boxes)
    found = odds.burning_odds(view, command.target, fire_dice(view, ship))
    return quick_worth.harm(view, command.target, found) - lost - 2.0 * view.is_flagship(ship.id)


@scores(do.DampPowder)
def _dampen(view: State, ship: Ship, command: do.DampPowder) -> float:
    """Return the score of unloading an enemy's side: the fire that it loses, and the action to
    reload.
    """
    wet = replace(ship, reload=(*ship.reload, command.side))
    then = replace(view, ships={**view.ships, ship.id: wet})
    spoilt = quick_worth.both_sides(view, ship.id) - quick_worth.both_sides(then, ship.id)
    return RELOADING + spoilt - 0.01 * _nearest(view, ship)


@side_scores(do.LayPiece)
def _lay(view: State, decision: Decision, command: do.LayPiece) -> float:
    """Return the score of placing a piece of terrain in the battle; 0 during the set-up.

    A shoal should be ahead of an enemy. Fog should be near the enemy if he has more ships.
    """
    side = view.squadrons[decision.seat].side
    fit = [ship for ship in view.ships.values() if ship.fights]
    foes = [ship.pose for ship in fit if ship.pose and view.side_of(ship.id) != side]
    if not foes or view.phase == "set_up":
        return 0.0
    if put(view, command.piece, command.at, command.heading).kind != "fog":
        return -min(dist(command.at, pose.moved(pose.heading, AHEAD).at) for pose in foes)
    gap = sum(dist(command.at, pose.at) for pose in foes) / len(foes)
    return -gap if 2 * len(foes) > len(fit) else gap


@scores(do.SpinHelm)
def _spin(view: State, _: Ship, command: do.SpinHelm) -> float:
    """Return the score of turning an enemy whose helm is shot away: minus the worth of her new
    place.
    """
    assert view.attack is not None
    target = view.attack.target
    most = book().measures.tools[HELM_SPEED].turn
    way = course.turn(view, target, most if command.side == "starboard" else -most, HELM_SPEED)
    return -quick_worth.PlaceScores(view).end_of(way)
