"""Advice in a replay: the best answers at this position, and the answer that was chosen."""

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
from tui.panel.advice_rows import advice_lines, picks
from tui.terminal.page import Line
from tui.terminal.terminal import Glyphs

SCREEN = "replay"
"""The name of the replay's screen in the registry of keys."""


class ReelDisplay(Protocol):
    """The members of a replay's screen that advice uses when a key is pressed."""

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


class LateAdvice:
    """The best answers to the question of a position, for the seat that was asked there."""

    def __init__(self, reel: Reel, display: ReelDisplay) -> None:
        self.display = display
        self.advised = ReelAdvice(reel)

    def ask(self) -> None:
        """Compute advice on the question of this position; raises `Refused` if there is none that
        may be seen.
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
        """Return {name of an action in the registry: its handler} for the actions of this class."""
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
        """Show the answer with this index as a ghost on the chart."""
        if self.advised.choose(place):
            self.display.draw()

    # Drawing -----------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the panel: the question, the chosen answer, and the advised answers."""
        advised, decision = self.advised, self.advised.decision
        assert decision is not None
        head = [prompts.section("Advice", width, self.display.glyphs)]
        head += [(("head", row),) for row in wrap(decision.prompt, width)]
        head += [(("dim", row),) for row in wrap(advised.answer_text(decision), width)]
        if not advised.ready:
            return [*head, (("dim", " thinking..."),)]
        answers, chosen = advised.adviser.answers, advised.adviser.chosen
        unit = advised.reel.game.thinking.unit
        return [*head, *advice_lines(decision, answers, chosen, unit, width, height - len(head))]

    def prompt(self) -> str:
        """Return the keys for browsing the answers, as a prompt."""
        keymap = self.display.keymap
        named = picks(keymap, SCREEN, "pace", len(self.advised.adviser.answers))
        return f"{named} shows an answer on the chart, {keymap.hint(SCREEN, 'back', 'closes')}"
