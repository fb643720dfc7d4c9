"""The actions on battle files in the library, each with the function that undoes it.

A file is moved, copied or renamed, but its content is never changed. Samples, battles by mail and
battles of a host stay where they are.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.files import AT_ONCE, PLAIN, raise_unusable, read_bytes
from engine.base.text import clean
from engine.files import desks
from engine.files.facts import is_hosted
from engine.files.library import ARCHIVE
from engine.files.saved_battles import BIN
from engine.files.saves import ENDING, SAMPLE, is_sample, numbered
from engine.kernel.battle import Battle
from engine.kernel.drafts import drafts_path
from engine.kernel.journal import LARGEST
from engine.kernel.locks import lock
from engine.kernel.logbook import UNPROVED, other_edition
from engine.kernel.opening import as_file_fault
from engine.post.checking import prove
from engine.review.curve import curve_path
from engine.review.notes import notes_path

LONGEST = 80
"""The maximum number of characters in a file's name."""
_UNFIT = re.compile(r"[^\w .,()+-]")
"""Matches a character that a file's name must not have, such as a separator, a control character,
or a character with a special meaning for shells or operating systems."""


class FileChange(NamedTuple):
    """A change that was made to a file.

    It has a message, the new and the old path, and the function that undoes the change.
    """

    told: str
    path: Path
    before: Path
    undo: Callable[[], object]


class Ask(NamedTuple):
    """A question to a person before an action on a battle."""

    text: str
    """The question, such as `New name of duel.battle:`."""
    answered: Callable[[str], FileChange | None]
    """The function that carries out the action, given the typed answer; it returns None where no
    file was changed."""
    yes_or_no: bool = False
    """Whether the action is carried out only if the answer is `y` or `yes`."""


def rename_battle(path: Path, name: str) -> FileChange:
    """Give a battle file another name; raises `Refused` for an invalid name."""
    name = name.removesuffix(ENDING).strip()
    if not name or name.startswith(".") or _UNFIT.search(name) or len(name) > LONGEST:
        raise Refused(
            f"'{clean(name[:LONGEST])}' is not a name for a file: use letters, digits, "
            f"spaces and .,()+-_, {LONGEST} characters at most"
        )
    _must_stay_free(path)
    target = path.with_name(f"{name}{ENDING}")
    if is_sample(target):
        raise Refused(f"'{SAMPLE}' begins the names of the battles that came with the game")
    _move(path, target)
    return FileChange(
        f"the battle is called {target.name} now", target, path, lambda: _move(target, path)
    )


def copy_battle(path: Path, folder: Path) -> FileChange:
    """Copy a battle file into a folder, under a free name."""
    _must_be_own(path)
    data = read_bytes(path, LARGEST, "a battle file")
    target = _free(folder / f"{path.stem.removeprefix(SAMPLE)} copy{ENDING}")
    files.write(target, data, private=False)
    for beside in (curve_path, notes_path):
        with suppress(FileFault):
            files.write(beside(target), read_bytes(beside(path), LARGEST, "notes"), private=False)
    return FileChange(f"{target.name} is a copy of it", target, path, lambda: bin_battle(target))


def archive_battle(path: Path, folder: Path) -> FileChange:
    """Move a battle to the archive of a folder, or from the archive back into the folder."""
    _must_stay_free(path)
    out = path.parent == folder / ARCHIVE
    goal = folder if out else folder / ARCHIVE
    try:
        goal.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise_unusable(goal, "cannot be made", error)
    target = _free(goal / f"{path.stem}{ENDING}")
    _move(path, target)
    told = "the battle is out of the archive again" if out else "the battle is in the archive now"
    return FileChange(told, target, path, lambda: _move(target, path))


def confirm_bin(path: Path, title: str) -> Ask:
    """Return the question whether to move a battle to the bin.

    Raises `Refused` for a battle that came with the game.
    """
    _must_be_no_sample(path)

    def answered(text: str) -> FileChange | None:
        return bin_battle(path) if text.strip().lower() in ("y", "yes") else None

    return Ask(f"Move {clean(title)} to the bin?", answered, yes_or_no=True)


def bin_battle(path: Path) -> FileChange:
    """Move a battle to the bin, a folder beside its file; a battle by mail moves with its desk."""
    if desks.is_by_mail(path):
        desk = desks.bin_desk(path.parent, path.stem)
        target = desk.with_suffix(desks.BATTLE)
        return FileChange(_in_bin(path), target, path, lambda: _unbin_desk(desk, path))
    _must_be_movable(path)
    bin_ = path.parent / BIN
    try:
        bin_.mkdir(exist_ok=True)
    except OSError as error:
        raise_unusable(bin_, "cannot be made", error)
    target = _free(bin_ / path.name)
    _move(path, target)
    return FileChange(_in_bin(path), target, path, lambda: _move(target, path))


