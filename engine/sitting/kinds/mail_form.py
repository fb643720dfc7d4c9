"""MailForm: the form of a new battle by mail, for screens and lines."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Any

from engine.base.errors import WeatherGageError
from engine.files import desks as stored
from engine.files.saves import fresh_seed
from engine.post import letters
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks
from engine.sitting.setting_up.rows import Asked, Seating, SetupLine, SetUpRows, first_choice

# fmt: off
ASKED = (
    Asked("side", "You play", values={False: "the first side", True: "the other side"}),
    Asked("me", "Your name", "Your name as your opponent reads it; type it."),
    Asked("other", "Playing with", "The name of your opponent; type it."),
    Asked("letters", "Letters", values={False: "quick", True: "strict"}),
    Asked("word", "Your word", "A word of your own, mixed into the dice; empty: a random one."),
)
# fmt: on
"""The questions of the form besides the set-up."""
SEATED = Seating({"you or the other": ""}, "you or the other", "lot", seed_known=False, asked=ASKED)
"""The chosen side decides the players' seats; the dice are agreed in the first letters."""


class MailForm(SetUpRows):
    """The rows of a new battle without players and seed, but with rows for side and names."""

    def __init__(self, folder: Path) -> None:
        """Begin with the name that the player used last in the folder of battles by mail."""
        super().__init__(first_choice(fresh_seed()), SEATED)
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
        for name, whose in (("me", "your name"), ("other", "the other's name")):
            if not self.own[name].strip():
                return f"Type {whose} in its line."
        return self.why_not_strict()

    def found(self) -> Desk:
        """Return the desk of the new battle; raises the errors of `mail.founded`."""
        return desks.founded(
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
        stored.known(folder), key=lambda name: stored.desk_path(folder, name).stat().st_mtime
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
