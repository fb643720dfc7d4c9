"""TerminalApp: an application of Textual as far as it is about the terminal alone."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Literal, Self

from textual import events
from textual.app import App
from textual.filter import Monochrome, NoColor
from textual.geometry import Size
from textual.messages import TerminalSupportsSynchronizedOutput

from engine.base.text import clean
from tui.terminal.frame import Shown
from tui.terminal.terminal import ENDED, is_far, within

BLANK = "\x1b[0m\x1b[2J"
"""Empties the terminal, in its own colours."""
Sign = Literal["bell", "title", "osc9", "osc777"]
"""How a player may be called whose choice it is."""
SIGNS: Mapping[Sign, str] = {
    "bell": "\a",
    "title": "\x1b]2;{}\x1b\\",
    "osc9": "\x1b]9;{}\x1b\\",
    "osc777": "\x1b]777;notify;Weather Gage;{}\x1b\\",
}
KEEP_TITLE, TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
LONGEST_TEXT = 80
"""Signs of a title or notice: what an enemy's ship is called may be in it."""
NOWHERE = "There is no shell here that could continue the game; ctrl+q leaves it, all is saved."


def told(text: str) -> str:
    """Return a text as it may stand in a sequence: without controls, and not long."""
    return clean(text)[:LONGEST_TEXT]


class TerminalApp(App[None], inherit_bindings=False):
    """What the driver and whoever runs the application ask of it; `sync`: whole frames at once."""

    def __init__(self, sync: bool = True) -> None:
        super().__init__(ansi_color=True)
        # Textual takes all colours away where NO_COLOR is there: empty, or that of a host.
        self.no_color = False
        self._filters = [
            each for each in self._filters if not isinstance(each, Monochrome | NoColor)
        ]
        self._disable_tooltips = self._disable_notifications = True  # widgets that none here has
        self._sync = sync
        self.shown = Shown()
        """What the terminal shows."""
        self._title = ""
        """The title that the window was given; '' for none."""
        self.ended_by = 0
        """The signal that has ended the application; 0 while none has."""

    @staticmethod
    def wants_mouse(environ: Mapping[str, str] | None = None) -> bool:
        """Tell whether the mouse is on unless the player says otherwise: not over SSH."""
        return not is_far(environ)

    @property
    def size(self) -> Size:
        """Columns and rows that are drawn."""
        driver: Any = self._driver
        if driver is not None and driver._size is None and hasattr(driver, "_get_terminal_size"):
            driver._size = driver._get_terminal_size()  # rich would believe the environment
        return Size(*within(*super().size))

    def refresh(
        self, *, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Leave the screen as it is: what changes on it says so itself.

        Textual asks for a new layout when a screen that lay over this one has been removed.
        """
        return super().refresh(recompose=True) if recompose else self

    async def _on_resize(self, event: events.Resize) -> None:
        """Limit the size that is drawn, wherever it was read from; Textual does the rest."""
        event.size = Size(*within(*event.size))
        event.virtual_size = event.size
        self.shown.forget()

    def _on_terminal_supports_synchronized_output(
        self, message: TerminalSupportsSynchronizedOutput
    ) -> None:
        message.stop()
        message.prevent_default()
        self._sync_available = self._sync

    @abstractmethod
    def repaint(self) -> None:
        """Draw every screen again."""

    @abstractmethod
    def say(self, sentence: str) -> None:
        """Tell the player one sentence."""

    def paint_again(self) -> None:
        """Paint the whole terminal, whatever others have written onto it."""
        if self._driver is not None:
            self._driver.write(BLANK)
            self.shown.forget()
            self.repaint()

    def call(self, sign: Sign, text: str = "") -> None:
        """Call the player by a sign; a title that is set goes when the game is left."""
        if self._driver is None or (sign == "title" and text == self._title):
            return
        if sign == "title":
            kept, self._title = self._title, text
            self._driver.write("" if kept else KEEP_TITLE)
        self._driver.write(SIGNS[sign].format(told(text)))

    def exit(self, *args: Any, **more: Any) -> None:
        """Leave the game, and the window's title as it was."""
        if self._driver is not None and self._title:
            self._driver.write(TITLE_BACK)
        super().exit(*args, **more)

    def step_aside(self) -> None:
        """Stop until the shell continues the game; say why not where that cannot be done."""
        stop = getattr(self._driver, "step_aside", None)
        if stop is None or not stop():
            self.say(self.stays)

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Do at once what a screen asks for: nobody else works at this terminal."""
        do()

    @property
    def stays(self) -> str:
        """The sentence that says why the game cannot be stopped for a while."""
        return NOWHERE

    def end_by(self, number: int) -> None:
        """End in good order because of a signal."""
        if not self._exit:
            self.ended_by = number
            self.exit(return_code=ENDED + number)
