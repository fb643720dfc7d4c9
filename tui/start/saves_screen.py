"""The list of all saved battles, with a picture of the highlighted one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import lru_cache, partial
from pathlib import Path
from typing import ClassVar

from engine.base.errors import WeatherGageError
from engine.base.text import pluralized
from engine.files.battle_list import must_be_seen
from engine.files.facts import ON_A_HOST, Facts
from engine.files.library import LibraryRow
from engine.files.saved_battles import COMPUTER, BattleSummary, Saved, saved_at, summarise, title_of
from tui.chart.thumbnail import portrait
from tui.input.actions import Handlers
from tui.screens.chooser import ListedRow, SearchedList
from tui.start.library_screen import LibraryScreen
from tui.terminal.cells import cut, distinct_cuts, pieces, rows_of
from tui.terminal.page import ClickSpot, TextPage

TITLE = 26
"""The minimum width in columns of a battle's title in the list."""
LIST, PICTURE = 53, 48
"""The minimum width of the list in columns, and the width of the picture on a wide screen."""
BESIDE = 4
"""The number of columns in the list without text: the sign of the highlighted line, and a margin on
each side."""
WIDER = (("players", 21), ("result", 12), ("length", 8), ("system", 24))
"""(column, its width) besides title and date; as many of these are shown as fit."""

NARROW = (("date", 7), ("result", 19))
"""(column, its width) beside the title on a narrow screen."""

UNDER_WAY = "under way"
"""The word for the result of a battle that is not over."""


