"""The data records of the pond: what each gunboat can do. `book()` returns the current data set."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from engine.kit.records import Books, Records

Inches = Annotated[float, msgspec.Meta(gt=0, le=12)]
Hits = Annotated[int, msgspec.Meta(ge=1, le=9)]


class Gunboat(msgspec.Struct, frozen=True):
    """What a gunboat can do; her id is the key of her seat."""

    id: str
    name: str
    run: Inches
    reach: Inches
    sinks: Hits
    """The hits that sink her."""


class Book(msgspec.Struct, frozen=True):
    """A data set: both gunboats, and the version of their records."""

    version: str
    boats: dict[str, Gunboat]


def _book(records: Records, version: str) -> Book:
    boats = records.records("boats", Gunboat)
    if set(boats) != {"A", "B"}:
        records.note("boats.toml", "A and B", "are the two boats that there are")
    return Book(version, boats)


BOOKS = Books(Book, "pond", ("boats",), "1", _book, Path(__file__).parent / "data")
book = BOOKS.current
