"""Try again: a question of a battle put once more, until an answer is found that costs nothing."""

from __future__ import annotations

from functools import partial

from engine.game.answer import Answer
from engine.game.decision import Decision
from engine.game.game import Seat
from engine.game.question import Question
from engine.kernel.seen import SeenBattle
from engine.review.costly import CostlyChoice
from engine.review.hindsight import SMALL, own_random, weighed_up
from engine.review.sentence import missed
from engine.sitting.adviser import think
from engine.sitting.seats import OwnTable
from engine.sitting.sheet_orders import SheetOrders
from tui.battle.course import GROUP, BattleCourse
from tui.battle.display import Display
from tui.battle.forecast import Forecast
from tui.battle.prompt import Prompt
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.battle.sitting import sit_down
from tui.input.actions import Handlers
from tui.screens.game_app import GameApp

FOUND = "Found: no answer is worth more. {leave} goes back."
GUARDED = "Nothing is played here: only what the order is worth is told."


class TriedTable(OwnTable):
    """The seat whose choice it was; nobody else is asked."""

    def asked(self) -> Question | None:
        """Return the question of this seat."""
        pending = self.battle.game.pending(self.battle.state)
        return next((each for each in pending if each.seat in self.persons), None)


class TriedCourse(BattleCourse):
    """Judges answers instead of giving them to the rules."""

    def __init__(
        self,
        session: BattleSession,
        forecast: Forecast,
        app: GameApp,
        display: Display,
        *,
        slot: str = "",
    ) -> None:
        """Judge what is chosen; of a sheet, in the slot that is tried again."""
        super().__init__(session, forecast, app, display)
        self.slot = slot

    def put(self, question: Question | None) -> None:
        """Put the question; of a sheet, at the slot that was judged."""
        super().put(question)
        orders = self.session.orders
        if isinstance(orders, SheetOrders):
            ids = [slot.id for slot in orders.sheet.slots]
            orders.go_to(ids.index(self.slot) if self.slot in ids else 0)

    def take(self) -> None:
        """Judge the highlighted order; of a sheet, that of its slot alone."""
        if isinstance(self.session.orders, SheetOrders):
            self.take_at_once()
        else:
            super().take()

    def seal(self) -> None:
        """Judge the highlighted order: no sheet is sealed here."""
        self.take()

    def take_at_once(self) -> None:
        """Judge the highlighted order beside the keys."""
        orders = self.session.orders
        if orders is not None:
            self.changes.say("Weighing it...")
            task = partial(self._judge, orders.decision, orders.answer)
            self.display.work(task, GROUP, alone=True)

    async def _judge(self, decision: Decision, answer: Answer) -> None:
        battle, game = self.battle, self.battle.game
        random = own_random(battle.seed, battle.position, decision.seat)
        view = battle.view(decision.seat)
        cost, reason = await think(weighed_up, game, view, decision, answer, random)
        if cost < SMALL:
            leave = self.keymap.key("battle", "end")
            self.changes.say(FOUND.format(leave=leave))
        else:
            self.changes.say(f"{missed(cost, reason, game.thinking.unit)}. Try again.")

    def undo(self) -> None:
        """Say that there is nothing to undo."""
        self.changes.say(GUARDED)

    def redo(self) -> None:
        """Say that there is nothing to redo."""
        self.changes.say(GUARDED)

    def take_back(self, why: str = "") -> None:
        """Say that there is nothing to take back."""
        self.changes.say(GUARDED)


class TriedPrompt(Prompt):
    """The prompt says whose choice it was, and that it is tried again."""

    def asked_seat(self, key: str) -> Seat:
        """Return the seat under the name of what is done."""
        seat = super().asked_seat(key)
        return Seat(key, f"{seat.name}, try again", seat.side)


class TriedScreen(BattleScreen):
    """The position in which a choice was made, with its question open once more."""

    what_for = "Try again: choose an order and take it, and you are told what it is worth less."

    def __init__(self, session: BattleSession, app: GameApp, slot: str = "") -> None:
        """Ask the question of a session again; of a sheet, the answer to one slot."""
        course = partial(TriedCourse, slot=slot)
        super().__init__(session, app, partial(sit_down, course=course, prompt=TriedPrompt))

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "end": self.act_end,
        }

    def act_end(self) -> None:
        """Go back to the list of choices."""
        self.game_app.leave(self)


def try_again(battle: SeenBattle, choice: CostlyChoice, app: GameApp) -> TriedScreen:
    """Return the screen on which a choice is made again, in a copy of its battle."""
    copy = battle.fork(choice.n - 1)
    return TriedScreen(BattleSession(copy, TriedTable(copy, (choice.seat,))), app, choice.slot)
