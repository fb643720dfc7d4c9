"""The costliest choices with their reasons, and a choice tried again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from engine.kernel.seen import SeenBattle
from engine.review.curve import CostlyChoice
from engine.review.hindsight import missed
from engine.sitting.adviser import think
from engine.sitting.hindsight import Hindsight
from engine.sitting.kinds.tried import TriedKind, TriedTable
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.input.actions import Handlers
from tui.screens.base import BaseScreen
from tui.screens.game_app import GameApp
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage

# Try again: a question of a battle is put again until an answer costs nothing.


class TriedKeys:
    """Key handlers: one method for each action of the registry, with its name."""

    def __init__(self, leave: Callable[[], object]) -> None:
        self._leave = leave

    def handlers(self) -> Handlers:
        """Return the handler of each action, by its name in the registry."""
        return {"end": self.act_end}

    def act_end(self) -> None:
        """Go back to the list of choices."""
        self._leave()


class TriedScreen(BattleScreen):
    """The position of a choice, with its question asked again."""

    what_for = "Try again: take an order, and you see how much less it is worth than the best."

    def __init__(self, session: BattleSession, app: GameApp) -> None:
        """Ask the question of a session again."""
        keys = TriedKeys(lambda: app.leave(self))
        super().__init__(session, app, partial(sit_down, keys=lambda _: keys.handlers()))


def try_again(battle: SeenBattle, choice: CostlyChoice, app: GameApp) -> TriedScreen:
    """Return the screen on which a choice is tried again, in a copy of its battle."""
    copy = battle.fork(choice.n - 1)
    table = TriedTable(copy, (choice.seat,))
    return TriedScreen(BattleSession(copy, table, TriedKind(choice.slot)), app)


# HindsightScreen: the most costly choices, the better answers, and the reasons.


MOST = 10
"""The most choices in the list."""
EVERY = 8
"""Entries between two redraws of the progress: one for each entry would send too much."""
ABOUT = (
    "How much less each choice was worth than the best answer to its question, by what its seat "
    "could see, and before the dice: bad luck is not a mistake."
)
PLAYED_ON = "played on"
"""The group of the task with playouts; one choice at a time."""
LABEL = 9
"""Columns of the labels: chosen, better, why."""


class HindsightScreen(PageScreen):
    """A list of choices with details of the chosen one; Enter shows it in the replay."""

    screen_name: ClassVar[str] = "hindsight"
    what_for: ClassVar[str] = (
        "The choices that cost most, judged by the adviser one after the other. Enter shows the "
        "position where one was made; there, advice says what else could have been done."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "again", "down=choice", "end", "help")

    def __init__(
        self, battle: SeenBattle, hindsight: Hindsight, watch: Callable[[int], None]
    ) -> None:
        """Judge a battle's choices; `watch` shows the position after an entry."""
        super().__init__()
        self.battle = battle
        self.hindsight = hindsight
        self.shows_entry = watch
        self.n = 0
        """The entry of the highlighted choice; 0 for the costliest."""

    def on_mount(self) -> None:
        """Begin or continue to judge."""
        self.work(self._judge)

    async def _judge(self) -> None:
        while not self.hindsight.over:
            await think(self.hindsight.step)
            if self.is_current and (self.hindsight.over or self.hindsight.judged % EVERY == 0):
                self.draw()
        self._play_on()

    def _play_on(self) -> None:
        """Compute the effect of the highlighted choice on the chance of winning, once all is
        judged.
        """
        if self.hindsight.over and self.choices and self.battle.game.review.played_on:
            self.work(self._played_on, PLAYED_ON, alone=True)

    async def _played_on(self) -> None:
        winning = self.hindsight.winning(self.battle, self.choices[self.index])
        while not winning.over:
            await think(winning.step)
            if self.is_current and (winning.over or winning.done % EVERY == 0):
                self.draw()

    @property
    def choices(self) -> tuple[CostlyChoice, ...]:
        """The costliest choices so far."""
        return self.hindsight.costliest(MOST)

    @property
    def index(self) -> int:
        """The index of the highlighted choice; it stays highlighted when others are
        inserted above.
        """
        places = (place for place, each in enumerate(self.choices) if each.n == self.n)
        return next(places, 0)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the list, and the highlighted choice in full."""
        hindsight, choices, index = self.hindsight, self.choices, self.index
        title = (
            self.battle.header.title or self.battle.game.screen.status(self.battle.view("")).title
        )
        far = "judged" if hindsight.over else "judged so far"
        page.bar(
            0,
            f"CHOICES THAT COST MOST   {title}",
            "status",
            f"{hindsight.judged} of {hindsight.total} {far}",
        )
        row = page.paragraph(1, 2, page.columns - 2, ABOUT, "dim") + 1
        if not choices:
            none = "No choice cost anything." if hindsight.over else "None so far; still judging."
            page.write(1, row, none, "text")
            return
        names = max(4, *(len(each.name) for each in choices))
        page.write(3, row, f"entry  turn  {'seat':<{names}}   cost  asked", "dim")
        for place, each in enumerate(choices, 1):
            text = f"{each.n:>5}  T{each.turn:<4} {each.name:<{names}} {each.cost:>6.1f}  "
            click = partial(self._clicked, each.n)
            chosen = place - 1 == index
            page.item(1, row + place, page.columns - 2, text + each.question, chosen, click)
        self._in_full(page, row + len(choices) + 2, choices[index])

    def _in_full(self, page: TextPage, row: int, choice: CostlyChoice) -> None:
        last = page.rows_count - 3
        page.write(1, row, choice.question[: page.columns - 2], "head")
        row += 1
        if not self.battle.game.review.played_on or not choice.instead:
            wins = ""
        else:
            winning = self.hindsight.winning(self.battle, choice)
            wins = f"{winning.describe() or 'playouts from here are in progress'}."
        for label, text, style in (
            ("chosen", choice.chosen, "text"),
            ("better", choice.better, "ok"),
            ("so", f"{missed(choice.cost, choice.reason, self._unit)}.", "text"),
            ("wins", wins, "text"),
        ):
            if text and row <= last:
                page.write(1, row, label, "dim")
                width = page.columns - LABEL - 2
                row = page.paragraph(1 + LABEL, row, width, text, style, last - row + 1)

    def prompt(self) -> str:
        if not self.choices:
            return self.keymap.hint(self.screen_name, "end", "goes back")
        choice = self.choices[self.index]
        shows = self.keymap.hint(self.screen_name, "accept", f"shows both at entry {choice.n}")
        again = self.keymap.hint(self.screen_name, "again", "lets you try again from there")
        return f"{shows}, {again}"

    @property
    def _unit(self) -> str:
        return self.battle.game.thinking.unit

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "again": self.act_again,
            "up": self.act_up,
            "down": self.act_down,
            "first": self.act_first,
            "last": self.act_last,
        }

    def act_accept(self) -> None:
        """Show the position of the highlighted choice."""
        if self.choices:
            choice = self.choices[self.index]
            self.game_app.leave(self)
            self.shows_entry(choice.n - 1)
            if isinstance(self.app.screen, BaseScreen):
                self.app.screen.first_act = "advice"  # the answer given, and the better one

    def act_again(self) -> None:
        """Ask the question again, until an answer is as good as the best."""
        if self.choices:
            app = self.game_app
            app.open(try_again(self.battle, self.choices[self.index], app), above=self)

    def act_up(self) -> None:
        """Highlight the previous choice."""
        self._move(self.index - 1)

    def act_down(self) -> None:
        """Highlight the next choice."""
        self._move(self.index + 1)

    def act_first(self) -> None:
        """Highlight the costliest."""
        self._move(0)

    def act_last(self) -> None:
        """Highlight the last of the list."""
        self._move(MOST)

    def _move(self, index: int) -> None:
        choices = self.choices
        if choices:
            self.n = choices[max(0, min(index, len(choices) - 1))].n
            self._play_on()

    def _clicked(self, n: int) -> None:
        """Highlight a choice; a click on the highlighted one shows its position."""
        chosen = self.choices and self.choices[self.index].n == n
        self.n = n
        if chosen:
            self.act_accept()
        else:
            self._play_on()
