"""Keys for organising battles: sort, tag, rename, copy, archive, import, undo."""

from __future__ import annotations

from asyncio import to_thread
from functools import partial
from pathlib import Path

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.files.facts import Facts, facts_of, spelt
from engine.files.index import Index
from engine.files.library import saved_at
from engine.files.saves import saves_folder
from engine.files.shelves import COLUMNS, Library, Listed, battle_files
from engine.files.shelving import Done, archived, copied, imported, renamed
from tui.input.actions import Handlers
from tui.start.saved_battles import SavedBattlesScreen

AT_ONCE = 24
"""Files read before the list is shown; further ones are read in the background."""
CHUNK, CHUNKS = 8, 50
"""The fewest files read between two redraws of the list, and the most such redraws."""
UNDONE = 50
"""Actions that can be undone."""


class LibraryScreen(SavedBattlesScreen):
    """A list of all battles in the index, organised by keys.

    Files that are not in the index are read in a thread, some at a time.
    """

    def __init__(self) -> None:
        self.index_file = Index.of_this_user()
        self.library: Library | None = None
        self.done: list[Done] = []
        """Actions that can be undone, the latest last."""
        self.busy = ""
        """The progress of reading or proving."""
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
    def rows(self) -> list[Listed]:
        """The battles in the order of the library."""
        return self.kept.rows

    @property
    def kept(self) -> Library:
        """The library as read last."""
        assert self.library is not None
        return self.library

    @property
    def row(self) -> Listed:
        """The chosen battle's row; raises `Refused` when there is none."""
        if not self.battles:
            raise Refused("no battle is saved yet")
        return self.rows[self.chosen]

    def act_sort(self) -> None:
        """Sort by the next column."""
        names = list(COLUMNS)
        self.sort_by(names[(names.index(self.kept.sorted_by) + 1) % len(names)], False)

    def act_sort_back(self) -> None:
        """Sort the other way round."""
        self.sort_by(self.kept.sorted_by, not self.kept.backwards)

    def act_tag(self) -> None:
        """Ask for the tags of the chosen battle."""
        row = self.row
        if row.facts is None or not row.facts.id:
            raise Refused("a battle that cannot be read cannot be tagged")
        id_, before = row.facts.id, row.tags

        def answered(text: str) -> None:
            tags = spelt(text)
            saves_folder(self.game_app.saves)  # raises an error when there is none
            self.kept.labels.put(id_, tags)
            told = f"it has the tags {', '.join(tags)} now" if tags else "it has no tags now"
            self.has_done(
                Done(told, row.path, row.path, partial(self.kept.labels.put, id_, before)),
            )

        has = f" instead of {' '.join(before)}" if before else ""
        self.ask(f"Tags{has}:", answered)

    def act_rename(self) -> None:
        """Ask for another name of the chosen battle's file."""
        path = self._movable()
        self.ask(
            f"New name of {path.name}:",
            lambda name: self.has_done(renamed(path, name)) if name else None,
        )

    def act_copy(self) -> None:
        """Copy the chosen battle."""
        self.has_done(copied(self.row.path, saves_folder(self.game_app.saves)))

    def act_archive(self) -> None:
        """Move the chosen battle to the archive, or back from it."""
        self.has_done(archived(self._movable(), self.kept.folder))

    def act_undo(self) -> None:
        """Undo the latest action on a file."""
        if not self.done:
            raise Refused("there is nothing to undo here")
        done = self.done.pop()
        done.undo()
        self._read()
        self._choose_path(done.before)
        self.said = f"undone: {done.told}"

    def act_import(self) -> None:
        """Ask for a battle file, or a folder of them, to copy here."""
        self.ask("File or folder to import:", self._import)

    def has_done(self, done: Done) -> None:
        """Report an action on a file, store its undo, and choose the file."""
        super().has_done(done)
        self.done = [*self.done[1 - UNDONE :], done]
        self._choose_path(done.path)
        self.said = f"{done.told}; {self.keymap.key(self.screen_name, 'undo')} undoes it"

    def _read(self) -> None:
        chosen = self.battles[self.chosen].path if self.battles else None
        before = self.library
        self.library = Library(self.game_app.saves, self.index_file, self.samples())
        if self.kept.labels.fault:
            self.said = self.kept.labels.fault
        if before:
            self.kept.sort(before.sorted_by, before.backwards)
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
        """Read files that are not in the index, some at a time, and show the progress."""
        total = len(self.kept.unread)
        many = max(CHUNK, total // CHUNKS)
        while unread := self.kept.unread:
            library, some = self.kept, unread[:many]
            self.busy = f"read {max(0, total - len(unread))} of {total}"
            found = await to_thread(_read, some)
            if library is self.library:  # otherwise another task has listed it again meanwhile
                chosen = self.battles[self.chosen].path if self.battles else None
                library.keep(found)
                self._follow(chosen)
                self.soon(self.draw)
        self.busy = ""
        self.soon(self.draw)

    def _follow(self, chosen: Path | None) -> None:
        """Adopt the current rows, keeping the same battle chosen."""
        self.battles = [row.saved for row in self.rows]
        self.chosen = min(self.chosen, max(0, len(self.battles) - 1))
        if chosen:
            self._choose_path(chosen)

    def _choose_path(self, path: Path) -> None:
        at = next((n for n, saved in enumerate(self.battles) if saved.path == path), None)
        if at is not None:
            self.choose(at)

    def sort_by(self, by: str, backwards: bool) -> None:
        """Sort by a column; the chosen battle stays chosen."""
        chosen = self.battles[self.chosen].path if self.battles else None
        self.kept.sort(by, backwards)
        self._follow(chosen)
        self.said = f"sorted by {by}{', the other way round' if backwards else ''}"

    def _movable(self) -> Path:
        """Return the chosen file; raises `Refused` for the current battle."""
        saved = self.battles[self.chosen] if self.battles else None
        if saved and self._below() and self._at_hand(saved):
            raise Refused("this battle is being played; leave it for the menu first")
        if saved and not self._below():
            self._let_go()
        return self.row.path

    def _import(self, words: str) -> None:
        source = Path(words).expanduser()
        if not words:
            return
        self.busy = f"proving {source.name}"
        self.work(partial(self._imported, source), "import")

    async def _imported(self, source: Path) -> None:
        folder = saves_folder(self.game_app.saves)
        try:
            sources = list(battle_files(source)) if source.is_dir() else [source]
            if not sources:
                raise FileFault(f"there is no battle in {source}")
            told: list[str] = []
            done: list[Done] = []
            known = {row.facts.id for row in self.rows if row.facts}
            for each in sources:
                try:
                    done.append(await to_thread(imported, each, folder, known))
                except WeatherGageError as error:
                    told.append(self.game_app.describe(error))
                else:
                    saved = saved_at(done[-1].path)
                    known |= {saved.header.id} if saved and saved.header else set()
            if done:  # the list is read again once, however many battles were imported
                self.done += done[:-1]
                self.has_done(done[-1])
            summary = f"{len(done)} of {len(sources)} battles were imported"
            if len(sources) > 1:
                self.said = "; ".join((summary, *told))
            elif told:
                self.said = told[0]
        finally:
            self.busy = ""
        self._begin_to_read()
        self.draw()

    def on_unmount(self) -> None:
        """Close the index."""
        self.index_file.close()


def _read(rows: list[Listed]) -> list[tuple[Listed, Facts]]:
    return [(row, facts_of(row.path)) for row in rows]
