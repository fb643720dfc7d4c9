"""Statistics of a battle: rolls, points by turn, luck, decisive moments; sources of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from math import comb
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from engine.game.decision import Answer, Reason
from engine.game.parts.part import Part, S

# Dice rolls in hindsight: the results, and the expectation with fair dice.


BOTH = "Both sides"
"""The owner of dice that are rolled for both sides."""
Fair = tuple[float, ...]
"""The probability of each count from 0 up: `(0.5, 0.5)` for one coin."""


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A roll: who rolled, its purpose, the result and its distribution.

    The result is the number of successes in a test, otherwise the number of hits or the value.
    """

    side: str
    """The side's name for players; '' for a die that no side rolls, such as the die that decides
    whether a war ends."""
    ship: str
    """The ship or fort that rolled, by key or name; for a roll between battles, its purpose."""
    kind: str
    """The purpose: `gunnery`."""
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
        """The expected value with fair dice."""
        return sum(count * chance for count, chance in enumerate(self.fair))


@cache
def binomial(dice: int, chance: float) -> Fair:
    """Return the probabilities of each number of successes of some dice.

    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    return tuple(
        comb(dice, good) * chance**good * (1 - chance) ** (dice - good) for good in range(dice + 1)
    )


@cache
def one_die(sides: int) -> Fair:
    """Return the probabilities of each value of one die.

    >>> one_die(2)
    (0.0, 0.5, 0.5)
    """
    return (0.0, *(1 / sides for _ in range(sides)))


# A battle in hindsight: points by turn, what each ship did, luck, decisive moments. A game system
# counts (`Review.aftermath`); reports and screens only present the numbers. Fields that a system
# does not count stay empty and are not shown.


ALL = "all dice"
"""The purpose under which the dice of a side are summed up, whatever they were rolled for."""
NAME = 18
"""The most columns of a ship's name in a table, so that six counts of a ship fit into 80
columns."""

Cells = tuple[str, ...]
"""A row of a table."""


class Score(msgspec.Struct, frozen=True):
    """The points against a side at the end of a turn, and the limit at which the side loses."""

    turn: int
    side: str
    points: int
    bears: int


class ShipTally(msgspec.Struct, frozen=True):
    """A ship's damage dealt and taken, in the order of `Aftermath.counted`."""

    key: str
    """The ship's key on the chart; '' where the name is enough."""
    name: str
    side: str
    counts: tuple[int, ...]
    fate: str = ""
    """The ship's fate in a word or two."""
    seat: str = ""
    """The seat that the ship belonged to, where her key does not begin with it; else ''."""


class Luck(msgspec.Struct, frozen=True):
    """A side's dice for one purpose: successes, and the expected number of them."""

    side: str
    purpose: str
    dice: int
    successes: int
    expected: float

    @property
    def better(self) -> float:
        """Successes above expectation; negative if below."""
        return self.successes - self.expected


class TurningPoint(msgspec.Struct, frozen=True):
    """A decisive event at entry `n`, which the replay can show."""

    n: int
    turn: int
    words: str
    against: str = ""
    """The key of the seat or side that the event hurt; '' if it hurt nobody."""


class Aftermath(msgspec.Struct, kw_only=True, frozen=True):
    """The statistics of a battle. Sides have the names that players see."""

    sides: tuple[str, ...] = ()
    """The sides, in the order of their first seats."""
    score_name: str = "Points"
    scores: tuple[Score, ...] = ()
    count_name: str = "Ships"
    counted: tuple[str, ...] = ()
    """Column titles of a ship's counts."""
    ships: tuple[ShipTally, ...] = ()
    luck: tuple[Luck, ...] = ()
    moments: tuple[TurningPoint, ...] = ()
    moments_by: Literal["turn", "battle"] = "turn"
    """Whether moments are numbered by turn or by battle."""
    book: str = ""
    """The heading of the table `chapters`; it names the side that leads."""
    chapters: tuple[Cells, ...] = ()
    """One row for each battle of a chain, below a row of column titles."""
    strengths: tuple[Score, ...] = ()
    """The strength of each side after each battle of a chain, as a fraction of its strength at the
    start."""
    history: str = ""
    """The result of the battle in history, to compare with this result; '' for a fictional
    battle."""
    decided: str = ""
    """The reason of the result in a few words, equal for battles that ended in the same way."""


class Sums(msgspec.Struct, frozen=True):
    """A table of an aftermath: a heading, and rows of which the first holds the column titles."""

    part: Literal["chapters", "strengths", "scores", "ships", "luck", "moments"]
    heading: str
    rows: tuple[Cells, ...]


class Bars(NamedTuple):
    """The characters that bars are drawn with, and their greatest length; longer bars are
    scaled.
    """

    full: str = "#"
    empty: str = "."
    longest: int = 16


PLAIN = Bars()


def tables(after: Aftermath, bars: Bars = PLAIN, name: int = NAME) -> Iterator[Sums]:
    """Yield the statistics as tables; `name` is the most columns of a ship's name."""
    if after.chapters:
        yield Sums("chapters", after.book, after.chapters)
    if after.strengths:
        left = tuple(_scores("battle", after.sides, after.strengths, bars))
        yield Sums("strengths", "Strength left after each battle", left)
    if after.scores:
        points = tuple(_scores("turn", after.sides, after.scores, bars))
        yield Sums("scores", after.score_name, points)
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


