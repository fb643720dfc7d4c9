"""From the journal's lines to a battle's records and back, and the proof of both."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from engine.checksum import digest
from engine.codec import Codec, codec
from engine.dice import Dice
from engine.errors import FileFault, Refused
from engine.game import Game, system
from engine.journal import NOTHING, Damage, Entry, Header, Journal, recovered
from engine.timeline import Record, Timeline, fold

_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class Opened(NamedTuple):
    """A battle as its journal tells it; `notice` says why it cannot be played on."""

    timeline: Timeline
    log: list[Record]
    notice: str


class Verdict(msgspec.Struct, frozen=True):
    """Whether every command is decided again as it was, and if not, where and how."""

    ok: bool
    text: str
    entries: int


def signed(header: Header, start: msgspec.Raw) -> Header:
    """Return the header with the state at the start, and an id made of all that is in it."""
    header = msgspec.structs.replace(header, start=start)
    name = digest(msgspec.json.encode(header)).decode()
    return msgspec.structs.replace(header, id=name)


def read(journal: Journal, recover: bool = False) -> Opened:
    """Return the battle in a journal; `FileFault` when it is of another game or data set.

    With `recover`, what comes before the first line that cannot be understood.
    """
    header, path = journal.header, str(journal.path)
    try:
        game = system(header.game)
    except Refused:
        raise FileFault(f"{path} is a battle of '{header.game}', a game not known here") from None
    if header.data != game.data_version:
        raise FileFault(
            f"{path} was played with data set {header.data} of {game.title}, "
            f"and data set {game.data_version} is loaded"
        )
    notice = ""
    if header.rules != game.rules_version:
        notice = (
            f"played under rules {header.rules} of {game.title}, where {game.rules_version} "
            "are in force, so it can be watched and forked but not continued"
        )
    try:
        start = codec(game).state(header.start)
    except _UNREADABLE:
        raise FileFault(f"{path}: line 1 holds no state of {game.title}") from None
    timeline, log = Timeline(game, start, path), list[Record]()
    try:
        for entry in journal.entries:
            record = decoded(journal, game, entry)
            apply(timeline, record)
            log.append(record)
            if recover:
                _must_fold(timeline, record)
        timeline.at(timeline.position)
    except Damage as damage:
        if not recover:
            raise
        journal.notice = recovered(damage)
    return Opened(timeline, log, notice)


def decoded(journal: Journal, game: Game[Any, Any, Any], entry: Entry) -> Record:
    """Return an entry with its command and events decoded."""
    code = codec(game)
    command: Any = None
    events: tuple[Any, ...] = ()
    if entry.kind == "command":
        try:
            command, events = code.command(entry.command), code.events(entry.events)
        except _UNREADABLE:
            what = f"is not a command of {game.title}, rules {game.rules_version}"
            raise Damage(journal.path, entry.n + 1, what) from None
    return Record(
        n=entry.n,
        kind=entry.kind,
        at=entry.at,
        seat=entry.seat,
        command=command,
        events=events,
        text=entry.text,
        hash=entry.hash,
        frame=entry.state if bytes(entry.state) else None,
    )


def encoded(code: Codec, record: Record) -> Entry:
    """Return a record as the journal writes it."""
    played = record.kind == "command"
    return Entry(
        n=record.n,
        kind=record.kind,
        at=record.at,
        seat=record.seat,
        command=code.raw(record.command) if played else NOTHING,
        events=code.raw(record.events) if played else NOTHING,
        text=record.text,
        hash=record.hash,
        state=record.frame or NOTHING,
    )


def apply(timeline: Timeline, record: Record) -> None:
    """Let a record of the file move the timeline; `Damage` when it does not fit there."""
    if not _fits(timeline, record):
        what = f"has a {record.kind.replace('_', '-')} that does not fit there"
        raise Damage(timeline.source, record.n + 1, what)
    if record.kind == "command":
        timeline.push(record)
    elif record.kind in ("undo", "redo", "take_back"):
        timeline.move(record.at)


def _must_fold(timeline: Timeline, record: Record) -> None:
    """Fold the latest command now, and step back before it when it cannot have happened."""
    try:
        timeline.at(timeline.position)
    except Damage:
        timeline.move(record.at - 1)
        raise


def _fits(timeline: Timeline, record: Record) -> bool:
    here = timeline.position
    if record.kind == "command":
        return record.at == here + 1
    if record.kind == "redo":
        return record.at == here + 1 <= len(timeline)
    if record.kind in ("undo", "take_back"):
        return 0 <= record.at < here
    return 0 <= record.at <= here


def notes(log: list[Record], position: int) -> tuple[Record, ...]:
    """Return the notes and bookmarks of a log that stand at or before a position."""
    kept: list[Record] = []
    for record in log:
        if record.kind == "command":  # notes on a line that was undone and left are gone
            kept = [note for note in kept if note.at < record.at]
        elif record.kind in ("note", "bookmark"):
            kept.append(record)
    return tuple(note for note in kept if note.at <= position)


def verify(game: Game[Any, Any, Any], header: Header, start: Any, log: list[Record]) -> Verdict:
    """Decide every command of a log again with the journal's dice and compare."""
    if header.rules != game.rules_version:
        text = f"played under rules {header.rules}; only rules {game.rules_version} can decide it"
        return Verdict(False, text, 0)
    dice, code, timeline = Dice(header.seed), codec(game), Timeline(game, start)
    for record in log:
        wrong = _wrong(timeline, code, record, dice)
        if wrong:
            return Verdict(False, f"entry {record.n}: {wrong}", record.n)
    return Verdict(True, f"{len(log)} entries, all decided again as they were", len(log))


def _wrong(timeline: Timeline, code: Codec, record: Record, dice: Dice) -> str:
    """Apply a record decided anew; return how it differs from what was written, or ''."""
    game, here = timeline.game, timeline.at(timeline.position)
    if record.kind == "command":
        try:
            events = game.decide(here, record.seat, record.command, dice)
        except Exception as error:  # in a forged file the rules may meet what they never would
            return f"the rules do not allow it: {error}"
        if events != record.events:
            return "something else follows from this command"
        timeline.push(record, fold(game, here, events))
    elif record.kind in ("undo", "redo", "take_back"):
        timeline.move(record.at)
    after = timeline.at(timeline.position)
    if record.hash and record.hash != code.hash(after):
        return "the hash of the state is another one"
    if record.frame is not None and bytes(record.frame) != code.encode(after):
        return "the keyframe is another state"
    return ""
