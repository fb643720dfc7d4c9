"""Forecasts for a ship: the results of a plot, of two plots carried out together, and of a
broadside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, count
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.text import pluralized
from engine.kit.by_type import cached_per_state
from engine.space.hexes import Axial, Hex, axial, offset
from engine.systems.wooden_ships import fleet
from engine.systems.wooden_ships.data import Aim, Hits, book
from engine.systems.wooden_ships.fleet import Place, apart, group, hexes, surrendered
from engine.systems.wooden_ships.gunnery.fire import HitTally
from engine.systems.wooden_ships.gunnery.fire_orders import why_silent
from engine.systems.wooden_ships.gunnery.shot import (
    SideShot,
    covered_hexes,
    outcomes,
    shot,
    shot_at,
    sides_borne_at,
    sides_in_field,
)
from engine.systems.wooden_ships.movement import carry_out, downwind, drifts
from engine.systems.wooden_ships.sailing import Steps, allowances, parse_plot, plots, plotted
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, afloat, friends
from engine.systems.wooden_ships.surrender import ShotCircumstances, forced_surrenders, protected

# All possible moves of a ship in a turn: her place after each impulse of every plot, and the drift.


class Way(NamedTuple):
    """The course that a ship sails by a plot if nothing gets in her way."""

    plot: str
    steps: Steps
    path: tuple[Place, ...]
    """The ship's place before the first impulse (step of a plot), and after each impulse."""
    end: Place
    """The ship's place after the drift."""


@cached_per_state
def ways(view: State, ship_id: str) -> tuple[Way, ...]:
    """Return the courses of all plots of a ship. A ship that gets no order has one course: she
    stays, and may drift.
    """
    ship = view.ships[ship_id]
    return tuple(_way(view, ship, text) for text in plots(view, ship) or ("0",))


def way(view: State, ship_id: str, plot: str) -> Way:
    """Return the course of one plot."""
    known = next((each for each in ways(view, ship_id) if each.plot == plot), None)
    return known or _way(view, view.ships[ship_id], plot)


def _way(view: State, ship: Ship, plot: str) -> Way:
    steps = parse_plot(plot)
    reached = plotted(view, ship, steps).path if steps else ()
    path = ((ship.bow, ship.facing), *(((c, r), facing) for c, r, facing in reached))
    drifting = "1" not in steps and carried(view, ship.id, path[-1])
    end = downwind(view, path[-1]) if drifting else path[-1]
    return Way(plot, steps, path, end)


@cached_per_state
def carried(view: State, ship_id: str, turned: Place | None = None) -> bool:
    """Tell whether a ship drifts downwind this turn if she takes no hex ahead.

    Ships that are fouled or grappled with her get no orders, so they stay with her. A ship that
    would come onto land does not drift. `turned` is the ship's place if she turns first.
    """
    if view.ships[ship_id].still + 1 < book().drift.from_still:
        return False
    unit = group(view, ship_id)
    still = {each: view.ships[each].still + 1 for each in unit}
    return drifts(view, unit, still, {ship_id: turned} if turned else None)


# The hexes that ships may cover with their broadsides in a turn: the range of their guns.


@cached_per_state
def may_cover(view: State, ship_id: str) -> frozenset[Axial]:
    """Return the hexes, as axial coordinates, that a ship may fire into at the end of any of her
    plots.

    Nothing is assumed to get in her way or to block her guns.
    """
    ends = {each.end for each in ways(view, ship_id)}
    found: set[Axial] = set()
    for side in ready(view, ship_id):
        for bow, facing in ends:
            q, s = axial(bow)
            shape = _shape(facing, side, book().gunnery.max_range)
            found.update([(q + dq, s + ds) for dq, ds in shape])
    return frozenset(found)


@cached_per_state
def danger(view: State, ship_id: str) -> dict[Hex, int]:
    """Return {hex: number of enemies of the ship that may fire into this hex in this turn}."""
    ship = view.ships[ship_id]
    found: Counter[Axial] = Counter()
    for other in afloat(view):
        if not friends(view, ship, other):
            found.update(may_cover(view, other.id))
    return {offset(at): count for at, count in found.items()}


