"""A squadron as rows of a list, and the offers of the catalogue (what can be bought) for a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from engine.base.text import pluralized
from engine.building import Draft, new_faults
from engine.game.game import Game
from engine.game.parts.building import Catalogue, Item, Section, Verdict
from tui.chart.viewport import kind_of
from tui.input.typed import MANY, in_sections
from tui.screens.reference import DOUBTS
from tui.terminal.cells import cut, distinct_cuts
from tui.terminal.page import RULES, TextPage, wrapped
from tui.terminal.terminal import Glyphs

NEW = -1
"""The number that stands for the row with which a ship is added."""
RowPlace = str | int
"""A row of the list: the key of a part of the squadron, or the number of a ship."""


class SquadronRow(NamedTuple):
    """A row of the squadron's list: what it shows, its text and its price."""

    place: RowPlace
    text: str
    cost: int | None = None
    below: str = ""
    """What was bought for a ship; it is shown in a second row."""


class BuilderOffer(NamedTuple):
    """An item of the catalogue that can be bought for a ship (`ship` is her number) or, with None,
    for the squadron.
    """

    section: Section
    item: Item
    ship: int | None


def squadron_rows(draft: Draft, catalogue: Catalogue, unit: str = "ship") -> list[SquadronRow]:
    """Return the rows of a squadron; the last row adds a ship, or what this game has instead of
    ships.
    """
    head = [_head(draft, section) for section in catalogue.head]
    ships = [_ship(draft, catalogue, at) for at in range(len(draft.ships))]
    return [*head, *ships, SquadronRow(NEW, f"Add a {unit}")]


def offers(draft: Draft, catalogue: Catalogue, place: RowPlace) -> list[BuilderOffer]:
    """Return what can be bought in a row: items for the squadron, items for a ship, or new
    ships.
    """
    if isinstance(place, str):
        sections: Sequence[Section] = [
            section for section in catalogue.head if section.key == place
        ]
        ship = None
    elif place == NEW:
        sections, ship = [catalogue.types], None
    else:
        sections, ship = [*catalogue.fittings[place], catalogue.types], place
    listed = []
    for section in sections:
        held = () if place == NEW else draft.held(section, ship)
        items = in_sections(section.beside(held), lambda item: item.group)
        listed += [BuilderOffer(section, item, ship) for item in items]
    return listed


def ship_title(draft: Draft, catalogue: Catalogue, at: int) -> str:
    """Return the title of the ship with number `at`: `2 Falcon, 6th Rate`; an asterisk marks the
    flagship.
    """
    ship = draft.ships[at]
    item = catalogue.types.item(ship.get("type"))
    kind = item.name if item else str(ship.get("type", "no type yet"))
    name = str(ship.get("name", ""))
    flag = "*" if ship.get("flagship") else ""
    return f"{at + 1} {name}{flag}, {kind}" if name else f"{at + 1} {kind}{flag}"


def located_fault(path: str, text: str) -> str:
    """Return the text of a fault, after the place of the fault in the words of the list: `No. 3,
    crew: found ...`.

    >>> located_fault("ships[2].crew", "found 9"), located_fault("", "no")
    ('No. 3, crew: found 9', 'no')
    >>> located_fault("hand[1]", "found 'down'")
    "hand[1]: found 'down'"
    """
    ship = re.fullmatch(r"ships\[(\d+)\](?:\.(.+))?", path)
    if ship:
        path = ", ".join(filter(None, (f"No. {int(ship[1]) + 1}", ship[2])))
    return f"{path}: {text}" if path else text


def _head(draft: Draft, section: Section) -> SquadronRow:
    items = _held(draft, section, None)
    if section.several:
        return SquadronRow(section.key, f"{section.title}, {section.note or len(items)}")
    said = items[0].name if items else "none yet"
    return SquadronRow(section.key, f"{section.title}: {said}", items[0].cost if items else None)


def _ship(draft: Draft, catalogue: Catalogue, at: int) -> SquadronRow:
    fittings = catalogue.fittings[at] if at < len(catalogue.fittings) else ()
    bought = [item for section in fittings for item in _held(draft, section, at)]
    hull = catalogue.types.item(draft.ships[at].get("type"))
    cost = (hull.cost or 0 if hull else 0) + sum(item.cost or 0 for item in bought)
    # Names in capitals, such as the box `C1`, are kept.
    words = ", ".join(each.name if each.name.isupper() else each.name.lower() for each in bought)
    return SquadronRow(at, ship_title(draft, catalogue, at), cost, words)


