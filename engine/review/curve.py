"""The curve of a battle: the chance of winning by entry, and the choices that cost most."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite, sqrt
from pathlib import Path
from typing import Any

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import content, decoded
from engine.base.text import counted
from engine.game.decision import Answer, Reason
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.logbook import other_edition
from engine.kernel.seen import SeenBattle

# A choice that cost something, and which of many cost most.


class CostlyChoice(msgspec.Struct, kw_only=True, frozen=True):
    """A choice and a better one; `cost` is the difference of their scores in points."""

    n: int
    """The number of its entry in the battle; it was chosen in the position before."""
    turn: int
    seat: str
    name: str
    """The name of the seat."""
    question: str
    chosen: str
    better: str
    cost: float
    reason: Reason | None = None
    """The reason that sets them apart most: above 0 it speaks for the better one, below 0
    against the chosen one; None where the game gives no reasons."""
    slot: str = ""
    """The slot of a sheet that was judged; '' where the question was no sheet."""
    instead: Answer | None = None
    """The better answer; None where the game names none."""


def costliest(choices: Iterable[CostlyChoice | None], most: int) -> tuple[CostlyChoice, ...]:
    """Return at most `most` choices, the costliest first."""
    found = sorted(filter(None, choices), key=lambda choice: (-choice.cost, choice.n))
    return tuple(found[:most])


# The curve of a battle: the chance of winning by entry, kept in a file beside the battle.
#
# It is the computer's judgement of each position (`Thinking.evaluate`), with everything open, so
# a battle must be over. How much judgement makes how much of a chance is fitted for each game to
# battles between lieutenants (`Thinking.winning_odds`); at the end it is what came of the battle.


ENDING = ".curve"
JUDGE = 4
"""Raised when the same battle is judged another way, by other code or other figures."""
LARGEST = 4 * 1024 * 1024
"""Bytes of a curve's file: thirty for each of as many entries as a battle may have."""


class Gift(msgspec.Struct, frozen=True, array_like=True):
    """What dice gave at an entry, in chances of winning, and by how much that may err."""

    gave: float
    error: float
    """A standard error."""


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """Pairs of battles that were played on from a choice: after it, and after a better answer.

    `better` and `chosen` are the battles that its seat's side has won, half of one for a draw.
    """

    n: int
    """The entry of the choice."""
    of: int
    """Pairs of battles."""
    better: float
    chosen: float
    squares: float
    """The sum of the squares of the differences of pairs, for the error."""

    @property
    def gain(self) -> float:
        """By how much the better answer wins more often (-1 to 1)."""
        return (self.better - self.chosen) / self.of if self.of else 0.0

    def and_also(self, more: Trial) -> Trial:
        """Return both trials of the same choice as one."""
        return Trial(
            n=self.n,
            of=self.of + more.of,
            better=self.better + more.better,
            chosen=self.chosen + more.chosen,
            squares=self.squares + more.squares,
        )


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """The chances of the first seat's side, by position; some may still be missing."""

    battle: str
    """The id of the battle."""
    judge: str
    """By which rules, figures and code it was judged; another one makes it stale."""
    side: str
    name: str
    """What it is called: `Red`."""
    positions: int
    chances: dict[int, float]
    """From 0 to 1."""
    dice: dict[int, Gift] = {}
    """What dice gave that side at an entry, where some were thrown."""
    weighed: tuple[int, ...] = ()
    """The entries whose choices are weighed."""
    costly: tuple[CostlyChoice, ...] = ()
    """The costliest, the dearest first."""
    trials: tuple[Trial, ...] = ()
    """What the dearest of them came to when they were played on."""
    unweighed: str = ""
    """Why neither dice nor choices are weighed: under other rules nothing can be decided again."""

    @property
    def whole(self) -> bool:
        """Tell whether every position is judged and every choice weighed."""
        return len(self.chances) == self.positions and not self.left

    @property
    def left(self) -> list[int]:
        """The entries whose choices are still to be weighed."""
        weighed = set(self.weighed)
        every = () if self.unweighed else range(1, self.positions)
        return [n for n in every if n not in weighed]

    def at(self, n: int) -> float | None:
        """Return the chance at a position; None where it is not judged yet."""
        return self.chances.get(n)

    def swings(self, most: int) -> list[int]:
        """Return the positions with the largest swings from the one before, largest first."""
        both = [n for n in self.chances if n - 1 in self.chances]
        return sorted(both, key=lambda n: -abs(self.chances[n] - self.chances[n - 1]))[:most]


_decode = msgspec.json.Decoder(Curve).decode


def curve_path(battle: Path) -> Path:
    """Return where the curve of a battle file is kept."""
    return battle.with_name(f"{battle.name}{ENDING}")


def judge_of(battle: SeenBattle) -> str:
    """Return the version of the evaluation that judges battles today."""
    game = battle.game
    return f"{game.name} {game.rules_version} {game.data_version} {JUDGE}"


def side_of(game: Game[Any, Any, Any], state: Any) -> str:
    """Return the side whose chances a curve tells: the first seat's."""
    first = game.seats(state)[0]
    return first.fights_for


def side_names(battle: SeenBattle) -> dict[str, str]:
    """Return what each side is called: by the name of its seat, where it has one alone."""
    seats: dict[str, list[str]] = {}
    for seat in battle.game.seats(battle.state):
        seats.setdefault(seat.fights_for, []).append(seat.name)
    return {side: names[0] if len(names) == 1 else side for side, names in seats.items()}


