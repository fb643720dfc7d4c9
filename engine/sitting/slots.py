"""Lines that fill the slots of a sheet: which slot a line names, and what it answers to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.base.errors import Refused
from engine.game.answer import Ambiguous, Answer
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.sheet import Sheet, Slot
from engine.sitting.printed import closed_to, reader_of

ReadAnswer = Callable[[str, Decision], Answer]
"""Reads a line as an answer to a decision; `Refused` says what may be typed."""


def slot_named(line: str, sheet: Sheet) -> tuple[Slot, str] | None:
    """Return the slot that a line names, and the rest of the line; None where it names none.

    By its id, its label, or both as they are printed: `A1 2`, `A1  Mars: 2`. On a sheet with one
    slot to choose for, a line that names none is about that one.
    """
    named = [
        (f"{name}{colon}", slot)
        for slot in sheet.slots
        for name in (slot.id, slot.label, f"{slot.id} {slot.label}")
        for colon in ("", ":")
    ]
    line = " ".join(line.split())
    found = [(name, slot) for name, slot in named if _begins(line, " ".join(name.split()))]
    if found:
        name, slot = max(found, key=lambda each: len(each[0]))
        return slot, line[len(" ".join(name.split())) :].strip()
    open_ = [slot for slot in sheet.slots if slot.options]
    return (open_[0], line) if len(open_) == 1 and line else None


def parts(line: str, sheet: Sheet) -> list[str]:
    """Return the parts of a line that fill a slot each: `Mars: 2; Tiger: 1L` has two."""
    pieces = [each.strip() for each in line.split(";")]
    several = len(pieces) > 1 and len(sheet.slots) > 1
    return pieces if several and all(slot_named(each, sheet) for each in pieces) else [line]


def slot_answer(  # noqa: PLR0913 - a slot of a sheet, and who reads what is no id
    game: Game, view: Any, sheet: Sheet, slot: Slot, words: str, read_answer: ReadAnswer
) -> Answer:
    """Return what words answer to a slot: by an id, printed words, or a number of the list.

    `Refused` says why an answer is not open that is spelt right.
    """
    decision = sheet.as_decision(slot)
    if slot.at_most > 1:
        return Answer(picks=tuple(_picks(words, slot, decision, read_answer)))
    ids = {option.id.lower(): option.id for option in slot.options}
    spelt = game.answering.written(view, sheet, slot.id, words.upper()) if slot.typed else words
    for text in (words, spelt):
        if text.lower() in ids:
            return Answer(ids[text.lower()])
    if slot.typed and " " not in words and (why := _why_not_typed(game, view, sheet, slot, words)):
        raise Refused(f"{words}: {why}")
    if words.isdigit() and not reader_of(game, view, decision).numbered:
        raise Refused(f"{words} is not open to {slot.label}; {slot.id} alone lists what is")
    return read_answer(words, decision)


def _why_not_typed(game: Game, view: Any, sheet: Sheet, slot: Slot, words: str) -> str:
    """Say why words that are spelt with the keys of a slot are no answer; '' where they are not."""
    typed = words.upper()
    if any(sign not in slot.typed.upper() for sign in typed) or closed_to(words, slot.closed):
        return ""
    return game.answering.why_not_typed(view, sheet, slot.id, typed)


def _picks(words: str, slot: Slot, decision: Decision, read_answer: ReadAnswer) -> Iterator[str]:
    """Yield the ids of what is picked: whole labels with commas between them, ids, or numbers."""
    heads: dict[str, list[str]] = {}
    for number, option in enumerate(slot.options, 1):
        label = " ".join(option.label.split()).lower()
        for head in (label, f"{number} {label}", f"{number}. {label}", option.id.lower()):
            heads.setdefault(head, []).append(option.id)
    rest = " ".join(words.split()).removesuffix(".")
    while rest and rest.lower() != "none":
        named = [
            head
            for head in heads
            if rest.lower().startswith(head) and rest[len(head) : len(head) + 1] in ("", " ", ",")
        ]
        head = max(named, key=len) if named else rest.replace(",", " ").split()[0]
        ids = list(dict.fromkeys(heads.get(head, ())))
        if len(ids) > 1:
            raise Ambiguous(head, ids)
        yield ids[0] if ids else read_answer(head, decision).option
        rest = rest[len(head) :].lstrip(" ,")


def _begins(line: str, name: str) -> bool:
    """Tell whether a line begins with a name, in whatever case, as words of its own."""
    return bool(name) and f"{line} ".lower().startswith(f"{name} ".lower())
