"""Display: what the keys and the course of a battle need of whatever shows it.

The battle screen is one; a test may put a plain object in its place. They keep it, and ask nothing
of it before the battle begins: a screen may hand itself to them while it is built.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from engine.game.chart import Mark
from tui.screens.parts import ScreenPart


class SessionDrawing(Protocol):
    """What draws a session."""

    def changed(self, parts: ScreenPart) -> None:
        """Draw parts anew: asked for as often as is convenient, done once for each frame."""


class Display(SessionDrawing, Protocol):
    """It also runs tasks beside the keys, does actions, and opens other screens over itself."""

    def panel_size(self) -> tuple[int, int]:
        """Return columns and rows of the panel as the screen is now."""

    def extras(self) -> Sequence[Mark]:
        """Return the marks that lie over the scene: the ghost of an answer, what is measured."""

    def is_top(self) -> bool:
        """Tell whether no other screen lies over it."""

    def act(self, name: str) -> bool:
        """Do an action by its name in the registry of keys; False when there is none."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen answers to an action."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""

    def work(
        self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool = False
    ) -> None:
        """Run a task beside the keys; `alone` ends others of its group."""

    def stop_work(self, group: str) -> None:
        """End the tasks of a group."""

    def call_later(self, callback: Callable[[], None]) -> bool:
        """Call something once the messages that wait now are done."""
