"""TerminalApp: the parts of a Textual application that deal with the terminal."""

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
from tui.terminal.frame import ScreenBuffer
from tui.terminal.terminal import ENDED, is_remote, within

BLANK = "\x1b[0m\x1b[2J"
"""Clears the terminal, in its own colours."""
Sign = Literal["bell", "title", "osc9", "osc777"]
"""The ways to notify a player that it is their turn to choose."""
SIGNS: Mapping[Sign, str] = {
    "bell": "\a",
    "title": "\x1b]2;{}\x1b\\",
    "osc9": "\x1b]9;{}\x1b\\",
    "osc777": "\x1b]777;notify;Weather Gage;{}\x1b\\",
}
KEEP_TITLE, TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
LONGEST_TEXT = 80
"""The maximum number of characters of a title or notification: it may contain a ship's name that an
opponent has chosen."""
NOWHERE = "There is no shell here that could continue the game; ctrl+q leaves it, all is saved."


def escape_safe(text: str) -> str:
    """Return a text safe for an escape sequence: without control characters, and short."""
    return clean(text)[:LONGEST_TEXT]


class TerminalApp(App[None], inherit_bindings=False):
    """The part of an application that its driver and its caller use.

    `sync` means that the terminal has synchronised output.
    """

    def __init__(self, sync: bool = True) -> None:
        super().__init__(ansi_color=True)
        # Textual would remove all colours if NO_COLOR is set, even to '', or only in the host's
        # environment.
        self.no_color = False
        self._filters = [
            each for each in self._filters if not isinstance(each, Monochrome | NoColor)
        ]
        # widgets that this program never uses
        self._disable_tooltips = self._disable_notifications = True
        self._sync = sync
        self.shown = ScreenBuffer()
        """The cells that the terminal shows."""
        self._title = ""
        """The title that was set for the window; '' for none."""
        self.ended_by = 0
        """The signal that ended the application; 0 for none."""

    @staticmethod
    def wants_mouse(environ: Mapping[str, str] | None = None) -> bool:
        """Tell whether the mouse is enabled by default: not over SSH."""
        return not is_remote(environ)

    @property
    def size(self) -> Size:
        """The columns and rows that are drawn."""
        driver: Any = self._driver
        if driver is not None and driver._size is None and hasattr(driver, "_get_terminal_size"):
            driver._size = driver._get_terminal_size()  # rich would use the environment's size
        return Size(*within(*super().size))

    def refresh(
        self, *, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Ignore requests to redraw, because the screen itself tracks changes; only pass on
        `recompose`.

        Textual requests a new layout when a covering screen has been removed.
        """
        return super().refresh(recompose=True) if recompose else self

    async def _on_resize(self, event: events.Resize) -> None:
        """Limit the drawn size, from any source; Textual does the rest."""
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
        """Show a message."""

    def paint_again(self) -> None:
        """Redraw the whole terminal, whatever other programs have written to it."""
        if self._driver is not None:
            self._driver.write(BLANK)
            self.shown.forget()
            self.repaint()

    def call(self, sign: Sign, text: str = "") -> None:
        """Notify the player; a window title is removed at exit."""
        if self._driver is None or (sign == "title" and text == self._title):
            return
        if sign == "title":
            kept, self._title = self._title, text
            self._driver.write("" if kept else KEEP_TITLE)
        self._driver.write(SIGNS[sign].format(escape_safe(text)))

    def exit(self, *args: Any, **more: Any) -> None:
        """Exit, and restore the window's title."""
        if self._driver is not None and self._title:
            self._driver.write(TITLE_BACK)
        super().exit(*args, **more)

    def suspend_process(self) -> None:
        """Suspend until the shell continues the game; show a message where that is impossible."""
        stop = getattr(self._driver, "suspend_process", None)
        if stop is None or not stop():
            self.say(self.stays)

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Run a callback of a screen at once: here no turns are needed, because the process has
        only one terminal.
        """
        do()

    @property
    def stays(self) -> str:
        """The message that the game cannot be suspended."""
        return NOWHERE

    def end_by(self, number: int) -> None:
        """Exit in an orderly way because of a signal."""
        if not self._exit:
            self.ended_by = number
            self.exit(return_code=ENDED + number)
