"""Statistics of a battle: rolls, points by turn, luck, decisive moments; and where puzzles are
found.
"""

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
"""The probabilities of 0, 1, 2 and so on. For the number of heads of one coin it is `(0.5,
0.5)`."""


class Rolled(msgspec.Struct, frozen=True, kw_only=True):
    """A roll of dice: who rolled, its purpose, its result, and how likely each result was.

    The result is the number of successes in a test, otherwise the number of hits or the value.
    """

    side: str
    """The side's name for players; '' for a die that no side rolls, such as the die that decides
    whether a war ends."""
    ship: str
    """The key or name of the ship or fort that rolled; for a roll between battles, its purpose."""
    kind: str
    """The purpose of the roll, such as `gunnery`."""
    got: int
    fair: Fair
    faces: tuple[tuple[str, str], ...]
    """Each die and its face, such as `("d10", "7")`."""

    @property
    def whose(self) -> str:
        """The owner of the dice in words: the name of the side, or `BOTH` if no side rolls them."""
        return self.side or BOTH

    @property
    def mean(self) -> float:
        """The expected value with fair dice."""
        return sum(count * chance for count, chance in enumerate(self.fair))


@cache
def binomial(dice: int, chance: float) -> Fair:
    """Return the probabilities of 0, 1, 2 and more successes when `dice` dice are rolled.

    >>> binomial(2, 0.5)
    (0.25, 0.5, 0.25)
    """
    return tuple(
        comb(dice, good) * chance**good * (1 - chance) ** (dice - good) for good in range(dice + 1)
    )


@cache
def one_die(sides: int) -> Fair:
    """Return the probabilities of the values 0, 1, 2 and so on of one die.

    >>> one_die(2)
    (0.0, 0.5, 0.5)
    """
    return (0.0, *(1 / sides for _ in range(sides)))


# A battle in hindsight: points by turn, what each ship did, luck, decisive moments. A game system
# counts them (`Review.aftermath`); reports and screens only present the numbers. Fields that a
# system does not count stay empty and are not shown.


ALL = "all dice"
"""The name for the sum of all dice of a side, whatever they were rolled for."""
NAME = 18
"""The maximum width of a ship's name in a table, so that the name and six counts fit into 80
columns."""

Cells = tuple[str, ...]
"""A row of a table."""


class Score(msgspec.Struct, frozen=True):
    """The points that count against a side at the end of a turn.

    `bears` is the limit at which the side loses.
    """

    turn: int
    side: str
    points: int
    bears: int


class ShipTally(msgspec.Struct, frozen=True):
    """The counts of a ship, such as damage dealt and taken, in the order of `Aftermath.counted`."""

    key: str
    """The ship's key on the chart; '' where the name is enough."""
    name: str
    side: str
    counts: tuple[int, ...]
    fate: str = ""
    """What became of the ship, in a word or two."""
    seat: str = ""
    """The key of the seat (player) that the ship belonged to, if her own key does not begin with
    it; else ''."""


class Luck(msgspec.Struct, frozen=True):
    """The luck of a side with its dice for one purpose: successes, and how many were expected."""

    side: str
    purpose: str
    dice: int
    successes: int
    expected: float

    @property
    def better(self) -> float:
        """The number of successes above the expected number; negative if there were fewer."""
        return self.successes - self.expected


class TurningPoint(msgspec.Struct, frozen=True):
    """A decisive event, which happened at entry `n` of the battle and which the replay can show."""

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
    """The column titles of the ships' counts."""
    ships: tuple[ShipTally, ...] = ()
    luck: tuple[Luck, ...] = ()
    moments: tuple[TurningPoint, ...] = ()
    moments_by: Literal["turn", "battle"] = "turn"
    """Whether `moments` are numbered by the turn, or by the battle of a chain."""
    book: str = ""
    """The heading of the table `chapters`. It names the side that leads."""
    chapters: tuple[Cells, ...] = ()
    """The table of the battles of a chain: a row of column titles, then one row for each battle."""
    strengths: tuple[Score, ...] = ()
    """The strength of each side after each battle of a chain, as a fraction of the side's strength
    at the start of the chain."""
    history: str = ""
    """How the battle ended in history, to be compared with this result; '' for a fictional
    battle."""
    decided: str = ""
    """The reason for the result in a few words. All battles that ended in the same way have the
    same words."""


class Sums(msgspec.Struct, frozen=True):
    """A table of the statistics: a heading and its rows; the first row has the column titles."""

    part: Literal["chapters", "strengths", "scores", "ships", "luck", "moments"]
    heading: str
    rows: tuple[Cells, ...]


class Bars(NamedTuple):
    """The characters for drawing bars, and the maximum length of a bar; longer bars are scaled
    down.
    """

    full: str = "#"
    empty: str = "."
    longest: int = 16


