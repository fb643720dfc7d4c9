"""The local application on a simulated connection: keys arrive as bytes, several at a time, and go
through the real parser.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.driver import Driver

from tests.tui.rest import PATIENCE, idle
from tests.tui.running import screen_of
from tui.app import WeatherGageApp
from tui.host.connection.terminal import RemoteDriver, RemoteTerminal
from tui.screens.settings import Settings

BYTES = {
    "enter": "\r", "escape": "\x1b[27u", "tab": "\t", "shift+tab": "\x1b[Z", "space": " ",
    "up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D",
    "pageup": "\x1b[5~", "pagedown": "\x1b[6~", "home": "\x1b[H", "end": "\x1b[F",
    "backspace": "\x7f", "delete": "\x1b[3~", "f1": "\x1bOP",
    "shift+left": "\x1b[1;2D", "shift+right": "\x1b[1;2C", "shift+up": "\x1b[1;2A",
    "shift+down": "\x1b[1;2B", "f10": "\x1b[21~",
}  # fmt: skip
"""{key without a letter: the bytes that a terminal sends for it}."""


def typed(key: str) -> str:
    """Return the bytes that a terminal sends for a key."""
    if key.startswith("ctrl+"):
        return chr(ord(key[-1]) & 0x1F)
    return BYTES.get(key, key)


class Sink:
    """Stands for the client of a connection; it accepts everything and stores nothing."""

    waiting = 0

    def write(self, data: bytes) -> None:
        """Accept bytes and drop them."""

    def close(self) -> None:
        """Do nothing."""


class WiredApp(WeatherGageApp):
    """The local application on a simulated connection, so that keys arrive as bytes and go through
    the real parser.
    """

    def __init__(self, line: RemoteTerminal, settings: Settings, **more: Any) -> None:
        super().__init__(settings, **more)
        self.terminal = line
        self._capture_stdout: Any = sys.stdout
        self._capture_stderr: Any = sys.stderr

    def get_driver_class(self) -> type[Driver]:
        """Return the driver for such a connection."""
        return RemoteDriver


class Wired:
    """A person at the other end of the simulated connection."""

    def __init__(self, app: WiredApp) -> None:
        self.app = app

    @property
    def text(self) -> str:
        """The text that the screen shows."""
        return screen_of(self.app)

    def writes(self, *keys: str) -> None:
        """Send keys, all at once."""
        self.app.terminal.receive("".join(map(typed, keys)).encode())

    async def sees(self, *wanted: str) -> None:
        """Wait until the screen shows all of some texts."""
        await self.until(lambda: all(each in self.text for each in wanted), f"{wanted}")

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait until a condition is true; fail if the program has ended with an error."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not condition():
            assert self.app._exception is None, repr(self.app._exception)
            assert loop.time() < end, f"this never came: {what}\n{self.text}"
            await asyncio.sleep(0.002)

    async def rests(self) -> None:
        """Wait until all keys are processed, and nothing is computed, read or drawn any more."""
        before, same = "", 0
        end = asyncio.get_running_loop().time() + PATIENCE
        while same < 3:
            await asyncio.sleep(0.002)
            assert asyncio.get_running_loop().time() < end, self.text
            await self.until(lambda: idle(self.app), "rest")
            now = self.text
            same = same + 1 if now == before and "thinking" not in now else 0
            before = now

    async def resized(self, columns: int, rows: int) -> None:
        """Change the size of the window, and wait until the program has processed it."""
        self.app.terminal.resize((columns, rows))
        await self.until(lambda: self.app.screen.size == (columns, rows), f"{columns}x{rows}")


@asynccontextmanager
async def wired(
    size: tuple[int, int] = (80, 24), term: str = "vt100", **options: Any
) -> AsyncIterator[Wired]:
    """Run the application without animations on a simulated connection; it must end without an
    error.
    """
    settings = options.pop("settings", Settings(animation=False, guide=False))
    app = WiredApp(RemoteTerminal(Sink(), term, size), settings, **{"glyphs": "ascii", **options})
    task = asyncio.create_task(app.run_async())
    person = Wired(app)
    try:
        await person.until(lambda: app.is_running and app.screen_stack, "a screen")
        await person.until(lambda: app.screen.ready, "the first frame")  # type: ignore[attr-defined]
        yield person
    finally:
        app.exit()
        await task
    assert app._exception is None, repr(app._exception)
