"""Which broadsides may fire at which targets, and the sheet on which players order fire."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import msgspec

from engine.base.text import capitalized
from engine.game.decision import Answer, Closed, Option
from engine.game.question import Slot
from engine.kit.by_type import cached_per_state
from engine.space.hexes import Hex, covered, distance
from engine.systems.wooden_ships.data import Aim, book
from engine.systems.wooden_ships.fleet import apart, between, crewless, hexes, surrendered
from engine.systems.wooden_ships.gunnery.shot import (
    AIMS,
    SideShot,
    bears,
    hands_at_the_guns,
    open_aims,
    shot,
    sides_in_field,
)
from engine.systems.wooden_ships.machine import fires_from
from engine.systems.wooden_ships.state.events.fighting import Silent
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, afloat, friends

# Which ships fire at which targets: the field of fire, the closest enemy, blocked lines.


Field = dict[str, int]
"""The ships in one side's field of fire: {id: distance in hexes}."""


def field(state: State, ship: Ship, side: SideName) -> Field:
    """Return all ships in a side's field of fire; friends and surrendered ships are included,
    because they can block it.
    """
    return fields(state, ship.id)[side]


def fields(state: State, ship_id: str) -> dict[SideName, Field]:
    """Return the fields of fire of both sides of a ship: {side: {id: distance in hexes}}."""
    ship = state.ships[ship_id]
    known, at = _known(state), (ship_id, ship.bow, ship.facing)
    if at not in known:
        reach = book().gunnery.max_range
        (column, row), facing = ship.bow, ship.facing
        far = reach + 2  # both ships have a stern
        found: dict[SideName, Field] = {"port": {}, "starboard": {}}
        for other in afloat(state):
            bow = other.bow
            if abs(bow[0] - column) > far or abs(bow[1] - row) > far + 1 or other.id == ship.id:
                continue
            for side in sides_in_field(ship.bow, facing, bow, other.facing, reach):
                found[side][other.id] = between(ship.bow, facing, bow, other.facing)
        known[at] = found
    return known[at]


Known = dict[tuple[str, Hex, int], dict[SideName, Field]]
"""A cache of fields of fire: {(id of a ship, hex of her bow, facing): the fields of her two
sides}."""


@cached_per_state
def _known(state: State) -> Known:
    """Return the cache of fields of fire for the present places of all ships.

    In the phases of fire no ship moves, so all their states share one cache.
    """
    lying = tuple((ship.id, ship.bow, ship.facing) for ship in afloat(state))
    return _where_all_lie(lying, book().gunnery.max_range)


@lru_cache(maxsize=16)
def _where_all_lie(lying: tuple[tuple[str, Hex, int], ...], reach: int) -> Known:
    return {}


def closest(state: State, ship: Ship, side: SideName) -> tuple[str, ...]:
    """Return the ids of the nearest ships in a side's field of fire, sorted: several, if their
    distances are equal.
    """
    inside = field(state, ship, side)
    least = min(inside.values(), default=0)
    return tuple(other for other, far in inside.items() if far == least)


def land_before(state: State, ship: Ship, side: SideName, far: int) -> bool:
    """Tell whether a side's field of fire has land nearer than `far` hexes, so that a target there
    is hidden.
    """
    if not state.land:
        return False
    return _nearest_land(state.land, ship.bow, ship.facing, side) < far


@lru_cache(maxsize=4096)
def _nearest_land(land: tuple[tuple[Hex, ...], ...], bow: Hex, facing: int, side: SideName) -> int:
    mine = hexes(bow, facing)
    found = (
        min(distance(here, place) for here in mine)
        for place in covered(land)
        if bears(bow, facing, place) == side
    )
    return min(found, default=10**6)


# Which ships fire at which targets: the closest enemy, and among several the best target.
#
# Wooden Ships & Iron Men, Combat Rules.


def why_silent(ship: Ship, side: SideName) -> str:
    """Return why a ship's side cannot fire at all, whatever the target; '' if it can."""
    at = SIDES.index(side)
    if surrendered(ship):
        return "she has surrendered"
    if crewless(ship):
        return "she has no crew"
    if ship.rescued:
        return "she was rescued in this turn"
    if not hands_at_the_guns(ship):
        return "all her crew is in boarding parties"
    if ship.loaded[at] == "empty":
        return "the side is not loaded"
    return "" if ship.guns[at] or ship.carronades[at] else "the side has no guns left"


