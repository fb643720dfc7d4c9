"""A battle as prose: a paragraph about the main events of each turn, made from the events alone.

Every sentence comes from the game system's table (story.toml in its data) and is filled in with an
event's facts. The same battle is always told in the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from textwrap import fill
from typing import Any, NamedTuple

import msgspec

from engine.base.text import capitalized
from engine.game.parts.words import Happening
from engine.kernel.seen import SeenBattle, visible_events
from engine.review.prose import BRIEF, Writer
from engine.review.report import escape_markdown
from engine.review.sentences import StoryEvent

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

    The prose hides no secrets: for a watcher, pass a covered battle (engine/review/spectators.py).
    """
    told = Tale(battle)
    for n in range(max(1, first), (battle.position if last is None else last) + 1):
        told.add(n)
    return told.paragraphs()


class Tale:
    """The prose of a battle, made entry by entry; like `tale` it hides no secrets."""

    def __init__(self, battle: SeenBattle) -> None:
        self._battle = battle
        self._turns: dict[str, list[StoryEvent]] = {}

    def add(self, n: int) -> None:
        """Add the events of an entry; call it for the entries in their order."""
        game = self._battle.game
        for before, each in story_events(self._battle, n):
            turn = f"turn {game.turn(before)}" if game.turn(before) else "before the battle"
            heading = ", ".join(filter(None, (game.chapter(before), turn)))
            self._turns.setdefault(heading, []).append(each)

    def paragraphs(self) -> list[Paragraph]:
        """Return the prose of the entries so far."""
        writer = Writer()
        return [
            Paragraph(capitalized(heading), told[0].n, writer.paragraph(told))
            for heading, told in self._turns.items()
        ]


def longest_shot(battle: SeenBattle, ships: Collection[str]) -> Happening | None:
    """Return the hit at the longest range that one of `ships` (names) scored; None if there is
    none.

    Leave out a name that both sides have, because it identifies no ship.
    """
    shots = (
        told.happening
        for n in range(1, battle.position + 1)
        for _, told in story_events(battle, n)
        if told.happening.reach and told.happening.ship in ships
    )
    return max(shots, key=lambda each: each.reach, default=None)


class Narrator:
    """Writes the captions for a film of a battle, a sentence or two for each entry."""

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._writer = Writer()

    def at(self, n: int) -> str:
        """Return the sentences of an entry; '' where nothing in it is part of the story."""
        told = [each for _, each in story_events(self.battle, n)] if n else []
        return self._writer.paragraph(told, BRIEF) if told else ""


def sentences_of(battle: SeenBattle) -> str:
    """Return the name of the game system whose sentences tell a battle: in a chain, that of the
    battles.
    """
    return battle.game.words.sentences or battle.game.name.removeprefix("series:")


def story_events(
    battle: SeenBattle, n: int, ask: Callable[[Any, Any], Happening | None] | None = None
) -> Iterator[tuple[Any, StoryEvent]]:
    """Yield the events of an entry that are part of the story, each with the state before it.

    `ask` replaces the function that describes an event, `Words.happening` of the battle's game.
    """
    words = battle.game.words
    system, ask = (
        words.sentences or battle.game.name.removeprefix("series:"),
        ask or words.happening,
    )
    for number, (before, event, _) in enumerate(visible_events(battle, n)):
        happening = ask(before, event)
        if happening is not None:
            yield before, StoryEvent(n, system, happening, number)


def render_tale(paragraphs: Sequence[Paragraph], form: str) -> str:
    """Return prose as `text`, `md` or `json`, ending in a newline."""
    if form == "json":
        rows = [each._asdict() for each in paragraphs]
        return msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n"
    if form == "md":
        return "".join(
            f"## {each.heading}\n\n{escape_markdown(each.text)}\n\n" for each in paragraphs
        )
    wrapped = (fill(f"{each.heading}. {each.text}", COLUMNS) for each in paragraphs)
    return "".join(f"{each}\n\n" for each in wrapped) or f"{NOTHING}\n"
