"""The rows of a new battle in typed words: the name of a row, and its choices.

Every row of `SetUpRows` has a word, so that everything a screen offers can be typed as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import clean
from engine.sitting.setting_up.rows import SetupLine, SetUpRows

USUAL = "usual"
"""The word for the default, the first choice of a row."""
NONE = ("", "-", "none")
"""The inputs that leave a text row empty."""
TERM = re.compile(r"(\S+?)=")
"""Matches the beginning of a term: the line `clock=a day watching=not at all` has two terms."""
YES_OR_NO: dict[Any, str] = {True: "yes", False: "no"}


Rows = Callable[[], Sequence[SetupLine]]
"""A function that returns the current rows of a form."""


class Choice(NamedTuple):
    """One choice of a row: its typed word, its value, and its label."""

    typed: str
    value: Any
    words: str


def word_of(row: SetupLine) -> str:
    """Return the word that is typed for a row: clock, a_side, a seat's key A, or sails_A for the
    squadron of that seat.
    """
    if row.switch:
        return row.switch.name
    if row.seat:
        return f"sails_{row.seat.key}" if row.what == "squadron" else row.seat.key
    return row.what.replace("-", "_")


def is_typed(row: SetupLine) -> bool:
    """Tell whether the value of a row is free text."""
    return bool(row.asked and not row.asked.values)


def row_named(rows: Sequence[SetupLine], word: str) -> SetupLine:
    """Return the row with this word, or of the seat with this name; raises `Refused` with the words
    of all rows.
    """
    said = word.lower().replace("-", "_")
    for row in rows:
        if word_of(row).lower() == said:
            return row
    for row in rows:
        if row.what == "player" and row.seat and row.seat.name.lower() == word.lower():
            return row
    raise Refused(f"there is no row {word[:40]}; there are {', '.join(map(word_of, rows))}")


def choices(form: SetUpRows, row: SetupLine) -> list[Choice]:
    """Return the choices of a row in the order of the page; none where text is typed.

    Each has a number to type, unless the choices themselves are numbers: then a typed number is the
    value itself.
    """
    values = form.values(row)
    figures = not row.asked and any(str(value).isdecimal() for value in values)
    return [
        Choice(
            (str(value) or USUAL) if figures else str(number), value, str(form.in_words(row, value))
        )
        for number, value in enumerate(values, 1)
    ]


def read_choice(form: SetUpRows, row: SetupLine, text: str) -> Any:
    """Return the value typed for a row: its number, its name, or unambiguous words of it.

    Raises `Refused` with the choices where the text is none of them or ambiguous.
    """
    if is_typed(row):
        said = clean(text).strip()
        return "" if said.lower() in NONE else said
    offered, said = choices(form, row), " ".join(text.lower().split())
    if said == USUAL:
        return offered[0].value
    for matches in (
        lambda each: said == each.typed.lower(),
        lambda each: said == YES_OR_NO.get(each.value, str(each.value)).lower() != "",
        lambda each: said == each.words.lower(),
        lambda each: each.words.lower().startswith(said),
        lambda each: _has(each.words, said),
    ):
        found = [each for each in offered if said and matches(each)]
        if len(found) == 1:
            return found[0].value
    listed = ", ".join(each.words for each in offered)
    raise Refused(f"there is no '{text[:40]}' for {word_of(row)}; choose one of: {listed}")


def _has(words: str, said: str) -> bool:
    """Tell whether each typed word begins a word of a choice's label."""
    known = re.findall(r"\w+", words.lower())
    return all(any(each.startswith(word) for each in known) for word in said.split())


def read_terms(text: str) -> list[tuple[str, str]]:
    """Return the terms of a line as (word, value): `B=lieutenant clock=a day` has two.

    Raises `Refused` for text before the first term.
    """
    before, *rest = TERM.split(text)
    if before.strip():
        raise Refused(f"'{before.strip()[:40]}' is not of the form ROW=CHOICE, such as clock=a day")
    return [(word, said.strip()) for word, said in zip(rest[::2], rest[1::2], strict=True)]


def fill(form: SetUpRows, rows: Rows, terms: Sequence[tuple[str, str]]) -> None:
    """Apply terms to a form, in any order that works, because one term may add the row of another.

    Raises the error of the first term that cannot be applied.
    """
    left = list(terms)
    while left:
        refused: list[tuple[tuple[str, str], WeatherGageError]] = []
        for word, said in left:
            try:
                row = row_named(rows(), word)
                form.take(row, read_choice(form, row, said))
            except WeatherGageError as error:
                refused.append(((word, said), error))
        if len(refused) == len(left):
            raise refused[0][1]
        left = [term for term, _ in refused]


def form_lines(form: SetUpRows, rows: Sequence[SetupLine]) -> list[str]:
    """Return one line for each row: word, label and choice."""
    width = max(len(word_of(row)) for row in rows)
    lines = []
    for row in rows:
        label, value = form.shown(row)
        lines.append(f"{word_of(row):<{width}}  {label}: {value}")
    return lines


def row_lines(form: SetUpRows, row: SetupLine, words: str = "") -> list[str]:
    """Return lines about a row and its choices; with `words`, only the choices that contain
    them.
    """
    label, value = form.shown(row)
    about = form.about_scenario if row.what in ("game", "scenario") else form.about(row)
    lines = [f"{label}: {value}. {about}".strip()]
    if is_typed(row):
        return [*lines, f"Type {word_of(row)} and your words; {word_of(row)} - for none."]
    for each in choices(form, row):
        said = form.said_of(row, each.value)
        text = f"{each.words}: {said}" if said else each.words
        if _has(text, words.lower()):
            lines.append(f"  {each.typed}  {text}")
    return lines if len(lines) > 1 else [*lines, f"No choice has '{words}'."]
