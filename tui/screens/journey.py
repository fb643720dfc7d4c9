"""Journey: from any screen to the app's destinations, which the palette lists."""

from __future__ import annotations

from typing import Any, Protocol

from tui.input.destinations import Destination
from tui.screens.game_app import GameApp


class Traveller(Protocol):
    """A screen, as far as it matters for leaving it."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen answers to an action."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""


def reached(screen: Traveller, app: GameApp) -> list[Destination]:
    """Return the destinations to which no action of the screen's own leads."""
    return [each for each in app.destinations if not screen.knows(each.name)]


def go(place: str, screen: Traveller, app: GameApp) -> None:
    """Go to a destination; the menu is entered, all others lie over the screen."""
    if place == "menu":
        app.open_menu()
    else:
        screen.open_screen(place)
