"""The worth of a position, of hits, of places after the movement, and of broadsides."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.base.text import pluralized
from engine.game.decision import Reason
from engine.kit.by_type import cached_per_state
from engine.space.hexes import Hex
from engine.systems.wooden_ships.boarding.aboard import strength_of
from engine.systems.wooden_ships.data import Aim, book
from engine.systems.wooden_ships.fleet import between, crewless, dismasted, hexes, surrendered
from engine.systems.wooden_ships.gunnery.fire_orders import candidates, field, read_volley
from engine.systems.wooden_ships.gunnery.shot import (
    AIMS,
    bears,
    open_aims,
    outcomes,
    shot,
    shot_at,
    sides_in_field,
)
from engine.systems.wooden_ships.sailing import parse_plot, plots, plotted, proposed
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import (
    SIDES,
    Boxes,
    Load,
    Rake,
    Ship,
    SideName,
    State,
    afloat,
    friends,
    holder,
    side_of,
    sides,
)
from engine.systems.wooden_ships.surrender import ShotCircumstances, forced_surrenders
from engine.systems.wooden_ships.victory import side_points

# The evaluation of a side: its ships' points weighted by their remaining boxes, and the points
# scored.


LEFT_OF = 0.35
"""The fraction of her points that even a ship with one hull box left is worth, because she still
floats, fires and blocks."""
HELPLESS = 3
"""A side whose guns cannot hurt the enemy gives up only if the enemy's crews are at least this many
times as strong."""
PARTS = (0.5, 0.2, 0.2, 0.1)
"""How a ship's value is divided among all her boxes of hull, guns, crew and rigging."""


def evaluate(view: State, seat: str) -> tuple[Reason, ...]:
    """Return the worth of a position for a seat's side: its own figures minus the enemies', in
    points, one reason for each kind.
    """
    own = view.seats[seat].side
    ships = scored = 0.0
    for ship in view.ships.values():
        ships += hull_condition(ship) * ship.points * (1 if side_of(view, ship) == own else -1)
    for side in sides(view):
        scored += float(side_points(view, side)) * (1 if side == own else -1)
    return (
        Reason("ships", "ships afloat and their remaining boxes", ships),
        Reason("points", "points scored", scored),
    )


def beaten(view: State, seat: str) -> bool:
    """Tell whether a person would give up in this position: no own gun can do damage, the enemy's
    crews are far stronger, and he can fire and sail.

    This is possible only with one seat on each side, so that no ally is left alone. A side with as
    many points as the enemy does not give up, because it may not lose if the battle reaches its
    end.
    """
    mine, theirs = (
        [
            s
            for s in [
                each for each in view.ships.values() if not surrendered(each) and not crewless(each)
            ]
            if (holder(s) == seat) == own
        ]
        for own in (True, False)
    )
    if len(view.seats) != 2 or not mine:
        return False
    scored = {side: side_points(view, side) for side in sides(view)}
    own_side = view.seats[seat].side
    behind = any(scored[own_side] < points for side, points in scored.items() if side != own_side)
    if view.kind != "single" and not behind:
        return False
    crews, boarders = (sum(map(strength_of, each)) for each in (mine, theirs))
    return (
        not any(_armed(ship) for ship in mine)
        and boarders >= HELPLESS * crews
        and any(_armed(ship) and any(ship.rigging) for ship in theirs)
    )


def _armed(ship: Ship) -> bool:
    """Tell whether any side of a ship could do damage to a target two hexes away."""
    return any(shot_at(ship, side, 2, "").fires for side in SIDES)


def hull_condition(ship: Ship) -> float:
    """Return the fraction of a ship's points that she is still worth: 1 undamaged, 0 lost."""
    if surrendered(ship) or crewless(ship):
        return 0.0
    left = (
        ship.hull,
        sum(ship.guns) + sum(ship.carronades),
        sum(ship.crew),
        sum(ship.rigging),
    )
    return LEFT_OF + sum(
        boxes * share for boxes, share in zip(left, _shares(ship.printed), strict=True)
    )


def hit_worth(ship: Ship) -> tuple[float, ...]:
    """Return the points that one hit on (hull, guns, crew, rigging) takes from a ship's worth."""
    lost = surrendered(ship) or crewless(ship)
    return tuple(0.0 if lost else share * ship.points for share in _shares(ship.printed))


