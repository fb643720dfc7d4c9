"""Line: a terminal at the far end, and the Textual driver that plays on it.

What comes in is a keyboard's: a line that sends more than one can is hung up. What goes
out waits for a slow reader by leaving frames out and drawing the whole screen once it
reads again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from tui.host.connection.flow import KEYS, SIZES, Flow
from tui.host.connection.keyboard import Keyboard
from tui.host.limits import USUAL, Limits
from tui.terminal.terminal import within

if TYPE_CHECKING:
    from textual.app import App

LOG = logging.getLogger("weathergage.host")
PLAIN = Size(80, 24)
"""Columns and rows of a terminal that does not know its own."""
BACKLOG = 16 * 1024
"""Bytes that may wait to be read as keys before a line is hung up."""
SIP = 16
"""Bytes that are read as keys at once, so that other lines have their turn."""
PAUSE = 0.005
"""Seconds between two sips at least."""
ABREAST = 64
"""Messages that may wait in a game before its line is read on."""
LOOK = 0.2
"""Seconds between two looks whether a slow reader reads again."""
SIZES_A_SECOND = 3
"""Changes of size that are drawn of a line."""
ESCAPE = 0.1
"""Seconds after which a lone escape is a key."""


class Wire(Protocol):
    """What carries a line: an SSH channel, or a socket."""

    @property
    def waiting(self) -> int:
        """Bytes that are kept because the far end has not taken them."""

    def write(self, data: bytes) -> None:
        """Send bytes, or keep them until they can be sent."""

    def close(self) -> None:
        """End the connection."""


class Line:
    """One person's terminal: its kind, its size, and what goes to and fro.

    `term` is the terminal's name, `xterm-256color`; sizes are columns and rows; `environ` is
    what else is known of the terminal, by the names of `tui.terminal.terminal.TOLD`.
    """

    def __init__(
        self,
        wire: Wire,
        term: str,
        size: tuple[int, int],
        environ: Mapping[str, str] = MappingProxyType({"LANG": "C.UTF-8"}),
        limits: Limits = USUAL,
    ) -> None:
        self.term = term
        self.environ = environ
        self.limits = limits
        self.size = drawn(size)
        self.sent = 0
        """Bytes that went out."""
        self.why_ended = ""
        """Why the host hung up; '' while it did not."""
        self._wire: Wire | None = wire
        self._hears: Callable[[], None] | None = None
        self._waiting = bytearray()
        self._resized: Callable[[Size], None] | None = None
        self._thaws: Callable[[], None] | None = None
        self._gone: Callable[[], None] | None = None
        self._missed = False
        self._unread_since = 0.0
        """When the far end stopped reading, by the loop's clock."""
        self._unread = 0
        """Bytes that it has not read since."""

    @property
    def up(self) -> bool:
        """Tell whether anybody is at the far end."""
        return self._wire is not None

    # What the connection says --------------------------------------------------------

    def received(self, data: bytes) -> None:
        """Take bytes in; too many that wait are no keyboard's."""
        self._waiting += data
        if len(self._waiting) > BACKLOG:
            self.hang_up("sent more than a keyboard can")
        elif self._hears:
            self._hears()

    def resized(self, size: tuple[int, int]) -> None:
        """Take another size of the terminal."""
        self.size = drawn(size)
        if self._resized:
            self._resized(self.size)

    def dropped(self) -> None:
        """Take note that nobody is at the far end any more."""
        self._wire = None
        self._waiting.clear()
        if self._gone:
            self._gone()

    # What the game says ----------------------------------------------------------------

    def send(self, data: str) -> None:
        """Send to the terminal; a frame that it cannot take is left out."""
        if self._wire is None or self._missed:
            return
        if self._wire.waiting > self.limits.output_waiting:
            self._missed = True
            loop = asyncio.get_running_loop()
            self._unread, self._unread_since = self._wire.waiting, loop.time()
            loop.call_later(LOOK, self._look)
            return
        sent = data.encode("utf-8", "replace")
        self.sent += len(sent)
        self._wire.write(sent)

    def _look(self) -> None:
        """Draw the whole screen once a slow reader has taken what was kept."""
        if self._wire is None:
            return
        if waiting := self._wire.waiting:
            loop = asyncio.get_running_loop()
            if waiting < self._unread:
                self._unread, self._unread_since = waiting, loop.time()
            if loop.time() - self._unread_since > self.limits.unread_seconds:
                LOG.warning("a line has read nothing for too long: hung up")
                self.hang_up("read nothing for too long")
                return
            loop.call_later(LOOK, self._look)
            return
        self._missed = False
        if self._thaws:
            self._thaws()

    def hang_up(self, why: str = "") -> None:
        """End the connection."""
        wire, self._wire = self._wire, None
        self.why_ended = self.why_ended or why
        self._waiting.clear()
        if wire:
            wire.close()
            if self._gone:
                self._gone()

    def listen(
        self,
        hears: Callable[[], None],
        resized: Callable[[Size], None],
        thaws: Callable[[], None],
        gone: Callable[[], None],
    ) -> None:
        """Let a driver be told: bytes wait, another size, a full line is free, nobody is there."""
        self._hears, self._resized, self._thaws, self._gone = hears, resized, thaws, gone

    def sip(self) -> bytes:
        """Return the next few bytes that came in."""
        taken = bytes(self._waiting[:SIP])
        del self._waiting[:SIP]
        return taken


