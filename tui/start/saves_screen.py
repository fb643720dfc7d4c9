"""The library of battles: all of them in a list, with a picture of the chosen one."""

from __future__ import annotations

from asyncio import to_thread
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar

from engine.base.errors import FileFault, Refused, WeatherGageError
from tui.chart.thumbnail import portrait
from tui.files.facts import ON_A_HOST, Facts, facts_of
from tui.files.index import Index
from tui.files.labels import spelt
from tui.files.library import BattleSummary, Saved, saved_at, summarise, title_of
from tui.files.saves import saves_folder
from tui.files.shelves import COLUMNS, Library, Listed, battle_files
from tui.files.shelving import Done, archived, copied, imported, renamed
from tui.input.actions import Handlers
from tui.screens.chooser import ListedRow, SearchedList
from tui.start.saved_battles import SavedBattlesScreen
from tui.terminal.cut import cut, rows_of
from tui.terminal.page import ClickSpot, TextPage

LIST, PICTURE = 42, 48
"""Columns of the list at least, and of the picture on a wide screen."""
AT_ONCE = 24
"""Files that are read before the list is shown; more are read beside the keys."""
CHUNK = 8
"""Files that are read between two looks at the keys."""
UNDONE = 50
"""Steps that can be undone."""
WIDER = (("players", 21), ("result", 9), ("length", 8), ("system", 24))
"""Columns beside title and date, as far as there is room for them, and how wide they are."""


