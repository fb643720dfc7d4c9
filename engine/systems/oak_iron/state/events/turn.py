"""The turn: its agenda, phases and end."""

from __future__ import annotations

from engine.game.game import Outcome
from engine.systems.oak_iron.state.events.event import Event
from engine.systems.oak_iron.state.state import Phase
from engine.systems.oak_iron.state.steps import AnyStep


class Planned(Event, frozen=True, tag="planned"):
    """The agenda moved on: `done` steps were taken off its end, `then` were laid on."""

    done: int = 0
    then: tuple[AnyStep, ...] = ()


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A new turn: wake markers, attacks and Cut Free of the last one are forgotten."""

    turn: int


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """A phase of the turn began."""

    phase: Phase


class StrikePointsCounted(Event, frozen=True, tag="strike_points_counted"):
    """Strike points against ships, a squadron each."""

    points: dict[str, int]
    ships: dict[str, int]


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """The battle is over."""

    outcome: Outcome