def why_not_at(  # noqa: PLR0911  (one answer a reason)
    state: State, ship: Ship, side: SideName, target: Ship
) -> str:
    """Return why a ship's side may not fire at one target; '' if it may."""
    if why := why_silent(ship, side):
        return why
    if friends(state, ship, target):
        return "she is a friend"
    if surrendered(target):
        return "she has surrendered"
    inside = field(state, ship, side)
    far = inside.get(target.id)
    if far is None:
        return "she is not in the field of fire"
    if any(other < far for other in inside.values()):
        return "another ship is closer"
    if land_before(state, ship, side, far):
        return "closer land blocks the fire"
    aimed = shot(ship, side, target)
    if not aimed.guns:
        return "the side has only carronades, which do not reach so far"
    return "" if aimed.fires else below(aimed)


def below(aimed: SideShot) -> str:
    """Return the reason why a shot is not possible: its hit table is too low."""
    return f"hit table {aimed.table} is below {book().gunnery.min_table}"


def may_fire_at(state: State, ship: Ship, side: SideName) -> tuple[str, ...]:
    """Return the ids of the targets that a side may fire at, sorted. Only the nearest ships are
    targets.
    """
    if why_silent(ship, side):
        return ()
    return tuple(
        other
        for other in closest(state, ship, side)
        if not why_not_at(state, ship, side, state.ships[other])
    )


@cached_per_state
def picks(state: State, ship_id: str, side: SideName) -> tuple[str, ...]:
    """Return the targets that the rules choose for a side: among the nearest ships, those against
    which it fires on the highest hit table. A die decides between several.
    """
    ship = state.ships[ship_id]
    legal = may_fire_at(state, ship, side)
    tables = {other: shot(ship, side, state.ships[other]).table for other in legal}
    best = max(tables.values(), default=0)
    return tuple(other for other in legal if tables[other] == best)


def candidates(state: State, ship: Ship, side: SideName) -> tuple[str, ...]:
    """Return the ships at which a side may come to fire: all legal targets if the rules let the
    player choose, else the nearest ships with the highest hit table (`picks`).
    """
    if state.rules.choose_target:
        return may_fire_at(state, ship, side)
    return picks(state, ship.id, side)


def unable(state: State) -> Iterator[Silent]:
    """Yield the broadsides that do not fire only because the number of their hit table is below
    0.
    """
    for ship in afloat(state):
        for side in SIDES:
            if why_silent(ship, side) or may_fire_at(state, ship, side):
                continue
            for other in closest(state, ship, side):
                aimed = shot(ship, side, state.ships[other])
                if aimed.guns and why_not_at(state, ship, side, state.ships[other]) == below(aimed):
                    yield Silent(ship.id, side, other, aimed.table)
                    break


def why_not(state: State, ship: Ship, side: SideName) -> str:
    """Return why a ship's side does not fire; '' if it may fire at some target."""
    if silent := why_silent(ship, side):
        return silent
    if may_fire_at(state, ship, side):
        return ""
    near = [state.ships[other] for other in closest(state, ship, side)]
    if not near:
        return "nothing is in the field of fire"
    enemies = [each for each in near if not friends(state, ship, each) and not surrendered(each)]
    if not enemies:
        return f"{near[0].id} blocks the field of fire"
    return why_not_at(state, ship, side, enemies[0])


# The sheet of fire: hold, or which sides fire at hull or rigging.
#
# Wooden Ships & Iron Men, Combat Rules.
#
# An option's id is `hold`, or a side and its aim: `port:rigging`, `both:hull`. If the owner chooses
# the target, its id follows the aim: `port:hull@B1`. If the sides differ, a plus joins their two
# orders: `port:hull+starboard:rigging`.


HOLD = "hold"


class Chosen(msgspec.Struct, frozen=True):
    """The order for one side of a ship: its aim, and the target if the player chooses it."""

    side: SideName
    aim: Aim
    target: str = ""

    def __str__(self) -> str:
        """Return this side's part of an option's id: `port:hull`, or `port:hull@B1` with a
        target.
        """
        return f"{self.side}:{self.aim}" + (f"@{self.target}" if self.target else "")


Volley = tuple[Chosen, ...]
"""A ship's whole order to fire: both sides, one side, or none (hold fire); port comes first."""


def slots(state: State, ship: Ship) -> Iterator[tuple[Slot, Answer]]:
    """Yield a ship's slot on the fire sheet, with the proposed order. Nothing is yielded if she has
    no target.
    """
    if all(why_silent(ship, side) for side in SIDES):
        return
    every = volleys(state, ship)
    if len(every) > 1:
        reasons = {side: why_held(state, ship, side) for side in SIDES}
        closed = tuple(Closed(side.capitalize(), why) for side, why in reasons.items() if why)
        named = _options(ship.id, every)
        slot = Slot(ship.id, ship.label, named, ship.id, closed=closed)
        yield slot, Answer(proposed(state, ship, every))


