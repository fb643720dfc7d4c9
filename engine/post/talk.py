"""A JSON Lines protocol for the engine: one object a line in, one out, for bots and tests.

Every line gets a reply: `{"ok": true, ...}`, or `{"ok": false, "error": ...}`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import msgspec

from engine.base.errors import Refused, WeatherGageError, trace
from engine.base.machine import SURROUNDINGS, cause_of
from engine.base.text import clean
from engine.game.decision import Answer, Area, Decision, Dial
from engine.game.decision import read as answer_of
from engine.game.game import Game, Given, beside_of, decision_of
from engine.game.position import nearest
from engine.game.question import Draft, Fill, Question, Sheet, question_of
from engine.kernel.battle import Battle
from engine.kernel.opening import as_file_fault, read_position
from engine.kernel.registry import home

LONGEST = 1 << 20
"""Bytes of a line at most: a client that never ends its line must not fill the memory."""

Reply = dict[str, Any]


class New(msgspec.Struct, tag_field="op", tag="new"):
    """Begin a battle of a scenario; `save` is the path of its file, or ''."""

    scenario: str
    seed: int = 0
    save: str = ""
    game: str = ""
    options: dict[str, Any] = {}


class Open(msgspec.Struct, tag_field="op", tag="open"):
    """Open a battle file, to play on or to watch only."""

    path: str
    watch: bool = False


class OpenPosition(msgspec.Struct, tag_field="op", tag="position"):
    """Begin a battle from a position file."""

    path: str
    save: str = ""


class Pending(msgspec.Struct, tag_field="op", tag="pending"):
    """Ask for the open questions."""


class Do(msgspec.Struct, tag_field="op", tag="do"):
    """Reply a seat's question."""

    seat: str
    option: str = ""
    dial: float | None = None
    at: tuple[float, float] | None = None
    fill: dict[str, str] | None = None
    """The slots of a sheet, each with its answer as text, such as `1R1` or `lay dial=30`."""
    sheet: str = ""
    """Which sheet it fills; one that has been sealed meanwhile is then told from the next."""


class CheckDraft(msgspec.Struct, tag_field="op", tag="check"):
    """Ask what is wrong with a draft of a seat's sheet."""

    seat: str
    fill: dict[str, str]


class ReopenSheet(msgspec.Struct, tag_field="op", tag="reopen"):
    """Open a seat's sealed sheet again, before the others have sealed theirs."""

    seat: str


class Where(msgspec.Struct, tag_field="op", tag="where"):
    """Ask where an option's subject may be placed, its dial set, and why not `at` a place."""

    seat: str
    option: str
    dial: float | None = None
    at: tuple[float, float] | None = None


class Undo(msgspec.Struct, tag_field="op", tag="undo"):
    """Undo the latest command; a take-back is always granted: there is nobody to ask."""


class Redo(msgspec.Struct, tag_field="op", tag="redo"):
    """Redo what was undone."""


class ShowView(msgspec.Struct, tag_field="op", tag="view"):
    """Ask for the state as a seat sees it; '' is a spectator, as all are of what is watched."""

    seat: str = ""


class Inspect(msgspec.Struct, tag_field="op", tag="inspect"):
    """Ask what the rules say about a ship, or about all, as a seat may know it.

    With a `plot` also where that order would lead her.
    """

    seat: str = ""
    ship: str = ""
    plot: str = ""


