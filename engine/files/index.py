"""The index of a library: a cache of the facts of many battle files.

The index is one SQLite file in the cache folder, and everything in it can be computed again:
without the index, starting the program takes some seconds longer. A damaged index is rebuilt. An
index that belongs to a newer program, or is locked by another process, is left alone, and new facts
are kept in memory only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple
from unicodedata import combining, normalize

import msgspec

from engine import __version__
from engine.base.files import UNREADABLE
from engine.base.text import pluralized
from engine.files.facts import Facts
from engine.files.own_folders import cache_folder, is_nowhere

try:
    import sqlite3
# Python can be built without SQLite; battle files are then read again at each start
except ImportError:
    sqlite3 = None  # type: ignore[assignment]

NAME = "library.sqlite"
SCHEMA = 7
"""The version of the tables, and of `Facts` and its fixed texts; raise it when one changes."""
PATIENCE = 0.25
"""Seconds to wait for another process's lock before the index is not used."""
_PASSING = tuple(
    f"SQLITE_{why}" for why in ("BUSY", "LOCKED", "READONLY", "FULL", "IOERR", "CANTOPEN")
)
"""SQLite errors that may pass, or at least do not mean that the file is damaged."""
_TABLES = """
CREATE TABLE IF NOT EXISTS made (by TEXT);
CREATE TABLE IF NOT EXISTS files (
    number INTEGER PRIMARY KEY, path BLOB UNIQUE, stamp TEXT, facts BLOB, words TEXT);
"""
_SEARCHED = "CREATE VIRTUAL TABLE IF NOT EXISTS searched USING fts5(words, tokenize = 'unicode61')"
_Row = tuple[bytes, str, bytes, str]
"""A row of the index: the file's path, its stamp (time and size), its facts, its words."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Facts).decode


class IndexRow(NamedTuple):
    """A row of the index: a file's facts, and the stamp that the file had when they were read."""

    stamp: str
    facts: Facts


class Index:
    """The cached facts of files, by path.

    `keep` and `forget` change the facts, `find` searches their words. Errors of the index's own
    file never reach the caller; `notice` describes the problem.
    """

    def __init__(self, path: Path | None, full_text: bool = True) -> None:
        """Open an index; a path of None opens an index in memory. Some builds of SQLite lack
        `full_text` search.
        """
        self.path = path
        self.known: dict[str, IndexRow] = {}
        self.notice = ""
        self._full_text = full_text
        self._connection = None if sqlite3 is None else self._opened(path)

    @classmethod
    def of_this_user(cls) -> Index:
        """Return the index in the cache folder; one in memory where there is no such folder."""
        folder = cache_folder()
        return cls(None if is_nowhere(folder) else folder / NAME)

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file of the index."""
        if self._connection is not None:
            self._connection.close()

    def keep(self, found: Mapping[str, IndexRow]) -> None:
        """Store the facts of files, by path."""
        self.known |= found
        if found:
            self._written(list(map(_row, found.items())), found)

    def forget(self, paths: Iterable[str]) -> None:
        """Remove the facts of files that no longer exist."""
        gone = [path for path in paths if self.known.pop(path, None)]
        if gone:
            self._written([], gone)

    def find(self, words: str) -> set[str]:
        """Return the paths of files that match a search: each search word begins a word of the
        file.
        """
        typed = [each for each in map(normalize_words, words.split()) if each]
        if not typed:
            return set(self.known)
        if self._connection is None:
            of = {
                path: normalize_words(search_text(path, known.facts, _changed(known.stamp)))
                for path, known in self.known.items()
            }
            return {path for path, words in of.items() if all(each in words for each in typed)}
        if self._full_text:
            query = " AND ".join(f'"{each}" *' for each in typed)
            asked = (
                "SELECT path FROM searched JOIN files ON number = searched.rowid "
                "WHERE searched MATCH ?"
            )
            values = [query]
        else:
            asked = "SELECT path FROM files WHERE " + " AND ".join(["words LIKE ?"] * len(typed))
            values = [f"%{each}%" for each in typed]
        try:
            return {os.fsdecode(path) for (path,) in self._connection.execute(asked, values)}
        except sqlite3.Error as error:
            self._to_memory(f"the index of saved battles was lost ({error})", error)
            return self.find(words)

    # Inside ----------------------------------------------------------------------------

    def _written(self, rows: list[_Row], paths: Iterable[str], again: bool = True) -> None:
        """Replace the rows of some paths by `rows` in one transaction.

        With `again`, a damaged index is rebuilt and the change is tried once more.
        """
        if self._connection is None:
            return
        try:
            with self._connection as into:
                into.execute("BEGIN IMMEDIATE")
                for path in map(os.fsencode, paths):
                    if self._full_text:
                        of = "(SELECT number FROM files WHERE path = ?)"
                        into.execute(f"DELETE FROM searched WHERE rowid = {of}", [path])
                    into.execute("DELETE FROM files WHERE path = ?", [path])
                for row in rows:
                    made = into.execute(
                        "INSERT INTO files (path, stamp, facts, words) VALUES (?, ?, ?, ?)", row
                    )
                    if self._full_text:
                        into.execute(
                            "INSERT INTO searched (rowid, words) VALUES (?, ?)",
                            [made.lastrowid, row[3]],
                        )
        except sqlite3.Error as error:
            if again:
                self._to_memory(f"the index of saved battles cannot be written ({error})", error)
                self._written(rows, paths, again=False)

    def _opened(self, path: Path | None, again: bool = True) -> sqlite3.Connection:
        """Return a connection to the file, or to memory; with `again`, a damaged file is created
        anew.
        """
        if path is None:
            return self._begun(_connected(":memory:"))
        try:
            # Create the index if there is none. Only its owner may read it, because it names the
            # owner's battles.
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_CREAT | os.O_RDWR | getattr(os, "O_NONBLOCK", 0)
            os.close(os.open(path, flags, 0o600))
            connection = _connected(str(path))
        except (OSError, sqlite3.Error, ValueError) as error:
            self.notice = f"the index of saved battles cannot be opened ({error})"
            return self._opened(None)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            if version <= SCHEMA:
                return self._begun(connection)
            self.notice = (
                "the index of saved battles is not used: a newer Weather Gage has written it"
            )
        except (sqlite3.Error, *UNREADABLE, TypeError) as error:
            if _is_out_of_reach(error):
                self.notice = f"the index of saved battles is not used ({error})"
            else:  # not an index at all: it can be rebuilt, so it may be overwritten
                connection.close()
                self.known.clear()
                with suppress(OSError):
                    path.unlink()
                if again:
                    return self._opened(path, again=False)
                self.notice = "the index of saved battles is damaged and cannot be rebuilt"
        connection.close()
        self.known.clear()
        return self._opened(None)

    def _begun(self, connection: sqlite3.Connection) -> sqlite3.Connection:
        """Create missing tables, and read all rows."""
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        by = ""
        if version == SCHEMA:
            by = (connection.execute("SELECT by FROM made").fetchone() or [""])[0]
        if by != self._maker():
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for table in ("searched", "files", "made"):
                    connection.execute(f"DROP TABLE IF EXISTS {table}")
                for statement in filter(str.strip, _TABLES.split(";")):
                    connection.execute(statement)
                if self._full_text:
                    try:
                        connection.execute(_SEARCHED)
                    except sqlite3.OperationalError:  # this SQLite library has no full-text search
                        self._full_text = False
                connection.execute("INSERT INTO made VALUES (?)", [self._maker()])
                connection.execute(f"PRAGMA user_version = {SCHEMA}")
        rows = connection.execute("SELECT path, stamp, facts FROM files")
        self.known = {
            os.fsdecode(path): IndexRow(stamp, _decode(facts)) for path, stamp, facts in rows
        }
        return connection

    def _maker(self) -> str:
        """Return the version of the program and of its search, which each row is marked with.

        Facts that were computed by another version may differ, so they are computed again.
        """
        return f"{__version__} {'searched' if self._full_text else 'like'}"

    def _to_memory(self, notice: str, error: sqlite3.Error) -> None:
        """Go on without the file of the index, with all known facts in memory.

        If the file is damaged, it is built anew at the next start.
        """
        self.notice = notice
        known = self.known
        self.close()
        if self.path and not _is_out_of_reach(error):
            with suppress(OSError):
                self.path.unlink()
        self._connection = self._opened(None)
        self.known = known
        self._written(list(map(_row, known.items())), [], again=False)


_UNSPACED = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
"""The characters of Chinese and Japanese, which are written without spaces. Each is treated as a
word of its own, so that words of one or two characters are found, too."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")


