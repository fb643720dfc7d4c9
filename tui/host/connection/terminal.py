"""The terminal of a connection, and the Textual driver that reads from it and draws on it.

Input must come at the speed of a keyboard: a terminal that sends faster is disconnected. A slow
reader skips frames, and gets the whole screen when it has caught up.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from engine.hosting.terms import USUAL, Limits
from engine.hosting.turns import Place, Turns, Work
from tui.host.connection.admission import KEYS, SIZES, Throttle
from tui.terminal.keyboard import Keyboard
from tui.terminal.terminal import ASK_GROUND, may_query_colours, within

if TYPE_CHECKING:
    from tui.terminal.terminal_app import TerminalApp

LOG = logging.getLogger("weathergage.host")
DEFAULT_SIZE = Size(80, 24)
"""Columns and rows of a terminal that reports no size."""
BACKLOG = 16 * 1024
"""The number of bytes that may wait to be read as keys. A keyboard never sends so many; more is
treated as an attack."""
READ_SIZE = 16
"""The number of bytes that are read as keys at once. It is small, so that other connections have
their turns."""
READ_PAUSE = 0.005
"""The minimum time in seconds between two reads; meanwhile the event loop serves other
connections."""
QUEUE_LIMIT = 64
"""While more messages than this wait in a person's application, no keys are read for it."""
POLL_SECONDS = 0.2
"""Seconds between two checks whether a terminal that reads slowly has caught up."""
SIZES_A_SECOND = 3
"""The maximum number of times per second that one terminal is redrawn in a new size, because each
redraws the whole screen."""
LONGEST_TURN = 0.5
"""After this many seconds a terminal's turn in the host's fair queue ends, even if its screen still
works: it may be waiting for a thread."""
SOONEST, LOOKS = 4, 12
"""Numbers of rounds of the event loop. During the first `SOONEST` rounds it is not checked whether
the work of a key is done, because it may just have started. After `LOOKS` rounds, by which it
usually is done, it is checked less often."""
LOOK_SECONDS = 0.002
DEAR = 0.01
"""If a turn in the host's fair queue has taken more seconds than this, the person's next key waits
for another turn. Cheap keys, such as typed letters, share a turn and are drawn together."""


class Transport(Protocol):
    """What a remote terminal needs of its connection: an SSH channel or a socket."""

    @property
    def waiting(self) -> int:
        """The number of bytes that are buffered because the client has not read them yet."""

    def write(self, data: bytes) -> None:
        """Send bytes, or buffer them until they can be sent."""

    def close(self) -> None:
        """End the connection."""


class RemoteTerminal:
    """One person's terminal: its kind, its size, its input and output buffers.

    `term` is the terminal's name as in TERM, `xterm-256color`. Sizes are (columns, rows). `environ`
    holds the variables that describe the terminal, named in `tui.terminal.terminal.TOLD`.
    """

    def __init__(  # noqa: PLR0913 - what is known of a terminal
        self,
        transport: Transport,
        term: str,
        size: tuple[int, int],
        environ: Mapping[str, str] = MappingProxyType({"LANG": "C.UTF-8"}),
        limits: Limits = USUAL,
        way: str = "",
        place: Place | None = None,
    ) -> None:
        self.term = term
        self.way = way
        """The command with which the person connected; '' if unknown."""
        self.environ = environ
        self.limits = limits
        self.size = valid_size(size)
        self.place = place or Turns().place()
        """This terminal's place in the host's fair queue. A terminal that belongs to no host has a
        queue of its own."""
        self.sent = 0
        """The number of bytes sent so far."""
        self.why_ended = ""
        """Why the host disconnected; '' if it has not."""
        self.address = ""
        """The client's address, as limits count it; '' if the client uses a socket."""
        self.on_input: Callable[[], None] = lambda: None
        """Called when bytes of keys arrive."""
        self._transport: Transport | None = transport
        self._on_data: Callable[[], None] | None = None
        self._waiting = bytearray()
        self._on_resize: Callable[[Size], None] | None = None
        self._on_drain: Callable[[], None] | None = None
        self._on_close: Callable[[], None] | None = None
        self._frames_dropped = False
        self._unread_since = 0.0
        """The time at which the client last read anything, by the loop's clock."""
        self._unread = 0
        """The number of unread bytes when the client last read anything."""

    @property
    def connected(self) -> bool:
        """Tell whether the client is still connected."""
        return self._transport is not None

    @property
    def unread(self) -> bool:
        """Tell whether received bytes wait to be read as keys."""
        return bool(self._waiting)

    # Called by the connection --------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Buffer received bytes; disconnect when more wait than a keyboard can send."""
        self.place.ask()
        self.on_input()
        self._waiting += data
        if len(self._waiting) > BACKLOG:
            self.hang_up("sent more than a keyboard can")
        elif self._on_data:
            self._on_data()

    def resize(self, size: tuple[int, int]) -> None:
        """Set a new size, in columns and rows."""
        self.place.ask()
        self.size = valid_size(size)
        if self._on_resize:
            self._on_resize(self.size)

    def drop_transport(self) -> None:
        """Record that the connection is lost."""
        self._transport = None
        self._waiting.clear()
        if self._on_close:
            self._on_close()

    # Called by the application -----------------------------------------------------------

    def send(self, data: str) -> None:
        """Send text to the terminal; drop it while the reader is too slow."""
        if self._transport is None or self._frames_dropped:
            return
        if self._transport.waiting > self.limits.output_waiting:
            self._frames_dropped = True
            loop = asyncio.get_running_loop()
            self._unread, self._unread_since = self._transport.waiting, loop.time()
            loop.call_later(POLL_SECONDS, self._poll)
            return
        sent = data.encode("utf-8", "replace")
        self.sent += len(sent)
        self._transport.write(sent)

    def _poll(self) -> None:
        """Redraw the whole screen when a slow reader has read everything buffered."""
        if self._transport is None:
            return
        if waiting := self._transport.waiting:
            loop = asyncio.get_running_loop()
            if waiting < self._unread:
                self._unread, self._unread_since = waiting, loop.time()
            if loop.time() - self._unread_since > self.limits.unread_seconds:
                LOG.warning("a terminal has read nothing for too long: hung up")
                self.hang_up("read nothing for too long")
                return
            loop.call_later(POLL_SECONDS, self._poll)
            return
        self._frames_dropped = False
        if self._on_drain:
            self._on_drain()

    def hang_up(self, why: str = "") -> None:
        """Close the connection; the first reason given is kept."""
        transport, self._transport = self._transport, None
        self.why_ended = self.why_ended or why
        self._waiting.clear()
        if transport:
            transport.close()
            if self._on_close:
                self._on_close()

    def listen(
        self,
        on_data: Callable[[], None],
        on_resize: Callable[[Size], None],
        on_drain: Callable[[], None],
        on_close: Callable[[], None],
    ) -> None:
        """Set the driver's callbacks.

        They are called for input, for a new size, when a slow reader has caught up, and when the
        terminal is closed.
        """
        self._on_data, self._on_resize = on_data, on_resize
        self._on_drain, self._on_close = on_drain, on_close

    def read(self) -> bytes:
        """Return up to `READ_SIZE` received bytes, oldest first."""
        taken = bytes(self._waiting[:READ_SIZE])
        del self._waiting[:READ_SIZE]
        return taken


