"""The admiral, the strongest computer player: it takes the best answers of the advice and tries
each in playouts (simulated continuations of the battle).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from time import monotonic
from typing import Any, NamedTuple

from engine.base.errors import Refused
from engine.base.text import parse_number
from engine.game.decision import Advice, Answer, Decision
from engine.game.game import Game
from engine.game.parts.thinking import Horizon
from engine.game.question import Draft, Fill, Question, Sheet
from engine.lookahead.playout import FAIR, Race, is_contender, rounds, time_limit
from engine.lookahead.scoring import only_answer
from engine.players.player import Captain, Progress, advise

# The budget of a search: a number of seconds, or a number of playouts.
#
# A search with a budget in playouts can be reproduced from its seed; with a budget in seconds it
# depends on the machine. No other module of the players that come with the game reads a clock.


LONGEST = 3600.0
"""The largest budget in seconds, since nobody waits longer than an hour for one answer."""
MOST = 1_000_000
"""The largest budget in playouts, since nobody waits for more than a million of them."""

OVERRUN = 0.1
"""A search may exceed its time limit by at most this fraction of the limit."""


class Allowance(NamedTuple):
    """The budget of one decision: a number of one-turn playouts, or, if `playouts` is 0, a number
    of seconds.
    """

    playouts: int = 0
    seconds: float = 1.0


class TimeBudget:
    """A budget that a search is using up; its clock starts when it is created."""

    def __init__(self, budget: Allowance) -> None:
        self._budget = budget
        self._started = 0.0 if budget.playouts else monotonic()
        self._looked: float | None = None
        self._advised = self._longest = 0.0

    def most(self, turns: int) -> int:
        """Return how many answers a search may try, if one playout of each lasts `turns` turns.

        With a time limit the number is `MOST`, because a round that takes too long is cut short.
        """
        return self._budget.playouts // max(1, turns) if self._budget.playouts else MOST

    def room(self, done: int, asked: int) -> bool:
        """Tell whether the budget allows `asked` more turns of playouts, after `done` turns.

        Each new turn is assumed to take as long as the mean turn so far; before any turn was
        played, as long as computing the advice took.
        """
        if self._budget.playouts:
            return done + asked <= self._budget.playouts
        passed = monotonic() - self._started
        if not done:
            self._advised = passed
        each = (passed - self._advised) / done if done else passed
        return passed + asked * each <= self._budget.seconds

    def run_out(self) -> bool:
        """Tell whether the time is up, or the next step of the search may exceed the limit by more
        than a tenth.

        It is called between the steps of a search; the next step is assumed to take as long as the
        longest step so far. For a budget in playouts the result is always False.
        """
        if self._budget.playouts:
            return False
        now = monotonic()
        if self._looked is not None:
            self._longest = max(self._longest, now - self._looked)
        self._looked = now
        passed, most = now - self._started, self._budget.seconds
        return passed >= most or passed + self._longest > (1 + OVERRUN) * most


def parse_budget(words: str) -> Allowance:
    """Return the budget in a text: `200` is a number of playouts, `0.5s` a number of seconds, and
    '' one second.

    Raises `Refused` for any other text.
    """
    if not words:
        return Allowance()
    try:
        if words.endswith("s") and 0.0 < float(words[:-1]) <= LONGEST:
            return Allowance(seconds=float(words[:-1]))
        if words.isdecimal() and 0 < parse_number(words) <= MOST:
            return Allowance(parse_number(words))
    except ValueError:
        pass
    raise Refused(
        "an admiral's budget is a number of playouts, such as 200, or of seconds, such as 0.5s; "
        f"not '{words}'"
    )


# The admiral: a search that plays out the best answers of the advice.
#
# This is flat Monte Carlo with determinization: in each round, everything that the seat cannot see
# is sampled again, and every answer is played out from the same state with the same dice. The
# answer to a secret question is a mixed strategy: the better the results of a candidate, the more
# likely it is chosen.


A_SECOND = Allowance()
CANDIDATES = 6
"""At most this many answers are tried; with more, each would get too few playouts for a
comparison."""
APART = 8.0
"""Two answers with the same option and place are both tried only if their dial values are at least
this many steps apart."""
MIXED = 0.5
"""A secret answer is drawn at random by softmax; this is its temperature in points. An answer that
is half a point worse is 1/e as likely."""


class Admiral(Captain):
    """Plays out candidates until its budget is used up, then takes the best one."""

    name = "admiral"

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        seat: str = "",
        budget: Allowance = A_SECOND,
    ) -> None:
        super().__init__(game, seed, seat)
        self._budget = budget

    def decide(self, view: Any, decision: Decision) -> Answer:
        """Return the answer with the best result in playouts.

        A secret question gets a random answer instead, with better answers more likely, so that the
        opponent cannot predict it.
        """
        if only := only_answer(decision):
            return only
        budget = TimeBudget(self._budget)
        with time_limit(budget.run_out):
            found = advise(self._game, view, decision, self._random)
        horizon = self._game.thinking.horizon(view, decision).searched()
        tried = candidates(found, decision, horizon)[: max(1, budget.most(horizon.turns))]
        best = tried[0]
        if len(tried) > 1 and not self._game.setting_up(view):
            race = Race([each.worth for each in tried], horizon)
            commands = [
                decision.option(each.option).filled(decision, each.dial, each.at) for each in tried
            ]
            labels = [] if decision.secret else [_in_words(decision, each) for each in tried]
            self._try_out(race, view, decision, commands, budget, labels)
            best = tried[self._taken(race, decision.secret)]
        return best.answer

    def fill(self, view: Any, sheet: Sheet) -> Draft:
        """Return the draft (the answers for a sheet) with the best result in playouts.

        A secret sheet gets a random draft instead, with better drafts more likely.
        """
        budget = TimeBudget(self._budget)
        with time_limit(budget.run_out):
            found = self._game.thinking.advice(view, sheet, self._random)
        horizon = self._game.thinking.horizon(view, sheet).searched()
        most = max(1, min(CANDIDATES, budget.most(horizon.turns)))
        tried = [each for each in found if is_contender(each.worth - found[0].worth, horizon)]
        tried = tried[:most]
        if len(tried) < 2 or self._game.setting_up(view):
            return found[0].draft if found else super().fill(view, sheet)
        race = Race([each.worth for each in tried], horizon)
        commands = [Fill(sheet.id, dict(each.draft)) for each in tried]
        labels = [] if sheet.secret else [sheet.describe(each.draft) for each in tried]
        self._try_out(race, view, sheet, commands, budget, labels)
        return tried[self._taken(race, sheet.secret)].draft

    def _try_out(  # noqa: PLR0913  (a race, and what it is about)
        self,
        race: Race,
        view: Any,
        question: Question,
        commands: Sequence[Any],
        budget: TimeBudget,
        labels: Sequence[str] = (),
    ) -> None:
        """Play rounds of the race (one playout of each answer still in it) within the budget.

        After each round it reports the progress to the callback.
        """
        trial = rounds(race, self._game, view, question, commands, self._random, budget.run_out)
        number, turns, spent = 0, race.horizon.turns, 0
        with time_limit(budget.run_out):
            while budget.room(spent, len(race.running) * turns) and (spent := next(trial, 0)):
                number += 1
                if self.hears:
                    best = labels[race.leader] if labels else ""
                    self.hears(Progress(number, len(race.running), best))

    def _taken(self, race: Race, secret: bool) -> int:
        """Return the index of the best answer; for a secret question, of a random one, drawn by
        softmax.
        """
        if not secret:
            return race.leader
        scores = race.scores()
        chances = [math.exp((score - max(scores)) / MIXED) for score in scores]
        return self._random.choices(range(len(scores)), chances)[0]


def candidates(
    found: tuple[Advice, ...], decision: Decision, horizon: Horizon = FAIR
) -> list[Advice]:
    """Return at most `CANDIDATES` answers of the advice that are worth playing out.

    Answers that cannot turn out best, or that are nearly the same as a better one, are left out.
    """
    step = decision.dial.step if decision.dial else 1.0
    tried: list[Advice] = []
    for each in found:
        if len(tried) >= CANDIDATES or not is_contender(each.worth - found[0].worth, horizon):
            break
        # Playouts cannot distinguish two answers that are too similar.
        if not any(
            each.option == other.option
            and each.at == other.at
            and abs((each.dial or 0.0) - (other.dial or 0.0)) / step < APART
            for other in tried
        ):
            tried.append(each)
    return tried


def _in_words(decision: Decision, advice: Advice) -> str:
    """Return an answer in words, for a prompt: its option, and the value of its dial."""
    label = decision.option(advice.option).label
    if advice.dial is None or decision.dial is None:
        return label
    return f"{label} {advice.dial:g} {decision.dial.unit}"
