"""Advice on the battle screen: requested by a key, shown on the chart, taken by another key."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.changes import SessionChanges
from tui.battle.session import SCREEN, Display
from tui.panel import prompts
from tui.panel.advice_rows import advice_lines, advice_title, picks
from tui.panel.panels import headed, lay_out
from tui.screens.chart_model import ScreenPart
from tui.screens.game_app import GameApp
from tui.terminal.page import Line


class BattleAdvice:
    """Computes the best answers to the open question and highlights the best one among the orders.

    It never gives an order itself.
    """

    def __init__(self, changes: SessionChanges, app: GameApp, display: Display) -> None:
        self.changes = changes
        self.session = changes.session
        self.forecast = changes.forecast
        self.app = app
        self.display = display
        self.adviser = self.session.adviser
        self._harms: Sequence[str] = ()
        """For each advised answer the permanent harm that it would do, '' for none."""

    def ask(self) -> None:
        """Compute advice; raises `Refused` if no question is open at this keyboard."""
        session = self.session
        if session.orders is None:
            raise Refused("The computer gives advice only when it is your turn to choose")
        self.changes.show("advice")
        self.adviser.chosen = -1
        if self.adviser.about(session.view, session.orders.decision):
            self._given()
            self.show(0)
        else:
            self.adviser.turn_to(session.view, session.orders.decision)
            self.display.work(partial(self._think, session.orders.answer), "advice")
        self.changes.changed(ScreenPart.WORDS)

    async def _think(self, stood: Answer) -> None:
        """Compute the best answers, then highlight the best one, unless the player has highlighted
        another order meanwhile.

        `stood` is the answer that was highlighted when advice was requested.
        """
        session = self.session
        found = await self.adviser.advise(session.battle.seed, session.battle.position)
        if found and session.advising:
            if decision := self.adviser.decision:
                kind = session.sitting.kind
                self.adviser.answers = kind.advised(decision, self.adviser.answers)
                self._harms = ()
                if not isinstance(session.orders, SheetOrders):  # its harm is that of all slots
                    harm = session.sitting.harm(decision)
                    self._harms = [harm(each.answer) for each in self.adviser.answers]
            self._given()
            if session.orders and session.orders.answer == stood:
                self.show(0)
            self.changes.changed(ScreenPart.WORDS)

    def _given(self) -> None:
        """Record that the player was helped (in a puzzle this costs stars), once advice is visible.

        A request that found no answers does not count as help.
        """
        if self.adviser.answers:
            self.session.sitting.kind.helped()

    def follow(self) -> None:
        """Close the advice if the question has changed; compute it again if only the state that the
        player sees has changed.
        """
        session = self.session
        if session.shows != "advice":
            return
        if session.orders is None or session.orders.decision != self.adviser.decision:
            self.close()
        elif not self.adviser.about(session.view, session.orders.decision):
            self.ask()

    def close(self) -> None:
        """Close the advice in the panel."""
        if self.session.shows == "advice":
            self.changes.show("")

    # Browsing the answers
    # ---------------------------------------------------------------------------

    def move(self, step: int) -> None:
        """Show the next or the previous answer; after the last comes the first."""
        self.show(self.adviser.after(step))

    def show(self, place: int) -> None:
        """Highlight the advised answer number `place` (from 0) among the orders; the chart then
        shows its forecast.
        """
        session = self.session
        if session.orders is None or not 0 <= place < len(self.adviser.answers):
            return
        self.adviser.chosen = place
        answer = self.adviser.answers[place]
        session.orders.set_answer(answer.option, answer.dial, answer.at)
        self.changes.put(session.orders)
        self.changes.orders_changed()

    # Drawing -----------------------------------------------------------------------------------

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the lines of the panel: the advised answers, and the forecast of the highlighted
        one.
        """
        session, adviser = self.session, self.adviser
        title = advice_title(adviser.answers) if session.advised else advice_title(())
        head = prompts.section(title, width, self.app.glyphs)
        if not session.advised or session.orders is None:
            return [head, (("dim", " thinking..."),)]
        decision = session.orders.decision
        unit = session.game.thinking.unit
        answers = advice_lines(
            decision, adviser.answers, adviser.chosen, unit, width, height - 1, self._harms
        )
        lines = [head, *answers]
        return [*lines, *self._forecast(width, height - len(lines))]

    def _forecast(self, width: int, height: int) -> list[Line]:
        """Return the forecast of the answer that is shown; [] unless all of the forecast fits."""
        rows = self.forecast.preview().rows if self.adviser.chosen >= 0 else ()
        title = self.session.game.screen.headings.foreseen
        laid = lay_out(headed(rows, title), width, None, self.app.glyphs)
        return [(), *map(tuple, laid)] if laid and len(laid) < height else []

    def hints(self) -> list[str]:
        """Return the names of the actions for the key line, most important first."""
        rest = ["down=the next", "back=to the orders", "look", "undo", "help"]
        if not self.session.advised:
            return rest[1:]
        return ["accept=take it" if self.adviser.chosen >= 0 else "accept=show the best", *rest]

    def prompt(self) -> str:
        """Return the prompt, which names the keys for the advised answers."""
        keymap = self.app.keymap
        named = picks(keymap, SCREEN, "pick", len(self.adviser.answers))
        if self.adviser.chosen < 0:
            return f"{named} shows an answer on the chart, {keymap.hint(SCREEN, 'back', 'closes')}"
        takes = keymap.hint(SCREEN, "accept", "takes the answer shown")
        return f"{takes}, {named} shows another, {keymap.hint(SCREEN, 'back', 'goes back')}"
