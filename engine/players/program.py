"""An external program as a player: a child process with pipes, one JSON line for each question."""

from __future__ import annotations

import os
import selectors
import shlex
import shutil
import signal
import subprocess
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import Any, NoReturn

import msgspec

from engine.base.dice import derive_seed
from engine.base.errors import ProgramFault, Refused, WeatherGageError
from engine.base.text import clean
from engine.game.decision import Answer, Decision
from engine.game.game import Game, Given
from engine.game.question import Question, Sheet
from engine.lookahead.scoring import dial_with_area
from engine.post.talk import (
    Do,
    Inspect,
    Request,
    ShowView,
    Where,
    area_data,
    parse_given,
    parse_request,
    placement_data,
    plain_data,
    question_data,
    refuse_duplicate_keys,
)

# A child process connected by pipes: send a line, receive a line, within a time limit. This code is
# among the players because each process that runs a battle starts its own programs.


SUPPORTED = hasattr(os, "killpg") and hasattr(os, "set_blocking")
"""Whether this operating system can poll a pipe, and end a program with its child processes."""
LONGEST = 1 << 16
"""The maximum length of a line from a program, in bytes."""
LAST_WORDS = 1 << 12
"""The number of bytes kept from the end of the program's stderr."""
CHUNK = 1 << 16
"""The maximum number of bytes read or written at once: the capacity of a pipe on Linux."""
FAREWELL = 1.0
"""Seconds for a program to exit after its input was closed, before it is killed."""
QUOTED = 80
"""An error message quotes at most this many characters of a program's line."""


class Pipe:
    """A running program, connected by pipes. It has its own session, so that Ctrl+C does not end
    it.

    The last bytes of its stderr are kept, to be quoted if the program fails.
    """

    def __init__(self, who: str, words: Sequence[str]) -> None:
        """Start the program without a shell; raises `ProgramFault` when it cannot be started.

        `who` names the program in error messages; `words` are its path and arguments.
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
        """A function that kills the program. As a finalizer it also runs when Weather Gage
        exits."""

    def allow(self, seconds: float) -> None:
        """Set the time limit to `seconds` seconds from now.

        All calls of `ask` share this limit, until it is set again.
        """
        self._until = monotonic() + seconds

    def ask(self, line: bytes) -> bytes:
        """Send a line and return the next line from the program.

        Raises `ProgramFault` when the time is up, when the program exits, when its line is too
        long, or when it has written a line before it was asked.
        """
        self._heard += self._out.read(CHUNK) or b""
        if self._heard:
            self.fail(f"said {quoted(self._heard)} before it was asked")
        # Write and read at the same time, to avoid a deadlock with a program that fills its output
        # before it reads.
        with selectors.DefaultSelector() as ready:
            ready.register(self._in, selectors.EVENT_WRITE)
            ready.register(self._out, selectors.EVENT_READ)
            ready.register(self._err, selectors.EVENT_READ)
            while b"\n" not in self._heard:
                if len(self._heard) > LONGEST:
                    self.fail(f"said {quoted(self._heard)} and so on, in a line without an end")
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
        """Kill the program while another thread waits for its answer; that thread gets a
        `ProgramFault`.
        """
        _kill_group(self._process)

    def close(self) -> None:
        """Close the program's input, wait a moment for it to exit, then kill it."""
        with suppress(OSError):
            self._in.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self.kill()

    def _write(self, line: bytes) -> bytes:
        """Write as much as the pipe accepts; return the bytes not yet written, b'' if it is
        closed.
        """
        try:
            return line[self._in.write(line[:CHUNK]) or 0 :]
        except BrokenPipeError:
            return b""

    def _read(self) -> bool:
        """Read the program's output; raises `ProgramFault` when the program has closed it."""
        some = self._out.read(CHUNK)
        if some == b"":
            self.fail(self._how_it_ended())
        self._heard += some or b""
        return False

    def _listen(self) -> bool:
        """Read the program's stderr; return True if the program has closed it."""
        some = self._err.read(CHUNK)
        self._complaint = (self._complaint + (some or b""))[-LAST_WORDS:]
        return some == b""

    def _how_it_ended(self) -> str:
        """Return in words how the program exited, such as `ended with code 1`."""
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code < 0:
            with suppress(ValueError):
                return f"was ended by {signal.Signals(-code).name}"
        return f"ended with code {code}"

    def fail(self, what: str) -> NoReturn:
        """Kill the program and raise `ProgramFault` with the text `what` and its last stderr
        line.
        """
        self._listen()
        words = [line for line in self._complaint.splitlines() if line.strip()]
        last = f"; its error output was {quoted(words[-1])}" if words else ""
        self.kill()
        raise ProgramFault(f"{self._who} {what}{last}")


