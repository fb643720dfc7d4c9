"""The steps after a battle. Importing this module also registers all other chapters of the
campaign's rules.
"""

from __future__ import annotations

from engine.game.game import Outcome
from engine.systems.iron_oak.campaign import fighting, forces, planning, preparing, refit, yard
from engine.systems.iron_oak.campaign import fighting as closing
from engine.systems.iron_oak.campaign.data import Side, book
from engine.systems.iron_oak.campaign.fighting import is_over
from engine.systems.iron_oak.campaign.fleet import card, own
from engine.systems.iron_oak.campaign.machine import RULES, Ledger
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state import state as st
from engine.systems.iron_oak.campaign.state.state import NAMES, SEATS, State
from engine.systems.iron_oak.fleet import other_side

# After a battle: the next one, the end roll, the end of the war (Iron & Oak 8.2, 8.7.6).


LEAST = 5
"""The number of battles in the shortest war: the first roll for the end may make the fifth battle
the last (Iron & Oak 8.7.6)."""


@RULES.does(st.NextBattle)
def _next(ledger: Ledger, step: st.NextBattle) -> None:
    """Plan the battle after the next one and let both sides send ships to it; then fight the next
    one. If the war is over, end it instead.
    """
    state = ledger.state
    if is_over(state):
        ledger.finish()
        ledger.write(ev.CampaignEnded(_outcome(state)))
        return
    number = len(state.rows) + 1
    steps: list[st.AnyStep] = []
    if not state.last or number < state.last:
        steps += [st.Generate(number + 1), st.Commit(number + 1)]
    ledger.finish(*steps, st.Prepare(number))


@RULES.does(st.RollEnd)
def _roll_end(ledger: Ledger, step: st.RollEnd) -> None:
    ledger.finish()
    fought = len(ledger.state.rows)
    ends_on = book().campaign.end.ends_on(fought)
    if not ends_on or ledger.state.last:
        return
    roll = ledger.roll("d10")
    ledger.write(ev.EndRolled(roll, ends_on, fought + 1 if roll.kept <= ends_on else 0))


def to_come(state: State, number: int) -> int:
    """Return how many battles at least follow the battle with this number."""
    # The earliest battle that may be the last: an odd number, until a roll has decided.
    fought = len(state.rows)
    return max(0, (state.last or max(LEAST, fought + 1 + fought % 2)) - number)


def _outcome(state: State) -> Outcome:
    """Return who has won the war, and why (Iron & Oak 8.7.6). A side without ships loses all
    battles that were still to come.
    """
    won = {side: state.forces[side].won for side in SEATS}
    words = ""
    for side in SEATS:
        if not own(state, side) and own(state, other_side(side)):
            won[other_side(side)] += to_come(state, len(state.rows))
            words = f"; the {NAMES[side]} has no ship left"
    if won["union"] != won["confederate"]:
        best: Side = max(won, key=won.__getitem__)
        score = f"{won[best]} battles to {won[other_side(best)]}"
        return Outcome((NAMES[best],), f"the {NAMES[best]} won {score}{words}")
    worth = {side: sum(card(ship).victory_points for ship in own(state, side)) for side in SEATS}
    equal = f"{won['union']} battles each"
    if worth["union"] == worth["confederate"]:
        return Outcome((), f"{equal}, and the fleets are worth the same{words}")
    best = max(worth, key=worth.__getitem__)
    left = f"{worth[best]} points afloat to {worth[other_side(best)]}"
    return Outcome((NAMES[best],), f"{equal}, {left}{words}")


# All chapters of the campaign's rules: importing this module registers them.


CHAPTERS = (forces, planning, preparing, fighting, closing, yard, refit)
"""The modules with the other steps of a war, in order. Importing them registers their steps."""

__all__ = ["CHAPTERS", "RULES"]
