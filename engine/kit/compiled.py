"""TOML files that come with the program, parsed once and kept in binary beside Python's bytecode.

Parsing the tables of a game takes as long as a tenth of a start; reading them in binary takes
next to nothing. Like bytecode, a kept table is used only while the size and the time of its
source are those that it was made of, it is written where bytecode is, and nothing is lost
without it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec

from engine.base.errors import FileFault
from engine.base.reading import UNREADABLE, content

Table = dict[str, Any]
LARGEST = 4 * 1024 * 1024
"""Bytes of a kept table at most."""


class CompiledTable(msgspec.Struct, array_like=True, frozen=True):
    """A parsed file with the stamp of its source."""

    changed: int
    """The time of the source's last change, in nanoseconds."""
    size: int
    """The source's bytes."""
    sum: int
    """The checksum of the table: a figure that was spoilt would be played with."""
    table: bytes
    """The table, encoded."""


_decoder = msgspec.msgpack.Decoder(CompiledTable)
_tables: msgspec.msgpack.Decoder[Table] = msgspec.msgpack.Decoder(Table)


def read_table(path: Path) -> Table:
    """Return what a TOML file of the program says."""
    status = path.stat()
    stamp = (status.st_mtime_ns, status.st_size)
    place = kept_place(path)
    with suppress(FileFault, *UNREADABLE):
        kept = _decoder.decode(content(place, LARGEST, "a kept table"))
        if (kept.changed, kept.size, kept.sum) == (*stamp, crc32(kept.table)):
            return _tables.decode(kept.table)
    import tomllib  # only here: most starts have nothing to parse

    table = tomllib.loads(path.read_text("utf-8"))
    if not sys.dont_write_bytecode:
        encoded = msgspec.msgpack.encode(table)
        _keep(place, CompiledTable(*stamp, crc32(encoded), encoded))
    return table


def kept_place(path: Path) -> Path:
    """Return where a file's table is kept: as Python says for the bytecode of such a module."""
    return Path(cache_from_source(str(path))).with_suffix(".msgpack")


def _keep(place: Path, kept: CompiledTable) -> None:
    """Write a table under another name first, so that nobody reads half of it."""
    half = place.with_suffix(f".{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        half.write_bytes(msgspec.msgpack.encode(kept))
        half.replace(place)
    except OSError:  # read-only, or full: then it is parsed again next time
        with suppress(OSError):
            half.unlink(missing_ok=True)
