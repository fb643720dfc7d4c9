"""The captain's log: the battles that you fought, as a career, and the story of each on a page."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from typing import ClassVar

from engine.base.errors import Refused, WeatherGageError
from engine.base.text import counted, sentence
from engine.files.career import AT_ONCE, NO_BATTLE, Career, Entry, prose, summary
from engine.files.index import Index
from engine.files.shelves import Library, read_all
from engine.kernel.battle import Battle
from engine.review.tale import NOTHING
from tui.input.actions import Handlers
from tui.screens.chooser import ListBelowMenu, ListedRow, Scroller
from tui.terminal.cells import wrap
from tui.terminal.page import TextPage

LIST = 38
"""The columns of the list; what is told of the chosen line is beside it."""
CAREER = "The whole career"


class LogScreen(ListBelowMenu):
    """The career in a few lines, and the battles, the latest first. Enter opens the story."""

    screen_name: ClassVar[str] = "log"
    what_for: ClassVar[str] = (
        "Your captain's log: the battles that you fought to their end against somebody else, with "
        "ships, prizes and losses. Enter tells the story of the highlighted battle."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "watch", "find", "help", "end", "down=choose")

    def __init__(self) -> None:
        super().__init__()
        self._index_file = Index.of_this_user()
        self.library = Library(self.game_app.saves, self._index_file)
        self.career = Career(self.library)
        self.entries = self.career.entries
        self.busy = ""
        """How far the battles have been read."""

    def on_mount(self) -> None:
        """Read and count the battles that are not known yet, in the background."""
        self.work(self._count, "reading")

    async def _count(self) -> None:
        if self.library.unread:
            self.busy = f"reading {counted(len(self.library.unread), 'battle')}"
            self.draw()
            await to_thread(read_all, self.library, lambda: None)
        total = len(self.career.unread)
        while unread := self.career.unread:
            self.busy = f"read {total - len(unread)} of {total}"
            await to_thread(self.career.count, unread[:AT_ONCE])
            self.entries = self.career.entries
            self.soon(self.draw)
        self.busy = ""
        self.entries = self.career.entries
        self.soon(self.draw)

    def on_unmount(self) -> None:
        """Close the index."""
        self._index_file.close()

    def listed(self) -> Sequence[ListedRow]:
        return [
            ListedRow(CAREER),
            *(
                ListedRow(f"{each.row.day}  {each.row.name}", "", each.told)
                for each in self.entries
            ),
        ]

    @property
    def entry(self) -> Entry | None:
        """The chosen battle; None on the first line."""
        return self.entries[self.index - 1] if 0 < self.index <= len(self.entries) else None

    def fill(self, page: TextPage) -> None:
        """Write the list, and what is told of the chosen line."""
        fought = counted(len(self.entries), "battle")
        page.bar(0, "CAPTAIN'S LOG", "status", self.busy or fought)
        self.write_list(page, 1, LIST - 2, self._click_row)
        left, row = LIST + 1, 2
        width = page.columns - left - 2
        if self.entry:
            for text, style in _headed(self.entry):
                row = page.paragraph(left, row, width, text, style)
            return
        for heading, words in summary(self.entries):
            row = page.paragraph(left, row, width, heading, "head")
            row = page.paragraph(left, row, width, words, "text")
        if not self.entries and not self.busy:
            page.paragraph(left, row, width, NO_BATTLE, "dim")

    def prompt(self) -> str:
        if self.entry is None:
            return "The career as a whole; down chooses a battle" if self.entries else NO_BATTLE
        return f"Enter tells the story of  {self.entry.row.name}"

    def handlers(self) -> Handlers:
        return {**super().handlers(), "watch": self.act_watch}

    def act_accept(self) -> None:
        """Tell the story of the chosen battle."""
        self.open_screen("log_page", self._chosen())

    def act_watch(self) -> None:
        """Replay the chosen battle."""
        self.open_screen("replay", Battle.open(self._chosen().row.path, write=False))

    def _chosen(self) -> Entry:
        if self.entry is None:
            raise Refused("choose a battle below" if self.entries else NO_BATTLE)
        return self.entry


class LogPageScreen(Scroller):
    """The story of one battle of the log, a paragraph a turn."""

    screen_name: ClassVar[str] = "log_page"
    what_for: ClassVar[str] = "The story of a battle, a paragraph for each turn. Down scrolls."
    hints: ClassVar[tuple[str, ...]] = ("down=scroll", "page_down", "watch", "end", "help")

    def __init__(self, entry: Entry) -> None:
        super().__init__()
        self.entry = entry
        try:
            told = prose(entry)
            self._story = [f"{each.heading}. {each.text}" for each in told] or [NOTHING]
        except WeatherGageError as error:
            self._story = [str(error)]

    def fill(self, page: TextPage) -> None:
        """Write as many lines as fit."""
        page.bar(0, f"CAPTAIN'S LOG   {self.entry.row.name}", "status", self.entry.row.day)
        width, room = page.columns - 2, page.rows_count - 4
        lines = [(row, style) for text, style in _headed(self.entry) for row in wrap(text, width)]
        for text in self._story:
            lines += [("", "text"), *((row, "text") for row in wrap(text, width))]
        self.top = max(0, min(self.top, len(lines) - room))
        self.rest = max(0, len(lines) - room - self.top)
        for row, (text, style) in enumerate(lines[self.top : self.top + room], 2):
            page.write(1, row, text, style)

    def handlers(self) -> Handlers:
        return {**super().handlers(), "watch": self.act_watch}

    def act_watch(self) -> None:
        """Replay the battle."""
        self.open_screen("replay", Battle.open(self.entry.row.path, write=False))


def _headed(entry: Entry) -> list[tuple[str, str]]:
    """Return what is counted of a battle, as paragraphs with their styles."""
    facts, cruise = entry.row.facts, entry.cruise
    return [
        (each, style)
        for each, style in (
            (f"{facts.system}, {entry.row.day}" if facts else "", "dim"),
            (sentence(entry.told), "head"),
            (sentence(facts.result) if facts and facts.result else "", "text"),
            (f"Ships: {', '.join(cruise.ships)}" if cruise.ships else "", "text"),
            (f"Longest shot: {cruise.shot.words}" if cruise.shot else "", "text"),
        )
        if each
    ]
