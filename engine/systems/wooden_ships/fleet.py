"""Facts about ships: their places, names and conditions, and the ships they are fouled or grappled
with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import dist

from engine.game.chart import Hull
from engine.kit.by_type import cached_per_state
from engine.space.hexes import WIDTH, Hex, distance, heading, plane, step, turned
from engine.space.plane.pose import Point, Pose
from engine.systems.wooden_ships.data import Hits, Quality
from engine.systems.wooden_ships.state.events.fighting import Modifiers
from engine.systems.wooden_ships.state.state import Ship, State, afloat, holder, in_order

# Positions of ships: a bow hex and the hex astern of it (Wooden Ships & Iron Men, Mapboard).


Place = tuple[Hex, int]
"""A ship's place on the map: (hex of her bow, facing). The facing is the number of a direction, 1
to 6."""


@lru_cache(maxsize=65536)
def hexes(bow: Hex, facing: int) -> tuple[Hex, Hex]:
    """Return the bow and the stern hex of a ship at a place."""
    return bow, step(bow, turned(facing, 3))


def lies_on(ship: Ship) -> tuple[Hex, Hex]:
    """Return the two hexes that a ship occupies, bow first."""
    return hexes(ship.bow, ship.facing)


def apart(one: Ship, other: Ship) -> int:
    """Return the distance of two ships in hexes. Each ship lies on two hexes; the nearest pair of
    hexes counts.
    """
    return between(one.bow, one.facing, other.bow, other.facing)


@lru_cache(maxsize=65536)
def between(bow: Hex, facing: int, other_bow: Hex, other_facing: int) -> int:
    """Return the distance in hexes between two ships, from the hexes of their bows and their
    facings.
    """
    mine, theirs = hexes(bow, facing), hexes(other_bow, other_facing)
    return min(distance(here, there) for here in mine for there in theirs)


def beside(state: State, ship: Ship) -> list[Ship]:
    """Return the ships in hexes next to a ship, sorted by id."""
    column, row = ship.bow
    columns = _by_column(state)
    return [
        other
        for _, other in sorted(
            (number, other)
            for near in range(column - 3, column + 4)
            for number, other in columns.get(near, ())
            if abs(other.bow[1] - row) <= 4 and other.id != ship.id and apart(ship, other) == 1
        )
    ]


@cached_per_state
def _by_column(state: State) -> dict[int, list[tuple[int, Ship]]]:
    """Return {column of the bow: [(number in the order of ids, ship)]} for the ships on the map.

    An index for `beside`: in a fleet each ship then checks only the columns around her.
    """
    found: dict[int, list[tuple[int, Ship]]] = {}
    for number, ship in enumerate(afloat(state)):
        found.setdefault(ship.bow[0], []).append((number, ship))
    return found


def taken(ships: Iterable[Ship]) -> set[Hex]:
    """Return all hexes that these ships lie on."""
    return {place for ship in ships for place in lies_on(ship)}


# The words for ships, hexes and sums in a sentence.


WINDS = ("", "N", "NE", "SE", "S", "SW", "NW")
"""The names of the map's directions; the index is the number of a direction, 1 to 6."""


def wind_from(wind: int) -> str:
    """Return the name of the direction that the wind comes from; `wind` is the number of the
    direction that it blows to.
    """
    return WINDS[(wind + 2) % 6 + 1]


ATTITUDES = {
    "A": "wind on the quarter",
    "B": "before the wind",
    "C": "close-hauled",
    "D": "in the wind's eye",
}
MODIFIERS = {
    "crew": "crew",
    "initial": "first broadside",
    "rake": "rake",
    "sections": "sections away",
    "captured": "captured",
}
_PLAIN = {"all_hands": "all hands were boarding"}
"""The words that a player reads for a condition whose name in files is not plain English."""


def in_words(status: Iterable[str]) -> str:
    """Return a ship's conditions as words for a player."""
    return ", ".join(_PLAIN.get(word, word) for word in status)


def ship_name(state: State, ship: str) -> str:
    """Return a ship's id and name, as the log writes them: `A1 Mars`."""
    return state.ships[ship].label if ship in state.ships else ship


def seat_name(state: State, seat: str) -> str:
    """Return a seat's name."""
    return state.seats[seat].name if seat in state.seats else seat


