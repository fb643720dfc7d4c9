"""Opening files that are not intact battles: positions, and damaged or forged battle files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from engine.base.errors import SURROUNDINGS, FileFault, WeatherGageError
from engine.base.files import DecodeFault
from engine.game.game import Game
from engine.game.position import Faults, Reader, read_toml
from engine.kernel.battle import Battle
from engine.kernel.journal import READ
from engine.kernel.logbook import UNPROVED
from engine.kernel.registry import system, systems

# Open a position file: find its game system, which reads the rest.


ENDING = ".toml"


class Position(NamedTuple):
    """The content of a position file: the game system, the state, the seed of the dice, the
    title.
    """

    game: Game
    state: Any
    seed: int
    title: str


def read_position(path: Path | str) -> Position:
    """Return the position in a file.

    Raises `FileFault` if the file cannot be read, `SetUpFault` with all mistakes in it.
    """
    path = Path(path)
    try:
        table = read_toml(path)
    except DecodeFault as fault:
        if path.suffix == ENDING:
            raise
        raise FileFault(f"{path} is not a file of Weather Gage; {READ}") from fault
    faults = Faults(str(path))
    head = Reader(table, faults)
    name = head.choice("game", systems(table.get("game")))
    title = head.text("title", path.stem)
    faults.check()
    game = system(name)
    state, seed = game.positions.read(str(path), table)
    return Position(game, state, seed, title)


# Battle files that are damaged or forged: how much of a damaged file can be saved, and whether the
# file or the program is to blame for an error. The checksums of a file protect against damage, not
# against a forger, who may write anything of the right types and make the rules raise exceptions.
# Code that shows the content of a file does it under `as_file_fault`.


def recover_battle(path: Path | str, new_path: Path | str, created: str = "") -> Battle:
    """Return a new battle with everything before a file's first damage; its `notice` says where
    the damage is.

    Raises `FileFault` when nothing of the file can be read, or the new one cannot be created.
    """
    with Battle.open(path, write=False, recover=True) as damaged:
        battle = damaged.fork(damaged.position, new_path, created)
    battle.notice = damaged.notice or f"{path} is not damaged; a copy of the battle is open now"
    return battle


@contextmanager
def as_file_fault(battle: Battle | None) -> Iterator[None]:
    """A context in which an error that a forged battle causes becomes a `FileFault`.

    The `FileFault` names the battle's file. An error in a battle that verifies stays an error of
    the program.
    """
    try:
        yield
    except Exception as error:
        fault = fault_for(battle, error)
        if fault is error:
            raise
        raise fault from error


def fault_for(battle: Battle | None, error: Exception) -> Exception:
    """Return a `FileFault` if the battle does not verify, else the error itself."""
    if isinstance(error, (WeatherGageError, *SURROUNDINGS)):
        return error
    if battle is None or battle.path is None:
        return error
    try:
        verdict = battle.verify()
    except SURROUNDINGS:
        return error
    if verdict.ok or verdict.text == UNPROVED:
        return error
    rules = battle.game.rules_version
    what = (
        "an event that cannot have happened"
        if battle.header.rules == rules
        else "an event of a different version of the rules"
    )
    return FileFault(f"{battle.path} has {what} ({error!r})")
