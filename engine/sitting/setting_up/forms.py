"""The forms of a new battle: at one keyboard, and by mail."""

from __future__ import annotations

import getpass
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import parse_number
from engine.files import desks as stored
from engine.files.saves import begin, random_seed, saves_folder
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import PLAYERS
from engine.post import letters
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks
from engine.sitting.setting_up.rows import (
    FormQuestion,
    Seating,
    SetupChoice,
    SetupLine,
    SetUpRows,
    first_choice,
)

# At one keyboard: possible players, the default choices, and the start of the battle.


HUMAN, COMPUTER = "human", "lieutenant"
SEATED = Seating(
    {HUMAN: "a person at this keyboard", **PLAYERS}, COMPUTER, "the seed", seed_known=True
)
"""The players that may have a seat."""
LONG = 2**64
"""Seeds of at least this value are abbreviated: nobody can type or guess them."""
SEED = SetupLine("seed")


def quick_start(game: str = "") -> SetupChoice:
    """Return the first scenario of a game, by default of the first game on offer.

    A person plays against the computer player `lieutenant`, with a random seed.
    """
    choice = first_choice(random_seed(), game)
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


TYPED_SEED = FormQuestion(
    "seed", "Seed", "The same seed gives the same dice; type digits.", none="drawn"
)
"""The question for the seed, in the line interface."""
MOST_DIGITS = 18
"""The most digits that a typed seed may have."""


class HomeForm(SetUpRows):
    """The form of a new battle at one keyboard, for the line interface; the seed is a row of it."""

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
            self.reseed(parse_number(value) if value else random_seed())
        super().take(row, value)


# By mail: the form of a new battle, for screens and the line interface.


ASKED = (
    FormQuestion("side", "You play", values={False: "the first side", True: "the other side"}),
    FormQuestion("me", "Your name", "Your name as your opponent reads it; type it."),
    FormQuestion("other", "Playing with", "The name of your opponent; type it."),
    FormQuestion("letters", "Letters", values={False: "quick", True: "strict"}),
    FormQuestion(
        "word", "Your word", "A word of your own, mixed into the dice; empty: a random one."
    ),
)
"""The questions of the form besides the set-up."""
MAIL_SEATED = Seating(
    {"you or your opponent": ""}, "you or your opponent", "lot", seed_known=False, asked=ASKED
)
"""The possible players of a battle by mail: the chosen side decides their seats.

There is no seed yet, because the dice are agreed in the first letters.
"""


class MailForm(SetUpRows):
    """The rows of a new battle without players and seed, but with rows for side and names."""

    def __init__(self, folder: Path) -> None:
        """Begin with the name that the player used last in the folder of battles by mail."""
        super().__init__(first_choice(random_seed()), MAIL_SEATED)
        self.own["me"] = own_name(folder)

    def rows(self) -> list[SetupLine]:
        """Return all rows in the order of the page."""
        who = [line for line in self.who() if line.what != "player"]
        ways = [line for line in self.ways() if line.what != "set-up"]
        side, me, other, letters, word = self.also()
        last = [letters] if self.strict else [letters, word]
        return [*who, side, me, other, *ways, *self.forces(), *last]

    @property
    def strict(self) -> bool:
        """Whether the battle is strict."""
        return bool(self.own["letters"])

    @property
    def second(self) -> bool:
        """Whether the player has the second side instead of the first."""
        return bool(self.own["side"])

    def in_words(self, row: SetupLine, value: Any) -> str:
        """Return a value in words: a side by the names of its seats."""
        return self.seats_named(value) if row.what == "side" else super().in_words(row, value)

    def about(self, row: SetupLine) -> str:
        """Return the explanation of a row's value."""
        if row.what in ("game", "scenario"):
            return self.about_scenario
        if row.what == "side":
            mine, others = self.seats_named(self.second), self.seats_named(not self.second)
            return f"You play {mine}, your opponent {others}."
        if row.what != "letters":
            return super().about(row)
        costs = self.rules.strict_costs
        if not self.strict:
            return f"{desks.QUICK} Strict takes {costs}."
        return self.why_not_strict() or f"{desks.STRICT} It takes {costs}."

    def why_not_strict(self) -> str:
        """Return why this battle cannot be strict; '' when it can, or when the player has not
        chosen strict.
        """
        why = self.rules.dealt_in_secret if self.strict else ""
        return f"It cannot be strict: {why}." if why else ""

    def seats_named(self, second: bool) -> str:
        """Return the names of the seats of the first side, or of the second."""
        seats = desks.seats_of(self.seats, second)
        return ", ".join(seat.name for seat in self.seats if seat.key in seats)

    def missing(self) -> str:
        """Return the reason why the battle cannot be founded yet; '' for none."""
        if self.fault:
            return self.fault
        for name, whose in (("me", "your name"), ("other", "your opponent's name")):
            if not self.own[name].strip():
                return f"Type {whose} in its line."
        return self.why_not_strict()

    def new_desk(self) -> Desk:
        """Return the desk of the new battle; raises the errors of `mail.new_desk_of_game`."""
        return desks.new_desk_of_game(
            self.rules,
            self.choice.scenario,
            (self.own["me"].strip(), self.own["other"].strip()),
            self.second,
            "" if self.strict else self.own["word"],
            self.options(),
            self.strict,
        )


def own_name(folder: Path) -> str:
    """Return the name that the player used last, else his account's; '' without any."""
    latest = sorted(
        stored.desk_names(folder), key=lambda name: stored.desk_path(folder, name).stat().st_mtime
    )
    for name in reversed(latest):
        try:
            desk = stored.load(folder, name)
        except WeatherGageError:
            continue
        if desk:
            return desk.me
    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):  # the account has no name
        return ""
    return account if letters.is_name(account) else ""
