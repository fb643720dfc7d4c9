"""Diagrams that ship with a system: an index among its data, and a position file for each."""

from __future__ import annotations

from functools import cache

import msgspec

from engine.base.errors import SetUpFault
from engine.game.parts.words import Diagram
from engine.game.position import read_toml
from engine.kit.records import shipped_folder

INDEX = "diagrams"


@cache
def shipped_diagrams(system: str) -> tuple[Diagram, ...]:
    """Return the diagrams of a system, in the order of its index; read once.

    `SetUpFault` names the diagram whose entry is wrong.
    """
    folder = shipped_folder(system) / INDEX
    found = []
    for name, entry in read_toml(folder / f"{INDEX}.toml").items():
        position = (folder / f"{name}.toml").read_text(encoding="utf-8")
        try:
            found.append(msgspec.convert({**entry, "name": name, "position": position}, Diagram))
        except msgspec.ValidationError as error:
            raise SetUpFault(f"{INDEX}.toml", [(name, str(error))]) from None
    return tuple(found)
