"""What a seat may answer: the battle's own commands, sheets by `Fill`, and these."""

from __future__ import annotations

from engine.game.question import Reopen
from engine.systems.iron_oak.state.commands import AnyCommand as BattleCommand
from engine.systems.iron_oak.state.commands import Command


class NameShip(Command, frozen=True, tag="name_ship"):
    """This ship: a target, one against the mist, one more of the fleet; '' none."""

    ship: str = ""


class PlayCard(Command, frozen=True, tag="play_yard_card"):
    """Play a yard card; `card` 0: no more."""

    card: int = 0
    use: str = ""
    """What it is for: `drm` or `ship`, a side, a ship."""
    against: int = 0
    """The card that it cancels."""


AnyCommand = BattleCommand | Reopen | NameShip | PlayCard