class SavesScreen(SearchedList, LibraryScreen):
    """The list of saved battles: choose one to watch or continue, and organise them."""

    screen_name: ClassVar[str] = "saves"
    what_for: ClassVar[str] = (
        "All battles, the latest on top, each fork below its original. Enter watches a battle "
        "from its start, step by step."
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
        self._matched: tuple[object, str, list[int]] | None = None
        self._written: tuple[object, int, list[ListedRow]] | None = None
        super().__init__()

    def listed(self) -> list[ListedRow]:
        """Return a row for each battle."""
        room, written = self._list_width - BESIDE, self._written
        if written is None or written[0] is not self.rows or written[1] != room:
            columns = _columns(room)
            titles = _titles(self.rows, columns)
            lines = map(partial(_line, columns=columns), self.rows, titles)
            written = self.rows, room, [ListedRow(line) for line in lines]
            self._written = written
        return written[2]

    @property
    def found(self) -> list[int]:
        """The numbers of the battles that match the search; the index of battles finds them."""
        kept = self._matched
        if kept is None or kept[0] is not self.rows or kept[1] != self.words:
            kept = self.rows, self.words, self.kept.search(self.words)
            self._matched = kept
        return kept[2]

    @property
    def chosen_row(self) -> int:
        """The number of the highlighted row."""
        return self.chosen

    def choose_row(self, row: int) -> None:
        """Highlight the battle in a row."""
        self.choose(row)

    @property
    def saved(self) -> Saved | None:
        """The highlighted battle with the header of its file; None if the list is empty."""
        if not self.battles:
            return None
        saved = self.battles[self.chosen]
        return _header_of(saved.path, saved.changed, saved.size) or saved

    @property
    def _list_width(self) -> int:
        return max(LIST, self.extent.width - PICTURE)

    def fill(self, page: TextPage) -> None:
        """Write the list, and the picture of the highlighted battle."""
        page.bar(0, "BATTLES", "status", self.busy or self.how_many("battles"))
        width = self._list_width
        # A click on a title sorts by its column, a second click reverses the order.
        at = 3
        for name, wide in _columns(width - BESIDE):
            by = name == self.kept.sorted_by
            page.write(at, 1, name, "head" if by else "dim")
            click = self.act_sort_back if by else partial(self.sort_by, name)
            page.spots.append(ClickSpot(at, 1, wide, 1, click))
            at += wide
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
            seen = summarise(self.saved)
            at = self._list_width + 1
            width = page.columns - at - 1
            lines = [
                (row, style)
                for text, style in self._facts(self.saved, seen)
                for row in (
                    pieces(text, width)
                    if text == self.saved.path.name
                    else rows_of(text, width, 4 if text == seen.result else 2, "  ")
                )
            ]
            picture = portrait(seen.scene, width, page.rows_count - 5 - len(lines), self.glyphs)
            page.paste(picture, at, 2)
            for number, (text, style) in enumerate(lines, 3 + picture.rows_count):
                page.write(at, number, text, style)
        except WeatherGageError as error:
            self._write(page, 2, [(str(error), "warning")])

    def _write(self, page: TextPage, row: int, lines: list[tuple[str, str]]) -> None:
        at = self._list_width + 1
        for text, style in lines:
            row = page.paragraph(at, row, page.columns - at - 1, text, style)

    def _told(self, facts: Facts | None) -> list[tuple[str, str]]:
        """Return (text, style) of what is known about a battle without reading its position."""
        lines = [(self.row.name, "head")]
        if facts:
            lines += [(facts.system, "text"), (facts.players, "text"), (facts.result, "text")]
        return lines

    def _facts(self, saved: Saved, seen: BattleSummary) -> list[tuple[str, str]]:
        status, facts = seen.status, self.row.facts
        who = seen.result or self._asked(saved, seen)
        notes = facts.notes if facts else 0
        counts = pluralized(seen.entries, "entry", "entries")
        counts += f", {pluralized(notes, 'note')}" if notes else ""
        lines = [
            (title_of(saved), "head"),
            (f"{seen.game}, {status.moment}", "text"),
            (f"{seen.winner} won" if seen.winner else "", "ok"),
            (seen.seats, "text"),
            (status.standing or status.points, "text"),
            (who, "ok" if seen.outcome else "text"),
            (f"{counts}, {saved.date}", "dim"),
            (saved.path.name, "dim"),
            (" ".join(f"#{tag}" for tag in self.row.tags), "dim"),
            *((text, "ok") for text in (facts.noted if facts else ())),
        ]
        return [line for line in lines if line[0]]

    def prompt(self) -> str:
        saved = self.saved
        return f"Enter watches  {self.describe(saved)}" if saved else self.about_chosen()

    def describe(self, saved: Saved) -> str:
        """Return one line about the state of a battle; if its file was not read yet, its name."""
        facts = self.row.facts
        if facts is None or facts.result == ON_A_HOST:
            return f"{self.row.name}, {facts.result if facts else 'not read yet'}"
        return super().describe(saved)

    def handlers(self) -> Handlers:
        return {
            **super().handlers(),
            "accept": self.act_accept,
            "resume": self.act_resume,
        }

    def act_accept(self) -> None:
        """Replay the highlighted battle from its start."""
        self.act_watch()

    def act_resume(self) -> None:
        """Continue the highlighted battle."""
        self.open_chosen()

    def open_chosen(self) -> None:
        """Continue the highlighted battle; if it is finished, replay it."""
        if self.battles:
            must_be_seen(self.row)
        super().open_chosen()

    def replay(self, saved: Saved) -> None:
        """Open a replay of a battle."""
        must_be_seen(self.row)
        super().replay(saved)

    def act_up(self) -> None:
        """Highlight the battle above; from the first, go to the last."""
        self._step(-1)

    def act_down(self) -> None:
        """Highlight the battle below."""
        self._step(1)

    def _step(self, step: int) -> None:
        found = self.found
        if found:
            self.choose(found[(self._at + step) % len(found)])


def _columns(room: int) -> list[tuple[str, int]]:
    """Return (name, width) of the columns that fit into `room`.

    A narrow list has one column for both result and opponent.
    """
    if room < TITLE + 14 + WIDER[1][1]:
        return [("title", room - sum(width for _, width in NARROW)), *NARROW]
    chosen, left = [("title", TITLE), ("date", 14)], room - 40
    for name, width in WIDER:
        if width <= left:
            chosen.append((name, width))
            left -= width
    chosen[0] = ("title", TITLE + min(left, TITLE))
    return chosen


def _titles(rows: Sequence[LibraryRow], columns: list[tuple[str, int]]) -> list[str]:
    """Return the titles of battles, shortened so that different ones still look different.

    A narrow list has no column for the hour: battles with the same name and day have the hour in
    their titles.
    """
    long, narrow = columns[0][1] - 1, columns[1:] == [*NARROW]
    days = Counter((row.name, row.day) for row in rows)
    titles = []
    rooms: dict[int, dict[str, None]] = {}  # {columns left for a name: all names with so much room}
    for row in rows:
        branch = "  " * (row.level - 1) + "` " if row.level else ""
        hour = row.hour if narrow and days[row.name, row.day] > 1 else ""
        titles.append((branch, row.name, hour))
        rooms.setdefault(long - len(branch) - len(hour), {})[row.name] = None
    cuts = {
        room: dict(zip(names, distinct_cuts([*names], room), strict=True))
        for room, names in rooms.items()
    }
    return [
        f"{branch}{cuts[long - len(branch) - len(hour)][name]}{hour}"
        for branch, name, hour in titles
    ]


def _line(row: LibraryRow, title: str, columns: list[tuple[str, int]]) -> str:
    facts, narrow = row.facts, columns[1:] == [*NARROW]
    ended = facts.ended if facts else ""
    ended = UNDER_WAY if ended == "open" else ended
    result = ended
    if facts and narrow and facts.opponent:
        computers = facts.players.startswith(COMPUTER)
        against = "v. " * facts.players.startswith("you ")  # `won lieutenant` names a winner
        result = (
            f"{ended}{f', {COMPUTER}s' if computers else f' {against}{facts.opponent}'}".strip()
        )
    if narrow and len(result) >= columns[-1][1]:
        result = ended  # the players are named beside the list
    cells = {
        "players": facts.players if facts else "",
        "result": result,
        "length": f"{facts.length:>6}" if facts and facts.length else "",
        "system": facts.system if facts else "",
    }
    (_, long), (_, dated), *others = columns
    beside = "".join(f"{cut(cells[name], width - 1):<{width}}" for name, width in others)
    day = date.fromisoformat(row.day)
    when = f"{day.day} {day:%b}" if narrow else f"{day.day} {day:%b %Y}"
    when = f"{when:<{dated}}" if narrow else f"{when:>{dated - 2}}  "
    return f"{title:<{long}}{when}{beside}".rstrip()


@lru_cache(maxsize=256)
def _header_of(path: Path, _changed: float, _size: int) -> Saved | None:
    return saved_at(path)