def why_held(state: State, ship: Ship, side: SideName) -> str:
    """Return why a ship's side does not fire: a rule, or a standing choice of its player; '' if it
    may fire.
    """
    if silent := why_not(state, ship, side):
        return silent
    if _choices(state, ship, side):
        return ""
    tables = [shot(ship, side, state.ships[name]).table for name in candidates(state, ship, side)]
    return (
        f"table {max(tables)}: her standing choice is to fire only from table "
        f"{fires_from(state, ship)} on"
    )


def volleys(state: State, ship: Ship) -> tuple[Volley, ...]:
    """Return every order to fire that a ship may get; holding fire comes first.

    If the rules allow only one aim for both sides, a side that may not use the chosen aim (hull or
    rigging) fires with the other aim.
    """
    by_side = {side: _choices(state, ship, side) for side in SIDES}
    single: list[Volley] = [(choice,) for side in SIDES for choice in by_side[side]]
    if state.rules.aim_per_side:
        both: list[Volley] = list(product(by_side["port"], by_side["starboard"]))
    else:
        names = [dict.fromkeys(choice.target for choice in by_side[side]) for side in SIDES]
        aims = {choice.aim for side in SIDES for choice in by_side[side]}
        both = [
            (Chosen("port", aim, port), Chosen("starboard", aim, starboard))
            for aim in AIMS
            if aim in aims
            for port, starboard in product(*names)
        ]
    return ((), *single, *both)


def _choices(state: State, ship: Ship, side: SideName) -> list[Chosen]:
    """Return the possible orders for one side: each allowed aim and, if the player chooses targets,
    each target.
    """
    every, least = candidates(state, ship, side), fires_from(state, ship)
    found = tuple(name for name in every if shot(ship, side, state.ships[name]).table >= least)
    named = found if state.rules.choose_target and len(every) > 1 else ("",)
    choices = []
    for name in named if found else ():
        ships = [state.ships[other] for other in ((name,) if name else found)]
        aims = {aim for other in ships for aim in open_aims(state, ship, other, apart(ship, other))}
        choices += [Chosen(side, aim, name) for aim in AIMS if aim in aims]
    return choices


def option_id(volley: Volley) -> str:
    """Return the option id of a ship's order to fire: `hold`, `both:hull`,
    `port:hull+starboard:rigging`.
    """
    if not volley:
        return HOLD
    if len(volley) == 2 and volley[0].aim == volley[1].aim and not any(c.target for c in volley):
        return f"both:{volley[0].aim}"
    return "+".join(map(str, volley))


def read_volley(option: str) -> Volley:
    """Return a ship's order to fire from the id of its option."""
    if option in (HOLD, ""):
        return ()
    if option.startswith("both:"):
        aim: Aim = "hull" if option == "both:hull" else "rigging"
        return Chosen("port", aim), Chosen("starboard", aim)
    found = []
    for part in option.split("+"):
        side, _, rest = part.partition(":")
        aimed, _, target = rest.partition("@")
        found.append(
            Chosen(
                "port" if side == "port" else "starboard",
                "hull" if aimed == "hull" else "rigging",
                target,
            )
        )
    return tuple(found)


def proposed(state: State, ship: Ship, every: tuple[Volley, ...]) -> str:
    """Return the id of the order with the highest sum of hit tables: both sides if possible, at the
    hull if allowed.
    """
    return option_id(max(every, key=lambda volley: _worth(state, ship, volley)))


def _worth(state: State, ship: Ship, volley: Volley) -> tuple[int, int]:
    tables = 0
    for choice in volley:
        names = (choice.target,) if choice.target else candidates(state, ship, choice.side)
        tables += 1 + max(shot(ship, choice.side, state.ships[name]).table for name in names)
    return tables, sum(choice.aim == "hull" for choice in volley)


@lru_cache(maxsize=4096)
def _options(ship: str, every: tuple[Volley, ...]) -> tuple[Option, ...]:
    return tuple(Option(option_id(each), _label(each), None, subject=ship) for each in every)


def _label(volley: Volley) -> str:
    if not volley:
        return "Hold fire"
    if option_id(volley).startswith("both:"):
        return f"Both sides at the {volley[0].aim}"
    words = (
        f"{each.side} at the {each.aim}" + (f" of {each.target}" if each.target else "")
        for each in volley
    )
    return capitalized(" and ".join(words))