def explaining(explained: Mapping[str, str], texts: Iterable[str]) -> list[str]:
    """Return the names of the terms that explain the purposes of dice in some texts.

    >>> explaining({"challenges": "Challenge Test"}, ["Decisive moments", " challenges   0/5 2.5"])
    ['Challenge Test']
    """
    told = " " + " | ".join(texts)
    return list(
        dict.fromkeys(term for said, term in explained.items() if f" {said} " in f"{told} ")
    )


def columns(rows: tuple[Cells, ...], gap: str = "  ") -> list[str]:
    """Return a table in columns, numbers aligned right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(_aligned(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _aligned(cell: str, width: int) -> str:
    number = cell.lstrip("+-").replace(".", "", 1).isdigit()
    return cell.rjust(width) if number else cell.ljust(width)


def numbered(after: Aftermath, moment: TurningPoint) -> str:
    """Return the number of a moment's turn or battle in short: `T3`, `B3`."""
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
    """Return `2/3 ##.`: points of the limit, and a bar that also shows points beyond it.

    A bar that would be too long is scaled.
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
        # `12/31 14.1 -2.1`: successes of dice, expected successes, the difference.
        yield (
            purpose,
            *(
                f"{luck.successes}/{luck.dice} {luck.expected:.1f} {luck.better:+.1f}"
                if luck
                else ""
                for luck in cells
            ),
        )


# Where the puzzles of a game system come from, and their themes.


class Theme(NamedTuple):
    """A theme of puzzles, defined by the kind of the question and its best answer."""

    words: str
    """The name of the theme, at most 24 characters, in the words of the game's reference: `which
    ship first`."""
    kind: str
    option: str = "*"
    """A pattern for the best answer's option (`*` and `?` are wildcards); of a sheet any slot may
    match."""


class PuzzleGround(msgspec.Struct, frozen=True):
    """The scenarios whose battles puzzles are taken from, and their themes."""

    scenarios: tuple[str, ...] = ()
    """Scenarios with few ships: each position of a battle is played out many times."""
    themes: tuple[Theme, ...] = ()
    """The first theme that matches is used. A question that matches none makes no puzzle."""
    rounds: int = 16
    """The number of playouts of each answer of a puzzle: more playouts make the score less
    random."""

    first: int = 2
    """The first turn that puzzles are taken from: in turn 1 all battles of a kind are alike. It is
    later in games whose battles take long to be played out."""

    def theme(self, kind: str, chosen: Collection[str]) -> str:
        """Return the theme of a puzzle, by its question's kind and its answer; '' for none.

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


# A battle of a game system in hindsight.


if TYPE_CHECKING:
    from engine.game.game import Record


class Missed(msgspec.Struct, frozen=True):
    """An answer to a slot of a sheet, and a better answer, given the actual orders of the other
    seats.
    """

    seat: str
    question: str
    chosen: str
    better: str
    cost: float
    """The points by which the better answer was worth more, before the dice were rolled."""
    reason: Reason
    slot: str = ""
    """The id of the slot."""
    instead: Answer | None = None
    """The better answer to the slot."""


class Review(Part[S]):
    """Judgements on the entries of a battle."""

    by_slot: bool = False
    """Whether a sheet is judged slot by slot, from the view of its seat at the moment of
    sealing."""
    plays_on: bool = True
    """Whether battles are played on to the end from a choice, to prove the cost of the choice;
    False where a battle takes too long."""

    @property
    def explained(self) -> Mapping[str, str]:
        """The name of the reference's term that explains a purpose of dice, where the purpose is
        not such a name itself: `challenges` is explained by `Challenge Test`.
        """
        return {}

    def aftermath(self, start: S, entries: Sequence[Record]) -> Aftermath:
        """Return points by turn, what each ship did, luck and decisive moments."""
        return Aftermath()

    def opened(self, state: S) -> S:
        """Return a state of a finished battle with everything revealed."""
        return state

    def costliest_answer(
        self, before: S, events: Sequence[Any], seats: Collection[str]
    ) -> Missed | None:
        """Return the costliest answer of some seats, once the sheets of all seats are open.

        `events` are all events of one entry, `before` is the state before it. None where no sheets
        were opened, or no answer was better. All returned facts are public by then.
        """
        return None

    def rolls(self, before: S, event: Any, seat: str) -> tuple[Rolled, ...]:
        """Return the dice of an event that a seat may know; () for most events.

        A roll is left out if the seat may not know who rolled.
        """
        return ()

    def faces_of(self, die: str) -> Mapping[str, float]:
        """Return the probability of each face of a die, named as in `rolls`."""
        sides = int(die.removeprefix("d"))
        return {str(face): 1 / sides for face in range(1, sides + 1)}

    def score(self, state: S) -> Mapping[str, float]:
        """Return the points of each side so far; {} where none are counted."""
        return {}

    def puzzle_ground(self) -> PuzzleGround:
        """Return where puzzles are searched for, and their themes; by default nowhere."""

        return PuzzleGround()
