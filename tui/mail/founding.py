"""MailFoundingScreen: the terms of a new battle by mail."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import ClassVar

from engine.base.clean import clean
from engine.base.errors import Refused, WeatherGageError
from engine.files import desks as stored
from engine.files.begin import fresh_seed
from engine.post import letters
from engine.sitting.kinds import mail_desk as desks
from tui.input.actions import Handlers
from tui.mail.table import sent
from tui.screens.chooser import Chooser
from tui.start.form_page import LABEL, FormLine, fill_form
from tui.start.set_up_rows import (
    Seating,
    SetupChoice,
    SetupLine,
    SetUpRows,
    on_offer,
    place_of,
)
from tui.terminal.cut import SIGN
from tui.terminal.page import TextPage

SEATED = Seating({"you or the other": ""}, "you or the other", "lot", seed_known=False)
"""Who has which seat follows from the side; the dice are agreed by the first letters."""
TYPED = {
    "me": "Your name as the other one reads it; type it.",
    "other": "The name of the one you play with; type it.",
    "word": "A word of your own that goes into the dice; without one it is drawn.",
}
"""The rows that are typed, and what they are."""
WIDTH = 53
ROOM = WIDTH - LABEL - 8
"""Signs of a name in its line."""


class MailFoundingScreen(Chooser):
    """The rows that a form at one keyboard has, but for players and seed; side and names."""

    screen_name: ClassVar[str] = "mail_found"
    what_for: ClassVar[str] = (
        "A new battle by mail: left and right change the highlighted line, names are typed; Enter "
        "founds the battle and shows the first letter."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "help", "right", "erase", "back", "down")

    def __init__(self) -> None:
        super().__init__()
        self.index = 0
        game, scenario, _ = on_offer()[0]
        choice = SetupChoice(game=game, scenario=scenario, players={}, seed=fresh_seed())
        self.form = SetUpRows(choice, SEATED)
        self.second = False
        self.strict = False
        self.proposed = True
        """Whether one's own name is a proposal, which the first letter replaces."""
        self.names = {"me": own_name(self.folder), "other": "", "word": ""}

    @property
    def folder(self) -> Path:
        """The folder of battles by mail."""
        return stored.kept_by_mail(self.game_app.saves)

    # The page --------------------------------------------------------------------------

    def _lines(self) -> list[SetupLine]:
        form = self.form
        who = [line for line in form.who() if line.what != "player"]
        ways = [line for line in form.ways() if line.what != "set-up"]
        named = [SetupLine(name) for name in ("me", "other")]
        last = SetupLine("letters"), *(() if self.strict else (SetupLine("word"),))
        return [*who, SetupLine("side"), *named, *ways, *form.forces(), *last]

    @property
    def line(self) -> SetupLine:
        """The highlighted line."""
        return self._lines()[self.index]

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE BY MAIL", "status")
        lines = [self._line(line) for line in self._lines()]
        fill_form(
            page, self.form, lines, self.index, self._about(), self._click,
            width=WIDTH, most=4, glyphs=self.glyphs,
        )  # fmt: skip

    def _line(self, line: SetupLine) -> FormLine:
        label, value = self._shown(line)
        return FormLine(label, value, f"{value}_" if line.what in TYPED else f"< {value} >")

    def _about(self) -> str:
        """Return the explanation of the highlighted line."""
        line = self.line
        if line.what in ("game", "scenario"):
            return self.form.about_scenario
        if line.what == "side":
            return f"You play {self._seats(True)}, the other {self._seats(False)}."
        if line.what == "letters":
            return self._told_letters()
        if line.what in TYPED:
            name = self.names[line.what]
            return f"{TYPED[line.what]} {name if len(name) > ROOM else ''}"
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

    def _shown(self, line: SetupLine) -> tuple[str, str]:
        """Return a line's label and value."""
        if line.what == "side":
            return "You play", self._seats(True)
        if line.what == "letters":
            return "Letters", "strict" if self.strict else "quick"
        labels = {"me": "Your name", "other": "Playing with", "word": "Your word"}
        if line.what in labels:
            value = self.names[line.what]
            if len(value) > ROOM:  # its end is what is being typed; the whole stands below
                value = f"{SIGN}{value[-ROOM:]}"
            return labels[line.what], value or ("" if line == self.line else "-")
        return self.form.shown(line)

    def prompt(self) -> str:
        """Return what Enter founds, or what is missing."""
        missing = self._missing()
        if missing:
            return missing
        key = self.keymap.key(self.screen_name, "accept")
        scenario = self.form.choice.scenario
        return f"{key} founds  {scenario}, you {self._seats(True)} v {self.names['other']}"

    def _missing(self) -> str:
        """Return what keeps the battle from being founded; '' for nothing."""
        if self.form.fault:
            return self.form.fault
        for name, whose in (("me", "your name"), ("other", "the other's name")):
            if not self.names[name].strip():
                return f"Type {whose} in its line."
        return self._why_not_strict()

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Let signs go into the highlighted line where it is typed."""
        if self.line.what in TYPED and (len(key) == 1 or key in ("space", "backspace")):
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
            self.names[name], self.proposed = "", False
        self.names[name] = clean(self.names[name] + text).lstrip()[: letters.LONGEST_NAME]

    def take_paste(self, text: str) -> None:
        """Take a pasted name; squadrons of one's own cannot be sent by mail."""
        if self.line.what not in TYPED:
            raise Refused("by mail, squadrons are ready ones; a name may be pasted in its line")
        self._add(self.line.what, text.strip())

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self._lines()) - 1))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "left": self.act_left,
            "right": self.act_right,
            "erase": self.act_erase,
            "accept": self.act_accept,
        }

    def act_left(self) -> None:
        """Take the choice before."""
        self._turn(-1)

    def act_right(self) -> None:
        """Take the next choice."""
        self._turn(1)

    def act_erase(self) -> None:
        """Erase the last sign of a line that is typed."""
        if self.line.what in TYPED:
            self.proposed = False
            self.names[self.line.what] = self.names[self.line.what][:-1]

    def act_accept(self) -> None:
        """Found the battle, and show the first letter."""
        if missing := self._missing():
            raise Refused(missing)
        folder = stored.mail_folder(self.game_app.saves)
        options = self.form.options()
        desk = desks.founded(
            self.form.rules,
            self.form.choice.scenario,
            (self.names["me"].strip(), self.names["other"].strip()),
            self.second,
            "" if self.strict else self.names["word"],
            options,
            self.strict,
        )
        letter = sent(folder, desk, None)
        self.game_app.leave(self)
        self.game_app.open(letter)

    def _click(self, index: int) -> None:
        if index == self.index:
            self._turn(1)
        else:
            self.index = index

    def _turn(self, step: int) -> None:
        line = self.line
        if line.what in TYPED:
            return
        if line.what == "side":
            self.second = not self.second
            return
        if line.what == "letters":
            self.strict = not self.strict
            return
        self.form.turn(line, step)
        stays = place_of(line, self._lines())
        self._move(self.index if stays is None else stays)


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
