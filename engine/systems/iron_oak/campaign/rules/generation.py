"""Generation of a battle: type, attacker, water, wind, hour; each die is told.

Iron & Oak 8.3.2, 8.4.1.
"""

from __future__ import annotations

from typing import TypeVar

from engine.systems.iron_oak.campaign.machine.agenda import RULES
from engine.systems.iron_oak.campaign.machine.ledger import Ledger
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.state import Plan
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.data.campaign import row_of
from engine.systems.iron_oak.data.facts import EDGES, Current, Direction, Edge, Side
from engine.systems.iron_oak.fleet import other_side

W = TypeVar("W", bound=str)
DIE = "d10"
OUTER, INNER = ("row A", "row E"), ("row B", "row D")
"""Rows by the table of their shoals; row C is always deep."""


@RULES.does(st.Generate)
def _generate(ledger: Ledger, step: st.Generate) -> None:
    ledger.finish()
    water, kinds = book().campaign.water, book().campaign.kinds
    roller = _roller(ledger, step.number)

    def rolled(what: str, rows: tuple[tuple[int, W], ...]) -> W:
        roll = ledger.roll(DIE)
        gave = row_of(rows, roll.kept)
        ledger.write(ev.WaterRolled(step.number, what, roll, gave))
        return gave

    kind = book().campaign.types[rolled("type", kinds.battle)]
    attacker: Side
    if kind.defender_side:
        attacker = other_side(kind.defender_side)
    else:
        who = rolled("attacker", ((kinds.attacker, roller), (10, other_side(roller))))
        attacker = "union" if who == "union" else "confederate"
    limit = 0
    if kind.limits:
        given = rolled("limit", tuple((most, str(worth)) for most, worth in kind.limits))
        limit = 0 if int(given) >= NO_LIMIT else int(given)
    speed = rolled("current", water.current)
    direction: Direction = "none" if speed == "none" else rolled("direction", water.direction)
    shoals = {}
    for band in (*OUTER, *INNER):
        depth = rolled(band, water.outer_rows if band in OUTER else water.inner_rows)
        if depth != "deep":
            shoals[band] = int(depth)
    banks = "none" if kind.no_banks else rolled("banks", water.banks)
    wind = rolled("wind", water.wind)
    night = rolled("night", ((water.night - 1, "day"), (10, "night")))
    ledger.write(
        ev.BattleGenerated(
            Plan(
                number=step.number,
                kind=kind.id,
                rolled_by=roller,
                attacker=attacker,
                limit=limit,
                current=Current(direction, speed),
                wind=wind,
                night=night == "night",
                banks=_banks(banks),
                shoals=dict(sorted(shoals.items())),
            )
        )
    )


NO_LIMIT = 9999
"""A limit that no ship reaches."""


def _banks(word: str) -> tuple[Edge, ...]:
    if word == "both":
        return ("top", "bottom")
    return tuple(edge for edge in EDGES if edge == word)


def _roller(ledger: Ledger, number: int) -> Side:
    """Return the side that rolls a battle.

    Battle 1: the higher d10, ties again; battle 2: the other; then the latest winner.
    """
    state = ledger.state
    if number > 2:
        assert state.recent
        return state.recent
    if number == 2:
        first = state.plans.get("1")
        return other_side(first.rolled_by if first else state.rows[0].plan.rolled_by)
    while True:
        union, confederate = ledger.roll(DIE), ledger.roll(DIE, after=1)
        ledger.write(ev.RollersRolled(union, confederate))
        if union.kept != confederate.kept:
            return "union" if union.kept > confederate.kept else "confederate"
