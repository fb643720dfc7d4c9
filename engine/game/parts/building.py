"""Building forces: the catalogue of what can be chosen, the check of a squadron, and its printed
sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from engine.base.errors import SetUpFault
from engine.game.chart import Scene
from engine.game.parts.part import Part, S

# The catalogue from which squadrons are built: what a game system offers, section by section.
#
# A section corresponds to one key of a squadron file. Its items are listed with their prices, so
# that a front end can build squadrons for any game without knowing the rules of the game.


class Item(msgspec.Struct, frozen=True):
    """An item of the catalogue: its id in the file, its name, its price, its effect."""

    value: str | int
    name: str
    cost: int | None = None
    note: str = ""
    """A word or two beside the name, such as a card's value."""
    about: tuple[str, ...] = ()
    confidence: str = "printed"
    group: str = ""
    """The heading under which a long list shows the item: the item's owner or kind."""


class Section(msgspec.Struct, frozen=True):
    """One choice in a squadron file: its key, and the items that may be the key's value."""

    key: str
    title: str
    items: tuple[Item, ...]
    several: bool = False
    note: str = ""
    """How many items may be chosen, in a word or two."""
    columns: str = ""
    """The column titles above the notes that stand beside the items."""
    start: str | int | None = None
    """The value of the key in a new squadron; None leaves the key out."""

    def item(self, value: object) -> Item | None:
        """Return the item that a value in the file names, or None."""
        return next((item for item in self.items if item.value == value), None)

    def beside(self, held: Iterable[Any]) -> tuple[Item, ...]:
        """Return all items, and one more for each value of `held` that is not an item."""
        strange = (value for value in held if self.item(value) is None)
        return (*self.items, *(Item(value, f"{value}", note="?") for value in strange))


class Catalogue(msgspec.Struct, frozen=True):
    """Everything that may be chosen for one squadron, and a few figures about the whole
    squadron.
    """

    head: tuple[Section, ...]
    """The choices for the squadron as a whole, such as its size and its admiral."""
    types: Section
    """The choice of a ship's type. Each ship is a table of the squadron file."""
    fittings: tuple[tuple[Section, ...], ...] = ()
    """For each ship of the squadron, the further choices for this ship: the other keys of her table
    in the file."""
    figures: tuple[tuple[str, str], ...] = ()
    """Figures about the squadron, such as ('broadside dice', '15')."""
    line: Scene | None = None
    """A picture of the ships in line ahead, drawn to scale."""


# A document to print as plain text or Markdown: a title, and parts with tables and lines.


WIDTH = 78
BOX = "[ ]"


class DocumentPart(msgspec.Struct, frozen=True):
    """A part of a document: a heading, and below it a table, tracks (rows of boxes) and lines.

    The first row of the table has the column titles.
    """

    heading: str
    table: tuple[tuple[str, ...], ...] = ()
    tracks: tuple[tuple[str, int], ...] = ()
    """Boxes to be ticked off: (name, number of boxes)."""
    lines: tuple[str, ...] = ()


class Document(msgspec.Struct, frozen=True):
    """A document: its title, lines about the document as a whole, and its parts."""

    title: str
    lines: tuple[str, ...] = ()
    parts: tuple[DocumentPart, ...] = ()


def render_document(document: Document, form: str) -> str:
    """Return a document as `text` or `md`, ending in a newline.

    >>> print(render_document(Document("Fleet", ("Two ships.",)), "md"), end="")
    # Fleet
    <BLANKLINE>
    Two ships.
    """
    if form == "md":
        blocks = [f"# {_plain(document.title)}", *map(_plain, document.lines)]
        for part in document.parts:
            blocks.append(f"## {_plain(part.heading)}")
            if part.table:
                rows = [f"| {' | '.join(map(_plain, row))} |" for row in part.table]
                blocks.append("\n".join([rows[0], "|" + " --- |" * len(part.table[0]), *rows[1:]]))
            tracks = [f"- {_plain(name)} `{BOX * count}`" for name, count in part.tracks]
            if tracks or part.lines:
                blocks.append("\n".join((*tracks, *(f"- {_plain(line)}" for line in part.lines))))
        return "\n\n".join(blocks) + "\n"
    texts = [_underlined(document.title, "=") + _wrapped(document.lines)]
    for part in document.parts:
        tracks = _columns(tuple((name, BOX * count) for name, count in part.tracks))
        table = _columns(part.table)
        texts.append(_underlined(part.heading, "-") + table + tracks + _wrapped(part.lines))
    return "\n\n".join("\n".join(lines) for lines in texts) + "\n"


def _underlined(heading: str, line: str) -> list[str]:
    return [heading, line * len(heading)]