def import_battle(source: Path, folder: Path, known: Collection[str]) -> FileChange:
    """Copy a battle from elsewhere into a folder, after verifying all of its lines and choices.

    Choices are not verified where other rules decided the battle, or where its dice are still
    secret. Raises `FileFault` for a battle that is damaged or forged, `Refused` for one whose id is
    in `known`.
    """
    data = read_bytes(source, LARGEST, "a battle file")
    name = _UNFIT.sub("_", source.stem).strip(" .").removeprefix(SAMPLE)[:LONGEST] or "battle"
    target = _free(folder / f"{name}{ENDING}")
    fresh = target.with_name(f"{target.name}.import")
    files.write(fresh, data, private=False)
    try:
        told = _proved(fresh, known)
        _move(fresh, target)
    except (FileFault, Refused) as error:
        with suppress(OSError):
            fresh.unlink()
        raise type(error)(str(error).replace(str(fresh), str(source))) from None
    return FileChange(
        f"{target.name} was imported: {told}", target, target, lambda: bin_battle(target)
    )


def _proved(path: Path, known: Collection[str]) -> str:
    with Battle.open(path, write=False) as battle, as_file_fault(battle):
        if battle.header.id and battle.header.id in known:
            raise Refused(f"the battle of {path} is here already")
        proof = prove(battle)
        if proof.ok or proof.text == UNPROVED or other_edition(battle.game, battle.header):
            return proof.text
        raise FileFault(f"{path} cannot be imported, because its battle is wrong: {proof.text}")


def _must_be_own(path: Path) -> None:
    """Raise `Refused` for a battle by mail or of a host: a copy of it would reveal secrets."""
    if desks.is_by_mail(path):
        raise Refused("a battle by mail cannot be moved or copied: it belongs to its letters")
    if is_hosted(path):
        raise Refused("this battle belongs to its host and stays there")


def _must_be_movable(path: Path) -> None:
    _must_be_own(path)
    _must_be_no_sample(path)


def _must_be_no_sample(path: Path) -> None:
    if is_sample(path):
        raise Refused(
            "this is a sample battle that came with the game; it cannot be renamed, "
            "moved or deleted"
        )


def _must_stay_free(path: Path) -> None:
    """Raise `FileFault` for a battle that is being played, whose player would lose the file."""
    _must_be_movable(path)
    try:
        descriptor = os.open(path, os.O_RDWR | AT_ONCE | PLAIN)
    except OSError as error:
        raise_unusable(path, "cannot be moved", error)
    try:
        lock(path, descriptor)
    finally:
        os.close(descriptor)


def _free(path: Path) -> Path:
    """Return a path at which neither a file exists nor old notes beside it.

    It is this path, or this path with a number.
    """
    return next(
        each for each in numbered(path) if not any(map(os.path.lexists, _with_beside(each)))
    )


def _with_beside(path: Path) -> tuple[Path, ...]:
    """Return a battle file and the files stored beside it: notes, drafts of answers, the curve."""
    return path, drafts_path(path), curve_path(path), notes_path(path)


def _move(path: Path, target: Path) -> None:
    """Move a file and the files stored beside it; raises `FileFault` where the name is taken."""
    for one, other in zip(_with_beside(path), _with_beside(target), strict=True):
        if os.path.lexists(other) and not _is_same(one, other):
            raise FileFault(f"{other} exists already")
    try:
        for one, other in zip(_with_beside(path), _with_beside(target), strict=True):
            with nullcontext() if one == path else suppress(FileNotFoundError):
                one.rename(other)
    except OSError as error:
        raise_unusable(path, "cannot be moved", error)


def _is_same(one: Path, other: Path) -> bool:
    """Tell whether two paths that differ only in upper and lower case mean one file.

    They do on a disk that ignores case. On any other disk the result is False, even for two hard
    links to one file.
    """
    if one.parent != other.parent or one.name.casefold() != other.name.casefold():
        return False
    with suppress(OSError):
        names = os.listdir(one.parent)
        return other.name not in names and os.path.samestat(os.lstat(one), os.lstat(other))
    return False


def _unbin_desk(desk: Path, battle: Path) -> None:
    away = desk.with_suffix(desks.BATTLE)
    _move(desk, battle.with_suffix(desks.ENDING))
    if away.exists():
        _move(away, battle)


def _in_bin(path: Path) -> str:
    return f"{path.name} is in the bin now, {path.parent / BIN}"
