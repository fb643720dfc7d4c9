"""A battle by mail on the screen of one player, and the screen with the letter to send."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from engine.base.errors import Refused
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.kinds.mail import MailKind, MailTable
from tui.battle.course import BattleCourse
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.input.actions import Handlers
from tui.screens.chooser import Scroller
from tui.screens.game_app import GameApp
from tui.terminal.cells import rows_of
from tui.terminal.page import TextPage

# LetterScreen: a letter in the form that is sent, with its file; it is copied when it is shown.


MOST_COPIED = 70_000
"""The maximum number of characters that are passed to a terminal's clipboard, which is the limit of
xterm."""
NO_CLIPBOARD = frozenset(("linux", "dumb"))
"""Kinds of terminals that would print the escape sequence for the clipboard instead of obeying
it."""


class LetterScreen(Scroller):
    """The screen with the letter to send; a long letter can be scrolled."""

    screen_name: ClassVar[str] = "letter"
    what_for: ClassVar[str] = (
        "This is the letter to send. Paste it into a mail, or attach its file. Quoting, "
        "wrapping and greetings around the letter do no harm."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "copy", "help", "end", "page_down", "down=scroll")

    def __init__(self, desk: Desk, text: str, path: str, fault: str = "") -> None:
        """Show a letter and the path of its file; `fault` says why the letter has no file."""
        super().__init__()
        self.desk = desk
        self.text = text
        self.path = path
        self.fault = fault
        self.copied = ""

    def on_mount(self) -> None:
        """Copy the letter to the clipboard, from which most players paste it into a mail."""
        self.act_copy()

    def fill(self, page: TextPage) -> None:
        """Write where the letter's file is, and its lines."""
        held = self.desk.held
        page.bar(
            0,
            f"LETTER {held.number} TO {self.desk.other.upper()}",
            "status",
            errands.title_of(held),
        )
        width = page.columns - 4
        where = f"It is in {self.path}" if self.path else self.fault
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
        """Return a message that says whether the letter was copied to the clipboard."""
        return self.copied

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "copy": self.act_copy,
        }

    def act_accept(self) -> None:
        """Leave the screen. The player sends the letter with another program."""
        self.act_back()

    def act_copy(self) -> None:
        """Copy the letter to the terminal's clipboard."""
        key = self.keymap.key(self.screen_name, "copy")
        if len(self.text) > MOST_COPIED:
            self.copied = "It is too long for a clipboard; attach the file."
        elif (self.game_app.environ or os.environ).get("TERM", "") in NO_CLIPBOARD:
            self.copied = "This terminal has no clipboard; attach the file."
        else:
            self.app.copy_to_clipboard(self.text)
            self.copied = f"Copied, where the terminal allows it; {key} copies it again."
        self.draw()


# Sitting down at a desk in the game, and the page after leaving it.


def close_battle(app: GameApp, screens: Iterable[object], path: Path) -> None:
    """Close the battle of a file, so that the file can be changed. Refuse if a screen shows the
    battle.

    A battle may still be open though the player has left its screen for the menu. Any other open
    battle stays open.
    """
    battle = app.battle
    if battle is None or battle.path != path or battle.why_closed:
        return
    if any(getattr(screen, "battle", None) is battle for screen in screens):
        raise Refused("this battle is being played; leave it first")
    app.set_battle(None)


def at_desk(app: GameApp, path: Path) -> MailScreen:
    """Return the screen for the battle by mail with this file, and make it the current battle.

    Raises a `WeatherGageError` if the battle has not begun, or is open elsewhere.
    """
    folder, name = path.parent, path.stem
    app.set_battle(None)
    desk = errands.desk_of(folder, name)
    battle = desks.open_battle(folder, desk)
    if battle is None:
        wait = f"waiting for {desk.other}'s letter {desk.held.number + 1}"
        raise Refused(f"the dice are being agreed on: {wait}")
    app.set_battle(battle)

    def leave() -> None:
        own = screen.table.desk
        # Close the battle and return to the list of battles by mail. If the player's next letter is
        # due, show it on top.
        letter = (
            errands.next_letter(folder, own, battle) if post.is_letter_due(own, battle) else None
        )
        errands.close(own, battle)
        app.set_battle(None)
        app.open_menu()
        app.show("mail", own.held.id)
        if letter:
            app.open(LetterScreen(*letter))

    screen = MailScreen(app, folder, desk, battle, leave)
    return screen


# MailScreen: a player's own side of a battle by mail, until the opponent must choose.


def mail_hints(session: BattleSession, hints: list[str]) -> list[str]:
    """Return the actions of the key line.

    While no question is open, these include the keys to write the letter or to leave.
    """
    if session.orders or session.playing or session.typed or session.shows:
        return hints
    due = session.sitting.kind.waits()
    accept = "accept=write the letter" if due else "accept=leave"
    known = {name.partition("=")[0]: name for name in hints}
    first = [accept, *(["undo"] if due else [])]
    return [*first, *(known[name] for name in known if name not in ("accept", "undo"))]


class MailKeys:
    """The handlers of keys that work differently in a battle by mail; they take precedence over the
    usual ones.
    """

    def __init__(self, course: BattleCourse) -> None:
        self.course = course

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {"menu": self.act_menu, "end": self.act_end}

    def act_menu(self) -> None:
        """Leave for the list of battles by mail, which is shown over the opening menu."""
        self.act_end()

    def act_end(self) -> None:
        """Leave the battle, which writes the letter; if the letter is not complete, ask first."""
        course = self.course
        if course.table.asked() and course.app.settings.confirm_ends:
            text = (
                "Leave? Your choices are kept; the letter is written when you have made them all."
            )
            course.ask(text, course.onward)
        else:
            course.onward()


class MailScreen(BattleScreen):
    """A battle by mail on the screen. It belongs to a `Desk`, one player's record of the battle."""

    def __init__(
        self,
        app: GameApp,
        folder: Path,
        desk: Desk,
        battle: Battle,
        leave: Callable[[], None] | None = None,
    ) -> None:
        """Play a battle by mail. When the player leaves, `leave` is called; without it the program
        exits.

        A letter that is due is written by `leave`, or by the caller after the program's exit.
        """
        self.table = MailTable(folder, desk, battle)
        super().__init__(
            BattleSession(battle, self.table, MailKind(self.table)),
            app,
            partial(
                sit_down,
                onward=partial(self._leave, leave or app.exit),
                hints=mail_hints,
                keys=lambda course: MailKeys(course).handlers(),
            ),
        )

    def _leave(self, onward: Callable[[], None]) -> None:
        """Store what the player has seen, then leave."""
        self.table.get_up()
        onward()
