"""The local application on a line: keys come as bytes, several in a write, through the parser."""

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
"""How a terminal spells the keys that are no letters."""


def typed(key: str) -> str:
    """Return the bytes of a key of the registry."""
    if key.startswith("ctrl+"):
        return chr(ord(key[-1]) & 0x1F)
    return BYTES.get(key, key)


class Sink:
    """The client of a line: reads everything, and shows nobody."""

    waiting = 0

    def write(self, data: bytes) -> None:
        """Take bytes."""

    def close(self) -> None:
        """End."""


class WiredApp(WeatherGageApp):
    """The local application on a line, so that keys come as bytes through the real parser."""

    def __init__(self, line: RemoteTerminal, settings: Settings, **more: Any) -> None:
        super().__init__(settings, **more)
        self.terminal = line
        self._capture_stdout: Any = sys.stdout
        self._capture_stderr: Any = sys.stderr

    def get_driver_class(self) -> type[Driver]:
        """Return what plays on a line."""
        return RemoteDriver


class Wired:
    """Somebody at the client."""

    def __init__(self, app: WiredApp) -> None:
        self.app = app

    @property
    def text(self) -> str:
        """What the screen shows."""
        return screen_of(self.app)

    def writes(self, *keys: str) -> None:
        """Send keys in one write."""
        self.app.terminal.receive("".join(map(typed, keys)).encode())

    async def sees(self, *wanted: str) -> None:
        """Wait until the screen shows all that is wanted."""
        await self.until(lambda: all(each in self.text for each in wanted), f"{wanted}")

    async def until(self, condition: Callable[[], object], what: str) -> None:
        """Wait until something holds; the program must not have ended for an error."""
        loop = asyncio.get_running_loop()
        end = loop.time() + PATIENCE
        while not condition():
            assert self.app._exception is None, repr(self.app._exception)
            assert loop.time() < end, f"this never came: {what}\n{self.text}"
            await asyncio.sleep(0.002)

    async def rests(self) -> None:
        """Wait until all keys are taken, nothing thinks or is read, and no more is drawn."""
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
        """Drag the window to a size, and wait until the program has taken it."""
        self.app.terminal.resize((columns, rows))
        await self.until(lambda: self.app.screen.size == (columns, rows), f"{columns}x{rows}")


@asynccontextmanager
async def wired(
    size: tuple[int, int] = (80, 24), term: str = "vt100", **options: Any
) -> AsyncIterator[Wired]:
    """Run the application without animations on a line; it must end without an error."""
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
