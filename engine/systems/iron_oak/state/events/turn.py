"""Events of the phases: orders, repairs, fires, smoke, the end."""

from __future__ import annotations

import msgspec

from engine.kit import step
from engine.systems.iron_oak.state.events.event import IronOakEvent
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import SmokeLevel, Standing
from engine.systems.iron_oak.state.steps import AnyStep, Phase

_WRITTEN = {"taken": "off", "laid": "on"}
"""The keys of files, as they always were."""


class Planned(step.Planned, IronOakEvent, frozen=True, tag="planned", rename=_WRITTEN):
    """The agenda of a battle changed."""

    taken: int
    laid: tuple[AnyStep, ...] = ()


class PhaseBegan(IronOakEvent, frozen=True, tag="phase_began"):
    """A phase of a side's player turn began."""

    side: str
    phase: Phase


class PlayerTurnEnded(IronOakEvent, frozen=True, tag="player_turn_ended"):
    """A player turn ended: what lasts until then is over."""

    sides: tuple[str, ...]


class TurnEnded(IronOakEvent, frozen=True, tag="turn_ended"):
    """Both sides have had their player turns; the next turn begins."""

    turn: int


class BattleEnded(IronOakEvent, frozen=True, tag="battle_ended"):
    """The battle is over; no winners: a draw."""

    winners: tuple[str, ...]
    reason: str


class EngineRolled(IronOakEvent, frozen=True, tag="engine_rolled"):
    """A bad engine ran on or stopped, by a battle's own rule."""

    ship: str
    roll: Roll
    stopped: bool


class RepairTried(IronOakEvent, frozen=True, tag="repair_tried"):
    """A Repair Party tried to take off a critical hit."""

    unit: str
    critical: str
    challenge: Roll
    response: Roll
    repaired: bool


class PartySent(IronOakEvent, frozen=True, tag="party_sent"):
    """A Repair Party went to work."""

    unit: str


class PartyRecalled(IronOakEvent, frozen=True, tag="party_recalled"):
    """A Repair Party was taken off, or lost."""

    unit: str


class FireChecked(IronOakEvent, frozen=True, tag="fire_checked"):
    """A fire was checked; `level` is its new one, 0 out."""

    unit: str
    fire: int
    roll: Roll
    level: int


class SmokeChecked(IronOakEvent, frozen=True, tag="smoke_checked"):
    """Smoke was checked; `smoke` is what hangs there now."""

    unit: str
    roll: Roll
    smoke: SmokeLevel


class OrdersGiven(IronOakEvent, frozen=True, tag="orders_given"):
    """A seat gave its orders face down; `sequence`: its order sets (Iron & Oak 9.3).

    `plans` is where ships mean to go, by ship, for allied seats alone.
    """

    seat: str
    side: str
    orders: dict[str, str]
    sequence: tuple[str, ...] = ()
    standing: Standing | None = None
    plans: dict[str, str] = msgspec.field(default_factory=dict)


class OrdersReopened(IronOakEvent, frozen=True, tag="orders_reopened"):
    """A seat took its sealed orders back, before the last seat sealed its own."""

    seat: str
    side: str
    ships: tuple[str, ...]


class UnitChosen(IronOakEvent, frozen=True, tag="unit_chosen"):
    """A ship or section acts now."""

    unit: str


class UnitActed(IronOakEvent, frozen=True, tag="unit_acted"):
    """A ship or section has acted."""

    unit: str


class CountersNumbered(IronOakEvent, frozen=True, tag="counters_numbered"):
    """Hidden counters have numbers by chance; `rolled` dice were used."""

    counters: dict[str, str]
    rolled: int


class HiddenPlaced(IronOakEvent, frozen=True, tag="hidden_placed"):
    """A side put its hidden counters into boxes."""

    side: str
    boxes: dict[str, str]


class StartedAnchored(IronOakEvent, frozen=True, tag="started_anchored"):
    """A side chose which ships start anchored."""

    side: str
    ships: tuple[str, ...]
