"""MailFoundingScreen: the terms of a new battle by mail."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import ClassVar

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean
from engine.files import desks as stored
from engine.files.saves import fresh_seed
from engine.post import letters
from engine.sitting.kinds import mail as desks
from engine.sitting.set_up_rows import Asked, Seating, SetupLine, SetUpRows, first_choice
from tui.input.actions import Handlers
from tui.mail.battle import sent
from tui.screens.chooser import Chooser
from tui.start.pick import LABEL, FormScreen
from tui.terminal.cells import SIGN
from tui.terminal.page import TextPage

# fmt: off
ASKED = (
    Asked("side", "You play", values={False: "the first side", True: "the other side"}),
    Asked("me", "Your name", "Your name as the other one reads it; type it."),
    Asked("other", "Playing with", "The name of the one you play with; type it."),
    Asked("letters", "Letters", values={False: "quick", True: "strict"}),
    Asked("word", "Your word", "A word of your own that goes into the dice; without one it is "
          "drawn."),
)
# fmt: on
"""What is asked for beside the set-up."""
SEATED = Seating({"you or the other": ""}, "you or the other", "lot", seed_known=False, asked=ASKED)
"""Who has which seat follows from the side; the dice are agreed by the first letters."""
WIDTH = 53
ROOM = WIDTH - LABEL - 8
"""Signs of a name in its line."""


class MailFoundingScreen(FormScreen, Chooser):
    """The rows that a form at one keyboard has, but for players and seed; side and names."""

    screen_name: ClassVar[str] = "mail_found"
    what_for: ClassVar[str] = (
        "A new battle by mail: left and right change the highlighted line, names are typed; Enter "
        "founds the battle and shows the first letter."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "help", "right", "erase", "back", "down")

    def __init__(self) -> None:
        super().__init__()
        self.form = SetUpRows(first_choice(fresh_seed()), SEATED)
        self.form.own["me"] = own_name(self.folder)
        self.proposed = True
        """Whether one's own name is a proposal, which the first letter replaces."""

    @property
    def folder(self) -> Path:
        """The folder of battles by mail."""
        return stored.kept_by_mail(self.game_app.saves)

    # The page --------------------------------------------------------------------------

    @property
    def lines(self) -> list[SetupLine]:
        form = self.form
        who = [line for line in form.who() if line.what != "player"]
        ways = [line for line in form.ways() if line.what != "set-up"]
        side, me, other, letters, word = form.also()
        last = [letters] if self.strict else [letters, word]
        return [*who, side, me, other, *ways, *form.forces(), *last]

    @property
    def strict(self) -> bool:
        """Whether letters are strict."""
        return bool(self.form.own["letters"])

    @property
    def second(self) -> bool:
        """Whether one plays the side that is not the first."""
        return bool(self.form.own["side"])

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE BY MAIL", "status")
        self.fill_form(page, WIDTH, most=4)

    def highlighted(self, line: SetupLine, value: str) -> str:
        return f"{value}_" if is_typed(line) else super().highlighted(line, value)

    def about(self, line: SetupLine) -> str:
        """Return the explanation of a line; a name that its line has no room for stands here."""
        if line.what in ("game", "scenario"):
            return self.form.about_scenario
        if line.what == "side":
            return f"You play {self._seats(True)}, the other {self._seats(False)}."
        if line.what == "letters":
            return self._told_letters()
        if is_typed(line):
            name = self.form.own[line.what]
            return f"{self.form.about(line)} {name if len(name) > ROOM else ''}"
        return self.form.about(line)

    def _told_letters(self) -> str:
        """Return how letters are written, and what strict costs or what keeps it away."""
        if not self.strict:
            return f"{desks.QUICK} Strict takes {self.form.rules.strict_costs}."
        return self._why_not_strict() or f"{desks.STRICT} It takes {self.form.rules.strict_costs}."

    def _why_not_strict(self) -> str:
        """Return why this battle cannot be strict; '' when it can, or is not to be."""
        why = self.form.rules.dealt_in_secret if self.strict else ""
        return f"It cannot be strict: {why}." if why else ""

    def _seats(self, mine: bool) -> str:
        seats = desks.seats_of(self.form.seats, self.second)
        return ", ".join(seat.name for seat in self.form.seats if (seat.key in seats) == mine)

    def shown(self, line: SetupLine) -> tuple[str, str]:
        label, value = self.form.shown(line)
        if line.what == "side":
            value = self._seats(True)
        elif is_typed(line):
            if len(value) > ROOM:  # its end is what is being typed; the whole stands below
                value = f"{SIGN}{value[-ROOM:]}"
            value = value or ("" if line == self.line else "-")
        return label, value

    def prompt(self) -> str:
        """Return what Enter founds, or what is missing."""
        missing = self._missing()
        if missing:
            return missing
        key = self.keymap.key(self.screen_name, "accept")
        scenario = self.form.choice.scenario
        return f"{key} founds  {scenario}, you {self._seats(True)} v {self.form.own['other']}"

    def _missing(self) -> str:
        """Return what keeps the battle from being founded; '' for nothing."""
        if self.form.fault:
            return self.form.fault
        for name, whose in (("me", "your name"), ("other", "the other's name")):
            if not self.form.own[name].strip():
                return f"Type {whose} in its line."
        return self._why_not_strict()

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let signs go into the highlighted line where it is typed."""
        if is_typed(self.line) and (len(key) == 1 or key in ("space", "backspace")):
            self.said = ""
            self._spell(self.line.what, key)
            self.draw()
        else:
            super().press(key)

    def _spell(self, name: str, key: str) -> None:
        if key == "backspace":
            self.act_erase()
        else:
            self._add(name, " " if key == "space" else key)

    def _add(self, name: str, text: str) -> None:
        if name == "me" and self.proposed:
            self.form.own[name], self.proposed = "", False
        self.form.own[name] = clean(self.form.own[name] + text).lstrip()[: letters.LONGEST_NAME]

    def take_paste(self, text: str) -> None:
        """Take a pasted name; squadrons of one's own cannot be sent by mail."""
        if not is_typed(self.line):
            raise Refused("by mail, squadrons are ready ones; a name may be pasted in its line")
        self._add(self.line.what, text.strip())

    def handlers(self) -> Handlers:
        return {**super().handlers(), "erase": self.act_erase}

    def act_erase(self) -> None:
        """Erase the last sign of a line that is typed."""
        if is_typed(self.line):
            self.proposed = False
            self.form.own[self.line.what] = self.form.own[self.line.what][:-1]

    def act_accept(self) -> None:
        """Found the battle, and show the first letter."""
        if missing := self._missing():
            raise Refused(missing)
        folder = stored.mail_folder(self.game_app.saves)
        options = self.form.options()
        desk = desks.founded(
            self.form.rules,
            self.form.choice.scenario,
            (self.form.own["me"].strip(), self.form.own["other"].strip()),
            self.second,
            "" if self.strict else self.form.own["word"],
            options,
            self.strict,
        )
        letter = sent(folder, desk, None)
        self.game_app.leave(self)
        self.game_app.open(letter)

    def _turn(self, step: int) -> None:
        if not is_typed(self.line):
            super()._turn(step)


def is_typed(line: SetupLine) -> bool:
    """Tell whether the value of a line is typed."""
    return bool(line.asked and not line.asked.values)


def own_name(folder: Path) -> str:
    """Return the name that one played under last, else that of one's account; '' without any."""
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
    except (OSError, KeyError, ImportError):  # no account of that number, or none at all
        return ""
    return account if letters.is_name(account) else ""
