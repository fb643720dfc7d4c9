"""OpeningScreen: the page where a received letter is pasted or its file is chosen, and then
opened.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean, pluralized
from engine.files import desks as stored
from engine.files.desks import letters_here, named_file, short_path
from engine.post import letters
from engine.sitting.kinds import mail_errands as errands
from tui.input.actions import Handlers
from tui.mail.battle import LetterScreen, close_battle
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage

MOST = 1_000_000
"""The maximum number of pasted characters; a longer mail has to be opened as a file."""
SHOWN = 6
"""The number of rows of the pasted text that are shown: its last ones."""
PASTED = "this text"
YOUR_WORD = "Your word for the dice, or none:"


class OpeningScreen(PageScreen):
    """The screen that opens letters.

    Every typed character goes into the letter's text, because a paste may arrive like typing.
    """

    screen_name: ClassVar[str] = "letter_in"
    what_for: ClassVar[str] = (
        "Paste the whole mail with the letter, unchanged, or type the name of its file; "
        "Enter opens it. If nothing is typed, Enter opens the highlighted file."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "help", "back", "clear", "down=choose a file")

    def __init__(self, came: Callable[[str, str], None]) -> None:
        """Create the page.

        When a letter is opened, `came` is called with the name of its battle and what to do next.
        """
        super().__init__()
        self.text = ""
        self.pasted = False
        """Whether the text was pasted as a whole. If not, a line end arrives as the key Enter."""
        self.index = 0
        self.files = letters_here()
        self.fault = ""
        """What is wrong with the text, or a question about it."""
        self.seen = ""
        """A description of the pasted text: which letter it is, or why it is none."""
        self._came = came

    @property
    def folder(self) -> Path:
        """The folder of battles by mail."""
        return stored.mail_folder(self.game_app.saves)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the pasted text, its description, and the files that may be letters."""
        page.bar(0, "OPEN A LETTER", "status")
        width = page.columns - 4
        row = page.paragraph(2, 2, width, self.what_for, "dim") + 1
        about = "Pasted or typed"
        if self.text:
            count, signs = self.text.count("\n") + 1, len(self.text)
            about += f": {pluralized(count, 'line')}, {pluralized(signs, 'character')}"
        page.rule(row, about)
        row += 1
        lines = [clean(line) for line in self.text[-SHOWN * 400 :].split("\n")[-SHOWN:]]
        for number, line in enumerate(lines if self.text else ["nothing yet"]):
            page.write(2, row + number, line, "text" if self.text else "dim")
        row += SHOWN
        row = page.paragraph(2, row, width, self.fault, "warning", 3) if self.fault else row
        page.rule(row + 1, "Files" if self.files else "No letter was found here")
        top = row + 2
        rows = page.rows_count - 3 - top
        if rows >= 1:
            for down, number in enumerate(page.window(3, top, rows, self.files, self.index)):
                path = self.files[number]
                chosen = number == self.index and not self.text
                click = partial(self._click, number)
                where = short_path(path.parent)
                text = f"{path.name}  {where}" if where != "." else path.name
                page.item(1, top + down, page.columns - 2, text, chosen, click)

    def prompt(self) -> str:
        """Return a sentence that says what Enter opens."""
        key = self.keymap.key(self.screen_name, "accept")
        if not self.text:
            return f"{key} opens the highlighted file" if self.files else "Paste the mail here."
        if self.seen or self.pasted or named_file(self.text):
            return self.seen or f"{key} opens it"
        return f"{self.keymap.key(self.screen_name, 'open')} opens what was typed"

    def _whole(self) -> tuple[str, str]:
        """Return (text of the letter, where it comes from); raises the errors of reading a file."""
        path = named_file(self.text)
        return (errands.read_letter_file(path), str(path)) if path else (self.text, PASTED)

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Insert a character into the letter; or into the word for the dice, if that is being
        typed.
        """
        if self.typed or (len(key) > 1 and key not in ("space", "tab")):
            super().press(key)
            return
        self.said = ""
        self._add({"space": " ", "tab": "\t"}.get(key, key))
        self.draw()

    def take_paste(self, text: str) -> None:
        """Insert a text that is pasted as a whole."""
        self._add(text.replace("\r\n", "\n").replace("\r", "\n"))
        self.pasted = True
        key = self.keymap.key(self.screen_name, "accept")
        try:
            letter = errands.find_letter(self.folder, *self._whole())
        except WeatherGageError as error:
            self.seen = self.game_app.describe(error)
        else:
            self.seen = (
                f"{key} opens letter {letter.number} of {errands.title_of(letter)}, by {letter.by}"
            )

    def _add(self, text: str) -> None:
        if len(self.text) + len(text) > MOST:
            raise Refused(f"the mail has more than {MOST} characters; save it and open the file")
        self.text += text
        self.pasted = False
        self.fault = self.seen = ""

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "open": self.act_open,
            "up": self.act_up,
            "down": self.act_down,
            "erase": self.act_erase,
            "clear": self.act_clear,
        }

    def act_up(self) -> None:
        """Highlight the file above."""
        self.index = max(0, self.index - 1)

    def act_down(self) -> None:
        """Highlight the file below."""
        self.index = max(0, min(len(self.files) - 1, self.index + 1))

    def act_erase(self) -> None:
        """Erase the last character of the text."""
        self.text, self.fault, self.seen = self.text[:-1], "", ""

    def act_clear(self) -> None:
        """Erase all typed or pasted text."""
        self.text, self.fault, self.seen = "", "", ""

    def act_accept(self) -> None:
        """Open the pasted text or the highlighted file.

        In a paste that arrives like typing, end a line instead.
        """
        if not self.text:
            if not self.files:
                raise Refused("paste the mail first, or type the name of its file")
            path = self.files[self.index]
            self._open(errands.read_letter_file(path), path.name)
            return
        if self.pasted or named_file(self.text):
            self.act_open()
            return
        self._add("\n")
        key = self.keymap.key(self.screen_name, "open")
        self.seen = f"{key} opens what was typed"

    def act_open(self) -> None:
        """Open the pasted or typed text; if that fails, keep it and show the reason."""
        try:
            self._open(*self._whole())
        except WeatherGageError as error:
            self.fault = self.game_app.describe(error)

    def _click(self, index: int) -> None:
        """Highlight a file; a click on the highlighted one opens it."""
        if index == self.index and not self.text:
            self.act_accept()
        else:
            self.index = index

    # Opening ---------------------------------------------------------------------------

    def _open(self, text: str, source: str) -> None:
        """Open a letter.

        For the first letter of a battle, first ask for a word that is mixed into the dice.
        """
        letter = errands.find_letter(self.folder, text, source)
        path = stored.battle_path(self.folder, letter.id)
        close_battle(self.game_app, self.app.screen_stack, path)
        if letter.number == 1 and stored.load(self.folder, letter.id) is None:
            other = next(name for name in letter.players.values() if name != letter.by)
            self.fault = f"{letter.by} invites you to {errands.title_of(letter)}, as {other}."
            strict = isinstance(letter, letters.Slip)
            word = (
                "The battle is strict, so no word is needed; Enter joins:" if strict else YOUR_WORD
            )
            self.ask(word, partial(self._take_in, text, source))
        else:
            self._take_in(text, source)

    def _take_in(self, text: str, source: str, word: str = "") -> None:
        """Store what a letter contains.

        If it leaves the player nothing to choose, show the answer to send.
        """
        app, folder = self.game_app, self.folder
        desk, next_, letter = errands.open_and_store(folder, text, source, self._again, word)
        words = {
            "choose": "It is your turn: Enter plays.",
            "over": "The battle is over: Enter watches it.",
            "send": "Your next letter needs no choice of yours.",
        }
        opened = errands.opened_letter_text(desk, next_, words)
        self._came(desk.held.id, opened)
        app.leave(self)
        if letter:
            app.open(LetterScreen(*letter))

    def _again(self, name: str) -> str:
        key = self.keymap.key("mail", "send")
        return f"in Mail, {key} shows your latest letter again"
