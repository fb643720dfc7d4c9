"""MailFoundingScreen: the terms of a new battle by mail."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from engine.base.errors import Refused
from engine.base.text import clean
from engine.files import desks as stored
from engine.post import letters
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.setting_up.forms import MailForm
from engine.sitting.setting_up.rows import SetupLine, title_of
from engine.sitting.setting_up.words import is_typed
from tui.input.actions import Handlers
from tui.mail.battle import LetterScreen
from tui.screens.chooser import Chooser
from tui.start.pick import LABEL, FormScreen
from tui.terminal.cells import SIGN
from tui.terminal.page import TextPage

WIDTH = 53
ROOM = WIDTH - LABEL - 8
"""The most characters of a name that fit into its line."""


class MailFoundingScreen(FormScreen, Chooser):
    """The form of a new battle by mail: instead of players and a seed it asks for the side and the
    names.
    """

    screen_name: ClassVar[str] = "mail_found"
    what_for: ClassVar[str] = (
        "A new battle by mail: left and right change the highlighted line, names are typed; Enter "
        "founds the battle and shows the first letter."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "help", "right", "erase", "back", "down=line")

    form: MailForm

    def __init__(self) -> None:
        super().__init__()
        self.form = MailForm(self.folder)
        self.proposed = True
        """Whether the player's own name is still the default, which the first typed letter
        replaces."""

    @property
    def folder(self) -> Path:
        """The folder of battles by mail."""
        return stored.mail_search_folder(self.game_app.saves)

    # The page --------------------------------------------------------------------------

    @property
    def lines(self) -> list[SetupLine]:
        return self.form.rows()

    def fill(self, page: TextPage) -> None:
        """Write the lines, and a picture of the table."""
        page.bar(0, "NEW BATTLE BY MAIL", "status")
        self.fill_form(page, WIDTH, most=4)

    def highlighted(self, line: SetupLine, value: str) -> str:
        return f"{value}_" if is_typed(line) else super().highlighted(line, value)

    def about(self, line: SetupLine) -> str:
        """Return the explanation of a line; a name that is too long for its line is shown here."""
        if is_typed(line):
            name = self.form.own[line.what]
            return f"{self.form.about(line)} {name if len(name) > ROOM else ''}"
        return self.form.about(line)

    def shown(self, line: SetupLine) -> tuple[str, str]:
        label, value = self.form.shown(line)
        if is_typed(line):
            if len(value) > ROOM:  # show the end, where the player types; the whole text is below
                value = f"{SIGN}{value[-ROOM:]}"
            value = value or ("" if line == self.line else "-")
        return label, value

    def prompt(self) -> str:
        """Return the battle that Enter would found, or the field that is still missing."""
        missing = self.form.missing()
        if missing:
            return missing
        key = self.keymap.key(self.screen_name, "accept")
        form = self.form
        mine = form.seats_named(form.second)
        return f"{key} founds  {title_of(form)}, you {mine} v {form.own['other']}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Insert characters into the highlighted line if it is a text."""
        if is_typed(self.line) and (len(key) == 1 or key in ("space", "backspace")):
            self.said = ""
            if key == "backspace":
                self.act_erase()
            else:
                self._add(self.line.what, " " if key == "space" else key)
            self.draw()
        else:
            super().press(key)

    def _add(self, name: str, text: str) -> None:
        if name == "me" and self.proposed:
            self.form.own[name], self.proposed = "", False
        self.form.own[name] = clean(self.form.own[name] + text).lstrip()[: letters.LONGEST_NAME]

    def take_paste(self, text: str) -> None:
        """Insert a pasted name; the player's own squadrons cannot be sent by mail."""
        if not is_typed(self.line):
            raise Refused(
                "by mail only squadrons that came with the game are used; only names "
                "can be pasted, each in its line"
            )
        self._add(self.line.what, text.strip())

    def handlers(self) -> Handlers:
        return {**super().handlers(), "erase": self.act_erase}

    def act_erase(self) -> None:
        """Erase the last character of a typed line."""
        if is_typed(self.line):
            self.proposed = False
            self.form.own[self.line.what] = self.form.own[self.line.what][:-1]

    def act_accept(self) -> None:
        """Found the battle, and show the first letter."""
        if missing := self.form.missing():
            raise Refused(missing)
        folder = stored.mail_folder(self.game_app.saves)
        letter = errands.next_letter(folder, self.form.new_desk(), None)
        self.game_app.leave(self)
        self.game_app.open(LetterScreen(*letter))

    def _turn(self, step: int) -> None:
        if not is_typed(self.line):
            super()._turn(step)
