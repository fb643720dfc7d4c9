"""The costliest choices of a battle with the reasons, and a screen on which such a choice is tried
again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from time import monotonic
from typing import ClassVar

from engine.base.text import capitalized
from engine.kernel.seen import SeenBattle
from engine.review.curve import MOST as PAIRS
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
from tui.terminal.cells import cut
from tui.terminal.page import TextPage, scrolled, wrapped

# Try again: a question of a battle is put again until an answer costs nothing.


class RetryKeys:
    """The handler of the key that leaves the screen on which a choice is tried again."""

    def __init__(self, leave: Callable[[], object]) -> None:
        self._leave = leave

    def handlers(self) -> Handlers:
        """Return {name of an action: its handler} for the actions of this class."""
        return {"end": self.act_end}

    def act_end(self) -> None:
        """Go back to the list of choices."""
        self._leave()


class RetryScreen(BattleScreen):
    """The battle screen on which a past choice is tried again."""

    what_for = "Try again: take an order, and you see how much less it is worth than the best."

    def __init__(self, session: BattleSession, app: GameApp) -> None:
        """Create the screen for a session that asks the question of the choice again."""
        keys = RetryKeys(lambda: app.leave(self))
        super().__init__(session, app, partial(sit_down, keys=lambda _: keys.handlers()))


def try_again(battle: SeenBattle, choice: CostlyChoice, app: GameApp) -> RetryScreen:
    """Return the screen on which a choice is tried again, in a copy of its battle."""
    copy = battle.fork(choice.n - 1)
    table = RetryTable(copy, (choice.seat,))
    return RetryScreen(BattleSession(copy, table, RetryKind(choice.slot)), app)


def _verdict(one: ListedChoice, played: bool, judging: bool, size: float) -> str:
    """Return what a choice has cost in a few words: `20% / 62%`, or `being played on: 12 of 60`.

    `judging` tells whether other choices are still judged; `size` is how much the game's unit of
    cost is worth.
    """
    if not played:
        return f"{one.choice.cost * size:.1f}"
    if one.trial is None and not one.choice.instead:
        return "cannot be played on"
    if one.trial is None:
        return "played on after judging" if judging else "not tried out yet"
    if not one.proved:
        return f"being played on: {one.trial.of} of {PAIRS}"
    after, better = (won / one.trial.of for won in (one.trial.chosen, one.trial.better))
    return f"{after:.0%} / {better:.0%}"


# HindsightScreen: the choices that cost most, the better answers, and the reasons.


EVERY = 1.0
"""The minimum time in seconds between two redraws of the progress; so less is sent to the
terminal."""
ABOUT = (
    "From each choice that may have cost something, battles are played on to the end, after it and "
    "after a better answer, with the same dice: the battles won say what it cost. A choice that "
    "makes no difference leaves the list."
)
ESTIMATES = (
    "The choices that may have cost most, judged by what the player could see. These are the "
    "adviser's estimates: battles of this game are too long to be played on from each."
)
VERDICT = 25
"""The width in columns of what a choice has cost, in the list."""
LABEL = 9
"""The width in columns of the labels `chosen`, `better` and `why`."""


class HindsightScreen(PageScreen):
    """A list of costly choices, with details of the highlighted one; Enter shows it in the
    replay.
    """

    screen_name: ClassVar[str] = "hindsight"
    what_for: ClassVar[str] = (
        "The choices that may have cost something, and how many battles are won after each and "
        "after a better one. Enter shows the position before the marked choice, with the advice on "
        "it."
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

        When the battle is over, choices of the player's `own` seats whose cost is proved become
        puzzles.
        """
        super().__init__()
        self.battle = battle
        self.hindsight = hindsight
        self.shows_entry = watch
        self.own = own
        self.n = 0
        """The entry of the highlighted choice; 0 stands for the costliest one."""

    def on_mount(self) -> None:
        """Begin to judge the choices in the background, or continue."""
        self.work(self._judge)

    async def _judge(self) -> None:
        drawn = monotonic()
        while not self.hindsight.over:
            await think(partial(self.hindsight.step, self.battle))
            if self.is_current and (self.hindsight.over or monotonic() - drawn >= EVERY):
                self.draw()
                drawn = monotonic()
        answers = self.game_app.own_files.answers
        await think(partial(self.hindsight.keep_puzzles, self.own, answers))
        if self.hindsight.kept and self.is_current:
            self.draw()

    @property
    def about_game(self) -> str:
        return self.battle.game.name

    @property
    def choices(self) -> tuple[CostlyChoice, ...]:
        """The choices that are listed so far."""
        return tuple(each.choice for each in self._listed())

    def _listed(self) -> list[ListedChoice]:
        """Return the choices to be listed: not those that were found to make no difference."""
        return [each for each in self.hindsight.listed() if not each.dropped]

    @property
    def index(self) -> int:
        """The index of the highlighted choice.

        The same choice stays highlighted when others are inserted above it.
        """
        places = (place for place, each in enumerate(self.choices) if each.n == self.n)
        return next(places, 0)

    # The page --------------------------------------------------------------------------

    def fill(self, page: TextPage) -> None:
        """Write the list, and the highlighted choice in full."""
        hindsight, listed, index = self.hindsight, self._listed(), self.index
        title = (
            self.battle.header.title or self.battle.game.screen.status(self.battle.view("")).title
        )
        played = self.battle.game.review.plays_on
        judging = hindsight.judged < hindsight.total
        far = f"{hindsight.judged} of {hindsight.total} choices judged"
        if not judging and not hindsight.over:
            every = hindsight.listed()
            done = sum(each.proved or each.dropped for each in every)
            far = f"{done} of {len(every)} choices tried out"
        if hindsight.kept:
            far = f"puzzles made: {', '.join(hindsight.kept)}"
        head = f"LOOK BACK AT CHOICES   {title}"
        page.bar(0, cut(head, page.columns - len(far) - 4), "status", far)
        row = page.paragraph(1, 2, page.columns - 2, ABOUT if played else ESTIMATES, "dim") + 1
        if not listed:
            none = "No choice made a difference so far; more are being played on."
            if judging:
                none = "No choice has to be played on so far; still judging."
            elif hindsight.over:
                made = "made a difference" if hindsight.listed() else "cost anything"
                none = f"No choice {made}."
            page.write(1, row, none, "text")
            return
        full = self._in_full(listed[index], page.columns - LABEL - 2)
        rows, last = self._rows(listed), page.rows_count - 3
        at = next(place for place, each in enumerate(rows) if each is listed[index])
        room = max(2, last - row - len(full) - 1)
        first = scrolled(len(rows), at, room)
        shown = rows[first : first + room]
        shown[0] = next(each for each in rows[first::-1] if isinstance(each, str))
        names = max(4, *(len(each.choice.name) for each in listed))
        for place, each in enumerate(shown, row):
            if isinstance(each, str):
                heading = f"entry  turn  {'seat':<{names}}  {each:<{VERDICT}}  asked"
                page.write(3, place, heading[: page.columns - 4], "dim")
                continue
            choice = each.choice
            said = _verdict(each, played, judging, self.battle.game.thinking.unit_size)
            text = f"{choice.n:>5}  T{choice.turn:<4} {choice.name:<{names}}  {said:<{VERDICT}}  "
            click = partial(self._clicked, choice.n)
            width = page.columns - 2
            page.item(1, place, width, text + choice.question, each is listed[index], click)
        row += min(len(rows), room) + 1
        page.write(1, row, listed[index].choice.question[: page.columns - 2], "head")
        for place, (label, text, style) in enumerate(full[: last - row], row + 1):
            page.write(1, place, label, "dim")
            page.write(1 + LABEL, place, text, style)

    def _rows(self, listed: Sequence[ListedChoice]) -> list[ListedChoice | str]:
        """Return the rows of the list: the person's own choices, then those of others, each group
        with a heading.
        """
        if not self.battle.game.review.plays_on:
            return [f"{self._unit} lost"[:VERDICT], *listed]
        if not self.own:
            return ["won: the answer / best", *listed]
        mine = [each for each in listed if each.choice.seat in self.own]
        rows: list[ListedChoice | str] = ["won: your answer / best", *mine] if mine else []
        theirs = [each for each in listed if each.choice.seat not in self.own]
        return [*rows, "won: their answer / best", *theirs] if theirs else rows

    def _in_full(self, one: ListedChoice, width: int) -> list[tuple[str, str, str]]:
        """Return a choice in full as rows of (label or '', text that fits, style)."""
        choice = one.choice
        if not self.battle.game.review.plays_on:
            cost = cost_text(choice.cost, choice.reason, self.battle.game.thinking)
            wins = f"{cost}, the adviser estimates."
        elif one.trial is None:
            wins = "No battles have been played on from here yet."
        else:
            wins = f"{capitalized(effect_text(choice, one.trial, named=False))}."
            if not one.proved:
                wins += " More battles are being played."
        parts: tuple[tuple[str, str, str], ...] = (
            ("chosen", choice.chosen, "text"),
            ("better", choice.better, "ok"),
            ("because", choice.reason.words if choice.reason else "", "text"),
            ("wins", wins, "text"),
        )
        return [
            (label * (number == 0), row, style)
            for label, text, style in parts
            for number, row in enumerate(wrapped(text, width) if text else [])
        ]

    def prompt(self) -> str:
        if not self.choices:
            return self.keymap.hint(self.screen_name, "end", "goes back")
        choice = self.choices[self.index]
        before = f"shows entry {choice.n - 1}, before the choice, with advice"
        shows = self.keymap.hint(self.screen_name, "accept", before)
        again = self.keymap.hint(self.screen_name, "again", "lets you try again")
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
        """Show the position of the highlighted choice in the replay, with advice on it."""
        if self.choices:
            choice = self.choices[self.index]
            self.game_app.leave(self)
            self.shows_entry(choice.n - 1)
            if isinstance(self.app.screen, BaseScreen):
                self.app.screen.first_act = "advice"

    def act_again(self) -> None:
        """Open the screen on which the person tries other answers to the highlighted question."""
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
