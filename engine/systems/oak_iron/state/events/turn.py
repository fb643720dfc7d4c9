"""Events of the turn: its agenda, phases and end."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game.game import Outcome
from engine.kit import step
from engine.systems.oak_iron.state.changes import every_ship
from engine.systems.oak_iron.state.events.event import OakIronEvent, Told
from engine.systems.oak_iron.state.state import Phase, State
from engine.systems.oak_iron.state.steps import AnyStep

_WRITTEN = {"taken": "done", "laid": "then"}
"""The keys of files, as they always were."""


class Planned(step.Planned, OakIronEvent, frozen=True, tag="planned", rename=_WRITTEN):
    """The agenda of a battle changed."""

    taken: int = 0
    laid: tuple[AnyStep, ...] = ()


class TurnBegan(OakIronEvent, frozen=True, tag="turn_began"):
    """A new turn began: wake markers, attacks and Cut Free of the last one are cleared."""

    turn: int

    def after(self, state: State) -> State:
        fresh = every_ship(
            state,
            lambda ship: replace(ship, moved=False, attacked=False, cut_free=False, boats_on=""),
        )
        return replace(fresh, turn=self.turn, initiative="")


class PhaseBegan(OakIronEvent, frozen=True, tag="phase_began"):
    """A phase of the turn began."""

    phase: Phase

    def after(self, state: State) -> State:
        return replace(state, phase=self.phase)


class StrikePointsCounted(Told, frozen=True, tag="strike_points_counted"):
    """The strike points and the ships of each squadron were counted."""

    points: dict[str, int]
    ships: dict[str, int]


class BattleEnded(OakIronEvent, frozen=True, tag="battle_ended"):
    """The battle is over."""

    outcome: Outcome

    def after(self, state: State) -> State:
        return replace(state, outcome=self.outcome, agenda=())