@lru_cache(maxsize=64)
def _shape(facing: int, side: SideName, reach: int) -> tuple[Axial, ...]:
    """Return the hexes that one side's guns cover, as offsets from the bow in axial coordinates."""
    q, s = axial((0, 0))
    return tuple((a - q, b - s) for a, b in map(axial, covered_hexes((0, 0), facing, side, reach)))


# Two plots carried out together: where both ships end, and whether they collide.
#
# The rules of the movement decide it, with only these two ships and the ships snagged with them on
# the sea; every result of the dice has its probability.


CLEAR = 6
"""A face of the die at which no ship fouls. Forecasts use it for every fouling roll, because
fouling changes no ship's place."""


class Encounter(NamedTuple):
    """One possible end of two ships' plots, carried out together, with its probability: the places
    of both, and whether they collided.
    """

    share: float
    one: Place
    other: Place
    collided: bool
    """Whether these two ships collided with each other."""


def encounters(view: State, one: str, mine: Way, other: str, theirs: Way) -> tuple[Encounter, ...]:
    """Return the possible ends of two ships' plots, carried out together; their probabilities add
    up to 1.
    """
    alone = alone_with(view, frozenset((one, other)))
    # The ships snagged with the two are obstacles, too, and may drift.
    besides = (way(view, key, "0") for key in alone.ships if key not in (one, other))
    if not any(_touch(*both) for both in combinations((mine, theirs, *besides), 2)):
        return (Encounter(1.0, mine.end, theirs.end, False),)
    orders = {one: mine.steps, other: theirs.steps}
    return tuple(_followed(alone, orders, one, other))


def _touch(mine: Way, theirs: Way) -> bool:
    """Tell whether two courses enter the same hex in the same impulse, or in the drift."""
    longest = max(len(mine.path), len(theirs.path))
    for number in range(1, longest):
        here = mine.path[min(number, len(mine.path) - 1)]
        there = theirs.path[min(number, len(theirs.path) - 1)]
        if _meet(here, there):
            return True
    return _meet(mine.end, theirs.end)


def _meet(here: Place, there: Place) -> bool:
    near = abs(here[0][0] - there[0][0]) <= 2 and abs(here[0][1] - there[0][1]) <= 2
    return near and not set(hexes(*here)).isdisjoint(hexes(*there))


@cached_per_state
def alone_with(view: State, ships: frozenset[str]) -> State:
    """Return the view reduced to the given ships, and the ships fouled or grappled with them."""
    kept = {each for ship in ships for each in group(view, ship)}
    return replace(
        view,
        ships={key: ship for key, ship in view.ships.items() if key in kept},
        fouled=tuple(pair for pair in view.fouled if kept.issuperset(pair)),
        grappled=tuple(each for each in view.grappled if kept.issuperset(each[:2])),
    )


def _followed(
    state: State, orders: dict[str, tuple[str, ...]], one: str, other: str
) -> Iterator[Encounter]:
    """Yield every possible end of two ships' plots. Where a die decides a contested hex, each ship
    wins with probability one half.
    """
    untried: list[tuple[int, ...]] = [()]
    while untried:
        winners = untried.pop()
        thrown = count()

        def roll(winners: tuple[int, ...] = winners, thrown: Iterator[int] = thrown) -> int:
            contest, second = divmod(next(thrown), 2)
            winner = winners[contest] if contest < len(winners) else 0
            return 2 if winner == second else 1

        places = {key: (ship.bow, ship.facing) for key, ship in state.ships.items()}
        collided = False
        for event in carry_out(state, orders, roll, lambda: CLEAR):
            if isinstance(event, ev.ImpulseTaken | ev.Drifted):
                places |= {key: ((c, r), facing) for key, (c, r, facing) in event.places.items()}
            if isinstance(event, ev.Collided):
                collided = collided or {one, other} == {*event.ships}
        contests = next(thrown) // 2
        for later in range(len(winners), contests):
            untried.append((*winners, *(0,) * (later - len(winners)), 1))
        yield Encounter(0.5**contests, places[one], places[other], collided)


