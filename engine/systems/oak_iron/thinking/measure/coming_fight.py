"""Forecast of a squadron's next fight: who may fire at whom a turn or two from now.

Initiative cards are chosen before ships move, so their places are a guess: ships are taken to
close until the range suits, and then to have a broadside that bears with a fixed chance.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.terms import AttackKind, Band
from engine.systems.oak_iron.effects.fortitude import hidden
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import (
    band,
    volley,
)
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies, fighting
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.engagement_range import best_range
from engine.systems.oak_iron.thinking.measure.expected_harm import harm
from engine.systems.oak_iron.thinking.measure.reach import speeds

BEARS: Final = 0.6
"""Chance that a broadside bears on an enemy within range: ships turn to make it so."""
CLOSING: Final = 0.5
"""Share of both ships' speeds by which they close in a turn: they seldom head straight on."""
LOADED: Final = (0.4, 0.8, 1.0)
"""Share of her fire that a ship has with no side loaded, one, or both. Not 0, 0.5 and 1: she may
load a side before she fires, and rarely has targets on both sides."""
NEAREST: Final = 3
"""Number of enemies considered for each ship, the nearest; others are rarely her best target."""
ARMS: Final = ("yard_arm", "pistol", "musket")
"""Range bands that Partial Fire reaches."""


class Pair(NamedTuple):
    """A ship, one of her enemies, and the gap expected between them (inches)."""

    ship: str
    foe: str
    inches: float

    @property
    def band(self) -> Band:
        """The range band, '' beyond Cannon Shot."""
        return band(self.inches)


class ComingFight:
    """The expected fight of a squadron after a number of moves.

    `bare`: the cards that are face up now will have been taken back by then.
    """

    def __init__(self, view: State, squadron: str, moves: int, bare: bool = True) -> None:
        self.squadron, self.moves = squadron, moves
        self.view = _uncovered(view) if bare else view
        self.ships = tuple(ship for ship in view.own_ships(squadron) if ship.fights)
        self.pairs = tuple(pair for ship in self.ships for pair in self._pairs(ship))
        self.view = self._emptied()

    def _pairs(self, ship: Ship) -> list[Pair]:
        """Return a ship paired with her nearest enemies, the nearest first."""
        foes = enemies(self.view, ship.id)
        found = [Pair(ship.id, foe.id, self._later(ship, foe)) for foe in foes]
        return sorted(found, key=lambda pair: pair.inches)[:NEAREST]

    def _later(self, ship: Ship, foe: Ship) -> float:
        """Return the gap expected between two ships by then (inches)."""
        now = distance(self.view, ship.id, foe.id)
        tools = book().measures.tools
        way = sum(tools[fast].length for each in (ship, foe) if (fast := _speed(self.view, each)))
        return max(min(now, best_range(self.view, foe)), now - CLOSING * self.moves * way)

    def fire(self, view: State | None = None) -> float:
        """Return the worth of the squadron's fire in that turn: the best target of each ship.

        `view` is the forecast with a card at work; the bare one by default.
        """
        best = {ship.id: 0.0 for ship in self.ships}
        for pair in self.pairs:
            found = _fired(view or self.view, pair.ship, pair.foe, pair.band)
            best[pair.ship] = max(best[pair.ship], found)
        return sum(best.values())

    def danger(self, view: State | None = None) -> float:
        """Return the worth of the enemy's fire at the squadron: the best target of each enemy.

        Scaled by the squadron's share of its side's ships, as enemies fire at the others too.
        """
        best: dict[str, float] = {}
        for pair in self.pairs:
            found = _fired(view or self.view, pair.foe, pair.ship, pair.band)
            best[pair.foe] = max(best.get(pair.foe, 0.0), found)
        side = fighting(self.view, self.view.squadrons[self.squadron].side)
        return sum(best.values()) * len(self.ships) / max(1, len(side))

    def arms(self, ship: str, card: str = "", tires: bool = False) -> float:
        """Return the worth of a ship's Partial Fire by a card, at her best target then."""
        return max(
            (
                _shot(self.view, pair.ship, pair.foe, "partial_fire", pair.band, card, tires)
                for pair in self.pairs
                if pair.ship == ship and pair.band in ARMS
            ),
            default=0.0,
        )

    def of(self, ship: str) -> float:
        """Return the worth of a ship's fire at her best target then."""
        own = (pair for pair in self.pairs if pair.ship == ship)
        return max((_fired(self.view, ship, pair.foe, pair.band) for pair in own), default=0.0)

    def gap(self, ship: str) -> float:
        """Return the gap to a ship's nearest enemy then (inches)."""
        # 99 inches without an enemy: beyond every range, and finite for arithmetic.
        return min((pair.inches for pair in self.pairs if pair.ship == ship), default=99.0)

    def engaged(self, ship: str) -> bool:
        """Return whether a ship will have an enemy within Cannon Shot."""
        return within(self.gap(ship), book().measures.cannon)

    def _emptied(self) -> State:
        """Return the view with the sides that will be empty: whoever fights fires one before.

        Nothing changes for a fight one move away.
        """
        if self.moves < 2:
            return self.view
        fight = {key for pair in self.pairs if pair.band for key in (pair.ship, pair.foe)}
        ships = {
            key: replace(ship, reload=("port",) if key in fight else ())
            for key, ship in self.view.ships.items()
        }
        return replace(self.view, ships=ships)


def _fired(view: State, firer: str, target: str, reach: Band) -> float:
    """Return the worth of a ship's fire in a turn: a broadside if it bears, or Partial Fire."""
    if not reach or hidden(view, view.ships[target], reach):
        return 0.0
    guns = BEARS * _shot(view, firer, target, "broadside", reach)
    guns *= LOADED[2 - len(view.ships[firer].reload)]
    return max(guns, _shot(view, firer, target, "partial_fire", reach) if reach in ARMS else 0.0)


def _shot(  # noqa: PLR0913  (the facts of an attack)
    view: State,
    firer: str,
    target: str,
    kind: AttackKind,
    reach: Band,
    card: str = "",
    tires: bool = False,
) -> float:
    shot = volley(view, firer, target, kind, reach, card=card)
    return harm(view, target, odds.attack_odds(view, firer, target, shot, kind, "hull", tires))


def _speed(view: State, ship: Ship) -> int:
    able = speeds(view, ship.id)
    return max(able["large"], able["windward"])


def _uncovered(view: State) -> State:
    """Return a view without the cards that are face up or borrowed now."""
    squadrons = {
        key: replace(each, face_up="", borrowed=UNSET) for key, each in view.squadrons.items()
    }
    return replace(view, squadrons=squadrons)
