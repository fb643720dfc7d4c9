"""The keys that organise saved battles: sort, tag, rename, copy, archive, import, undo."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.base.errors import Refused
from engine.files.battle_list import BattleList, Import
from engine.files.facts import Facts, facts_of
from engine.files.index import Index
from engine.files.library import Library, LibraryRow
from engine.files.library_actions import FileChange
from tui.input.actions import Handlers
from tui.start.saved_battles import SavedBattlesScreen

AT_ONCE = 24
"""The number of files that are read before the list appears; the others are read in the
background."""
CHUNK, CHUNKS = 8, 50
"""The minimum number of files that are read between two updates of the list, and the maximum number
of updates."""


class LibraryScreen(SavedBattlesScreen):
    """A list of all saved battles, with keys to sort, tag, rename, copy, archive or delete them.

    Files that are not in the index yet are read in a thread, some at a time.
    """

    def __init__(self) -> None:
        self.index_file = Index.of_this_user()
        self._battle_list: BattleList | None = None
        self.busy = ""
        """How far reading or verifying has come, in words; '' when nothing is going on."""
        super().__init__()

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "undo": self.act_undo,
            "sort": self.act_sort,
            "sort_back": self.act_sort_back,
            "tag": self.act_tag,
            "rename": self.act_rename,
            "copy": self.act_copy,
            "archive": self.act_archive,
            "import": self.act_import,
        }

    @property
    def rows(self) -> list[LibraryRow]:
        """The battles in the order of the list."""
        return self.kept.rows

    @property
    def kept(self) -> Library:
        """What is known of all saved battles, as it was read last."""
        return self.battle_list.library

    @property
    def battle_list(self) -> BattleList:
        """The list of battles, with its order, its actions and what can be undone."""
        assert self._battle_list is not None
        return self._battle_list

    @property
    def row(self) -> LibraryRow:
        """The highlighted battle; raises `Refused` if there is none."""
        if not self.battles:
            raise Refused("no battle is saved yet")
        return self.rows[self.chosen]

    def act_sort(self) -> None:
        """Sort the list by the next of its columns."""
        self._sorted(self.battle_list.sort)

    def act_sort_back(self) -> None:
        """Reverse the order of the list."""
        self._sorted(self.battle_list.sort_back)

    def sort_by(self, by: str) -> None:
        """Sort the list by the column `by`."""
        self._sorted(partial(self.battle_list.sort, by))

    def _sorted(self, sort: Callable[[], str]) -> None:
        """Call `sort`, which sorts the list; the same battle stays highlighted."""
        chosen = self.battles[self.chosen].path if self.battles else None
        self.said = sort()
        self._follow(chosen)

    def act_tag(self) -> None:
        """Ask which tags the chosen battle is to have."""
        self.put(self.battle_list.tag(self.row))

    def act_rename(self) -> None:
        """Ask for another name of the chosen battle's file."""
        asked = self.battle_list.rename(self.row)
        self.free(self.row.saved)
        self.put(asked)

    def act_copy(self) -> None:
        """Copy the chosen battle."""
        self.has_done(self.battle_list.copy(self.row))

    def act_archive(self) -> None:
        """Move the chosen battle to the archive, or back from it."""
        self.free(self.row.saved)
        self.has_done(self.battle_list.archive(self.row))

    def act_delete(self) -> None:
        """Ask whether to move the chosen battle to the bin."""
        if self.battles:
            asked = self.battle_list.delete(self.row)
            self.free(self.row.saved)
            self.put(asked)

    def act_undo(self) -> None:
        """Undo the latest change made in this list of battles, such as a deletion."""
        done = self.battle_list.undo()
        self._read()
        self._choose_path(done.before)
        self.said = f'undone: "{done.told}"'

    def act_import(self) -> None:
        """Ask for a battle file, or a folder of them, to copy here."""
        self.ask("File or folder to import:", self._import)

    def has_done(self, done: FileChange) -> None:
        """Show a message about a change of a file, and highlight that file."""
        super().has_done(done)
        self._choose_path(done.path)
        self.said = f"{done.told}; {self.keymap.key(self.screen_name, 'undo')} undoes it"

    def _read(self) -> None:
        chosen = self.battles[self.chosen].path if self.battles else None
        if self._battle_list is None:
            self._battle_list = BattleList(self.game_app.saves, self.index_file, self.samples())
        else:
            self._battle_list.rescan()
        if self.kept.labels.fault:
            self.said = self.kept.labels.fault
        unread = self.kept.unread
        if len(unread) <= AT_ONCE:
            self.kept.keep(_read(unread))
        self._follow(chosen)

    def _stands(self) -> None:
        super()._stands()
        self._begin_to_read()

    def _begin_to_read(self) -> None:
        if self.kept.unread and not self.busy:
            self.work(self._read_on, "reading")

    async def _read_on(self) -> None:
        """Read files that are not in the index yet, some at a time, and show the progress."""
        total = len(self.kept.unread)
        many = max(CHUNK, total // CHUNKS)
        while unread := self.kept.unread:
            library, some = self.kept, unread[:many]
            self.busy = f"read {max(0, total - len(unread))} of {total} battles"
            found = await to_thread(_read, some)
            if library is self.kept:  # else the list was read again in the meantime
                chosen = self.battles[self.chosen].path if self.battles else None
                library.keep(found)
                self._follow(chosen)
                self.soon(self.draw)
        self.busy = ""
        self.soon(self.draw)

    def _follow(self, chosen: Path | None) -> None:
        """Update the list; the same battle stays highlighted."""
        self.battles = [row.saved for row in self.rows]
        self.chosen = min(self.chosen, max(0, len(self.battles) - 1))
        if chosen:
            self._choose_path(chosen)

    def _choose_path(self, path: Path) -> None:
        at = next((n for n, saved in enumerate(self.battles) if saved.path == path), None)
        if at is not None:
            self.choose(at)

    def _import(self, words: str) -> None:
        if words:
            came = self.battle_list.importing(words)
            self.busy = f"proving {came.source.name}"
            self.work(partial(self._imported, came), "import")

    async def _imported(self, came: Import) -> None:
        try:
            for each in came.sources:
                await to_thread(came.bring, each)
            self.battle_list.brought(came)
            if came.done:  # read the list again once, after all imports
                self.has_done(came.done[-1])
            if not came.done or len(came.sources) > 1:
                self.said = came.summary
        finally:
            self.busy = ""
        self._begin_to_read()
        self.draw()

    def on_unmount(self) -> None:
        """Close the index of battles."""
        self.index_file.close()


def _read(rows: list[LibraryRow]) -> list[tuple[LibraryRow, Facts]]:
    return [(row, facts_of(row.path)) for row in rows]