def normalize_words(text: str) -> str:
    """Return a text normalised for the search: lower case, no accents, a space before each word.

    >>> normalize_words("Quick-start 特拉法加")
    ' quick start 特 拉 法 加'
    """
    if not text.isascii():
        text = "".join(each for each in normalize("NFKD", text) if not combining(each))
    return "".join(f" {word}" for word in _WORD.findall(text.casefold()))


def search_text(path: str, facts: Facts, changed: float = 0) -> str:
    """Return all words that a search for a battle may use: those that a list shows, and others.

    `changed` is when its file was last written, in seconds since 1970: lists show that day for a
    battle whose file has no starting date.
    """
    states = {"open": "open goes on under way", "over": "over won"}.get(facts.standing)
    state = states or ("damaged cannot be read" if facts.fault else f"over {facts.standing}")
    return " ".join(
        (
            facts.title,
            facts.system,
            facts.scenario,
            facts.players,
            facts.began,
            state,
            facts.winner,
            facts.turn,
            facts.result,
            _day(facts.began, changed),
            pluralized(facts.length, "entry", "entries"),
            pluralized(facts.notes, "note"),
            Path(path).name,
            Path(path).parent.name,
            facts.fault,
            facts.found_by,
        )
    )


def _row(known: tuple[str, IndexRow]) -> _Row:
    path, (stamp, facts) = known
    words = normalize_words(search_text(path, facts, _changed(stamp)))
    return os.fsencode(path), stamp, _encode(facts), words


def _changed(stamp: str) -> float:
    """Return when a file was last written, in seconds since 1970, as its stamp says."""
    first = stamp.partition(" ")[0]
    return int(first) / 1e9 if first.isdecimal() else 0


def _day(began: str, changed: float) -> str:
    """Return a day in two forms: `20 Nov 2026`, as in lists, and `2026-11-20`, as in the output of
    the command `library`. The time of day follows if it is known.
    """
    try:
        day = datetime.fromisoformat(began)
    except ValueError:
        if not changed:
            return ""
        day = datetime.fromtimestamp(changed)
    hour = f" {day.astimezone():%H:%M}" if began[10:] else ""
    return f"{day.day} {day:%b %Y} {day:%Y-%m-%d}{hour}"


def _connected(path: str) -> sqlite3.Connection:
    # One thread reads the facts and writes them to the index, but the screen that closes the index
    # may close it from another thread.
    return sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _is_out_of_reach(error: Exception) -> bool:
    """Tell whether an error means that the index cannot be used now, though it is not damaged."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return name.startswith(_PASSING) or isinstance(error, sqlite3.ProgrammingError)
