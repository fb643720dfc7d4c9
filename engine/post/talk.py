"""The messages of the JSON Lines protocol: requests from a program, and the questions and views
that it gets as plain data.

`engine/sitting/talk.py` replies to the requests of a program that plays whole battles;
`engine/players/program.py` uses the same messages with a program that plays one seat.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from engine.base.errors import Refused
from engine.game.decision import Answer, Area, Decision, Dial
from engine.game.decision import parse_answer as answer_of
from engine.game.game import Game, Given
from engine.game.position import nearest
from engine.game.question import Draft, Question, Sheet

Reply = dict[str, Any]


class New(msgspec.Struct, tag_field="op", tag="new"):
    """Begin a battle of a scenario; `save` is the path for its file, '' for no file."""

    scenario: str
    seed: int = 0
    save: str = ""
    game: str = ""
    options: dict[str, Any] = {}


class Open(msgspec.Struct, tag_field="op", tag="open"):
    """Open a battle file, to continue the battle, or only to watch it."""

    path: str
    watch: bool = False


class OpenPosition(msgspec.Struct, tag_field="op", tag="position"):
    """Begin a battle from a position file."""

    path: str
    save: str = ""


class Pending(msgspec.Struct, tag_field="op", tag="pending"):
    """Ask for the open questions."""


class Do(msgspec.Struct, tag_field="op", tag="do"):
    """Answer a seat's question."""

    seat: str
    option: str = ""
    dial: float | None = None
    at: tuple[float, float] | None = None
    fill: dict[str, str] | None = None
    """A whole sheet: {slot: answer as text}, with answers such as `1R1` or `lay dial=30`."""
    sheet: str = ""
    """The sheet's id, so that an answer that comes too late is refused, instead of answering the
    next sheet."""


class CheckDraft(msgspec.Struct, tag_field="op", tag="check"):
    """Ask which answers of a sheet's draft the rules do not allow; nothing is submitted."""

    seat: str
    fill: dict[str, str]


class ReopenSheet(msgspec.Struct, tag_field="op", tag="reopen"):
    """Open a seat's sealed sheet again, while other seats have not sealed their sheets."""

    seat: str


class Where(msgspec.Struct, tag_field="op", tag="where"):
    """Ask where an option's piece may be placed, at a value of the dial.

    With `at`, also ask why the piece may not be placed there.
    """

    seat: str
    option: str
    dial: float | None = None
    at: tuple[float, float] | None = None


class Undo(msgspec.Struct, tag_field="op", tag="undo"):
    """Undo the latest command. No other person plays, so no consent is needed."""


class Redo(msgspec.Struct, tag_field="op", tag="redo"):
    """Apply the last undone command again."""


class Act(msgspec.Struct, tag_field="op", tag="act"):
    """Carry out an action from the table in `engine/sitting/actions.py`, as a person does with a
    key.

    An action that needs confirmation is carried out only with `sure`; without it the reply is the
    question whether to carry it out.
    """

    seat: str
    name: str
    words: str = ""
    sure: bool = False


class ShowView(msgspec.Struct, tag_field="op", tag="view"):
    """Ask for the state as a seat sees it.

    An empty `seat` stands for a watcher. In a battle that is only watched, every seat sees what a
    watcher sees.
    """

    seat: str = ""


