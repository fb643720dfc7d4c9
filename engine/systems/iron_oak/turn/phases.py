"""A player turn and its four phases; the end of a turn (Iron & Oak 3.0)."""

from __future__ import annotations

from engine.systems.iron_oak.machine.agenda import RULES
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.machine.turn_plan import steps_from, turn_steps
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.victory.ending import verdict


@RULES.does(st.PlayerTurn)
def _player_turn(ledger: Ledger, step: st.PlayerTurn) -> None:
    ledger.finish(*steps_from(ledger.state, step.sides, "status"))


@RULES.does(st.BeginPhase)
def _begin(ledger: Ledger, step: st.BeginPhase) -> None:
    ledger.finish()
    ledger.write(ev.PhaseBegan(step.side, step.phase))


@RULES.does(st.EngineRoll)
def _engine(ledger: Ledger, step: st.EngineRoll) -> None:
    """Before repairs a bad engine may stop, by a battle's own rule (Iron & Oak 2.2)."""
    ledger.finish()
    ship = ledger.state.ships[step.ship]
    if not ship.on_map or "engine_damaged" not in ship.criticals:
        return
    roll = ledger.roll("d10")
    stopped = roll.kept <= step.stops_on
    ledger.write(ev.EngineRolled(ship.id, roll, stopped))
    if stopped:
        ledger.write(ev.Marked(ship.id, "engine_stopped"))


@RULES.does(st.EndPlayerTurn)
def _end(ledger: Ledger, step: st.EndPlayerTurn) -> None:
    ledger.finish()
    ledger.write(ev.PlayerTurnEnded(step.sides))


@RULES.does(st.VictoryPhase)
def _victory(ledger: Ledger, step: st.VictoryPhase) -> None:
    """See who has won; else the next turn begins, or the last was played (Iron & Oak 3.5)."""
    ledger.finish()
    state = ledger.state
    ended = verdict(state)
    if ended is not None:
        ledger.write(ev.BattleEnded(*ended))
        return
    ledger.write(ev.TurnEnded(state.turn + 1))
    ledger.plan(*turn_steps(ledger.state, ledger.state.first))
