"""What is to be done next in a situation that was written by hand."""

from __future__ import annotations

from msgspec.structs import replace

from engine.oak_iron.sides import first_side
from engine.oak_iron.state import Activation, State
from engine.oak_iron.steps import (
    AnyStep,
    AttackChoice,
    AttackPhase,
    BeginPhase,
    ChooseCards,
    CrewAction,
    EndActivation,
    Manoeuvre,
    Movement,
    PointOfSailChoice,
    ResolveCards,
    RevealCards,
    SeamanshipOffer,
    ShiftOffer,
)


def resumed(state: State, activating: str, step: str) -> State:
    """Return the state with its agenda, and the activation that it is in the midst of."""
    if activating:
        return _in_activation(state, activating, step)
    if state.phase == "initiative":
        return _in_initiative(state)
    first = first_side(state)
    agendas: dict[str, AnyStep] = {
        "movement": Movement(first),
        "attack": AttackPhase(first),
        "end": BeginPhase("end"),
    }
    return replace(state, agenda=(agendas[state.phase],))


def _in_initiative(state: State) -> State:
    """Return the state after the reveal when a card is face up, else before it."""
    if any(squadron.face_up for squadron in state.squadrons.values()):
        return replace(state, agenda=(ResolveCards(), ChooseCards()))
    return replace(state, agenda=(RevealCards(), ChooseCards()), initiative="")


def _in_activation(state: State, ship: str, step: str) -> State:
    from engine.oak_iron.wind import points

    side = state.side_of(ship)
    if state.phase == "attack":
        activation = Activation(ship, "attack", start=state.ships[ship].pose)
        agenda: tuple[AnyStep, ...] = (AttackPhase(side), EndActivation(), AttackChoice())
        return replace(state, agenda=agenda, activation=activation)
    open_points = points(state, ship)
    activation = Activation(ship, "movement", open_points[0], start=state.ships[ship].pose)
    between: tuple[AnyStep, ...] = (PointOfSailChoice(),) if len(open_points) > 1 else ()
    to_come: tuple[AnyStep, ...] = (EndActivation(), CrewAction())
    if step != "crew":
        to_come = (*to_come, ShiftOffer("after"), Manoeuvre(), ShiftOffer("before"))
    if step in ("", "seamanship"):
        to_come = (*to_come, SeamanshipOffer(), *between)
    return replace(state, agenda=(Movement(side), *to_come), activation=activation)
