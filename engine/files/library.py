"""The library: all battle files below a folder, the facts of each file, and the tree of forks.

A fork is a battle that was continued in another way from a moment of its parent battle.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.base.text import clean
from engine.files import desks
from engine.files.facts import Facts, TagFile, facts_of, is_hosted
from engine.files.index import Index, IndexRow
from engine.files.saved_battles import BIN, Saved, named_players, saved_at
from engine.files.saves import ENDING, SAMPLE, is_sample, samples_folder, search_folder
from engine.kernel.journal import Header
from engine.review.notes import notes_path

# The library: every battle file below the folder of the battles, with the facts of each.
#
# To list the files, only their names, sizes and times are read; the facts come from the index.
# `unread` are the files that are not in the index. Links that lead out of the library are not
# followed.


ARCHIVE = "archive"
"""The folder of archived battles, inside the folder of battles."""
PLACES = {desks.FOLDER: "mail", ARCHIVE: "archive"}
"""{a folder inside the folder of battles: the kind of place that it is}."""
SKIPPED_FOLDERS = frozenset((BIN, "exports", "squadrons"))
"""Folders that are not searched for battles."""
DEEPEST = 5
"""The deepest level of subfolders that is searched."""
MOST = 100_000
"""At most this many files are listed."""
USUAL = re.compile(r"\d{4}-\d\d-\d\d_.+_\d+|sample_.*|.*_recovered(_\d+)?|\w+-\d+")
"""Matches file names given by the program. A list shows the battle's title instead of such a name,
since the title says more."""
AT_ONCE = 64
"""The number of files to read before their facts are stored in the index."""
TREE = 4
"""Forks of forks are indented by at most this many levels."""


class LibraryRow(msgspec.Struct, frozen=True):
    """A battle file of the library; `facts` are None until the file has been read."""

    path: Path
    key: str
    """The full path, which is the key in the index."""
    changed: float
    size: int
    stamp: str
    place: str
    """The kind of place where the file is: `own`, `mail`, `host`, `archive` or `sample`."""
    facts: Facts | None = None
    tags: tuple[str, ...] = ()
    level: int = 0
    """How many forks lie between this battle and the original battle; at most `TREE`."""

    @property
    def name(self) -> str:
        """The battle's name in the list: its title, or the name of its file if a person chose that
        name.
        """
        title = self.facts.title if self.facts else ""
        own = self.place in ("own", "archive") and not USUAL.fullmatch(self.path.stem)
        return clean(self.path.stem) if own or not title else title

    @property
    def day(self) -> str:
        """The day when the battle began, as `2026-11-20`; if that is unknown, the day when its file
        was last written.
        """
        began = self.facts.began[:10] if self.facts else ""
        try:
            return datetime.fromisoformat(began).date().isoformat()
        except ValueError:
            return datetime.fromtimestamp(self.changed).date().isoformat()

    @property
    def hour(self) -> str:
        """The time of day when the battle began, in this machine's time zone, as ` 14:05`; '' if it
        is unknown.
        """
        began = self.facts.began if self.facts else ""
        try:
            return f" {datetime.fromisoformat(began).astimezone():%H:%M}" if began[10:] else ""
        except ValueError:
            return ""

    @property
    def saved(self) -> Saved:
        """The battle's file without its header, for screens that open, replay or discard it."""
        return Saved(self.path, self.changed, self.size)


