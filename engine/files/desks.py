"""Mail on this machine: the desks of battles by mail, the player's SSH key, files with letters.

A desk is the player's private record of one battle by mail.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from pathlib import Path

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.files import Missing, decode_data, raise_unusable, read_bytes
from engine.files.saves import saves_folder, search_folder, unused_path
from engine.post import correspondence, letters, slips
from engine.post.correspondence import Desk

# Desks on disk: what a player stores of each battle by mail, in `mail/` beside the saved battles.
#
# Each desk has two files: `ID.desk`, which contains secrets, and `ID.battle`, which can be rebuilt
# from it.


FOLDER = "mail"
ENDING = ".desk"
BATTLE = ".battle"
BIN = "bin"
"""The bin: a folder inside the folder of desks."""
LARGEST = 2 * letters.LARGEST
"""The maximum size of a desk in bytes: that of a letter, and the same again for secrets."""
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Desk).decode


def mail_folder(saves: str | Path | None) -> Path:
    """Return the folder of battles by mail; raises `FileFault` where there is none."""
    return saves_folder(saves) / FOLDER


def mail_search_folder(saves: str | Path | None) -> Path:
    """Return the folder in which to look for battles by mail; for a user without a home folder, a
    folder that has no files.
    """
    return search_folder(saves) / FOLDER


def desk_names(folder: Path) -> list[str]:
    """Return the names of the battles by mail that have a desk in a folder."""
    return sorted(path.stem for path in folder.glob(f"*{ENDING}"))


def load(folder: Path, name: str) -> Desk | None:
    """Return the desk of a battle; None if there is none. Raises `FileFault` if it is damaged."""
    path = desk_path(folder, name)
    try:
        data = read_bytes(path, LARGEST, "a file of a battle by mail")
    except Missing:
        return None
    return correspondence.check_desk(decode_data(_decode, data, path), str(path))


def store(folder: Path, desk: Desk) -> None:
    """Write a desk, and return when it is on disk.

    Raises `FileFault` if the desk is so large that it could not be read again.
    """
    path, data = desk_path(folder, desk.held.id), _encode(desk)
    if len(data) > LARGEST:
        raise FileFault(f"{path} cannot be saved: a battle by mail would be too large")
    files.write(path, data)


def desk_path(folder: Path, name: str) -> Path:
    """Return the path of a desk; raises `Refused` when the name cannot be a battle's."""
    if not name.replace("-", "").replace("_", "").isalnum():
        raise Refused(f"'{name}' is not the name of a battle by mail")
    return folder / f"{name}{ENDING}"


def battle_path(folder: Path, name: str) -> Path:
    """Return the path of the battle file beside a desk."""
    return folder / f"{name}{BATTLE}"


def is_by_mail(path: Path) -> bool:
    """Tell whether a battle file belongs to a desk: whether its battle is played by mail."""
    return path.parent.name == FOLDER and path.with_suffix(ENDING).is_file()


def is_own_turn(path: Path) -> bool:
    """Tell whether a battle by mail waits for its player, who owes a choice or a letter.

    False for a desk that cannot be read.
    """
    try:
        desk = load(path.parent, path.stem)
    except WeatherGageError:
        return False
    return desk is not None and desk.held.by != desk.me


def bin_desk(folder: Path, name: str) -> Path:
    """Move a desk and its battle to the bin of their folder; return the desk's new path.

    Notes and drafts are moved, too. Raises `FileFault` when that fails.
    """
    path, battle, away = desk_path(folder, name), battle_path(folder, name), folder / BIN
    target = unused_path(away / f"{name}{ENDING}")
    try:
        away.mkdir(exist_ok=True)
        path.rename(target)
        there = target.with_suffix(BATTLE)
        for each in sorted(folder.iterdir()):  # there is no battle file before the dice are agreed
            beside = each.name.startswith(f"{battle.name}.") and each.suffix != BATTLE
            if each == battle or beside:
                each.rename(there.with_name(there.name + each.name.removeprefix(battle.name)))
    except OSError as error:
        raise_unusable(path, "cannot be moved", error)
    return target


# The player's own SSH key: it signs the first one-time key of the player's letters, through
# `ssh-keygen -Y sign`. A third person who knows that SSH key can then tell who wrote the letters.
# The player is never asked for a passphrase: an SSH key that needs one, and is not in an agent, is
# not used, and the letters are valid without its signature.


