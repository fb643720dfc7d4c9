"""The danger chart: the damage to expect from the enemy's guns at each place that a ship can reach.

Every enemy is assumed to stay and to fire all its loaded sides, or its Partial Fire if that does
more damage. The figures are exact for the guns, but ignore ships, land and fog in the line of
sight, and that an enemy may move before it fires.
"""

from __future__ import annotations

from math import dist

import numpy as np

from engine.game.chart import Spot, Trace
from engine.space.plane.many import Bases, Bearings, Numbers
from engine.systems.oak_iron.data.facts import AttackKind
from engine.systems.oak_iron.effects.sailing import turns_twice
from engine.systems.oak_iron.gunnery.attack import SIDES
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import BANDS, Shot, shot, volley
from engine.systems.oak_iron.sailing.course import move_speed
from engine.systems.oak_iron.screen.move_preview import in_100, rake_line
from engine.systems.oak_iron.screen.scene import clear_line
from engine.systems.oak_iron.state.ships import hull
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.measure.guns import RAKES, Guns
from engine.systems.oak_iron.thinking.measure.guns import SIDES as VOLLEY_SIDES
from engine.systems.oak_iron.thinking.measure.reach import FINE, base, moves, turns

APART = 2.0
"""The least distance between two labels of the chart, in inches. A label and the blank after it
take four columns, which are 2 inches on a chart of two columns an inch."""


class _Damage(Guns):
    """Computes volleys like `Guns`, with its cache, but as expected damage instead of worth in
    points.
    """

    def _counted(self, firer: str, target: str, kind: AttackKind, code: int) -> float:
        band, rake = divmod(code, len(RAKES))
        shot = volley(self.view, firer, target, kind, BANDS[band], RAKES[rake])
        return attack_odds(self.view, firer, target, shot, kind).mean_damage


def danger(view: State, ship: Ship) -> tuple[Spot, ...]:
    """Return labels with the expected damage, like `1.4`, at places where a ship's next move may
    end.
    """
    speed = move_speed(view, ship.id)
    if not speed or ship.aground or ship.sail == "anchored" or view.holds(ship.id):
        ends = base(view, ship.id)
    else:
        ends = moves(base(view, ship.id), speed, turns(speed, FINE), turns_twice(view, ship)).ends
    figures = damage_at(view, ship, ends)
    found: list[Spot] = []
    # The highest figures are placed first, so that no place looks safer than its neighbour.
    for number in np.argsort(-figures, kind="stable").tolist():
        at = float(ends.x[number]), float(ends.y[number])
        if all(dist(at, other.at) >= APART for other in found):
            found.append(Spot("label", at, f"{figures[number]:.1f}"))
    return tuple(found)


def damage_at(view: State, ship: Ship, places: Bases) -> Numbers:
    """Return the expected damage to a ship at each of some places, from all enemies together."""
    guns, side = _Damage(view), view.squadrons[ship.holder].side
    total: Numbers = np.zeros(len(places.x))
    for enemy in view.ships.values():
        if not enemy.fights or view.squadrons[enemy.holder].side == side:
            continue
        there = base(view, enemy.id)
        if not guns.may_reach(places, there).any():
            continue
        bearings = Bearings(there, places)
        sides = guns.broadsides(enemy.id, ship.id, bearings)
        loaded = sum(
            (
                value
                for name, value in zip(VOLLEY_SIDES, sides, strict=True)
                if name not in enemy.reload
            ),
            np.zeros(len(places.x)),
        )
        total = total + np.maximum(loaded, guns.partial(enemy.id, ship.id, bearings.gaps))
    return total


# Lines from a ship to each target she could fire at from her pose, with the chance of harm.
#
# As in `inspect`, she is treated as if her attack activation were now.


def lines_of_fire(view: State, ship: Ship) -> tuple[Trace, ...]:
    """Return a line from a ship to each enemy that she can fire at, with a label like `84%`.

    The label is the chance of any damage or Fatigue. A rake is drawn straight out from the side
    that fires; Partial Fire is drawn only where no Broadside is possible.
    """
    enemies = (
        each.id
        for each in view.ships.values()
        if each.afloat and view.squadrons[each.holder].side != view.squadrons[ship.holder].side
    )
    lines = (
        _broadside(view, ship.id, enemy) or _partial(view, ship.id, enemy) for enemy in enemies
    )
    return tuple(line for line in lines if line is not None)


def _broadside(view: State, ship: str, enemy: str) -> Trace | None:
    for side in SIDES:
        at = shot(view, ship, enemy, "broadside", side)
        if not at.legal:
            continue
        label = _chance(view, ship, enemy, at, "broadside")
        if at.rake:
            ray = rake_line(view, ship, side, enemy, at)
            return Trace("rake", ray.points, label=label)
        start = hull(view.ships[ship]).mid(side)
        return Trace("sight", (start, hull(view.ships[enemy]).pose.at), label=label)
    return None


def _partial(view: State, ship: str, enemy: str) -> Trace | None:
    at = shot(view, ship, enemy, "partial_fire")
    sight = clear_line(view, ship, enemy) if at.legal else None
    if sight is None:
        return None
    label = _chance(view, ship, enemy, at, "partial_fire")
    return Trace("sight", (sight.start, sight.end), label=label)


def _chance(view: State, ship: str, enemy: str, at: Shot, kind: AttackKind) -> str:
    return f"{in_100(1 - attack_odds(view, ship, enemy, at, kind).no_harm)}%"
