"""Pages of a host where a typed line is answered: the club, the owner's orders, the account.
HostApp says what the screens of a host need of the application.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from engine.hosting.club.desk import Desk
from engine.hosting.club.owner import Owner
from tui.host.credentials import Credentials
from tui.input.actions import Handlers
from tui.screens.chooser import AROUND, Scroller
from tui.screens.game_app import GameApp
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage, wrapped

if TYPE_CHECKING:
    from engine.hosting.club.owner import Owner
    from engine.hosting.hosted import HostedBattle
    from engine.hosting.hub import Hub
    from tui.host.connection.terminal import RemoteTerminal
    from tui.host.credentials import Credentials
    from tui.screens.base import BaseScreen


# HostApp: the interface of a connection's application to the screens of a host.


class HostApp(GameApp, Protocol):
    """What the screens of a host need of the application of a connection."""

    hub: Hub
    """All battles of the host, and all persons connected."""
    account: Credentials | None
    """The person's keys and password; None for a person who has neither."""
    owner: Owner | None
    """Carries out the owner's orders to the host; None for everybody but an owner."""
    person: str
    """The connected person; '' for a guest, who may only watch."""
    terminal: RemoteTerminal
    """The connection to the person's terminal."""

    def enter_battle(self, hosted: HostedBattle) -> None:
        """Close every screen and open a battle of the host, to be played or watched."""


def host_of(screen: BaseScreen) -> HostApp:
    """Return the host's application that a screen belongs to."""
    return cast(HostApp, screen.app)  # Textual's type is a general application


# AnswersScreen: the answer to the latest typed line, and an input for the next one.


class AnswersScreen(Scroller):
    """A page that shows replies to typed lines. A subclass gives the replies."""

    head: ClassVar[str] = ""
    """The heading of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        """The reply to the latest line."""

    def execute(self, line: str) -> list[str]:
        """Return the reply to a typed line."""
        raise NotImplementedError

    def fill(self, page: TextPage) -> None:
        """Write as much of the reply as fits on the page."""
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
        """Start to type a line: a word and its arguments."""
        self.ask("Type:", self.type_in)

    def type_in(self, line: str) -> None:
        """Show the reply to a typed line."""
        if line:
            self.told, self.top = self.execute(line), 0


class ClubScreen(AnswersScreen):
    """The page of the club: people, ratings and results, shown in reply to typed words."""

    screen_name: ClassVar[str] = "club"
    what_for: ClassVar[str] = (
        "The club: your page and those of others, ladders, battles that are over. Type a command; "
        "`help` lists all of them."
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

    def execute(self, line: str) -> list[str]:
        """Return the club's reply to a typed line."""
        return self.desk.execute(line)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "page": self.act_page,
            "ladder": self.act_ladder,
            "archive": self.act_archive,
            "talk": self.act_talk,
        }

    def act_page(self) -> None:
        """Show what the club knows about this person."""
        self.type_in("page")

    def act_ladder(self) -> None:
        """Show the ratings of all."""
        self.type_in("ladder")

    def act_talk(self) -> None:
        """Show the latest chat messages of the lobby."""
        self.type_in("talk")

    def act_archive(self) -> None:
        """Start to type words, to search the finished battles."""
        self.ask("Words of the battle:", lambda words: self.type_in(f"archive {words}"))


class OwnerScreen(AnswersScreen):
    """The page where the owner of a host types orders and reads the replies."""

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

    def execute(self, line: str) -> list[str]:
        """Carry out an order to the host, and return the reply."""
        return self.owner.execute(line, host_of(self).person)

    def handlers(self) -> Handlers:
        return {**super().handlers(), "who": self.act_who}

    def act_who(self) -> None:
        """Show who is connected."""
        self.type_in("who")


# AccountScreen: a person's means of login, and invitations to friends.


class AccountScreen(PageScreen):
    """The page where a person changes password and keys, and gets an invitation for a friend."""

    screen_name: ClassVar[str] = "account"
    what_for: ClassVar[str] = (
        "How you sign in to this host: with a password, or keys of your own. And invitations for "
        "friends. "
        "A change takes effect at your next visit."
    )
    hints: ClassVar[tuple[str, ...]] = ("password", "add", "remove", "invite", "end", "help")

    def __init__(self, account: Credentials) -> None:
        super().__init__()
        self.account = account
        self.news: tuple[str, ...] = ()
        """The reply to the latest change."""

    def fill(self, page: TextPage) -> None:
        """Write whether there is a password, the keys, and the reply to the latest change."""
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
        """Start to add a key: the person pastes the line of a `.pub` file."""
        self.ask("The line of your .pub file:", self._add)

    def _add(self, line: str) -> None:
        self.news = (self.account.add_key(line),)

    def act_remove(self) -> None:
        """Start to remove a key: the person types its number."""
        self.ask("Number of the key to remove:", self._remove)

    def _remove(self, number: str) -> None:
        self.news = (self.account.remove_key(number.strip()),)

    def act_invite(self) -> None:
        """Create an invitation, and show the text to send."""
        self.news = tuple(self.account.invite(host_of(self).terminal.way))
