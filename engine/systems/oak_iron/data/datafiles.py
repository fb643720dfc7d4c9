"""The data set on disk: the shipped TOML files, and a user's own that override them.

A file is a table of records by id; a user's file of the same name may change any
field of any record, or add a record.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from engine.base.errors import SetUpFault

FILES = (
    "ships",
    "initiative_cards",
    "admirals",
    "commanders",
    "keywords",
    "upgrades",
    "factions",
    "building",
    "special_rules",
    "measures",
    "dice",
    "scenarios",
    "glossary",
    "events",
    "terrain",
    "scenario_cards",
)
Table = dict[str, Any]
"""A parsed TOML file: records by id."""


def shipped_folder() -> Path:
    """Return the folder of the shipped data: of a checkout, else inside the installed package."""
    engine = Path(__file__).resolve().parents[3]
    checkout = engine.parent / "data" / "oak_iron"
    return checkout if checkout.is_dir() else engine / "data" / "oak_iron"


def ready_squadrons() -> dict[str, Path]:
    """Return the paths of the shipped squadron files by name, without the ending."""
    folder = shipped_folder() / "squadrons"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


@cache
def shipped() -> dict[str, Table]:
    """Return the shipped tables by file name, without the ending. Cached: they do not change."""
    folder = shipped_folder()
    return {name: tomllib.loads((folder / f"{name}.toml").read_text("utf-8")) for name in FILES}


def user_tables(folder: Path) -> dict[str, Table]:
    """Return a user's tables by file name, from `folder`/oak_iron if that exists.

    Raises `SetUpFault` when there is no folder or a file has an unknown name;
    `FileFault` when a file is not TOML.
    """
    from engine.game.position import Faults, nearest, read_toml

    if not folder.is_dir():
        raise SetUpFault(str(folder), [("", "is not a folder")])
    home = folder / "oak_iron" if (folder / "oak_iron").is_dir() else folder
    faults = Faults(str(folder))
    tables = {}
    for path in sorted(home.glob("*.toml")):
        if path.stem in FILES:
            tables[path.stem] = read_toml(path)
        else:
            known = ", ".join(f"{name}.toml" for name in FILES)
            faults.add(path.name, f"is no data file; known are {known}{nearest(path.stem, FILES)}")
    faults.check()
    return tables


def overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> Table:
    """Return tables in which a user's fields replace the shipped ones, marked as `own`.

    A table with a confidence is a record: each of its fields is replaced as a whole. Any other
    table holds records, or tables of records, and is merged key by key.
    """
    merged = {**below, **above}
    if "confidence" in below:
        changed = dict.fromkeys(above.keys() - {"confidence", "source", "doubts"}, "own")
        doubts = above.get("doubts", {})
        if isinstance(doubts, Mapping):
            merged["doubts"] = {**below.get("doubts", {}), **changed, **doubts}
        return merged
    for key in below.keys() & above.keys():
        if isinstance(below[key], Mapping) and isinstance(above[key], Mapping):
            merged[key] = overlaid(below[key], above[key])
    return merged


def fingerprint(tables: Mapping[str, Any]) -> str:
    """Return eight hexadecimal digits that identify a set of a user's records."""
    return blake2b(msgspec.json.encode(tables, order="sorted"), digest_size=4).hexdigest()
