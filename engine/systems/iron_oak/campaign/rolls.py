"""The dice between the battles of a war, each kind by itself; every one of them is told to all.

Lots and shuffled cards are not among them: of these no face is written down, only what they gave.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game.parts.review import Rolled
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NAMES, State
from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.review.aftermath import fair_kept, fallen
from engine.systems.iron_oak.state.state import Roll

WAR, YARD = "the war", "the yard"
"""What rolls where no ship does."""


def between_battles(before: State, event: ev.AnyEvent) -> tuple[Rolled, ...]:
    """Return the dice of an event between battles; () for most (Iron & Oak 8.4, 8.7, 8.8)."""
    return tuple(
        _rolled(side, what, kind, roll) for side, what, kind, roll in _rolls(before, event)
    )


def _rolls(before: State, event: ev.AnyEvent) -> Iterator[tuple[Side | None, str, str, Roll]]:
    """Yield whose a roll is, None for both sides', what rolls, its kind, and the roll."""
    match event:
        case ev.RollersRolled(union, confederate):
            yield "union", WAR, "first battle", union
            yield "confederate", WAR, "first battle", confederate
        case ev.WaterRolled(number, _, roll):
            yield None, f"battle {number}", "generation", roll
        case ev.MinesCounted(roll):
            defender = before.plan(before.number).defender
            yield defender, f"battle {before.number}", "mines laid", roll
        case ev.RefitRolled(refit, repair, critical, crew):
            yield refit.side, YARD, "refit repair", repair
            yield refit.side, YARD, "refit critical", critical
            yield refit.side, YARD, "refit crew", crew
        case ev.ExtraShipRolled(side, roll):
            yield side, YARD, "extra ships", roll
        case ev.EndRolled(roll):
            yield None, WAR, "end rolls", roll


def _rolled(side: Side | None, what: str, kind: str, roll: Roll) -> Rolled:
    """Return a roll of which what is kept counts, its modifier left out."""
    return Rolled(
        side=NAMES[side] if side else "",
        ship=what,
        kind=kind,
        got=roll.kept,
        fair=fair_kept(roll.dice),
        faces=fallen(roll),
    )