# The results of a plot against all possible enemy plots: bearing, raking, raked, colliding.


UNPAID = 4
"""Hexes by which two ships can come nearer to each other in a turn beyond their movement points: a
free turn and the drift cost no points."""


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """How many of an enemy's plots lead to each result for a ship's plot. A plot whose result a die
    decides counts as a fraction.
    """

    foe: str
    plots: int
    bears: float
    """The number of enemy plots after which a loaded side of the ship bears on the enemy."""
    rakes: float
    borne: float
    """The number of enemy plots after which a loaded side of the enemy bears on the ship."""
    raked: float
    collides: float

    @property
    def matters(self) -> bool:
        """Whether any of these plots lets the two ships fire at each other, or collide."""
        return bool(self.bears or self.borne or self.collides)


@cached_per_state
def prospects(view: State, ship_id: str, plot: str) -> tuple[Prospect, ...]:
    """Return the results of a plot against each enemy with whom the ship could fight or collide.

    Each enemy is taken alone: other ships are ignored, although they may block the line of fire, be
    nearer targets, or stop either ship.
    """
    found = (prospect(view, ship_id, plot, foe) for foe in near_foes(view, ship_id))
    return tuple(each for each in found if each.matters)


@cached_per_state
def near_foes(view: State, ship_id: str) -> tuple[str, ...]:
    """Return the ids of the enemies that can come within range of a ship this turn."""
    ship = view.ships[ship_id]
    reach = book().gunnery.max_range + max(allowances(ship)) + UNPAID
    return tuple(
        other.id
        for other in afloat(view)
        if not friends(view, ship, other)
        and not surrendered(other)
        and apart(ship, other) <= reach + max(allowances(other))
    )


def prospect(view: State, ship_id: str, plot: str, foe: str) -> Prospect:
    """Return the results of a ship's plot against all plots of one enemy."""
    reach = book().gunnery.max_range
    mine, theirs = ready(view, ship_id), ready(view, foe)
    own = way(view, ship_id, plot)
    every = ways(view, foe)
    bears = rakes = borne = raked = collides = 0.0
    for other in every:
        for share, here, there, collided in encounters(view, ship_id, own, foe, other):
            if not mine.isdisjoint(sides_in_field(*here, *there, reach)):
                bears += share
                rakes += share * exposed(there, here)
            if not theirs.isdisjoint(sides_in_field(*there, *here, reach)):
                borne += share
                raked += share * exposed(here, there)
            collides += share * collided
    return Prospect(
        foe=foe,
        plots=len(every),
        bears=bears,
        rakes=rakes,
        borne=borne,
        raked=raked,
        collides=collides,
    )


def exposed(place: Place, other: Place) -> bool:
    """Tell whether a ship at `place` is raked from `other`: none of her own guns could bear on that
    ship.
    """
    return not sides_borne_at(*place, *other)


@cached_per_state
def ready(view: State, ship_id: str) -> frozenset[SideName]:
    """Return the sides of a ship that can fire this turn if they find a target."""
    ship: Ship = view.ships[ship_id]
    return frozenset(side for side in SIDES if not why_silent(ship, side))


def plots_counted(count: float) -> str:
    """Return a number of plots as text: `4`, `2.5`. Fractions occur, because a plot whose result
    dice decide counts as a half or a quarter.
    """
    return f"{count:g}"


def worst(found: Iterable[Prospect]) -> list[Prospect]:
    """Return the prospects sorted by danger: first the enemies that rake the ship after most of
    their plots.
    """
    return sorted(found, key=lambda each: (-each.raked / each.plots, -each.borne, each.foe))


# Ships that one shot may force to surrender: no guns or no rigging left, and no friend protects.


