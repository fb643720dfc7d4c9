"""The costliest choices with their reasons, and a choice tried again."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import ClassVar

from engine.kernel.seen import SeenBattle
from engine.review.curve import CostlyChoice, effect_text
from engine.review.hindsight import cost_text
from engine.sitting.adviser import think
from engine.sitting.hindsight import Hindsight, ListedChoice
from engine.sitting.kinds.puzzle import RetryKind, RetryTable
from tui.battle.parts import sit_down
from tui.battle.screen import BattleScreen
from tui.battle.session import BattleSession
from tui.input.actions import Handlers
from tui.screens.base import BaseScreen
from tui.screens.game_app import GameApp
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage

# Try again: a question of a battle is put again until an answer costs nothing.


class RetryKeys:
    """The handler of the key that leaves the screen on which a choice is tried again."""

    def __init__(self, leave: Callable[[], object]) -> None:
        self._leave = leave

    def handlers(self) -> Handlers:
        """Return {name of an action in the registry: its handler} for the actions of this class."""
        return {"end": self.act_end}

    def act_end(self) -> None:
        """Go back to the list of choices."""
        self._leave()


class RetryScreen(BattleScreen):
    """The position of a choice, with its question asked again."""

    what_for = "Try again: take an order, and you see how much less it is worth than the best."

    def __init__(self, session: BattleSession, app: GameApp) -> None:
        """Ask the question of a session again."""
        keys = RetryKeys(lambda: app.leave(self))
        super().__init__(session, app, partial(sit_down, keys=lambda _: keys.handlers()))


def try_again(battle: SeenBattle, choice: CostlyChoice, app: GameApp) -> RetryScreen:
    """Return the screen on which a choice is tried again, in a copy of its battle."""
    copy = battle.fork(choice.n - 1)
    table = RetryTable(copy, (choice.seat,))
    return RetryScreen(BattleSession(copy, table, RetryKind(choice.slot)), app)


def _verdict(one: ListedChoice, played: bool) -> str:
    """Return the verdict on a choice: the chances after it and after the better answer
    (`20% / 62%`), `no difference`, or, if the choice is not `played` out, its estimated cost.
    """
    if not played:
        return f"{one.choice.cost:.1f}"
    if one.trial is None:
        return "not played on yet" if one.choice.instead else "cannot be played on"
    if one.dropped:
        return "no difference"
    after, better = (won / one.trial.of for won in (one.trial.chosen, one.trial.better))
    return f"{after:.0%} / {better:.0%}" + ("" if one.proved else " so far")


# HindsightScreen: the choices that cost most, the better answers, and the reasons.


EVERY = 8
"""The progress is redrawn after this many steps, to send less."""
ABOUT = (
    "The choices that may have cost most, judged by what the player could see. From each, the "
    "computer plays battles on to the end, after your choice and after a better one, on the same "
    "dice: only the battles won say what it cost."
)
ESTIMATES = (
    "The choices that may have cost most, judged by what the player could see. These are the "
    "adviser's estimates: battles of this game are too long to be played on from each."
)
LABEL = 9
"""Columns of the labels: chosen, better, why."""


class HindsightScreen(PageScreen):
    """A list of choices with details of the chosen one; Enter shows it in the replay."""

    screen_name: ClassVar[str] = "hindsight"
    what_for: ClassVar[str] = (
        "The choices that may have cost most, and how many battles are won after each and after a "
        "better one. Enter shows the position where one was made; there, advice says what else "
        "could have been done."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "again", "down=choice", "end", "help")

    def __init__(
        self,
        battle: SeenBattle,
        hindsight: Hindsight,
        watch: Callable[[int], None],
        own: Collection[str] = (),
    ) -> None:
        """List the costliest choices of a battle; `watch` shows the position after one of its
        entries.

        Proved choices of the player's `own` seats become puzzles, once the battle is over.
        """
        super().__init__()
        self.battle = battle
        self.hindsight = hindsight
        self.shows_entry = watch
        self.own = own
        self.n = 0
        """The entry of the highlighted choice; 0 for the costliest."""

    def on_mount(self) -> None:
        """Begin or continue judging, in the background."""
        self.work(self._judge)

    async def _judge(self) -> None:
        steps = 0
        while not self.hindsight.over:
            await think(partial(self.hindsight.step, self.battle))
            steps += 1
            if self.is_current and (self.hindsight.over or steps % EVERY == 0):
                self.draw()
        answers = self.game_app.own_files.answers
        await think(partial(self.hindsight.keep_puzzles, self.own, answers))
        if self.hindsight.kept and self.is_current:
            self.draw()

    @property
    def about_game(self) -> str:
        return self.battle.game.name

    @property
    def choices(self) -> tuple[CostlyChoice, ...]:
        """The choices that may have cost most so far."""
        return tuple(each.choice for each in self.hindsight.listed())

    @property
    def index(self) -> int:
        """The index of the highlighted choice; the choice stays highlighted when others are
        inserted above.
        """
        places = (place for place, each in enumerate(self.choices) if each.n == self.n)
        return next(places, 0)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the list, and the chosen choice in full."""
        hindsight, listed, index = self.hindsight, self.hindsight.listed(), self.index
        title = (
            self.battle.header.title or self.battle.game.screen.status(self.battle.view("")).title
        )
        played = self.battle.game.review.plays_on
        far = f"{hindsight.judged} of {hindsight.total} choices judged"
        if hindsight.judged == hindsight.total and not hindsight.over:
            done = sum(each.proved or each.dropped for each in listed)
            far = f"{done} of {len(listed)} choices played on"
        if hindsight.kept:
            far = f"puzzles made: {', '.join(hindsight.kept)}"
        page.bar(0, f"CHOICES THAT COST MOST   {title}", "status", far)
        row = page.paragraph(1, 2, page.columns - 2, ABOUT if played else ESTIMATES, "dim") + 1
        if not listed:
            none = (
                "No choice cost anything."
                if hindsight.over
                else "No costly choice so far; still judging."
            )
            page.write(1, row, none, "text")
            return
        names = max(4, *(len(each.choice.name) for each in listed))
        head = "won: yours/better" if played else f"{self._unit} lost"[:19]
        page.write(3, row, f"entry  turn  {'seat':<{names}}  {head:<19}  asked", "dim")
        for place, each in enumerate(listed, 1):
            n, turn, name = each.choice.n, each.choice.turn, each.choice.name
            text = f"{n:>5}  T{turn:<4} {name:<{names}}  {_verdict(each, played):<19}  "
            click = partial(self._clicked, n)
            chosen = place - 1 == index
            page.item(1, row + place, page.columns - 2, text + each.choice.question, chosen, click)
        self._in_full(page, row + len(listed) + 2, listed[index])

    def _in_full(self, page: TextPage, row: int, one: ListedChoice) -> None:
        last, choice = page.rows_count - 3, one.choice
        page.write(1, row, choice.question[: page.columns - 2], "head")
        row += 1
        if not self.battle.game.review.plays_on:
            wins = f"{cost_text(choice.cost, choice.reason, self._unit)}, the adviser estimates."
        elif one.trial is None:
            wins = "Battles are played on from here in a moment."
        else:
            wins = (
                f"{effect_text(choice, one.trial)[:1].upper()}{effect_text(choice, one.trial)[1:]}."
            )
            if one.dropped:
                wins += " The difference is too small to matter."
            elif not one.proved:
                wins += " More are being played."
        for label, text, style in (
            ("chosen", choice.chosen, "text"),
            ("better", choice.better, "ok"),
            ("because", choice.reason.words if choice.reason else "", "text"),
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
        """Show the position of the highlighted choice, with the advice on it."""
        if self.choices:
            choice = self.choices[self.index]
            self.game_app.leave(self)
            self.shows_entry(choice.n - 1)
            if isinstance(self.app.screen, BaseScreen):
                self.app.screen.first_act = "advice"  # shows the given answer and the better one

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
        """Highlight the costliest choice."""
        self._move(0)

    def act_last(self) -> None:
        """Highlight the last choice of the list."""
        self._move(len(self.choices) - 1)

    def _move(self, index: int) -> None:
        choices = self.choices
        if choices:
            self.n = choices[max(0, min(index, len(choices) - 1))].n
            self.draw()

    def _clicked(self, n: int) -> None:
        """Highlight a choice; a click on the highlighted one shows its position."""
        chosen = self.choices and self.choices[self.index].n == n
        self.n = n
        if chosen:
            self.act_accept()
