"""Desks on disk: what a player stores of each battle by mail, in `mail/` beside the saved battles.

Each has two files: `ID.desk`, which holds secrets, and `ID.battle`, which can be rebuilt from it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.base import durable
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.reading import Missing, content, decoded, unusable
from engine.files.saves import kept_in, saves_folder, unused
from engine.post import correspondence, letters
from engine.post.correspondence import Desk

FOLDER = "mail"
ENDING = ".desk"
BATTLE = ".battle"
BIN = "bin"
"""The folder for what was put away, inside that of the desks."""
LARGEST = 2 * letters.LARGEST
"""Largest desk in bytes: a letter, and as much again that is still secret."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Desk).decode


def mail_folder(saves: str | Path | None) -> Path:
    """Return the folder of battles by mail; raises `FileFault` where there is none."""
    return saves_folder(saves) / FOLDER


def kept_by_mail(saves: str | Path | None) -> Path:
    """Return the folder to look for battles by mail in; without a home there is nothing in it."""
    return kept_in(saves) / FOLDER


def known(folder: Path) -> list[str]:
    """Return the names of the battles that a folder has desks of."""
    return sorted(path.stem for path in folder.glob(f"*{ENDING}"))


def load(folder: Path, name: str) -> Desk | None:
    """Return the desk of a battle, None when there is none; `FileFault` for a damaged one."""
    path = desk_path(folder, name)
    try:
        data = content(path, LARGEST, "the desk of a battle by mail")
    except Missing:
        return None
    return correspondence.sound(decoded(_decode, data, path), str(path))


def store(folder: Path, desk: Desk) -> None:
    """Write a desk, and return when it is on disk; `FileFault` for one too large to be read."""
    path, data = desk_path(folder, desk.held.id), _encode(desk)
    if len(data) > LARGEST:
        raise FileFault(f"{path} would be too large for the desk of a battle by mail")
    durable.write(path, data)


def desk_path(folder: Path, name: str) -> Path:
    """Return the path of a desk; `Refused` when the name cannot be a battle's."""
    if not name.replace("-", "").replace("_", "").isalnum():
        raise Refused(f"'{name}' is no name of a battle by mail")
    return folder / f"{name}{ENDING}"


def battle_path(folder: Path, name: str) -> Path:
    """Return the path of the battle file beside a desk."""
    return folder / f"{name}{BATTLE}"


def is_by_mail(path: Path) -> bool:
    """Tell whether a battle file belongs to a desk."""
    return path.parent.name == FOLDER and path.with_suffix(ENDING).is_file()


def is_own_turn(path: Path) -> bool:
    """Tell whether the other player's letter came last in the battle of a file.

    What is left to do may be a choice or the letter itself. Nobody's turn is that of a desk that
    cannot be read.
    """
    try:
        desk = load(path.parent, path.stem)
    except WeatherGageError:
        return False
    return desk is not None and desk.held.by != desk.me


def put_away(folder: Path, name: str) -> Path:
    """Move a desk and its battle to the bin of their folder; return the desk's path there.

    Notes and drafts go along. Raises `FileFault` when they cannot be moved.
    """
    path, battle, away = desk_path(folder, name), battle_path(folder, name), folder / BIN
    target = unused(away / f"{name}{ENDING}")
    try:
        away.mkdir(exist_ok=True)
        path.rename(target)
        there = target.with_suffix(BATTLE)
        for each in sorted(folder.iterdir()):  # there is none before the dice are agreed
            beside = each.name.startswith(f"{battle.name}.") and each.suffix != BATTLE
            if each == battle or beside:
                each.rename(there.with_name(there.name + each.name.removeprefix(battle.name)))
    except OSError as error:
        unusable(path, "be moved", error)
    return target
