"""Open a position file: find its game system, and let it read the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from engine.base.errors import FileFault
from engine.base.reading import Garbled
from engine.game.game import Game
from engine.game.position import Faults, Reader, read_toml
from engine.kernel.journal import READ
from engine.kernel.registry import system, systems

ENDING = ".toml"


class Position(NamedTuple):
    """A position read: its game system, the state, the seed of its dice, its title."""

    game: Game
    state: Any
    seed: int
    title: str


def read_position(path: Path | str) -> Position:
    """Read a position file; `FileFault` when it cannot be read, `SetUpFault` with all mistakes."""
    path = Path(path)
    try:
        table = read_toml(path)
    except Garbled as fault:
        if path.suffix == ENDING:
            raise
        raise FileFault(f"{path} is of another program; {READ}") from fault
    faults = Faults(str(path))
    head = Reader(table, faults)
    name = head.choice("game", systems(table.get("game")))
    title = head.text("title", path.stem)
    faults.check()
    game = system(name)
    state, seed = game.positions.read(str(path), table)
    return Position(game, state, seed, title)
