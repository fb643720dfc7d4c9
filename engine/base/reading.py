"""Read untrusted files: regular files only, and never more than a limit.

Each caller says how large its file may be. Errors are a `FileFault` of one sentence that names
the file and, for a field of the wrong type, the field and the type expected.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

import msgspec

from engine.base.clean import clean
from engine.base.errors import FileFault, Unusable

T = TypeVar("T")
PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags for each file that is opened: closed in child processes, and binary on every system."""
LARGEST = 256 * 1024
"""Bytes of a hand-written file at most; the longest one that comes with the game has 23,000."""
LONGEST = 2000
"""Characters of a hand-written line at most: parsing a dotted key takes quadratic time."""
SHOWN = 200
"""Characters of a decoder's message that are shown, since it may quote the file."""
AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe without a writer must not block."""
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding raises: not JSON or TOML, of the wrong type, not text, nested too deep."""


class Missing(FileFault):
    """The file does not exist."""


class Garbled(FileFault):
    """The file is not text, or not written in the language that is read."""


def content(path: Path | str, most: int, kind: str) -> bytes:
    """Return the content of a regular file of at most `most` bytes.

    `kind` names what it should be, for the message. Raises `Missing` where there is no file,
    `FileFault` when it cannot be read or is too large.
    """
    try:
        with opened(path) as file:
            data = file.read(most + 1)  # one more than allowed shows that it is too large
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Missing(f"{path} cannot be read: {reason(error)}") from None
    except (OSError, ValueError) as error:
        unusable(path, "be read", error)
    if len(data) > most:
        raise FileFault(f"{path} is too large for {kind}")
    return data


def opened(path: Path | str) -> BinaryIO:
    """Return a regular file open for reading, without waiting for a pipe.

    Raises `FileFault` for what is no file, `OSError` or `ValueError` when it cannot be opened.
    """
    file = os.fdopen(os.open(path, os.O_RDONLY | AT_ONCE | PLAIN), "rb")
    try:
        must_be_regular(path, file.fileno())
    except BaseException:
        file.close()
        raise
    return file


def toml(path: Path | str, kind: str) -> dict[str, Any]:
    """Return the table of a hand-written TOML file.

    Raises `Missing` where there is no file, `FileFault` with what is wrong.
    """
    return tabled(text(path, LARGEST, kind), path)


def tabled(wording: str, path: Path | str) -> dict[str, Any]:
    """Return the table of a TOML text that came from `path`; `FileFault` says what is wrong."""
    if any(len(line) > LONGEST for line in wording.split("\n")):
        raise FileFault(f"{path} has a line of more than {LONGEST} signs")
    import tomllib  # a start of the program reads no file of a user's

    try:
        return tomllib.loads(wording)
    except RecursionError:
        raise Garbled(f"{path} is not TOML: it is nested too deep") from None
    except ValueError as error:
        raise Garbled(f"{path} is not TOML: {clean(str(error))}") from None


def text(path: Path | str, most: int, kind: str) -> str:
    """Return the UTF-8 text in a file, without a byte order mark; raises what `content` raises."""
    try:
        return content(path, most, kind).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Garbled(f"{path} is not a text file in UTF-8") from None


def lines(descriptor: int, longest: int) -> Iterator[bytes]:
    """Yield the lines from the current position, newlines included.

    A line of more than `longest` bytes comes in pieces of `longest + 1`. The descriptor stays
    open, since closing it would give up its lock.
    """
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        while line := file.readline(longest + 1):
            yield line


def decoded(decode: Callable[[bytes], T], data: bytes, source: object) -> T:
    """Return decoded data; `FileFault` names the source, the field and the type expected there."""
    try:
        return decode(data)
    except UNREADABLE as error:
        raise FileFault(f"{source} is damaged ({misfit(error)})") from None


def misfit(error: Exception) -> str:
    """Return why data could not be decoded, in words: `terms.clock: expected int, got str`."""
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it is not text in UTF-8"
    what, _, where = str(error).replace("`", "").partition(" - at ")
    field = re.sub(r"^(key in )?\$\.?", "", where)
    begins = what[:1].lower() + what[1:2] if what[1:2].islower() else what[:2]
    wording = f"{field}: " * bool(field) + begins + what[2:]
    return clean(wording[:SHOWN])


def must_be_regular(path: Path | str, descriptor: int) -> None:
    """Raise `FileFault` for a directory, a device or a pipe."""
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISDIR(mode):
        raise FileFault(f"{path} is a directory, not a file")
    if not stat.S_ISREG(mode):
        raise FileFault(f"{path} is not a regular file")


def unusable(path: Path | str, verb: str, error: OSError | ValueError) -> NoReturn:
    """Raise the `Unusable` that says what the operating system refused for a path."""
    raise Unusable(f"{path} cannot {verb}: {reason(error)}") from None


def reason(error: OSError | ValueError) -> str:
    """Return why the operating system refused, in lower case."""
    wording = error.strerror if isinstance(error, OSError) else None
    return (wording or "not a usable path").lower()