def on_the_verge(state: State, ship: Ship) -> tuple[str, ...]:
    """Return as words the shots that would at once make a ship surrender, in the present positions;
    () if there are none.

    For a ship that only nearby friends protect the words say that they keep her safe; the danger
    returns if a friend leaves, or strikes.
    """
    if fleet.surrendered(ship) or fleet.crewless(ship):
        return ()
    shots = []
    if fleet.without_guns(ship):
        shots.append(
            f"a shot within {pluralized(book().surrender.firepower_range, 'hex', 'hexes')}"
        )
    if fleet.dismasted(ship):
        shots.append("a rake at her hull")
    firers = [
        other
        for other in afloat(state)
        if not (friends(state, ship, other) or fleet.surrendered(other) or fleet.crewless(other))
    ]
    if not shots or not firers:
        return ()
    saved = [protected(state, ship, firer) for firer in firers]
    if all(saved):
        return ("she need not surrender while a friend is near",)
    larger = " of a larger ship" if any(saved) else ""
    return tuple(f"{each}{larger} makes her surrender" for each in shots)


# The possible results of a broadside: the exact chances of its die, and the gain from holding fire.


class Chances(NamedTuple):
    """How many of the die's six faces give each result of a broadside. The fire of other ships is
    not counted.
    """

    faces: tuple[Hits, ...]
    strikes: int
    """The number of faces at which the target strikes, or surrenders because she has no guns or
    rigging left."""
    rigging: int
    """The number of faces at which the target loses a section of her rigging."""
    crew: int
    """The number of faces at which the target loses a section of her crew."""

    @property
    def mean(self) -> tuple[float, ...]:
        """The expected hits on hull, guns, crew, rigging."""
        return tuple(sum(column) / len(self.faces) for column in zip(*self.faces, strict=True))


def chances(view: State, ship: Ship, side: SideName, target: Ship, aim: Aim) -> Chances:
    """Return the chances of one side's fire at a target, aimed at hull or rigging."""
    aimed = shot(ship, side, target)
    faces = outcomes(aimed.table, aim)
    falls = ShotCircumstances(aimed.range, bool(aimed.rake), aim)
    taken = bool(forced_surrenders(view, ship, target, falls))
    strikes = rigging = crew = 0
    for hits in faces:
        # The side on which guns are hit is not distinguished: no other box depends on it.
        left = HitTally(target, view.rules.excess_guns_to_hull)
        hull, guns, men, spars = hits
        left.hull_hits(hull)
        left.gun_hits(guns, lambda: SIDES[0])
        left.crew_hits(men)
        left.rigging_hits(spars)
        strikes += taken or (target.hull > 0 and left.hull <= 0)
        rigging += _fewer(target.printed.rigging, target.rigging, left.rigging)
        crew += _fewer(target.printed.crew, target.crew, left.crew)
    return Chances(faces, strikes, rigging, crew)


def _fewer(printed: tuple[int, ...], before: tuple[int, ...], after: list[int]) -> bool:
    return fleet.lost_sections(printed, tuple(after)) > fleet.lost_sections(printed, before)


class Waiting(NamedTuple):
    """The comparison of firing a first broadside, which has a bonus, now with keeping it."""

    bonus: int
    now: SideShot
    plain: SideShot
    """The same shot without the first broadside's bonus."""
    close: SideShot
    """The first broadside if it is kept and fired at range 1, with the same rake as now."""


def waiting(ship: Ship, side: SideName, target: Ship) -> Waiting | None:
    """Return the shots of a side now and later, to decide whether to keep its first broadside.
    Return None if the first broadside has been fired, or has no bonus here.
    """
    at = SIDES.index(side)
    now = shot(ship, side, target)
    if ship.loaded[at] != "initial" or not now.modifiers.initial:
        return None
    loaded = ("round", ship.loaded[1]) if at == 0 else (ship.loaded[0], "round")
    plain = shot(replace(ship, loaded=loaded), side, target)
    return Waiting(now.modifiers.initial, now, plain, shot_at(ship, side, 1, now.rake))


def ready_again(ship: Ship, fired: tuple[SideName, ...], turn: int) -> tuple[int, ...]:
    """Return the turns from which a ship's empty sides can fire again, after `fired` have fired
    this turn. At the end of each turn she loads one side.
    """
    pairs = zip(SIDES, ship.loaded, strict=True)
    empty = [side for side, load in pairs if load == "empty" or side in fired]
    return tuple(turn + number for number in range(1, len(empty) + 1))