class Inspect(msgspec.Struct, tag_field="op", tag="inspect"):
    """Ask what the rules say about a ship, such as its targets, as far as the seat may know it. An
    empty `ship` asks about all ships.

    With a `plot`, also ask for the place to which that movement order would take the ship.
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
    | Act
    | ShowView
    | Inspect
)
_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def parse_given(do: Do, asked: Question) -> Given:
    """Return the answer in a request: an option with its dial and place, or a whole sheet.

    Raises `Refused` if the answer does not fit the kind of question, or if it fills another sheet
    than the open one.
    """
    if isinstance(asked, Sheet):
        if do.fill is None or do.option:
            raise Refused(
                f'this question needs a whole sheet: send "fill" without "option": {asked.prompt}'
            )
        if do.sheet and do.sheet != asked.id:
            raise Refused(f"the sheet '{do.sheet}' is closed; fill in '{asked.id}'")
        return parse_draft(do.fill)
    if do.fill is not None:
        raise Refused(f"this question takes one answer, not a sheet: {asked.prompt}")
    if not do.option:  # the same message as for any other missing field
        raise Refused("do: Object missing required field 'option'")
    return Answer(do.option, do.dial, do.at)


def parse_draft(fill: dict[str, str]) -> Draft:
    """Return a sheet's draft from texts: {slot: answer as text}.

    Raises `Refused` naming the slot of a faulty answer.
    """
    draft = {}
    for slot, text in fill.items():
        try:
            draft[slot] = answer_of(text) if text else Answer()
        except Refused as refused:
            raise Refused(f"{slot}: {refused}") from None
    return draft


def question_data(asked: Question) -> Reply:
    """Return a question as plain data: a decision with its options, or a sheet with its slots."""
    if isinstance(asked, Sheet):
        return {
            "seat": asked.seat,
            "kind": asked.kind,
            "prompt": asked.prompt,
            "options": [],
            "sheet": asked.id,
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
                    "proposed": str(asked.proposed.get(slot.id, "")),
                }
                for slot in asked.slots
            ],
            "purses": [{"name": budget.name, "have": budget.have} for budget in asked.purses],
            "secret": asked.secret,
            "ship": "",
        }
    dial, area = asked.dial, asked.area
    return {
        "seat": asked.seat,
        "kind": asked.kind,
        "prompt": asked.prompt,
        "options": [
            {
                "id": o.id,
                "label": o.label,
                "dial": bool(o.dial),
                "area": bool(o.area),
                "subject": o.subject,
                "ends": o.ends,
            }
            for o in asked.options
        ],
        "dial": _dial(dial),
        "area": area_data(area),
        "closed": [{"label": shut.label, "why_not": shut.why_not} for shut in asked.closed],
        "secret": asked.secret,
        "ship": asked.ship,
    }


def _dial(dial: Dial | None) -> Reply | None:
    if dial is None:
        return None
    return {"low": dial.low, "high": dial.high, "step": dial.step, "unit": dial.unit}


def placement_data(game: Game, view: Any, decision: Decision, asked: Where) -> Reply:
    """Return {"area": where an option's piece may be placed, "why_not": the fault of a place}.

    `why_not` is '' if the request names no place, or one that is allowed.
    """
    option, dial, at = decision.option(asked.option), asked.dial, asked.at
    area = game.answering.area(view, decision, option, dial)
    why_not = (
        game.answering.why_not(view, decision, Answer(option.id, dial, at))
        if option.area and at
        else ""
    )
    return {"area": area_data(area), "why_not": why_not}


def area_data(area: Area | None) -> Reply | None:
    """Return an area (outlines and initial place, in inches) as plain data; None for no area."""
    return {"outlines": area.outlines, "rest": area.rest} if area else None


def plain_data(view: Any) -> Any:
    """Return a view, or events, as plain data for JSON."""
    return msgspec.to_builtins(view, str_keys=True)


def parse_request(line: str | bytes, ops: Sequence[str]) -> Request:
    """Return the request in a line; raises `Refused` if its `op` is not one of `ops`."""
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
        refuse_duplicate_keys(line)
    return request


def refuse_duplicate_keys(line: str | bytes) -> None:
    """Raise `Refused` when a line has a duplicate key.

    The decoder would silently use the last value of the key, and so fill a slot with an answer that
    was not intended.
    """

    def pairs(found: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in found]
        for key in keys:
            if keys.count(key) > 1:
                raise Refused(f"'{key[:40]}' is filled in twice")

    with suppress(RecursionError):  # nested too deeply, in a field that no request uses
        json.loads(line, object_pairs_hook=pairs)
