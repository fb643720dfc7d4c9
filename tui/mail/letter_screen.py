"""LetterScreen: a letter of one's own as it is sent, with its file; copied when it is shown."""

from __future__ import annotations

import os
from typing import ClassVar

from engine.post.correspondence import Desk
from tui.input.actions import Handlers
from tui.screens.chooser import Scroller
from tui.terminal.cut import rows_of
from tui.terminal.page import TextPage

MOST_COPIED = 70_000
"""Characters at most that are handed to a terminal: what xterm takes of a clipboard."""
NO_CLIPBOARD = frozenset(("linux", "dumb"))
"""Kinds of terminals that would print what others take for their clipboard."""


class LetterScreen(Scroller):
    """The letter; up and down go through a long one."""

    screen_name: ClassVar[str] = "letter"
    what_for: ClassVar[str] = (
        "Your letter as it is sent. Paste it into a mail, or attach its file; what a mail program "
        "does to it (quoting, wrapping, a greeting around it) does no harm."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "copy", "help", "end", "page_down", "down")

    def __init__(self, desk: Desk, text: str, path: str, fault: str = "") -> None:
        """Show a letter that lies in a file; `fault` says why it lies in none."""
        super().__init__()
        self.desk = desk
        self.text = text
        self.path = path
        self.fault = fault
        self.copied = ""

    def on_mount(self) -> None:
        """Copy the letter: that is what most will want to do with it."""
        self.act_copy()

    def fill(self, page: TextPage) -> None:
        """Write where the letter lies, and its lines."""
        held = self.desk.held
        page.bar(0, f"LETTER {held.number} TO {self.desk.other.upper()}", "status", held.scenario)
        width = page.columns - 4
        where = f"It lies in {self.path}" if self.path else self.fault
        row = page.paragraph(2, 2, width, where, "text" if self.path else "warning", 4)
        send = f"Paste it into a mail to {self.desk.other}, or attach the file."
        row = page.paragraph(2, row, width, send, "dim") + 1
        page.rule(row, held.id)
        lines = [
            each for line in self.text.splitlines() for each in rows_of(line, width, 9) or [""]
        ]
        room = page.rows_count - 2 - (row + 1)
        self.rest = max(0, len(lines) - self.top - room)
        for number, line in enumerate(lines[self.top : self.top + room], row + 1):
            page.write(2, number, line, "dim" if line.startswith("#") else "text")

    def prompt(self) -> str:
        """Say whether it was copied."""
        return self.copied

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "copy": self.act_copy,
        }

    def act_accept(self) -> None:
        """Leave: it is sent outside of the game."""
        self.act_back()

    def act_copy(self) -> None:
        """Hand the letter to the terminal's clipboard."""
        key = self.keymap.key(self.screen_name, "copy")
        if len(self.text) > MOST_COPIED:
            self.copied = "It is too long for a clipboard; attach the file."
        elif (self.game_app.environ or os.environ).get("TERM", "") in NO_CLIPBOARD:
            self.copied = "This terminal has no clipboard; attach the file."
        else:
            self.app.copy_to_clipboard(self.text)
            self.copied = f"Copied, where the terminal allows it; {key} copies it again."
        self.draw()
