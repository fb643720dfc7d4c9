"""Notes that people write on a battle, and a search for the battle's shots, losses and captures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from engine.base.errors import FileFault, Refused
from engine.base.files import UNREADABLE, raise_unusable, read_bytes
from engine.base.text import clean
from engine.game.parts.words import Landmark
from engine.kernel.seen import SeenBattle
from engine.space.plane.pose import Point

# Notes on a battle by people who watch it: a name, a text, circles and arrows on its chart.
#
# While a battle goes on, notes are entries of its file, written by its seats. When the battle is
# over, its file does not change any more, and notes are in a file of their own beside it. Each note
# is one line of JSON, appended in a single write, so that several processes may write at once. A
# line that cannot be read is skipped.


ENDING = ".notes"
LARGEST = 4 * 1024 * 1024
"""The maximum size of a file of notes in bytes."""
LONGEST = 400
"""The maximum number of characters in the text of a note."""
LONGEST_NAME = 40
MOST_MARKS = 40
"""The maximum number of marks (circles and arrows on the chart) in a note."""
FARTHEST = 100_000.0
"""The greatest distance of a mark from the corner of a board, in inches."""


class Circle(msgspec.Struct, frozen=True, tag="circle"):
    """A circle on the chart around a ship (her key) or around a place (x, y in inches)."""

    key: str = ""
    at: Point | None = None


class Arrow(msgspec.Struct, frozen=True, tag="arrow"):
    """An arrow on the chart from one place to another (x, y in inches)."""

    start: Point
    end: Point


Mark = Circle | Arrow


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A note, or a bookmark, at a position of a battle."""

    n: int
    kind: Literal["note", "bookmark"] = "note"
    by: str = ""
    """The author: a person's name, or a seat's name."""
    text: str = ""
    marks: tuple[Mark, ...] = ()
    id: str = ""
    """The id by which the note can be removed; '' for a note in the battle's own file."""

    @property
    def with_author(self) -> str:
        """The note in one line, such as `anna: the gage was lost here`."""
        text = self.text or ("a bookmark" if self.kind == "bookmark" else "marks on the chart")
        return f"{self.by}: {text}" if self.by else text


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of a file of notes: a new note, or the id of a note that was removed."""

    battle: str
    note: Note | None = None
    gone: str = ""


_decode = msgspec.json.Decoder(_Line).decode


def notes_path(battle: Path) -> Path:
    """Return the path of the file with the notes on a battle, beside the battle's file."""
    return battle.with_name(f"{battle.name}{ENDING}")


def notes_on(battle: SeenBattle) -> tuple[Note, ...]:
    """Return all notes on a battle, sorted by position; at one position those in the battle's own
    file come first.

    Notes in a file beside an unfinished battle are ignored, because after an undo their positions
    would be wrong.
    """
    names = {seat.key: seat.name for seat in battle.game.seats(battle.state)}
    own = [
        Note(
            n=record.at,
            kind="bookmark" if record.kind == "bookmark" else "note",
            by=names.get(record.seat, ""),
            text=record.text,
        )
        for record in battle.notes
    ]
    beside = stored_notes(battle) if battle.outcome() is not None else []
    return tuple(sorted([*own, *beside], key=lambda note: note.n))


def stored_notes(battle: SeenBattle) -> list[Note]:
    """Return the notes in the file beside a battle's file; [] if they cannot be read."""
    if battle.path is None:
        return []
    try:
        data = read_bytes(notes_path(battle.path), LARGEST, "the notes on a battle")
    except FileFault:
        return []
    return parse_notes(data, battle.header.id, battle.position)


def parse_notes(data: bytes, battle: str, position: int) -> list[Note]:
    """Return those notes in a file that belong to the battle with the id `battle`, at positions up
    to `position`.
    """
    notes: dict[str, Note] = {}
    for line in data.splitlines():
        try:
            found = _decode(line)
        except UNREADABLE:
            continue
        if found.battle != battle:
            continue
        notes.pop(found.gone, None)
        note = found.note
        if note and note.id and 0 <= note.n <= position and _sound(note.marks):
            notes[note.id] = _cleaned(note)
    return list(notes.values())


