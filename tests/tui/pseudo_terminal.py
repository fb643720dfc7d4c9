"""A terminal in a test: the application runs in a pseudo-terminal, pyte holds its screen, and bytes
are counted.
"""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

import pyte

from tests.tui.rest import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
QUIET = 0.1
"""If a condition is met and no byte arrives for so many seconds, the application counts as idle."""


def seen(cell: pyte.screens.Char) -> tuple[object, ...]:
    """Return what can be seen of a cell: the text colour of a blank, and bold, are ignored."""
    if cell.data != " ":
        return tuple(cell)
    return cell.fg if cell.reverse else cell.bg, cell.reverse, cell.underscore


class Terminal:
    """A running application, and the screen that it has drawn."""

    def __init__(
        self,
        script: str,
        columns: int,
        lines: int,
        term: str = "xterm-256color",
        told: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.screen = pyte.Screen(columns, lines)
        self.ended = False
        self.sent = b""
        """Everything that the application has sent."""
        self._stream = pyte.ByteStream(self.screen)
        size = struct.pack("HHHH", lines, columns, 0, 0)
        # Of another new terminal: on a busy machine the application has changed its own by the time
        # that a test reads them.
        new = os.openpty()
        self.modes = termios.tcgetattr(new[0])
        """The modes of the terminal before the application started."""
        for each in new:
            os.close(each)
        self.child, self.tty = pty.fork()
        if self.child == 0:
            environ = {**os.environ, "TERM": term, "LANG": "C.UTF-8", "PYTHONPATH": str(ROOT)}
            for name in ("NO_COLOR", "COLUMNS", "LINES"):  # test workers name a size of their own
                environ.pop(name, None)
            environ |= told
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execve(sys.executable, [sys.executable, "-c", script], environ)
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, size)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if not self.ended:
            os.kill(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        self.hang_up()

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window, as a window manager does."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.tty, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        os.kill(self.child, signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the terminal, as when somebody closes its window."""
        if self.tty >= 0:
            os.close(self.tty)
            self.tty = -1

    def leave(self, keys: str) -> int:
        """Press the keys that end the application; return its exit code."""
        os.write(self.tty, keys.encode())
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if select.select([self.tty], [], [], QUIET)[0] and not self._fed():
                    break
            except OSError:
                break
        else:
            os.kill(self.child, signal.SIGKILL)  # these keys did not end it
        self.ended = True
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    def read(self, until: Callable[[], bool] = lambda: True, quiet: float = QUIET) -> int:
        """Read until a condition is true and nothing more arrives; return the number of bytes."""
        count, end, rested = 0, time.monotonic() + PATIENCE, False
        while time.monotonic() < end:
            if select.select([self.tty], [], [], quiet / 2)[0]:
                count, rested = count + self._take(), False
            elif rested and self._rests() and until():
                return count
            else:
                rested = self._rests()
        raise AssertionError("the screen never came to that:\n" + self.text)

    def press(self, keys: str, until: Callable[[], bool] = lambda: True) -> int:
        """Press keys; return how many bytes the application sent in reply."""
        os.write(self.tty, keys.encode())
        return self.read(until)

    def shows(self, text: str) -> Callable[[], bool]:
        """Return a function that tells whether the screen shows a text."""
        return lambda: text in self.text

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(self.screen.display)

    def ground(self, column: int, row: int) -> str:
        """Return the background colour of a cell."""
        return str(self.screen.buffer[row][column].bg)

    def _rests(self) -> bool:
        """Return whether the application waits for input or a timer, if Linux can tell.

        Silence alone is not enough, because on a busy machine it may wait for a processor.
        """
        try:
            threads = [at.read_text() for at in Path(f"/proc/{self.child}/task").glob("*/stat")]
        except OSError:  # a thread has just ended
            return False
        return all(line.rpartition(")")[2].split()[0] == "S" for line in threads)

    def _take(self) -> int:
        try:
            return self._fed()
        except OSError:
            raise AssertionError("the application ended:\n" + self.text) from None

    def _fed(self) -> int:
        data = os.read(self.tty, 65536)
        self.sent += data
        self._stream.feed(data)
        return len(data)
