"""Designs as files: those that ship with the game, and one that is named for a battle."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.base.errors import SetUpFault
from engine.game.position import read_toml
from engine.kit.records import shipped_folder
from engine.systems.iron_oak.data.battles import BattleRecord
from engine.systems.iron_oak.squadrons.reading import read_design

OWN = "own_battle"
"""The scenario of a battle of one's own."""
FIRST = "river_mouth"
"""The design that is played where none is named."""


def ready() -> dict[str, Path]:
    """Return the shipped designs by name, without the ending."""
    folder = shipped_folder("iron_oak") / "designs"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def named(files: Sequence[str]) -> BattleRecord:
    """Return the battle that a set-up names by its design, a ready one or a file.

    It is named once, or once for each side; `SetUpFault` lists what is wrong.
    """
    names = list(dict.fromkeys(files)) or [FIRST]
    if len(names) > 1:
        text = f"{len(names)} designs are named; one holds both sides"
        raise SetUpFault("Iron & Oak", [("squadrons", text)])
    path = ready().get(names[0], Path(names[0]))
    record, faults = read_design(names[0], read_toml(path))
    faults.check()
    return record
