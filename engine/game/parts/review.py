"""A battle looked back on: rolls, points by turn, luck, decisive moments, ground for puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from engine.game.decision import Answer, Reason
from engine.game.parts.part import Part, S

# Rolls as they are looked back on: what fell, and what fair dice would have given.


BOTH = "Both sides"
"""Whose dice are that are rolled for both sides."""
Fair = tuple[float, ...]
"""The chance of each count, from 0 on: `(0.5, 0.5)` for a success of one in two."""


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A roll: who rolled, what for, the result and its distribution.

    The result counts successes in a roll to succeed, else hits or the value.
    """

    side: str
    """As players know it; '' for a die that is neither's, such as that of a war's end."""
    ship: str
    """The ship or fort that rolled, by key or name; between battles the purpose."""
    kind: str
    """What for: `gunnery`."""
    got: int
    fair: Fair
    faces: tuple[tuple[str, str], ...]
    """Each die and its face: `("d10", "7")`."""

    @property
    def whose(self) -> str:
        """The side in words."""
        return self.side or BOTH

    @property
    def mean(self) -> float:
        """What fair dice give on the average."""
        return sum(count * chance for count, chance in enumerate(self.fair))


@cache
def binomial(dice: int, chance: float) -> Fair:
    """Return the chances of successes of some dice that each succeed with a chance.

    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    return tuple(
        comb(dice, good) * chance**good * (1 - chance) ** (dice - good) for good in range(dice + 1)
    )


@cache
def one_die(sides: int) -> Fair:
    """Return the chances of what a die shows.

    >>> one_die(2)
    (0.0, 0.5, 0.5)
    """
    return (0.0, *(1 / sides for _ in range(sides)))


# A battle looked back on: points by turn, what each ship did, luck, decisive moments.
#
# A game system counts (`Review.aftermath`); reports and screens only write down. What a system
# does not count is left empty, and nothing is shown of it.


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
    """A ship's damage dealt and taken, in the order of `Aftermath.counted`."""

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
        rows = (
            (f"{ship.key} {ship.name}".strip()[:name].rstrip(), *map(str, ship.counts), ship.fate)
            for ship in after.ships
        )
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


def _luck(after: Aftermath) -> Iterator[Cells]:
    yield ("", *after.sides)
    found = {(luck.purpose, luck.side): luck for luck in after.luck}
    for purpose in dict.fromkeys(luck.purpose for luck in after.luck):
        cells = (found.get((purpose, side)) for side in after.sides)
        # `12/31 14.1 -2.1`: successes of dice, those to be expected, the difference.
        yield (
            purpose,
            *(
                f"{luck.successes}/{luck.dice} {luck.expected:.1f} {luck.better:+.1f}"
                if luck
                else ""
                for luck in cells
            ),
        )


# Where the puzzles of a game system come from, and what they are about.


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


# A battle of a game system looked back on.


if TYPE_CHECKING:
    from engine.game.game import Record


class Missed(msgspec.Struct, frozen=True):
    """An answer to a slot of a sheet, and a better one against what others really wrote."""

    seat: str
    question: str
    chosen: str
    better: str
    cost: float
    """Points by which the better one was worth more, before the dice."""
    reason: Reason
    slot: str = ""
    """The slot of the sheet."""
    instead: Answer | None = None
    """The better answer to it."""


class Review(Part[S]):
    """What some entries of a battle amount to."""

    by_slot: bool = False
    """Whether a sheet is judged slot by slot, by what its seat saw when it was sealed."""
    plays_on: bool = True
    """Whether battles are played on to the end from a choice, to prove what it cost; False where
    one takes too long."""

    def aftermath(self, start: S, entries: Sequence[Record]) -> Aftermath:
        """Return points by turn, what each ship did, luck and decisive moments."""
        return Aftermath()

    def opened(self, state: S) -> S:
        """Return a state of a battle that is over as everybody may see it: nothing is hidden."""
        return state

    def missed(self, before: S, events: Sequence[Any], seats: Collection[str]) -> Missed | None:
        """Return the answer of these seats that cost most, once the sheets of all lie open.

        `events` are those of one entry, `before` the state before it; None where no sheets were
        opened, or nothing better was to be had. All that is told may be known to all by then.
        """
        return None

    def rolls(self, before: S, event: Any, seat: str) -> tuple[Rolled, ...]:
        """Return the dice of an event, as a seat may know of them; () for most events.

        Whoever rolled may be hidden from it: such a roll is left out.
        """
        return ()

    def faces_of(self, die: str) -> Mapping[str, float]:
        """Return the chance of each face of a die, by the names that `rolls` has for them."""
        sides = int(die.removeprefix("d"))
        return {str(face): 1 / sides for face in range(1, sides + 1)}

    def score(self, state: S) -> Mapping[str, float]:
        """Return the points that each side has won by now; {} where none are counted."""
        return {}

    def puzzle_ground(self) -> PuzzleGround:
        """Return where puzzles are looked for, and what they are called; by default nowhere."""

        return PuzzleGround()
