"""A program at the other end of a pipe: a line to it, a line from it, within a time.

Process and clock are no part of the rules. They stand here, beside the players, because a
battle's players are made in every process that fights one.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import weakref
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import NoReturn

from engine.base.clean import clean
from engine.base.errors import ProgramFault

LONGEST = 1 << 16
"""The bytes that a line from a program may have."""
LAST_WORDS = 1 << 12
"""The bytes that are kept of what it wrote to stderr."""
CHUNK = 1 << 16
FAREWELL = 1.0
"""Seconds that a program has to end when nothing more is asked."""
QUOTED = 80


class Pipe:
    """A running program. It has a session of its own: neither Ctrl+C nor the terminal reach it.

    What it writes to stderr is kept for the sentence that says why it ended.
    """

    def __init__(self, who: str, words: Sequence[str]) -> None:
        """Start the program, without a shell; `ProgramFault` when it cannot be started."""
        self._who = who
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise ProgramFault(f"{who} cannot be started: {reason.lower()}") from None
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        self._process = process
        self._in, self._out, self._err = process.stdin, process.stdout, process.stderr
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._heard = self._complaint = b""
        self._until = 0.0
        self.kill = weakref.finalize(self, _kill, process)
        """End the program now; done at the latest when the game itself ends."""

    def allow(self, seconds: float) -> None:
        """Give the program so many seconds from now on."""
        self._until = monotonic() + seconds

    def ask(self, line: bytes) -> bytes:
        """Send a line and return the next one that comes, in the time that was allowed.

        `ProgramFault` for silence, an end, a line too long, or one that was not asked for.
        """
        self._heard += self._out.read(CHUNK) or b""
        if self._heard:
            self.fail(f"said {quoted(self._heard)} before it was asked")
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_WRITE)
            ready.register(self._out, selectors.EVENT_READ)
            ready.register(self._err, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                if len(self._heard) > LONGEST:
                    self.fail(f"said {quoted(self._heard)} and so on, a line without an end")
                found = ready.select(max(0.0, self._until - monotonic()))
                if not found:
                    self.fail("said nothing in time")
                for key, _ in found:
                    if key.fileobj is self._in:
                        line = self._write(line)
                        done = not line
                    elif key.fileobj is self._out:
                        done = self._read()
                    else:
                        done = self._listen()
                    if done:
                        ready.unregister(key.fileobj)
        heard, _, self._heard = self._heard.partition(b"\n")
        return heard

    def interrupt(self) -> None:
        """End the program while another thread waits for its answer, who then hears of it."""
        _strike(self._process)

    def close(self) -> None:
        """Tell the program by the end of its input that no more is asked, and see it end."""
        with suppress(OSError):
            self._in.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self.kill()

    def _write(self, line: bytes) -> bytes:
        """Send what the pipe takes; return what is left. Nothing is sent to a closed ear."""
        try:
            return line[self._in.write(line[:CHUNK]) or 0 :]
        except BrokenPipeError:
            return b""

    def _read(self) -> bool:
        """Take in what the program says; `ProgramFault` when that has ended."""
        some = self._out.read(CHUNK)
        if some == b"":
            self.fail(self._how_it_ended())
        self._heard += some or b""
        return False

    def _listen(self) -> bool:
        """Keep the end of what the program complains of; return whether it has ended."""
        some = self._err.read(CHUNK)
        self._complaint = (self._complaint + (some or b""))[-LAST_WORDS:]
        return some == b""

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
        return f"ended with code {code}"

    def fail(self, what: str) -> NoReturn:
        """End the program and raise `ProgramFault`, with the last line of its complaints."""
        self._listen()
        words = [line for line in self._complaint.splitlines() if line.strip()]
        last = f"; it complained {quoted(words[-1])}" if words else ""
        self.kill()
        raise ProgramFault(f"{self._who} {what}{last}")


def quoted(said: bytes) -> str:
    """Return the beginning of what was said, in quotes and fit for a terminal."""
    text = said.split(b"\n")[0][: QUOTED + 1].decode(errors="replace")
    return f"'{clean(text[:QUOTED])}{'...' if len(text) > QUOTED else ''}'"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started, and let go of its pipes."""
    _strike(process)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            with suppress(OSError):
                stream.close()


def _strike(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
