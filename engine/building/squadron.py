"""Squadron files of any game system: find, read, check and print them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.game.parts.building import Verdict
from engine.game.parts.document import Document, DocumentPart
from engine.game.position import Faults, Reader, read_toml
from engine.kernel.registry import system, systems


def check(path: Path | str) -> Verdict:
    """Return whether a squadron file is legal, with its faults.

    Raises `FileFault` when it cannot be read.
    """
    table, name, faults = _read(path)
    return system(name).building.check(table) if name else Verdict(faults=faults)


def sheet(path: Path | str) -> tuple[Document, bool]:
    """Return a squadron as a printable sheet, and whether it is legal.

    Raises `FileFault` when it cannot be read.
    """
    table, name, faults = _read(path)
    if not name:
        lines = tuple(f"{key}: {text}" for key, text in faults)
        return Document("Squadron", parts=(DocumentPart("Not legal", lines=lines),)), False
    game = system(name)
    return game.building.document(table), game.building.check(table).legal


def squadron_path(path: Path | str) -> Path:
    """Return the path of a squadron file, or of the ready-made squadron of that name."""
    ready = {
        name: file for each in systems() for name, file in system(each).building.ready().items()
    }
    if Path(path).exists() or str(path) not in ready:
        return Path(path)
    return ready[str(path)]


def _read(path: Path | str) -> tuple[dict[str, Any], str, tuple[tuple[str, str], ...]]:
    """Return a file's table and its game system; '' with faults when that is unknown."""
    table = read_toml(squadron_path(path))
    faults = Faults(str(path))
    name = Reader(table, faults).choice("game", systems(table.get("game")))
    return table, "" if faults.found else name, tuple(faults.found)
