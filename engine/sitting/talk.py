"""Talk: a protocol to play battles through a pipe, with one JSON object per line each way.

Every line gets a reply: `{"ok": true, ...}`, or `{"ok": false, "error": ...}`.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import msgspec

from engine.base.errors import (
    SURROUNDINGS,
    Refused,
    WeatherGageError,
    os_error_text,
    print_traceback,
)
from engine.base.text import clean
from engine.game.game import decision_of, standing_command
from engine.game.question import Fill, Sheet, question_of
from engine.kernel.battle import Battle
from engine.kernel.opening import as_file_fault, read_position
from engine.kernel.registry import game_with_scenario
from engine.post.talk import (
    Act,
    CheckDraft,
    Do,
    Inspect,
    New,
    Open,
    OpenPosition,
    Redo,
    ReopenSheet,
    Reply,
    Request,
    ShowView,
    Undo,
    Where,
    parse_draft,
    parse_given,
    parse_request,
    placement_data,
    plain_data,
    question_data,
)
from engine.sitting.actions import BY_NAME, await_inputs, do
from engine.sitting.kinds.kind import Ask, Take
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting

LONGEST = 1 << 20
"""The maximum length of a line in bytes, so that an endless line cannot fill the memory."""


class Talk:
    """One session of the protocol: at most one open battle, and a reply to each line.

    >>> talk = Talk()
    >>> talk.answer('{"op": "new", "scenario": "quickstart", "seed": 7}')["ok"]
    True
    >>> talk.answer('{"op": "undo"}')
    {'ok': False, 'error': 'there is nothing to undo'}
    """

    OPS: ClassVar = (
        *("new", "open", "position", "pending", "do", "where", "undo", "redo"),
        *("view", "inspect", "check", "reopen", "act"),
    )

    def __init__(self) -> None:
        self._battle: Battle | None = None
        self._told = ""
        """The battle's notice as it was last sent; it is sent again only when it has changed."""

    def answer(self, line: str | bytes) -> Reply:
        """Return the reply to one line; an error becomes a reply as well."""
        try:
            if len(line) > LONGEST:
                raise Refused("the line is too long")
            with as_file_fault(self._battle):
                return {"ok": True, **self._respond(parse_request(line, self.OPS))}
        except WeatherGageError as error:
            return {"ok": False, "error": clean(str(error))}
        except SURROUNDINGS as error:
            return {"ok": False, "error": clean(os_error_text(error))}
        except Exception as error:  # a bot must get a reply even when the engine has a bug
            print_traceback(error)
            return {"ok": False, "error": clean(f"a fault of Weather Gage itself: {error!r}")}

    def run(self, lines: BinaryIO, answers: BinaryIO) -> None:
        """Reply to each line until the input ends or the output is closed."""
        try:
            while line := lines.readline(LONGEST + 2):
                longer = line
                # The rest of a line that is too long is skipped, not read as further lines.
                while len(longer) == LONGEST + 2 and not longer.endswith(b"\n"):
                    longer = lines.readline(LONGEST + 2)
                answers.write(msgspec.json.encode(self.answer(line.rstrip(b"\r\n"))) + b"\n")
                answers.flush()
        except BrokenPipeError:
            return
        finally:
            self._turn_to(None)

    @property
    def battle(self) -> Battle:
        """The open battle; raises `Refused` when there is none."""
        if self._battle is None:
            raise Refused("no battle is open; begin with `new`, `open` or `position`")
        return self._battle

    def _respond(self, request: Request) -> Reply:  # noqa: PLR0911, PLR0912  (one branch a request)
        """Carry out a request and return the fields of its reply."""
        match request:
            case New():
                game = game_with_scenario(request.scenario, request.game)
                scenario, seed, save = request.scenario, request.seed, request.save or None
                return self._begin(Battle.new(game, scenario, seed, request.options, path=save))
            case Open():
                if _same(self._battle, request.path):
                    self._turn_to(None)
                return self._begin(Battle.open(request.path, write=not request.watch))
            case OpenPosition():
                found = read_position(request.path)
                path = request.save or None
                return self._begin(
                    Battle.from_state(
                        found.game, found.state, found.seed, title=found.title, path=path
                    )
                )
            case Do():
                return {"events": plain_data(self._done(request)), **self._present()}
            case CheckDraft():
                self._must_be_played()
                game, battle = self.battle.game, self.battle
                asked = question_of(battle.pending(), request.seat)
                if not isinstance(asked, Sheet):
                    raise Refused(f"this question takes one answer, not a sheet: {asked.prompt}")
                faults = game.answering.faults(
                    battle.view(request.seat), asked, parse_draft(request.fill)
                )
                return {"faults": [{"slot": fault.slot, "why": fault.why} for fault in faults]}
            case ReopenSheet():
                self.battle.reopen(request.seat)
            case Where():
                self._must_be_played()
                game, seat = self.battle.game, request.seat
                decision, _ = decision_of(game, self.battle.state, seat, request.option)
                return placement_data(game, self.battle.view(seat), decision, request)
            case Undo():
                seat = self.battle.entries[-1].seat if self.battle.position else ""
                if self.battle.why_not_undo(seat) and self.battle.position:
                    self.battle.take_back(seat)
                else:
                    self.battle.undo(seat)
            case Redo():
                self.battle.redo("")
            case Act():
                return {**self._acted(request), **self._present()}
            case ShowView():
                return {"view": plain_data(self._view(request.seat))}
            case Inspect():
                view = self._view(request.seat)
                positions = self.battle.game.positions
                subject = positions.subject(request.ship, request.plot)
                return {"inspect": positions.inspect(view, subject)}
        return self._present()

    def _begin(self, battle: Battle) -> Reply:
        self._turn_to(battle)
        with as_file_fault(battle):
            seats = [{"seat": s.key, "name": s.name} for s in battle.game.seats(battle.state)]
            self._told = battle.notice
            about = {"game": battle.game.name, "seats": seats, "notice": battle.notice}
            return {**about, **self._present()}

    def _turn_to(self, battle: Battle | None) -> None:
        if self._battle:
            self._battle.close()
        self._battle = battle

    def _present(self) -> Reply:
        """Return the fields that every reply about a battle has: open questions, outcome,
        position.
        """
        battle, text = self.battle, self._told
        self._told, outcome = battle.notice, battle.outcome()
        news = {} if battle.notice == text else {"notice": battle.notice}
        # Questions name hidden cards, so a battle that is only watched has none.
        asked = () if battle.why_closed else battle.pending()
        return {
            **news,
            "pending": [question_data(each) for each in asked],
            "outcome": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
            "position": self.battle.position,
        }

    def _done(self, request: Do) -> tuple[Any, ...]:
        """Submit an answer, or a filled sheet of standing choices; return its events."""
        self._must_be_played()
        battle = self.battle
        if (beside := self._beside(request)) is not None:
            return battle.submit(request.seat, beside)
        asked = question_of(battle.pending(), request.seat)
        return battle.answer(request.seat, parse_given(request, asked))

    def _beside(self, request: Do) -> Fill | None:
        """Return the command that changes a seat's standing choices, if the request names their
        sheet; else None.
        """
        game, state = self.battle.game, self.battle.state
        sheet = game.aside(state, request.seat) if request.sheet else None
        if sheet is None or request.sheet != sheet.id or request.fill is None:
            return None
        return standing_command(game, state, request.seat, parse_draft(request.fill))

    def _must_be_played(self) -> None:
        if self.battle.why_closed:
            raise Refused(self.battle.why_closed)

    def _acted(self, request: Act) -> Reply:
        """Carry out an action; return its messages.

        If it needs a confirmation, return only the question; nothing has changed yet.
        """
        self._must_be_played()
        if request.name not in BY_NAME or BY_NAME[request.name].do is None:
            names = ", ".join(each.name for each in BY_NAME.values() if each.do)
            raise Refused(f"there is no action '{request.name}'; there are {names}")
        table = SeatTable(self.battle, {})
        if request.seat not in table.persons:
            raise Refused(
                f"there is no seat '{request.seat}'; seats are {', '.join(table.persons)}"
            )
        table.seat_at_keyboard = request.seat
        sitting = Sitting(self.battle, table)
        asked = (each for each in self.battle.pending() if each.seat == request.seat)
        sitting.put(next(asked, None))
        asyncio.run(await_inputs(sitting, request.name))
        done = do(sitting, request.name, clean(request.words))
        while isinstance(done, Ask | Take):
            if isinstance(done, Take):
                done = sitting.give(done.question.seat, done.given)
            elif request.sure:
                done = done.yes()
            else:
                return {"asks": done.text}
        return {"told": [*done]}

    def _view(self, seat: str) -> Any:
        seats = [other.key for other in self.battle.game.seats(self.battle.state)]
        if seat and seat not in seats:
            raise Refused(f"there is no seat '{seat}'; seats are {', '.join(seats)}")
        closed = bool(self.battle.why_closed) and self.battle.outcome() is None
        return self.battle.view("" if closed else seat)


def _same(battle: Battle | None, path: str) -> bool:
    """Tell whether a battle's file is the file at a path."""
    try:
        return bool(battle and battle.path and battle.path.samefile(Path(path)))
    except (OSError, ValueError):
        return False
