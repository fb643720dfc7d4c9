"""The keys of every screen that are about the terminal: paint it again, leave it for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.input.actions import Handlers

if TYPE_CHECKING:
    from tui.screens.base import BaseScreen

NAMES = ("paint", "suspend")
"""Their actions: they come before whatever a screen does with a key, and leave it as it is."""


class TerminalKeys:
    """Answers to those actions on a screen."""

    def __init__(self, screen: BaseScreen) -> None:
        self._screen = screen

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {
            "paint": self.act_paint,
            "suspend": self.act_suspend,
        }

    def act_paint(self) -> None:
        """Paint the whole terminal."""
        self._screen.game_app.paint_again()

    def act_suspend(self) -> None:
        """Stop until the shell continues the game."""
        self._screen.game_app.step_aside()