def hits_in_words(hits: Hits) -> str:
    """Return the hits of a shot as words: `3 hull, 1 crew`, or `no hit`."""
    names = ("hull", "gun", "crew", "rigging")
    found = [f"{count} {name}" for count, name in zip(hits, names, strict=True) if count]
    return ", ".join(found) or "no hit"


def sum_in_words(base: int, modifiers: Modifiers, table: int) -> str:
    """Return a shot's hit table as the sum that gives its number: `base 0, crew +2, rake +3: table
    5`.
    """
    parts = [f"base {base}"]
    parts += [
        f"{words} {value:+d}"
        for name, words in MODIFIERS.items()
        if (value := getattr(modifiers, name))
    ]
    held = f" of {base + modifiers.total}" if base + modifiers.total > table else ""
    return f"{', '.join(parts)}: table {table}{held}"


def share_in_words(share: str) -> str:
    """Return points, which are kept as text such as `23/2`, as words: `1 point`, `23/2 points`."""
    return f"{share} point" if share == "1" else f"{share} points"


# Hexes and ships on the chart: the centres of adjacent hexes are 1 apart on the plane.


LENGTH, BEAM = 1.8, 0.65
"""A ship's length and beam, as multiples of the distance between the centres of adjacent hexes."""


@lru_cache(maxsize=4096)
def pose(bow: Hex, facing: int) -> Pose:
    """Return a ship's middle and heading on the chart.

    Cached, because each entry of a replay or a page needs the poses of all ships, and few ships
    have moved.
    """
    # not by `hexes`, whose larger cache would fill with the places of a whole battle
    (ax, ay), (bx, by) = plane(bow), plane(step(bow, turned(facing, 3)))
    return Pose((ax + bx) / 2, (ay + by) / 2, heading(facing)).rounded()


def hex_at(at: Point) -> Hex:
    """Return the hex with the centre nearest to a point of the chart."""
    x, y = at
    column = round(x / WIDTH)
    near = [(c, round(-y - (c & 1) / 2)) for c in (column - 1, column, column + 1)]
    return min(near, key=lambda place: dist(plane(place), at))


def drawn_side(view: State, seat: str) -> str:
    """Return the style of a seat's hulls on the chart: `A` for the side that is drawn filled, `B`
    for sides in outline.
    """
    first = next(iter(view.seats.values())).side
    return "A" if view.seats[seat].side == first else "B"


def hull(view: State, ship: Ship) -> Hull:
    """Return the mark that draws a ship's hull; a prize has the colours of her captor."""
    seat = holder(ship)
    return Hull(
        ship.id,
        seat,
        pose(ship.bow, ship.facing),
        LENGTH,
        BEAM,
        side=drawn_side(view, seat),
        name=ship.name,
        state="wreck" if surrendered(ship) else "live",
        port_loaded=ship.loaded[0] != "empty",
        starboard_loaded=ship.loaded[1] != "empty",
        damage=(ship.printed.hull - ship.hull, ship.printed.hull),
    )


def ghost(view: State, ship: Ship, bow: Hex, facing: int) -> Hull:
    """Return a ghost of a ship: her hull, drawn at a place where she is not now, such as the end of
    a plot.
    """
    seat = holder(ship)
    return Hull(
        ship.id,
        seat,
        pose(bow, facing),
        LENGTH,
        BEAM,
        side=drawn_side(view, seat),
        name=ship.name,
        state="ghost",
    )


def nearest_ship(ships: Iterable[Ship], place: Hex) -> Ship | None:
    """Return the ship that is on a hex, else the nearest ship beside it; None if there is none."""
    found = [(min(distance(place, each) for each in lies_on(ship)), ship) for ship in ships]
    far, ship = min(found, key=lambda each: each[0], default=(2, None))
    return ship if far <= 1 else None


# The condition of a ship (Wooden Ships & Iron Men, Ship Chart, Damage Effects).


def struck(ship: Ship) -> bool:
    """Tell whether a ship has struck her colours: she has no hull left."""
    return ship.hull <= 0


def surrendered(ship: Ship) -> bool:
    """Tell whether a ship is out of the fight: she has struck, or was forced or ordered to
    surrender.
    """
    return ship.hull <= 0 or bool(ship.surrendered)


def own_squares(ship: Ship) -> int:
    """Return how many squares of a ship's own crew are left, reserve included. On a prize these
    squares are prisoners.
    """
    return sum(ship.crew) + ship.reserve


def crewless(ship: Ship) -> bool:
    """Tell whether nobody is left to work a ship: no crew or, on a prize, no prize crew."""
    return (ship.prize.squares if ship.prize else own_squares(ship)) <= 0


