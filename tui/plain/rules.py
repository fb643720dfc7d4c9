"""Cards and rules looked up in lines: what a word means in each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.base.errors import WeatherGageError
from engine.game.parts.words import Term
from engine.kernel.registry import system, systems

MOST = 3
"""Terms that are told at once."""


def told_terms(terms: Sequence[Term], words: str) -> Iterator[str]:
    """Yield what terms of these words mean; the one that is called so alone, where one is."""
    found = [each for each in terms if words.lower() in each.name.lower()]
    exact = [each for each in found if each.name.lower() == words.lower()]
    for term in (exact or found)[:MOST]:
        yield f"{term.name}: {' '.join(term.lines)}"
    if len(found) > MOST and not exact:
        yield f"And more: {', '.join(each.name for each in found[MOST:])}."


def looked_up(words: str) -> Iterator[str]:
    """Yield what words mean in each game that knows them, or that none does."""
    none = True
    for name in systems():
        try:
            title, terms = system(name).title, system(name).words.terms()
        except (WeatherGageError, ImportError) as error:  # of a game that was installed
            yield f"{name}: {error}."
            continue
        for at, line in enumerate(told_terms(terms, words)):
            if at == 0:
                yield title
            yield f"  {line}"
            none = False
    if none:
        yield f"No game has anything called '{words}'."
