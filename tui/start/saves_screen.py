"""The list of all battles, with a picture of the chosen one."""

from __future__ import annotations

from typing import ClassVar

from engine.base.errors import WeatherGageError
from tui.chart.thumbnail import portrait
from tui.files.library import BattleSummary, Saved, summarise, title_of
from tui.input.actions import Handlers
from tui.screens.chooser import ListedRow, SearchedList
from tui.start.saved_battles import SavedBattlesScreen
from tui.terminal.cut import rows_of
from tui.terminal.page import TextPage

LIST = 42
"""Columns of the list."""


class SavesScreen(SearchedList, SavedBattlesScreen):
    """Choose a battle to watch, or to resume."""

    screen_name: ClassVar[str] = "saves"
    what_for: ClassVar[str] = (
        "All battles, the one played last on top. Enter watches one from its start, step by step."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "resume",
        "find",
        "delete",
        "help",
        "end",
        "down=choose",
    )

    def listed(self) -> list[ListedRow]:
        """Return the battles by title and date; found by the names of their files as well."""
        return [
            ListedRow(
                f"{title_of(each)[:25]:<26}{each.date:>12}",
                words=_words(each),
            )
            for each in self.battles
        ]

    @property
    def chosen_row(self) -> int:
        """The number of the chosen battle."""
        return self.chosen

    def choose_row(self, row: int) -> None:
        """Choose a battle."""
        self.choose(row)

    def fill(self, page: TextPage) -> None:
        """Write list and picture."""
        page.bar(0, "REPLAYS", "status", self.how_many("battles"))
        self.write_list(page, 1, LIST - 2)
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
        }

    def act_accept(self) -> None:
        """Watch the chosen battle."""
        self.act_watch()

    def act_resume(self) -> None:
        """Play the chosen battle on."""
        self.open_chosen()

    def act_up(self) -> None:
        """Choose the battle above; above the first is the last."""
        self._step(-1)

    def act_down(self) -> None:
        """Choose the battle below."""
        self._step(1)

    def _step(self, step: int) -> None:
        found = self.found
        if found:
            self.choose(found[(self._at + step) % len(found)])


def _words(saved: Saved) -> str:
    """Return what a battle is found by besides title and date: file, game, scenario, players."""
    header = saved.header
    words = [title_of(saved), saved.path.name]
    if header:
        words += [header.game, header.scenario, str(header.options.get("players", ""))]
    return " ".join(words)
