"""The admiral: searches. He tries the best answers of the advice in playouts with sampled dice.

What is hidden from his seat is imagined anew for every round, and all answers of a round meet
the same dice. A secret choice is a mixed strategy: the better an answer did, the likelier it is.
"""

from __future__ import annotations

import math
from random import Random
from statistics import fmean, stdev
from typing import Any

from engine.counsel import Counsel
from engine.decision import Decision
from engine.game import Game
from engine.players.advice import advise
from engine.players.hourglass import Budget, MayGoOn
from engine.players.player import Answer, obvious, own_dice
from engine.players.playout import played_out

A_SECOND = Budget()
CANDIDATES = 4
"""How many answers are tried."""
WITHIN = 2.5
"""How much less than the best an answer may be worth by the advice and be tried."""
APART = 8.0
"""Steps of a dial by which two answers differ."""
ROUNDS = 4
"""Rounds before answers are given up that did clearly worse."""
PRIOR = 6.0
"""How many rounds the advice counts for beside what was tried."""
MIXED = 1.0
"""Points by which a secret answer may be worse and still be a good part as likely."""


class Admiral:
    """Tries answers until his budget is used up; among secret ones he draws by how they did."""

    name = "admiral"

    def __init__(
        self,
        game: Game[Any, Any, Any],
        seed: int = 0,
        seat: str = "",
        budget: Budget = A_SECOND,
    ) -> None:
        self._game = game
        self._random = own_dice(seed, seat)
        self._budget = budget

    def choose(self, view: Any, decision: Decision) -> Answer:
        """Return the answer that did best; of a secret question, one of those that did well."""
        if only := obvious(decision):
            return only
        may_go_on = self._budget.begin()
        found = advise(self._game, view, decision, self._random)
        tried = candidates(found, decision)
        if len(tried) > 1 and not self._game.setting_up(view):
            results = self._tried(view, decision, tried, may_go_on)
            best = self._taken(tried, results, decision.secret)
        else:
            best = tried[0]
        return Answer(best.option, best.dial, best.at)

    def _tried(
        self, view: Any, decision: Decision, tried: list[Counsel], may_go_on: MayGoOn
    ) -> list[list[float]]:
        """Return what came of each answer, round by round."""
        game, seat = self._game, decision.seat
        commands = [
            decision.option(each.option).filled(decision, each.dial, each.at) for each in tried
        ]
        results: list[list[float]] = [[] for _ in tried]
        standing, spent = list(range(len(tried))), 0
        while len(standing) > 1 and may_go_on(spent, len(standing)):
            seed = self._random.getrandbits(32)
            state = game.imagine(view, seat, Random(seed))
            for number in standing:
                # A card that is chosen now works in the turn after this one.
                turns = 2 if decision.secret else 1
                outcome = played_out(game, state, seat, commands[number], seed, turns)
                results[number].append(outcome)
            spent += len(standing)
            standing = _standing(results, standing)
        return results

    def _taken(self, tried: list[Counsel], results: list[list[float]], secret: bool) -> Counsel:
        """Return the answer with the best score, or one by lot."""
        scores = _scores(tried, results)
        if not secret:
            return tried[scores.index(max(scores))]
        chances = [math.exp((score - max(scores)) / MIXED) for score in scores]
        return self._random.choices(tried, chances)[0]


def candidates(found: tuple[Counsel, ...], decision: Decision) -> list[Counsel]:
    """Return the best answers that differ."""
    step = decision.dial.step if decision.dial else 1.0
    tried: list[Counsel] = []
    for each in found:
        if each.worth < found[0].worth - WITHIN or len(tried) >= CANDIDATES:
            break
        if not any(_alike(each, other, step) for other in tried):
            tried.append(each)
    return tried


def _alike(one: Counsel, other: Counsel, step: float) -> bool:
    apart = abs((one.dial or 0.0) - (other.dial or 0.0)) / step
    return one.option == other.option and one.at == other.at and apart < APART


def _scores(tried: list[Counsel], results: list[list[float]]) -> list[float]:
    """Return the mean of each answer's results, with the advice as results seen before.

    Those given up are scored by the rounds that they took part in, against the best of them.
    """
    rounds = max(len(each) for each in results)
    if not rounds:
        return [each.worth for each in tried]
    best = max(range(len(tried)), key=lambda n: (len(results[n]), fmean(results[n] or [0.0])))
    scores = []
    for each, came in zip(tried, results, strict=True):
        gain = fmean(came) - fmean(results[best][: len(came)])
        scores.append((len(came) * gain + PRIOR * each.worth) / (len(came) + PRIOR))
    return scores


def _standing(results: list[list[float]], standing: list[int]) -> list[int]:
    """Return the answers that have not done clearly worse, round for round, than the best."""
    if len(results[standing[0]]) < ROUNDS:
        return standing
    best = max(standing, key=lambda number: fmean(results[number]))
    kept = []
    for number in standing:
        short = [a - b for a, b in zip(results[best], results[number], strict=True)]
        doubt = stdev(short) / math.sqrt(len(short))
        if fmean(short) <= 2.0 * doubt:
            kept.append(number)
    return kept or [best]