def _wrapped(lines: tuple[str, ...]) -> list[str]:
    return [
        part
        for line in lines
        for part in wrap(line, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    ]


def _columns(table: tuple[tuple[str, ...], ...]) -> list[str]:
    """Return a table in aligned columns; the last column may be long and is wrapped."""
    if not table:
        return []
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    before = sum(widths[:-1]) + 2 * len(widths[:-1])
    lines = []
    for row in table:
        cells = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        last = wrap(row[-1], max(WIDTH - before, 20), break_on_hyphens=False) or [""]
        lines.append("  ".join((*cells, last[0])).rstrip())
        lines += [" " * before + more for more in last[1:]]
    return lines


def _plain(text: str) -> str:
    """Return a text with a backslash before each special character of Markdown."""
    return re.sub(r"([\\`*_|<>\[\]#~])", r"\\\1", text)


# How forces are built for a game system: the catalogue, the check of a squadron, the printed sheet.
# The argument `table` is a squadron file's content, as read from TOML.


class Verdict(msgspec.Struct, frozen=True):
    """The verdict on a squadron: its points, and every fault as (key path, text)."""

    name: str = ""
    points: int = 0
    limit: int | None = None
    """The limit of points; None while it is unknown."""
    faults: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    """Remarks that are not faults, such as that only one side can win."""

    @property
    def legal(self) -> bool:
        """Whether the squadron has no fault."""
        return not self.faults


class Switch(msgspec.Struct, frozen=True):
    """An option of a set-up with a few values to choose from, the usual value first."""

    name: str
    """The name of the option."""
    label: str
    values: tuple[tuple[str, str], ...]
    """Pairs (value, the value in words). If a player chooses the value '', the set-up does without
    the option."""
    about: str = ""
    """What the option does, in a sentence or two."""


class Building(Part[S]):
    """The part of a game that builds forces: squadrons, or whatever its sides consist of."""

    kind: str = "squadron"
    """The word in lists for a file that has one side's force: squadron, design."""
    unit: str = "ship"
    units: str = "ships"
    """`unit` and `units` are what players read for one and for several entries of a squadron file,
    such as `ship or fort` and `ships and forts`."""
    names_ships: bool = True
    """Whether ships in a file have names, and one of them is the flagship."""
    usual: str = ""
    """The shipped squadron that plays when a set-up names none."""
    about: str = ""
    """What a squadron file has in it, in sentences for the help of the builder."""
    whole_battle: bool = False
    """Whether one file holds both sides, so that all seats use the same file."""
    makes: bool = False
    """Whether the game itself makes a squadron for a seat (player) when the set-up names none."""
    carries: tuple[str, ...] = ()
    """What a series can carry from battle to battle, such as `crew`."""

    def ready(self) -> Mapping[str, Path]:
        """Return the squadrons that ship with the game: {name: file}."""
        return {}

    def check(self, table: Mapping[str, Any]) -> Verdict:
        """Return the verdict on a parsed squadron file: that it is legal, or all its faults."""
        return Verdict(faults=(("game", f"{self.game.title} has no squadron files"),))

    def document(self, table: Mapping[str, Any]) -> Document:
        """Return a squadron as a printed sheet, with its faults if it is not legal."""
        return Document("Squadron", self.check(table).faults[0])

    def catalogue(self, table: Mapping[str, Any]) -> Catalogue:
        """Return what may be chosen for a squadron, as far as its earlier choices allow."""
        return Catalogue((), Section("type", "Ships", ()))

    def scenario_for(self, squadrons: Sequence[str]) -> str:
        """Return the scenario that these squadrons, files or names, can play.

        Raises `SetUpFault` if there is none.
        """
        title = self.game.title
        raise SetUpFault("set-up", [("squadrons", f"{title} has no squadron files")])

    def squadrons_a_side(self, scenario: str) -> tuple[int, ...]:
        """Return the numbers of squadrons that each side may have: the values of the option
        `a_side`.
        """
        return ()

    def switches(self, scenario: str) -> tuple[Switch, ...]:
        """Return the options that the form for a new battle offers for a scenario."""
        return ()

    def further(self, scenario: str, chosen: Mapping[str, Any]) -> tuple[Switch, ...]:
        """Return further options that the form offers because of the options chosen so far.

        `chosen` is {name of an option from `switches`: value}.
        """
        return ()

    def like(self, ended: S, begun: S) -> S:
        """Return `begun`, a battle at its start, with the same edition of the rules as `ended`.

        `ended` is the battle before it in a series. A series that began under an older edition
        keeps that edition, so that a proof decides its battles as they were decided.
        """
        return begun

    def carried(self, ended: S, begun: S, what: str) -> S:
        """Return `begun`, a battle at its start, with what it keeps of `ended`, the battle before
        it.

        `what` names the things that the series keeps, such as the crew.
        """
        return begun
