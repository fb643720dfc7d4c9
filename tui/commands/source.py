"""Opens what commands read: a data set, a battle file, a position file, a scenario."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from engine.base.errors import FileFault, Refused, SetUpFault
from engine.files.own_folders import config_folder
from engine.files.saves import recovered_path
from engine.game.game import Game
from engine.kernel.battle import Battle
from engine.kernel.journal import Damage
from engine.kernel.opening import as_file_fault, recover_battle
from engine.kernel.registry import game_with_scenario, installed, register, system, systems
from tui.commands.grammar import Misuse


class Source(NamedTuple):
    """A situation to show: one moment of a battle, or a position."""

    game: Game[Any, Any, Any]
    state: Any
    title: str
    battle: Battle | None = None


def use_data_folder(chosen: str | None) -> str:
    """Load the user's own data records from `--data`, otherwise from the config folder.

    Return the folder, or '' without one. Raises `SetUpFault` that lists its mistakes.
    """
    folder = Path(chosen) if chosen else config_folder() / "data"
    if not folder.is_dir():
        if chosen:
            raise FileFault(f"{chosen} is not a folder of data files")
        return ""
    inside = [each.name for each in folder.iterdir() if each.is_dir()] if chosen else []
    own = [name for name in systems(*inside) if (folder / name).is_dir()]
    for name in own:
        register(system(name).with_data(folder / name))
    if chosen and not own:
        # The folder does not say which game its records are for, so they are loaded into each game
        # that they fit. Games of other packages are tried only if no built-in game fits. If no game
        # fits, the mistakes for the game with the fewest are reported.
        faults: list[SetUpFault] = []
        taken = _taken(folder, systems(), faults) or _taken(folder, installed(), faults)
        if not taken and faults:
            raise min(faults, key=lambda fault: len(fault.faults))
    return str(folder)


def _taken(folder: Path, names: Iterable[str], faults: list[SetUpFault]) -> bool:
    """Load a folder of records for the games `names`; return whether a game accepted them, and add
    the faults to `faults`.
    """
    taken = False
    for name in names:
        try:
            register(system(name).with_data(folder))
            taken = taken or system(name).data is not None
        except SetUpFault as fault:
            faults.append(fault)
        except FileFault:
            # the error is in a built-in game; a broken game of another package must not affect the
            # others
            if name not in installed():
                raise
    return taken


def options(chosen: Namespace) -> dict[str, Any]:
    """Return the options of a set-up: those of `--option`, and the squadrons of `--squadrons`."""
    return {**switches(chosen), **squadrons(chosen)}


def switches(chosen: Namespace) -> dict[str, Any]:
    """Return the options of a set-up given by `--option`. The game later refuses unknown names and
    values.

    Raises `Misuse` for squadrons, which have an option of their own, and for an option given twice.
    """
    names = [name for name, _ in chosen.option]
    for name in names:
        if name == "squadrons":
            raise Misuse("name squadrons with --squadrons, not with --option")
        if names.count(name) > 1:
            raise Misuse(f"--option sets {name} twice")
    return dict(chosen.option)


def squadrons(chosen: Namespace) -> dict[str, Any]:
    """Return the squadrons of `--squadrons` as an option of a set-up."""
    if not chosen.squadrons:
        return {}
    from engine.files.saves import squadrons_folder
    from engine.files.squadron_files import resolve_squadron

    folder = squadrons_folder(chosen.saves)
    return {"squadrons": [resolve_squadron(name, folder) for name in chosen.squadrons]}


class ChosenField(NamedTuple):
    """A game, one of its scenarios, and the options of its set-up."""

    game: Game[Any, Any, Any]
    scenario: str
    options: dict[str, Any]


def field(chosen: Namespace) -> ChosenField:
    """Return the scenario named on the command line; or, if it names squadrons, the scenario for
    them.
    """
    words = chosen.what
    if len(words) == 1:
        return ChosenField(game_with_scenario(words[0]), words[0], options(chosen))
    if chosen.squadrons:
        raise Misuse("squadrons are named twice, with --squadrons and without it; name them once")
    from engine.files.squadron_files import game_of

    named = squadrons(Namespace(squadrons=words, saves=chosen.saves))
    game = game_of(named["squadrons"][0])
    scenario = game.building.scenario_for(named["squadrons"])
    return ChosenField(game, scenario, {**switches(chosen), **named})


def open_battle(chosen: Namespace, path: str, write: bool = False, once: bool = False) -> Battle:
    """Open a battle file; with `--recover` the intact part of a damaged one, copied into a new
    battle. `once` is as in `Battle.open`.

    Raises `FileFault` when it cannot be opened, `Refused` when it has no entry `--at`, or `--seat`
    is given and its dice are still secret.
    """
    use_data_folder(chosen.data)
    try:
        battle = Battle.open(path, write, once=once)
    except Damage:
        if not getattr(chosen, "recover", False):
            raise
        fresh = recovered_path(Path(path))
        battle = recover_battle(path, fresh)
        battle.notice += f"; the new battle is {fresh}"
    if battle.sealed and getattr(chosen, "seat", None) and battle.outcome() is None:
        battle.close()
        raise Refused(
            "the dice are secret until the battle ends: before that you see what a watcher sees"
        )
    if getattr(chosen, "at", None) is not None:
        battle.at(chosen.at)  # raises Refused early, before anything is printed
    if battle.notice:
        print(f"weathergage: {battle.notice}", file=sys.stderr)
    return battle


def load(chosen: Namespace) -> Source:
    """Return the situation that the command line names: a position file, or a battle file and
    `--at`.
    """
    if is_position(chosen.file):
        from engine.kernel.opening import read_position

        if chosen.at is not None:
            raise FileFault(f"{chosen.file} is a position, so there is no entry to show with --at")
        use_data_folder(chosen.data)
        found = read_position(chosen.file)
        return Source(found.game, found.state, found.title)
    battle = open_battle(chosen, chosen.file)
    with as_file_fault(battle):
        state = battle.state if chosen.at is None else battle.at(chosen.at)
        if battle.outcome() is None:  # while it goes on, show only what a watcher sees
            state = battle.game.view(state, "")
        title = battle.header.title or battle.game.screen.status(state).title
    return Source(battle.game, state, title, battle)


def is_position(path: str) -> bool:
    """Tell whether a file holds a position, judged by its ending, otherwise by its first line."""
    if path.endswith((".toml", ".battle")):
        return path.endswith(".toml")
    try:
        if not Path(path).is_file():  # reading a pipe would block, and use up its input
            return False
        with Path(path).open("rb") as file:
            return file.read(1) not in (b"{", b"")
    except (OSError, ValueError):
        return False  # opening it as a battle then reports the fault
