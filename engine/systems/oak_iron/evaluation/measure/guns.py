"""What volleys between two ships are worth, by range and rake, wherever the ships lie."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Bearings, Numbers, Truths, rakes
from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.evaluation.measure.expected_harm import harm
from engine.systems.oak_iron.evaluation.measure.fire_into_melee import melee_fire_terms
from engine.systems.oak_iron.evaluation.measure.situation import crowded
from engine.systems.oak_iron.evaluation.measure.weights import worth
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.gunnery import BANDS, Kind, volley
from engine.systems.oak_iron.state.state import State

RAKES: Final[tuple[Literal["", "bow", "stern"], ...]] = ("", "bow", "stern")
SIDES: Final[tuple[Literal["port", "starboard"], ...]] = ("port", "starboard")
MUSKET: Final = 2
"""The place among the bands to which broadsides rake and Partial Fire reaches."""
NOTHING: Final = -1
"""The code of no shot at all."""


class Guns:
    """The worth of volleys in a view, each counted once, when it is first asked for.

    Poses change it only by range and rake; lines of sight are taken to be clear.
    """

    def __init__(self, view: State) -> None:
        self.view = view
        self._worth: dict[tuple[str, str, Kind], dict[int, float]] = {}
        measures = book().measures
        self._limits = np.array([getattr(measures, name) + REACHED for name in BANDS])
        self._many = crowded(view)
        self._raking = not view.rules.quick_start

    def may_reach(self, bases: Bases, others: Bases) -> Truths:
        """Tell of pairs whether they may lie within range, by their centres: never of too few."""
        apart = np.hypot(bases.x - others.x, bases.y - others.y)
        around = bases.ahead + bases.beam + others.ahead + others.beam
        found: Truths = apart <= self._limits[-1] + around
        return found

    def broadsides(self, firer: str, target: str, bearings: Bearings) -> list[Numbers]:
        """Return what the port and the starboard broadside are worth at each place, if loaded."""
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
        """Return what a Partial Fire is worth at each range."""
        band = self._bands(inches)
        codes = np.where(band <= MUSKET, band * len(RAKES), NOTHING)
        return self._looked_up(firer, target, "partial_fire", codes)

    def _bands(self, inches: Numbers) -> NDArray[np.int64]:
        """Return the place of each distance among the bands; one beyond the last for too far."""
        return np.searchsorted(self._limits, inches)

    def _looked_up(self, firer: str, target: str, kind: Kind, codes: NDArray[Any]) -> Numbers:
        known = self._worth.setdefault((firer, target, kind), {NOTHING: 0.0})
        table = np.zeros(len(BANDS) * len(RAKES) + 1)
        for code in (np.flatnonzero(np.bincount(codes.ravel() - NOTHING)) + NOTHING).tolist():
            if code not in known:
                known[code] = self._counted(firer, target, kind, code)
            table[code] = known[code]
        found: Numbers = table[codes]
        return found

    def _counted(self, firer: str, target: str, kind: Kind, code: int) -> float:
        band, rake = divmod(code, len(RAKES))
        shot = volley(self.view, firer, target, kind, BANDS[band], RAKES[rake])
        found = odds.attack_odds(self.view, firer, target, shot, kind)
        worst = harm(self.view, target, found)
        return (
            worst + worth(melee_fire_terms(self.view, firer, target, found))
            if self._many
            else worst
        )
