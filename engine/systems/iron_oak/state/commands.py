"""The commands of a seat. A sheet is sealed by `Fill`; every other answer is one of
these commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.game.question import Fill, Reopen
from engine.kit.ledger import union_of
from engine.systems.iron_oak.data.facts import HitPlace
from engine.systems.iron_oak.state.state import WayName


class Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The base class of all answers of a seat."""


class CheckFire(Command, frozen=True, tag="check_fire"):
    """Check the fiercest fire of this unit next."""

    unit: str


class Act(Command, frozen=True, tag="act"):
    """Let this ship or section act next."""

    unit: str


class Take(Command, frozen=True, tag="take"):
    """Take a ship in tow; an empty id takes none."""

    ship: str = ""


class Way(Command, frozen=True, tag="way"):
    """Choose how to carry out the order: kind, target, goal, middle box."""

    way: WayName
    target: str = ""
    goal: str = ""
    via: str = ""
    card: int = 0
    """The Screen card that is played with the order; 0 for none."""


class Pretend(Command, frozen=True, tag="pretend"):
    """Roll these dice while hidden; if they are an empty text, roll the ship's own dice."""

    dice: str = ""


class Play(Command, frozen=True, tag="play"):
    """Play this card on the moving ship; with `target`, on the ship that she attacks."""

    card: int
    target: bool = False


class Pass(Command, frozen=True, tag="pass"):
    """Play no more cards.

    With `quiet`, the seat is also not asked about `unit` (`*` for all) again in this player turn.
    """

    quiet: str = ""


class First(Command, frozen=True, tag="first"):
    """Choose the hazard, or the ship, that is checked first."""

    id: str


class Oppose(Command, frozen=True, tag="oppose"):
    """Choose the ship that gets the Opposed marker."""

    ship: str


class Protect(Command, frozen=True, tag="protect"):
    """Choose the enemy ship or fort from which the ship is screened."""

    unit: str


class Seek(Command, frozen=True, tag="seek"):
    """Search this counter; an empty id searches none."""

    counter: str = ""


class Aim(Command, frozen=True, tag="aim"):
    """Fire at this unit; an empty id holds fire."""

    target: str = ""
    plunging: bool = False


class Spread(Command, frozen=True, tag="spread"):
    """Choose the location of the Collateral hit."""

    location: HitPlace


class Swap(Command, frozen=True, tag="swap"):
    """Exchange this card for a new one; 0 exchanges none."""

    card: int = 0


if TYPE_CHECKING:
    AnyCommand = Fill | Reopen | Command
else:
    AnyCommand = Fill | Reopen | union_of(Command, __name__)
