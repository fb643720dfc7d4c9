"""Turns, sheets, arrivals, points, the end."""

from __future__ import annotations

from engine.game.answer import Answer
from engine.kit import step
from engine.space.hexes import Hex
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent
from engine.systems.wooden_ships.state.state import PointsFor, Ship, Signal, Standing
from engine.systems.wooden_ships.state.steps import AnyStep, Phase


class SquadronMade(WoodenShipsEvent, frozen=True, tag="squadron_made"):
    """The dice made a squadron for a seat: its ships, and how many dice that took."""

    seat: str
    ships: dict[str, Ship]
    dice: int


class TurnBegan(WoodenShipsEvent, frozen=True, tag="turn"):
    """A turn began."""

    turn: int


class ShipArrived(WoodenShipsEvent, frozen=True, tag="arrived"):
    """A ship came onto the map."""

    ship: str
    bow: Hex


class ShipRescued(WoodenShipsEvent, frozen=True, tag="rescued"):
    """A ship that had surrendered is her side's again, idle for this turn."""

    ship: str


class SheetSealed(WoodenShipsEvent, frozen=True, tag="sealed"):
    """A seat has sealed its sheet; others do not see what is on it."""

    seat: str
    sheet: str
    answers: dict[str, Answer]


class SheetReopened(WoodenShipsEvent, frozen=True, tag="reopened"):
    """A seat took its sealed sheet back."""

    seat: str


class SheetsOpened(WoodenShipsEvent, frozen=True, tag="opened"):
    """All sheets of a phase lie open, by seat."""

    phase: Phase
    answers: dict[str, dict[str, Answer]]


class StandingChanged(WoodenShipsEvent, frozen=True, tag="standing"):
    """A seat has made its standing choices; others do not see them."""

    seat: str
    standing: Standing


class SignalsHoisted(WoodenShipsEvent, frozen=True, tag="signals"):
    """Flagships hoisted these signals, by seat; all others are down."""

    signals: dict[str, Signal]


class SeatGaveUp(WoodenShipsEvent, frozen=True, tag="gave_up"):
    """A player surrendered with all ships."""

    seat: str


class PointsGiven(WoodenShipsEvent, frozen=True, tag="points"):
    """Seats scored for a ship, each a fraction."""

    ship: str
    why: PointsFor
    shares: dict[str, str]


class PointsWithdrawn(WoodenShipsEvent, frozen=True, tag="points_back"):
    """What was given for a ship was taken back."""

    ship: str
    why: PointsFor


class TurnEnded(WoodenShipsEvent, frozen=True, tag="turn_end"):
    """A turn is over; how many have been quiet, and how many of the countdown are left."""

    quiet: int
    countdown: int


class BattleEnded(WoodenShipsEvent, frozen=True, tag="end"):
    """The battle is over; no winners: a draw."""

    winners: tuple[str, ...]
    reason: str


class Planned(step.Planned, WoodenShipsEvent, frozen=True, tag="planned"):
    """The agenda of a battle changed."""

    laid: tuple[AnyStep, ...] = ()
