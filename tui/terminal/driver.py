"""The driver of the player's own terminal: reads input, handles signals, restores the terminal."""

from __future__ import annotations

import errno
import os
import select
import signal
import termios
import tty
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, TextIO

from textual.drivers.linux_driver import LinuxDriver

from tui.terminal.keyboard import FAR, Keyboard, escape_seconds
from tui.terminal.terminal import ASK_GROUND, ENDINGS, is_remote, may_query_colours, size_of

if TYPE_CHECKING:
    from types import FrameType

    from tui.terminal.terminal_app import TerminalApp


# The player's own terminal: it is read in the same way as a remote one, and restored at the end.
# Textual's own driver stops reading at an impossible key or a byte that is not UTF-8. It does not
# restore the terminal when the process is killed, and does not notice when the terminal disappears.


AT_ONCE = 4096
"""The maximum number of bytes that are read at once."""
LOOK = 0.1
"""Seconds between two checks whether the game has ended."""
TRIES = 10
"""How often setting the modes of the terminal is tried again when signals interrupt it."""
PATIENCE = 2.0
"""Seconds that an orderly exit may take; after them a second signal ends the process at once."""
LONGEST_END = 5.0
"""Seconds after which the process ends at once even without a second signal, because the terminal
may be stuck."""
RESTORED = (
    "\x1b[?2026l\x1b[?2048l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1000l\x1b[?2004l\x1b[?7h"
    "\x1b[0m\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""The escape sequences that switch off everything that Textual and this game switch on; used for an
immediate exit."""


class TerminalDriver(LinuxDriver):
    """Textual's driver for a terminal, with a keyboard parser that ignores unknown sequences.

    Signals and a lost terminal end the application (`end_by`). When the process is continued after
    a suspension, its screen is redrawn (`paint_again`).
    """

    _app: TerminalApp

    def __init__(self, app: TerminalApp, **options: Any) -> None:
        self._gone = False
        """Whether the terminal no longer exists."""
        self._left = False
        """Whether the terminal was restored for good, at the end of the game."""
        self._away = False
        """Whether the process is being suspended."""
        self._continued = False
        """Whether the process was continued since its suspension."""
        self._found: list[Any] | None = None
        """The modes of the terminal as they were before the game."""
        self._ended_at: float | None = None
        self._before: dict[int, Any] = {}
        """{signal: its handler before the game} for the signals that are handled here."""
        super().__init__(app, **options)
        patience = escape_seconds(FAR if is_remote() else 0)
        self._keyboard = Keyboard(self._mouse, lambda: self._app.size, patience)
        self._file: Any = Outlet(self._file, self._lose)
        for number in ENDINGS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # under nohup SIGHUP is ignored
                self._before[number] = signal.signal(number, self._told_to_end)

    def close(self) -> None:
        """Release what the driver uses, and restore the signal handlers."""
        super().close()
        self._before, before = {}, self._before
        for number, handler in before.items():
            signal.signal(number, handler)
        if self._gone:
            with suppress(OSError):
                terminal, null = os.fstat(self.fileno).st_rdev, os.open(os.devnull, os.O_RDWR)
                for descriptor in (0, 1, 2):
                    if os.fstat(descriptor).st_rdev == terminal:
                        os.dup2(null, descriptor)

    def suspend_application_mode(self) -> None:
        """Release the terminal temporarily."""
        self.stop_application_mode()
        self._left = False
        super().close()
        self._writer_thread = None

    # The end -----------------------------------------------------------------------------

    def _told_to_end(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal that ends the game: exit in an orderly way; at once if that takes too
        long.
        """
        if self._ended_at is None:
            self._ended_at = monotonic()
            # The alarm stays set while the terminal is restored, because even writing the last
            # sentence may block.
            signal.signal(signal.SIGALRM, lambda *_: self._end_at_once(number))
            signal.setitimer(signal.ITIMER_REAL, LONGEST_END)
            self._end(number)
        elif monotonic() - self._ended_at > PATIENCE:
            self._end_at_once(number)

    def _end(self, number: int) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._app.end_by, number)

    def _end_at_once(self, number: int) -> None:
        """Restore the terminal as fast as possible, then let the signal end the process."""
        with suppress(OSError, ValueError, termios.error):
            if select.select([], [self.fileno], [], 0)[1]:
                os.write(self.fileno, RESTORED.encode())
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _lose(self) -> None:
        """Exit because the terminal has disappeared.

        The driver has to notice this itself, because the system sends a signal only to the leader
        of the session.
        """
        if not self._gone:
            self._gone = True
            self._end(signal.SIGHUP)

    # Input ----------------------------------------------------------------------------------

    def _run_input_thread(self) -> None:
        """Read the terminal's input in a thread; an error there ends the game as any other error
        does.
        """
        try:
            self.run_input_thread()
        except Exception as error:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Read input and pass it to the game until the game ends."""
        keyboard = self._keyboard
        while not self.exit_event.is_set() and not self._gone:
            self._pass_on(keyboard)
        if not self._gone:
            self._pass_on(keyboard)  # the shell must not get a late answer

    def _pass_on(self, keyboard: Keyboard) -> None:
        due = keyboard.due
        if select.select([self.fileno], [], [], LOOK if due is None else min(LOOK, due))[0]:
            try:
                data = os.read(self.fileno, AT_ONCE)
            except OSError:
                data = b""
            if not data:
                self._lose()
                return
            for message in keyboard.feed(data):
                self.process_message(message)
            return
        for message in keyboard.tick():
            self.process_message(message)

    def _request_terminal_sync_mode_support(self) -> None:
        """Ask the terminal whether it can show whole frames at once, and for its background colour.

        The time to the answer also measures the delay of the connection.
        """
        if is_remote():
            self._keyboard.asked()
        super()._request_terminal_sync_mode_support()
        if may_query_colours(os.environ.get("TERM", "")):
            self.write(ASK_GROUND)

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return (columns, rows) of the terminal itself."""
        return size_of(self.fileno)

    # Stop and continue -------------------------------------------------------------------

    def start_application_mode(self) -> None:
        """Take control of the terminal as soon as this process is in the foreground.

        If the shell takes the terminal back at that moment, setting its modes is interrupted. So it
        is checked again whether this process is in the foreground.
        """
        for _ in range(TRIES):
            # Stop this process while another one has the terminal, as happens to any background
            # process that writes.
            if self._behind():
                signal.signal(signal.SIGTTOU, signal.SIG_DFL)
                os.kill(0, signal.SIGTTOU)
            super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual gives it no types
            if self._writer_thread is not None:
                break
        else:
            self._lose()
        if self.attrs_before is not None:
            self._found = self._found or self.attrs_before
            if not self.attrs_before[tty.LFLAG] & termios.ICANON:
                # discard pending input: it must not reach the shell
                self.attrs_before = self._found
            modes = termios.tcgetattr(self.fileno)
            if modes[tty.LFLAG] & termios.ICANON:
                modes[tty.LFLAG] = self._patch_lflag(modes[tty.LFLAG])
                modes[tty.IFLAG] = self._patch_iflag(modes[tty.IFLAG])
                self._set(modes)

    def stop_application_mode(self) -> None:
        """Restore the terminal as it was before the game."""
        super().stop_application_mode()
        if self.attrs_before is not None:
            self._set(self.attrs_before)
        self._left = True

    def _set(self, modes: list[Any]) -> None:
        """Set the modes of the terminal; try again when signals interrupt this."""
        for _ in range(TRIES):
            try:
                termios.tcsetattr(self.fileno, termios.TCSANOW, modes)
            except termios.error as error:
                if error.args[0] != errno.EINTR:
                    return
            else:
                return

    def write(self, data: str) -> None:
        """Send a text to the terminal, if this process still owns it."""
        if self._writer_thread is not None and not self._left:
            super().write(data)

    def suspend_process(self, group: bool = True) -> bool:
        """Suspend this process until it is continued; with `group`, its whole process group.

        Return whether that worked: the system refuses it if no shell could continue the process.
        """
        if self._left:  # a key pressed at the very end
            return True
        self._away, self._continued = True, False
        self.suspend_application_mode()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0 if group else os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._sigtstp_application)
        self._away = False
        self._take_again()
        return self._continued

    def _take_again(self) -> None:
        if self._writer_thread is not None:
            self.suspend_application_mode()
        self.resume_application_mode()
        self._app.paint_again()

    def _behind(self) -> bool:
        """Tell whether the shell has put another process into the foreground."""
        with suppress(OSError):
            return os.tcgetpgrp(self.fileno) != os.getpgrp()
        return False

    def _sigtstp_application(self, *_: object) -> None:
        self._soon(lambda: self.suspend_process(group=False))

    def _sigcont_application(self, *_: object) -> None:
        if self._away:
            self._continued = True
        else:  # stopped by a signal that cannot be handled
            self._soon(self._take_again)

    def _soon(self, do: Callable[[], object]) -> None:
        """Run a callback in the event loop, unless the application is about to end."""

        def unless_ending() -> None:
            if self._writer_thread is not None and not self._left and not self._gone:
                do()

        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(unless_ending)


class Outlet:
    """The output stream to a terminal that may disappear: the loss is reported once, then output is
    discarded.
    """

    def __init__(self, file: TextIO, lost: Callable[[], None]) -> None:
        self._file = file
        self._lost = lost

    def write(self, text: str) -> None:
        """Write a text; do nothing if the terminal no longer exists."""
        self._try(lambda: self._file.write(text))

    def flush(self) -> None:
        """Flush the output buffer."""
        self._try(self._file.flush)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except (OSError, ValueError):
            self._lost()