def _sound(marks: tuple[Mark, ...]) -> bool:
    """Tell whether marks are within the limits, since the file may be forged."""
    places = [
        place
        for mark in marks
        for place in ((mark.at,) if isinstance(mark, Circle) else (mark.start, mark.end))
    ]
    return len(marks) <= MOST_MARKS and all(
        place is None or max(map(abs, place)) <= FARTHEST for place in places
    )


def add(battle: SeenBattle, note: Note) -> Note:
    """Write a note beside a finished battle, and return it with its id.

    Raises `Refused` for a note without text and marks, and for a battle that is not over or has no
    file. Raises `FileFault` if the note cannot be written.
    """
    if battle.outcome() is None or battle.path is None:
        raise Refused("notes can be written beside a battle only when it is over")
    if not 0 <= note.n <= battle.position:
        raise Refused(f"there is no entry {note.n}; the last is {battle.position}")
    if len(note.marks) > MOST_MARKS:
        raise Refused(f"a note has at most {MOST_MARKS} marks")
    note = _cleaned(msgspec.structs.replace(note, id=os.urandom(6).hex()))
    if not (note.text or note.marks or note.kind == "bookmark"):
        raise Refused("a note needs words or marks")
    _append(battle.path, _Line(battle=battle.header.id, note=note))
    return note


def remove_note(battle: SeenBattle, note: Note) -> None:
    """Remove a note from the file beside a battle.

    Raises `Refused` for a note that is an entry of the battle's own file.
    """
    if not note.id or battle.path is None:
        raise Refused("this note is an entry of the battle, and cannot be changed")
    _append(battle.path, _Line(battle=battle.header.id, gone=note.id))


def _cleaned(note: Note) -> Note:
    return msgspec.structs.replace(
        note, by=clean(note.by)[:LONGEST_NAME].strip(), text=clean(note.text)[:LONGEST].strip()
    )


def _append(battle: Path, line: _Line) -> None:
    """Append a line to the notes of a battle; the line is on disk when this returns.

    The line is written in a single write, because other processes may append lines as well.
    """
    path = notes_path(battle)
    data = msgspec.json.encode(line) + b"\n"
    try:
        with path.open("a+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size + len(data) > LARGEST:
                raise FileFault(f"{path} is full: it holds {LARGEST // 1024**2} MB of notes")
            if size:
                file.seek(-1, os.SEEK_END)
                data = data if file.read(1) == b"\n" else b"\n" + data  # end an incomplete line
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise_unusable(path, "cannot be written", error)


# Landmarks: the entries of a battle in which guns fired, ships were lost, or ships were captured.


KINDS: tuple[Landmark, ...] = get_args(Landmark)
WHAT: dict[Landmark, str] = {
    "shot": "no gun is fired",
    "loss": "no ship is lost",
    "capture": "no ship is taken",
}
"""{kind: the message when a battle has no landmark of this kind}."""
Landmarks = dict[Landmark, list[int]]
"""For each kind of landmark, the numbers of the entries that have one, in order."""


def kind_named(word: str) -> Landmark | None:
    """Return the kind of landmark that a word names; None for any other word."""
    return next((kind for kind in KINDS if kind == word), None)


def landmarks(battle: SeenBattle) -> Landmarks:
    """Return for each kind of landmark (shot, loss, capture) the numbers of its entries.

    All landmarks are public, because everybody hears guns and sees losses and captures.
    """
    found = no_landmarks()
    for _ in search_landmarks(battle, found):
        pass
    return found


def no_landmarks() -> Landmarks:
    """Return an empty list for each kind of landmark, for `search_landmarks` to fill."""
    return {kind: [] for kind in KINDS}


def search_landmarks(battle: SeenBattle, found: Landmarks) -> Iterator[int]:
    """Search a battle and add its landmarks to `found`; yield each entry's number, so that the
    caller can do other work meanwhile.
    """
    kinds_of = battle.game.words.landmarks_of
    for record in battle.entries:
        kinds = [kind for event in record.events for kind in kinds_of(event)]
        for kind in set(kinds) if kinds else ():
            found[kind].append(record.at)
        yield record.at
