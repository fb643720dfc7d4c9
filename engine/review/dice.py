"""Comparison of a battle's rolls with fair dice, and how unusual each result was.

The measure is the chance that fair dice give a result at least as far from the average. It is
computed exactly if that is fast, else from the normal distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import erfc, exp, pi, sqrt
from typing import NamedTuple

from engine.game.parts.review import Cells, Fair, Rolled
from engine.kernel.seen import SeenBattle, visible_events

LARGEST = 400
"""The chance of a sum is computed exactly if the greatest possible sum is at most this."""
USUAL = 0.9
"""The reported usual range contains this fraction of the results of fair dice."""
SELDOM = ((0.001, "very rare"), (0.01, "rare"), (0.05, "unusual"))
"""Words for small chances: (below this chance, the word)."""
COMMON = 0.2
"""A result whose chance is at least this counts as usual."""
LEAST = 1e-6
HEADS: Cells = ("", "rolls", "dice", "came", "fair", "usual", "so far off")


class NumberedRoll(NamedTuple):
    """A roll of dice, with the number of the battle's entry in which it fell."""

    n: int
    rolled: Rolled


class Sum(NamedTuple):
    """The sum of the results of some rolls, compared with fair dice."""

    name: str
    rolls: int
    dice: int
    got: int
    mean: float
    low: float
    high: float
    """The upper end of the usual range, which contains nine of ten sums of fair dice."""
    chance: float
    """The chance that fair dice give a sum at least as far from the average as this one."""


def entry_rolls(battle: SeenBattle, seat: str, n: int) -> list[NumberedRoll]:
    """Return the rolls of an entry that a seat may know; '' is a watcher.

    When the battle is over, everybody may know all rolls.
    """
    rolls = battle.game.review.rolls
    return [
        NumberedRoll(n, rolled)
        for before, event, _ in visible_events(battle, n)
        for rolled in rolls(before, event, seat)
    ]


def all_rolls(battle: SeenBattle, seat: str = "") -> list[NumberedRoll]:
    """Return every roll of a battle so far that a seat may know."""
    return [each for n in range(1, battle.position + 1) for each in entry_rolls(battle, seat, n)]


def sums(rolls: Iterable[NumberedRoll], by: Callable[[Rolled], str]) -> list[Sum]:
    """Group the rolls by the key `by`; return a sum for each group, the group with most dice
    first.
    """
    groups: dict[str, list[Rolled]] = {}
    for each in rolls:
        groups.setdefault(by(each.rolled), []).append(each.rolled)
    found = [_summed(name, group) for name, group in groups.items()]
    return sorted(found, key=lambda each: (-each.dice, each.name))


def of_one(rolled: Rolled) -> Sum:
    """Return a single roll as a `Sum`, so that it can be compared with fair dice."""
    return _summed(rolled.kind, [rolled])


def _summed(name: str, rolls: Sequence[Rolled]) -> Sum:
    got = sum(each.got for each in rolls)
    spread = sum_distribution(each.fair for each in rolls)
    return Sum(
        name,
        len(rolls),
        sum(len(each.faces) for each in rolls),
        got,
        spread.mean,
        *spread.usual(),
        spread.chance_of(got),
    )


class Spread:
    """The probability distribution of the sum of some rolls with fair dice."""

    def __init__(self, fairs: Sequence[Fair]) -> None:
        """Compute the probability of each sum of rolls with these distributions."""
        counted = Counter(fairs)
        means = {fair: sum(count * chance for count, chance in enumerate(fair)) for fair in counted}
        self.mean = sum(means[fair] * times for fair, times in counted.items())
        self.variance = sum(
            sum((count - means[fair]) ** 2 * chance for count, chance in enumerate(fair)) * times
            for fair, times in counted.items()
        )
        highest = sum((len(fair) - 1) * times for fair, times in counted.items())
        self._exact = _convolved(fairs) if highest <= LARGEST else None

    def chance_of(self, got: int) -> float:
        """Return the chance that fair dice give a sum at least as far from the average as `got`."""
        off = abs(got - self.mean)
        if self._exact is not None:
            far = (
                chance
                for count, chance in enumerate(self._exact)
                if abs(count - self.mean) >= off - 1e-9
            )
            return min(1.0, sum(far))
        if self.variance <= 0:
            return 1.0
        return erfc(max(0.0, off - 0.5) / sqrt(2 * self.variance))

    def usual(self) -> tuple[float, float]:
        """Return the range that contains nine of ten sums of fair dice."""
        if self._exact is None:
            off = 1.645 * sqrt(self.variance)
            return self.mean - off, self.mean + off
        tail, below = (1 - USUAL) / 2, 0.0
        low = high = None
        for count, chance in enumerate(self._exact):
            below += chance
            if low is None and below > tail:
                low = count
            if below >= 1 - tail - 1e-12:
                high = count
                break
        return float(low or 0), float(high if high is not None else len(self._exact) - 1)


