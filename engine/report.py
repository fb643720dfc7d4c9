"""A battle told line by line, as a watcher may know it: in text, Markdown or JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from engine.battle import Battle
from engine.game import Outcome

FORMATS = ("text", "md", "json")


class Line(msgspec.Struct, frozen=True):
    """One fact in words, of entry `n`, with the turn and phase in which it happened."""

    n: int
    turn: str
    phase: str
    seat: str
    text: str


class Remark(msgspec.Struct, frozen=True):
    """A note or bookmark that stands after entry `n`."""

    n: int
    kind: str
    seat: str
    text: str


class Report(msgspec.Struct, frozen=True):
    """All that is told of a battle."""

    game: str
    system: str
    """The game's title in full."""
    title: str
    scenario: str
    seed: int
    created: str
    rules: str
    data: str
    seats: dict[str, str]
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...]
    taken_back: int
    """How often a seat took back what it could not freely undo."""
    outcome: Outcome | None


def report(battle: Battle) -> Report:
    """Tell the commands that stand applied; what was undone is left out."""
    header = battle.header
    return Report(
        game=battle.game.name,
        system=battle.game.title,
        title=header.title or header.scenario or "A battle",
        scenario=header.scenario,
        seed=header.seed,
        created=header.created,
        rules=header.rules,
        data=header.data,
        seats={seat.key: seat.name for seat in battle.game.seats(battle.state)},
        lines=tuple(_lines(battle)),
        remarks=tuple(Remark(note.at, note.kind, note.seat, note.text) for note in battle.notes),
        taken_back=sum(record.kind == "take_back" for record in battle.log),
        outcome=battle.outcome(),
    )


def written(told: Report, form: str) -> str:
    """Return a report in one of `FORMATS`, ending in a newline."""
    if form == "json":
        return msgspec.json.format(msgspec.json.encode(told), indent=1).decode() + "\n"
    return "\n".join(_markdown(told) if form == "md" else _text(told)) + "\n"


def _lines(battle: Battle) -> Iterator[Line]:
    """Yield what a watcher is told of every event."""
    game = battle.game
    for record in battle.entries:
        before = battle.at(record.at - 1)
        for event in record.events:
            if text := game.tell(before, event, ""):
                status = game.status(game.view(before, ""))
                yield Line(record.at, status.turn, status.phase, record.seat, text)
            before = game.evolve(before, event)


def _text(told: Report) -> Iterator[str]:
    yield f"{told.title}, {told.system}"
    yield _particulars(told)
    for (turn, phase), lines in _chapters(told):
        yield ""
        yield _chapter(turn, phase)
        for line in lines:
            yield f"{line.n:5}  {line.text}" if isinstance(line, Line) else f"       {_noted(line)}"
    yield ""
    yield from _ending(told)


def _markdown(told: Report) -> Iterator[str]:
    yield f"# {_escaped(told.title)}"
    yield ""
    yield _escaped(f"{told.system}: {_particulars(told)}")
    for (turn, phase), lines in _chapters(told):
        yield ""
        yield f"## {_escaped(_chapter(turn, phase))}"
        yield ""
        for line in lines:
            if isinstance(line, Line):
                yield f"- {line.n}: {_escaped(line.text)}"
            else:
                yield f"- *{_escaped(_noted(line))}*"
    yield ""
    yield from (f"**{_escaped(line)}**" for line in _ending(told))


def _chapters(told: Report) -> Iterator[tuple[tuple[str, str], Iterator[Line | Remark]]]:
    """Yield (turn, phase) with its lines; a remark stands after the entry that it is about."""
    items: list[Line | Remark] = [*told.lines, *told.remarks]
    items.sort(key=lambda item: (item.n, isinstance(item, Remark)))
    chapter = (told.lines[0].turn, told.lines[0].phase) if told.lines else ("", "")
    placed = []
    for item in items:
        chapter = (item.turn, item.phase) if isinstance(item, Line) else chapter
        placed.append((chapter, item))
    for key, group in groupby(placed, key=lambda pair: pair[0]):
        yield key, (item for _, item in group)


def _chapter(turn: str, phase: str) -> str:
    return ", ".join(filter(None, (turn[:1].upper() + turn[1:], phase.capitalize())))


def _particulars(told: Report) -> str:
    parts = [" against ".join(told.seats.values()), f"seed {told.seed}", told.created]
    return ", ".join(filter(None, parts))


def _noted(remark: Remark) -> str:
    who = f"{remark.kind} by {remark.seat}" if remark.seat else remark.kind
    return f"({who}: {remark.text})"


def _ending(told: Report) -> Iterator[str]:
    if told.taken_back:
        yield f"Commands were taken back {_times(told.taken_back)}."
    yield ended(told.outcome) if told.outcome else "The battle goes on."


def ended(outcome: Outcome) -> str:
    """Return how a battle ended, in a sentence."""
    if not outcome.winners:
        return f"Nobody wins: {outcome.reason}"
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"{' and '.join(outcome.winners)} {verb}: {outcome.reason}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _escaped(text: Any) -> str:
    """Return the text so that Markdown shows every sign of it."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", str(text))
