"""Voices: the words spoken aboard, such as orders and reports, that a screen shows with events.

The words are in voices.toml of a game system's data. For an event without such words the sentence
of the story is used. The same battle is always told in the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

import msgspec

from engine.base.errors import SetUpFault
from engine.base.text import clean
from engine.kernel.seen import SeenBattle
from engine.kit.dataset import read_table
from engine.kit.records import shipped_folder
from engine.review.gathering import LEAST
from engine.review.prose import BRIEF, Writer
from engine.review.sentences import Line, StoryEvent, check_sentences, table
from engine.review.tale import sentences_of, story_events

BEGINS = re.compile(r'(^|: "|[.!?]"? )([a-z])')
"""Matches the first letter of a sentence, also inside or after a quotation, to make it a capital
letter."""


@cache
def voices(system: str) -> dict[str, tuple[str, ...]]:
    """Return {kind of event: spoken words} of a game system; {} if it has none.

    Raises `SetUpFault` if the file is damaged. Cached, since data files do not change while the
    program runs.
    """
    path = shipped_folder(system) / "voices.toml"
    if not path.is_file():
        return {}
    try:
        found = msgspec.convert(read_table(path), dict[str, tuple[str, ...]])
        check_sentences(line for lines in found.values() for line in lines)
    except (OSError, ValueError) as error:
        raise SetUpFault(str(path), [("", str(error))]) from None
    return {row: lines for row, lines in found.items() if lines}


class Speaker:
    """Chooses the words spoken aboard in a battle, entry by entry.

    If a kind of event has several wordings, they are used in turn.
    """

    def __init__(self, battle: SeenBattle) -> None:
        self.battle = battle
        self._writer = Writer()
        self._used = Counter[str]()
        self._damaged = False

    def check(self) -> None:
        """Read the tables of the battle's game; raises `SetUpFault` if one is damaged."""
        system = sentences_of(self.battle)
        voices(system)
        table(system)

    def voices(self, n: int, shown: Sequence[int]) -> dict[int, str]:
        """Return the words spoken with the events of an entry whose indexes are in `shown`: {index:
        words}.

        The words for a shown event also cover the events between the previous shown event and this
        one; those for the last shown event cover all later events, too. A damaged table is reported
        once; after that nothing is spoken.
        """
        if not shown or self._damaged:
            return {}
        said: dict[int, list[StoryEvent]] = {}
        try:
            for told in self._told(n):
                after = next((place for place in shown if place >= told.event), shown[-1])
                said.setdefault(after, []).append(told)
            return {place: self._said(each) for place, each in said.items()}
        except SetUpFault as fault:
            self._damaged = True
            return {shown[0]: f"No voices: {fault}"}

    def spoken(self, n: int) -> list[str]:
        """Return the words that are spoken aboard in an entry, without sentences of the story."""
        return [self._words(each) for each in self._told(n) if self._has_words(each)]

    def _told(self, n: int) -> list[StoryEvent]:
        """Return the events of an entry that have spoken words, or else a sentence of the prose."""
        found = [told for _, told in story_events(self.battle, n, self.battle.game.words.voice)]
        return [
            each
            for each in found
            if self._has_words(each) or each.happening.row in table(each.system)
        ]

    def _said(self, told: Sequence[StoryEvent]) -> str:
        """Return the words about the weightiest of the events, in the order in which they
        happened.
        """
        ranked = sorted(told, key=lambda each: -each.happening.weight)[:BRIEF]
        least = min(LEAST, ranked[0].happening.weight)
        kept = {id(each) for each in ranked if each.happening.weight >= least}
        said = [*self._sentences([each for each in told if id(each) in kept])]
        return " ".join(
            _named_once(before, each) for before, each in zip(["", *said], said, strict=False)
        )

    def _sentences(self, told: Sequence[StoryEvent]) -> Iterator[str]:
        for spoken, group in groupby(told, key=self._has_words):
            if spoken:
                yield from map(self._words, group)
            else:
                yield self._writer.paragraph([*group], BRIEF)

    @staticmethod
    def _has_words(told: StoryEvent) -> bool:
        return told.happening.row in voices(told.system)

    def _words(self, told: StoryEvent) -> str:
        """Return the words for an event: the next wording for its kind, filled in."""
        now, lines = told.happening, voices(told.system)[told.happening.row]
        line = lines[self._used[now.row] % len(lines)]
        self._used[now.row] += 1
        words = Line({"ship": now.ship, "other": now.other, **now.facts})
        text = " ".join(line.format_map(words).split())
        return BEGINS.sub(lambda found: found[1] + found[2].upper(), clean(text))


def _named_once(before: str, words: str) -> str:
    """Return spoken words without the ship's name in front, if the same ship has just spoken.

    >>> _named_once('Swan: "All wide, sir."', 'Swan: "She answers, sir."')
    '"She answers, sir."'
    """
    name = words.partition(': "')[0]
    hers = before.startswith(f'{name}: "') and before.count(': "') == 1
    return words.removeprefix(f"{name}: ") if hers else words
