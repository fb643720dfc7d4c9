"""A table of typed commands: the same for the line interface, a page and a socket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.base.errors import Refused
from engine.base.text import clean


class Word(NamedTuple):
    """A command word, its arguments, and its effect."""

    form: str
    """The arguments: `NAME` if one is required, `[NAME]` if it is optional, '' for none."""
    about: str
    does: Callable[[str], Iterator[str]]


def carry_out(words: Mapping[str, Word], line: str) -> tuple[str, Iterator[str]]:
    """Return a typed line without control characters, and its reply; raises `Refused` for a word
    that is not in the table.
    """
    name, _, rest = clean(line).strip().partition(" ")
    name, rest = name.lower(), rest.strip()
    word = words.get(name)
    if word is None:
        raise Refused(f"there is no command '{name[:40]}'; type help" if name else "type help")
    if word.form and not word.form.startswith("[") and not rest:
        raise Refused(f"type {name} {word.form}")
    if rest and not word.form:
        raise Refused(f"type {name} alone, with nothing after it")
    return f"{name} {rest}".rstrip(), word.does(rest)


def word_help_lines(words: Mapping[str, Word]) -> Iterator[str]:
    """Yield a line of help for each word: its arguments and its effect."""
    for name, word in words.items():
        yield f"{f'{name} {word.form}'.strip()}: {word.about}"
