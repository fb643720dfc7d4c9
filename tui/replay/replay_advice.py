"""Advice in a replay: the best answers to the question at this entry, and the answer that was
given.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from textwrap import wrap
from typing import Any, Protocol

from engine.sitting.watching.advised import ReelAdvice
from engine.sitting.watching.reel import Reel
from tui.input.actions import Handlers
from tui.input.keys import Keymap
from tui.panel import prompts
from tui.panel.advice_rows import advice_lines, advice_title, picks
from tui.terminal.page import Line
from tui.terminal.terminal import Glyphs

SCREEN = "replay"
"""The name of the replay's screen in the table of keys."""


class ReelDisplay(Protocol):
    """What the advice needs of a replay's screen."""

    @property
    def keymap(self) -> Keymap:
        """The keys of all actions."""

    @property
    def glyphs(self) -> Glyphs:
        """The glyph set: `ascii` or `unicode`."""

    def draw(self) -> None:
        """Draw everything."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
        """Run a task in the background."""


class LateAdvice:
    """The best answers to the question at the present entry, for the player who had to answer
    it.
    """

    def __init__(self, reel: Reel, display: ReelDisplay) -> None:
        self.display = display
        self.advised = ReelAdvice(reel)

    def ask(self) -> None:
        """Compute advice on the question at the present entry; raises `Refused` if there is no
        question, or if the viewer may not see it.
        """
        if self.advised.ask():
            self.show(0)
        else:
            self.display.work(partial(self._think, self.advised.reel.n), "advice")

    async def _think(self, position: int) -> None:
        advised = self.advised
        found = await advised.adviser.advise(advised.reel.battle.seed, position)
        if found and advised.open:
            self.show(0)
            self.display.draw()

    # Browsing the answers
    # ---------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {"up": self.act_up, "down": self.act_down}

    def act_up(self) -> None:
        """Show the previous advised answer; before the first comes the last."""
        if self.advised.ready:
            self.show(self.advised.adviser.after(-1))

    def act_down(self) -> None:
        """Show the next advised answer; after the last comes the first."""
        if self.advised.ready:
            self.show(self.advised.adviser.after(1))

    def show(self, place: int) -> None:
        """Show the advised answer with this index as a ghost (preview) on the chart."""
        if self.advised.choose(place):
            self.display.draw()

    # Drawing -----------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the lines of the panel: the question, the answer that was given, and the advised
        answers.
        """
        advised, decision = self.advised, self.advised.decision
        assert decision is not None
        title = advice_title(advised.adviser.answers if advised.ready else ())
        head = [prompts.section(title, width, self.display.glyphs)]
        head += [(("head", row),) for row in wrap(decision.prompt, width)]
        head += [(("dim", row),) for row in wrap(advised.answer_text(decision), width)]
        if not advised.ready:
            return [*head, (("dim", " thinking..."),)]
        answers, chosen = advised.adviser.answers, advised.adviser.chosen
        unit = advised.reel.game.thinking.unit
        return [*head, *advice_lines(decision, answers, chosen, unit, width, height - len(head))]

    def prompt(self) -> str:
        """Return the prompt, which names the keys to go through the answers."""
        keymap = self.display.keymap
        named = picks(keymap, SCREEN, "pace", len(self.advised.adviser.answers))
        return f"{named} shows an answer on the chart, {keymap.hint(SCREEN, 'back', 'closes')}"