def valid_size(size: tuple[int, int]) -> Size:
    """Return a size that can be drawn; unknown columns or rows get their default."""
    columns, rows = (
        known if known > 0 else usual for known, usual in zip(size, DEFAULT_SIZE, strict=True)
    )
    return Size(*within(columns, rows))


class RemoteDriver(Driver):
    """Textual's driver for a remote terminal: keys in, frames out."""

    _app: TerminalApp

    def __init__(
        self,
        app: TerminalApp,
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.terminal: RemoteTerminal = app.terminal  # type: ignore[attr-defined]  # of a guest's application alone
        self._keyboard = Keyboard(mouse, lambda: self.terminal.size)
        self._reading: asyncio.Task[None] | None = None
        self._data_came = asyncio.Event()
        self._keys: deque[Message] = deque()
        """Received keys and similar messages that are still to be processed."""
        self._resizes = Throttle(SIZES, SIZES_A_SECOND)
        self._resizing: asyncio.Task[None] | None = None
        """The task that waits to draw in a new size; None without one."""
        self._asked: dict[Callable[[], None], object] = {}
        """{callback to run in this terminal's next turn in the fair queue: the screen that asked
        for it}."""
        self._drawing: asyncio.Task[None] | None = None
        """The task that waits for this terminal's next turn in the fair queue, to draw; None
        without one."""
        self._written: list[str] = []
        """The pieces of text to be sent. Textual writes a frame in several pieces, and one packet
        is cheaper."""

    # Output -----------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Buffer a text; everything written in one round of the event loop is sent together."""
        if not self._written:
            self._loop.call_soon(self.flush)
        self._written.append(data)

    def flush(self) -> None:
        """Send the buffered text."""
        written, self._written = self._written, []
        if written:
            self.terminal.send("".join(written))

    def start_application_mode(self) -> None:
        """Switch the terminal to the alternate screen and start to read keys."""
        self.terminal.listen(self._data_came.set, self._resize, self._redraw, self._close)
        self._take_size()
        self.enter()
        self._keyboard.asked()
        self.write("\x1b[?2026$p")  # asks whether the terminal has synchronised output
        if may_query_colours(self.terminal.term):
            self.write(ASK_GROUND)
        self._reading = self._loop.create_task(self._read())
        self._data_came.set()

    def enter(self) -> None:
        """Set up the terminal for the game: at the start, and after another program has used it."""
        self.write("\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?7l")
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")

    def stop_application_mode(self) -> None:
        """Restore the terminal's previous state."""
        self.disable_input()
        if self._mouse:
            self.write("\x1b[?1006l\x1b[?1000l")
        self.write("\x1b[?7h\x1b[?2004l\x1b[?1049l\x1b[?25h")
        self.flush()

    def disable_input(self) -> None:
        """Stop reading keys."""
        if self._reading:
            self._reading.cancel()
            self._reading = None
        for task in (self._resizing, self._drawing):
            if task:
                task.cancel()

    # Input ------------------------------------------------------------------------------

    async def _read(self) -> None:
        throttle = Throttle(KEYS, self.terminal.limits.input_a_second)
        while True:
            due = self._keyboard.due  # an escape may be a key or the start of a sequence
            try:
                await asyncio.wait_for(self._data_came.wait(), due)
            except TimeoutError:
                self._keys.extend(self._keyboard.tick())
            self._data_came.clear()
            while self._keys or self.terminal.unread:
                read = 0
                async with self.terminal.place.turn(Work.KEY):
                    if not self._keys:
                        data = self.terminal.read()
                        read = len(data)
                        self._keys.extend(self._keyboard.feed(data))
                    # If the keys so far have taken long, the next ones wait for another turn in the
                    # fair queue.
                    self._do_asked()
                    while self._keys:
                        self.process_message(self._keys.popleft())
                        if self._keys:
                            await wait_until_idle(self._app)
                            if self.terminal.place.spent > DEAR:
                                break
                    await self._rest()
                await asyncio.sleep(max(READ_PAUSE, throttle.add(read)))
                while self._behind():
                    await asyncio.sleep(READ_PAUSE)

    def _behind(self) -> bool:
        """Tell whether more than `QUEUE_LIMIT` messages wait in the application."""
        waiting = [self._app.message_queue_size]
        waiting += (screen.message_queue_size for screen in self._app.screen_stack[-1:])
        return max(waiting) > QUEUE_LIMIT

    def send_message(self, message: Message) -> None:
        """Send a message to the application; both run in the same thread."""
        self._app.post_message(message)

    def _resize(self, size: Size) -> None:
        """Draw in a new size, in this terminal's turn in the fair queue."""
        if self._resizing is None and size != self._size:
            self._resizing = self._loop.create_task(self._resize_when_due())

    async def _resize_when_due(self) -> None:
        while self.terminal.size != self._size:
            await asyncio.sleep(self._resizes.add(1))
            async with self.terminal.place.turn(Work.DRAWING):
                self._take_size()
                await wait_until_idle(self._app)
                # Called directly: Textual would wait a moment for yet another size, and draw
                # outside of this turn in the fair queue.
                self._app._check_resize()
                await self._rest()
        self._resizing = None

    def _take_size(self) -> None:
        self._size = size = self.terminal.size
        self.send_message(events.Resize(size, size))

    # Turns ---------------------------------------------------------------------------

    def in_turn(self, do: Callable[[], None], asks: object) -> None:
        """Run a callback for a screen in this terminal's next turn in the fair queue.

        If the terminal has its turn now, the callback runs at once. It does not run if `asks`, the
        screen that asked for it, is closed meanwhile.
        """
        if self.terminal.place.turning:
            do()
            return
        self._asked[do] = asks
        if self._drawing is None:
            self._drawing = self._loop.create_task(self._draw())

    async def _draw(self) -> None:
        """Wait for this terminal's turn in the fair queue, run the callbacks that wait for it, and
        draw.
        """
        async with self.terminal.place.turn(Work.DRAWING):
            self._drawing = None
            self._do_asked()
            await self._rest()

    def _do_asked(self) -> None:
        asked, self._asked = self._asked, {}
        try:
            for do, asks in asked.items():
                if asks in self._app.screen_stack:
                    do()
        except Exception as error:  # reported as in any message of the application
            self._app._handle_exception(error)

    async def _rest(self) -> None:
        """Wait until the work of this turn is done, then send what has changed on the screen."""
        await wait_until_idle(self._app)
        for screen in self._app.screen_stack[-1:]:
            if getattr(screen, "ready", False):
                screen._on_timer_update()

    def _close(self) -> None:
        self._loop.call_soon(self._app.exit)

    def _redraw(self) -> None:
        self._app.repaint()


async def wait_until_idle(app: TerminalApp) -> None:
    """Wait until an application is idle, but not much longer than `LONGEST_TURN` seconds."""
    loop = asyncio.get_running_loop()
    end, looks = loop.time() + LONGEST_TURN, 0
    while (looks < SOONEST or not is_idle(app)) and loop.time() < end:
        looks += 1
        await asyncio.sleep(0 if looks < LOOKS else LOOK_SECONDS)


def is_idle(app: TerminalApp) -> bool:
    """Tell whether an application has nothing to do: no message waits and the layout is done.

    Also true while the application exits.
    """
    if app._exit or app._closing or app._closed:
        return True
    screen = app.screen_stack[-1] if app._screen_stack else None
    if screen is None or not getattr(screen, "ready", True):
        return False
    return not (app.message_queue_size or screen.message_queue_size)
