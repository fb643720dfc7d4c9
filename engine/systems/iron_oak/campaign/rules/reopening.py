"""A sealed sheet is taken back until the other side's is in."""

from __future__ import annotations

from engine.game.sheet import NO_SHEET, Reopen
from engine.systems.iron_oak.campaign.machine.agenda import RULES, Ledger, pending, side_of
from engine.systems.iron_oak.campaign.rules.fighting import in_battle
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.orders.sheet import why_not_reopen as why_not_in_battle


def why_not_reopen(state: State, seat: str) -> str:
    """Say why a seat may not open its sheet again; '' where it may."""
    if state.battle is not None:
        return why_not_in_battle(state.battle, seat) and NO_SHEET
    waiting = any(question.seat != seat for question in pending(state))
    sealed = state.forces[side_of(seat)].sealed if seat in {"A", "B"} else False
    return "" if sealed and waiting and state.phase != "grades" else NO_SHEET


@RULES.reopening(why_not_reopen)
def reopen(ledger: Ledger, seat: str) -> None:
    """Open a seat's sheet again, that of the battle while one is fought."""
    if ledger.state.battle is not None:
        in_battle(ledger, seat, Reopen())
    else:
        ledger.write(ev.Unsealed(side_of(seat)))
