"""Advice in the battle screen: asked for by a key, looked through on the chart, kept or left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.errors import Refused
from tui.battle.adviser import Adviser
from tui.panel import prompts
from tui.panel.advice_rows import advice_lines, picks
from tui.panel.panels import headed, lay_out
from tui.terminal.lines import Line

if TYPE_CHECKING:
    from tui.battle.screen import BattleScreen

SHOWS = "advice"
"""What `BattleScreen.shows` is while advice has the panel."""


class Advice:
    """The best answers to the open question; the chosen one is laid into the orders, not taken."""

    def __init__(self, screen: BattleScreen) -> None:
        self.screen = screen
        self.adviser = Adviser(screen.game)

    @property
    def open(self) -> bool:
        """Tell whether advice has the panel."""
        return self.screen.shows == SHOWS and self.screen.orders is not None

    @property
    def ready(self) -> bool:
        """Tell whether there are answers to look through."""
        return self.open and bool(self.adviser.answers)

    def ask(self) -> None:
        """Think about the open question; `Refused` when nothing is asked of this keyboard."""
        screen = self.screen
        if screen.orders is None:
            raise Refused("there is advice when the choice is yours")
        screen.shows, self.adviser.chosen = SHOWS, -1
        if not self.adviser.about(screen.view, screen.orders.decision):
            self.adviser.turn_to(screen.view, screen.orders.decision)
            screen.work(self._think, SHOWS)
        screen.draw_words()

    async def _think(self) -> None:
        battle = self.screen.battle
        found = await self.adviser.advise(battle.seed, battle.position)
        if found and self.open:
            self.screen.draw_words()

    def follow(self) -> None:
        """Put advice away when something else is asked; think again when only the view changed."""
        screen = self.screen
        if screen.shows != SHOWS:
            return
        if screen.orders is None or screen.orders.decision != self.adviser.decision:
            self.close()
        elif not self.adviser.about(screen.view, screen.orders.decision):
            self.ask()

    def close(self) -> None:
        """Give the panel back."""
        if self.screen.shows == SHOWS:
            self.screen.shows = ""

    # Looking through ---------------------------------------------------------------------------

    def move(self, step: int) -> None:
        """Show the next answer, or the one before; after the last comes the first."""
        self.show(self.adviser.after(step))

    def show(self, place: int) -> None:
        """Lay an answer into the orders, so that the chart shows what it would do."""
        screen = self.screen
        if screen.orders is None or not 0 <= place < len(self.adviser.answers):
            return
        self.adviser.chosen = place
        answer = self.adviser.answers[place]
        screen.orders.stand(answer.option, answer.dial, answer.at)
        screen.looking = screen.orders.placed
        screen.orders_changed()

    # Drawing -----------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the panel."""
        screen = self.screen
        head = prompts.section("Advice", width, screen.glyphs)
        if not self.ready or screen.orders is None:
            return [head, (("dim", " thinking..."),)]
        decision, adviser = screen.orders.decision, self.adviser
        answers = advice_lines(decision, adviser.answers, adviser.chosen, width, height - 1)
        lines = [head, *answers]
        return [*lines, *self._foreseen(width, height - len(lines))]

    def _foreseen(self, width: int, height: int) -> list[Line]:
        """Return what the answer on the chart would do, where there is room for all of it."""
        rows = self.screen.foreseen().rows if self.adviser.chosen >= 0 else ()
        laid = lay_out(headed(rows, "If so ordered"), width, None, self.screen.glyphs)
        return [(), *map(tuple, laid)] if laid and len(laid) < height else []

    def hints(self) -> list[str]:
        """Return the names of the actions for the key line, most important first."""
        rest = ["advice=close", "look", "undo", "help"]
        if not self.ready:
            return ["accept", *rest]
        chosen = self.adviser.chosen >= 0
        return ["accept=to the orders" if chosen else "accept=show the best", *rest]

    def prompt(self) -> str:
        """Say which keys lead through the answers."""
        keymap, screen = self.screen.keymap, self.screen.screen_name
        named = picks(keymap, screen, "pick", len(self.adviser.answers))
        if self.adviser.chosen < 0:
            return f"{named} shows one on the chart, {keymap.hint(screen, 'back', 'closes')}"
        keeps = keymap.hint(screen, "accept", "goes back to the orders with it")
        return f"{named} shows one on the chart, {keeps}"
