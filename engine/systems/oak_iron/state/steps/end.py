"""Steps of the End Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kit.fold import every
from engine.kit.step import Step


class Prizes(Step, frozen=True, tag="prizes"):
    """A squadron captures, destroys or leaves the Shaken ships that it holds."""

    side: str
    """The squadron."""
    left: tuple[tuple[str, str], ...] = ()
    """(victor, victim) pairs that the side has chosen to leave."""


class PartShaken(Step, frozen=True, tag="part_shaken"):
    """Two Shaken ships Entangled are moved apart."""


class Inspire(Step, frozen=True, tag="inspire"):
    """A ship's commander takes 1 Fatigue off her or a friend, by a card."""

    ship: str


class CheckWithdrawal(Step, frozen=True, tag="check_withdrawal"):
    """Count strike points and see who withdraws."""


class SinkShips(Step, frozen=True, tag="sink_ships"):
    """A die for each ship Out of Action."""


class LostFlagships(Step, frozen=True, tag="lost_flagships"):
    """Squadrons whose flagship is lost name a new one."""

    squadrons: tuple[str, ...]


class TrimHand(Step, frozen=True, tag="trim_hand"):
    """A squadron with too many cards removes one."""

    squadron: str


class ReturnCards(Step, frozen=True, tag="return_cards"):
    """Cards go back; the next turn begins."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = every(Step, __name__)