class Library:
    """The battles below a folder, with cached facts; `rows` are in the order of the list."""

    def __init__(self, saves: str | Path | None, index: Index, samples: Path | None = None) -> None:
        self.folder = search_folder(saves)
        self.samples = samples or samples_folder()
        self.index = index
        self.labels = TagFile(self.folder)
        self.rows: list[LibraryRow] = []
        self.sorted_by, self.backwards = "date", False
        self.rescan()

    def rescan(self) -> None:
        """List the files again, with the cached facts."""
        self.labels.read()
        found = {each.key: each for each in self._files()}
        below = f"{os.path.abspath(self.folder)}{os.sep}"
        gone = [path for path in self.index.known if path not in found and path.startswith(below)]
        self.index.forget(gone)
        self._list(found.values())

    @property
    def unread(self) -> list[LibraryRow]:
        """The files whose facts have to be read, because they are unknown or out of date."""
        return [each for each in self.rows if each.facts is None]

    def keep(self, found: Iterable[tuple[LibraryRow, Facts]]) -> None:
        """Store facts that were read from files, in the list and in the index."""
        fresh = {
            each.key: IndexRow(each.stamp if facts.lasting else "", facts) for each, facts in found
        }
        self.index.keep(fresh)
        self._list(
            msgspec.structs.replace(each, facts=fresh[each.key].facts)
            if each.key in fresh
            else each
            for each in self.rows
        )

    def sort(self, by: str, backwards: bool = False) -> None:
        """Sort by one of `COLUMNS`; forks stay below their parents."""
        self.sorted_by, self.backwards = by, backwards
        self._list(self.rows)

    def search(self, words: str) -> list[int]:
        """Return the indexes of the rows that match every search word.

        The word `#fleet` matches battles with a tag that begins with `fleet`; `is:damaged` matches
        battles in that state.
        """
        typed = words.split()
        tags = [word[1:].casefold() for word in typed if word.startswith("#")]
        states = [word[3:].casefold() for word in typed if word[:3].casefold() == "is:"]
        rest = " ".join(word for word in typed if word[:1] != "#" and word[:3].casefold() != "is:")
        paths = self.index.find(rest) if rest else None
        return [
            number
            for number, row in enumerate(self.rows)
            if (paths is None or row.key in paths)
            and all(any(has.startswith(tag) for has in row.tags) for tag in tags)
            and all(_is(row, state) for state in states)
        ]

    # Inside ----------------------------------------------------------------------------

    def _list(self, rows: Iterable[LibraryRow]) -> None:
        tagged = (
            msgspec.structs.replace(row, tags=self.labels.of(row.facts.id)) if row.facts else row
            for row in rows
        )
        key, ascending = COLUMNS[self.sorted_by]
        rows = sorted(tagged, key=key, reverse=self.backwards == ascending)
        self.rows = sort_by_tree(sorted(rows, key=lambda row: row.place == "archive"))

    def _files(self) -> Iterator[LibraryRow]:
        # In a checkout the samples are among the player's battles; their names distinguish them.
        among = os.path.realpath(self.samples) == os.path.realpath(self.folder)
        if not among:
            for path in sorted(self.samples.glob(f"*{ENDING}")):
                if is_sample(path):
                    yield from self._listed(path, "sample")
        for path in battle_files(self.folder):
            folder = path.relative_to(self.folder).parts[0]
            place = "host" if is_hosted(path) else PLACES.get(folder, "own")
            own = path.parent == self.folder and place == "own"
            named = among and own and path.name.startswith(SAMPLE)
            yield from self._listed(path, "sample" if named else place)

    def _listed(self, path: Path, place: str) -> Iterator[LibraryRow]:
        try:
            about = path.stat()
        except OSError:
            return
        key = os.path.abspath(path)
        beside = ""  # the time and size of the battle's file of notes, if there is one
        with suppress(OSError):
            notes = notes_path(path).stat()
            beside = f" {notes.st_mtime_ns} {notes.st_size}"
        stamp = f"{about.st_mtime_ns} {about.st_size} {about.st_ino}{beside}"
        known = self.index.known.get(key)
        facts = known.facts if known and known.stamp == stamp else None
        yield LibraryRow(path, key, about.st_mtime, about.st_size, stamp, place, facts)


def _is(row: LibraryRow, state: str) -> bool:
    """Tell whether a battle is in a state: open, over, won, lost, drawn, damaged."""
    standing = row.facts.standing if row.facts else ""
    return standing == state or (state == "over" and standing in ("won", "lost", "drawn"))


COLUMNS: dict[str, tuple[Callable[[LibraryRow], tuple[object, ...]], bool]] = {
    "date": (lambda row: (row.changed,), False),
    "title": (lambda row: (row.name.casefold(), row.day), True),
    "system": (lambda row: (row.facts.system if row.facts else "", row.day), True),
    "players": (lambda row: (row.facts.players if row.facts else "", row.day), True),
    "length": (lambda row: (row.facts.length if row.facts else 0,), False),
    "result": (lambda row: (row.facts.standing if row.facts else "", row.day), True),
}
"""The columns to sort by, and whether they sort ascending."""


def battle_files(folder: Path) -> Iterator[Path]:
    """Yield the battle files in a folder and its subfolders, sorted by name; at most `MOST`."""
    left, count = [(folder, 0)], 0
    while left:
        at, depth = left.pop()
        for entry in _entries(at):
            if count == MOST:
                return
            if _is_folder(entry):
                if depth < DEEPEST and not (
                    entry.name in SKIPPED_FOLDERS or entry.name.startswith(".")
                ):
                    left.append((Path(entry.path), depth + 1))
            elif entry.name.endswith(ENDING) and _is_file(entry):
                count += 1
                yield Path(entry.path)


