"""`mail answer`: handles the letters in a folder, once or continuously.

It opens received letters in any kind of file that mail programs write. If a letter can be answered
without a choice of the player, it writes the answer. It also puts the player's latest letters into
the folder.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import NamedTuple

from engine.base.errors import FileFault, WeatherGageError
from engine.base.files import files_in
from engine.base.text import clean
from engine.files import desks as stored
from engine.files.saves import unused_path
from engine.post import correspondence as post
from engine.post import letters
from engine.post.correspondence import Desk
from engine.post.letters import BrokenLetter, Letter, Slip
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds import mail_errands as errands
from tui.commands import mail
from tui.commands.grammar import FINE

PAUSE = 2.0
"""Seconds between two checks of a folder."""
ENDINGS = (errands.ENDING, ".eml")
MAILDIR = ("new", "cur")
"""The subfolders of a maildir (a mail folder in which each mail is a file)."""


class _Found(NamedTuple):
    """A file that was read: when and how it last changed, its text, and the letters in it."""

    changed: tuple[int, int]
    text: str
    letters: tuple[Letter | Slip, ...]


class Watch:
    """Checks a folder of letters again and again."""

    def __init__(self, folder: Path, place: Path) -> None:
        self.folder = folder
        """The folder with the program's records of the player's battles by mail."""
        self.place = place
        """The folder that is checked for letters."""
        self._files: dict[Path, _Found] = {}
        self._laid = set[tuple[str, int]]()
        """(battle, number) of each letter of the player that was written into the folder or found
        in it."""
        self._told = set[str]()

    def poll(self) -> bool:
        """Do one check: open and answer new letters, and write the player's own letters into the
        folder.

        Return whether there was anything to do.
        """
        # New and changed files are read, deleted ones forgotten.
        there = {}
        for path in _mails(self.place):
            try:
                facts = path.stat()
            except OSError:
                continue
            changed = facts.st_mtime_ns, facts.st_size
            known = self._files.get(path)
            there[path] = known if known and known.changed == changed else self._one(path, changed)
        self._files = there
        some = False
        for path in sorted(self._files, key=self._order):
            try:
                some = bool(self._files[path].letters and self._opened(path)) or some
            except WeatherGageError as error:
                self._tell(path, error)
        # Only battles with letters in the folder are included: other battles may use other means of
        # sending.
        ids = {each.id for found in self._files.values() for each in found.letters}
        laid = False
        for name in sorted(ids):
            desk = stored.load(self.folder, name)
            if desk is None or desk.held.by != desk.me or self._has(desk):
                continue
            battle = desks.open_battle(self.folder, desk)
            try:
                mail.write(desk, battle, self._free(desk), _said_of(name))
            finally:
                errands.close(desk, battle)
            self._laid.add((name, desk.held.number))
            laid = True
        return laid or some

    # Reading ---------------------------------------------------------------------------

    def _one(self, path: Path, changed: tuple[int, int]) -> _Found:
        try:
            text = errands.read_letter_file(path)
            found = letters.parse_letters(text, path.name)
        except FileFault as fault:
            if path.name.endswith(errands.ENDING):  # any other mail may be no letter at all
                self._tell(path, fault)
            return _Found(changed, "", ())
        whole = tuple(each for each in found if not isinstance(each, BrokenLetter))
        if not whole and isinstance(found[-1], BrokenLetter):
            self._tell(path, found[-1].fault)
        return _Found(changed, text, whole)

    def _order(self, path: Path) -> tuple[str, int, str]:
        """Return the sort key of a file: (battle of its latest letter, number of the letter, file
        name).
        """
        found = self._files[path].letters
        last = max(found, key=lambda each: each.number, default=None)
        return (last.id, last.number, path.name) if last else ("", 0, path.name)

    # Answering -------------------------------------------------------------------------

    def _tell(self, path: Path, error: WeatherGageError) -> None:
        """Print what is wrong with a file, once; if it holds a letter, after the name of the
        battle.
        """
        known = self._files.get(path)
        name = f"{known.letters[-1].id}: " if known and known.letters else ""
        said = f"{name}{mail.quoted_path(path.name)}: {clean(str(error))}"
        if said not in self._told:
            print(said)
        self._told.add(said)

    def _opened(self, path: Path) -> bool:
        """Open the letter in a file if it is the expected one, and answer it if that needs no
        choice.

        Return whether it was opened.
        """
        found = self._files[path]
        letter = post.choose_letter(found.letters, lambda name: stored.load(self.folder, name))
        desk = stored.load(self.folder, letter.id)
        if desk is None:
            if letter.number == 1:
                how = f"join with  weathergage mail open {mail.quoted_path(path)}"
                said = f"{letter.id}: {letter.by} invites you; {how}"
                if said not in self._told:
                    print(said)
                self._told.add(said)
            return False
        if not _is_new(desk, letter):
            return False
        came = errands.open_letter_text(self.folder, found.text, path.name, mail.rewrite_command)
        due = post.is_letter_due(came.desk, came.battle)
        say = _said_of(letter.id)
        try:
            mail.go_on(self.folder, came.desk, came.battle, self._free, say)
        finally:
            errands.close(came.desk, came.battle)
        if due:
            self._laid.add((letter.id, came.desk.held.number + 1))
        elif came.desk.held.strict and came.desk.held.by != desk.me:
            receipt = self.place / errands.receipt_name(came.desk)
            mail.acknowledge(came.desk, unused_path(receipt), say)
        return True

    # Writing letters ----------------------------------------------------------------------

    def _free(self, desk: Desk) -> Path:
        """Return the path in the folder for the player's latest letter, with a name that is not yet
        used.
        """
        return unused_path(self.place / errands.name_of(desk))

    def _has(self, desk: Desk) -> bool:
        """Tell whether the player's latest letter of a battle is or was in the folder."""
        if (desk.held.id, desk.held.number) in self._laid:
            return True
        return any(desk.letter in found.letters for found in self._files.values())


def answer(chosen: Namespace) -> int:
    """Open the letters in a folder, and write the answers that need no choice of the player; with
    `--watch` again and again.

    Letters opened before and letters of others are skipped; a fault is printed once.
    """
    folder, place = mail.folder_of(chosen), Path(chosen.folder)
    if not place.is_dir():
        raise FileFault(f"{place} is not a folder")
    watch = Watch(folder, place)
    while watch.poll() or chosen.watch:
        if not chosen.watch:
            continue
        try:
            sleep(PAUSE)
        except KeyboardInterrupt:
            break
    return FINE


def _said_of(name: str) -> mail.Say:
    """Return a function that prints a line after the name of a battle."""
    return lambda text: print(f"{name}: {text}")


def _mails(place: Path) -> Iterator[Path]:
    """Yield files that may be mails: all files of a maildir, else those with a mail's ending."""
    for folder in (place, *(place / name for name in MAILDIR)):
        named = folder == place
        yield from (each for each in files_in(folder) if not named or each.name.endswith(ENDINGS))


def _is_new(desk: Desk, letter: Letter | Slip) -> bool:
    """Tell whether a letter is the next one expected in its battle: a letter, or a receipt for the
    player's own.
    """
    if isinstance(letter, Slip) and letter.receipt:
        mine = letter.by == desk.me
        return not mine and letter.number == desk.held.number and desk.receipt is None
    if letter.by == desk.me:  # possible if the desk was restored from a copy
        strict = isinstance(letter, Slip) and letter != desk.again
        return strict and letter.number == desk.held.number + 1
    return letter.number > desk.held.number
