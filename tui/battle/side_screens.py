"""Screens beside a battle: HandOverScreen hides the battle while a shared keyboard is passed on;
LeavingScreen lists the ways to leave a battle, such as to resign.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from engine.base.errors import Refused
from engine.sitting.seats import WayOut
from tui.input.actions import Handlers
from tui.input.keys import answer_keys
from tui.screens.base import BaseScreen
from tui.screens.chooser import Chooser
from tui.terminal.lines import Lines
from tui.terminal.page import TextPage

# HandOverScreen: an empty screen with the name of the player whose turn it is.


class HandOverScreen(BaseScreen):
    """An empty screen that hides the battle while the keyboard passes to the next player.

    `taken` is called when the screen has closed. Keys pressed before it was visible are dropped,
    because the other player pressed them.
    """

    screen_name = "hand_over"
    takes_typed_ahead = False
    what_for = "The next choice is secret: only the player who makes it may look at the screen."

    def __init__(self, name: str, taken: Callable[[], None]) -> None:
        super().__init__()
        self.name_of_seat = name
        self._taken = taken
        self.page = Lines(self.ink, "text", id="page")

    def widgets(self) -> ComposeResult:
        yield self.page

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Give the text the whole screen."""
        return {self.page: size.region}

    def lay(self, size: Size) -> None:
        """Draw the one sentence in the middle of the screen."""
        key = self.keymap.key(self.screen_name, "accept")
        text = f"Pass the keyboard to {self.name_of_seat}, then press {key}"
        above: list[tuple[tuple[str, str], ...]] = [() for _ in range(size.height // 2)]
        self.page.show([*above, (("head", text.center(size.width)),)])

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
        }

    def act_accept(self) -> None:
        """Close this screen, so that the next player sees the battle."""
        if self.game_app.leave(self):
            self._taken()

    def act_help(self) -> None:
        """Do nothing: this screen has a single sentence, which needs no help."""

    def act_palette(self) -> None:
        """Do nothing: no palette of commands is offered before the next player has the keyboard."""


# LeavingScreen: the ways to leave a battle, and what each of them does.


WIDTH = 76
TOP = 2


class LeavingScreen(Chooser):
    """The ways to leave a battle, one on each line; an unavailable way shows the reason."""

    screen_name: ClassVar[str] = "leaving"
    what_for: ClassVar[str] = (
        "Ways to end or leave a battle outside its rules. Enter asks again before anything is "
        "done. Each step is written into the battle's file, where everybody can read it."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=choose", "back", "help")

    def __init__(self, ways: Callable[[], Sequence[WayOut]]) -> None:
        super().__init__()
        self.index = 0
        self._lists = [("LEAVING", ways)]
        """The open lists, each as (title, ways to leave): a sublist is above the list that opened
        it; the last is shown."""
        self._sure = False
        """Whether the player is being asked to confirm the chosen line."""

    @property
    def ways(self) -> Sequence[WayOut]:
        """The ways to leave that are listed now."""
        return self._lists[-1][1]()

    @property
    def chosen(self) -> WayOut:
        """The way to leave on the chosen line."""
        ways = self.ways
        return ways[min(self.index, len(ways) - 1)]

    def fill(self, page: TextPage) -> None:
        """Write a line for each way to leave, and below them what the chosen one would lead to."""
        ways = self.ways
        self.index = max(0, min(self.index, len(ways) - 1))
        page.bar(0, self._lists[-1][0], "status")
        rows = page.rows_count - TOP - 7
        for row, number in enumerate(page.window(3, TOP, rows, ways, self.index), TOP):
            way = ways[number]
            label = f"{way.label}{' (not now)' * bool(way.why_not)}"
            chosen = number == self.index
            page.item(1, row, page.columns - 2, label, chosen, partial(self._click, number))
        row = TOP + 1 + min(rows, len(ways))
        width = min(WIDTH, page.columns - 6)
        row = page.paragraph(3, row, width, self.chosen.about, "text")
        if why_not := self.chosen.why_not:
            page.paragraph(3, row, width, f"Not now: {why_not}.", "dim")

    def prompt(self) -> str:
        enter, escape = (self.keymap.key(self.screen_name, name) for name in ("accept", "back"))
        if self._sure:
            return f"{self.chosen.label}: sure?  {answer_keys(enter, escape, likely=False)}"
        return f"{enter}  {self.chosen.label}"

    # Keys ------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """While a confirmation is open, only `y` says yes: Enter is ignored, and any other key says
        no.
        """
        sure, action = self._sure, self.keymap.action(self.screen_name, key)
        if sure and action is not None and action.name == "accept":
            return
        self._sure = False
        if sure and key in ("y", "Y"):
            self._do(self._done)
        elif not sure or key not in ("n", "N", "escape"):
            super().press(key)
            return
        if self.is_current:
            self.draw()

    def handlers(self) -> Handlers:
        return {**super().handlers(), "accept": self.act_accept}

    def act_back(self) -> None:
        """Go back to the previous list, or to the battle."""
        if len(self._lists) > 1:
            self._lists.pop()
            self.index = 0
        else:
            super().act_back()

    def act_accept(self) -> None:
        """Open the sublist of the chosen line, or ask for its confirmation."""
        way = self.chosen
        if way.why_not:
            raise Refused(way.why_not)
        if way.more:
            self._lists.append((way.label.upper(), way.more))
            self.index = 0
        else:
            self._sure = True

    def _done(self) -> None:
        """Do what the chosen line says, and go back to the battle."""
        self._sure = False
        self.chosen.do()
        self.game_app.leave(self)

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.ways) - 1))

    def _click(self, index: int) -> None:
        if index == self.index:
            self.act_accept()
        else:
            self._sure, self.index = False, index
