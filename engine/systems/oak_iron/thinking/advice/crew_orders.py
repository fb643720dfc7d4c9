"""Advice on crews: crew actions, attacks, boarding, cutting free, captured ships."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.game.decision import Advice, Decision, Option
from engine.kit.by_type import cached_per_state
from engine.kit.ledger import evolve
from engine.space.plane.contact import within
from engine.space.plane.many import Bearings
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.crew.boarding import ways_alongside
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.effects.crew_actions import fights_on
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.sailing import course
from engine.systems.oak_iron.sailing.grapple import as_if, as_if_boarded
from engine.systems.oak_iron.sailing.seamanship import free_slide, no_cut_free
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.ships import distance, enemies
from engine.systems.oak_iron.state.state import Sail, Ship, State
from engine.systems.oak_iron.state.steps import AlongsideChoice
from engine.systems.oak_iron.thinking import quick_score
from engine.systems.oak_iron.thinking.measure import hull_condition
from engine.systems.oak_iron.thinking.measure.expected_harm import attack_terms, harm, point_scale
from engine.systems.oak_iron.thinking.measure.guns import SIDES, Guns, holders, melee_fire_terms
from engine.systems.oak_iron.thinking.measure.melee import (
    expected_fight,
    fight_terms,
    grapple_chance,
)
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import ROUGH, base, turns
from engine.systems.oak_iron.thinking.measure.weights import (
    Values,
    best_first,
    crowded,
    lead,
    score_answer,
    weight,
    worth,
)
from engine.systems.oak_iron.thinking.objective_task import objective_task
from engine.systems.oak_iron.victory.strike import borne

# Advice on a ship's crew actions and attacks at her present place, and on which ship acts next.


SHAKEN = 1.5
"""The worth of no longer being Shaken, in points of damage."""
CANVAS: Final[dict[Sail, float]] = {"anchored": 0.0, "minimal": 1.5, "battle": 2.5, "full": 1.5}
"""The worth of each sail setting when enemies are near, in points of damage, for the turns after
those that the search looks at. A ship at rest gets boarded, and under full sail no side can be
loaded."""
FAR_OFF: Final[dict[Sail, float]] = {"anchored": 0.0, "minimal": 1.0, "battle": 2.0, "full": 2.5}
"""The worth of each sail setting when no enemy is within Cannon Shot, where speed matters, in
points of damage."""


_THUMBS: dict[type, str] = {
    do.Fire: "volley",
    do.ChangeSail: "sails",
    do.Row: "place",
    do.Repair: "mended",
    do.LandParty: "task",
    do.Capture: "task",
    do.Destroy: "task",
    do.Undertake: "task",
    do.TransferFlag: "flag",
}
"""{type of order: name of the term} for orders that only `quick_score` can score. The advice lists
the score under this name; for other types under `sense`."""


class Deck(NamedTuple):
    """The ship for which orders are scored, and `guns`, the worths of shots that all her orders
    share.

    With `rough`, for playouts, her sails are scored by a heuristic, because they matter only a turn
    later.
    """

    view: State
    ship: Ship
    guns: Guns
    rough: bool = False
    done: bool = False
    """Whether the order uses up the ship's Crew Action."""


def orders(view: State, decision: Decision, rough: bool = False) -> tuple[Advice, ...]:
    """Return advice on a ship's crew actions and attacks.

    An order that has no evaluation here is scored by `quick_score`.
    """
    done = decision.kind == "crew_action"
    deck = Deck(view, view.ships[decision.ship], Guns(view), rough, done)
    given = []
    for option in decision.options:
        values = _values(deck, decision, option)
        at = decision.area.rest if option.area and decision.area else None
        if values is None:
            term = _THUMBS.get(type(option.command), "sense")
            values = {term: quick_score.quick_score(view, decision, option, None, at)}
        given.append(score_answer(option.id, values, at=at))
    return best_first(given)


def _values(deck: Deck, decision: Decision, option: Option) -> Values | None:  # noqa: PLR0911  (a case each)
    view, ship = deck.view, deck.ship
    match option.command:
        case do.Reload(side=side):
            loaded = replace(ship, reload=tuple(each for each in ship.reload if each != side))
            return {"loading": 1.0, "fire": _gained(deck, loaded)}
        case do.Rally():
            rested = replace(ship, fatigue=ship.fatigue - 1)
            # Half of it, because the fire gained by a rested crew counts only if the ship still has
            # a target.
            point = weight("fatigue") * point_scale(view, ship) + 0.5 * _gained(deck, rested)
            return {"rally": point, "sense": SHAKEN * ship.shaken}
        case do.Repair(what="damage"):
            return {"repair": weight("damage") * point_scale(view, ship)}
        case do.ChangeSail(sail=sail) if sail != "anchored":
            many = crowded(view) and not deck.rough
            if objective_task(view, ship.id) or not (decision.kind == "free_sail" or many):
                return None
            # What another sail setting gains, now and a turn later.
            after = replace(view, ships={**view.ships, ship.id: replace(ship, sail=sail)})
            now = _way_now(view, ship.id, deck.guns, deck.done)
            then = _way(after, ship.id, deck.guns, deck.done)
            gains = {name: then[name] - now[name] for name in then}
            if crowded(view):
                cannon = book().measures.cannon
                worth_of = (
                    CANVAS
                    if any(
                        within(distance(view, ship.id, foe.id), cannon)
                        for foe in enemies(view, ship.id)
                    )
                    else FAR_OFF
                )
                gains["canvas"] = worth_of[sail] - worth_of[ship.sail]
            return gains
        case do.Board(target=target):
            return boarding_terms(view, ship, view.ships[target], deck.guns)
        case do.Fire() if decision.kind in ("attack", "second_broadside"):
            at = shot(
                view,
                ship.id,
                option.command.target,
                option.command.kind,
                option.command.side,
                option.command.aim,
            )
            found = odds.attack_odds(
                view, ship.id, option.command.target, at, option.command.kind, option.command.aim
            )
            spent = float(option.command.kind == "broadside")
            into = melee_fire_terms(view, ship.id, option.command.target, found)
            return {**attack_terms(view, option.command.target, found), **into, "spent_side": spent}
    return None


