"""TerminalApp: what a Textual application of this game has to do with the terminal."""

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
"""The escape sequence that clears the terminal, in its own colours."""
Sign = Literal["bell", "title", "osc9", "osc777"]
"""The ways to tell a player that it is his turn to choose: a bell, the window's title, or one of
two desktop notifications."""
SIGNS: Mapping[Sign, str] = {
    "bell": "\a",
    "title": "\x1b]2;{}\x1b\\",
    "osc9": "\x1b]9;{}\x1b\\",
    "osc777": "\x1b]777;notify;Weather Gage;{}\x1b\\",
}
KEEP_TITLE, TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
LONGEST_TEXT = 80
"""The maximum length of a title or notification in characters. It may contain a ship's name that an
opponent has chosen."""
NOWHERE = "There is no shell here that could continue the game; ctrl+q leaves it, all is saved."


def escape_safe(text: str) -> str:
    """Return a text that is safe inside an escape sequence: shortened, and without control
    characters.
    """
    return clean(text)[:LONGEST_TEXT]


class TerminalApp(App[None], inherit_bindings=False):
    """The part of an application that deals with the terminal.

    `sync` means that the terminal can show whole frames at once (synchronised output).
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
        """The cells that the terminal shows, as far as they are known."""
        self._title = ""
        """The title that this program has given to the terminal's window; '' for none."""
        self.ended_by = 0
        """The number of the signal that ended the application; 0 for none."""

    @staticmethod
    def wants_mouse(environ: Mapping[str, str] | None = None) -> bool:
        """Tell whether the mouse is used unless the player chooses otherwise: not over SSH."""
        return not is_remote(environ)

    @property
    def size(self) -> Size:
        """The (columns, rows) that are drawn, which may be less than the terminal has."""
        driver: Any = self._driver
        if driver is not None and driver._size is None and hasattr(driver, "_get_terminal_size"):
            driver._size = driver._get_terminal_size()  # rich would use the environment's size
        return Size(*within(*super().size))

    def refresh(
        self, *, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Ignore requests to redraw, because screens track themselves what has changed; only
        `recompose` is passed on.

        Textual asks for a new layout when a screen that covered another is removed.
        """
        return super().refresh(recompose=True) if recompose else self

    async def _on_resize(self, event: events.Resize) -> None:
        """Limit the size that is drawn, whoever reports it; Textual does everything else."""
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
        """Show a message to the player."""

    def paint_again(self) -> None:
        """Redraw the whole terminal, whatever other programs have written to it."""
        if self._driver is not None:
            self._driver.write(BLANK)
            self.shown.forget()
            self.repaint()

    def call(self, sign: Sign, text: str = "") -> None:
        """Notify the player that it is his turn; the window's title is removed when the application
        ends.
        """
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
        """Suspend the program until the shell continues it; show a message if that is not
        possible.
        """
        stop = getattr(self._driver, "suspend_process", None)
        if stop is None or not stop():
            self.say(self.stays)

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Run a callback of a screen at once. A process with only one terminal needs no turns."""
        do()

    @property
    def stays(self) -> str:
        """The message that the program cannot be suspended."""
        return NOWHERE

    def end_by(self, number: int) -> None:
        """Exit in an orderly way because of the signal with this number."""
        if not self._exit:
            self.ended_by = number
            self.exit(return_code=ENDED + number)
