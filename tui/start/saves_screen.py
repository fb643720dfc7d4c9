"""The list of all battles, with a picture of the chosen one."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from engine.base.errors import WeatherGageError
from tui.chart.thumbnail import portrait
from tui.files.library import BattleSummary, Saved, summarise, title_of
from tui.input.actions import Handlers
from tui.screens.chooser import AROUND
from tui.start.saved_battles import SavedBattlesScreen
from tui.terminal.cut import rows_of
from tui.terminal.page import TextPage, scrolled

LIST = 42
"""Columns of the list."""


class SavesScreen(SavedBattlesScreen):
    """Choose a battle to watch, or to resume."""

    screen_name: ClassVar[str] = "saves"
    what_for: ClassVar[str] = (
        "All battles, the one played last on top. Enter watches one from its start, step by step."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "resume", "delete", "help", "end", "down=choose")

    def fill(self, page: TextPage) -> None:
        """Write list and picture."""
        page.bar(0, "REPLAYS", "status", f"{len(self.battles)} battles")
        rows = page.rows_count - 4
        first = scrolled(len(self.battles), self.chosen, rows)
        for line, saved in enumerate(self.battles[first : first + rows]):
            text = f"{title_of(saved)[:25]:<26}{saved.date:>12}"
            click = partial(self.choose, first + line)
            page.item(1, 2 + line, LIST - 2, text, first + line == self.chosen, click)
        if self.saved is None:
            page.paragraph(3, 3, page.columns - 6, "No battle is saved yet.", "dim")
            return
        try:
            self._picture(page, self.saved, summarise(self.saved))
        except WeatherGageError as error:
            page.paragraph(LIST + 1, 2, page.columns - LIST - 2, str(error), "warning")

    def _picture(self, page: TextPage, saved: Saved, seen: BattleSummary) -> None:
        width = page.columns - LIST - 2
        lines = [
            (row, style)
            for text, style in self._facts(saved, seen)
            for row in rows_of(text, width, 2, "  ")
        ]
        picture = portrait(seen.scene, width, page.rows_count - 5 - len(lines), self.glyphs)
        page.paste(picture, LIST + 1, 2)
        for number, (text, style) in enumerate(lines, 3 + picture.rows_count):
            page.write(LIST + 1, number, text, style)

    def _facts(self, saved: Saved, seen: BattleSummary) -> list[tuple[str, str]]:
        status = seen.status
        standing = ", ".join(filter(None, (status.turn.lower(), status.phase.lower())))
        who = seen.result or self._asked(saved, seen)
        lines = [
            (title_of(saved), "head"),
            (f"{seen.game}, {standing}", "text"),
            (seen.seats, "text"),
            (status.points, "text"),
            (who, "ok" if seen.outcome else "text"),
            (f"{seen.entries} entries, {saved.date}, {saved.path.name}", "dim"),
        ]
        return [line for line in lines if line[0]]

    def prompt(self) -> str:
        return f"Enter watches  {self.describe(self.saved)}" if self.saved else self.about_chosen()

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "resume": self.act_resume,
            "up": self.act_up,
            "down": self.act_down,
            "first": self.act_first,
            "last": self.act_last,
            "page_up": self.act_page_up,
            "page_down": self.act_page_down,
        }

    def act_accept(self) -> None:
        """Watch the chosen battle."""
        self.act_watch()

    def act_resume(self) -> None:
        """Play the chosen battle on."""
        self.open_chosen()

    def act_up(self) -> None:
        """Choose the battle above."""
        self.choose(self.chosen - 1)

    def act_down(self) -> None:
        """Choose the battle below."""
        self.choose(self.chosen + 1)

    def act_first(self) -> None:
        """Choose the battle played last."""
        self.choose(0)

    def act_last(self) -> None:
        """Choose the oldest battle."""
        self.choose(-1)

    def act_page_up(self) -> None:
        """Go up by a page."""
        self.choose(max(0, self.chosen - self.extent.height + AROUND))

    def act_page_down(self) -> None:
        """Go down by a page."""
        self.choose(min(len(self.battles) - 1, self.chosen + self.extent.height - AROUND))
