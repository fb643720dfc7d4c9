"""Advice in a replay: the best answers at a position, and the answer that was chosen there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from engine.base.errors import Refused
from engine.game.chart import Counter, Hull, Mark, Spot
from engine.game.decision import Answer, Decision
from engine.game.question import Sheet
from engine.review.hindsight import open_seats
from engine.sitting.adviser import Adviser
from engine.sitting.watching.reel import Reel

CLOSED = -1
"""The value of `_at` while no advice is requested; no entry has this number."""


class ReelAdvice:
    """Advice at a position of a replay (`Reel`), for the seat that was asked there."""

    def __init__(self, reel: Reel) -> None:
        self.reel = reel
        self.adviser = Adviser(reel.game)
        self._at = CLOSED
        """The position at which advice was requested; `CLOSED` for none."""
        self._decision: Decision | None = None

    @property
    def decision(self) -> Decision | None:
        """The question that the advice is about; None if there is none, or if the replay has moved
        since.
        """
        return self._decision if self._at == self.reel.n else None

    @property
    def open(self) -> bool:
        """Whether there is advice about the replay's present position."""
        return self.decision is not None

    @property
    def ready(self) -> bool:
        """Whether there are answers to show."""
        return self.open and bool(self.adviser.answers)

    def close(self) -> None:
        """Close the advice."""
        self._at = CLOSED

    def ask(self) -> bool:
        """Request advice on the question of this position; return whether it is already computed.

        Raises `Refused` when there is no question that the viewer may see.
        """
        reel, battle = self.reel, self.reel.battle
        decision = self._asked(open_seats(battle, (reel.viewer_seat,)))
        self._at, self._decision, self.adviser.chosen = reel.n, decision, -1
        view = battle.game.view(battle.at(reel.n), decision.seat)
        if self.adviser.about(view, decision):
            return True
        self.adviser.turn_to(view, decision)
        return False

    def choose(self, place: int) -> bool:
        """Show the advised answer with this index; return False if there is none."""
        there = 0 <= place < len(self.adviser.answers)
        if there:
            self.adviser.chosen = place
        return there

    def _asked(self, seats: Sequence[str]) -> Decision:
        """Return the question at the present position that the next entry answers; at the battle's
        end, an open one.

        Raises `Refused` when there is none, or only a sheet.
        """
        reel, battle = self.reel, self.reel.battle
        answered = [record.seat for record in battle.entries[reel.n : reel.n + 1]]
        asked = [
            question
            for question in battle.game.pending(battle.at(reel.n))
            if question.seat in seats and question.seat in (answered or seats)
        ]
        for question in asked:
            if not isinstance(question, Sheet):
                return question
        if asked:
            raise Refused("a replay gives advice only on single choices, not on a whole sheet")
        waits = "other players' choices are shown when the battle is over"
        raise Refused("no question was answered at this entry" if reel.open else waits)

    def marks(self) -> Sequence[Mark]:
        """Return marks that show where the ship would be (ghosts) after the advised answer, and
        after the answer that was chosen, each with a word.

        There is only one ghost if both answers end at the same place.
        """
        decision, adviser = self.decision, self.adviser
        if not self.ready or decision is None or adviser.chosen < 0:
            return ()
        shown, given = adviser.answers[adviser.chosen].answer, self._given(decision)
        marks = self._foreseen(decision, shown)
        if given is None:
            return marks
        others = [mark for mark in ghosts(self._foreseen(decision, given)) if mark not in marks]
        if not others:
            return marks
        better = "better" if adviser.chosen == 0 else f"answer {adviser.chosen + 1}"
        return (*label_ghosts(marks, better), *label_ghosts(others, "chosen"))

    def _foreseen(self, decision: Decision, answer: Answer) -> Sequence[Mark]:
        screen = self.reel.game.screen
        return screen.preview(self.adviser.view, decision, answer).marks

    def answer_text(self, decision: Decision) -> str:
        """Return the answer that was chosen, in words; '' if no answer is recorded yet."""
        given = self._given(decision)
        return f"chosen: {decision.describe(given.option, given.dial, given.at)}" if given else ""

    def _given(self, decision: Decision) -> Answer | None:
        """Return the answer that was chosen; None if no answer is recorded yet."""
        for record in self.reel.battle.entries[self._at : self._at + 1]:
            for option in decision.options:
                given = option.read(record.command)
                if given is not None:
                    return Answer(option.id, *given)
        return None


Ghost = Hull | Counter


def ghosts(marks: Iterable[Mark]) -> list[Ghost]:
    """Return the ghosts (outlines of ships at other places) among marks."""
    return [
        mark
        for mark in marks
        if (isinstance(mark, Hull) and mark.state == "ghost")
        or (isinstance(mark, Counter) and mark.ghost)
    ]


def label_ghosts(marks: Sequence[Mark], word: str) -> list[Mark]:
    """Return marks with a word at each ghost (outline of a ship at another place): beside a hull,
    on a counter.
    """
    found: list[Mark] = []
    for mark in marks:
        ghost = bool(ghosts([mark]))
        found.append(replace(mark, state=word) if ghost and isinstance(mark, Counter) else mark)
        if ghost and isinstance(mark, Hull):
            found.append(Spot("label", mark.pose.at, word))
    return found
