"""The captain's log: the career of the player, as a list of the battles fought."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Sequence
from typing import ClassVar

from engine.base.errors import Refused
from engine.base.text import pluralized, sentence
from engine.files.career import AT_ONCE, NO_BATTLE, Career, Entry, prose, summary
from engine.files.index import Index
from engine.files.library import Library, read_all
from engine.kernel.battle import Battle
from tui.input.actions import Handlers
from tui.screens.chooser import ListBelowMenu, ListedRow
from tui.terminal.page import TextPage

LIST = 38
"""The width of the list in columns; the details of the chosen line are beside the list."""
CAREER = "The whole career"


class LogScreen(ListBelowMenu):
    """The player's career in a few lines, and the battles, latest first.

    Enter opens the story of a battle.
    """

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
        """How far the battles have been read, in words; '' when all are read."""

    def on_mount(self) -> None:
        """Begin to read and count the battles that are not in the index yet, in the background."""
        self.work(self._count, "reading")

    async def _count(self) -> None:
        if self.library.unread:
            self.busy = f"reading {pluralized(len(self.library.unread), 'battle')}"
            self.draw()
            await to_thread(read_all, self.library, lambda: None)
        total = len(self.career.unread)
        while unread := self.career.unread:
            self.busy = f"read {total - len(unread)} of {total} battles"
            await to_thread(self.career.count, unread[:AT_ONCE])
            self.entries = self.career.entries
            self.soon(self.draw)
        self.busy = ""
        self.entries = self.career.entries
        self.soon(self.draw)

    def on_unmount(self) -> None:
        """Close the index of battles."""
        self._index_file.close()

    def listed(self) -> Sequence[ListedRow]:
        return [
            ListedRow(CAREER),
            *(
                ListedRow(f"{each.row.day}  {each.row.name}", "", each.summary)
                for each in self.entries
            ),
        ]

    @property
    def entry(self) -> Entry | None:
        """The battle of the highlighted line; None on the first line, which is about the whole
        career.
        """
        return self.entries[self.index - 1] if 0 < self.index <= len(self.entries) else None

    def fill(self, page: TextPage) -> None:
        """Write the list, and the details of the chosen line."""
        fought = pluralized(len(self.entries), "battle")
        fought = self.how_many("lines") if self.words else fought
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
        """Open the story of the chosen battle."""
        chosen = self._chosen()
        title = f"{chosen.row.name}, {chosen.row.day}"
        with Battle.open(chosen.row.path, write=False) as battle:
            game = battle.game.name
        self.open_screen("story", title, game, _headed(chosen), prose(chosen), self._watch)

    def act_watch(self) -> None:
        """Replay the chosen battle from its start."""
        self._watch(0)

    def _watch(self, n: int) -> None:
        """Replay the chosen battle from an entry on."""
        self.open_screen("replay", Battle.open(self._chosen().row.path, write=False), n)

    def _chosen(self) -> Entry:
        if self.entry is None:
            raise Refused("choose a battle below" if self.entries else NO_BATTLE)
        return self.entry


def _headed(entry: Entry) -> list[tuple[str, str]]:
    """Return facts about a battle as paragraphs, each as (text, style)."""
    facts, cruise = entry.row.facts, entry.cruise
    return [
        (each, style)
        for each, style in (
            (f"{facts.system}, {entry.row.day}" if facts else "", "dim"),
            (sentence(entry.summary), "head"),
            (sentence(facts.result) if facts and facts.result else "", "text"),
            (f"Ships: {', '.join(cruise.ships)}" if cruise.ships else "", "text"),
            (f"Longest shot: {cruise.shot.words}" if cruise.shot else "", "text"),
        )
        if each
    ]
