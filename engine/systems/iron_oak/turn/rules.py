"""The whole of the rules: importing it opens every chapter's room."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.decision import Decision
from engine.game.question import Question
from engine.systems.iron_oak import damage
from engine.systems.iron_oak.cards import deck, standing
from engine.systems.iron_oak.fleet import side_of
from engine.systems.iron_oak.gunnery import segment as gunnery
from engine.systems.iron_oak.gunnery import shooting
from engine.systems.iron_oak.machine import RULES
from engine.systems.iron_oak.movement import carry_out, getting_free, hazards, in_box, segment, ways
from engine.systems.iron_oak.orders import sheet
from engine.systems.iron_oak.set_up import begin
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.turn import phases, status_phase

CHAPTERS = (
    deck,
    begin,
    phases,
    status_phase,
    sheet,
    standing,
    getting_free,
    ways,
    hazards,
    segment,
    carry_out,
    in_box,
    gunnery,
    shooting,
    damage,
)
"""The modules whose steps make up a turn, in its order."""

__all__ = ["CHAPTERS", "RULES", "pending"]


def pending(state: State) -> tuple[Question, ...]:
    """Return the open questions; those of a side with hidden ships are for its eyes alone.

    Else who shares a keyboard would read the names of counters that nobody has identified.
    """
    questions = RULES.pending(state)
    hiding = {ship.side for ship in state.ships.values() if ship.hidden and not ship.lost}
    if not hiding:
        return questions
    return tuple(
        replace(each, secret=True)
        if isinstance(each, Decision) and side_of(state, each.seat) in hiding
        else each
        for each in questions
    )
