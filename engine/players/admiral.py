"""The admiral: searches. He tries the best answers of the advice in playouts with sampled dice.

What is hidden from his seat is imagined anew for every round, and all answers of a round meet
the same dice. A secret choice is a mixed strategy: the better an answer did, the likelier it is.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from engine.game.advice import Advice
from engine.game.decision import Decision
from engine.game.game import Game
from engine.game.horizon import Horizon
from engine.players.advice import advise
from engine.players.player import Answer, obvious, own_dice
from engine.players.playout import played_out
from engine.players.race import FAIR, Race, hopeful
from engine.players.time_budget import Budget, TimeBudget

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
        budget = TimeBudget(self._budget)
        found = advise(self._game, view, decision, self._random)
        looks = self._game.horizon(view, decision)
        tried = candidates(found, decision, looks)
        best = tried[0]
        if len(tried) > 1 and not self._game.setting_up(view):
            race = Race([each.worth for each in tried], looks)
            self._try_out(race, view, decision, tried, budget)
            best = tried[self._taken(race, decision.secret)]
        return Answer(best.option, best.dial, best.at)

    def _try_out(
        self, race: Race, view: Any, decision: Decision, tried: list[Advice], budget: TimeBudget
    ) -> None:
        """Play rounds in which all answers that stand meet the same hands and dice."""
        game, turns = self._game, race.looks.turns
        commands = [
            decision.option(each.option).filled(decision, each.dial, each.at) for each in tried
        ]
        spent = 0
        while turns and len(race.running) > 1 and budget.room(spent, len(race.running)):
            seed = self._random.getrandbits(32)
            state = game.determinize(view, decision, Random(seed))
            came: dict[int, float] = {}
            for number in race.running:
                command, run_out = commands[number], budget.run_out
                points = played_out(game, state, decision, command, seed, turns, run_out)
                if points is None:
                    # Those that came before the time ran out were all dealt alike.
                    race.note(came)
                    return
                came[number] = points
            spent += len(came)
            race.note(came)

    def _taken(self, race: Race, secret: bool) -> int:
        """Return the leader, or one by lot: the better, the likelier."""
        if not secret:
            return race.leader
        scores = race.scores()
        chances = [math.exp((score - max(scores)) / MIXED) for score in scores]
        return self._random.choices(range(len(scores)), chances)[0]


def candidates(
    found: tuple[Advice, ...], decision: Decision, looks: Horizon = FAIR
) -> list[Advice]:
    """Return the best answers that differ and of which there is something to be hoped."""
    step = decision.dial.step if decision.dial else 1.0
    tried: list[Advice] = []
    for each in found:
        if len(tried) >= CANDIDATES or not hopeful(each.worth - found[0].worth, looks):
            break
        if not any(_alike(each, other, step) for other in tried):
            tried.append(each)
    return tried


def _alike(one: Advice, other: Advice, step: float) -> bool:
    apart = abs((one.dial or 0.0) - (other.dial or 0.0)) / step
    return one.option == other.option and one.at == other.at and apart < APART
