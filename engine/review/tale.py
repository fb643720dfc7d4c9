"""A battle as prose: a paragraph for each turn, about its main events, from the events alone.

Every sentence comes from a system's table, story.toml in its data, and is filled in with facts of
an event. The same battle is always told in the same words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import groupby
from textwrap import fill
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.base.errors import SetUpFault
from engine.base.text import and_between, clean
from engine.game.parts.words import Happening
from engine.kernel.seen import SeenBattle, may_be_told
from engine.kit.dataset import read_table
from engine.kit.records import shipped_folder
from engine.review.report import escaped

MOST = 7
"""The most events told in a paragraph: more would read like a ledger."""
BRIEF = 2
"""The most events told of a single entry: a film has no room for more."""
LEAST = 1.0
"""The weight below which an event is told only where its turn has nothing else."""
THEN = ("", "", "then ")
"""Beginnings of sentences about another ship, used in turn."""


OF_MANY = re.compile(r"([A-Z]\w*s)'s\b")
"""Matches a name that ends in s and owns something: `New Ironsides'`."""
COLUMNS = 78
NOTHING = "There is no story: nothing has happened yet, or this game tells none."


class Paragraph(NamedTuple):
    """The prose about one turn; `n` is the entry of the first event."""

    heading: str
    n: int
    text: str


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ways to tell one kind of event."""

    lines: tuple[str, ...]
    many: tuple[str, ...] = ()
    """The ways to tell it of several ships at once; () if each ship is told of separately."""
    within: tuple[str, ...] = ()
    """Rows that say more: the event is not told if one of them follows about the same ship."""


@cache
def table(system: str) -> dict[str, Sentences]:
    """Return a system's sentences by kind of event; raises `SetUpFault` if the file is damaged.

    Cached: files of data do not change in a run. Empty for a system without the file.
    """
    path = shipped_folder(system) / "story.toml"
    if not path.is_file():
        return {}
    try:
        return msgspec.convert(read_table(path), dict[str, Sentences])
    except (OSError, ValueError) as error:
        raise SetUpFault(str(path), [("", str(error))]) from None


class _Told(NamedTuple):
    n: int
    system: str
    happening: Happening
    event: int = 0
    """The event's index among the public events of its entry."""
    several: bool = False
    """Whether the event is told of several ships at once."""


def tale(battle: SeenBattle, first: int = 0, last: int | None = None) -> list[Paragraph]:
    """Return the prose of a battle, or of the entries from `first` to `last`; [] where its system
    has no sentences.

    It hides nothing: cover the battle for a watcher first (engine/review/spectators.py).
    """
    game, end = battle.game, battle.position if last is None else last
    turns: dict[str, list[_Told]] = {}
    for n in range(max(1, first), end + 1):
        for before, each in _happened(battle, n):
            turn = f"turn {game.turn(before)}" if game.turn(before) else "before the battle"
            heading = ", ".join(filter(None, (game.chapter(before), turn)))
            turns.setdefault(heading, []).append(each)
    writer = _Writer()
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
        self._writer = _Writer()

    def at(self, n: int) -> str:
        """Return the sentences of an entry; '' where nothing in it is part of the story."""
        told = [each for _, each in _happened(self.battle, n)] if n else []
        return self._writer.written(told, BRIEF) if told else ""

    def voices(self, n: int, shown: Sequence[int]) -> dict[int, str]:
        """Return the sentences to show with an entry's events, by event index. Each covers the
        events since the previous one; the last also covers all later events.
        """
        said: dict[int, list[_Told]] = {}
        for _, told in _happened(self.battle, n) if shown else ():
            after = next((place for place in shown if place >= told.event), shown[-1])
            said.setdefault(after, []).append(told)
        return {place: self._writer.written(told, BRIEF) for place, told in said.items()}


def _happened(battle: SeenBattle, n: int) -> Iterator[tuple[Any, _Told]]:
    """Yield the events of an entry that are part of the story, each with the state before it."""
    words = battle.game.words
    system = words.sentences or battle.game.name.removeprefix("series:")
    for number, (before, event, _) in enumerate(may_be_told(battle, n)):
        happening = words.happening(before, event)
        if happening is not None:
            yield before, _Told(n, system, happening, number)


