"""Display: what the keys and the course of a battle need of whatever shows it.

The battle screen is one; a test may put a plain object in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from tui.drama.theatre import Frame
from tui.screens.game_app import GameApp
from tui.screens.parts import Part
from tui.terminal.lines import Line


class Drawing(Protocol):
    """What draws a session."""

    @property
    def game_app(self) -> GameApp:
        """The application."""

    def changed(self, parts: Part) -> None:
        """Draw parts anew: asked for as often as is convenient, done once for each frame."""

    def draw_frame(self, frame: Frame) -> None:
        """Draw one frame of an animation."""


class Display(Drawing, Protocol):
    """It also runs tasks beside the keys, does actions, and opens other screens over itself."""

    def panel_size(self) -> tuple[int, int]:
        """Return columns and rows of the panel as the screen is now."""

    def picture(self) -> Sequence[Line]:
        """Return the chart as it is on the screen."""

    def is_top(self) -> bool:
        """Tell whether no other screen lies over it."""

    def act(self, name: str) -> bool:
        """Do an action by its name in the registry of keys; False when there is none."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen answers to an action."""

    def open_screen(self, name: str, *args: Any) -> None:
        """Open another screen over this one."""

    def explain(self) -> None:
        """Open the help of this screen."""

    def work(
        self, task: Callable[[], Coroutine[Any, Any, None]], group: str, alone: bool = False
    ) -> None:
        """Run a task beside the keys; `alone` ends others of its group."""

    def stop_work(self, group: str) -> None:
        """End the tasks of a group."""

    def later(self, call: Callable[[], None]) -> None:
        """Call something once the messages that wait now are done."""
