"""Display: what the keys and the course of a battle need of whatever shows it.

The battle screen is one; a test may put a plain object in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol

from engine.game.chart import Mark, Scene
from engine.game.tableau import Tableau
from tui.battle.theatre import Frame
from tui.chart.widget import Chart
from tui.input.keys import Keymap
from tui.screens.chart_keys import ChartDisplay
from tui.screens.game_app import GameApp
from tui.terminal.terminal import Glyphs


class Drawing(ChartDisplay, Protocol):
    """What draws a session: asked for as often as is convenient, done once for each frame."""

    @property
    def game_app(self) -> GameApp:
        """The application."""

    def foresees(self) -> bool:
        """Tell whether there is time to compute what an order would do: not at the first frame."""

    def panel_width(self) -> int:
        """Return the columns of the panel as the screen is now."""

    def draw(self) -> None:
        """Draw everything."""

    def draw_words(self) -> None:
        """Draw all but the chart."""

    def draw_chart(
        self,
        scene: Scene | None = None,
        extra: Sequence[Mark] | None = None,
        tableau: Tableau | None = None,
    ) -> None:
        """Draw the chart, and a picture in front of it."""

    def draw_panel(self) -> None:
        """Draw the panel."""

    def draw_prompt(self) -> None:
        """Draw the prompt and the key line."""

    def draw_frame(self, frame: Frame) -> None:
        """Draw one frame of an animation."""

    def orders_changed(self, turned: bool = False) -> None:
        """Follow another highlighted option, or another place of its dial."""


class Display(Drawing, Protocol):
    """It also runs tasks beside the keys, does actions, and opens other screens over itself."""

    @property
    def keymap(self) -> Keymap:
        """The registry of keys."""

    @property
    def glyphs(self) -> Glyphs:
        """`ascii` or `unicode`."""

    @property
    def chart(self) -> Chart:
        """The chart as it is on the screen."""

    def is_top(self) -> bool:
        """Tell whether no other screen lies over it."""

    def act(self, name: str) -> bool:
        """Do an action by its name in the registry of keys; False when there is none."""

    def knows(self, name: str) -> bool:
        """Tell whether the screen answers to an action."""

    def clicked(self, key: str) -> None:
        """Select a ship as a click on her does."""

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