def _gained(deck: Deck, then: Ship) -> float:
    """Return how much more a ship's fire from her present place is worth if she becomes `then`.

    `then` is the ship as an order would leave her, for example with a side loaded.
    """
    after = replace(deck.view, ships={**deck.view.ships, then.id: then})
    return _fire(after, then.id) - _fire_now(deck.view, then.id)


def _fire(view: State, ship: str) -> float:
    return float(Outlook(view, ship, done=True).exchange(base(view, ship))[0][0])


_fire_now = cached_per_state(_fire)
"""`_fire`, cached, because several orders are compared with the same present state."""


def _way(view: State, ship: str, guns: Guns, done: bool) -> dict[str, float]:
    terms = Outlook(view, ship, guns, done).under_sail(base(view, ship))
    return {name: float(values[0]) for name, values in terms.items()}


_way_now = cached_per_state(_way)
"""`_way`, cached, because several sail settings are compared with the same present state."""


def first_to_act(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship acts next.

    In the Attack Phase it is the ship with the best shot, before an enemy can spoil it; in the
    Movement Phase the ship that gains least by waiting to see the enemy move.
    """
    given, guns = [], Guns(view)
    for option in decision.options:
        ship = view.ships[option.command.ship]
        if view.phase == "attack":
            fire, danger = Outlook(view, ship.id, guns).exchange(base(view, ship.id))
            shot = max(float(fire[0]), first_blow(view, ship.id))
            values = {"first_shot": shot, "threatened": float(danger[0])}
        else:
            waiting = [foe for foe in enemies(view, ship.id) if not foe.moved]
            to_learn = sum(1.0 / (1.0 + distance(view, ship.id, foe.id)) for foe in waiting)
            hemmed = crowded(view) and hemmed_in(view, ship)
            values = {"to_learn": to_learn, "hemmed_in": float(hemmed)}
        given.append(score_answer(option.id, values))
    return best_first(given)


def hemmed_in(view: State, ship: Ship) -> bool:
    """Tell whether a ship that has to move now would run into a friend that has not moved yet,
    whatever she does.
    """
    speed = course.move_speed(view, ship.id)
    if not speed or view.holds(ship.id):
        return False
    orders = (do.Sail("start", angle) if angle else do.Sail() for angle in turns(speed, ROUGH))
    ways = (course.sail(view, ship.id, speed, order) for order in orders)
    return all(
        any(
            (other := view.ships.get(key))
            and other.fights
            and not other.moved
            and not view.opposed(ship.id, key)
            for key in way.struck
        )
        for way in ways
    )


# Advice on boarding, on the pose alongside, and on whether to cut free or fight on.
#
# Oak & Iron ch. 4, Crew Actions (Boarding), Seamanship Actions (Cut Free).


WRECK: Final = 0.1
"""The worth of boarding a wreck, as a fraction of that of a capture. It is small, because the wreck
gives strike points already."""


def boarding_terms(view: State, ship: Ship, target: Ship, guns: Guns) -> Values:
    """Return the evaluation terms of boarding: those of the expected fight, less the fire given up.

    A captured ship of our own side is retaken at once. A wreck is a poor prize.
    """
    chance = grapple_chance(view, ship, target)
    if not target.fights:
        return {"retaken": chance} if target.captured_by else {"prize": WRECK * chance}
    theirs = salvo(view, target, ship, guns)
    ways = ways_alongside(view, ship.id, target.id)
    best = max((_aboard(view, ship.id, target.id, way, theirs) for way in ways), key=worth)
    mine = max(salvo(view, ship, foe, guns) for foe in enemies(view, ship.id))
    return {**{name: chance * value for name, value in best.items()}, "fire": -chance * mine}


def _aboard(view: State, ship: str, target: str, way: Pose, theirs: float) -> Values:
    """Return the evaluation terms of the fight after a boarder has come alongside in a pose.

    `theirs` is the worth of the enemy's guns without the boarding.
    """
    then = as_if_boarded(view, ship, target, way)
    at_once = bool(fights_on(view, view.ships[ship]))
    return fight_terms(view, ship, target, expected_fight(then, ship, target, at_once), theirs)


def salvo(view: State, firer: Ship, target: Ship, guns: Guns) -> float:
    """Return the worth of a ship's loaded guns against another ship, from their present places."""
    bearings = Bearings(base(view, firer.id), base(view, target.id))
    worths = zip(SIDES, guns.broadsides(firer.id, target.id, bearings), strict=True)
    loaded = sum(float(value[0]) for side, value in worths if side not in firer.reload)
    return max(loaded, float(guns.partial(firer.id, target.id, bearings.gaps)[0]))


# Advice -------------------------------------------------------------------------------


def alongside(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which of several poses alongside her target a boarder takes."""
    step = view.agenda[-1]
    assert isinstance(step, AlongsideChoice)
    ways = ways_alongside(view, decision.ship, step.target)
    given = []
    for option in decision.options:
        way = ways[option.command.way]
        values = _aboard(view, decision.ship, step.target, way, 0.0)
        given.append(score_answer(option.id, values))
    return best_first(given)


def cut_free(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on cutting free: fighting on is compared with the fire and freedom
    afterwards.
    """
    guns, given = Guns(view), []
    for option in decision.options:
        if isinstance(option.command, do.CutFree):
            # Freedom, and the ship's fire after the slide.
            foes, slide = holders(view, decision.ship), free_slide(view, decision.ship)
            then = view if slide is None else as_if(view, decision.ship, slide.pose)
            theirs = guns if slide is None else Guns(then)
            fires = (salvo(then, then.ships[decision.ship], foe, theirs) for foe in foes)
            values: Values = {"freedom": 1.0, "fire": max(fires, default=0.0)}
        else:
            values = holding_terms(view, decision.ship, guns)
        given.append(score_answer(option.id, values))
    return best_first(given)


def holding_terms(view: State, ship: str, guns: Guns) -> Values:
    """Return the evaluation terms of fighting on against all enemies that a ship is Entangled
    with.
    """
    found: dict[str, float] = {}
    for foe in holders(view, ship):
        theirs = salvo(view, foe, view.ships[ship], guns)
        for name, value in fight_terms(
            view, ship, foe.id, expected_fight(view, ship, foe.id), theirs
        ).items():
            found[name] = found.get(name, 0.0) + value
    return found


def first_blow(view: State, ship: str) -> float:
    """Return the worth of a ship's best Close Combat; 0 if she is not Entangled with an enemy."""
    blows = []
    for foe in holders(view, ship):
        at = shot(view, ship, foe.id, "close_combat")
        found = odds.attack_odds(view, ship, foe.id, at, "close_combat")
        blows.append(harm(view, foe.id, found) + worth(melee_fire_terms(view, ship, foe.id, found)))
    return max(blows, default=0.0)


# Advice on what to do with prizes, and on a new flagship (Oak & Iron ch. 4, End Phase).


RETAKING: Final = 0.15
"""The chance that one given enemy within Musket Shot retakes a ship that has been captured."""


def prizes(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on the Shaken enemies alongside: capture, destroy or leave each of them."""
    given = []
    for option in decision.options:
        values = _prize(view, decision.seat, option)
        given.append(score_answer(option.id, values))
    return best_first(given)


def _prize(view: State, seat: str, option: Option) -> Values:
    """Return the evaluation terms of capturing or destroying an enemy; {} for leaving her."""
    match option.command:
        case do.Capture(ship=prey, by=victor):
            then = evolve(view, ev.ShipCaptured(prey, view.ships[victor].squadron))
            near = [
                foe
                for foe in enemies(then, victor)
                if not foe.shaken and within(distance(view, foe.id, prey), book().measures.musket)
            ]
            risk = {"lost_again": 1.0 - (1.0 - RETAKING) ** len(near)}
        case do.Destroy(ship=prey, by=victor):
            then = evolve(view, ev.ShipDestroyed(prey))
            risk = {"freedom": float(not no_cut_free(view, victor))}
        case _:
            return {}
    side = view.squadrons[seat].side
    return {
        "silenced": float(view.ships[prey].fights),
        "score": lead(then, side) - lead(view, side),
        "number": float(borne(then, seat) - borne(view, seat)),
        **risk,
    }


def new_flagship(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship becomes flagship: best a sound one, away from the worst fire."""
    guns, given = Guns(view), []
    for option in decision.options:
        heir = view.ships[option.command.ship]
        here = base(view, heir.id)
        danger = float(Outlook(view, heir.id, guns).terms(here, ahead=False)["danger"][0])
        values: dict[str, float] = {"sound": 1.0 - heir.spent, "danger": danger}
        if isinstance(option.command, do.TransferFlag):
            values["admiral"] = 1.0 + view.squadrons[decision.seat].admiral_value
            values["fortune"] = hull_condition.value_if_kept(view, heir)
        given.append(score_answer(option.id, values))
    return best_first(given)