CHOSEN = "WEATHERGAGE_SSH_KEY"
"""The environment variable with the path of the key; its value `none` means that no key is used."""
NAMES = ("id_ed25519", "id_ecdsa", "id_rsa")
"""The names of private keys in `~/.ssh`, tried in this order."""
SPACE = "weathergage"
"""The namespace of the SSH signatures: `ssh-keygen` accepts them for this purpose only."""
PATIENCE = 10.0
"""The timeout of `ssh-keygen` in seconds."""
HEAD, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"


def ssh_sign(text: str) -> str:
    """Return the signature of a text by the player's SSH key in base64; '' if no key can sign."""
    for path in _keys():
        done = _run("sign", "-f", str(path), given=text)
        if done and done.returncode == 0:
            return "".join(done.stdout.replace(HEAD, "").replace(END, "").split())
    return ""


def ssh_verify(text: str, ssh: str) -> str:
    """Return in words whether an SSH signature of a text is valid.

    For a valid one the words are the name of its key, `SSH key SHA256:...`; for any other, `a wrong
    SSH signature`. Where `ssh-keygen` cannot run, they say that the key was not checked.
    """
    with tempfile.TemporaryDirectory(prefix="weathergage") as folder:
        path = Path(folder) / "signature"
        lines = [ssh[at : at + 70] for at in range(0, len(ssh), 70)]
        path.write_text("\n".join((HEAD, *lines, END, "")))
        done = _run("check-novalidate", "-s", str(path), given=text)
    name = slips.fingerprint(ssh)
    if done is None:
        return f"SSH key {name or 'unknown'}, not checked, because ssh-keygen is not installed here"
    return f"SSH key {name}" if done.returncode == 0 and name else "a wrong SSH signature"


def _keys() -> list[Path]:
    chosen = os.environ.get(CHOSEN, "")
    if chosen:
        return [] if chosen == "none" else [Path(chosen)]
    try:
        folder = Path.home() / ".ssh"
    except RuntimeError:  # the user has no home folder
        return []
    return [folder / name for name in NAMES if (folder / name).is_file()]


def _run(what: str, *words: str, given: str) -> subprocess.CompletedProcess[str] | None:
    """Run `ssh-keygen -Y` without prompts; None where it cannot be run."""
    # Without a terminal and an askpass program, `ssh-keygen` fails at once instead of asking for a
    # passphrase.
    environ = {**os.environ, "SSH_ASKPASS_REQUIRE": "never", "DISPLAY": ""}
    try:
        return subprocess.run(
            ["ssh-keygen", "-Y", what, "-n", SPACE, *words],
            input=given, capture_output=True, text=True, errors="replace", timeout=PATIENCE,
            env=environ, start_new_session=True, check=False,
        )  # fmt: skip
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


# Letters received as files: the usual folders of such files, and the file that a typed text names.


LONGEST_PATH = 4096
PLACES = (".", "~", "~/Downloads", "~/Desktop")
"""The folders that are searched for letters."""
LISTED = 200
"""At most this many files with letters are listed, the latest first."""
LIKE_A_LETTER = re.compile(r"[^.].*\.mail(?![a-z]).*", re.I)
"""Matches names of files with letters, also as mail programs save them: `x.mail.txt`, `x.mail
(1)`."""


def named_file(text: str) -> Path | None:
    """Return the file whose path a person typed or dropped on the terminal; None if it is no path.

    A terminal may quote the path of a dropped file, or write it with `\\ ` for a space, or with
    `file://` before it.
    """
    text = text.strip()
    if not 0 < len(text) <= LONGEST_PATH or "\n" in text:
        return None
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    path = Path(os.path.expanduser(text.removeprefix("file://").replace("\\ ", " ")))
    try:
        named = LIKE_A_LETTER.fullmatch(path.name) or text[0] in "/~." or path.is_file()
    except (OSError, ValueError):
        return None
    return path if named else None


def letters_here() -> list[Path]:
    """Return the files that are named like letters in the folders of `PLACES`, the latest first."""
    found: dict[Path, float] = {}
    for place in PLACES:
        folder = Path(os.path.expanduser(place))
        try:
            paths = [path for path in folder.iterdir() if LIKE_A_LETTER.fullmatch(path.name)]
            found |= {path: path.stat().st_mtime for path in paths if path.is_file()}
        except OSError:
            continue
    return sorted(found, key=lambda path: found[path], reverse=True)[:LISTED]


def short_path(folder: Path) -> str:
    """Return a folder in short form, with `~` for the home folder."""
    home = Path.home()
    return f"~/{folder.relative_to(home)}" if folder.is_relative_to(home) else str(folder)
