"""Where the puzzles of a game system come from, and what they are about."""

from __future__ import annotations

from collections.abc import Collection
from fnmatch import fnmatchcase
from typing import NamedTuple

import msgspec


class Theme(NamedTuple):
    """What puzzles are about, by the kind of their question and their best answer."""

    words: str
    """At most 24 signs, in the words of the game's reference: `which ship first`."""
    kind: str
    option: str = "*"
    """The best answer's option; `*` and `?` stand for any signs. Of a sheet any slot's."""


class PuzzleGround(msgspec.Struct, frozen=True):
    """The scenarios whose battles puzzles are taken from, and their themes."""

    scenarios: tuple[str, ...] = ()
    """Those of few ships: a battle is fought, and its positions are played on many times."""
    themes: tuple[Theme, ...] = ()
    """The first that fits counts. A question of a kind that none has is no puzzle."""
    rounds: int = 16
    """How often the answers of a puzzle are played on: the more, the more chance is in a score."""

    apart: float = 0.0
    """Points between the two best answers by the advice below which a question is seldom one."""

    def theme(self, kind: str, chosen: Collection[str]) -> str:
        """Return what a puzzle is about, by its question's kind and its answer; '' for nothing.

        >>> ground = PuzzleGround(themes=(Theme("mending", "act", "repair*"), Theme("guns", "act")))
        >>> ground.theme("act", ["repair_2"]), ground.theme("act", ["fire"]), ground.theme("go", [])
        ('mending', 'guns', '')
        """
        for theme in self.themes:
            if theme.kind == kind and (
                theme.option == "*" or any(fnmatchcase(each, theme.option) for each in chosen)
            ):
                return theme.words
        return ""
