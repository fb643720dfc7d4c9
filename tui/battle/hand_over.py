"""HandOverScreen: an empty screen with the name of the player whose turn it is at a shared
keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from tui.input.actions import Handlers
from tui.screens.base import BaseScreen
from tui.terminal.lines import Lines


class HandOverScreen(BaseScreen):
    """An empty screen between two players. `taken` is called once it has closed.

    Keys pressed before it was visible are dropped: they were the other player's.
    """

    screen_name = "hand_over"
    takes_typed_ahead = False
    what_for = "The next choice is secret: only the player who makes it may look at the screen."

    def __init__(self, name: str, taken: Callable[[], None]) -> None:
        super().__init__()
        self.name_of_seat = name
        self._taken = taken
        self.page = Lines(self.ink, "text", id="page")

    def widgets(self) -> ComposeResult:
        yield self.page

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Give the page the whole screen."""
        return {self.page: size.region}

    def lay(self, size: Size) -> None:
        """Draw the one sentence in the middle of the screen."""
        key = self.keymap.key(self.screen_name, "accept")
        text = f"Pass the keyboard to {self.name_of_seat}, then press {key}"
        above: list[tuple[tuple[str, str], ...]] = [() for _ in range(size.height // 2)]
        self.page.show([*above, (("head", text.center(size.width)),)])

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
        }

    def act_accept(self) -> None:
        """Let the next player look."""
        if self.game_app.leave(self):
            self._taken()

    def act_help(self) -> None:
        """Do nothing: the one sentence needs no help."""

    def act_palette(self) -> None:
        """Do nothing: this screen only asks for the keyboard to be passed."""
