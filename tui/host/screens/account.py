"""AccountScreen: a person's means of login at a host, and invitations to friends."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from tui.host.account import Account
from tui.host.screens.host_app import host_of
from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage


class AccountScreen(PageScreen):
    """The page where a person changes password and keys, and gets the text for a friend."""

    screen_name: ClassVar[str] = "account"
    what_for: ClassVar[str] = (
        "How you sign in to this host: with a password, or keys of your own. And invitations for "
        "friends. "
        "A change takes effect at your next visit."
    )
    hints: ClassVar[tuple[str, ...]] = ("password", "add", "remove", "invite", "end", "help")

    def __init__(self, account: Account) -> None:
        super().__init__()
        self.account = account
        self.news: tuple[str, ...] = ()
        """The reply to the last change."""

    def fill(self, page: TextPage) -> None:
        """Write the password and the keys, and the reply to the last change."""
        host = host_of(self)
        page.bar(0, f"ACCOUNT   {host.person}", "status", "how you sign in to this host")
        row, width = 2, page.columns - 4
        for text in self.account.summary_lines():
            row = page.paragraph(2, row, width, text)
        row += 1
        for text in self.news:
            row = page.paragraph(2, row, width, text, "ok")

    def prompt(self) -> str:
        return "A change takes effect at your next visit."

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "password": self.act_password,
            "add": self.act_add,
            "remove": self.act_remove,
            "invite": self.act_invite,
        }

    def act_password(self) -> None:
        """Ask for a new password, and first for the current one if there is one."""
        if self.account.has_password:
            self.ask("Present password:", self._check_present, hidden=True)
        else:
            self._check_present("")

    def _check_present(self, present: str) -> None:
        self.account.check(present)
        self.ask("New password:", self._once_more, hidden=True)

    def _once_more(self, password: str) -> None:
        self.ask("The same password again:", partial(self._choose, password), hidden=True)

    def _choose(self, password: str, again: str) -> None:
        self.news = (self.account.choose(password, again),)

    def act_add(self) -> None:
        """Add a key: the person pastes the line of a `.pub` file."""
        self.ask("The line of your .pub file:", self._add)

    def _add(self, line: str) -> None:
        self.news = (self.account.add_key(line),)

    def act_remove(self) -> None:
        """Remove a key, by its number."""
        self.ask("Number of the key to remove:", self._remove)

    def _remove(self, number: str) -> None:
        self.news = (self.account.remove_key(number.strip()),)

    def act_invite(self) -> None:
        """Create an invitation, and show the text to send."""
        self.news = tuple(self.account.invite(host_of(self).terminal.way))
