"""Lines from a ship to each target she could fire at as she lies, with the chance of harm.

As in `inspect`, she is treated as if her attack activation were now.
"""

from __future__ import annotations

from engine.game.chart import Trace
from engine.systems.oak_iron.data.terms import AttackKind
from engine.systems.oak_iron.gunnery.declare import SIDES
from engine.systems.oak_iron.gunnery.odds import attack_odds
from engine.systems.oak_iron.gunnery.shot import (
    Shot,
    shot,
)
from engine.systems.oak_iron.screen.measuring import clear_line
from engine.systems.oak_iron.screen.previews.move_preview import in_100, rake_line
from engine.systems.oak_iron.state.bases import hull
from engine.systems.oak_iron.state.state import Ship, State


def lines_of_fire(view: State, ship: Ship) -> tuple[Trace, ...]:
    """Return a line for a ship's shot at each enemy, labelled like `84%`.

    The label is the chance of any damage or Fatigue. A rake is drawn along its ray; Partial Fire
    is drawn only if no Broadside bears.
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
