"""What shots between two ships are worth, over many places of both, including raking shots."""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from engine.space.plane.contact import REACHED
from engine.space.plane.many import Bases, Bearings, Numbers, Truths
from engine.systems.oak_iron.crew.card_attacks import rally_only
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import AttackKind
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.odds import Odds
from engine.systems.oak_iron.gunnery.shot import BANDS, volley
from engine.systems.oak_iron.state.ships import first_side
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.expected_harm import harm, point_scale
from engine.systems.oak_iron.thinking.measure.melee import (
    Fight,
    capture_scale,
    crew,
    crew_under_fire,
    fight,
)
from engine.systems.oak_iron.thinking.measure.weights import Values, crowded, worth

# Raking lines of many bases at once: Oak & Iron ch. 5, Raking Shots. Inches.
#
# For computer players, like `engine.space.plane.many`. The rules use `table.sight.raking` for a
# single base.


_FINE: Final = 1e-9
"""Comparisons of distances tolerate a rounding error of this many inches."""


def rakes(firers: Bases, side: Literal["port", "starboard"], targets: Bases) -> NDArray[np.int64]:
    """Return which edge of each target a raking line crosses first: 1 bow, 2 stern, 0 for no rake.

    The line goes out from the side `side` of each firer. Firers and targets broadcast, as arrays
    do; the result has their common shape.
    """
    hand = 1.0 if side == "starboard" else -1.0
    out_x, out_y = firers.north * hand, -firers.east * hand
    dx = firers.x + out_x * firers.beam - targets.x
    dy = firers.y + out_y * firers.beam - targets.y
    at = dx * targets.east + dy * targets.north
    across = dx * targets.north - dy * targets.east
    way = out_x * targets.east + out_y * targets.north
    drift = out_x * targets.north - out_y * targets.east
    way = np.where(np.abs(way) < 1e-12, np.nan, way)  # parallel: NaN compares as no rake
    bow, stern = (targets.ahead - at) / way, (-targets.ahead - at) / way
    through = (bow >= -_FINE) & (stern >= -_FINE)
    for run in (bow, stern):
        through &= np.abs(across + drift * run) <= targets.beam + _FINE
    return np.where(through, np.where(bow < stern, 1, 2), 0)


# Worth of volleys between two ships over many places of both, and of fire into a melee.


def holders(view: State, ship: str) -> list[Ship]:
    """Return the enemies that a ship is Entangled with, if they can still fight."""
    held = (view.ships[key] for key in view.holds(ship) if view.opposed(key, ship))
    return [foe for foe in held if foe.fights]


def melee_fire_terms(view: State, attacker: str, target: str, found: Odds) -> Values:
    """Return the evaluation terms that an attack gains because its target is in Close Combat with a
    friend.

    Once the target is Shaken she may be captured. In a crowd (more than eight ships) each point of
    Fatigue counts as well, because it brings the capture nearer and weakens her blows; among few
    ships this detail is not worth its time.
    """
    side = view.side_of(attacker)
    ours = [
        ship for ship in holders(view, target) if not ship.shaken and view.side_of(ship.id) == side
    ]
    if not ours:
        return {}
    if not crowded(view):
        return {"prize": found.shaken}
    first = float(first_side(view) == side)
    # A friend gains because the expected Fatigue of the attack weakens the target.
    eased: list[dict[str, float]] = []
    for ship in ours:
        own, foe = crew_under_fire(view, ship.id, target), crew(view, target, ship.id)
        now, prize, grip = fight(own, foe, first), 0.0, 0.0
        for points, chance in enumerate(found.fatigue):
            if points and chance:
                # The expected fight after the enemy has more Fatigue; if Shaken, she is captured.
                tired = min(foe.boxes, foe.fatigue + points)
                if tired == foe.boxes:
                    then = Fight(1.0, 0.0, 0.0, 0.0)
                else:
                    then = fight(own, foe._replace(fatigue=tired), first)
                borne = point_scale(view, ship) * (now.borne - then.borne)
                prize += chance * (then.taken - now.taken)
                lost = capture_scale(view, ship.id, "taken") * (then.lost - now.lost)
                grip += chance * worth({"melee": borne, "taken": lost})
        eased.append({"prize": prize, "grip": grip})
    return {
        "prize": capture_scale(view, target, "prize") * max(each["prize"] for each in eased),
        "grip": sum(each["grip"] for each in eased),
    }


