"""Hindsight: a battle's choices are judged step by step, then the costliest ones are checked by
playouts.

The steps run in the adviser's thread. Results are cached with the battle, so that a page that is
opened again continues where it stopped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from weakref import WeakKeyDictionary

from engine.base.errors import WeatherGageError
from engine.files.diary import store_puzzles
from engine.kernel.seen import SeenBattle
from engine.review.curve import CostlyChoice, Trial, is_open, is_proved, resumable_curve
from engine.review.hindsight import judge_choices
from engine.review.proving import BattleSnapshot, run_trials, sort_key

MOST = 10
"""At most this many choices are listed and checked by playouts."""
_cached: WeakKeyDictionary[SeenBattle, Hindsight] = WeakKeyDictionary()


class ListedChoice(NamedTuple):
    """A choice, the playouts that check it, and its `stake`: how much chance of winning it may have
    cost.
    """

    choice: CostlyChoice
    trial: Trial | None
    """The playouts that check the choice; None before the first playout, and in a game without
    playouts."""
    stake: float

    @property
    def proved(self) -> bool:
        """Tell whether the better answer has won more playouts, by clearly more than the error."""
        return self.trial is not None and is_proved(self.trial)

    @property
    def dropped(self) -> bool:
        """Tell whether playouts have shown that the better answer gains little or nothing."""
        return self.trial is not None and not is_open(self.trial) and not self.proved


class Hindsight:
    """The choices that some seats made in a battle, as far as they have been judged."""

    def __init__(
        self, battle: SeenBattle, seats: tuple[str, ...], own: Collection[str] = ()
    ) -> None:
        """Judge the choices of `seats`; those of the person's `own` seats are listed first."""
        self.about = battle.header.id, battle.position, seats, frozenset(own)
        self._own = frozenset(own)
        self.total = battle.position
        self.judged = 0
        self._plays_on = battle.game.review.plays_on
        self._work: Iterator[CostlyChoice | None] = judge_choices(
            battle.game, battle.at(0), battle.entries, battle.seed, seats
        )
        self._fought = BattleSnapshot(battle)
        self._found: list[ListedChoice] = []
        self.kept: tuple[str, ...] = ()
        """The names of the puzzles that were made from the person's own costly choices."""
        # Earlier results are read from the file beside the battle, unless some are missing there.
        curve = resumable_curve(battle) if battle.outcome() is not None else None
        every = {seat.key for seat in battle.game.seats(battle.state)}
        if curve and curve.whole and every == {*seats}:
            trials = {each.n: each for each in curve.trials}
            self._found = [
                ListedChoice(each, trials.get(each.n), sort_key(each, curve.at(each.n - 1)))
                for each in curve.costly
            ]
            self.judged = self.total

    @property
    def over(self) -> bool:
        """Tell whether all work is done: every entry is judged, and every listed choice proved or
        dropped.
        """
        return self.judged >= self.total and self._open is None

    @property
    def _open(self) -> ListedChoice | None:
        """The first listed choice whose result further playouts may change."""
        if not self._plays_on:
            return None
        unsure = (
            each
            for each in self._dearest()
            if each.choice.instead and (each.trial is None or is_open(each.trial))
        )
        return next(unsure, None)

    def step(self, battle: SeenBattle) -> None:
        """Do the next piece of work: judge the next entry of the battle, or, when all are judged,
        run one pair of playouts.

        It is called in the adviser's thread; `battle` is used only as the key of the cache.
        """
        if self.judged < self.total:
            try:
                choice = next(self._work, None)
            except WeatherGageError:
                _cached.pop(battle, None)  # the next request judges it from the start
                raise
            self.judged += 1
            if choice:
                game = self._fought.game
                view = game.view(self._fought.at(choice.n - 1), choice.seat)
                before = game.thinking.chance(view, choice.seat)
                self._found.append(ListedChoice(choice, None, sort_key(choice, before)))
            return
        if (unsure := self._open) is None:
            return
        done = unsure.trial
        more = run_trials(self._fought, unsure.choice, done.of if done else 0, 1)
        at = self._found.index(unsure)
        self._found[at] = unsure._replace(trial=done.combined_with(more) if done else more)

    def keep_puzzles(self, own: Iterable[str], answers: Path | None) -> None:
        """Store proved choices of a person's own seats as puzzles, in a file beside the person's
        answers to puzzles.

        Nothing is stored until the battle and all this work are over. It is called in the adviser's
        thread, because replaying the battle up to the choices is slow.
        """
        if self._fought.outcome is None or not self.over:
            return
        proved = [(each.choice, each.trial) for each in self.listed() if each.trial and each.proved]
        self.kept += store_puzzles(self._fought, proved, own, answers)

    def _dearest(self) -> list[ListedChoice]:
        def place(each: ListedChoice) -> tuple[bool, float, int]:
            return self._is_others(each), -each.stake, each.choice.n

        return sorted(self._found, key=place)[:MOST]

    def _is_others(self, each: ListedChoice) -> bool:
        return bool(self._own) and each.choice.seat not in self._own

    def listed(self) -> tuple[ListedChoice, ...]:
        """Return the choices that may have cost most: the person's own, then those of other seats.

        In each of the two groups, proved choices come first and dropped choices last.
        """

        def place(each: ListedChoice) -> tuple[bool, bool, bool, float]:
            return (
                self._is_others(each),
                each.dropped,
                not each.proved,
                -(each.trial.gain if each.trial else 0.0),
            )

        return tuple(sorted(self._dearest(), key=place))


def cached_hindsight(
    battle: SeenBattle, seats: tuple[str, ...], own: Collection[str] = ()
) -> Hindsight:
    """Return the cached hindsight on the choices of these seats; a new one if the battle has grown
    since.
    """
    cached = _cached.get(battle)
    if cached is None or cached.about != (battle.header.id, battle.position, seats, frozenset(own)):
        cached = _cached[battle] = Hindsight(battle, seats, own)
    return cached
