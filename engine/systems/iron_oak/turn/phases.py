"""A player turn and its four phases; the end of a turn (3.0)."""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.machine.agenda import does
from engine.systems.iron_oak.machine.ledger import Ledger
from engine.systems.iron_oak.state import events as ev
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.effects import effects
from engine.systems.iron_oak.state.state import Phase, State
from engine.systems.iron_oak.victory.ending import verdict

Steps = list[st.AnyStep]
PHASES: tuple[Phase, ...] = ("status", "order", "action", "replace")


def turn_steps(state: State, first: Side) -> Steps:
    """Return the steps of a turn: both player turns, or one of both sides (9.3); then victory."""
    second = other_side(first)
    turns = ((first, second),) if state.rules.alternating else ((first,), (second,))
    return [*(st.PlayerTurn(sides) for sides in turns), st.VictoryPhase()]


def phase_steps(state: State, sides: st.Sides, phase: str) -> Steps:
    """Return the steps of a phase of a player turn."""
    seats = [seat for side in sides for seat in state.sides[side].seats]
    steps: Steps = [st.BeginPhase(sides[0], phase)]
    if phase == "status":
        steps += [
            st.EngineRoll(effect.ship, effect.stops_on_max)
            for effect in effects(state, "engine_roll")
            if effect.ship in state.ships and state.ships[effect.ship].control in sides
        ]
        steps += [st.Repairs(seat) for seat in seats]
        steps += [st.FiercestFires(sides), st.FiresAndSmoke(sides)]
        steps += [st.Parties(seat) for seat in seats]
    elif phase == "order":
        steps += [*(st.LetGo(seat) for seat in seats), st.GiveOrders(sides)]
    elif phase == "action":
        steps.append(st.Actions(sides))
    else:
        steps += [*(st.ReplaceCard(side) for side in sides), st.EndPlayerTurn(sides)]
    return steps


def steps_from(state: State, sides: st.Sides, phase: str) -> Steps:
    """Return the steps of a player turn from a phase on."""
    return [
        step for each in PHASES[PHASES.index(phase) :] for step in phase_steps(state, sides, each)
    ]


@does(st.PlayerTurn)
def _player_turn(ledger: Ledger, step: st.PlayerTurn) -> None:
    ledger.finish(*steps_from(ledger.state, step.sides, "status"))


@does(st.BeginPhase)
def _begin(ledger: Ledger, step: st.BeginPhase) -> None:
    ledger.finish()
    ledger.write(ev.PhaseBegan(step.side, step.phase))  # type: ignore[arg-type]


@does(st.EngineRoll)
def _engine(ledger: Ledger, step: st.EngineRoll) -> None:
    """Before repairs a bad engine may stop, by a battle's own rule (2.2)."""
    ledger.finish()
    ship = ledger.state.ships[step.ship]
    if not ship.on_map or "engine_damaged" not in ship.criticals:
        return
    roll = ledger.roll("d10")
    stopped = roll.kept <= step.stops_on
    ledger.write(ev.EngineRolled(ship.id, roll, stopped))
    if stopped:
        ledger.write(ev.Marked(ship.id, "engine_stopped"))


@does(st.EndPlayerTurn)
def _end(ledger: Ledger, step: st.EndPlayerTurn) -> None:
    ledger.finish()
    ledger.write(ev.PlayerTurnEnded(step.sides))


@does(st.VictoryPhase)
def _victory(ledger: Ledger, step: st.VictoryPhase) -> None:
    """See who has won; else the next turn begins, or the last was played (3.5)."""
    ledger.finish()
    state = ledger.state
    ended = verdict(state)
    if ended is not None:
        ledger.write(ev.BattleEnded(*ended))
        return
    ledger.write(ev.TurnEnded(state.turn + 1))
    ledger.plan(*turn_steps(ledger.state, ledger.state.first))
