"""A child process at the other end of a pipe: a line to it, a line back, within a time limit.

It stands beside the players, since each process that runs a battle starts its own programs.
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

SUPPORTED = hasattr(os, "killpg") and hasattr(os, "set_blocking")
"""Whether the system can wait for a pipe, and end a program with all that it has started."""
LONGEST = 1 << 16
"""Bytes of a line from a program at most."""
LAST_WORDS = 1 << 12
"""Bytes of its stderr that are remembered, the last ones."""
CHUNK = 1 << 16
"""Bytes read or written at once: what a pipe holds on Linux."""
FAREWELL = 1.0
"""Seconds that a program has to exit after its input was closed, before it is killed."""
QUOTED = 80
"""Characters of a line that a message quotes."""


class Pipe:
    """A running program, in a session of its own: neither Ctrl+C nor the terminal reach it.

    The end of its stderr is remembered, for the message that says why it ended.
    """

    def __init__(self, who: str, words: Sequence[str]) -> None:
        """Start the program without a shell; raises `ProgramFault` when it cannot be started.

        `who` names it in messages, `words` are its arguments.
        """
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
        """Kill the program now. As a finalizer it also runs when the game itself exits."""

    def allow(self, seconds: float) -> None:
        """Set the time limit to some seconds from now, for all that is asked until then."""
        self._until = monotonic() + seconds

    def ask(self, line: bytes) -> bytes:
        """Send a line and return the next line from the program.

        Raises `ProgramFault` when the time is up, the program exits, its line is too long, or
        it has written one without being asked.
        """
        self._heard += self._out.read(CHUNK) or b""
        if self._heard:
            self.fail(f"said {quoted(self._heard)} before it was asked")
        # Writing and reading at once: a program that fills its output first must not deadlock.
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
        """Kill the program while another thread waits for its answer, which then raises."""
        _kill_group(self._process)

    def close(self) -> None:
        """Close the program's input, wait a moment for it to exit, then kill it."""
        with suppress(OSError):
            self._in.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self.kill()

    def _write(self, line: bytes) -> bytes:
        """Write what the pipe takes and return the rest: nothing when it has been closed."""
        try:
            return line[self._in.write(line[:CHUNK]) or 0 :]
        except BrokenPipeError:
            return b""

    def _read(self) -> bool:
        """Read its output; raises `ProgramFault` when that has been closed."""
        some = self._out.read(CHUNK)
        if some == b"":
            self.fail(self._how_it_ended())
        self._heard += some or b""
        return False

    def _listen(self) -> bool:
        """Read its stderr; return whether that has been closed."""
        some = self._err.read(CHUNK)
        self._complaint = (self._complaint + (some or b""))[-LAST_WORDS:]
        return some == b""

    def _how_it_ended(self) -> str:
        """Return in words how the program exited."""
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
        return f"ended with code {code}"

    def fail(self, what: str) -> NoReturn:
        """Kill the program and raise `ProgramFault`, with the last line of its stderr."""
        self._listen()
        words = [line for line in self._complaint.splitlines() if line.strip()]
        last = f"; it complained {quoted(words[-1])}" if words else ""
        self.kill()
        raise ProgramFault(f"{self._who} {what}{last}")


def quoted(said: bytes) -> str:
    """Return the beginning of a line in quotes, safe for a terminal."""
    text = said.split(b"\n")[0][: QUOTED + 1].decode(errors="replace")
    return f"'{clean(text[:QUOTED])}{'...' if len(text) > QUOTED else ''}'"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with its children, and close its pipes."""
    _kill_group(process)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream:
            with suppress(OSError):
                stream.close()


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group, so that what the program has started ends with it."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