def _shares(printed: Boxes) -> tuple[float, float, float, float]:
    """Return the fractions of a ship's points in one box of (hull, guns, crew, rigging)."""
    guns = sum(printed.guns) + sum(printed.carronades)
    counts = (printed.hull, guns, sum(printed.crew), sum(printed.rigging))
    hull, gun, crew, rigging = (
        (1 - LEFT_OF) * part / max(1, count) for part, count in zip(PARTS, counts, strict=True)
    )
    return hull, gun, crew, rigging


# The worth of hits, as the fraction of a ship's points that they take from her; and luck.


# The fraction of a ship's points for all her boxes of a kind. Hull decides most battles; lost
# rigging only limits where she can fight.
HULL, GUNS, CREW, RIGGING = 1.0, 0.45, 0.55, 0.35


def box_values(ship: Ship) -> tuple[float, float, float, float]:
    """Return the worth of one hit on (hull, guns, crew, rigging) of a ship, in points.

    It is 0 on a ship that is out of the fight, because hitting her would only prolong the battle.
    """
    if surrendered(ship) or crewless(ship):
        return 0.0, 0.0, 0.0, 0.0
    return _box_values(ship.printed, ship.points, ship.hull, dismasted(ship))


@lru_cache(maxsize=4096)
def _box_values(
    printed: Boxes, points: int, hull_left: int, bare: bool
) -> tuple[float, float, float, float]:
    guns = sum(printed.guns) + sum(printed.carronades)
    rigging = 0.0 if bare else RIGGING / sum(printed.rigging)
    # The fewer boxes of hull are left, the more each is worth.
    hull = HULL / max(1, printed.hull) * (1.5 - 0.5 * hull_left / printed.hull)
    gun = GUNS / guns if guns else HULL / printed.hull
    crew = CREW / max(1, sum(printed.crew))
    return points * hull, points * gun, points * crew, points * rigging


@lru_cache(maxsize=64)
def mean_hits(version: str, table: int, aim: Aim) -> tuple[float, ...]:
    """Return the expected hits of a hit table on (hull, guns, crew, rigging); the data set's
    version is part of the cache key.
    """
    rows = outcomes(table, aim)
    return tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))


def aim_worth(table: int, aim: Aim, target: Ship) -> float:
    """Return the worth of a hit table's expected hits on a target, in points."""
    mean = mean_hits(book().version, table, aim)
    return sum(hits * each for hits, each in zip(mean, box_values(target), strict=True))


class RelativePosition(NamedTuple):
    """How a target lies to the firer: her distance in hexes, and the end over which she is
    raked.
    """

    far: int
    raked: Rake


def shot_worth(
    view: State, ship: str, side: SideName, target: str, lies: RelativePosition
) -> float:
    """Return the worth of a side's shot with the better aim, in points, with its present load."""
    first = view.ships[ship].loaded[SIDES.index(side)] == "initial"
    return loaded_worth(view, ship, side, target, lies, first)


@cached_per_state
def loaded_worth(  # noqa: PLR0913  (a shot, and how it falls)
    view: State, ship: str, side: SideName, target: str, lies: RelativePosition, first: bool
) -> float:
    """Return the worth of a side's shot with the better aim, in points, with a first broadside
    (`first`) or with round shot.
    """
    load: Load = "initial" if first else "round"
    firer = replace(view.ships[ship], loaded=(load, load))
    aimed = shot_at(firer, side, lies.far, lies.raked)
    if not aimed.fires:
        return 0.0
    aims = AIMS if lies.far <= book().gunnery.hull_range else AIMS[1:]
    return max(aim_worth(aimed.table, aim, view.ships[target]) for aim in aims)


def luck(before: State, event: AnyEvent, seat: str) -> float:
    """Return how lucky a broadside's die was for a seat, in points of `evaluate`; on average this
    is 0.

    A hit after the last box of a kind counts as much as any other hit.
    """
    if not isinstance(event, ev.SideFired):
        return 0.0
    target = before.ships[event.target]
    mean = mean_hits(book().version, event.table, event.aim)
    beyond = sum(
        (hits - usual) * worth
        for hits, usual, worth in zip(event.hits, mean, hit_worth(target), strict=True)
    )
    own = before.seats[seat].side == side_of(before, target)
    return -beyond if own else beyond


