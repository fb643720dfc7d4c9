"""The commands of a seat. Sheets are sealed by `Fill`; every other answer is one of these."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.game.question import Fill, Reopen
from engine.kit.ledger import every
from engine.systems.iron_oak.data.facts import HitPlace
from engine.systems.iron_oak.state.state import WayName


class Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """An answer of a seat."""


class CheckFire(Command, frozen=True, tag="check_fire"):
    """Check the fiercest fire of this unit next."""

    unit: str


class Act(Command, frozen=True, tag="act"):
    """Let this ship or section act next."""

    unit: str


class Take(Command, frozen=True, tag="take"):
    """Take a ship in tow; with an empty id, none."""

    ship: str = ""


class Way(Command, frozen=True, tag="way"):
    """Carry the order out so: kind, target, goal, middle box."""

    way: WayName
    target: str = ""
    goal: str = ""
    via: str = ""
    card: int = 0
    """The Screen card that is played with it."""


class Pretend(Command, frozen=True, tag="pretend"):
    """Roll these dice while hidden; '' the own ones."""

    dice: str = ""


class Play(Command, frozen=True, tag="play"):
    """Play this card; `target`: on the ship that is attacked."""

    card: int
    target: bool = False


class Pass(Command, frozen=True, tag="pass"):
    """Play no more cards.

    `quiet`: do not ask about `unit` or all (`*`) in this player turn either.
    """

    quiet: str = ""


class First(Command, frozen=True, tag="first"):
    """Let this hazard, or this ship, be checked first."""

    id: str


class Oppose(Command, frozen=True, tag="oppose"):
    """Let the Opposed marker fall on this ship."""

    ship: str


class Protect(Command, frozen=True, tag="protect"):
    """Screen the ship from this enemy ship or fort."""

    unit: str


class Seek(Command, frozen=True, tag="seek"):
    """Search a counter; '' none."""

    counter: str = ""


class Aim(Command, frozen=True, tag="aim"):
    """Fire at this unit; '' hold fire."""

    target: str = ""
    plunging: bool = False


class Spread(Command, frozen=True, tag="spread"):
    """Let the Collateral hit fall on this location."""

    location: HitPlace


class Swap(Command, frozen=True, tag="swap"):
    """Replace a card; 0 none."""

    card: int = 0


if TYPE_CHECKING:
    AnyCommand = Fill | Reopen | Command
else:
    AnyCommand = Fill | Reopen | every(Command, __name__)