Request = (
    New
    | Open
    | OpenPosition
    | Pending
    | Do
    | CheckDraft
    | ReopenSheet
    | Where
    | Undo
    | Redo
    | ShowView
    | Inspect
)
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


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
        *("view", "inspect", "check", "reopen"),
    )

    def __init__(self) -> None:
        self._battle: Battle | None = None
        self._told = ""
        """The notice of the battle that was sent last: it is sent again only when it changes."""

    def answer(self, line: str | bytes) -> Reply:
        """Return the reply to one line; it never raises."""
        try:
            if len(line) > LONGEST:
                raise Refused("the line is too long")
            with as_file_fault(self._battle):
                return {"ok": True, **self._respond(read(line, self.OPS))}
        except WeatherGageError as error:
            return {"ok": False, "error": clean(str(error))}
        except SURROUNDINGS as error:
            return {"ok": False, "error": clean(cause_of(error))}
        except Exception as error:  # a bot must get a reply even when the engine has a bug
            trace(error)
            return {"ok": False, "error": clean(f"a fault of Weather Gage itself: {error!r}")}

    def run(self, lines: BinaryIO, answers: BinaryIO) -> None:
        """Reply to each line until the input ends or the output is closed."""
        try:
            while line := lines.readline(LONGEST + 2):
                longer = line
                # What is left of a line that is too long is read and dropped, not taken for lines.
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
            raise Refused("no battle is open; begin with new, open or position")
        return self._battle

    def _respond(self, request: Request) -> Reply:  # noqa: PLR0911, PLR0912  (one branch a request)
        """Carry out a request and return the fields of its reply."""
        match request:
            case New():
                game = home(request.scenario, request.game)
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
                return {"events": plain(self._done(request)), **self._present()}
            case CheckDraft():
                return self._checked(request)
            case ReopenSheet():
                self.battle.reopen(request.seat)
            case Where():
                self._must_be_played()
                game, seat = self.battle.game, request.seat
                decision, _ = decision_of(game, self.battle.state, seat, request.option)
                return whereabouts(game, self.battle.view(seat), decision, request)
            case Undo():
                seat = self.battle.entries[-1].seat if self.battle.position else ""
                if self.battle.why_not_undo(seat) and self.battle.position:
                    self.battle.take_back(seat)
                else:
                    self.battle.undo(seat)
            case Redo():
                self.battle.redo("")
            case ShowView():
                return {"view": plain(self._view(request.seat))}
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
        """Return what every reply about a battle has: open questions, outcome, position."""
        battle, text = self.battle, self._told
        self._told, outcome = battle.notice, battle.outcome()
        news = {} if battle.notice == text else {"notice": battle.notice}
        return {
            **news,
            "pending": [question(asked) for asked in self._asked()],
            "outcome": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
            "position": self.battle.position,
        }

    def _asked(self) -> tuple[Question, ...]:
        """Return the open questions; none of a battle that is only watched: they name hands."""
        return () if self.battle.why_closed else self.battle.pending()

    def _done(self, request: Do) -> tuple[Any, ...]:
        """Return the events of an answer, or of a sheet that may be filled in at any time."""
        self._must_be_played()
        battle = self.battle
        if (beside := self._beside(request)) is not None:
            return battle.submit(request.seat, beside)
        asked = question_of(battle.pending(), request.seat)
        return battle.answer(request.seat, given(request, asked))

    def _beside(self, request: Do) -> Fill | None:
        """Return what fills in the sheet that may be filled in at any time, if a line names it."""
        game, state = self.battle.game, self.battle.state
        sheet = game.aside(state, request.seat) if request.sheet else None
        if sheet is None or request.sheet != sheet.id or request.fill is None:
            return None
        return beside_of(game, state, request.seat, drafted(request.fill))

    def _must_be_played(self) -> None:
        if self.battle.why_closed:
            raise Refused(self.battle.why_closed)

    def _checked(self, request: CheckDraft) -> Reply:
        self._must_be_played()
        game, battle = self.battle.game, self.battle
        asked = question_of(battle.pending(), request.seat)
        if not isinstance(asked, Sheet):
            raise Refused(f"one answer is asked for, and no sheet: {asked.prompt}")
        faults = game.answering.faults(battle.view(request.seat), asked, drafted(request.fill))
        return {"faults": [{"slot": fault.slot, "why": fault.why} for fault in faults]}

    def _view(self, seat: str) -> Any:
        seats = [other.key for other in self.battle.game.seats(self.battle.state)]
        if seat and seat not in seats:
            raise Refused(f"there is no seat '{seat}'; seats are {', '.join(seats)}")
        closed = bool(self.battle.why_closed) and self.battle.outcome() is None
        return self.battle.view("" if closed else seat)


def given(do: Do, asked: Question) -> Given:
    """Return what a line answers: an option with what it asks for, or a whole sheet.

    Raises `Refused` for the wrong one of the two, and for a sheet that is not the open one.
    """
    if isinstance(asked, Sheet):
        if do.fill is None or do.option:
            raise Refused(f'a whole sheet is asked for, with "fill" alone: {asked.prompt}')
        if do.sheet and do.sheet != asked.id:
            raise Refused(f"the sheet '{do.sheet}' is not open now; open is '{asked.id}'")
        return drafted(do.fill)
    if do.fill is not None:
        raise Refused(f"one answer is asked for, and no sheet: {asked.prompt}")
    if not do.option:  # in the words that a line is told in that misses any other field
        raise Refused("do: Object missing required field 'option'")
    return Answer(do.option, do.dial, do.at)


