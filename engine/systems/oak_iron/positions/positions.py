"""What comes next in a situation that was written by hand: its agenda."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.parts.part import late_method
from engine.game.parts.positions import Positions
from engine.kit.dataset import bound
from engine.systems.oak_iron.state.sides import first_side, is_fleet_battle, other_side
from engine.systems.oak_iron.state.state import Activation, State
from engine.systems.oak_iron.state.steps import (
    AnyStep,
    AttackChoice,
    AttackPhase,
    ChooseCards,
    CrewAction,
    EndActivation,
    Movement,
    PointOfSailChoice,
    ResolveCards,
    RevealCards,
    SeamanshipOffer,
    ShiftOffer,
    SquadronMoves,
)
from engine.systems.oak_iron.table.sight import points
from engine.systems.oak_iron.turn.movement import MOVE, end_steps, point_matters

_FIRST: dict[str, AnyStep] = {
    "seamanship": SeamanshipOffer(),
    "move": ShiftOffer("before"),
    "crew": CrewAction(),
}
"""Where a move resumes, by the word for it in a position file: the first step still to do."""


def resumed(state: State, activating: str, step: str) -> State:
    """Return the state with its agenda, and with the activation that is under way, if any.

    The next steps may be ones that ask nobody: the game does them at once.
    """
    if activating and state.phase == "attack":
        activation = Activation(ship=activating, phase="attack", start=state.ships[activating].pose)
        later = AttackPhase(other_side(state, state.side_of(activating)))
        return _to_do(replace(state, activation=activation), AttackChoice(), EndActivation(), later)
    if activating:
        return _moving(state, activating, step or "seamanship")
    if state.phase == "initiative":
        # The state after the reveal when a card is face up, else before it.
        if any(squadron.face_up for squadron in state.squadrons.values()):
            return _to_do(state, ChooseCards(), ResolveCards())
        return _to_do(replace(state, initiative=""), ChooseCards(), RevealCards())
    first = first_side(state)
    agendas: dict[str, tuple[AnyStep, ...]] = {
        "movement": (Movement(first),),
        "attack": (AttackPhase(first),),
        "end": end_steps(state),
    }
    return _to_do(state, *agendas[state.phase])


def _to_do(state: State, *steps: AnyStep) -> State:
    """Return the state with an agenda of steps, given in the order in which they are done."""
    return replace(state, agenda=steps[::-1])


def _moving(state: State, ship: str, step: str) -> State:
    """Return the state in the middle of a ship's move.

    At the start of a move the player still chooses between two points of sail; later the
    first one counts.
    """
    steps = MOVE[MOVE.index(_FIRST[step]) :]
    open_points = points(state, ship)
    asked = point_matters(state, ship, open_points) and step == "seamanship"
    if asked:
        steps = (PointOfSailChoice(), *steps)
    activation = Activation(
        ship=ship,
        phase="movement",
        point="" if asked else open_points[0],
        start=state.ships[ship].pose,
    )
    later = Movement(other_side(state, state.side_of(ship)))
    consorts = (SquadronMoves(state.ships[ship].squadron),) if is_fleet_battle(state) else ()
    return _to_do(replace(state, activation=activation), *steps, *consorts, later)


# Position files of Oak & Iron, and what its rules say of a situation.


@bound
class OakIronPositions(Positions[State]):
    """Situations written by hand, and questions about ships."""

    read = late_method("engine.systems.oak_iron.positions.position:from_position")
    inspect = late_method("engine.systems.oak_iron.inspection:inspect")
    explain = late_method("engine.systems.oak_iron.inspection:explain")
