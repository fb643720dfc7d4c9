"""HostApp: the interface of a connection's application to the screens of a host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from tui.screens.game_app import GameApp

if TYPE_CHECKING:
    from engine.hosting.club.owner import Owner
    from engine.hosting.hosted import HostedBattle
    from engine.hosting.hub import Hub
    from tui.host.account import Account
    from tui.host.connection.terminal import RemoteTerminal
    from tui.screens.base import BaseScreen


class HostApp(GameApp, Protocol):
    """The application of a connection, for the screens of a host."""

    hub: Hub
    """The hub: all battles of the host, and all persons connected."""
    account: Account | None
    """The person's means of login; None where there is none."""
    owner: Owner | None
    """Takes orders to the host; None for everybody but its owner."""
    person: str
    """The connected person; '' for a guest, who may only watch."""
    terminal: RemoteTerminal
    """The connection to the person's terminal."""

    def enter_battle(self, hosted: HostedBattle) -> None:
        """Close every screen and open a hosted battle, to play or to watch."""


def host_of(screen: BaseScreen) -> HostApp:
    """Return the host's application that a screen belongs to."""
    return cast(HostApp, screen.app)  # Textual's type is a general application
