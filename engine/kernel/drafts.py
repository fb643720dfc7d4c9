"""Drafts: the answers that seats (players) have filled in on sheets that are not sealed yet.

Drafts are not part of the battle: they are in a file beside the battle's file. A draft is visible
to its seat only, is on disk before it is shown as saved, and is deleted when its sheet is sealed.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from engine.base import files
from engine.base.errors import FileFault
from engine.game.decision import Answer
from engine.game.question import Draft

ENDING = ".drafts"
LARGEST = 1024 * 1024
"""The maximum size of a file of drafts in bytes; the draft for a fleet of sixty ships has some five
thousand."""


class StoredDraft(msgspec.Struct, frozen=True):
    """A seat's draft, with the id of its sheet."""

    sheet: str
    answers: dict[str, Answer] = {}


def drafts_path(battle: Path) -> Path:
    """Return the path of a battle file's drafts."""
    return battle.with_suffix(battle.suffix + ENDING)


class Drafts:
    """The drafts of one battle.

    Without a path they are kept only while the battle is open.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = drafts_path(path) if path else None
        self._kept: dict[str, StoredDraft] = self._read()

    def of(self, seat: str, sheet: str) -> Draft:
        """Return a seat's draft of a sheet.

        It is empty if the stored draft belongs to another sheet.
        """
        kept = self._kept.get(seat)
        return kept.answers if kept and kept.sheet == sheet else {}

    def keep(self, seat: str, sheet: str, draft: Draft) -> None:
        """Store the draft of a seat. If the disk is full, the draft is kept in memory only."""
        self._kept[seat] = StoredDraft(sheet, dict(draft))
        self._write()

    def forget(self, seat: str, sheet: str = "") -> None:
        """Delete the draft of a seat whose sheet is sealed.

        A stored draft of another sheet than `sheet` is kept.
        """
        if seat in self._kept and sheet in ("", self._kept[seat].sheet):
            del self._kept[seat]
            self._write()

    def forget_all(self) -> None:
        """Delete all drafts, also those of an earlier battle whose file had the same name."""
        self._kept.clear()
        self._write()

    def _read(self) -> dict[str, StoredDraft]:
        """Return the drafts in the file; none if it is damaged, because no rule depends on them."""
        if self._path is None:
            return {}
        try:
            if self._path.stat().st_size > LARGEST or not self._path.is_file():
                return {}
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, StoredDraft])
        except (OSError, msgspec.DecodeError, UnicodeError, RecursionError):
            return {}

    def _write(self) -> None:
        if self._path is None:
            return
        with suppress(OSError, FileFault):
            if not self._kept:
                self._path.unlink(missing_ok=True)
            elif self._path.parent.is_dir():  # do not recreate a deleted folder
                data = msgspec.json.encode(self._kept)
                if len(data) <= LARGEST:  # `_read` would ignore a larger file: the older one stays
                    files.write(self._path, data)
