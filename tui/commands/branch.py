"""The commands that make a battle out of a part of another: `fork`, `export`."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import Refused
from engine.files.saves import new_path, saves_folder
from engine.kernel.damaged import as_file_fault
from engine.review.chapters import chapter_named
from engine.review.cutting import cut_out
from tui.commands.grammar import FINE, Misuse
from tui.commands.source import open_battle

if TYPE_CHECKING:
    from engine.kernel.battle import Battle


def fork(chosen: Namespace) -> int:
    """Begin a new battle from an entry or a chapter of another, and print its file."""
    if bool(chosen.chapter) == (chosen.at is not None):
        raise Misuse("fork takes either --at N or --chapter NAME")
    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        n = chosen.at
        if chosen.chapter:
            n = chapter_named(battle, chosen.chapter).first
        if battle.game.outcome(battle.at(n)):
            raise Refused("the battle is over there; go back to an entry where it goes on")
        fresh = battle.fork(n, _path(chosen, battle), _now())
    return _told(fresh)


def export(chosen: Namespace) -> int:
    """Cut the battle of a chapter out into a file of its own, and print that file."""
    with open_battle(chosen, chosen.file) as battle, as_file_fault(battle):
        chapter = chapter_named(battle, chosen.chapter)
        fresh = cut_out(battle, chapter, _path(chosen, battle), _now())
    return _told(fresh)


def _path(chosen: Namespace, battle: Battle) -> Path:
    """Return the new file: as it is named, else a free one among the saved battles."""
    if chosen.to:
        if Path(chosen.to).exists():
            raise Misuse(f"{chosen.to} is there already")
        return Path(chosen.to)
    folder = saves_folder(chosen.saves)
    name = " ".join(filter(None, (battle.header.scenario or "battle", chosen.chapter)))
    return new_path(folder, name)


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")


def _told(fresh: Battle) -> int:
    fresh.close()
    print(fresh.path)
    return FINE