def sort_by_tree(rows: Sequence[LibraryRow]) -> list[LibraryRow]:
    """Return rows sorted so that forks follow their parents.

    A fork whose parent is not in the list is a root. A file may claim any parent, so forks may form
    a cycle; the first row of the cycle then counts as its root.
    """
    by_id: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        if row.facts and row.facts.id:
            by_id.setdefault(row.facts.id, []).append(number)
    below: dict[int, list[int]] = {}
    tops: list[int] = []
    for number, row in enumerate(rows):
        facts = row.facts
        parents = by_id.get(facts.parent, []) if facts and facts.parent else []
        named = [each for each in parents if facts and rows[each].path.name == facts.parent_file]
        parent = next(iter(named or parents), number)
        if parent == number:
            tops.append(number)
        else:
            below.setdefault(parent, []).append(number)
    listed: list[LibraryRow] = []
    done: set[int] = set()
    for top in (*tops, *range(len(rows))):
        left = [(top, 0)]
        while left:
            number, level = left.pop()
            if number in done:
                continue
            done.add(number)
            listed.append(msgspec.structs.replace(rows[number], level=min(level, TREE)))
            left += [(each, level + 1) for each in reversed(below.get(number, []))]
    return listed


def read_all(library: Library, step: Callable[[], None]) -> None:
    """Read all files that are not in the index; call `step` after each."""
    unread = library.unread
    # If the program is stopped, at most a twentieth of the work is lost; to store and sort more
    # often would take too long.
    at_once = max(AT_ONCE, len(unread) // 20)
    for first in range(0, len(unread), at_once):
        found = []
        for row in unread[first : first + at_once]:
            found.append((row, facts_of(row.path)))
            step()
        library.keep(found)


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


# Branches: the battles that were forked from each other, as a tree. The header of each file, its
# first line, names the battle's parent.


class Branch(NamedTuple):
    """A battle in a tree of forks.

    It has its file, its players, and the entry of its parent after which it begins.
    """

    path: Path
    id: str
    parent: str
    """The id of the battle that this branch was forked from; '' for the root."""
    entry: int
    """The entry of the parent battle after which the branch begins."""
    players: str
    created: str
    level: int = 0

    @property
    def label(self) -> str:
        """The branch in one line, such as `from entry 40: human v captain, 2026-11-26`."""
        left = f"from entry {self.entry}: " if self.parent else ""
        return f"{left}{self.players or self.path.stem}, {self.created[:10]}".rstrip(", ")


def tree_of(path: Path | None, header: Header, folders: Iterable[Path]) -> list[Branch]:
    """Return the tree of forks that a battle belongs to, as a list of its branches.

    The root comes first, every branch after its parent. Battles of a host and battles by mail are
    left out, because their files belong to other players, too. Battles of another game are also
    left out, whatever parent their files claim.
    """
    own = [_branch(path, header)] if path else []
    known: dict[str, Branch] = {each.id: each for each in own}
    for each in _read(folders, header.game):
        known.setdefault(each.id, each)  # a copied file has the id of its original
    if header.id not in known:
        return []
    root, seen = known[header.id], {header.id}
    while root.parent in known and root.parent not in seen:
        seen.add(root.parent)
        root = known[root.parent]
    below: dict[str, list[Branch]] = {}
    for each in known.values():
        if each.parent:
            below.setdefault(each.parent, []).append(each)
    return list(_walked(root, below))


def _walked(root: Branch, below: dict[str, list[Branch]]) -> Iterator[Branch]:
    """Yield the branches of a tree, each one followed by the branches below it.

    No branch is yielded twice, even if a file claims to be its own ancestor.
    """
    left, seen = [root], set[str]()
    while left:
        each = left.pop()
        if each.id in seen:
            continue
        seen.add(each.id)
        yield each
        found = sorted(below.get(each.id, ()), key=lambda one: (one.entry, one.created, one.id))
        left += [one._replace(level=each.level + 1) for one in reversed(found)]


def _read(folders: Iterable[Path], game: str) -> Iterator[Branch]:
    for folder in dict.fromkeys(folders):
        for path in battle_files(folder):
            if is_hosted(path) or desks.is_by_mail(path):
                continue
            saved = saved_at(path)
            if saved and saved.header and saved.header.game == game:
                yield _branch(path, saved.header)


def _branch(path: Path, header: Header) -> Branch:
    parent = header.parent
    return Branch(
        path,
        header.id,
        parent.id if parent else "",
        parent.entry if parent else 0,
        " v ".join(map(clean, named_players(header).values())),
        clean(header.created),
    )