def quoted(said: bytes) -> str:
    """Return the beginning of a program's line in quotes, without terminal control characters."""
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
    """Kill the process group, so that children of the program end with it."""
    with suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


# An external program as a player: one JSON line for each question, in the protocol of `talk`.
#
# `docs/bots.md` shows the lines. A program runs with the rights of the user who names it on the
# command line, so neither a battle file nor a person over a network may name a program.


PATIENCE = 30.0
"""A program's time limit in seconds for one answer, including the time of its own queries."""
OPS = ("do", "pending", "where", "view", "inspect")
"""The messages that a program may send: `do` is its answer, the others are queries."""
SHOWN = 100
"""An error message shows at most this many characters of the program's command line."""

_encode = msgspec.json.Encoder().encode


def split_command(command: str) -> list[str]:
    """Return a command line as a list of arguments.

    Raises `Refused` when the command line names no executable, or when the operating system cannot
    run such programs safely (see `SUPPORTED`).
    """
    if not SUPPORTED:
        raise Refused(
            "exec: needs a POSIX system, such as Linux, macOS or WSL; no program plays here"
        )
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise Refused(f"'{command}' is not a command line: {str(error).lower()}") from None
    if not found:
        raise Refused("a program is named by its command line, such as exec:./mybot")
    if not shutil.which(found[0]):
        raise Refused(f"{found[0]} is not a program that can be started")
    return found