def _held(draft: Draft, section: Section, ship: int | None) -> list[Item]:
    """Return the bought items of a section of the catalogue; those that the catalogue lacks come
    last.
    """
    held = draft.held(section, ship)
    return [item for item in section.beside(held) if item.value in held]


# The builder's page: squadron, catalogue, the text of an item, and the faults.


WIDE = 118
"""On a page of at least this many columns, a third column has the text about an item."""
TALL, LINE = 36, 7
"""The number of rows that a page needs for a picture of the ships in line, and the rows of that
picture."""
HERE = {"ascii": "*", "unicode": "•"}
"""The sign before the highlighted line of the column in which keys do not work at the moment."""


class BuildState(NamedTuple):
    """A draft with its catalogue, whether it is legal, and its rows."""

    draft: Draft
    catalogue: Catalogue
    verdict: Verdict
    rows: Sequence[SquadronRow]


class OfferResult(NamedTuple):
    """What a draft would become if an offer of the catalogue were chosen."""

    draft: Draft
    verdict: Verdict
    faults: tuple[tuple[str, str], ...]
    """The faults that the draft would then have in addition, as (path, text)."""


class Highlight(NamedTuple):
    """The highlighted row and offer; `on_section` tells whether keys work among the offers."""

    row: int
    offer: int
    on_section: bool
    found: Sequence[int]
    """The numbers of the offers that match the words of the search."""
    words: str = ""


class Clicks(NamedTuple):
    """The functions to call when a row or an offer is clicked."""

    row: Callable[[int], None]
    offer: Callable[[int], None]


def build_state(game: Game[Any, Any, Any], draft: Draft) -> BuildState:
    """Return a draft with its catalogue, whether it is legal, and its rows."""
    table = draft.table()
    catalogue = game.building.catalogue(table)
    rows = squadron_rows(draft, catalogue, game.building.unit)
    return BuildState(draft, catalogue, game.building.check(table), rows)


def apply_offer(game: Game[Any, Any, Any], now: BuildState, offer: BuilderOffer) -> OfferResult:
    """Return what a draft becomes if an offer is chosen; an offer that is chosen already is
    removed.

    The type of a ship can be replaced, but not removed.
    """
    draft = now.draft
    if offer.section == now.catalogue.types and offer.ship is None:
        after = draft.with_ship(offer.item.value, game.building.names_ships)
    elif offer.section == now.catalogue.types:
        after = draft.with_value("type", offer.item.value, offer.ship)
    else:
        after = draft.toggled(offer.section, offer.item, offer.ship)
    verdict = game.building.check(after.table())
    return OfferResult(after, verdict, new_faults(now.verdict, verdict))


def holds(now: BuildState, offer: BuilderOffer) -> bool:
    """Tell whether the squadron or the ship already has the item of an offer."""
    adds = offer.section == now.catalogue.types and offer.ship is None
    return not adds and now.draft.holds(offer.section, offer.item, offer.ship)


