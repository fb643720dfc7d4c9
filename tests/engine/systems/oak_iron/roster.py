"""A squadron file as a table, legal until a test changes it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from engine.systems.oak_iron.data.book import ready_squadrons
from engine.systems.oak_iron.squadrons.check import check_roster
from engine.systems.oak_iron.squadrons.squadron import Roster

EXAMPLE = Path(__file__).parents[3] / "squadrons" / "example.toml"
LEGAL = {"example": EXAMPLE, **ready_squadrons()}


def load(path: Path) -> dict[str, Any]:
    """Return a squadron file's table."""
    return tomllib.loads(path.read_text("utf-8"))


def squadron(**head: Any) -> dict[str, Any]:
    """Return the example's table with other values in its head."""
    return {**load(EXAMPLE), **head}


def ship(kind: str, **more: Any) -> dict[str, Any]:
    """Return a ship's table."""
    return {"type": kind, **more}


def fleet(*ships: dict[str, Any], **head: Any) -> dict[str, Any]:
    """Return the example with other ships, the first of them the flagship."""
    first, *rest = ships
    return squadron(ships=[{"flagship": True, **first}, *rest], **head)


def roster(table: dict[str, Any]) -> Roster:
    """Return the roster of a table."""
    return check_roster("test.toml", table)[0]


def faults(table: dict[str, Any]) -> dict[str, str]:
    """Return {key: fault} for everything that is wrong with a table; a key with two faults has
    both.
    """
    found: dict[str, str] = {}
    for path, text in check_roster("test.toml", table)[1].found:
        found[path] = f"{found[path]}\n{text}" if path in found else text
    return found
