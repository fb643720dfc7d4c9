"""Files that others may have written: regular ones, read no further than a limit.

Whoever reads a file says how large it may be. What is wrong is a `FileFault` of one sentence
that names the file and, where a field is of another type, the field and what is wanted.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import msgspec

from engine.base.clean import clean
from engine.base.errors import FileFault

T = TypeVar("T")
PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags for every file that is opened: it goes to no other program, and has bytes in it."""
LARGEST = 256 * 1024
"""The bytes of a file written by hand; the longest of those that come with the game has 23,000."""
LONGEST = 2000
"""The signs of a line written by hand: a key of many parts costs the square of their number."""
SHOWN = 200
"""The signs of what a decoder says, which may quote the file, that a sentence has."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises: not JSON or TOML, of another type, not text, nested too deep."""


class Missing(FileFault):
    """There is no file where one was looked for."""


def content(path: Path | str, most: int, kind: str) -> bytes:
    """Return what is in a regular file of at most so many bytes; `kind` says what it is to be.

    `Missing` where there is none, `FileFault` when it cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _AT_ONCE | PLAIN)  # a pipe does not keep it
        with os.fdopen(descriptor, "rb") as file:
            must_be_regular(path, descriptor)
            data = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Missing(f"{path} cannot be read: {reason(error)}") from None
    except (OSError, ValueError) as error:
        unusable(path, "be read", error)
    if len(data) > most:
        raise FileFault(f"{path} is too large for {kind}")
    return data


def toml(path: Path | str, kind: str) -> dict[str, Any]:
    """Return the table of a TOML file that is written by hand; `FileFault` says what is wrong.

    `Missing` where there is none.
    """
    told = text(path, LARGEST, kind)
    if any(len(line) > LONGEST for line in told.split("\n")):
        raise FileFault(f"{path} has a line of more than {LONGEST} signs")
    try:
        return tomllib.loads(told)
    except RecursionError:
        raise FileFault(f"{path} is not TOML: it is nested too deep") from None
    except ValueError as error:
        raise FileFault(f"{path} is not TOML: {clean(str(error))}") from None


def text(path: Path | str, most: int, kind: str) -> str:
    """Return the text in a file, as `content` does its bytes."""
    try:
        return content(path, most, kind).decode()
    except UnicodeDecodeError:
        raise FileFault(f"{path} is not a text file in UTF-8") from None


def lines(descriptor: int, longest: int) -> Iterator[bytes]:
    """Yield the lines from here on with their ends; one that is longer than that in pieces.

    The descriptor stays open, and with it every lock.
    """
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        while line := file.readline(longest + 1):
            yield line


def decoded(decode: Callable[[bytes], T], data: bytes, source: object) -> T:
    """Return data decoded; `FileFault` names the source, the field and what is wanted there."""
    try:
        return decode(data)
    except UNREADABLE as error:
        raise FileFault(f"{source} is damaged ({misfit(error)})") from None


def misfit(error: Exception) -> str:
    """Return in words why data could not be decoded: `terms.clock: expected int, got str`."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    what, _, where = str(error).replace("`", "").partition(" - at ")
    field = re.sub(r"^(key in )?\$\.?", "", where)
    begins = what[:1].lower() + what[1:2] if what[1:2].islower() else what[:2]
    told = f"{field}: " * bool(field) + begins + what[2:]
    return clean(told[:SHOWN])


def must_be_regular(path: Path | str, descriptor: int) -> None:
    """Refuse a directory, a device or a pipe."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISDIR(mode):
        raise FileFault(f"{path} is a directory, not a file")
    if not stat.S_ISREG(mode):
        raise FileFault(f"{path} is not a regular file")


def unusable(path: Path | str, verb: str, error: OSError | ValueError) -> NoReturn:
    """Raise the `FileFault` that says what the system would not do with a path."""
    raise FileFault(f"{path} cannot {verb}: {reason(error)}") from None


def reason(error: OSError | ValueError) -> str:
    """Return why the system refuses, in small letters."""
    told = error.strerror if isinstance(error, OSError) else None
    return (told or "not a usable path").lower()