def sum_distribution(fairs: Iterable[Fair]) -> Spread:
    """Return the probability distribution of the sum of rolls with fair dice."""
    return Spread(tuple(fairs))


def _convolved(fairs: Sequence[Fair]) -> list[float]:
    found = [1.0]
    for fair in fairs:
        places = [(at, chance) for at, chance in enumerate(fair) if chance]
        more = [0.0] * (len(found) + len(fair) - 1)
        for count, before in enumerate(found):
            if before:
                for at, chance in places:
                    more[count + at] += before * chance
        found = more
    return found


# Faces ---------------------------------------------------------------------------------


class Faces(NamedTuple):
    """How often each face of one kind of die came up, and the chance that fair dice come up as
    unevenly.
    """

    die: str
    fell: Mapping[str, int]
    fair: Mapping[str, float]
    """The expected count of each face."""
    chance: float


def faces(battle: SeenBattle, rolls: Iterable[NumberedRoll]) -> list[Faces]:
    """Return how often each face came up, for each kind of die that was rolled."""
    fell: dict[str, Counter[str]] = {}
    for each in rolls:
        for die, face in each.rolled.faces:
            fell.setdefault(die, Counter())[face] += 1
    found = []
    for die, counted in sorted(fell.items()):
        shares = battle.game.review.faces_of(die)
        dice = counted.total()
        fair = {face: dice * share for face, share in shares.items()}
        square = sum((counted[face] - each) ** 2 / each for face, each in fair.items() if each)
        shown = {face: counted[face] for face in fair}
        found.append(Faces(die, shown, fair, chi_square(square, len(fair) - 1)))
    return found


def chi_square(square: float, freedom: int) -> float:
    """Return the chance that fair dice give at least this chi-square; `freedom` is the number of
    degrees of freedom.
    """
    if freedom < 1 or square <= 0:
        return 1.0
    half = square / 2
    if freedom % 2 == 0:
        term, total = 1.0, 1.0
        for k in range(1, freedom // 2):
            term *= half / k
            total += term
        return min(1.0, exp(-half) * total)
    total = erfc(sqrt(half))
    term = sqrt(half) * 2 / sqrt(pi)
    for k in range(1, (freedom + 1) // 2):
        total += exp(-half) * term
        term *= half / (k + 0.5)
    return min(1.0, total)


# In words ------------------------------------------------------------------------------


def in_words(chance: float) -> str:
    """Return how unusual a result with this chance is: `as usual`, `1 in 8`, `1 in 40, unusual`."""
    if chance >= COMMON:
        return "as usual"
    if chance < LEAST:
        return "less than 1 in a million"
    often = f"1 in {round(1 / chance):,}"
    name = next((name for least, name in SELDOM if chance < least), "")
    return f"{often}, {name}" if name else often


def cells(each: Sum) -> Cells:
    """Return a sum as the cells of a table's row."""
    usual = f"{each.low:.0f} to {each.high:.0f}"
    came, fair = str(each.got), f"{each.mean:.1f}"
    return (each.name, str(each.rolls), str(each.dice), came, fair, usual, in_words(each.chance))


def faces_text(rolled: Rolled) -> str:
    """Return the faces of a roll, such as `d10 7, d6 3`; if all dice are of one kind, the kind is
    not repeated for each die.
    """
    dice = {die for die, _ in rolled.faces}
    if len(dice) == 1:
        return " ".join((*filter(None, dice), *(face for _, face in rolled.faces)))
    return ", ".join(f"{die} {face}" for die, face in rolled.faces)


BY: Mapping[str, Callable[[Rolled], str]] = {
    "By side": lambda each: each.whose,
    "By kind": lambda each: each.kind,
    "By side and kind": lambda each: f"{each.whose}: {each.kind}",
    "By ship": lambda each: f"{each.whose}: {each.ship}",
}
"""{heading of a table: the key by which its rolls are grouped}."""


def tables(rolls: Sequence[NumberedRoll]) -> Iterator[tuple[str, list[Cells]]]:
    """Yield pairs (heading, rows) for the tables of sums; the first row has the column titles."""
    for heading, by in BY.items():
        yield heading, [HEADS, *map(cells, sums(rolls, by))]


def face_counts_text(found: Faces) -> str:
    """Return in one line how often each face came up: `d6, rolled 30 times ...: 1 x4 (5.0) ...`."""
    dice = sum(found.fell.values())
    each = ", ".join(
        f"{face} x{times} ({found.fair[face]:.1f})" for face, times in found.fell.items()
    )
    head = f"{found.die or 'all dice'}, rolled {dice} times (fair dice in brackets)"
    return f"{head}: {each}; {in_words(found.chance)}"