# Possible places of ships after the movement, and the worth of their broadsides there.


NOT_YET_LOADED = 0.3
"""The weight of fire from an empty side. It is above 0, because the side could be loaded, and fire
from the same place in a later turn."""
LIKELY = 0.65
"""The probability of the likelier of the two places where an enemy is expected after his move."""
STILL = 2
"""A ship that has taken no hex ahead for this many turns is expected to stay where she is."""
NEAR = 16
"""Enemies more than this many hexes away are ignored, because they cannot come into range in a
turn."""


class Guess(NamedTuple):
    """A place where a ship may be after her move, with its probability."""

    bow: Hex
    facing: int
    share: float = 1.0


@cached_per_state
def guesses(view: State, ship_id: str) -> tuple[Guess, ...]:
    """Return the places where a ship of another seat may be after her move: where she is, and where
    her last plot would lead.

    The likelier place comes last. A ship that was still for two turns is expected to stay still.
    """
    ship = view.ships[ship_id]
    here = Guess(ship.bow, ship.facing)
    legal = plots(view, ship)
    if not legal:
        return (here,)
    path = plotted(view, ship, parse_plot(proposed(ship, legal))).path
    if not path:
        return (here,)
    column, row, facing = path[-1]
    there = Guess((column, row), facing)
    less, more = (there, here) if ship.still >= STILL else (here, there)
    return less._replace(share=1.0 - LIKELY), more._replace(share=LIKELY)


@cached_per_state
def foes(view: State, ship_id: str) -> tuple[str, ...]:
    """Return the ids of the enemies that matter to a ship in this turn: they are near, and able to
    fight.
    """
    ship = view.ships[ship_id]
    return tuple(
        other.id
        for other in afloat(view)
        if not friends(view, ship, other)
        and not surrendered(other)
        and not crewless(other)
        and between(ship.bow, ship.facing, other.bow, other.facing) <= NEAR
    )


def broadside_worth(
    view: State, ship: Ship, at: Guess, others: Iterable[tuple[Ship, Guess]]
) -> float:
    """Return the worth of a ship's fire from a place against ships at their places, in points.

    Each side fires at the nearest enemy, as the rules require; a nearer wreck blocks the fire.
    """
    if crewless(ship):
        return 0.0
    reach = book().gunnery.max_range
    best: dict[str, tuple[int, float]] = {}
    for there in _wrecks(view):
        if abs(there.bow[0] - at.bow[0]) <= reach + 2 and there.bow != ship.bow:
            far = between(at.bow, at.facing, there.bow, there.facing)
            for side in sides_in_field(at.bow, at.facing, there.bow, there.facing, reach):
                best[side] = (min(far, best[side][0]) if side in best else far, 0.0)
    for other, there in others:
        for side in sides_in_field(at.bow, at.facing, there.bow, there.facing, reach):
            far = between(at.bow, at.facing, there.bow, there.facing)
            if side in best and best[side][0] < far:
                continue
            raked: Rake = "" if _bears_back(there, at) else "bow"
            worth = shot_worth(view, ship.id, side, other.id, RelativePosition(far, raked))
            if ship.loaded[SIDES.index(side)] == "empty":
                worth *= NOT_YET_LOADED
            if side not in best or far < best[side][0] or worth > best[side][1]:
                best[side] = (far, worth)
    return sum(worth for _, worth in best.values())


@cached_per_state
def _wrecks(view: State) -> tuple[Guess, ...]:
    """Return the places of ships that have surrendered or lost their crews: they block the fire at
    others.
    """
    return tuple(
        Guess(each.bow, each.facing) for each in afloat(view) if surrendered(each) or crewless(each)
    )