class SavesScreen(SearchedList, SavedBattlesScreen):
    """Choose a battle to watch, or to resume; put them in order."""

    screen_name: ClassVar[str] = "saves"
    what_for: ClassVar[str] = (
        "All battles, the one played last on top, forks below the battle that they left. "
        "Enter watches one from its start, step by step."
    )
    hints: ClassVar[tuple[str, ...]] = (
        "accept",
        "resume",
        "find",
        "delete",
        "help",
        "end",
        "down=choose",
        "undo",
        "sort",
        "tag",
        "rename",
        "copy",
        "archive",
        "import",
    )

    def __init__(self) -> None:
        self.index_file = Index.of_this_user()
        self.library: Library | None = None
        self.done: list[Done] = []
        """What can be undone, the latest last."""
        self._busy = ""
        """How far reading or proving has come."""
        self._matched: tuple[object, str, list[int]] | None = None
        self._written: tuple[object, int, list[ListedRow]] | None = None
        super().__init__()

    # The list --------------------------------------------------------------------------

    @property
    def rows(self) -> list[Listed]:
        """The battles, as the library lists them."""
        return self.kept.rows

    @property
    def kept(self) -> Library:
        """The library as it was read last."""
        assert self.library is not None
        return self.library

    def listed(self) -> list[ListedRow]:
        """Return a line for each battle."""
        room, written = self._list_width - 2, self._written
        if written is None or written[0] is not self.rows or written[1] != room:
            columns = _columns(room)[2:]
            written = self.rows, room, [ListedRow(_line(row, columns)) for row in self.rows]
            self._written = written
        return written[2]

    @property
    def found(self) -> list[int]:
        """The battles that have the words, as the index finds them."""
        kept = self._matched
        if kept is None or kept[0] is not self.rows or kept[1] != self.words:
            kept = self.rows, self.words, self.kept.found(self.words)
            self._matched = kept
        return kept[2]

    @property
    def chosen_row(self) -> int:
        """The number of the chosen battle."""
        return self.chosen

    def choose_row(self, row: int) -> None:
        """Choose a battle."""
        self.choose(row)

    @property
    def saved(self) -> Saved | None:
        """The chosen battle, with its header."""
        return _with_header(self.battles[self.chosen]) if self.battles else None

    @property
    def row(self) -> Listed:
        """The chosen battle as the library lists it; raises `Refused` when there is none."""
        if not self.battles:
            raise Refused("no battle is saved yet")
        return self.rows[self.chosen]

    # The page --------------------------------------------------------------------------

    @property
    def _list_width(self) -> int:
        return max(LIST, self.extent.width - PICTURE)

    def fill(self, page: TextPage) -> None:
        """Write list and picture."""
        page.bar(0, "BATTLES", "status", self._busy or self.how_many("battles"))
        width = self._list_width
        self._heads(page, width - 2)
        self.write_list(page, 1, width - 2)
        if self.saved is None:
            page.paragraph(3, 3, page.columns - 6, "No battle is saved yet.", "dim")
            return
        facts = self.row.facts
        if facts is None or facts.fault or facts.result == ON_A_HOST:
            lines = [(facts.fault, "warning")] if facts and facts.fault else self._told(facts)
            self._write(page, 2, lines)
            return
        try:
            self._picture(page, self.saved, summarise(self.saved))
        except WeatherGageError as error:
            self._write(page, 2, [(str(error), "warning")])

    def _heads(self, page: TextPage, room: int) -> None:
        """Write the names of the columns; a click sorts by one, and then the other way round."""
        at = 3
        for name, width in _columns(room):
            by = name == self.kept.sorted_by
            page.write(at, 1, name, "head" if by else "dim")
            click = self.act_sort_back if by else partial(self._sort, name, False)
            page.spots.append(ClickSpot(at, 1, width, 1, click))
            at += width

    def _picture(self, page: TextPage, saved: Saved, seen: BattleSummary) -> None:
        at = self._list_width + 1
        width = page.columns - at - 1
        lines = [
            (row, style)
            for text, style in self._facts(saved, seen)
            for row in rows_of(text, width, 2, "  ")
        ]
        picture = portrait(seen.scene, width, page.rows_count - 5 - len(lines), self.glyphs)
        page.paste(picture, at, 2)
        for number, (text, style) in enumerate(lines, 3 + picture.rows_count):
            page.write(at, number, text, style)

    def _write(self, page: TextPage, row: int, lines: list[tuple[str, str]]) -> None:
        at = self._list_width + 1
        for text, style in lines:
            row = page.paragraph(at, row, page.columns - at - 1, text, style)

    def _told(self, facts: Facts | None) -> list[tuple[str, str]]:
        """Return what is told of a battle without its position."""
        lines = [(self.row.name, "head")]
        if facts:
            lines += [(facts.system, "text"), (facts.players, "text"), (facts.result, "text")]
        return lines

    def _facts(self, saved: Saved, seen: BattleSummary) -> list[tuple[str, str]]:
        status, facts = seen.status, self.row.facts
        standing = ", ".join(filter(None, (status.turn.lower(), status.phase.lower())))
        who = seen.result or self._asked(saved, seen)
        notes = facts.notes if facts else 0
        counted = f", {notes} note{'s' * (notes != 1)}" if notes else ""
        lines = [
            (title_of(saved), "head"),
            (f"{seen.game}, {standing}", "text"),
            (seen.seats, "text"),
            (status.points, "text"),
            (who, "ok" if seen.outcome else "text"),
            (f"{seen.entries} entries{counted}, {saved.date}, {saved.path.name}", "dim"),
            (" ".join(f"#{tag}" for tag in self.row.tags), "dim"),
        ]
        return [line for line in lines if line[0]]

    def prompt(self) -> str:
        saved = self.saved
        return f"Enter watches  {self.describe(saved)}" if saved else self.about_chosen()

    def describe(self, saved: Saved) -> str:
        """Return the state of a battle in one line; of one that is not read yet, its name."""
        facts = self.row.facts
        if facts is None or facts.result == ON_A_HOST:
            return f"{self.row.name}, {facts.result if facts else 'not read yet'}"
        return super().describe(saved)

    # Keys ------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "resume": self.act_resume,
            "undo": self.act_undo,
            "sort": self.act_sort,
            "sort_back": self.act_sort_back,
            "tag": self.act_tag,
            "rename": self.act_rename,
            "copy": self.act_copy,
            "archive": self.act_archive,
            "import": self.act_import,
        }

    def act_accept(self) -> None:
        """Watch the chosen battle."""
        self.act_watch()

    def act_resume(self) -> None:
        """Play the chosen battle on."""
        self.open_chosen()

    def open_chosen(self) -> None:
        """Resume the chosen battle; replay one that is over."""
        if self.battles:
            self._must_be_seen()
        super().open_chosen()

    def replay(self, saved: Saved) -> None:
        """Replay a battle."""
        self._must_be_seen()
        super().replay(saved)

    def act_up(self) -> None:
        """Choose the battle above; above the first is the last."""
        self._step(-1)

    def act_down(self) -> None:
        """Choose the battle below."""
        self._step(1)

    def act_sort(self) -> None:
        """Sort by the next column."""
        names = list(COLUMNS)
        self._sort(names[(names.index(self.kept.sorted_by) + 1) % len(names)], False)

    def act_sort_back(self) -> None:
        """Sort the other way round."""
        self._sort(self.kept.sorted_by, not self.kept.backwards)

    def act_tag(self) -> None:
        """Ask for the tags of the chosen battle."""
        row = self.row
        if row.facts is None or not row.facts.id:
            raise Refused("a battle that cannot be read takes no tags")
        id_, before = row.facts.id, row.tags

        def answered(text: str) -> None:
            tags = spelt(text)
            saves_folder(self.game_app.saves)  # raises where there is none
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
        self.has_done(archived(self._movable(), saves_folder(self.game_app.saves)))

    def act_undo(self) -> None:
        """Undo what was done last with a file."""
        if not self.done:
            raise Refused("nothing was done here that could be undone")
        done = self.done.pop()
        done.undo()
        self._read()
        self._choose_path(done.before)
        self.said = f"undone: {done.told}"

    def act_import(self) -> None:
        """Ask for a battle file, or a folder of them, to be copied here."""
        self.ask("File or folder to import:", self._import)

    def has_done(self, done: Done) -> None:
        """Tell what was done with a file, keep how it is undone, and choose it."""
        super().has_done(done)
        self.done = [*self.done[1 - UNDONE :], done]
        self._choose_path(done.path)
        self.said = f"{done.told}; {self.keymap.key(self.screen_name, 'undo')} undoes it"

    # Inside ----------------------------------------------------------------------------

    def _read(self) -> None:
        chosen = self.battles[self.chosen].path if self.battles else None
        before = self.library
        self.library = Library(self.game_app.saves, self.index_file, self.samples())
        if before:
            self.kept.sort(before.sorted_by, before.backwards)
        unread = self.kept.unread
        if len(unread) <= AT_ONCE:
            self.kept.keep(_read(unread))
        self._follow(chosen)

    def _stands(self) -> None:
        super()._stands()
        if self.kept.unread and not self._busy:
            self.work(self._read_on, "reading")

    async def _read_on(self) -> None:
        """Read what the index does not know, some files at a time, and tell how far it has come."""
        total, library = len(self.kept.unread), self.kept
        fresh = library.unread
        for first in range(0, total, CHUNK):
            some = fresh[first : first + CHUNK]
            self._busy = f"read {first} of {total}"
            found = await to_thread(_read, some)
            if library is not self.library:  # read again meanwhile, by who came back
                break
            chosen = self.battles[self.chosen].path if self.battles else None
            library.keep(found)
            self._follow(chosen)
            self.soon(self.draw)
        self._busy = ""
        self.soon(self.draw)

    def _follow(self, chosen: Path | None) -> None:
        """Take over the rows as they are now, with the same battle chosen."""
        self.battles = [row.saved for row in self.rows]
        self.chosen = min(self.chosen, max(0, len(self.battles) - 1))
        if chosen:
            self._choose_path(chosen)

    def _choose_path(self, path: Path) -> None:
        at = next((n for n, saved in enumerate(self.battles) if saved.path == path), None)
        if at is not None:
            self.choose(at)

    def _sort(self, by: str, backwards: bool) -> None:
        chosen = self.battles[self.chosen].path if self.battles else None
        self.kept.sort(by, backwards)
        self._follow(chosen)
        self.said = f"sorted by {by}{', the other way round' if backwards else ''}"

    def _step(self, step: int) -> None:
        found = self.found
        if found:
            self.choose(found[(self._at + step) % len(found)])

    def _movable(self) -> Path:
        """Return the chosen file; raises `Refused` for the one that is being played."""
        saved = self.battles[self.chosen] if self.battles else None
        if saved and self._below() and self._at_hand(saved):
            raise Refused("this battle is being played; leave it for the menu first")
        if saved and not self._below():
            self._let_go()
        return self.row.path

    def _must_be_seen(self) -> None:
        facts = self.row.facts
        if self.row.place == "host" and (facts is None or facts.standing == "open"):
            raise Refused("this battle goes on with its host; join it to see it")

    def _import(self, words: str) -> None:
        source = Path(words).expanduser()
        if not words:
            return
        self._busy = f"proving {source.name}"
        self.work(partial(self._imported, source), "import")

    async def _imported(self, source: Path) -> None:
        folder = saves_folder(self.game_app.saves)
        try:
            sources = list(battle_files(source)) if source.is_dir() else [source]
            if not sources:
                raise FileFault(f"there is no battle in {source}")
            told: list[str] = []
            done: list[Done] = []
            for each in sources:
                known = {row.facts.id for row in self.rows if row.facts}
                try:
                    done.append(await to_thread(imported, each, folder, known))
                except WeatherGageError as error:
                    told.append(self.game_app.describe(error))
                self._read()
            for each_done in done:
                self.has_done(each_done)
            summary = f"{len(done)} of {len(sources)} battles are here now"
            if len(sources) > 1:
                self.said = "; ".join((summary, *told))
            elif told:
                self.said = told[0]
        finally:
            self._busy = ""
        self.draw()

    def on_unmount(self) -> None:
        """Close the index."""
        self.index_file.close()


