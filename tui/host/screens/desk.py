"""The pages of a host where a person types a line and reads the answer: the club page, the owner's
page.
"""

from __future__ import annotations

from typing import ClassVar

from engine.hosting.club.desk import Desk
from engine.hosting.club.owner import Owner
from tui.host.screens.host_app import host_of
from tui.input.actions import Handlers
from tui.screens.chooser import AROUND, Scroller
from tui.terminal.page import TextPage, wrapped

# AnswersScreen: the answer to the latest typed line, and an input for the next one.


class AnswersScreen(Scroller):
    """A page of replies to typed lines; a subclass defines the replies."""

    head: ClassVar[str] = ""
    """The heading of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        """The answer to the latest line."""

    def does(self, line: str) -> list[str]:
        """Return the answer to a line."""
        raise NotImplementedError

    def fill(self, page: TextPage) -> None:
        """Write the part of the answer that fits."""
        page.bar(0, f"{self.head}   {host_of(self).person}", "status")
        rows = [row for text in self.told for row in wrapped(text, page.columns - 4)]
        room = page.rows_count - AROUND
        self.rest = max(0, len(rows) - room - self.top)
        for at, row in enumerate(rows[self.top : self.top + room], 2):
            page.write(2, at, row, "text")

    def prompt(self) -> str:
        return f"{self.keymap.key(self.screen_name, 'accept')}: type a command."

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_accept(self) -> None:
        """Open the input for a word and its arguments."""
        self.ask("Type:", self.type_in)

    def type_in(self, line: str) -> None:
        """Show the answer to a line."""
        if line:
            self.told, self.top = self.does(line), 0


class ClubScreen(AnswersScreen):
    """The page of the club: replies to typed words about people, ratings and results."""

    screen_name: ClassVar[str] = "club"
    what_for: ClassVar[str] = (
        "The club: your page and those of others, ladders, battles that are over. Type a command; "
        "help lists all of them."
    )
    head: ClassVar[str] = "CLUB"
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "page",
        "ladder",
        "archive",
        "talk",
        "end",
        "help",
    )

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.type_in("page" if desk.person else "ladder")

    def does(self, line: str) -> list[str]:
        """Return the reply of the club's desk."""
        return self.desk.does(line)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "page": self.act_page,
            "ladder": self.act_ladder,
            "archive": self.act_archive,
            "talk": self.act_talk,
        }

    def act_page(self) -> None:
        """Show the person's own page."""
        self.type_in("page")

    def act_ladder(self) -> None:
        """Show the ratings of all."""
        self.type_in("ladder")

    def act_talk(self) -> None:
        """Show the latest messages of the lobby."""
        self.type_in("talk")

    def act_archive(self) -> None:
        """Search the battles that are over."""
        self.ask("Words of the battle:", lambda words: self.type_in(f"archive {words}"))


class OwnerScreen(AnswersScreen):
    """The owner of a host types orders, and reads the replies."""

    screen_name: ClassVar[str] = "owner"
    what_for: ClassVar[str] = (
        "The owner of the host at work: messages to all, closing, bans, battles, people. "
        "Type an order; each order is written to the log."
    )
    head: ClassVar[str] = "OWNER"
    hints: ClassVar[tuple[str, ...]] = ("accept", "who", "end", "help")

    def __init__(self, owner: Owner) -> None:
        super().__init__()
        self.owner = owner
        self.type_in("help")

    def does(self, line: str) -> list[str]:
        """Give an order to the host, and return its reply."""
        return self.owner.does(line, host_of(self).person)

    def handlers(self) -> Handlers:
        return {**super().handlers(), "who": self.act_who}

    def act_who(self) -> None:
        """Show who is here."""
        self.type_in("who")
