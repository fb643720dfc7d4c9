"""Advice in a replay: the best answers at this position, and the actual choice."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from textwrap import wrap
from typing import Any, Protocol

from engine.sitting.watching.advised import Advised
from engine.sitting.watching.reel import Reel
from tui.input.actions import Handlers
from tui.input.keys import Keymap
from tui.panel import prompts
from tui.panel.advice_rows import advice_lines, picks
from tui.terminal.runs import Line
from tui.terminal.terminal import Glyphs

SCREEN = "replay"
"""The name of the replay's screen in the registry of keys."""
CLOSED = -1
"""The position of closed advice: no position has this number."""


class ReelDisplay(Protocol):
    """The display interface for advice; not used before a key is pressed."""

    @property
    def keymap(self) -> Keymap:
        """The registry of keys."""

    @property
    def glyphs(self) -> Glyphs:
        """`ascii` or `unicode`."""

    def draw(self) -> None:
        """Draw everything."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
        """Run a task in the background."""


class ReplayAdvice:
    """The best answers to the question of a position, for the seat that was asked."""

    def __init__(self, reel: Reel, display: ReelDisplay) -> None:
        self.display = display
        self.adviser = Adviser(reel.game)
        self._at = CLOSED
        """The position that the advice is about."""
        self._decision: Decision | None = None

    @property
    def open(self) -> bool:
        """Tell whether the panel shows advice; a step closes it."""
        return self._at == self.reel.n and self._decision is not None

    @property
    def ready(self) -> bool:
        """Tell whether there are answers to browse."""
        return self.open and bool(self.adviser.answers)

    def close(self) -> None:
        """Close the advice in the panel."""
        self._at = CLOSED

    def ask(self) -> None:
        """Compute advice on the question of this position; `Refused` when none is visible."""
        reel, battle = self.reel, self.reel.battle
        seats = open_seats(battle, (reel.viewer_seat,))
        decision = self._asked(seats)
        self._at, self._decision, self.adviser.chosen = reel.n, decision, -1
        view = battle.game.view(battle.at(reel.n), decision.seat)
        if self.adviser.about(view, decision):
            self.show(0)
        else:
            self.display.work(partial(self._think, self.advised.reel.n), "advice")

    async def _think(self, position: int) -> None:
        advised = self.advised
        found = await advised.adviser.advise(advised.reel.battle.seed, position)
        if found and advised.open:
            self.show(0)
            self.display.draw()

    # Looking through ---------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """Return the handler of each action, by its name in the registry."""
        return {"up": self.act_up, "down": self.act_down}

    def act_up(self) -> None:
        """Show the previous advised answer; before the first comes the last."""
        if self.ready:
            self.show(self.adviser.after(-1))

    def act_down(self) -> None:
        """Show the next advised answer; after the last comes the first."""
        if self.ready:
            self.show(self.adviser.after(1))

    def show(self, place: int) -> None:
        """Show an answer's ghost on the chart."""
        if self.advised.choose(place):
            self.display.draw()

    def marks(self) -> Sequence[Mark]:
        """Return the ghosts of the shown answer and of the actual choice, each with a word.

        If both end alike there is only one.
        """
        decision, adviser = self._decision, self.adviser
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
        return (*named(marks, better), *named(others, "chosen"))

    def _foreseen(self, decision: Decision, answer: Answer) -> Sequence[Mark]:
        screen = self.reel.game.screen
        return screen.preview(self.adviser.view, decision, answer).marks

    # Drawing -----------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the panel: the question, the actual choice, and the answers."""
        decision = self._decision
        assert decision is not None
        head = [prompts.section("Advice", width, self.display.glyphs)]
        head += [(("head", row),) for row in wrap(decision.prompt, width)]
        head += [(("dim", row),) for row in wrap(advised.told(decision), width)]
        if not advised.ready:
            return [*head, (("dim", " thinking..."),)]
        answers, chosen = advised.adviser.answers, advised.adviser.chosen
        unit = advised.reel.game.thinking.unit
        return [*head, *advice_lines(decision, answers, chosen, unit, width, height - len(head))]

    def prompt(self) -> str:
        """Return the prompt with the keys for the answers."""
        keymap = self.display.keymap
        named = picks(keymap, SCREEN, "pace", len(self.advised.adviser.answers))
        return f"{named} shows one on the chart, {keymap.hint(SCREEN, 'back', 'closes')}"

    def _chosen(self, decision: Decision) -> str:
        """Return the actual choice in words; '' while there is none."""
        given = self._given(decision)
        return f"chosen: {decision.describe(given.option, given.dial, given.at)}" if given else ""

    def _given(self, decision: Decision) -> Answer | None:
        """Return the actual choice; None while there is none."""
        for record in self.reel.battle.entries[self._at : self._at + 1]:
            for option in decision.options:
                given = option.read(record.command)
                if given is not None:
                    return Answer(option.id, *given)
        return None


Ghost = Hull | Counter


def ghosts(marks: Iterable[Mark]) -> list[Ghost]:
    """Return the ghosts among some marks."""
    return [
        mark
        for mark in marks
        if (isinstance(mark, Hull) and mark.state == "ghost")
        or (isinstance(mark, Counter) and mark.ghost)
    ]


def named(marks: Sequence[Mark], word: str) -> list[Mark]:
    """Return marks with a word at each ghost: beside a hull, on a counter."""
    found: list[Mark] = []
    for mark in marks:
        ghost = bool(ghosts([mark]))
        found.append(replace(mark, state=word) if ghost and isinstance(mark, Counter) else mark)
        if ghost and isinstance(mark, Hull):
            found.append(Spot("label", mark.pose.at, word))
    return found
