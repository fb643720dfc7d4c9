"""GuideScreen: a page for each way to play with a friend, which also names problems found on this
machine.
"""

from __future__ import annotations

from typing import ClassVar

from engine.sitting.guides import GUIDES, installed_command
from tui.input.actions import Handlers
from tui.screens.page_screen import PageScreen
from tui.terminal.page import TextPage

INDENT = 4
"""The number of columns by which a command is indented."""


class GuideScreen(PageScreen):
    """One guide at a time; left and right show the others."""

    screen_name: ClassVar[str] = "guide"
    what_for: ClassVar[str] = (
        "Playing with a friend: what to type, here and there. Type the commands in a shell, "
        "outside the game. Left and right show the other ways."
    )
    hints: ClassVar[tuple[str, ...]] = ("right", "left", "end", "help", "palette")

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way
        self._faults = {name: guide.fault() for name, guide in GUIDES.items()}

    def fill(self, page: TextPage) -> None:
        """Write the introduction, the steps for both persons, and possible errors."""
        guide = GUIDES[self.way]
        page.bar(
            0,
            f"WITH A FRIEND   {guide.title.upper()}",
            "status",
            "   ".join(
                f"[{each.title}]" if name == self.way else each.title
                for name, each in GUIDES.items()
            ),
        )
        width = page.columns - 4
        row = page.paragraph(2, 2, width, guide.about)
        yours = tuple((what, installed_command(command)) for what, command in guide.yours)
        row = self._typed(page, row, "You", yours)
        row = self._typed(page, row, "Your friend", guide.theirs)
        row += 1
        page.rule(row, "If it does not work")
        row, last, width = row + 1, page.rows_count - 2, page.columns - 4
        if fault := self._faults[self.way]:
            row = page.paragraph(2, row, width, fault, "warning", max(0, last - row))
        for text in guide.faults:
            row = page.paragraph(2, row, width, text, "text", max(0, last - row))

    def _typed(self, page: TextPage, row: int, who: str, steps: tuple[tuple[str, str], ...]) -> int:
        """Write numbered steps, with their commands beside or below them; return the next free
        row.
        """
        row += 1
        page.rule(row, who)
        row += 1
        column = max(len(what) for what, _ in steps) + INDENT + 3
        below = column + max(len(command) for _, command in steps) > page.columns - 1
        for number, (what, command) in enumerate(steps, 1):
            page.write(2, row, f"{number}. {what}", "text")
            if below and command:
                row = page.paragraph(
                    INDENT + 1, row + 1, page.columns - INDENT - 2, command, "head"
                )
                continue
            page.write(column, row, command, "head")
            row += 1
        return row

    def prompt(self) -> str:
        """Return what is wrong on this machine for this way to play, or a message that nothing
        is.
        """
        return self._faults[self.way] or "No problem was found on this machine."

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "left": self.act_left,
            "right": self.act_right,
        }

    def act_left(self) -> None:
        """Show the previous guide."""
        self._turn(-1)

    def act_right(self) -> None:
        """Show the next guide."""
        self._turn(1)

    def _turn(self, step: int) -> None:
        names = list(GUIDES)
        self.way = names[(names.index(self.way) + step) % len(names)]
