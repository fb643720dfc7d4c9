"""What a choice did to the chance of winning: battles played on after it, and after a better one.

They begin at states that the seat's view allows, and all seats play by quick scores; so they tell
what the seat could know, and how well such players do from there.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.base.counting import counted
from engine.base.interval import wilson
from engine.game.question import Question, question_of
from engine.game.sheet import Fill, Sheet
from engine.kernel.seen import SeenBattle
from engine.lookahead.playout import fought_out
from engine.review.costly import CostlyChoice


class Winning:
    """Battles after the better answer and after the chosen one, one of each a step.

    Both meet the same dice where they lead to the same questions.
    """

    def __init__(self, battle: SeenBattle, choice: CostlyChoice) -> None:
        """Play on from a choice of a battle; nothing where the game's battles take too long."""
        self._game, self._choice = battle.game, choice
        before, record = battle.moment(choice.n)
        self._seed = battle.seed
        self._view = battle.game.view(before, choice.seat)
        self._question = question_of(battle.game.pending(before), choice.seat)
        self._commands = (_instead(self._question, record.command, choice), record.command)
        self.total = battle.game.review.played_on if choice.instead else 0
        self.done = 0
        self._won = [0.0, 0.0]

    @property
    def over(self) -> bool:
        """Tell whether all battles are played."""
        return self.done >= self.total

    @property
    def shares(self) -> tuple[float, float]:
        """The chance of winning (0 to 1) with the better answer and with the chosen one."""
        better, chosen = (won / max(1, self.done) for won in self._won)
        return better, chosen

    def step(self) -> None:
        """Play one battle after each answer, if some are left."""
        if self.over:
            return
        random = Random(f"winning {self._seed} {self._choice.n} {self.done}")
        state = self._game.thinking.determinize(self._view, self._question, random)
        seed = random.getrandbits(32)
        for place, command in enumerate(self._commands):
            self._won[place] += self._wins(state, command, seed)
        self.done += 1

    def describe(self) -> str:
        """Return both chances in words, `58% -> 41%`, with how far they may err; '' before any."""
        if not self.done:
            return ""
        better, chosen = (f"{100 * share:.0f}%" for share in self.shares)
        spans = (wilson(won, self.done) for won in self._won)
        first, second = (f"{100 * low:.0f} to {100 * high:.0f}%" for low, high in spans)
        return (
            f"{better} -> {chosen} chance of winning, with the better one and with the chosen one; "
            f"{first} and {second} by {counted(self.done, 'battle')} played on after each"
        )

    def _wins(self, state: Any, command: Any, seed: int) -> float:
        """Return 1 for a battle that the seat's side has won, half for a draw."""
        outcome = fought_out(self._game, state, self._question, command, seed)
        if outcome is None or not outcome.winners:
            return 0.5
        seat = next(each for each in self._game.seats(state) if each.key == self._choice.seat)
        return float(seat.fights_for in outcome.winners)


def _instead(question: Question, command: Any, choice: CostlyChoice) -> Any:
    """Return the command of the better answer, the rest of a sheet as it was."""
    answer = choice.instead
    if answer is None:
        return command
    if isinstance(question, Sheet):
        return Fill(question.id, {**command.answers, choice.slot: answer})
    return question.option(answer.option).filled(question, answer.dial, answer.at)
