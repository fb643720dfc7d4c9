"""An external program as a player: one JSON line for each question, in the protocol of `talk`.

`docs/bots.md` shows the lines. A program runs with the rights of the user who names it on the
command line, so nobody else may name one: neither a battle file nor a person over a network.
"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from threading import Lock
from typing import Any

import msgspec

from engine.base.clean import clean
from engine.base.dice import apart
from engine.base.errors import ProgramFault, Refused, WeatherGageError
from engine.game.answer import Answer
from engine.game.command import Given
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.question import Question
from engine.game.sheet import Draft, Sheet
from engine.lookahead.weighing import room_for
from engine.players.pipe import SUPPORTED, Pipe, quoted
from engine.post.talk import (
    Do,
    Inspect,
    Request,
    ShowView,
    Where,
    given,
    once,
    outlined,
    plain,
    question,
    read,
    whereabouts,
)

PATIENCE = 30.0
"""Seconds for one question, including all that the program asks back."""
OPS = ("do", "pending", "where", "view", "inspect")
"""What a program may send: its answer, or a query about the question."""
SHOWN = 100
"""Characters of the command line that a message shows."""

_encode = msgspec.json.Encoder().encode


def words(command: str) -> list[str]:
    """Return a command line as a list of arguments.

    Raises `Refused` when it names no executable, and where the system has no programs of one's own
    that can be asked and ended as they must be.
    """
    if not SUPPORTED:
        raise Refused("exec: needs a POSIX system, as Linux, macOS or WSL; no program plays here")
    try:
        found = shlex.split(command)
    except ValueError as error:
        raise Refused(f"'{command}' is no command line: {str(error).lower()}") from None
    if not found:
        raise Refused("a program is named by its command line, as in exec:./mybot")
    if not shutil.which(found[0]):
        raise Refused(f"{found[0]} is no program that can be started")
    return found


class Program:
    """A program that plays a seat. It starts at the first question and ends with `close`."""

    def __init__(
        self,
        command: str,
        game: Game,
        seed: int = 0,
        seat: str = "",
        patience: float = PATIENCE,
    ) -> None:
        """Find the program, without starting it; raises `Refused` when there is none.

        `patience` is the time limit of a question in seconds.
        """
        self.name = f"exec:{command}"
        self._words = words(command)
        self._game = game
        self._seat = seat
        self._seed = apart(seed, f"player {seat}")
        self._patience = patience
        self._pipe: Pipe | None = None
        self._asking = Lock()
        """Held while the program is asked: after a take-back two threads may try to."""

    @property
    def _who(self) -> str:
        """The program as messages name it."""
        return f"the program {clean(shlex.join(self._words))[:SHOWN]} (seat {self._seat})"

    def choose(self, view: Any, question: Question) -> Given:
        """Ask the program a question and return its answer, checked to be legal.

        Raises `ProgramFault` for any other answer, or none in time, and kills the program.
        """
        with self._asking:
            try:
                return self._asked(view, question)
            except ProgramFault:
                self._pipe = None
                raise

    def close(self) -> None:
        """End the program. One that is computing an answer is killed, and `choose` raises."""
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
        """Ask, reply to queries until the program answers, and return that answer."""
        self._pipe = pipe = self._pipe or Pipe(self._who, self._words)
        pipe.allow(self._patience)
        line = pipe.ask(_line(self._put(view, asked)))
        try:
            while (said := self._said(line))["op"] != "do":
                line = pipe.ask(_line(self._reply(said, view, asked)))
            return self._filled(said, view, asked)
        except Refused as error:
            pipe.fail(f"answered {quoted(line)}, and {error}")

    def _put(self, view: Any, asked: Question) -> dict[str, Any]:
        """Return the message of a question, with the view and the seats."""
        game = self._game
        return {
            "question": question(asked),
            "areas": {} if isinstance(asked, Sheet) else self._areas(view, asked),
            "view": plain(view),
            "game": game.name,
            "seats": [{"seat": s.key, "name": s.name, "side": s.side} for s in game.seats(view)],
            "seed": self._seed,
        }

    def _areas(self, view: Any, decision: Decision) -> dict[str, Any]:
        """Return where the subject of each option may be placed, and at which value of its dial."""
        found = {}
        for option in decision.options:
            if option.area:
                rest = decision.dial.rest if option.dial and decision.dial else None
                dial, area = room_for(self._game, view, decision, option, rest)
                if area:
                    found[option.id] = {"dial": dial, **(outlined(area) or {})}
        return found

    def _said(self, line: bytes) -> dict[str, Any]:
        """Return a line as a message; without an op it is an answer."""
        try:
            said = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Refused("that is not JSON") from None
        if not isinstance(said, dict):
            raise Refused('an answer is an object with an "option"')
        if "fill" in said:
            once(line)
        return {"op": "do", "seat": self._seat, **said}

    def _request(self, said: dict[str, Any]) -> Request:
        if said["seat"] != self._seat:
            raise Refused(f"its seat is {self._seat}")
        return read(_encode(said), OPS)

    def _filled(self, said: dict[str, Any], view: Any, asked: Question) -> Given:
        """Return an answer, completed with defaults; raises `Refused` when it is not legal."""
        do, game = self._request(said), self._game
        assert isinstance(do, Do)
        if isinstance(asked, Sheet):
            return self._sealed(do, view, asked)
        decision = asked
        given(do, decision)
        option, dial, at = decision.option(do.option), do.dial, do.at
        if option.dial and decision.dial:
            dial = decision.dial.value(dial)
        if option.area:
            area = game.answering.area(view, decision, option, dial)
            if do.dial is None and area is None:
                dial, area = room_for(game, view, decision, option, dial)
            at = at or (area.rest if area else None)
            why_not = (
                game.answering.why_not(view, decision, Answer(option.id, dial, at))
                if at
                else "there is no room"
            )
            if why_not:
                raise Refused(why_not)
        option.filled(decision, dial, at)
        return Answer(option.id, dial, at)

    def _sealed(self, do: Do, view: Any, sheet: Sheet) -> Draft:
        """Return the sheet's draft that the program has filled; `Refused` for its first fault."""
        draft = given(do, sheet)
        assert isinstance(draft, Mapping)
        faults = self._game.answering.faults(view, sheet, draft)
        if faults:
            raise Refused(faults[0].why)
        return draft

    def _reply(self, said: dict[str, Any], view: Any, asked: Question) -> dict[str, Any]:
        """Return the reply to a query: what `talk` would reply, limited to its own seat."""
        try:
            return {"ok": True, **self._told(self._request(said), view, asked)}
        except WeatherGageError as error:
            return {"ok": False, "error": clean(str(error))}

    def _told(self, request: Request, view: Any, asked: Question) -> dict[str, Any]:
        """Return the fields of the reply to a query."""
        match request:
            case Where() if not isinstance(asked, Sheet):
                return whereabouts(self._game, view, asked, request)
            case Inspect():
                return {"inspect": self._game.positions.inspect(view, request.ship)}
            case ShowView():
                return {"view": plain(view)}
        return {"pending": [question(asked)]}


def _line(said: dict[str, Any]) -> bytes:
    return _encode(said) + b"\n"
