"""Safe reading and writing: atomic, on disk when a call returns, never more bytes than a limit."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, TypeVar

import msgspec

from engine.base.errors import FileFault, Unusable, reason
from engine.base.text import clean

# Write a file, or give it a new name, atomically: it is complete and on disk when a call returns.


UNFINISHED = re.compile(r"(?:.+|\.[0-9a-f]{16})\.(\d{1,9})\.new|\.[0-9a-f]{16}\.new")
"""Matches the temporary name of a file being written, with the process id of its writer."""
OLD = 600.0
"""Seconds after which a temporary file counts as abandoned."""
_swept: set[Path] = set()


def write(path: Path, data: bytes, private: bool = True) -> None:
    """Replace a file atomically, and return when it is on disk.

    Raises `FileFault` when it cannot be written; the file is then unchanged. Only its owner may
    read a `private` file. If the folder cannot be flushed, the written file stays.
    """
    # A different name for each process: two processes may write the same file at once.
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(mode=0o700 if private else 0o777, parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_NOFOLLOW", 0)
        descriptor = os.open(fresh, flags, 0o600 if private else 0o666)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        fresh.replace(path)
    except OSError as error:
        with suppress(OSError):  # on a full disk, an incomplete file would only take up space
            fresh.unlink(missing_ok=True)
        raise_unusable(path, "cannot be written", error)
    _sweep(path)
    sync_folder(path.parent)


class AlreadyExists(FileFault):
    """The error that a new file cannot be created, because its name is taken."""


def create(path: Path, data: bytes) -> None:
    """Write a new file, and return when it is on disk; it is complete before it gets its name.

    No link is followed and nothing is replaced, even if others may write into the folder. Raises
    `AlreadyExists` where the name is taken, `FileFault` when it cannot be written.
    """
    try:
        fresh = path.with_name(f".{os.urandom(8).hex()}.{os.getpid()}.new")
        try:
            _put(fresh, data)
            try:
                os.link(fresh, path, follow_symlinks=False)
            except FileExistsError:
                raise
            except (OSError, NotImplementedError):  # a disk or system without hard links
                _put(path, data)
        finally:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
    except FileExistsError:
        raise AlreadyExists(f"{path} is there already") from None
    except (OSError, ValueError) as error:
        raise_unusable(path, "cannot be written", error)
    _sweep(path)
    sync_folder(path.parent)


def _put(path: Path, data: bytes) -> None:
    """Write data to a path that must not exist, not even as a link."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | PLAIN
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        except OSError:  # an incomplete file must not keep the name
            with suppress(OSError):
                path.unlink()
            raise


def files_in(folder: Path) -> list[Path]:
    """Return the files of a folder, by name; [] where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(Path(entry.path) for entry in entries if entry.is_file())
    except OSError:
        return []


def _sweep(written: Path) -> None:
    """Delete the temporary files that ended processes left in the folder of a file.

    Each folder is searched once. Recent files are kept: in a folder that several machines share,
    a process on another machine may still be writing them.
    """
    folder = written.parent
    if folder in _swept:
        return
    _swept.add(folder)
    with suppress(OSError), os.scandir(folder) as entries:
        now = written.stat().st_mtime
        for entry in entries:
            begun = UNFINISHED.fullmatch(entry.name)
            with suppress(OSError):
                if (
                    begun
                    and now - entry.stat(follow_symlinks=False).st_mtime > OLD
                    and not _lives(int(begun[1] or 0))
                ):
                    os.unlink(entry.path)


def _lives(process: int) -> bool:
    """Tell whether a process with this id exists; the id 0 stands for no process."""
    if not process:
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # a process of another user, or a number too large for an id
        return True
    return True


def sync_folder(folder: Path) -> None:
    """Make sure that new names of files in a folder are on the disk, where the system can.

    Failure is ignored: network and shared disks refuse it, unreadable folders cannot be opened, and
    some systems cannot open a folder at all.
    """
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


# Read untrusted files: regular files only, up to a limit. Each caller sets the largest size. Errors
# are a `FileFault` of one sentence that names the file and, for a field of the wrong type, the
# field and the type expected.


T = TypeVar("T")
PLAIN = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
"""Flags of `os.open` for every file: child processes do not inherit the open file, and no system
changes its line ends."""
LARGEST = 256 * 1024
"""The maximum size of a hand-written file in bytes; the longest that comes with the game has
23,000."""
LONGEST = 2000
"""The maximum length of a hand-written line in characters, because the time to parse a dotted key
grows with the square of its length."""
SHOWN = 200
"""The maximum number of characters shown of a decoder's message, since it may quote the file."""
AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""The flag of `os.open` that keeps it from waiting when it opens a pipe without a writer."""
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors of decoding: not JSON or TOML, of the wrong type, not text, nested too deep."""