def drawn(size: tuple[int, int]) -> Size:
    """Return a size that can be drawn, `PLAIN` where none is known."""
    columns, rows = (told if told > 0 else plain for told, plain in zip(size, PLAIN, strict=True))
    return Size(*within(columns, rows))


class LineDriver(Driver):
    """Textual's way to a line: keys in, frames out."""

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.line: Line = app.line  # type: ignore[attr-defined]
        self._keyboard = Keyboard(mouse, lambda: self.line.size)
        self._reading: asyncio.Task[None] | None = None
        self._came = asyncio.Event()
        self._sizes = Flow(SIZES, SIZES_A_SECOND)
        self._sizing: asyncio.TimerHandle | None = None
        """Runs while no other size is drawn."""
        self._written: list[str] = []
        """What has not been sent yet: a frame is written in pieces, and sent in one."""

    # Out -----------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Send to the terminal, with what else is written before the loop goes on."""
        if not self._written:
            self._loop.call_soon(self.flush)
        self._written.append(data)

    def flush(self) -> None:
        """Send what is written."""
        written, self._written = self._written, []
        if written:
            self.line.send("".join(written))

    def start_application_mode(self) -> None:
        """Take the terminal's other screen and begin to read."""
        self.line.listen(self._came.set, self._resize, self._thaw, self._leave)
        self._resize(self.line.size)
        self.write("\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?7l")
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")
        self.write("\x1b[?2026$p")  # whether whole frames can be shown at once
        self._reading = self._loop.create_task(self._read())
        self._came.set()

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was."""
        self.disable_input()
        if self._mouse:
            self.write("\x1b[?1006l\x1b[?1000l")
        self.write("\x1b[?7h\x1b[?2004l\x1b[?1049l\x1b[?25h")
        self.flush()

    def disable_input(self) -> None:
        """Read no more."""
        if self._reading:
            self._reading.cancel()
            self._reading = None
        if self._sizing:
            self._sizing.cancel()

    # In ------------------------------------------------------------------------------

    async def _read(self) -> None:
        flow = Flow(KEYS, self.line.limits.input_a_second)
        while True:
            unsure = self._keyboard.unsure  # an escape: a key, or its beginning?
            try:
                await asyncio.wait_for(self._came.wait(), ESCAPE if unsure else None)
            except TimeoutError:
                self._pass_on(self._keyboard.tick())
                continue
            self._came.clear()
            while data := self.line.sip():
                self._pass_on(self._keyboard.feed(data))
                await asyncio.sleep(max(PAUSE, flow.passed(len(data))))
                while self._behind():
                    await asyncio.sleep(PAUSE)

    def _behind(self) -> bool:
        """Tell whether the game has more to do than it should have."""
        waiting = [self._app.message_queue_size]
        waiting += (screen.message_queue_size for screen in self._app.screen_stack[-1:])
        return max(waiting) > ABREAST

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _resize(self, size: Size) -> None:
        """Draw in another size: at once, but the next only after a while, for it takes time."""
        if self._sizing is None and size != self._size:
            self._size = size
            self.send_message(events.Resize(size, size))
            self._sizing = self._loop.call_later(self._sizes.passed(1), self._resize_again)

    def _resize_again(self) -> None:
        self._sizing = None
        self._resize(self.line.size)

    def _leave(self) -> None:
        self._loop.call_soon(self._app.exit)

    def _thaw(self) -> None:
        self._app.repaint()  # type: ignore[attr-defined]