class Program:
    """An external program that plays a seat: started at the first question, ended by `close`."""

    def __init__(
        self,
        command: str,
        game: Game,
        seed: int = 0,
        seat: str = "",
        patience: float = PATIENCE,
    ) -> None:
        """Find the program without starting it; raises `Refused` when it does not exist.

        `patience` is the time limit for each answer in seconds.
        """
        self.name = f"exec:{command}"
        self._words = split_command(command)
        self._game = game
        self._seat = seat
        self._seed = derive_seed(seed, f"player {seat}")
        self._patience = patience
        self._pipe: Pipe | None = None
        self._asking = Lock()
        """Held while the program is asked, because after a take-back two threads may try to ask."""

    @property
    def _who(self) -> str:
        """The name of the program and its seat, for error messages."""
        return f"the program {clean(shlex.join(self._words))[:SHOWN]} (seat {self._seat})"

    def choose(self, view: Any, question: Question) -> Given:
        """Ask the program a question and return its answer, checked to be legal.

        For an illegal answer, or if no answer comes in time, it kills the program and raises
        `ProgramFault`.
        """
        with self._asking:
            try:
                return self._asked(view, question)
            except ProgramFault:
                self._pipe = None
                raise

    def close(self) -> None:
        """End the program. If it is computing an answer, it is killed, and the running call of
        `choose` raises `ProgramFault`.
        """
        pipe = self._pipe
        if pipe is None:
            return
        if not self._asking.acquire(blocking=False):
            pipe.interrupt()
            return
        try:
            self._pipe = None
            pipe.close()
        finally:
            self._asking.release()

    def _asked(self, view: Any, asked: Question) -> Given:
        """Send the question to the program and return its answer.

        Until the answer comes, each query of the program gets a reply.
        """
        self._pipe = pipe = self._pipe or Pipe(self._who, self._words)
        pipe.allow(self._patience)
        game = self._game
        line = pipe.ask(
            _line(
                {
                    "question": question_data(asked),
                    "areas": {} if isinstance(asked, Sheet) else self._areas(view, asked),
                    "view": plain_data(view),
                    "game": game.name,
                    "seats": [
                        {"seat": s.key, "name": s.name, "side": s.side} for s in game.seats(view)
                    ],
                    "seed": self._seed,
                }
            )
        )
        try:
            while (said := self._said(line))["op"] != "do":
                line = pipe.ask(_line(self._reply(said, view, asked)))
            return self._filled(said, view, asked)
        except Refused as error:
            pipe.fail(f"answered {quoted(line)}, and {error}")

    def _areas(self, view: Any, decision: Decision) -> dict[str, Any]:
        """Return {option id: area where its piece may be placed, with the dial value for that
        area}.

        Options that need no place are left out.
        """
        found = {}
        for option in decision.options:
            if option.area:
                rest = decision.dial.rest if option.dial and decision.dial else None
                dial, area = dial_with_area(self._game, view, decision, option, rest)
                if area:
                    found[option.id] = {"dial": dial, **(area_data(area) or {})}
        return found

    def _said(self, line: bytes) -> dict[str, Any]:
        """Return the message in a line; a message without the field `op` is an answer."""
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Refused("that is not JSON") from None
        if not isinstance(said, dict):
            raise Refused('an answer is an object with an "option"')
        if "fill" in said:
            refuse_duplicate_keys(line)
        return {"op": "do", "seat": self._seat, **said}

    def _request(self, said: dict[str, Any]) -> Request:
        if said["seat"] != self._seat:
            raise Refused(f"it answers for another seat; its own seat is {self._seat}")
        return parse_request(_encode(said), OPS)

    def _filled(self, said: dict[str, Any], view: Any, asked: Question) -> Given:
        """Return the answer in a message, completed with defaults; raises `Refused` when it is not
        legal.
        """
        do, game = self._request(said), self._game
        assert isinstance(do, Do)
        if isinstance(asked, Sheet):
            # Return the sheet's draft from the program's answer; `Refused` names its first fault.
            draft = parse_given(do, asked)
            assert isinstance(draft, Mapping)
            faults = self._game.answering.faults(view, asked, draft)
            if faults:
                raise Refused(faults[0].why)
            return draft
        decision = asked
        parse_given(do, decision)
        option, dial, at = decision.option(do.option), do.dial, do.at
        if option.dial and decision.dial:
            dial = decision.dial.value(dial)
        if option.area:
            area = game.answering.area(view, decision, option, dial)
            if do.dial is None and area is None:
                dial, area = dial_with_area(game, view, decision, option, dial)
            at = at or (area.rest if area else None)
            why_not = (
                game.answering.why_not(view, decision, Answer(option.id, dial, at))
                if at
                else "there is no room for the piece"
            )
            if why_not:
                raise Refused(why_not)
        option.filled(decision, dial, at)
        return Answer(option.id, dial, at)

    def _reply(self, said: dict[str, Any], view: Any, asked: Question) -> dict[str, Any]:
        """Return the reply to a query, in the protocol of `talk`, for the program's own seat
        only.
        """
        try:
            return {"ok": True, **self._told(self._request(said), view, asked)}
        except WeatherGageError as error:
            return {"ok": False, "error": clean(str(error))}

    def _told(self, request: Request, view: Any, asked: Question) -> dict[str, Any]:
        """Return the fields of the reply to a query: a placement, facts, the view, or the
        question.
        """
        match request:
            case Where() if not isinstance(asked, Sheet):
                return placement_data(self._game, view, asked, request)
            case Inspect():
                return {"inspect": self._game.positions.inspect(view, request.ship)}
            case ShowView():
                return {"view": plain_data(view)}
        return {"pending": [question_data(asked)]}


def _line(said: dict[str, Any]) -> bytes:
    return _encode(said) + b"\n"