def drafted(fill: dict[str, str]) -> Draft:
    """Return a draft whose answers are texts; `Refused` names the slot of one that is none."""
    draft = {}
    for slot, text in fill.items():
        try:
            draft[slot] = answer_of(text) if text else Answer()
        except Refused as refused:
            raise Refused(f"{slot}: {refused}") from None
    return draft


def question(asked: Question) -> Reply:
    """Return a question as plain data: a decision with its options, or a sheet with its slots."""
    return _sheet(asked) if isinstance(asked, Sheet) else _decision(asked)


def _sheet(sheet: Sheet) -> Reply:
    return {
        "seat": sheet.seat,
        "kind": sheet.kind,
        "prompt": sheet.prompt,
        "options": [],
        "sheet": sheet.id,
        "slots": [
            {
                "id": slot.id,
                "label": slot.label,
                "subject": slot.subject,
                "options": [
                    {"id": o.id, "label": o.label, "dial": bool(o.dial), "ends": o.ends}
                    for o in slot.options
                ],
                "dial": _dial(slot.dial),
                "at_most": slot.at_most,
                "needs": slot.needs,
                "costs": slot.costs,
                "spelt": slot.typed,
                "proposed": str(sheet.proposed.get(slot.id, "")),
            }
            for slot in sheet.slots
        ],
        "purses": [{"name": budget.name, "have": budget.have} for budget in sheet.purses],
        "secret": sheet.secret,
        "ship": "",
    }


def _dial(dial: Dial | None) -> Reply | None:
    if dial is None:
        return None
    return {"low": dial.low, "high": dial.high, "step": dial.step, "unit": dial.unit}


def _decision(decision: Decision) -> Reply:
    """Return a decision as plain data for JSON."""
    dial, area = decision.dial, decision.area
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "options": [
            {
                "id": o.id,
                "label": o.label,
                "dial": bool(o.dial),
                "area": bool(o.area),
                "subject": o.subject,
                "ends": o.ends,
            }
            for o in decision.options
        ],
        "dial": _dial(dial),
        "area": outlined(area),
        "closed": [{"label": shut.label, "why_not": shut.why_not} for shut in decision.closed],
        "secret": decision.secret,
        "ship": decision.ship,
    }


def whereabouts(game: Game, view: Any, decision: Decision, asked: Where) -> Reply:
    """Return where the subject of an option may be placed, and why not at the place asked about."""
    option, dial, at = decision.option(asked.option), asked.dial, asked.at
    area = game.answering.area(view, decision, option, dial)
    why_not = (
        game.answering.why_not(view, decision, Answer(option.id, dial, at))
        if option.area and at
        else ""
    )
    return {"area": outlined(area), "why_not": why_not}


def outlined(area: Area | None) -> Reply | None:
    """Return an area as plain data; None where there is none."""
    return {"outlines": area.outlines, "rest": area.rest} if area else None


def plain(view: Any) -> Any:
    """Return a view, or events, as plain data for JSON."""
    return msgspec.to_builtins(view, str_keys=True)


def read(line: str | bytes, ops: Sequence[str]) -> Request:
    """Return the request in a line; raises `Refused` when it is none of these ops."""
    try:
        data = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("the line is not JSON") from None
    op = data.get("op") if isinstance(data, dict) else None
    if not isinstance(op, str) or op not in ops:
        hint = nearest(op, ops)
        raise Refused(f'a line is an object with "op", one of {", ".join(ops)}{hint}')
    try:
        request = _requests.decode(line)
    except msgspec.DecodeError as error:
        raise Refused(f"{op}: {error}".replace("`", "'").replace("$.", "")) from None
    if isinstance(request, Do | CheckDraft) and request.fill:
        once(line)
    return request


def once(line: str | bytes) -> None:
    """Raise `Refused` when a line names something twice.

    Decoding takes the last of two without a word, and a slot would be filled as by chance.
    """

    def pairs(found: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in found]
        for key in keys:
            if keys.count(key) > 1:
                raise Refused(f"'{key[:40]}' is filled in twice")

    with suppress(RecursionError):  # nested in what no request reads
        json.loads(line, object_pairs_hook=pairs)


def _same(battle: Battle | None, path: str) -> bool:
    """Tell whether the file of a battle is the one at a path."""
    try:
        return bool(battle and battle.path and battle.path.samefile(Path(path)))
    except (OSError, ValueError):
        return False