@cached_per_state
def next_shots(view: State, ship_id: str) -> dict[SideName, tuple[float, float]]:
    """Return {side: (worth of its best shot after the next plot with a first broadside, without
    one)}, in points.

    The best end of all plots counts, against the places where each enemy is likely to be.
    """
    ship, reach = view.ships[ship_id], book().gunnery.max_range
    found = {side: [0.0, 0.0] for side in SIDES}
    # The possible ends of a ship's plots; her present place if she has none.
    paths = (plotted(view, ship, parse_plot(text)).path for text in plots(view, ship))
    ends = {Guess((path[-1][0], path[-1][1]), path[-1][2]) for path in paths if path}
    for end in frozenset(ends | {Guess(ship.bow, ship.facing)}):
        for foe in foes(view, ship_id):
            total = {side: [0.0, 0.0] for side in SIDES}
            for there in guesses(view, foe):
                far = between(end.bow, end.facing, there.bow, there.facing)
                raked: Rake = "" if _bears_back(there, end) else "bow"
                for side in sides_in_field(end.bow, end.facing, there.bow, there.facing, reach):
                    for number, load in enumerate(("initial", "round")):
                        lies = RelativePosition(far, raked)
                        worth = loaded_worth(view, ship_id, side, foe, lies, load == "initial")
                        total[side][number] += there.share * worth
            for side in SIDES:
                found[side] = [max(a, b) for a, b in zip(found[side], total[side], strict=True)]
    return {side: (first, other) for side, (first, other) in found.items()}


def _bears_back(ship: Guess, other: Guess) -> bool:
    return any(bears(ship.bow, ship.facing, place) for place in hexes(other.bow, other.facing))


# Reasons for firing a side now, with this aim, and for loading a side.


KEPT = 0.85
"""The cost of firing a first broadside now: this fraction of the extra worth that it could have
after the next plot."""
NEXT = 5.0
"""The factor by which the worth of a side's fire after the next plot counts in the choice of the
side to load."""
WASTED = 0.1
"""The points lost by firing without effect. So holding fire, which is worth 0, is preferred."""
BEFORE_HER = 20.0
"""Worth in points of loading a side with an enemy in front of it; each hex to the enemy takes one
point off."""


def fire_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reasons for an order to fire: the worth of each side's fire, and the first
    broadsides that it uses up.
    """
    ship = view.ships[slot]
    return tuple(
        reason
        for choice in read_volley(option)
        for reason in _shot(view, ship, choice.side, choice.aim, choice.target)
    )


def _shot(view: State, ship: Ship, side: SideName, aim: Aim, target: str) -> list[Reason]:
    """Return the reasons for one side's fire: its worth, and the later worth of its first
    broadside.
    """
    among = (target,) if target else candidates(view, ship, side)
    total, text, taken = 0.0, "", aim
    for other in (view.ships[each] for each in among):
        aimed = shot(ship, side, other)
        aims = open_aims(view, ship, other, aimed.range)
        taken = next((each for each in aims if each == aim), aims[0])
        total += aim_worth(aimed.table, taken, other)
        rake = f", {aimed.rake} rake" if aimed.rake else ""
        text = f"table {aimed.table}{rake}"
        if forced_surrenders(
            view, ship, other, ShotCircumstances(aimed.range, bool(aimed.rake), taken)
        ):
            total += other.points
            text = f"{text}, and she must strike"
    worth = total / max(1, len(among))
    if worth <= 0:
        return [
            Reason(
                f"fire_{side}", f"{' or '.join(among)} has nothing left that it can hit", -WASTED
            )
        ]
    found = [Reason(f"fire_{side}", f"{side} at {' or '.join(among)}'s {taken}: {text}", worth)]
    if ship.loaded[SIDES.index(side)] == "initial":
        first, second = next_shots(view, ship.id)[side]
        words = f"the first broadside of {side} is spent"
        found.append(Reason(f"first_{side}", words, -KEPT * (first - second)))
    return found


def loading_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the reason for loading a side: enemies in front of it or, if there are none, its
    strength.
    """
    ship = view.ships[slot]
    side: SideName = "port" if option == "port" else "starboard"
    at = SIDES.index(side)
    before = {
        far: other
        for other, far in field(view, ship, side).items()
        if not friends(view, ship, view.ships[other])
    }
    guns = ship.guns[at] + ship.carronades[at]
    _, shot_next = next_shots(view, ship.id)[side]
    found = [
        Reason("guns", f"{pluralized(guns, 'gun')} on that side", float(guns)),
        Reason("next_shot", "the next shot of that side, after another plot", NEXT * shot_next),
    ]
    if before:
        far = min(before)
        words = f"{before[far]} is in front of that side, at range {far}"
        found.append(Reason("before_it", words, BEFORE_HER - far))
    return tuple(found)
