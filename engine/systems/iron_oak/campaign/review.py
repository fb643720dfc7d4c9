"""Statistics of a war: the war book as a table, both sides' strength after each battle, and each
result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from engine.base.text import correct_grammar
from engine.game.game import Record
from engine.game.parts.review import Aftermath, Cells, Review, Rolled, Score, TurningPoint
from engine.kit.dataset import uses_own_data
from engine.systems.iron_oak.campaign.data import Side, book
from engine.systems.iron_oak.campaign.fleet import card
from engine.systems.iron_oak.campaign.machine import reveal_all
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, State, Vessel, WarRow
from engine.systems.iron_oak.fleet import other_side
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.review import IronOakReview, fair_kept, fallen
from engine.systems.iron_oak.state.state import Roll

# The war book, for reports and hindsight (Iron & Oak 8.1).


HEADS: Cells = ("battle", "type", "hour", "attacks", "won", "points", "turns", "lost", "taken")


@uses_own_data
class CampaignReview(Review[State]):
    """The review part of the campaign: the war book (Iron & Oak 8.1), for reports and hindsight."""

    plays_on = False
    opened = staticmethod(reveal_all)

    @cached_property
    def _battles(self) -> IronOakReview:
        battles: IronOakReview = IronOak(self.game.data).review
        return battles

    def rolls(self, before: State, event: ev.AnyEvent, seat: str) -> tuple[Rolled, ...]:
        """Return the dice of an event in the current battle, or between battles the dice that both
        sides may see.
        """
        if isinstance(event, ev.InBattle) and before.battle is not None:
            found: tuple[Rolled, ...] = self._battles.rolls(before.battle, event.happened, seat)
            return found
        return between_battles(before, event)

    def aftermath(self, start: State, entries: Sequence[Record]) -> Aftermath:
        """Return the statistics of a war: its book, both strengths by battle, and how each battle
        ended.
        """
        closed = tuple(
            (record.at, event.row)
            for record in entries
            for event in record.events
            if isinstance(event, ev.BattleClosed)
        )
        rows = tuple(row for _, row in closed)
        if not rows:
            return Aftermath()
        shown = (
            {side: [Vessel(id=id, side=side) for id in event.ships[side]] for side in SEATS}
            for record in entries
            for event in record.events
            if isinstance(event, ev.ForcesShown)
        )
        written = {side: [s for s in start.ships.values() if s.side == side] for side in SEATS}
        forces = next(shown, written)
        begun_with = {
            side: sum(card(ship).victory_points for ship in forces[side]) for side in SEATS
        }
        return Aftermath(
            sides=tuple(NAMES.values()),
            moments=tuple(
                TurningPoint(
                    n,
                    row.plan.number,
                    f"the {NAMES[row.winner]} wins: {correct_grammar(row.reason)}",
                    NAMES[other_side(row.winner)],
                )
                for n, row in closed
            ),
            moments_by="battle",
            book=f"The war book, {leads(rows)}",
            chapters=(HEADS, *map(_cells, rows)),
            strengths=tuple(
                Score(row.plan.number, name, row.strength[side], begun_with[side])
                for row in rows
                for side, name in NAMES.items()
            ),
        )


def leads(rows: Sequence[WarRow]) -> str:
    """Return how many battles each side has won, as `Union 2 : 1 Confederacy`."""
    won = {side: sum(row.winner == side for row in rows) for side in SEATS}
    first, second = sorted(SEATS, key=lambda side: -won[side])
    return f"{NAMES[first]} {won[first]} : {won[second]} {NAMES[second]}"


def _cells(row: WarRow) -> Cells:
    return (
        str(row.plan.number),
        book().campaign.types[row.plan.kind].name,
        "night" if row.plan.night else "day",
        NAMES[row.plan.attacker],
        NAMES[row.winner],
        " : ".join(str(row.points[side]) for side in SEATS),
        str(row.turns),
        _named(row.lost),
        _named(row.taken),
    )


def _named(ships: Iterable[str]) -> str:
    return ", ".join(book().ships[id].short for id in ships)


# The dice between battles, by kind; all of them are public. For lots and shuffled cards only the
# result is recorded, not the faces.


WAR, YARD = "the war", "the yard"
"""The names of rollers for dice that belong to no ship."""


def between_battles(before: State, event: ev.AnyEvent) -> tuple[Rolled, ...]:
    """Return the dice of an event between battles; () for an event without dice (Iron & Oak 8.4,
    8.7, 8.8).
    """
    # The die that counted, without its modifier.
    return tuple(
        Rolled(
            side=NAMES[side] if side else "",
            ship=what,
            kind=kind,
            got=roll.kept,
            fair=fair_kept(roll.dice),
            faces=fallen(roll),
        )
        for side, what, kind, roll in _rolls(before, event)
    )


def _rolls(before: State, event: ev.AnyEvent) -> Iterator[tuple[Side | None, str, str, Roll]]:
    """Yield (side that rolls, None for both; roller; kind of roll; roll) for each roll of an
    event.
    """
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
