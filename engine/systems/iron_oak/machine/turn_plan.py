"""What a turn, a player turn and a phase are made of: steps for the agenda (Iron & Oak 3.0)."""

from __future__ import annotations

from engine.systems.iron_oak.data.facts import Side
from engine.systems.iron_oak.fleet.sides import other_side
from engine.systems.iron_oak.state import steps as st
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.state.steps import Phase

Steps = list[st.AnyStep]
PHASES: tuple[Phase, ...] = ("status", "order", "action", "replace")


def turn_steps(state: State, first: Side) -> Steps:
    """Return a turn's steps: two player turns or one of both (Iron & Oak 9.3), then victory."""
    second = other_side(first)
    turns = ((first, second),) if state.rules.alternating else ((first,), (second,))
    return [*(st.PlayerTurn(sides) for sides in turns), st.VictoryPhase()]


def phase_steps(state: State, sides: st.Sides, phase: Phase) -> Steps:
    """Return the steps of a phase of a player turn."""
    seats = [seat for side in sides for seat in state.sides[side].seats]
    steps: Steps = [st.BeginPhase(sides[0], phase)]
    if phase == "status":
        steps += [
            st.EngineRoll(effect.ship, effect.stops_on_max)
            for effect in state.in_force("engine_roll")
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


def steps_from(state: State, sides: st.Sides, phase: Phase) -> Steps:
    """Return the steps of a player turn from a phase on."""
    return [
        step for each in PHASES[PHASES.index(phase) :] for step in phase_steps(state, sides, each)
    ]