PLAIN = Bars()


def tables(after: Aftermath, bars: Bars = PLAIN, name: int = NAME) -> Iterator[Sums]:
    """Yield the statistics as tables; `name` is the maximum width of a ship's name in columns."""
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
    """Return the names of reference terms that explain words in these texts.

    `explained` is {purpose of dice: name of the term}. A term is returned if a text has its
    purpose.

    >>> explaining({"challenges": "Challenge Test"}, ["Decisive moments", " challenges   0/5 2.5"])
    ['Challenge Test']
    """
    told = " " + " | ".join(texts)
    return list(
        dict.fromkeys(term for said, term in explained.items() if f" {said} " in f"{told} ")
    )


def columns(rows: tuple[Cells, ...], gap: str = "  ") -> list[str]:
    """Return a table as lines of aligned columns, with numbers at the right of their columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            cell.rjust(width)
            if cell.lstrip("+-").replace(".", "", 1).isdigit()
            else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def numbered(after: Aftermath, moment: TurningPoint) -> str:
    """Return the turn or battle of a decisive moment in short form: `T3` or `B3`."""
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
    """Return the points, the limit, and a bar of the points, such as `2/3 ##.`.

    The bar goes on beyond the limit if the points do; a bar that would be too long is scaled down.
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


# From which scenarios the puzzles of a game system are taken, and the themes of the puzzles.


class Theme(NamedTuple):
    """A theme of puzzles: a kind of question, and a pattern for its best answer."""

    words: str
    """The name of the theme in the words of the game's reference, in at most 24 characters: such as
    `which ship first`."""
    kind: str
    option: str = "*"
    """A pattern for the option of the best answer, in which `*` and `?` are wildcards. For a sheet
    of several questions it is enough if one answer matches."""


class PuzzleGround(msgspec.Struct, frozen=True):
    """Where a game's puzzles come from: the scenarios in which they are found, and the themes."""

    scenarios: tuple[str, ...] = ()
    """Scenarios with few ships, because each position of a battle is played out many times."""
    themes: tuple[Theme, ...] = ()
    """The themes; the first one that matches a question is used. A question that matches no theme
    does not become a puzzle."""
    rounds: int = 16
    """The number of playouts for each answer of a puzzle; the more playouts, the less random is the
    score."""

    first: int = 2
    """Puzzles are taken from this turn on. It is 2 or later, because in turn 1 all battles of a
    kind are alike; it is later still in games whose playouts take long."""
    swing: float = 0.0
    """Puzzles are taken from turns in which the chance to win (0 to 1) changes by at least this
    much. In other turns little is at stake, and hardly a choice decides the battle."""

    def theme(self, kind: str, chosen: Collection[str]) -> str:
        """Return the theme of a puzzle, given the question's kind and the answer's options; '' for
        none.

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
    """A costly answer in a sheet of orders, and the answer that would have been better.

    The better answer is measured against the orders that the other seats had actually sealed.
    """

    seat: str
    question: str
    chosen: str
    better: str
    cost: float
    """By how many points the better answer was worth more, before the dice were rolled."""
    reason: Reason
    slot: str = ""
    """The id of the slot (line of the sheet) that the answer fills."""
    instead: Answer | None = None
    """The better answer to that slot."""


class Review(Part[S]):
    """The part of a game that judges a finished battle, entry by entry."""

    by_slot: bool = False
    """Whether the answers of a sheet are judged one by one, with what the seat knew when it sealed
    the sheet."""
    plays_on: bool = True
    """Whether a costly choice is checked by playing the battle to its end after it many times;
    False where a battle takes too long."""

    @property
    def explained(self) -> Mapping[str, str]:
        """{a purpose of dice: the term of the reference that explains it}, where their names
        differ.

        For example, `challenges` is explained by `Challenge Test`.
        """
        return {}

    def aftermath(self, start: S, entries: Sequence[Record]) -> Aftermath:
        """Return the statistics of the entries: points by turn, what each ship did, luck and
        decisive moments.
        """
        return Aftermath()

    def opened(self, state: S) -> S:
        """Return a state of a finished battle in which nothing is hidden any more."""
        return state

    def costliest_answer(
        self, before: S, events: Sequence[Any], seats: Collection[str]
    ) -> Missed | None:
        """Return the costliest answer of some seats in sheets that have just been opened.

        `events` are all events of one entry, `before` is the state before the entry. None where no
        sheets were opened, or no other answer was better. All returned facts are public by then.
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
        """Return the points of each side so far; {} where the game counts no points."""
        return {}

    def puzzle_ground(self) -> PuzzleGround:
        """Return the scenarios in which puzzles are searched for, and their themes.

        By default there are none.
        """

        return PuzzleGround()
