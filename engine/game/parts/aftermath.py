"""A battle looked back on: points by turn, what each ship did, luck, decisive moments.

A game system counts (`Review.aftermath`); reports and screens only write down. What a
system does not count is left empty, and nothing is shown of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

ALL = "all dice"
"""The purpose under which a side's dice are summed."""
NAME = 18
"""Columns of a ship's name, so that six counts of hers go into 80."""

Cells = tuple[str, ...]
"""A row of a table."""


class Score(msgspec.Struct, frozen=True):
    """The points against a side when a turn was counted, and the most that it bears."""

    turn: int
    side: str
    points: int
    bears: int


class ShipTally(msgspec.Struct, frozen=True):
    """What a ship did and suffered, in the order of `Aftermath.counted`."""

    key: str
    """The key that she is known by on the chart; '' where her name is enough."""
    name: str
    side: str
    counts: tuple[int, ...]
    fate: str = ""
    """What became of her, in a word or two."""


class Luck(msgspec.Struct, frozen=True):
    """Dice that a side threw for a purpose, and the successes against those to be expected."""

    side: str
    purpose: str
    dice: int
    successes: int
    expected: float

    @property
    def better(self) -> float:
        """How many successes there were above expectation; below it, less than 0."""
        return self.successes - self.expected


class TurningPoint(msgspec.Struct, frozen=True):
    """Something that decided the battle, at entry `n`, to be looked up in the replay."""

    n: int
    turn: int
    words: str
    against: str = ""
    """The key of the seat that it went against, or its side's; '' where it was nobody's loss."""


class Aftermath(msgspec.Struct, kw_only=True, frozen=True):
    """All that is counted when a battle is looked back on. Sides are named as players know them."""

    sides: tuple[str, ...] = ()
    """In the order of their first seats."""
    score_name: str = "Points"
    scores: tuple[Score, ...] = ()
    count_name: str = "Ships"
    counted: tuple[str, ...] = ()
    """Heads of the columns of a ship's counts."""
    ships: tuple[ShipTally, ...] = ()
    luck: tuple[Luck, ...] = ()
    moments: tuple[TurningPoint, ...] = ()
    moments_by: Literal["turn", "battle"] = "turn"
    """What moments are numbered by."""
    book: str = ""
    """The heading of `chapters`: who leads."""
    chapters: tuple[Cells, ...] = ()
    """A row a battle, of battles in a chain, below a row of heads."""
    strengths: tuple[Score, ...] = ()
    """What each side had left after each of those battles, of what it began with."""
    history: str = ""
    """What came of it when it was fought, beside what happened here; '' where it was not."""
    decided: str = ""
    """What decided, in a few words that are the same for battles that ended alike."""


class Sums(msgspec.Struct, frozen=True):
    """A part of an aftermath as a table: a heading, and rows of which the first is the head."""

    part: Literal["chapters", "strengths", "scores", "ships", "luck", "moments"]
    heading: str
    rows: tuple[Cells, ...]


class Bars(NamedTuple):
    """How bars are drawn: by two signs, up to a length; longer ones to scale."""

    full: str = "#"
    empty: str = "."
    longest: int = 16


PLAIN = Bars()


def tables(after: Aftermath, bars: Bars = PLAIN, name: int = NAME) -> Iterator[Sums]:
    """Yield what was counted as tables; `name` is the most columns of a ship's name."""
    if after.chapters:
        yield Sums("chapters", after.book, after.chapters)
    if after.strengths:
        left = tuple(_scores("battle", after.sides, after.strengths, bars))
        yield Sums("strengths", "Strength left after each battle", left)
    if after.scores:
        points = tuple(_scores("turn", after.sides, after.scores, bars))
        yield Sums("scores", f"{after.score_name} by turn", points)
    if after.ships:
        rows = ((_named(ship, name), *map(str, ship.counts), ship.fate) for ship in after.ships)
        yield Sums("ships", after.count_name, (("", *after.counted, ""), *rows))
    if after.luck:
        yield Sums("luck", "Dice: successes/dice, expected, luck", tuple(_luck(after)))
    if after.moments:
        by = after.moments_by
        texts = ((f"{each.n}", numbered(after, each), each.words) for each in after.moments)
        yield Sums("moments", "Decisive moments", (("entry", by, ""), *texts))


def columns(rows: tuple[Cells, ...], gap: str = "  ") -> list[str]:
    """Return a table in columns, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(_aligned(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _aligned(cell: str, width: int) -> str:
    number = cell.lstrip("+-").replace(".", "", 1).isdigit()
    return cell.rjust(width) if number else cell.ljust(width)


def numbered(after: Aftermath, moment: TurningPoint) -> str:
    """Return the turn or battle of a moment in short: `T3`, `B3`."""
    return f"{after.moments_by[0].upper()}{moment.turn}"


def _scores(
    by: str, sides: tuple[str, ...], scores: tuple[Score, ...], bars: Bars
) -> Iterator[Cells]:
    yield (by, *sides)
    found = {(score.turn, score.side): score for score in scores}
    for turn in dict.fromkeys(score.turn for score in scores):
        cells = (found.get((turn, side)) for side in sides)
        yield (str(turn), *(_bar(score, bars) if score else "" for score in cells))


def _bar(score: Score, bars: Bars) -> str:
    """Return `2/3 ##.`: points of those that are borne, and what goes beyond them.

    A bar that would be too long is drawn to scale.
    """
    length = max(score.points, score.bears)
    signs = min(length, bars.longest)
    done = round(score.points * signs / length) if length else 0
    return f"{score.points}/{score.bears} {bars.full * done}{bars.empty * (signs - done)}".rstrip()


def _named(ship: ShipTally, most: int) -> str:
    return f"{ship.key} {ship.name}".strip()[:most].rstrip()


def _luck(after: Aftermath) -> Iterator[Cells]:
    yield ("", *after.sides)
    found = {(luck.purpose, luck.side): luck for luck in after.luck}
    for purpose in dict.fromkeys(luck.purpose for luck in after.luck):
        cells = (found.get((purpose, side)) for side in after.sides)
        yield (purpose, *(_fortunes(luck) if luck else "" for luck in cells))


def _fortunes(luck: Luck) -> str:
    """Return `12/31 14.1 -2.1`: successes of dice, those to be expected, the difference."""
    return f"{luck.successes}/{luck.dice} {luck.expected:.1f} {luck.better:+.1f}"
