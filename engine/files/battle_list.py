"""BattleList: the list of battles for all front ends, and the table of the actions on it.

Screens bind keys to the rows of `ACTIONS` by their names; the line interface uses their words.
Changes of files can be undone, the latest change first.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.text import clean
from engine.files.facts import facts_of, is_hosted, parse_tags
from engine.files.index import Index
from engine.files.library import COLUMNS, Library, LibraryRow, battle_files
from engine.files.library_actions import (
    Ask,
    FileChange,
    archive_battle,
    confirm_bin,
    copy_battle,
    import_battle,
    rename_battle,
)
from engine.files.saved_battles import saved_at
from engine.files.saves import saves_folder

UNDONE = 50
"""At most this many of the latest changes can be undone."""


class Import:
    """An import of one or several battle files from elsewhere.

    Each file is verified before it is copied.
    """

    def __init__(self, source: Path, folder: Path, known: Iterable[str]) -> None:
        """`source` is a file, or a folder whose files are imported; `known` are the ids of the
        battles that the person already has.
        """
        self.source = source
        self.sources = list(battle_files(source)) if os.path.isdir(source) else [source]
        if not self.sources:
            raise FileFault(f"there is no battle in {source}")
        self.done: list[FileChange] = []
        self.faults: list[str] = []
        self._folder, self._known = folder, set(known)

    def bring(self, source: Path) -> None:
        """Verify one of the `sources` and copy it into the folder.

        Where that is impossible, its reason is added to `faults`.
        """
        try:
            done = import_battle(source, self._folder, self._known)
        except WeatherGageError as error:
            self.faults.append(str(error))
            return
        self.done.append(done)
        saved = saved_at(done.path)
        self._known |= {saved.header.id} if saved and saved.header else set()

    @property
    def summary(self) -> str:
        """The results of all imports, in one sentence."""
        if len(self.sources) == 1:
            return self.done[0].told if self.done else self.faults[0]
        count = f"{len(self.done)} of {len(self.sources)} battles were imported"
        return "; ".join((count, *self.faults))


class BattleList:
    """The battles of one person as the library lists them, with an undo for changes of their files.

    Call `rescan` after a change of files, so that they are listed again.
    """

    def __init__(self, saves: str | Path | None, index: Index, samples: Path) -> None:
        """`saves` is the chosen folder of battles, or None for the default."""
        self._saves, self._index, self._samples = saves, index, samples
        self.library = Library(saves, index, samples)
        self.done: list[FileChange] = []
        """The changes that can be undone, the latest last."""

    def rescan(self) -> None:
        """List the files again, in the chosen order."""
        before = self.library
        self.library = Library(self._saves, self._index, self._samples)
        self.library.sort(before.sorted_by, before.backwards)

    def read(self, count: int) -> None:
        """Read those of the first `count` files in the list whose facts the index does not have."""
        while unread := [row for row in self.library.rows[:count] if row.facts is None]:
            self.library.keep([(row, facts_of(row.path)) for row in unread])

    def sort(self, by: str = "") -> str:
        """Sort by the column `by`, or by the next column if it is ''; return the message about it.

        For any other name raises `Refused`, which lists the columns.
        """
        names = list(COLUMNS)
        if by and by not in COLUMNS:
            raise Refused(f"there is no column '{clean(by)}'; there are {', '.join(names)}")
        following = names[(names.index(self.library.sorted_by) + 1) % len(names)]
        return self._sort(by or following, backwards=False)

    def sort_back(self) -> str:
        """Reverse the order of the list, and return the message about it."""
        return self._sort(self.library.sorted_by, not self.library.backwards)

    def _sort(self, by: str, backwards: bool) -> str:
        self.library.sort(by, backwards)
        return f"sorted by {by}{', in reverse order' if backwards else ''}"

    def tag(self, row: LibraryRow) -> Ask:
        """Return the question that asks for the tags of a battle."""
        if row.facts is None or not row.facts.id:
            raise Refused("a battle that cannot be read cannot be tagged")
        id_, before, put = row.facts.id, row.tags, self.library.labels.put

        def answered(text: str) -> FileChange:
            tags = parse_tags(text)
            saves_folder(self._saves)  # raises if there is no such folder
            put(id_, tags)
            told = f"the tags are now {', '.join(tags)}" if tags else "the battle has no tags now"
            return FileChange(told, row.path, row.path, partial(put, id_, before))

        has = f" instead of {' '.join(before)}" if before else ""
        return self._asked(Ask(f"Tags{has}:", answered))

    def rename(self, row: LibraryRow) -> Ask:
        """Return the question that asks for a new name of a battle's file.

        An empty answer changes nothing.
        """
        rename = partial(rename_battle, row.path)
        return self._asked(
            Ask(f"New name of {row.path.name}:", lambda name: rename(name) if name else None)
        )

    def copy(self, row: LibraryRow) -> FileChange:
        """Copy a battle into the folder of battles."""
        return self._did(copy_battle(row.path, saves_folder(self._saves)))

    def archive(self, row: LibraryRow) -> FileChange:
        """Move a battle to the archive, or back from it."""
        return self._did(archive_battle(row.path, self.library.folder))

    def delete(self, row: LibraryRow) -> Ask:
        """Return the question whether to move a battle to the bin."""
        return self._asked(confirm_bin(row.path, row.name))

    def importing(self, words: str) -> Import:
        """Return an import of the file, or the folder of files, whose path a person typed.

        Call `brought` when the import has ended.
        """
        known = [row.facts.id for row in self.library.rows if row.facts]
        source = Path(os.path.expanduser(words))
        return Import(source, saves_folder(self._saves), known)

    def brought(self, came: Import) -> None:
        """Record the changes that an import has made, so that they can be undone."""
        self.done = [*self.done, *came.done][-UNDONE:]

    def undo(self) -> FileChange:
        """Undo the latest change of a file, and return that change."""
        if not self.done:
            raise Refused("there is nothing to undo here")
        done = self.done.pop()
        done.undo()
        return done

    def _did(self, done: FileChange) -> FileChange:
        self.done = [*self.done, done][-UNDONE:]
        return done

    def _asked(self, ask: Ask) -> Ask:
        """Return the question with an undo: a change of a file that its answer makes is recorded.

        The person can then take this change back with `undo`.
        """

        def answered(text: str) -> FileChange | None:
            done = ask.answered(text)
            return self._did(done) if done else None

        return ask._replace(answered=answered)


def must_be_seen(row: LibraryRow) -> None:
    """Raise `Refused` for an unfinished battle of a host, since only the host may show it."""
    if is_hosted(row.path) and (row.facts is None or row.facts.standing == "open"):
        raise Refused("this battle is continued on its host; connect to that host to see it")


# The table ----------------------------------------------------------------------------------------

Does: TypeAlias = Callable[[BattleList, LibraryRow], Ask | FileChange | None]


class Action(NamedTuple):
    """An action of a person on the list, or on a battle of the list."""

    name: str
    """The action's name; in a keymap it is written with `saves.` before it."""
    word: str
    """The word to type in the line interface; '' if there is none, for the reason in `no_word`."""
    about: str
    """The effect of the action, in a few words."""
    shape: str = ""
    """What is typed after the word, as the help shows it: `N [TAGS]`."""
    do: Does | None = None
    """The function that carries out the action on one battle, or returns a question that must be
    answered first. None where the front end carries out the action itself."""
    no_word: str = ""
    """Why the line interface has no word for the action."""


# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("accept", "watch", "watch a battle from its start", "N"),
    Action("resume", "play", "continue a battle, or watch one that is over", "N"),
    Action("delete", "delete", "move a battle to the bin", "N", BattleList.delete),
    Action("find", "find", "list only battles with the words you type", "W"),
    Action("undo", "undo", "undo the last renaming, copy, move, tag or deletion"),
    Action("sort", "sort", "sort by the next column", "[COLUMN]"),
    Action("sort_back", "reverse", "sort in reverse order"),
    Action("tag", "tag", "tag a battle; #TAG finds it", "N [TAGS]", BattleList.tag),
    Action("rename", "rename", "give a battle's file another name", "N [NAME]", BattleList.rename),
    Action("copy", "copy", "copy a battle", "N", BattleList.copy),
    Action("archive", "archive", "move a battle to the archive, or back", "N", BattleList.archive),
    Action("import", "import", "import a battle, or a folder of them, from elsewhere", "[FILE]"),
    Action("end", "", "back to the menu", no_word="in lines, the menu shows this list"),
)
# fmt: on
"""All actions on the list of battles, in the order of the help."""
BY_NAME = {each.name: each for each in ACTIONS}
BY_WORD = {each.word: each for each in ACTIONS if each.word}
