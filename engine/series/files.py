"""The series that ship: a small file each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.base.text import clean
from engine.game.position import Faults, Reader
from engine.kit.dataset import Table, read_table
from engine.kit.records import shipped_folder
from engine.series.plan import MOST, SeriesPlan


@cache
def shipped() -> Mapping[str, SeriesPlan]:
    """Return the series that come with the program, by the names of their files."""
    folder = shipped_folder("series")
    return {path.stem: read(path, read_table(path)) for path in sorted(folder.glob("*.toml"))}


def read(path: Path, table: Table) -> SeriesPlan:
    """Return the plan in a parsed file; `SetUpFault` lists every mistake."""
    faults = Faults(str(path))
    reader = Reader(table, faults)
    plan = SeriesPlan(
        title=clean(reader.text("title", path.stem)),
        game=reader.text("game", ""),
        battles=reader.texts("battles"),
        **reader.fields(SeriesPlan, "alternation", "carry", best_of=range(1, MOST + 1)),
    )
    reader.finish()
    if not plan.battles:
        faults.add("battles", "names no scenario")
    faults.check()
    return plan
