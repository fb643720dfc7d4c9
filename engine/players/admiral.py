"""The admiral: searches. He tries the best answers of the advice in playouts with sampled dice.

What is hidden from his seat is imagined anew for every round, and all answers of a round meet
the same dice. A secret choice is a mixed strategy: the better an answer did, the likelier it is.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from engine.game.advice import Counsel
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.horizon import Foresight
from engine.players.advice import advise
from engine.players.player import Answer, obvious, own_dice
from engine.players.playout import played_out
from engine.players.race import FAIR, Trial, hopeful
from engine.players.time_budget import Budget, Hourglass

A_SECOND = Budget()
CANDIDATES = 6
"""How many answers are tried at most."""
APART = 8.0
"""Steps of a dial by which two answers differ."""
MIXED = 0.5
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
        glass = Hourglass(self._budget)
        found = advise(self._game, view, decision, self._random)
        looks = self._game.foresight(view, decision)
        tried = candidates(found, decision, looks)
        best = tried[0]
        if len(tried) > 1 and not self._game.setting_up(view):
            trial = Trial([each.worth for each in tried], looks)
            self._try_out(trial, view, decision, tried, glass)
            best = tried[self._taken(trial, decision.secret)]
        return Answer(best.option, best.dial, best.at)

    def _try_out(
        self, trial: Trial, view: Any, decision: Decision, tried: list[Counsel], glass: Hourglass
    ) -> None:
        """Play rounds in which all answers that stand meet the same hands and dice."""
        game, turns = self._game, trial.looks.turns
        commands = [
            decision.option(each.option).filled(decision, each.dial, each.at) for each in tried
        ]
        spent = 0
        while turns and len(trial.standing) > 1 and glass.room(spent, len(trial.standing)):
            seed = self._random.getrandbits(32)
            state = game.imagine(view, decision, Random(seed))
            came: dict[int, float] = {}
            for number in trial.standing:
                command, run_out = commands[number], glass.run_out
                points = played_out(game, state, decision, command, seed, turns, run_out)
                if points is None:
                    # Those that came before the time ran out were all dealt alike.
                    trial.note(came)
                    return
                came[number] = points
            spent += len(came)
            trial.note(came)

    def _taken(self, trial: Trial, secret: bool) -> int:
        """Return the leader, or one by lot: the better, the likelier."""
        if not secret:
            return trial.leader
        scores = trial.scores()
        chances = [math.exp((score - max(scores)) / MIXED) for score in scores]
        return self._random.choices(range(len(scores)), chances)[0]


def candidates(
    found: tuple[Counsel, ...], decision: Decision, looks: Foresight = FAIR
) -> list[Counsel]:
    """Return the best answers that differ and of which there is something to be hoped."""
    step = decision.dial.step if decision.dial else 1.0
    tried: list[Counsel] = []
    for each in found:
        if len(tried) >= CANDIDATES or not hopeful(each.worth - found[0].worth, looks):
            break
        if not any(_alike(each, other, step) for other in tried):
            tried.append(each)
    return tried


def _alike(one: Counsel, other: Counsel, step: float) -> bool:
    apart = abs((one.dial or 0.0) - (other.dial or 0.0)) / step
    return one.option == other.option and one.at == other.at and apart < APART
