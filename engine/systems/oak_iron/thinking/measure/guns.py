"""Expected worth of volleys between two ships, as arrays over many places of both."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Bearings, Numbers, Truths
from engine.systems.oak_iron.crew.card_attacks import rally_only
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.terms import AttackKind
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import (
    BANDS,
    volley,
)
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.table.many_rakes import rakes
from engine.systems.oak_iron.thinking.measure.expected_harm import harm
from engine.systems.oak_iron.thinking.measure.fire_into_melee import melee_fire_terms
from engine.systems.oak_iron.thinking.measure.situation import crowded
from engine.systems.oak_iron.thinking.measure.weights import worth

RAKES: Final[tuple[Literal["", "bow", "stern"], ...]] = ("", "bow", "stern")
SIDES: Final[tuple[Literal["port", "starboard"], ...]] = ("port", "starboard")
MUSKET: Final = 2
"""Index into `BANDS` of the last band at which Broadsides rake and Partial Fire reaches."""
NOTHING: Final = -1
"""Code of a place with no shot. -1, so that it is also the last index of the lookup table."""
LOADING: Final = 0.5
"""Points that it costs to load a side: the Crew Action could have done something else."""


class Guns:
    """Worths of the volleys of a view, in points.

    A pose changes a volley only by range band and rake, so a worth is cached under the code
    `band * len(RAKES) + rake`. Lines of sight are taken to be clear.
    """

    def __init__(self, view: State) -> None:
        self.view = view
        self._worth: dict[tuple[str, str, AttackKind], dict[int, float]] = {}
        measures = book().measures
        self._limits = np.array([getattr(measures, name) + REACHED for name in BANDS])
        self._many = crowded(view)
        self._raking = not view.rules.quick_start

    def may_reach(self, bases: Bases, others: Bases) -> Truths:
        """Return which pairs may be within range: a cheap filter by centres that misses none."""
        apart = np.hypot(bases.x - others.x, bases.y - others.y)
        around = bases.ahead + bases.beam + others.ahead + others.beam
        found: Truths = apart <= self._limits[-1] + around
        return found

    def broadsides(self, firer: str, target: str, bearings: Bearings) -> list[Numbers]:
        """Return the worth of the port and of the starboard broadside at each place, if loaded.

        Oak & Iron ch. 5, Broadsides, Raking Shots.
        """
        band = self._bands(bearings.gaps)
        reached = band < len(BANDS)
        if not reached.any():
            return [np.zeros(band.shape) for _ in SIDES]
        raked = band <= MUSKET if self._raking else np.zeros(band.shape, dtype=bool)
        found = []
        for side, path in zip(SIDES, bearings.in_paths(reached), strict=True):
            codes = np.where(path, band * len(RAKES), NOTHING)
            pairs = path & raked
            if pairs.any():
                codes[pairs] += rakes(bearings.here.among(pairs), side, bearings.there.among(pairs))
            found.append(self._looked_up(firer, target, "broadside", codes))
        return found

    def partial(self, firer: str, target: str, inches: Numbers) -> Numbers:
        """Return the worth of a Partial Fire at each range (inches)."""
        band = self._bands(inches)
        codes = np.where(band <= MUSKET, band * len(RAKES), NOTHING)
        return self._looked_up(firer, target, "partial_fire", codes)

    def in_one_turn(self, ship: Ship, sides: list[Numbers], done: bool) -> Numbers:
        """Return the worth of a ship's sides in a turn: all loaded ones, and one that she loads.

        `sides` as `broadsides` returns them; `done`: she has used her Crew Action.
        """
        loaded, empty = np.zeros_like(sides[0]), np.zeros_like(sides[0])
        for side, value in zip(SIDES, sides, strict=True):
            if side not in ship.reload:
                loaded = loaded + value
            elif not done and self._may_load(ship):
                empty = np.maximum(empty, value - LOADING)
        return loaded + empty

    def _may_load(self, ship: Ship) -> bool:
        if ship.shaken or ship.sail == "full" or self.view.holds(ship.id):
            return False
        return not rally_only(self.view, ship)

    def _bands(self, inches: Numbers) -> NDArray[np.int64]:
        """Return the index of each distance's band; one past the last for out of range."""
        return np.searchsorted(self._limits, inches)

    def _looked_up(self, firer: str, target: str, kind: AttackKind, codes: NDArray[Any]) -> Numbers:
        known = self._worth.setdefault((firer, target, kind), {NOTHING: 0.0})
        table = np.zeros(len(BANDS) * len(RAKES) + 1)
        # bincount finds the codes that occur without sorting them; it takes no negatives.
        for code in (np.flatnonzero(np.bincount(codes.ravel() - NOTHING)) + NOTHING).tolist():
            if code not in known:
                known[code] = self._counted(firer, target, kind, code)
            table[code] = known[code]
        found: Numbers = table[codes]
        return found

    def _counted(self, firer: str, target: str, kind: AttackKind, code: int) -> float:
        band, rake = divmod(code, len(RAKES))
        shot = volley(self.view, firer, target, kind, BANDS[band], RAKES[rake])
        found = odds.attack_odds(self.view, firer, target, shot, kind)
        worst = harm(self.view, target, found)
        return (
            worst + worth(melee_fire_terms(self.view, firer, target, found))
            if self._many
            else worst
        )
