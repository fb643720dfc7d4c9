"""A battle as prose: a paragraph for each turn, about its main events, from the events alone.

Every sentence comes from a system's table, story.toml in its data, and is filled in with facts of
an event. The same battle is always told in the same words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from textwrap import fill
from typing import Any, NamedTuple

import msgspec

from engine.game.parts.words import Happening
from engine.kernel.seen import SeenBattle, may_be_told
from engine.review.prose import BRIEF, Told, Writer
from engine.review.report import escaped

COLUMNS = 78
NOTHING = "There is no story: nothing has happened yet, or this game tells none."


class Paragraph(NamedTuple):
    """The prose about one turn; `n` is the entry of the first event."""

    heading: str
    n: int
    text: str


def tale(battle: SeenBattle, first: int = 0, last: int | None = None) -> list[Paragraph]:
    """Return the prose of a battle, or of the entries from `first` to `last`; [] where its system
    has no sentences.

    It hides nothing: cover the battle for a watcher first (engine/review/covered.py).
    """
    game, end = battle.game, battle.position if last is None else last
    turns: dict[str, list[Told]] = {}
    for n in range(max(1, first), end + 1):
        for before, each in _happened(battle, n):
            turn = f"turn {game.turn(before)}" if game.turn(before) else "before the battle"
            heading = ", ".join(filter(None, (game.chapter(before), turn)))
            turns.setdefault(heading, []).append(each)
    writer = Writer()
    return [
        Paragraph(f"{heading[0].upper()}{heading[1:]}", told[0].n, writer.written(told))
        for heading, told in turns.items()
    ]


def longest_shot(battle: SeenBattle, ships: Collection[str]) -> Happening | None:
    """Return the longest hit scored by one of `ships` (names) on another; None if there is none.

    Leave out a name that both sides have: it identifies no ship.
    """
    shots = (
        told.happening
        for n in range(1, battle.position + 1)
        for _, told in _happened(battle, n)
        if told.happening.reach and told.happening.ship in ships
    )
    return max(shots, key=lambda each: each.reach, default=None)


class Narrator:
    """Tells a battle entry by entry: for a film a sentence or two, for a screen event by event."""

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._writer = Writer()

    def at(self, n: int) -> str:
        """Return the sentences of an entry; '' where nothing in it is part of the story."""
        told = [each for _, each in _happened(self.battle, n)] if n else []
        return self._writer.written(told, BRIEF) if told else ""

    def voices(self, n: int, shown: Sequence[int]) -> dict[int, str]:
        """Return the sentences to show with an entry's events, by event index. Each covers the
        events since the previous one; the last also covers all later events.
        """
        said: dict[int, list[Told]] = {}
        for _, told in _happened(self.battle, n) if shown else ():
            after = next((place for place in shown if place >= told.event), shown[-1])
            said.setdefault(after, []).append(told)
        return {place: self._writer.written(told, BRIEF) for place, told in said.items()}


def _happened(battle: SeenBattle, n: int) -> Iterator[tuple[Any, Told]]:
    """Yield the events of an entry that are part of the story, each with the state before it."""
    words = battle.game.words
    system = words.sentences or battle.game.name.removeprefix("series:")
    for number, (before, event, _) in enumerate(may_be_told(battle, n)):
        happening = words.happening(before, event)
        if happening is not None:
            yield before, Told(n, system, happening, number)


def told(paragraphs: Sequence[Paragraph], form: str) -> str:
    """Return prose as `text`, `md` or `json`, ending in a newline."""
    if form == "json":
        rows = [each._asdict() for each in paragraphs]
        return msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n"
    if form == "md":
        return "".join(f"## {each.heading}\n\n{escaped(each.text)}\n\n" for each in paragraphs)
    wrapped = (fill(f"{each.heading}. {each.text}", COLUMNS) for each in paragraphs)
    return "".join(f"{each}\n\n" for each in wrapped) or f"{NOTHING}\n"
