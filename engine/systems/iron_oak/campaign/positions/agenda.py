"""Where a written war stands, as the steps that are still to be done."""

from __future__ import annotations

from msgspec.structs import replace

from engine.systems.iron_oak.campaign.rules.closing import aftermath
from engine.systems.iron_oak.campaign.state import steps as st
from engine.systems.iron_oak.campaign.state.state import State

_PHASES = {
    "next": "commit",
    "commit": "commit",
    "battle": "commit",
    "draw": "yard",
    "yard": "yard",
    "refit": "refit",
    "spend": "refit",
    "end": "refit",
}
STEPS = tuple(_PHASES)
"""`next`: the battle after the coming one is generated; `commit`: ships are sent to the later of
the plans; `battle`: the coming one is set up; `draw`, `yard`, `refit`, `end`: after a battle, from
that step on; `spend`: the points of `[refit]` are spent."""


def phase_of(step: str) -> str:
    """Return the phase of a state in which this step is next."""
    return _PHASES[step]


def agenda(state: State, step: str) -> State:
    """Return a state with what is to be done from a step on."""
    coming = len(state.rows) + 1
    then: list[st.AnyStep]
    if step == "next":
        then = [st.NextBattle()]
    elif step == "battle":
        then = [st.Prepare(coming), st.NextBattle()]
    elif step == "commit":
        then = [st.Commit(max(plan.number for plan in state.plans.values())), st.Prepare(coming)]
    else:
        then = [*_from(state, step), st.NextBattle()]
    return replace(state, agenda=tuple(reversed(then)))


def _from(state: State, step: str) -> list[st.AnyStep]:
    """Return what is left of the steps after a battle."""
    steps = list(aftermath(state))
    if step == "spend":
        assert state.refit is not None
        side = state.refit.side
        place = steps.index(st.RollRefit(side))
        return [st.SpendRefit(side), *steps[place + 1 :]]
    first = {"draw": st.DrawYardCards, "yard": st.PlayYard, "refit": st.RollRefit}
    kind = first.get(step, st.RollEnd)
    place = next(place for place, each in enumerate(steps) if isinstance(each, kind))
    return steps[place:]
