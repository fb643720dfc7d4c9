"""The yard that squadrons are built in: what a game system offers, shelf by shelf.

A shelf stands for one key of a squadron file. What lies on it is told with its
price, so that a front end builds squadrons of any game without knowing one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.game.chart import Scene


class Item(msgspec.Struct, frozen=True):
    """A thing to be chosen: what the file says for it, its name, its price, what it does."""

    value: str | int
    name: str
    cost: int | None = None
    note: str = ""
    """A word or two beside the name, such as a card's value."""
    about: tuple[str, ...] = ()
    confidence: str = "printed"
    group: str = ""
    """Whose it is, or of which kind: the head that it stands below on a long shelf."""


class Section(msgspec.Struct, frozen=True):
    """The things that one key of the file may name: one of them, or several."""

    key: str
    title: str
    items: tuple[Item, ...]
    several: bool = False
    note: str = ""
    """How many may be taken, in a word or two."""
    columns: str = ""
    """Heads above the notes of the wares."""
    start: str | int | None = None
    """What a new squadron begins with; None leaves it open."""

    def item(self, value: object) -> Item | None:
        """Return the thing that a file's value names, or None."""
        return next((item for item in self.items if item.value == value), None)

    def beside(self, held: Iterable[Any]) -> tuple[Item, ...]:
        """Return all wares, and after them what is held though it does not lie here."""
        strange = (value for value in held if self.item(value) is None)
        return (*self.items, *(Item(value, f"{value}", note="?") for value in strange))


class Catalogue(msgspec.Struct, frozen=True):
    """All that may be chosen for one squadron, and a few figures of the whole."""

    head: tuple[Section, ...]
    """Keys of the squadron, such as its size and its admiral."""
    types: Section
    """The ships, each of which is a table of the file."""
    fittings: tuple[tuple[Section, ...], ...] = ()
    """For each ship of the squadron the keys of its table."""
    figures: tuple[tuple[str, str], ...] = ()
    """The squadron in figures: ('broadside dice', '15')."""
    line: Scene | None = None
    """The ships in line ahead, to be drawn to scale."""
