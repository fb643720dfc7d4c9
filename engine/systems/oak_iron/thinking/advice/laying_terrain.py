"""Advice on terrain before a battle: which pieces to add, and where to lay them.

Oak & Iron ch. 7, Select, Place and Adjust Terrain. Clear water favours the side with stronger
guns, shelter the weaker one, and shoals the side whose ships pass over them.
"""

from __future__ import annotations

from math import dist
from typing import Final

from engine.game.advice import Advice
from engine.game.decision import Decision, Option, Point
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.sides import other_side, squadrons_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import ObjectiveTerrain
from engine.systems.oak_iron.terrain.pieces import middle_of, on_table
from engine.systems.oak_iron.terrain.zones import home
from engine.systems.oak_iron.thinking.measure.candidate_places import candidate_areas, sample_points
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, scored, worth

TURNED: Final = 45.0
"""Degrees between the headings of a piece that are tried."""
IN_THE_WAY: Final = 0.3
"""Cost of any piece in points: it is in our own way too."""
KINDS: Final = {"shoal": 1.5, "island": 0.6, "land": 0.6, "rocks": 0.3, "fog": 0.8}
"""Worth of a kind of piece to a side that has all the advantage of it, in points."""
PILOT, SHALLOW = "local_pilot", "shallow_draft"


def liking(view: State, seat: str, kind: str) -> float:
    """Return the worth of a kind of piece to a squadron's side, below 0 if it is a hindrance."""
    side = view.squadrons[seat].side
    own, foe = _ships(view, side), _ships(view, other_side(view, side))
    if kind == "shoal":
        edge = _shallow(view, own) - _shallow(view, foe)
    else:
        ours, theirs = _guns(own), _guns(foe)
        edge = (theirs - ours) / max(1.0, theirs + ours)
    return KINDS.get(kind, 0.0) * edge - IN_THE_WAY


def _ships(view: State, side: str) -> list[Ship]:
    return [ship for key in squadrons_of(view, side) for ship in view.own_ships(key)]


def _guns(ships: list[Ship]) -> float:
    return float(sum(book().ships[ship.type].broadside for ship in ships))


def _shallow(view: State, ships: list[Ship]) -> float:
    """Return the share of ships that may pass over shoals."""
    passing = sum(
        PILOT in view.squadrons[ship.squadron].conditions
        or SHALLOW in book().ships[ship.type].special_rules
        for ship in ships
    )
    return passing / max(1, len(ships))


def select(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on adding a piece to the pool, or none."""
    given = []
    for option in decision.options:
        values: Values = {}
        if isinstance(option.command, do.AddPiece):
            kind = book().pieces[option.command.piece].kind
            values = {"water": liking(view, decision.seat, kind)}
        given.append(scored(option.id, values))
    return best_first(given)


def lay(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on where to lay or move a piece; none once the battle has begun."""
    if view.phase != "set_up":
        return ()
    given = []
    for option in decision.options:
        given += _laid(view, decision, option)
    return best_first(given)


def _laid(view: State, decision: Decision, option: Option) -> list[Advice]:
    """Return the best place of a piece for each heading."""
    if not isinstance(option.command, do.LayPiece):
        return [Advice(option.id, None, None, 0.0)]
    given = []
    for heading, area in candidate_areas(view, decision, option, TURNED):
        tried = [
            (_values(view, decision.seat, option.command.piece, at), at)
            for at in sample_points(area)
        ]
        values, at = max(tried, key=lambda each: worth(each[0]))
        given.append(scored(option.id, values, heading, at))
    return given


def _values(view: State, seat: str, piece: str, at: Point) -> Values:
    """Return the terms of a piece at a point: near the middle if it helps, else near the edge.

    A piece that is already on the table is scored by the change from its present place.
    """
    if isinstance(view.agenda[-1], ObjectiveTerrain):
        return {"guarded": _from_edge(view, seat, at)}
    there = next((each for each in view.terrain if each.id == piece), None)
    kind = there.kind if there else book().pieces[piece].kind
    middle = (view.table.width / 2, view.table.height / 2)
    off = dist(at, middle)
    if there:
        off -= dist(middle_of(on_table(view, piece)), middle)
    return {"water": -liking(view, seat, kind) * off / max(middle)}


def _from_edge(view: State, seat: str, at: Point) -> float:
    """Return the distance of a point from the enemy's edge, in inches."""
    own = home(view, seat)
    away = at[1] if own in ("south", "north") else at[0]
    deep = view.table.height if own in ("south", "north") else view.table.width
    return deep - away if own in ("south", "west") else away
