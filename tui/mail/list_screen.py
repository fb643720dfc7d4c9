"""MailListScreen: the player's battles by mail, with whose turn it is and what to do next in each.
MailFoundingScreen: the form of a new battle.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

from engine.base.errors import FileFault, Refused
from engine.base.text import clean, pluralized
from engine.files import desks as stored
from engine.kernel.battle import Battle
from engine.post import letters
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.kinds.mail_errands import MailStatus
from engine.sitting.setting_up.forms import MailForm, is_typed
from engine.sitting.setting_up.rows import SetupLine, title_of
from tui.input.actions import Handlers
from tui.mail.battle import LetterScreen, at_desk, close_battle
from tui.mail.opening import OpeningScreen
from tui.screens.chooser import Chooser
from tui.start.pick import LABEL, FormScreen
from tui.terminal.cells import SIGN
from tui.terminal.page import TextPage

EACH = 2
"""The number of rows that a battle takes in the list."""
BELOW = 4
"""The number of rows for the description of the chosen battle."""


class MailListScreen(Chooser):
    """The list of battles by mail; those that wait for the player come first."""

    screen_name: ClassVar[str] = "mail"
    what_for: ClassVar[str] = (
        "Battles by letters, which you send by mail or any other way. Press n to set up "
        "a battle, o to open a letter that came, Enter to go on with the highlighted battle."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept=go on",
        "help",
        "open",
        "new",
        "send",
        "end",
        "watch",
        "delete",
        "guide",
        "down=choose",
    )

    def __init__(self, name: str = "") -> None:
        """List the battles, with the battle of this name highlighted."""
        super().__init__()
        self.index = 0
        self.rows: list[MailStatus] = []
        self._read(name)

    @property
    def folder(self) -> Path:
        """The folder of the player's battles by mail; it need not exist."""
        return stored.mail_search_folder(self.game_app.saves)

    @property
    def chosen(self) -> MailStatus:
        """The highlighted battle; raises `Refused` when there is none."""
        if not self.rows:
            raise Refused("there is no battle by mail yet")
        return self.rows[self.index]

    def _read(self, name: str = "") -> None:
        """Read the player's records again.

        Highlight the battle called `name`; if it is empty, the same battle as before.
        """
        name = name or (self.rows[self.index].name if self.rows else "")
        self.rows = errands.mail_statuses(self.folder)
        names = [row.name for row in self.rows]
        self.index = names.index(name) if name in names else 0

    def on_screen_resume(self) -> None:
        """Read the records again when the player comes back to this screen."""
        super().on_screen_resume()
        self._read()
        self.draw()

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the battles, two rows for each, and details of the chosen one."""
        page.bar(0, "BATTLES BY MAIL", "status", pluralized(len(self.rows), "battle"))
        if not self.rows:
            text = (
                "There is none yet. A battle by mail is played by letters: small texts that you "
                "send by mail or any other way. Each player uses their own machine, at any "
                "time."
            )
            page.paragraph(3, 3, page.columns - 6, text, "dim")
            return
        rows = page.rows_count - 4 - BELOW - 1
        window = page.window(5, 2, rows, self.rows, self.index, each=EACH)
        for line, number in enumerate(window):
            row = 2 + line * EACH
            of = self.rows[number]
            width, chosen = page.columns - 2, number == self.index
            title = f"{of.scenario} with {of.other}" if of.scenario else of.name
            if len(title) + len(of.game) + 5 <= width:
                title = f"{title:<{width - 3 - len(of.game)}}{of.game}"
            page.item(1, row, width, title, chosen, partial(self._click, number), EACH)
            mine = of.next in ("choose", "send") and not of.fault
            page.write(
                5,
                row + 1,
                "cannot be read" if of.fault else of.next_step_text,
                "ok" if mine else "text",
            )
            if of.day:
                page.write(page.columns - 2 - len(of.day), row + 1, of.day, "dim")
        row, of = page.rows_count - 3 - BELOW, self.chosen
        page.rule(row, of.name)
        text, style = (of.fault, "warning") if of.fault else (errands.status_text(of), "text")
        page.paragraph(2, row + 1, page.columns - 4, text, style, BELOW - 1)

    def prompt(self) -> str:
        """Return what to do next in the chosen battle."""
        key = partial(self.keymap.key, self.screen_name)
        if not self.rows:
            return f"{key('new')} sets up a battle, {key('open')} opens a letter that came"
        if self.chosen.fault:
            return f"{key('delete')} moves it to the bin"
        does = {
            "choose": "plays your choices",
            "send": "writes and shows your letter",
            "wait": f"shows the battle; {key('send')} shows your letter again",
            "over": "watches it from its start",
        }
        return f"{key('accept')} {does[self.chosen.next]}"

    # Keys ------------------------------------------------------------------------------

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.rows) - 1))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "open": self.act_open,
            "new": self.act_new,
            "send": self.act_send,
            "watch": self.act_watch,
            "delete": self.act_delete,
            "guide": self.act_guide,
        }

    def act_accept(self) -> None:
        """Do what is to be done next in the highlighted battle."""
        row = self.chosen
        if row.fault:
            raise FileFault(row.fault)
        if row.next == "send":
            self.act_send()
        elif row.next == "over":
            self.act_watch()
        else:
            battle = self.game_app.battle
            path = stored.battle_path(self.folder, row.name)
            below = (
                each for each in self.app.screen_stack if getattr(each, "battle", None) is battle
            )
            at_hand = next(below, None) if battle and battle.path == path else None
            if at_hand and battle and not battle.why_closed:
                self.game_app.return_to(at_hand)  # type: ignore[arg-type]
            else:
                self.game_app.enter(at_desk(self.game_app, path))

    def _free(self, name: str) -> None:
        path = stored.battle_path(self.folder, name)
        close_battle(self.game_app, self.app.screen_stack, path)

    def act_open(self) -> None:
        """Open the page where received letters are pasted."""
        self.game_app.open(OpeningScreen(self.came), self)

    def came(self, name: str, sentence: str) -> None:
        """Highlight the battle whose letter the player has just opened, and show `sentence`."""
        self._read(name)
        self.said = sentence

    def act_new(self) -> None:
        """Open the form of a new battle by mail."""
        self.game_app.open(MailFoundingScreen(), self)

    def act_send(self) -> None:
        """Show the latest letter of the highlighted battle again, or write the letter that is
        due.
        """
        row = self.chosen
        self._free(row.name)
        letter = errands.letter_to_send(self.folder, row.name)
        self.game_app.open(LetterScreen(*letter), self)

    def act_watch(self) -> None:
        """Open a replay of the highlighted battle from its start."""
        row = self.chosen
        path = stored.battle_path(self.folder, row.name)
        if not path.exists():
            raise Refused("there is nothing to watch yet: the battle has not begun")
        self.open_screen("replay", Battle.open(path, write=False))

    def act_delete(self) -> None:
        """Ask whether to move the highlighted battle to the bin."""
        row, folder = self.chosen, self.folder
        self._free(row.name)

        def answered(answer: str) -> None:
            if answer.lower() in ("y", "yes"):
                away = stored.bin_desk(folder, row.name)
                self._read()
                self.said = f"{row.name} is in the bin now, {away.parent}"

        self.ask(f"Move {row.name} to the bin? y and Enter:", answered)

    def act_guide(self) -> None:
        """Show a text on how a battle by mail works."""
        self.open_screen("mail_guide")

    def _click(self, index: int) -> None:
        """Highlight a battle; a click on the highlighted one opens it."""
        if index == self.index:
            self.act_accept()
        else:
            self.index = index


# MailFoundingScreen: a form, in which the names of both players are typed.


WIDTH = 53
ROOM = WIDTH - LABEL - 8
"""The maximum length of a name that fits into its row of the form, in characters."""


class MailFoundingScreen(FormScreen, Chooser):
    """The form of a new battle by mail.

    Instead of computer players and a seed, it asks for the player's side and both names.
    """

    screen_name: ClassVar[str] = "mail_found"
    what_for: ClassVar[str] = (
        "A new battle by mail: left and right change the highlighted line, names are typed; Enter "
        "sets up the battle and shows the first letter."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "help", "right", "erase", "back", "down=line")

    form: MailForm

    def __init__(self) -> None:
        super().__init__()
        self.form = MailForm(self.folder)
        self.proposed = True
        """Whether the row with the player's own name still has the proposed name; the first typed
        letter replaces it."""

    @property
    def folder(self) -> Path:
        """The folder of battles by mail."""
        return stored.mail_search_folder(self.game_app.saves)

    # The page --------------------------------------------------------------------------

    @property
    def lines(self) -> list[SetupLine]:
        return self.form.rows()

    def fill(self, page: TextPage) -> None:
        """Write the rows of the form, and a picture of the table."""
        page.bar(0, "NEW BATTLE BY MAIL", "status")
        self.fill_form(page, WIDTH, most=4)

    def highlighted(self, line: SetupLine, value: str) -> str:
        return f"{value}_" if is_typed(line) else super().highlighted(line, value)

    def about(self, line: SetupLine) -> str:
        """Return the explanation of a row of the form; a name too long for its row is shown
        here.
        """
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
        """Return a sentence with the battle that Enter would create, or with what is still
        missing.
        """
        missing = self.form.missing()
        if missing:
            return missing
        key = self.keymap.key(self.screen_name, "accept")
        form = self.form
        mine = form.seats_named(form.second)
        return f"{key} sets up  {title_of(form)}, you {mine} v {form.own['other']}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Insert typed characters into the highlighted row if it takes a text."""
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
        """Insert a pasted name into the highlighted row.

        A row for a squadron takes no file of the player's own: it cannot be sent by mail.
        """
        if not is_typed(self.line):
            raise Refused(
                "by mail only squadrons that came with the game are used; only names "
                "can be pasted, each in its line"
            )
        self._add(self.line.what, text.strip())

    def handlers(self) -> Handlers:
        return {**super().handlers(), "erase": self.act_erase}

    def act_erase(self) -> None:
        """Erase the last character of the highlighted row if it takes a text."""
        if is_typed(self.line):
            self.proposed = False
            self.form.own[self.line.what] = self.form.own[self.line.what][:-1]

    def act_accept(self) -> None:
        """Create the battle, and show the first letter."""
        if missing := self.form.missing():
            raise Refused(missing)
        folder = stored.mail_folder(self.game_app.saves)
        letter = errands.next_letter(folder, self.form.new_desk(), None)
        self.game_app.leave(self)
        self.game_app.open(LetterScreen(*letter))

    def _turn(self, step: int) -> None:
        if not is_typed(self.line):
            super()._turn(step)