def dismasted(ship: Ship) -> bool:
    """Tell whether all rigging is gone."""
    return not any(ship.rigging)


def without_guns(ship: Ship) -> bool:
    """Tell whether all guns and carronades are gone."""
    return not any(ship.guns) and not any(ship.carronades)


def working_crew(ship: Ship) -> tuple[int, ...]:
    """Return the crew squares that work a ship, by section; a prize crew counts as one section."""
    return (ship.prize.squares,) if ship.prize else ship.crew


def quality(ship: Ship) -> Quality:
    """Return the quality of the crew that works a ship: the prize crew's on a prize, else her own
    crew's.
    """
    return ship.prize.quality if ship.prize else ship.quality


def old_crew_only(ship: Ship) -> bool:
    """Tell whether a ship that has struck has no prize crew: her own crew neither works nor leaves
    her.
    """
    return struck(ship) and ship.prize is None


def lost_sections(printed: tuple[int, ...], left: tuple[int, ...]) -> int:
    """Return how many of the printed sections have lost all their squares."""
    return sum(1 for full, now in zip(printed, left, strict=True) if full and not now)


_WORDS: tuple[tuple[str, Callable[[State, Ship], bool]], ...] = (
    ("struck", lambda state, ship: struck(ship)),
    ("surrendered", lambda state, ship: bool(ship.surrendered)),
    ("rescued", lambda state, ship: ship.rescued),
    ("captured", lambda state, ship: ship.prize is not None),
    ("crewless", lambda state, ship: crewless(ship)),
    ("dismasted", lambda state, ship: dismasted(ship)),
    ("fouled", lambda state, ship: bool(fouled_with(state, ship.id))),
    ("grappled", lambda state, ship: bool(grappled_with(state, ship.id))),
    ("all_hands", lambda state, ship: ship.all_hands),
)


def status(state: State, ship: Ship) -> list[str]:
    """Return the conditions that a ship is in, as ids in a fixed order."""
    return [word for word, holds in _WORDS if holds(state, ship)]


def in_prizes(state: State, ship: Ship) -> int:
    """Return how many squares of a ship's crew are aboard her prizes: they have left her, but are
    not lost.
    """
    prizes = (each.prize for each in state.ships.values() if each.prize)
    return sum(prize.squares for prize in prizes if prize.ship == ship.id)


def conditions(state: State, ship: Ship) -> str:
    """Return a ship's conditions as words for a player. A ship whose crew is aboard a prize is not
    called crewless.
    """
    away = in_prizes(state, ship)
    return in_words(
        "crew in prize" if away and word == "crewless" else word for word in status(state, ship)
    )


# Snags: fouled ships, grappled ships, and the groups that they form.


Ties = dict[str, frozenset[str]]


def fouled_with(state: State, ship: str) -> frozenset[str]:
    """Return the ids of the ships that are fouled (entangled) with a ship."""
    return _ties(state.fouled).get(ship, frozenset())


def grappled_with(state: State, ship: str) -> dict[str, int]:
    """Return {id: number of grapples} for the ships that are grappled with a ship."""
    return {b if a == ship else a: count for a, b, count in state.grappled if ship in (a, b)}


def snagged_with(state: State, ship: str) -> frozenset[str]:
    """Return the ids of the ships that a ship is snagged with, that is, fouled or grappled."""
    if not state.fouled and not state.grappled:
        return frozenset()
    return _both(state.fouled, state.grappled).get(ship, frozenset())


def group(state: State, ship: str) -> tuple[str, ...]:
    """Return the sorted ids of a ship and of all ships that are fouled or grappled with her,
    directly or in a chain.
    """
    ties = _both(state.fouled, state.grappled)
    found, open_ends = {ship}, [ship]
    while open_ends:
        new = ties.get(open_ends.pop(), frozenset()) - found
        found |= new
        open_ends += new
    return tuple(in_order(found))


@lru_cache(maxsize=16)
def _ties(pairs: tuple[tuple[str, str], ...]) -> Ties:
    found: dict[str, set[str]] = {}
    for a, b in pairs:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {ship: frozenset(others) for ship, others in found.items()}


@lru_cache(maxsize=16)
def _both(fouled: tuple[tuple[str, str], ...], grappled: tuple[tuple[str, str, int], ...]) -> Ties:
    return _ties((*fouled, *((a, b) for a, b, _ in grappled)))
