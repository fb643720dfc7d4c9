"""A sealed sheet is taken back until the other side's is in."""

from __future__ import annotations

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.game.sheet import Reopen
from engine.systems.iron_oak.campaign.machine.agenda import Ledger, side_of
from engine.systems.iron_oak.campaign.rules.chapters import pending
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.campaign.state.commands import AnyCommand
from engine.systems.iron_oak.campaign.state.state import State
from engine.systems.iron_oak.orders.reopening import why_not_reopen
from engine.systems.iron_oak.turn import rules


def reopens(state: State, seat: str) -> AnyCommand | None:
    """Return the command that opens a seat's sealed sheet again; None where none is sealed."""
    if state.battle is not None:
        return None if why_not_reopen(state.battle, seat) else Reopen()
    waiting = any(question.seat != seat for question in pending(state))
    sealed = state.forces[side_of(seat)].sealed if seat in {"A", "B"} else False
    return Reopen() if sealed and waiting and state.phase != "grades" else None


def reopen(state: State, seat: str, dice: Dice) -> tuple[ev.AnyEvent, ...]:
    """Return the events that open a sheet again; `Refused` where none is sealed."""
    if reopens(state, seat) is None:
        raise Refused("there is no sheet of yours that is sealed and secret")
    if state.battle is not None:
        questions = rules.pending(state.battle)
        happened = rules.decide(state.battle, questions, seat, Reopen(), dice)
        return tuple(ev.InBattle(event) for event in happened)
    ledger = Ledger(state, dice)
    ledger.write(ev.Unsealed(side_of(seat)))
    return ledger.decided()