def begun(battle: Battle) -> Curve:
    """Return the curve that is kept beside a battle, or an empty one where it is stale or damaged.

    `Refused` while the battle goes on: with everything open it would tell secrets.
    """
    if battle.outcome() is None:
        raise Refused("a battle is judged when it is over: before that it would reveal secrets")
    side = side_of(battle.game, battle.state)
    fresh = Curve(
        battle=battle.header.id,
        judge=judge_of(battle),
        side=side,
        name=side_names(battle)[side],
        positions=battle.position + 1,
        chances={},
        unweighed=other_edition(battle.game, battle.header),
    )
    kept = kept_beside(battle)
    stale = kept is None or kept.judge != fresh.judge or kept.positions != fresh.positions
    return fresh if stale or kept is None else kept


def kept_beside(battle: SeenBattle) -> Curve | None:
    """Return the curve beside a battle's file; None where there is none of this battle."""
    if battle.path is None:
        return None
    try:
        path = curve_path(battle.path)
        curve = decoded(_decode, content(path, LARGEST, "the curve of a battle"), path)
    except FileFault:
        return None
    own = curve.battle == battle.header.id and curve.positions == battle.position + 1
    return curve if own and _sound(curve) else None


def _sound(curve: Curve) -> bool:
    """Tell whether its figures are about the battle's entries; a file may hold any."""
    places = (*curve.chances, *curve.dice, *curve.weighed)
    return (
        all(0 <= n < curve.positions for n in (*places, *(each.n for each in curve.costly)))
        and all(0 <= chance <= 1 for chance in curve.chances.values())
        and all(abs(each.gave) <= 1 and 0 <= each.error <= 1 for each in curve.dice.values())
        and all(isfinite(each.cost) for each in curve.costly)
        and all(_is_trial(each, curve) for each in curve.trials)
    )


def _is_trial(trial: Trial, curve: Curve) -> bool:
    """Tell whether a trial can have come of playing on."""
    inside = all(0 <= won <= trial.of for won in (trial.better, trial.chosen, trial.squares))
    return trial.of > 0 and inside and trial.n in {each.n for each in curve.costly}


def keep(curve: Curve, battle: Path) -> None:
    """Write a curve beside its battle; raises `FileFault`."""
    path, data = curve_path(battle), msgspec.json.encode(curve) + b"\n"
    if len(data) > LARGEST:
        raise FileFault(f"{path} would be too large for the curve of a battle")
    files.write(path, data, private=False)


def columns(curve: Curve, count: int) -> Iterable[float | None]:
    """Return the chance in each of so many columns of a picture, from the start to the end."""
    last = curve.positions - 1
    return (curve.at(round(column * last / max(1, count - 1))) for column in range(count))


# Verdicts: what pairs of battles that were played on (engine/review/proving.py) prove of a choice.


CANDIDATES = 2
"""Choices of each side that are played on: those that the judgement calls the dearest."""
BATCH = 12
"""Pairs of battles that are fought at a time."""
MOST = 60
"""Pairs of battles of a choice, at most: a minute for a quick start."""
TOLD_BY = 48
"""Pairs of battles by which a choice is told, at least: fewer would be told with a wide error."""
WORTH = 0.05
"""The difference in the chance of winning below which nothing is told."""
SURE = 2.0
"""A difference is reported only if it is this many standard errors from zero."""


def error_of(trial: Trial) -> float:
    """Return the standard error of the difference of both chances: of pairs, so it is small.

    One pair that parts them is added, so that a few that are all alike prove nothing.
    """
    of = trial.of + 1
    mean = (trial.better - trial.chosen) / of
    return sqrt(max(0.0, (trial.squares + 1) / of - mean * mean) / of)


def is_open(trial: Trial) -> bool:
    """Tell whether more battles may still change what is told of a choice."""
    if trial.of >= MOST:
        return False
    unsure = trial.gain <= SURE * error_of(trial)
    # What gains nothing in its first batch is dropped: each pair of battles costs a quarter second.
    return trial.of < BATCH or (trial.gain >= WORTH and (unsure or trial.of < TOLD_BY))


def is_proved(trial: Trial) -> bool:
    """Tell whether a choice is told: the better answer wins more, beyond its error."""
    return not is_open(trial) and trial.gain >= WORTH and trial.gain > SURE * error_of(trial)


def proved(curve: Curve) -> list[tuple[CostlyChoice, Trial]]:
    """Return the choices that are proved to have cost something, the dearest in chances first."""
    trials = {each.n: each for each in curve.trials if is_proved(each)}
    found = [(each, trials[each.n]) for each in curve.costly if each.n in trials]
    return sorted(found, key=lambda pair: -pair[1].gain)


def told(choice: CostlyChoice, trial: Trial) -> str:
    """Return the effect of a choice on its seat's winning chance, in words."""
    after = f"{trial.chosen:.0f} after {choice.chosen} and {trial.better:.0f} after {choice.better}"
    return f"of {counted(trial.of, 'battle')} played on from here {choice.name} won {after}"


def marked(curve: Curve) -> tuple[int, ...]:
    """Return the entries whose choices are proved to have cost something, the dearest first."""
    return tuple(choice.n for choice, _ in proved(curve))
