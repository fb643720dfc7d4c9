"""The chart of a battle: ships, land, signals, and lines between fouled or grappled ships."""

from __future__ import annotations

from operator import attrgetter

from engine.game.chart import Hexes, Mark, Scene, Spot, Terrain, Tie
from engine.kit.by_type import cached_each, cached_while
from engine.space.hexes import heading, plane
from engine.systems.wooden_ships.fleet import drawn_side, hull, lies_on
from engine.systems.wooden_ships.signals import flying, in_words
from engine.systems.wooden_ships.state.state import Ship, State, afloat, holder

DRAWN = attrgetter("ships", "seats", "land", "wind", "fouled", "grappled", "signals", "pools")
"""The fields of a view on which the chart and the roster depend; they are the key of their
caches."""


@cached_while(DRAWN)
def scene(view: State) -> Scene:
    """Return the chart: the sea of hexes, and all marks on it."""
    land: list[Mark] = [
        Terrain(f"L{number}", "land", tuple(plane(place) for place in outline))
        for number, outline in enumerate(view.land, 1)
    ]
    ships = _hulls(view, afloat(view))
    return Scene(Hexes(heading(view.wind)), (*land, *ties(view), *ships, *flags(view)))


DRAWN_OF_SHIP = attrgetter(
    *("seat", "prize", "name", "bow", "facing", "loaded", "hull", "printed", "surrendered")
)
"""The fields of a ship on which her drawn hull depends. A test checks that none is missing."""


def _drawn_of(view: State, ship: Ship) -> object:
    return drawn_side(view, holder(ship)), DRAWN_OF_SHIP(ship)


_hulls = cached_each(lambda view: (view.seats,), _drawn_of)(hull)


def ties(view: State) -> tuple[Mark, ...]:
    """Return the marks between ships: one for each pair that is fouled or grappled."""
    return (
        *(Tie("fouled", pair) for pair in view.fouled),
        *(Tie("grappled", (one, other)) for one, other, _ in view.grappled),
    )


def subjects(view: State) -> tuple[str, ...]:
    """Return the ships on the map, by id."""
    return tuple(ship.id for ship in afloat(view))


def flags(view: State) -> tuple[Mark, ...]:
    """Return the labels of signals, each at the stern of the ship that flies it."""
    if not view.signals:
        return ()
    return tuple(
        Spot("label", plane(lies_on(ship)[1]), text)
        for ship in view.ships.values()
        if (text := signal_of(view, ship.id))
    )


def signal_of(view: State, ship: str) -> str:
    """Return the signal that a ship flies, as words; '' if she flies none."""
    signal = flying(view, ship)
    return in_words(signal) if signal else ""
