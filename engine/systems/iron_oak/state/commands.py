"""The commands by which a player answers. Sheets are sealed by `Fill`; every other answer is one of
these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.game.question import Fill, Reopen
from engine.kit.ledger import union_of
from engine.systems.iron_oak.data.facts import HitPlace
from engine.systems.iron_oak.state.state import WayName


class Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The base class of the commands by which a player answers."""


class CheckFire(Command, frozen=True, tag="check_fire"):
    """Choose the unit whose fire of level 5 is checked next."""

    unit: str


class Act(Command, frozen=True, tag="act"):
    """Choose the ship or fort section that acts next."""

    unit: str


class Take(Command, frozen=True, tag="take"):
    """Take this ship in tow; an empty id means none."""

    ship: str = ""


class Way(Command, frozen=True, tag="way"):
    """Choose how an order is carried out: the way, its target, the goal, and the box in between."""

    way: WayName
    target: str = ""
    goal: str = ""
    via: str = ""
    card: int = 0
    """The Screen card that is played with the order; 0 for none."""


class Pretend(Command, frozen=True, tag="pretend"):
    """Roll these dice in place of a hidden ship's own, to hide her identity. An empty text means
    her own dice.
    """

    dice: str = ""


class Play(Command, frozen=True, tag="play"):
    """Play this card on the ship that moves; with `target`, on the ship that she attacks."""

    card: int
    target: bool = False


class Pass(Command, frozen=True, tag="pass"):
    """Play no card, or no more.

    With `quiet` the seat is not asked again in this player turn about the unit that it names (`*`
    for all).
    """

    quiet: str = ""


class First(Command, frozen=True, tag="first"):
    """Choose which hazard is met first, or which ship meets it first."""

    id: str


class Oppose(Command, frozen=True, tag="oppose"):
    """Choose the enemy that the ship opposes: he gets the Opposed marker."""

    ship: str


class Protect(Command, frozen=True, tag="protect"):
    """Choose the enemy ship or fort from whose fire and attacks the screened ship is protected."""

    unit: str


class Seek(Command, frozen=True, tag="seek"):
    """Search this hidden counter; an empty id means none."""

    counter: str = ""


class Aim(Command, frozen=True, tag="aim"):
    """Fire at this unit; an empty id means to hold fire."""

    target: str = ""
    plunging: bool = False


class Spread(Command, frozen=True, tag="spread"):
    """Choose the location that takes the Collateral hit."""

    location: HitPlace


class Swap(Command, frozen=True, tag="swap"):
    """Exchange this card for a new one; 0 means none."""

    card: int = 0


if TYPE_CHECKING:
    AnyCommand = Fill | Reopen | Command
else:
    AnyCommand = Fill | Reopen | union_of(Command, __name__)
