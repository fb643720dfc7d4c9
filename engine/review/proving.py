"""Proving that a choice was costly: the battle is played to its end many times after the choice,
and as often after the better answer, with the same seeds.

The computer's judgement (`engine/review/hindsight.py`) only selects the choices to check; the
numbers of battles won after the two answers decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from engine.game.decision import Answer
from engine.game.game import Given, Record
from engine.game.question import Fill, Question, Sheet, question_of
from engine.kernel.seen import SeenBattle
from engine.kernel.timeline import fold
from engine.lookahead.playout import playout_result
from engine.review.curve import (
    BATCH,
    CANDIDATES,
    CostlyChoice,
    Curve,
    Trial,
    is_open,
    proved_choices,
)

# Pairs of battles, one after each of two answers, with the same dice as long as their questions are
# the same. They begin at states that are possible in the seat's view, and all seats play as the
# computer player `lieutenant` does (by quick scores or the game's own policy). So they measure the
# worth of a choice for what the seat knew, if such players continue.


class BattleSnapshot:
    """A copy of a battle's entries for use in another thread; it computes the states itself.

    While a page shows the battle, another thread judges its choices. Two threads must not use one
    battle, because a battle caches its latest states.
    """

    def __init__(self, battle: SeenBattle) -> None:
        """Copy the data; called in the thread that owns the battle."""
        self.game, self.header, self.seed = battle.game, battle.header, battle.seed
        self.entries, self.outcome = tuple(battle.entries), battle.outcome()
        self._states: dict[int, Any] = {0: battle.at(0)}
        """A cache of the requested states, by the number of entries before them; only a few are
        requested."""

    def at(self, n: int) -> Any:
        """Return the state after the first n entries."""
        if n not in self._states:
            nearest = max(each for each in self._states if each <= n)
            state = self._states[nearest]
            for record in self.entries[nearest:n]:
                state = fold(self.game, state, record.events)
            self._states[n] = state
        return self._states[n]

    def moment(self, n: int) -> tuple[Any, Record]:
        """Return the state before entry n, and the entry."""
        return self.at(n - 1), self.entries[n - 1]


class Rivals:
    """A player's answer and the better answer to the same question, to be compared by playouts."""

    def __init__(self, battle: SeenBattle | BattleSnapshot, choice: CostlyChoice) -> None:
        self._game, self._choice = battle.game, choice
        self.dice = Random(f"played on from {choice.n} of {battle.seed}").getrandbits(48)
        """The seed of the playouts, so that they are the same in every process."""
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
        """Return (better answer, given answer), in the form that a seat submits."""
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
        """Play one pair of playouts; return (result after the better answer, result after the given
        one): 1 won, 0.5 drawn, 0 lost.

        `number` is the number of the pair; the same pair always gives the same results.
        """
        better, chosen = (
            playout_result(self._game, self._view, self.question, command, self.dice, number)
            for command in self._commands
        )
        return better, chosen


def sort_key(choice: CostlyChoice, chance: float | None) -> float:
    """Return how promising it is to check a choice: its judged cost, times how undecided the battle
    was before it.

    `chance` is the chance of winning before the choice; None if it is unknown. In a nearly decided
    battle even a loss of many points changes the chance little.
    """
    open_ = 0.25 if chance is None else chance * (1 - chance)
    return choice.cost * open_


def candidates(curve: Curve, battle: SeenBattle) -> list[CostlyChoice]:
    """Return the choices to be checked by playouts: for each side, those that may have cost most
    and whose better answer can be played.

    They are ranked by `sort_key`.
    """
    if not battle.game.review.plays_on:
        return []
    sides = {seat.key: seat.fights_for for seat in battle.game.seats(battle.state)}
    found: list[CostlyChoice] = []
    for each in sorted(curve.costly, key=lambda each: -sort_key(each, curve.at(each.n - 1))):
        own = [other for other in found if sides[other.seat] == sides[each.seat]]
        if each.instead is not None and len(own) < CANDIDATES:
            found.append(each)
    return found


def still_open(curve: Curve, battle: SeenBattle) -> list[CostlyChoice]:
    """Return the costly choices that need more playouts before a verdict."""
    if not curve.whole or curve.unweighed:
        return []
    tried = {each.n: each for each in curve.trials}
    return [
        each for each in candidates(curve, battle) if each.n not in tried or is_open(tried[each.n])
    ]


def run_trials(
    battle: SeenBattle | BattleSnapshot, choice: CostlyChoice, before: int, count: int = BATCH
) -> Trial:
    """Play `count` more pairs of battles and return their results; `before` is the number of pairs
    that were played earlier.
    """
    rivals = Rivals(battle, choice)
    pairs = [rivals.won(number) for number in range(before, before + count)]
    return Trial(
        n=choice.n,
        of=len(pairs),
        better=sum(better for better, _ in pairs),
        chosen=sum(chosen for _, chosen in pairs),
        squares=sum((better - chosen) ** 2 for better, chosen in pairs),
    )


def with_trials(curve: Curve, trials: Iterable[Trial]) -> Curve:
    """Return a curve with the results of more pairs of playouts added to those it has."""
    known = {each.n: each for each in curve.trials}
    for each in trials:
        known[each.n] = known[each.n].combined_with(each) if each.n in known else each
    return msgspec.structs.replace(
        curve, trials=tuple(sorted(known.values(), key=lambda each: each.n))
    )


def as_talk_request(given: Given) -> Mapping[str, Any]:
    """Return an answer as data in the form of the request `do` of the JSON protocol `talk`."""
    if isinstance(given, Answer):
        found = {"option": given.option, "dial": given.dial, "at": given.at}
        return {name: value for name, value in found.items() if value is not None}
    return {"fill": {slot: str(answer) for slot, answer in given.items()}}


def as_json(curve: Curve, battle: SeenBattle) -> list[dict[str, Any]]:
    """Return the choices that are proved to be costly as plain data for programs."""
    rows = []
    for choice, trial in proved_choices(curve):
        better, chosen = map(as_talk_request, Rivals(battle, choice).answers())
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
