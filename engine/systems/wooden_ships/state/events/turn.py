"""Turns, sheets, arrivals, points, the end."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.kit import step
from engine.space.hexes import Hex
from engine.systems.wooden_ships.state.events.event import Event
from engine.systems.wooden_ships.state.state import PointsFor, Ship, Signal, Standing
from engine.systems.wooden_ships.state.steps import AnyStep, Phase


class SquadronMade(Event, frozen=True, tag="squadron_made"):
    """The dice made a squadron for a seat: its ships, and how many dice that took."""

    seat: str
    ships: dict[str, Ship]
    dice: int


class TurnBegan(Event, frozen=True, tag="turn"):
    """A turn began."""

    turn: int


class ShipArrived(Event, frozen=True, tag="arrived"):
    """A ship came onto the map."""

    ship: str
    bow: Hex


class ShipRescued(Event, frozen=True, tag="rescued"):
    """A ship that had surrendered is her side's again, idle for this turn."""

    ship: str


class SheetSealed(Event, frozen=True, tag="sealed"):
    """A seat has sealed its sheet; others do not see what is on it."""

    seat: str
    sheet: str
    answers: dict[str, Answer]


class SheetReopened(Event, frozen=True, tag="reopened"):
    """A seat took its sealed sheet back."""

    seat: str


class SheetsOpened(Event, frozen=True, tag="opened"):
    """All sheets of a phase lie open, by seat."""

    phase: Phase
    answers: dict[str, dict[str, Answer]]


class StandingChanged(Event, frozen=True, tag="standing"):
    """A seat has made its standing choices; others do not see them."""

    seat: str
    standing: Standing


class SignalsHoisted(Event, frozen=True, tag="signals"):
    """Flagships hoisted these signals, by seat; all others are down."""

    signals: dict[str, Signal]


class SeatGaveUp(Event, frozen=True, tag="gave_up"):
    """A player surrendered with all ships."""

    seat: str


class PointsGiven(Event, frozen=True, tag="points"):
    """Seats scored for a ship, each a fraction."""

    ship: str
    why: PointsFor
    shares: dict[str, str]


class PointsWithdrawn(Event, frozen=True, tag="points_back"):
    """What was given for a ship was taken back."""

    ship: str
    why: PointsFor


class TurnEnded(Event, frozen=True, tag="turn_end"):
    """A turn is over; how many have been quiet, and how many of the countdown are left."""

    quiet: int
    countdown: int


class BattleEnded(Event, frozen=True, tag="end"):
    """The battle is over; no winners: a draw."""

    winners: tuple[str, ...]
    reason: str


class Planned(step.Planned, Event, frozen=True, tag="planned"):
    """The agenda of a battle changed."""

    laid: tuple[AnyStep, ...] = ()
