"""Proving: playouts of a choice and of a better answer, to the end, with the same seeds.

The computer's judgement (`engine/review/hindsight.py`) only chooses the candidates. The result is a
chance: how many battles were won after the choice, and after the other answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from engine.base.dice import wilson
from engine.base.text import counted
from engine.game.decision import Answer
from engine.game.game import Given
from engine.game.question import Fill, Question, Sheet, question_of
from engine.kernel.seen import SeenBattle
from engine.lookahead.playout import fought_out
from engine.review.curve import BATCH, CANDIDATES, CostlyChoice, Curve, Trial, is_open, proved

# Pairs of battles, one after each of two answers, with the same dice as long as their questions are
# the same.
#
# They begin at states that are possible in the seat's view, and all seats play as lieutenants do
# (by quick scores or the game's own policy); so they measure what the seat could know, and how well
# such players do from there.


class Rivals:
    """The answer given at an entry, and the better one."""

    def __init__(self, battle: SeenBattle, choice: CostlyChoice) -> None:
        self._game, self._choice, self._seed = battle.game, choice, battle.seed
        before, record = battle.moment(choice.n)
        self._view = battle.game.view(before, choice.seat)
        self.question: Question = question_of(battle.game.pending(before), choice.seat)
        self._commands = self._instead(record.command), record.command

    def _instead(self, command: Any) -> Any:
        answer, question = self._choice.instead, self.question
        if answer is None:
            return command
        if isinstance(question, Sheet):
            return Fill(question.id, {**command.answers, self._choice.slot: answer})
        return question.option(answer.option).filled(question, answer.dial, answer.at)

    def answers(self) -> tuple[Given, Given]:
        """Return the better answer and the given one, in the form that a seat submits."""
        better, chosen = (self._given(command) for command in self._commands)
        return better, chosen

    def _given(self, command: Any) -> Given:
        question = self.question
        if isinstance(question, Sheet):
            return dict(command.answers)
        for option in question.options:
            if (read := option.read(command)) is not None:
                return Answer(option.id, *read)
        return Answer()

    def won(self, number: int) -> tuple[float, float]:
        """Return the results after the better answer and after the given one: 1 won, 0.5 drawn, 0
        lost.

        `number` is the number of the pair: the same pair always gives the same result.
        """
        random = Random(f"winning {self._seed} {self._choice.n} {number}")
        state = self._game.thinking.determinize(self._view, self.question, random)
        seed = random.getrandbits(32)
        better, chosen = (self._wins(state, command, seed) for command in self._commands)
        return better, chosen

    def _wins(self, state: Any, command: Any, seed: int) -> float:
        outcome = fought_out(self._game, state, self.question, command, seed)
        if outcome is None or not outcome.winners:
            return 0.5
        seat = next(each for each in self._game.seats(state) if each.key == self._choice.seat)
        return float(seat.fights_for in outcome.winners)


class Winning:
    """The effect of a choice on the chance of winning, from the pairs played so far."""

    def __init__(self, battle: SeenBattle, choice: CostlyChoice) -> None:
        """Begin with a choice of a battle; there are no pairs where the game's battles take too
        long.
        """
        self._rivals = Rivals(battle, choice)
        self.total = battle.game.review.played_on if choice.instead else 0
        self.done = 0
        self._won = [0.0, 0.0]

    @property
    def over(self) -> bool:
        """Tell whether all pairs are played."""
        return self.done >= self.total

    @property
    def shares(self) -> tuple[float, float]:
        """The chance of winning (0 to 1) with the better answer and with the chosen one."""
        better, chosen = (won / max(1, self.done) for won in self._won)
        return better, chosen

    def step(self) -> None:
        """Play one pair of battles, if any are left."""
        if self.over:
            return
        for place, won in enumerate(self._rivals.won(self.done)):
            self._won[place] += won
        self.done += 1

    def describe(self) -> str:
        """Return both chances in words, `58% -> 41%`, with their errors.

        '' before the first pair.
        """
        if not self.done:
            return ""
        better, chosen = (f"{100 * share:.0f}%" for share in self.shares)
        spans = (wilson(won, self.done) for won in self._won)
        first, second = (f"{100 * low:.0f} to {100 * high:.0f}%" for low, high in spans)
        return (
            f"{better} -> {chosen} chance of winning, with the better one and with the chosen one; "
            f"{first} and {second} by {counted(self.done, 'battle')} played out after each"
        )


def candidates(curve: Curve, battle: SeenBattle) -> list[CostlyChoice]:
    """Return the costliest choices of each side for which another answer can be played out."""
    sides = {seat.key: seat.fights_for for seat in battle.game.seats(battle.state)}
    found: list[CostlyChoice] = []
    for each in curve.costly:
        own = [other for other in found if sides[other.seat] == sides[each.seat]]
        if each.instead is not None and len(own) < CANDIDATES:
            found.append(each)
    return found


def still_open(curve: Curve, battle: SeenBattle) -> list[CostlyChoice]:
    """Return the candidates that need more playouts."""
    if not curve.whole or curve.unweighed:
        return []
    tried = {each.n: each for each in curve.trials}
    return [
        each for each in candidates(curve, battle) if each.n not in tried or is_open(tried[each.n])
    ]


def tried(battle: SeenBattle, choice: CostlyChoice, before: int) -> Trial:
    """Return the results of another batch of pairs, after `before` earlier pairs."""
    rivals = Rivals(battle, choice)
    pairs = [rivals.won(number) for number in range(before, before + BATCH)]
    return Trial(
        n=choice.n,
        of=len(pairs),
        better=sum(better for better, _ in pairs),
        chosen=sum(chosen for _, chosen in pairs),
        squares=sum((better - chosen) ** 2 for better, chosen in pairs),
    )


def with_trials(curve: Curve, trials: Iterable[Trial]) -> Curve:
    """Return a curve with the results of more pairs added."""
    known = {each.n: each for each in curve.trials}
    for each in trials:
        known[each.n] = known[each.n].and_also(each) if each.n in known else each
    return msgspec.structs.replace(
        curve, trials=tuple(sorted(known.values(), key=lambda each: each.n))
    )


def talked(given: Given) -> Mapping[str, Any]:
    """Return an answer as the JSON of the op `do` in `talk`."""
    if isinstance(given, Answer):
        found = {"option": given.option, "dial": given.dial, "at": given.at}
        return {name: value for name, value in found.items() if value is not None}
    return {"fill": {slot: str(answer) for slot, answer in given.items()}}


def as_json(curve: Curve, battle: SeenBattle) -> list[dict[str, Any]]:
    """Return the proved choices as plain data for programs."""
    rows = []
    for choice, trial in proved(curve):
        better, chosen = map(talked, Rivals(battle, choice).answers())
        rows.append(
            {
                "entry": choice.n,
                "seat": choice.seat,
                "chosen": chosen,
                "better": better,
                "wins": [round(trial.chosen), round(trial.better)],
                "of": trial.of,
            }
        )
    return rows