class _Writer:
    """Turns events into sentences; each way to say something is used in turn."""

    def __init__(self) -> None:
        self._used = Counter[str]()
        self._links = 0

    def written(self, told: Sequence[_Told], most: int = MOST) -> str:
        """Return a paragraph about the `most` weightiest events."""
        text = " ".join(self._sentences(list(_together(list(_chosen(told, most))))))
        return OF_MANY.sub(r"\1'", clean(text))

    def _sentences(self, told: Sequence[_Told]) -> Iterator[str]:
        """Yield sentences; two about one ship are joined, so that the ship is named once."""
        last: _Told | None = None
        waiting, joined, opening = "", False, ""
        for each in told:
            happening, line = each.happening, self._line(each)
            words = {"ship": happening.ship, "other": happening.other, **happening.facts}
            # "she" is clear only where the sentence before names no other ship
            alone = last is not None and not last.happening.other
            again = last is not None and happening.ship == last.happening.ship
            if alone and again and line.startswith("{ship}") and not each.several:
                if line.startswith("{ship} ") and opening == "{ship}" and not joined:
                    rest = line.removeprefix("{ship} ").format(**words)
                    waiting, joined = " ".join(f"{waiting} and {rest}".split()), True
                    last = each
                    continue
                line = line.replace("{ship}'s", "her", 1).replace("{ship}", "she", 1)
            elif last and each.n != last.n:  # the effects of one shot need no "then"
                line = self._linked(line)
            if waiting:
                yield f"{waiting}."
            opening = line.partition(" ")[0]
            text = " ".join(line.format(**words).split())
            last, waiting, joined = each, f"{text[0].upper()}{text[1:]}", False
        yield f"{waiting}."

    def _line(self, told: _Told) -> str:
        row, sentences = told.happening.row, table(told.system)[told.happening.row]
        lines = sentences.many if told.several else sentences.lines
        self._used[row] += 1
        return lines[(self._used[row] - 1) % len(lines)]

    def _linked(self, line: str) -> str:
        """Return a sentence with the next of `THEN` before it, unless it has its own beginning."""
        self._links += 1
        link = THEN[self._links % len(THEN)]
        return f"{link}{line}" if line.startswith("{ship}") or not link else line


def _chosen(told: Sequence[_Told], most: int) -> Iterator[_Told]:
    """Yield the `most` weightiest events, in the order in which they happened."""
    ranked = sorted(told, key=lambda each: -each.happening.weight)[:most]
    least = min(LEAST, ranked[0].happening.weight)
    kept = {id(each) for each in ranked if each.happening.weight >= least}
    last: Happening | None = None
    left = [each for each in told if id(each) in kept]
    for place, each in enumerate(left):
        more = table(each.system)[each.happening.row].within
        later = (after.happening for after in left[place + 1 :] if more)
        said = any(after.row in more and after.ship == each.happening.ship for after in later)
        if each.happening != last and not said:
            last = each.happening
            yield each


def _together(told: Sequence[_Told]) -> Iterator[_Told]:
    """Yield events; successive ones of one kind are merged if the table has a sentence for several
    ships.
    """
    for _, group in groupby(told, key=lambda each: each.happening.row):
        first, *others = group
        if not (others and table(first.system)[first.happening.row].many):
            yield from (first, *others)
            continue
        names = and_between([each.happening.ship for each in (first, *others)])
        yield first._replace(happening=replace(first.happening, ship=names), several=True)


def told(paragraphs: Sequence[Paragraph], form: str) -> str:
    """Return prose as `text`, `md` or `json`, ending in a newline."""
    if form == "json":
        rows = [each._asdict() for each in paragraphs]
        return msgspec.json.format(msgspec.json.encode(rows)).decode() + "\n"
    if form == "md":
        return "".join(f"## {each.heading}\n\n{escaped(each.text)}\n\n" for each in paragraphs)
    wrapped = (fill(f"{each.heading}. {each.text}", COLUMNS) for each in paragraphs)
    return "".join(f"{each}\n\n" for each in wrapped) or f"{NOTHING}\n"