def _read(rows: list[Listed]) -> list[tuple[Listed, Facts]]:
    return [(row, facts_of(row.path)) for row in rows]


def _columns(room: int) -> list[tuple[str, int]]:
    """Return the columns that there is room for, by name, with their widths."""
    chosen, left = [("title", 26), ("date", 14)], room - 40
    for name, width in WIDER:
        if width <= left:
            chosen.append((name, width))
            left -= width
    return chosen


def _line(row: Listed, columns: list[tuple[str, int]]) -> str:
    facts = row.facts
    branch = "  " * (row.level - 1) + "` " if row.level else ""
    cells = {
        "players": facts.players if facts else "",
        "result": facts.standing if facts else "",
        "length": f"{facts.length:>6}" if facts and facts.length else "",
        "system": facts.system if facts else "",
    }
    beside = "".join(f"{cut(cells[name], width - 1):<{width}}" for name, width in columns)
    day = date.fromisoformat(row.day)
    return f"{f'{branch}{row.name}'[:25]:<26}{f'{day.day} {day:%b %Y}':>12}  {beside}".rstrip()


@lru_cache(maxsize=256)
def _header_of(path: Path, _changed: float, _size: int) -> Saved | None:
    return saved_at(path)


def _with_header(saved: Saved) -> Saved:
    return _header_of(saved.path, saved.changed, saved.size) or saved