class Builder:
    """Writes a draft on a page, in a layout that suits its size."""

    def __init__(
        self, page: TextPage, game: Game[Any, Any, Any], now: BuildState, measured: str = ""
    ) -> None:
        """Prepare to write the squadron on a page.

        `measured` is the result of a measurement (how even a battle is); it is shown for a draft
        without faults.
        """
        self.page, self.game, self.now = page, game, now
        self.wide = page.columns >= WIDE
        self.left = 39 if not self.wide else 44
        """The width of the squadron's list in columns."""
        self.section = page.columns - self.left if not self.wide else 42
        faults = [located_fault(path, text) for path, text in now.verdict.faults]
        wording = [*(faults or [measured or "It has no faults."]), *now.verdict.notes]
        self.lines = [line for text in wording for line in wrapped(text, page.columns - 6)]
        room = max(4, page.rows_count // 4)
        self.foot = page.rows_count - 3 - max(1, min(len(self.lines), room - 1))
        """The row with the heading that says whether the draft is legal."""
        line = self.wide and page.rows_count >= TALL and now.catalogue.line is not None
        self.bottom = self.foot - LINE if line else self.foot
        """The row below the last row of the lists."""

    def write(self, at: Highlight, clicks: Clicks) -> None:
        """Write everything except the status and the prompt."""
        place = self.now.rows[at.row].place
        listed = offers(self.now.draft, self.now.catalogue, place)
        self._squadron(at, clicks)
        if listed:
            chosen = listed[min(at.offer, len(listed) - 1)]
            self._section(listed, at, clicks)
            self._about(chosen, apply_offer(self.game, self.now, chosen))
        if self.bottom < self.foot and self.now.catalogue.line:
            page = self.page
            glyphs: Glyphs = "ascii" if page.glyph_set == "ascii" else "unicode"
            drawn = kind_of(self.now.catalogue.line.board).in_line(
                self.now.catalogue.line, page.columns, glyphs
            )
            if drawn is not None:
                page.rule(self.bottom, "The line, to scale")
                top = self.bottom + 1 + (LINE - 1 - drawn.rows_count) // 2
                page.paste(drawn, (page.columns - drawn.columns) // 2, top)
        verdict, page = self.now.verdict, self.page
        count = len(verdict.faults)
        says = "Legal" if verdict.legal else f"Not legal: {pluralized(count, 'fault')}"
        page.rule(self.foot, says)
        room = page.rows_count - 3 - self.foot
        for number, line in enumerate(self.lines[:room]):
            last = number == room - 1 and len(self.lines) > room
            text = f"{cut(line, page.columns - 14)} .. and more" if last else line
            page.write(2, self.foot + 1 + number, text, "ok" if verdict.legal else "warning")

    # The squadron ------------------------------------------------------------------------

    def _squadron(self, at: Highlight, clicks: Clicks) -> None:
        self._head(0, self.left, 1, f"Your {self.game.building.kind}")
        lines = [(number, row) for number, row in enumerate(self.now.rows)]
        tall = [2 if row.below else 1 for _, row in lines]
        room = self.bottom - 2
        # Find the first row to show, so that the whole chosen entry is visible.
        first = 0
        while first < at.row and sum(tall[first : at.row + 1]) > room - (at.row < len(lines) - 1):
            first += 1
        line, last = 2, self.bottom - (sum(tall[first:]) > room)
        for number, row in lines[first:]:
            if line + tall[number] > last:
                self.page.write(2, last, f"{len(lines) - number} more below", "dim")
                break
            here = number == at.row
            cost = "" if row.cost is None else str(row.cost)
            room = self.left - 4 - len(cost)
            text = f"{cut(row.text, room - 1).ljust(room)}{cost}"
            click = partial(clicks.row, number)
            self.page.item(0, line, self.left - 1, text, here and not at.on_section, click)
            if here and at.on_section:
                self.page.write(0, line, HERE[self.page.glyph_set], "head")
            if row.below:
                below = row.below
                self.page.write(5, line + 1, cut(below, self.left - 7), "dim")
            line += tall[number]

    # The catalogue -----------------------------------------------------------------------

    def _section(self, listed: Sequence[BuilderOffer], at: Highlight, clicks: Clicks) -> None:
        """Write the offers under the headings of their sections."""
        # A number stands for the line of the offer with that number, an offer for the heading of
        # its section, and a text is the heading of a group.
        entries: list[int | BuilderOffer | str] = []
        before: BuilderOffer | None = None
        for number in at.found:
            offer = listed[number]
            other = before is not None and before.section != offer.section
            if other:
                entries.append(offer)
            kind = offer.item.group if len(offer.section.items) > MANY else ""
            if kind and (other or before is None or before.item.group != kind):
                entries.append(kind)
            entries.append(number)
            before = offer
        self._section_head(1, listed[at.found[0] if at.found else 0], at.words)
        bottom = self.bottom if self.wide else self.bottom - self._about_rows()
        room = bottom - 2
        chosen = min(at.offer, len(listed) - 1)
        place = entries.index(chosen) if chosen in entries else 0
        window = self.page.window(self.left + 2, 2, room, entries, place, (str, BuilderOffer))
        # The names are shortened so that no two in a section look the same.
        names: list[str] = []
        for _, group in groupby(listed, key=_title):
            offers = list(group)
            room = self._names(offers[0]) - len(self._box(offers[0]))
            names += distinct_cuts([offer.item.name for offer in offers], room)
        for line, at_line in enumerate(window, 2):
            entry = entries[at_line]
            if isinstance(entry, BuilderOffer):
                self._section_head(line, entry)
                continue
            if isinstance(entry, str):
                self.page.write(self.left + 1, line, cut(entry, self.section - 2), "head")
                continue
            # `!` marks an offer if choosing it would be a fault.
            offer = listed[entry]
            box = self._box(offer)
            bad = not holds(self.now, offer) and bool(
                apply_offer(self.game, self.now, offer).faults
            )
            cost = "" if offer.item.cost is None else str(offer.item.cost)
            space = self._names(offer) - len(box)
            text = f"{box}{names[entry]:<{space}} {cost:>3} {'!' if bad else ' '} {offer.item.note}"
            here, click = at.on_section and entry == chosen, partial(clicks.offer, entry)
            self.page.item(self.left, line, self.section - 1, text, here, click)
            if entry == chosen and not here:
                self.page.write(self.left, line, HERE[self.page.glyph_set], "dim")

    def _box(self, offer: BuilderOffer) -> str:
        """Return the checkbox of an offer, ticked if it is chosen."""
        if offer.section == self.now.catalogue.types and offer.ship is None:
            return ""
        return "[x] " if holds(self.now, offer) else "[ ] "

    def _names(self, offer: BuilderOffer) -> int:
        """Return how many columns a section of the catalogue has for the names of its items."""
        notes = [len(offer.section.columns), *(len(item.note) for item in offer.section.items)]
        return self.section - 10 - max(notes)

    def _section_head(self, row: int, offer: BuilderOffer, words: str = "") -> None:
        """Write the title of a section of the catalogue, with titles of its columns above the
        notes.
        """
        title = f"{_title(offer)} with '{words}'" if words else _title(offer)
        self._head(self.left, self.section, row, title)
        columns = offer.section.columns
        if columns:
            place = self.left + 2 + self._names(offer) + 7
            self.page.write(place - 1, row, f" {columns} "[: self.section - 1], "head")

    # The text of an item ---------------------------------------------------------------------

    def _about_rows(self) -> int:
        return max(5, (self.bottom - 2) // 3)

    def _about(self, offer: BuilderOffer, after: OfferResult) -> None:
        """Write the faults that choosing the highlighted item would cause, then the text about the
        item.
        """
        page = self.page
        if self.wide:
            left, row, bottom = self.left + self.section, 1, self.bottom
            # The sums of the squadron, such as its price.
            wide = self.page.columns - left
            self._head(left, wide, 1, "Together")
            row = 2
            for name, value in self.now.catalogue.figures:
                row = self.page.paragraph(left + 1, row, wide - 2, f"{name}: {value}", "text")
            row = row + 1 if self.now.catalogue.figures else 1
        else:
            left, row, bottom = self.left, self.bottom - self._about_rows(), self.bottom
        width = page.columns - left
        self._head(left, width, row, offer.item.name)
        first = row = row + 1
        lines: list[tuple[str, str]] = []
        if not holds(self.now, offer):
            lines += [
                ("warning", f"! {located_fault(path, text)}") for path, text in after.faults[:2]
            ]
        lines += [("text", text) for text in offer.item.about]
        doubt = DOUBTS.get(offer.item.confidence, offer.item.confidence)
        lines += [("dim", f"~ {doubt}")] if doubt else []
        shown = [(style, line) for style, text in lines for line in wrapped(text, width - 2)]
        for style, line in shown[: bottom - row]:
            page.write(left + 1, row, line, style)
            row += 1
        if len(shown) > bottom - first:
            page.write(left + width - 3, bottom - 1, " ..", "dim")

    # The drawn line --------------------------------------------------------------------------

    # The verdict -----------------------------------------------------------------------------

    def _head(self, column: int, width: int, row: int, title: str) -> None:
        line = RULES[self.page.glyph_set]
        self.page.write(column, row, f"{line} ", "frame")
        shown = cut(title, width - 4)
        self.page.write(column + 2, row, shown, "head")
        rest = width - 4 - len(shown)
        self.page.write(column + 2 + len(shown), row, f" {line * max(0, rest)}", "frame")


def _title(offer: BuilderOffer) -> str:
    section = offer.section
    if section.key == "type" and offer.ship is not None:
        return "Another type"
    return f"{section.title}, {section.note}" if section.note else section.title
