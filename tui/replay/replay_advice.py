"""Advice in a replay: the best answers at this position, and what was chosen."""

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


class ReelDisplay(Protocol):
    """What shows a reel, as far as advice needs it. It is asked nothing before a key is pressed."""

    @property
    def keymap(self) -> Keymap:
        """The registry of keys."""

    @property
    def glyphs(self) -> Glyphs:
        """`ascii` or `unicode`."""

    def draw(self) -> None:
        """Draw everything."""

    def work(self, task: Callable[[], Coroutine[Any, Any, None]], group: str) -> None:
        """Run a task beside the keys."""


class LateAdvice:
    """The best answers to the question of a position, for the seat that was asked there."""

    def __init__(self, reel: Reel, display: ReelDisplay) -> None:
        self.display = display
        self.advised = Advised(reel)

    def ask(self) -> None:
        """Think about the question of this position; `Refused` when there is none to be seen."""
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

    # Looking through ---------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """Return what each action does here, by its name in the registry."""
        return {"up": self.act_up, "down": self.act_down}

    def act_up(self) -> None:
        """Show the answer before, of those that are advised; before the first comes the last."""
        if self.advised.ready:
            self.show(self.advised.adviser.after(-1))

    def act_down(self) -> None:
        """Show the next answer of those that are advised; after the last comes the first."""
        if self.advised.ready:
            self.show(self.advised.adviser.after(1))

    def show(self, place: int) -> None:
        """Show an answer's ghost on the chart."""
        if self.advised.choose(place):
            self.display.draw()

    # Drawing -----------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the panel: the question, what was chosen, and the answers."""
        advised, decision = self.advised, self.advised.decision
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
        """Say which keys lead through the answers."""
        keymap = self.display.keymap
        named = picks(keymap, SCREEN, "pace", len(self.advised.adviser.answers))
        return f"{named} shows one on the chart, {keymap.hint(SCREEN, 'back', 'closes')}"
