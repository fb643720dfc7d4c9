"""Tags that a player puts on battles, in `tags.json` beside them: by the battle's id.

So they stay with a battle that is renamed or moved, and need no index.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from engine.base import durable
from engine.base.clean import clean
from engine.base.errors import FileFault, Refused
from engine.base.reading import Missing, content, decoded

NAME = "tags.json"
LARGEST = 4 * 1024 * 1024
LONGEST = 24
"""Characters of a tag."""
MOST = 12
"""Tags of a battle."""
_decode = msgspec.json.Decoder(dict[str, list[str]]).decode


class Labels:
    """The tags in a folder; a file of them that is damaged has none and is not written over."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.fault = ""
        self._tags: dict[str, tuple[str, ...]] = {}

    def read(self) -> None:
        """Read the file again."""
        self._tags, self.fault = {}, ""
        try:
            found = decoded(_decode, content(self.path, LARGEST, "tags"), self.path)
        except Missing:
            return
        except FileFault as fault:
            self.fault = str(fault)
            return
        self._tags = {id_: tuple(map(_fit, tags[:MOST])) for id_, tags in found.items()}

    def of(self, id_: str) -> tuple[str, ...]:
        """Return the tags of a battle."""
        return self._tags.get(id_, ())

    def put(self, id_: str, tags: tuple[str, ...]) -> None:
        """Give a battle these tags and no others; raises `FileFault` when it cannot be written."""
        self.read()
        if self.fault:
            raise FileFault(self.fault)
        self._tags = {**self._tags, id_: tags}
        kept = {key: each for key, each in self._tags.items() if each}
        data = msgspec.json.encode(kept)
        if len(data) > LARGEST:
            raise FileFault(f"{self.path} is full: it holds {LARGEST // 1024**2} MB of tags")
        durable.write(self.path, data, private=False)
        self._tags = kept


def spelt(text: str) -> tuple[str, ...]:
    """Return the tags in a text, `fleet, to-study`; `Refused` for too many."""
    tags = tuple(dict.fromkeys(filter(None, map(_fit, text.replace(",", " ").split()))))
    if len(tags) > MOST:
        raise Refused(f"a battle has at most {MOST} tags")
    return tags


def _fit(tag: str) -> str:
    return clean(tag).casefold().lstrip("#")[:LONGEST]