class Missing(FileFault):
    """The error that a file does not exist."""


class DecodeFault(FileFault):
    """The error that a file is not UTF-8 text, or not in the expected format, such as TOML."""


def read_bytes(path: Path | str, most: int, kind: str) -> bytes:
    """Return the content of a regular file of at most `most` bytes.

    `kind` names the expected kind of file in messages. Raises `Missing` where there is no file,
    `FileFault` when it cannot be read or is too large.
    """
    try:
        with open_regular(path) as file:
            # one byte more than allowed shows that the file is too large
            data = file.read(most + 1)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Missing(f"{path} cannot be read: {reason(error)}") from None
    except (OSError, ValueError) as error:
        raise_unusable(path, "cannot be read", error)
    if len(data) > most:
        raise FileFault(f"{path} is too large for {kind}")
    return data


def open_regular(path: Path | str) -> BinaryIO:
    """Return a regular file open for reading, without waiting for a pipe.

    Raises `FileFault` for anything but a regular file, `OSError` or `ValueError` when it cannot be
    opened.
    """
    file = os.fdopen(os.open(path, os.O_RDONLY | AT_ONCE | PLAIN), "rb")
    try:
        must_be_regular(path, file.fileno())
    except BaseException:
        file.close()
        raise
    return file


def read_toml_table(path: Path | str, kind: str) -> dict[str, Any]:
    """Return the table of a hand-written TOML file.

    Raises `Missing` where there is no file, `FileFault` with the fault.
    """
    return parse_toml(read_text(path, LARGEST, kind), path)


def parse_toml(wording: str, path: Path | str) -> dict[str, Any]:
    """Return the table of a TOML text that came from `path`; `FileFault` names the fault."""
    if any(len(line) > LONGEST for line in wording.split("\n")):
        raise FileFault(f"{path} has a line of more than {LONGEST} characters")
    import tomllib  # starting the program reads none of the user's files

    try:
        return tomllib.loads(wording)
    except RecursionError:
        raise DecodeFault(f"{path} is not TOML: it is nested too deep") from None
    except ValueError as error:
        raise DecodeFault(f"{path} is not TOML: {clean(str(error))}") from None


def read_text(path: Path | str, most: int, kind: str) -> str:
    """Return the UTF-8 text in a file, without a byte order mark; raises the errors of
    `read_bytes`.
    """
    try:
        return read_bytes(path, most, kind).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DecodeFault(f"{path} is not a text file in UTF-8") from None


def read_lines(descriptor: int, longest: int) -> Iterator[bytes]:
    """Yield the lines of an open file from its current position on, newlines included.

    A line of more than `longest` bytes comes in pieces of `longest + 1`. The descriptor stays open,
    since closing it would release the lock on the file.
    """
    with os.fdopen(descriptor, "rb", closefd=False) as file:
        while line := file.readline(longest + 1):
            yield line


def decode_data(decode: Callable[[bytes], T], data: bytes, source: object) -> T:
    """Return data decoded by `decode`.

    Raises `FileFault`, which names the source, the field and the type that was expected there.
    """
    try:
        return decode(data)
    except UNREADABLE as error:
        raise FileFault(f"{source} is damaged ({decode_fault(error)})") from None


def decode_fault(error: Exception) -> str:
    """Return in words why data could not be decoded, as in `terms.clock: expected int, got str`."""
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


def raise_unusable(path: Path | str, fault: str, error: OSError | ValueError) -> NoReturn:
    """Raise `Unusable` with the operating system's reason for a path."""
    raise Unusable(f"{path} {fault}: {reason(error)}") from None
