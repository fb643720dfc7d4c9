"""Agreement: what a hosted battle is besides its file. Who sits where, and on which terms.

They are kept beside the battle, for the host's eyes only: the secret of the dice is in them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from engine.base.errors import FileFault
from engine.base.reading import content, decoded
from tui.storage import durable

ENDING = ".papers"
LARGEST = 1024 * 1024
"""The bytes that papers may have; they have some hundred."""
Late = Literal["computer", "adjourn"]
Watching = Literal["live", "delayed", "nobody"]


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the founder of a battle lays down for all."""

    game: str
    scenario: str
    title: str = ""
    options: dict[str, Any] = {}
    computers: dict[str, str] = {}
    """Seats that a computer player takes, and its name."""
    word: str = ""
    """The invitation: who does not say it may not sit down; '' lets everybody."""
    clock: int = 0
    """Seconds for a choice; 0 is no clock."""
    late: Late = "computer"
    """What happens when they run out: a computer plays the seat, or the battle is adjourned."""
    watching: Watching = "live"
    delay: int = 2
    """Turns that delayed watchers are behind."""
    advice: bool = True
    """Whether a seat may ask the computer what would be best."""


class Agreement(msgspec.Struct, frozen=True, omit_defaults=True):
    """One hosted battle. `seated` and `words` are by seat: a person's name, a word for the dice."""

    id: str
    founder: str
    terms: Terms
    secret: str
    created: str = ""
    seated: dict[str, str] = {}
    words: dict[str, str] = {}
    adjourned: str = ""
    """Why nobody plays on for now; '' while they do."""
    file: str = ""
    """The name of the battle's file since it has begun; '' before, when it is that of the id."""


_encode = msgspec.json.Encoder(order="deterministic").encode
_decode = msgspec.json.Decoder(Agreement).decode


def store(folder: Path, agreement: Agreement) -> None:
    """Write papers and return when they are on disk, whole; `FileFault` when they cannot be."""
    durable.write(folder / f"{agreement.id}{ENDING}", _encode(agreement) + b"\n")


def is_stored(folder: Path, name: str) -> bool:
    """Tell whether there are papers of a battle, even such as cannot be read.

    Another program may have deleted those that were there.
    """
    return (folder / f"{name}{ENDING}").exists()


def discard(folder: Path, agreement: Agreement) -> None:
    """Throw papers away; `FileFault` when they cannot be."""
    try:
        (folder / f"{agreement.id}{ENDING}").unlink(missing_ok=True)
    except OSError as error:
        raise FileFault(f"the battle stays: {(error.strerror or '').lower()}") from None


def stored(folder: Path) -> list[Agreement | FileFault]:
    """Return the papers in a folder as their battles were founded, the oldest first.

    A fault stands for those that cannot be read.
    """
    return sorted(map(_read, folder.glob(f"*{ENDING}")), key=_founded)


def _read(path: Path) -> Agreement | FileFault:
    try:
        agreement = decoded(_decode, content(path, LARGEST, "the papers of a battle"), path)
        if agreement.id != path.stem or Path(agreement.file).name != agreement.file:
            raise FileFault(f"{path} is damaged (id, file: they name another battle)")
        return agreement
    except FileFault as fault:
        return fault


def _founded(agreement: Agreement | FileFault) -> tuple[str, int, str]:
    """Return when a battle was founded: by its second, and in one second by its number."""
    if isinstance(agreement, FileFault):
        return "", 0, str(agreement)
    number = agreement.id.rpartition("_")[2]
    return agreement.created, int(number) if number.isdecimal() else 0, agreement.id
