"""A new battle at one keyboard: possible players, the default choices, and its start."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.base.errors import Refused
from engine.base.text import whole
from engine.files.saves import begin, fresh_seed, saves_folder
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import PLAYERS
from engine.sitting.setting_up.rows import (
    Asked,
    Seating,
    SetupChoice,
    SetupLine,
    SetUpRows,
    first_choice,
)

HUMAN, COMPUTER = "human", "lieutenant"
SEATED = Seating(
    {HUMAN: "a person at this keyboard", **PLAYERS}, COMPUTER, "the seed", seed_known=True
)
"""The players that may have a seat."""
LONG = 2**64
"""Seeds of at least this value are abbreviated: nobody can type or guess them."""
SEED = SetupLine("seed")


def quick_start() -> SetupChoice:
    """Return the first scenario with a person against the lieutenant, and a random seed."""
    choice = first_choice(fresh_seed())
    rules = system(choice.game)
    keys = [seat.key for seat in rules.seats(rules.set_up(choice.scenario))]
    players = {key: HUMAN if key == keys[0] else COMPUTER for key in keys}
    return replace(choice, players=players)


def start(
    choice: SetupChoice, saves: Path | None = None, options: Mapping[str, Any] | None = None
) -> Battle:
    """Begin the battle of a choice in a new file; raises `SetUpFault` and `FileFault`."""
    game = system(choice.game)
    asked = game.setting_up(game.set_up(choice.scenario, options))
    return begin(
        game,
        choice.scenario,
        choice.players,
        saves_folder(saves),
        choice.seed,
        options,
        proposed=choice.proposed and asked,
    )


def seed_in_short(seed: int) -> str:
    """Return a seed as it is shown: in full, or the first digits of a long random seed."""
    return str(seed) if seed < LONG else f"{str(seed)[:8]}.."


TYPED_SEED = Asked("seed", "Seed", "The same seed gives the same dice; type digits.", none="drawn")
"""The question for the seed, in lines."""
MOST_DIGITS = 18
"""The most digits that a typed seed may have."""


class HomeForm(SetUpRows):
    """The form of a new battle at one keyboard, for lines; the seed is a row of it."""

    def __init__(self, folder: Path | None) -> None:
        """Begin with the quick start; a player's own squadrons are in `folder`."""
        super().__init__(quick_start(), SEATED._replace(asked=(TYPED_SEED,)), folder)

    def rows(self) -> list[SetupLine]:
        """Return all rows in the order of the page."""
        return [*self.who(), *self.forces(), *self.ways(), *self.also()]

    def take(self, row: SetupLine, value: Any) -> None:
        """Set the value of a row. A new seed may change the seats of the scenario."""
        if row.asked is TYPED_SEED:
            if value and not (value.isdecimal() and len(value) <= MOST_DIGITS):
                raise Refused(f"a seed is a whole number of at most {MOST_DIGITS} digits")
            self.reseed(whole(value) if value else fresh_seed())
        super().take(row, value)
