"""AftermathRoom: who won and why, points by turn, ships, luck, and the moments that decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar

from engine.aftermath import BAR, Moment, Sums, columns, tables
from engine.battle import Battle
from tui.ending import how_it_ended
from tui.page import Page, scrolled
from tui.screens.sheet import SheetRoom

TOP = 4
"""The first row below the head."""
LEAST = 12
"""Rows that points, moments and luck have at least, before the ships."""
BARS = {"ascii": ("#", "."), "unicode": ("■", "·")}
SHORT_BAR = 6
GAP = 2
WIDE = 100
SHORT, LONG = 8, 15
"""Columns of a side's name over its points where the page is not wide, and elsewhere."""


class AftermathRoom(SheetRoom):
    """One page about a battle, over or not; a moment leads to its place in the replay."""

    room: ClassVar[str] = "aftermath"
    what_for: ClassVar[str] = (
        "The battle looked back on: points by turn, what each ship dealt and took, dice against "
        "expectation, and the moments that decided it. Enter watches the chosen moment."
    )
    hints: ClassVar[tuple[str, ...]] = ("accept", "down=moment", "page_down=ships", "end", "help")

    def __init__(self, battle: Battle, watch: Callable[[int], None]) -> None:
        """Look back on a battle; `watch` shows the position after one of its entries."""
        super().__init__()
        self.battle = battle
        self.shows_entry = watch
        self.after = battle.game.aftermath(battle.at(0), battle.entries)
        self.index = 0
        self.first_ship = 0

    @property
    def moment(self) -> Moment | None:
        """The chosen moment."""
        return self.after.moments[self.index] if self.after.moments else None

    # The page --------------------------------------------------------------------------

    def fill(self, page: Page) -> None:
        """Write the head, points beside moments and luck, then the ships."""
        game, state = self.battle.game, self.battle.state
        status = game.status(self.battle.view(""))
        title = self.battle.header.title or status.title
        page.bar(0, f"AFTERMATH   {title}", "status", f"turn {game.turn(state)}")
        outcome = self.battle.outcome()
        page.write(1, 1, how_it_ended(self.battle) or "THE BATTLE GOES ON", "head")
        page.paragraph(1, 2, page.columns - 2, outcome.reason if outcome else "", most=2)
        longest = BAR if page.columns >= WIDE else SHORT_BAR
        found = tables(self.after, *BARS[page.glyph_set], longest)
        parts = {each.part: _lined(each, page.columns) for each in found}
        points, ships, luck = (parts.get(part, []) for part in ("scores", "ships", "luck"))
        rows = page.rows_count - 2 - TOP
        if not parts:
            page.write(1, TOP, f"{game.title} counts nothing more.", "dim")
            return
        below = min(len(ships), max(rows - LEAST, rows // 3))
        wanted = max(len(points), len(parts.get("moments", [])) + len(luck)) + 1
        above = min(rows - below, max(LEAST, wanted))
        right = max(map(len, points), default=-GAP) + GAP + 1
        low = min(len(luck), above - 5 if self.after.moments else above)
        _lines(page, 1, TOP, above, points, latest=True)
        self._moments(page, right, TOP, above - low)
        _lines(page, right, TOP + above - low, low, luck)
        if ships:
            self._ships(page, TOP + above, below, ships)

    def _moments(self, page: Page, column: int, row: int, rows: int) -> None:
        moments = self.after.moments
        if not moments or rows < 2:
            return
        page.write(column, row, "Decisive moments", "head")
        width = page.columns - column - 1
        first = scrolled(len(moments), self.index, rows - 1)
        for line, each in enumerate(moments[first : first + rows - 1]):
            text = f"T{each.turn:<3}{each.words}"
            click = partial(self._clicked, first + line)
            page.item(column, row + 1 + line, width, text, first + line == self.index, click)

    def _ships(self, page: Page, row: int, rows: int, lines: Sequence[str]) -> None:
        """Write the ships from the first that is in sight."""
        heading, head, *each = lines
        room = rows - 2
        self.first_ship = max(0, min(self.first_ship, len(each) - room))
        hidden = len(each) - room
        more = f", {self.first_ship + 1} to {self.first_ship + room} of {len(each)}"
        page.write(1, row, heading + (more if hidden > 0 else ""), "head")
        page.write(1, row + 1, head, "dim")
        for line, text in enumerate(each[self.first_ship : self.first_ship + room]):
            page.write(1, row + 2 + line, text[: page.columns - 2], "text")

    def prompt(self) -> str:
        """Say what Enter does."""
        if self.moment is None:
            return self.keymap.hint(self.room, "end", "goes back")
        key = self.keymap.key(self.room, "accept")
        return f"{key} watches entry {self.moment.n}: {self.moment.words}"

    # Keys ------------------------------------------------------------------------------

    def act_accept(self) -> None:
        """Watch the chosen moment."""
        if self.moment:
            self.shows_entry(self.moment.n)

    def act_up(self) -> None:
        """Choose the moment before."""
        self._move(self.index - 1)

    def act_down(self) -> None:
        """Choose the next moment."""
        self._move(self.index + 1)

    def act_first(self) -> None:
        """Choose the first moment."""
        self._move(0)

    def act_last(self) -> None:
        """Choose the last moment."""
        self._move(len(self.after.moments) - 1)

    def act_page_up(self) -> None:
        """Show the ships before."""
        self.first_ship -= 5

    def act_page_down(self) -> None:
        """Show the next ships."""
        self.first_ship += 5

    def _move(self, index: int) -> None:
        self.index = max(0, min(index, len(self.after.moments) - 1))

    def _clicked(self, index: int) -> None:
        """Choose a moment; the one that is chosen is watched."""
        if index == self.index:
            self.act_accept()
        self._move(index)


def _lined(part: Sums, width: int) -> list[str]:
    """Return heading and lines of a part; on a narrow page names give way to figures."""
    name = SHORT if part.part == "scores" and width < WIDE else LONG
    head, *rows = part.rows
    return [part.heading, *columns((tuple(cell[:name].rstrip() for cell in head), *rows))]


def _lines(
    page: Page, column: int, row: int, rows: int, lines: Sequence[str], latest: bool = False
) -> None:
    """Write a heading, a head, and as many lines as there is room for: the first or the latest."""
    shown = list(lines[:rows])
    if latest and len(lines) > rows:
        shown = [*lines[:2], *lines[len(lines) - rows + 2 :]]
    for number, line in enumerate(shown):
        style = "head" if number == 0 else "dim" if number == 1 else "text"
        page.write(column, row + number, line[: page.columns - column - 1], style)
