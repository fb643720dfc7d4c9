"""OwnerScreen: the owner of a host types orders, and reads what came of them."""

from __future__ import annotations

from typing import ClassVar

from engine.hosting.club.owner import Owner
from tui.host.screens.host_app import host_of
from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage


class OwnerScreen(PageScreen):
    """A page of answers, and a line for the next order."""

    screen_name: ClassVar[str] = "owner"
    what_for: ClassVar[str] = (
        "The owner of the host at work: messages to all, closing, bans, battles, people. "
        "Type an order; every order is a line of the log."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "who", "end", "help")

    def __init__(self, owner: Owner) -> None:
        super().__init__()
        self.owner = owner
        self.told = owner.does("help", host_of(self).person)

    def fill(self, page: TextPage) -> None:
        """Write the answer to the latest order; of a long one the beginning."""
        page.bar(0, "OWNER", "status", "orders to this host")
        row = 2
        for text in self.told:
            if row >= page.rows_count - 3:
                break
            row = page.paragraph(2, row, page.columns - 4, text)

    def prompt(self) -> str:
        return f"{self.keymap.key(self.screen_name, 'accept')}: type an order."

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept, "who": self.act_who}

    def act_accept(self) -> None:
        """Type an order."""
        self.ask("Order:", self._order)

    def act_who(self) -> None:
        """Show who is here."""
        self._order("who")

    def _order(self, line: str) -> None:
        if line:
            self.told = self.owner.does(line, host_of(self).person)