# Expected worth of volleys between two ships, as arrays over many places of both.


RAKES: Final[tuple[Literal["", "bow", "stern"], ...]] = ("", "bow", "stern")
SIDES: Final[tuple[Literal["port", "starboard"], ...]] = ("port", "starboard")
MUSKET: Final = 2
"""The index in `BANDS` of the last band at which a Broadside can rake and Partial Fire is
possible."""
NOTHING: Final = -1
"""The code of a place without a shot. As an index, -1 is the last entry of the lookup table."""
LOADING: Final = 0.5
"""The cost of loading a side, in points of damage, because the Crew Action could have been used
otherwise."""


class Guns:
    """Computes what shots are worth, in points of damage, for arrays of places; with a cache.

    Places change a shot only by range band and rake, so a worth is cached under the code `band *
    len(RAKES) + rake`. Lines of sight are assumed clear.
    """

    def __init__(self, view: State) -> None:
        self.view = view
        self._worth: dict[tuple[str, str, AttackKind], dict[int, float]] = {}
        measures = book().measures
        self._limits = np.array([getattr(measures, name) + REACHED for name in BANDS])
        self._many = crowded(view)
        self._raking = not view.rules.quick_start

    def may_reach(self, bases: Bases, others: Bases) -> Truths:
        """Return which pairs of bases may be within range, by a cheap check of their centres.

        A pair for which it is False is certainly out of range.
        """
        apart = np.hypot(bases.x - others.x, bases.y - others.y)
        around = bases.ahead + bases.beam + others.ahead + others.beam
        found: Truths = apart <= self._limits[-1] + around
        return found

    def broadsides(self, firer: str, target: str, bearings: Bearings) -> list[Numbers]:
        """Return the worth of the port and of the starboard broadside at each place; 0 if it cannot
        fire.

        The sides are taken as loaded. Oak & Iron ch. 5, Broadsides, Raking Shots.
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
        """Return the worth of a Partial Fire at each of these ranges in inches."""
        band = self._bands(inches)
        codes = np.where(band <= MUSKET, band * len(RAKES), NOTHING)
        return self._looked_up(firer, target, "partial_fire", codes)

    def in_one_turn(self, ship: Ship, sides: list[Numbers], done: bool) -> Numbers:
        """Return the worth of a ship's broadsides in one turn: loaded sides, and one that she
        reloads.

        `sides` is a result of `broadsides`. With `done`, she has used her Crew Action and reloads
        none.
        """
        loaded, empty = np.zeros_like(sides[0]), np.zeros_like(sides[0])
        for side, value in zip(SIDES, sides, strict=True):
            if side not in ship.reload:
                loaded = loaded + value
            elif not (
                done
                or ship.shaken
                or ship.sail == "full"
                or self.view.holds(ship.id)
                or rally_only(self.view, ship)
            ):
                empty = np.maximum(empty, value - LOADING)
        return loaded + empty

    def _bands(self, inches: Numbers) -> NDArray[np.int64]:
        """Return the index of each distance's range band; len(BANDS) means out of range."""
        return np.searchsorted(self._limits, inches)

    def _looked_up(self, firer: str, target: str, kind: AttackKind, codes: NDArray[Any]) -> Numbers:
        known = self._worth.setdefault((firer, target, kind), {NOTHING: 0.0})
        table = np.zeros(len(BANDS) * len(RAKES) + 1)
        # bincount finds the codes that occur without sorting them; it accepts no negative numbers.
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
