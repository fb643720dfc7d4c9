"""The entry point of the command line: exit codes, and one line for every error."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO, TextIOWrapper
from typing import Literal, TextIO

from engine.base import errors
from engine.base.errors import (
    SURROUNDINGS,
    WeatherGageError,
    error_context,
    no_more_threads,
    os_error_text,
)
from engine.base.text import clean
from tui.commands.grammar import Misuse
from tui.commands.parser import COMMANDS, build
from tui.terminal.guard import OUTPUT, FilteredStream

FINE, WRONG = 0, 2
SHOWN = 100
"""A longer word in an error message is shortened to this many characters at each end."""
LONG = re.compile(rf"\S{{{3 * SHOWN},}}")
INTERRUPTED = 130
"""The exit code after Ctrl+C, as in shells."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    The code is 0 for success, 1 if a command that checks something finds it wrong, 2 for wrong use
    or wrong input, and 130 after Ctrl+C.

    With WEATHERGAGE_TRACEBACK set, an unexpected exception is raised instead of reported.
    """
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    with (
        redirect_stdout(FilteredStream(sys.stdout)),
        redirect_stderr(FilteredStream(sys.stderr, overwrites=True)),
    ):
        try:
            code = _run(sys.argv[1:] if arguments is None else arguments)
            sys.stdout.flush()
            return code
        except BrokenPipeError as error:
            # Report a broken pipe that is not standard output but, for example, a worker's.
            return (
                _quietly(FINE) if error.filename == OUTPUT else _complain(_what(error, arguments))
            )
        except KeyboardInterrupt:
            return _quietly(INTERRUPTED)
        except (Misuse, WeatherGageError) as error:
            return _complain(str(error))
        except Exception as error:  # a player must never see a traceback
            if errors.wants_traceback():
                raise
            return _complain(_what(error, arguments))


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    """Return a stream to replace a closed standard stream: it has no input and discards all
    output.
    """
    try:
        return open(os.devnull, mode, encoding="utf-8")
    except OSError:  # a root folder without devices (chroot)
        return TextIOWrapper(BytesIO(), encoding="utf-8")


def _run(arguments: Sequence[str]) -> int:
    """Parse the arguments and call the command's function.

    Only this function is imported, because imports are slow.
    """
    arguments = _meant(arguments)
    try:
        first = arguments[0] if arguments else ""
        chosen = build(first if first in COMMANDS else "").parse_args(arguments)
    except SystemExit as done:  # argparse has printed help or version
        return FINE if not done.code else WRONG
    module, _, name = chosen.run.partition(":")
    with error_context(f"weathergage {first}".strip()):
        code: int = getattr(import_module(module), name)(chosen)
    return code


def _meant(arguments: Sequence[str]) -> Sequence[str]:
    """Return the arguments with `help`, `quickstart` and `tutorial` replaced by what they stand
    for.
    """
    first, *rest = arguments or ("",)
    if first == "help":
        return [*rest[:1], "--help"] if not rest or rest[0] in COMMANDS else rest[:1]
    if first == "quickstart":
        return ["play", first, *rest]
    if first == "tutorial":
        return ["play", "quickstart", "--b", "ensign", *rest]
    return arguments


def _complain(text: str) -> int:
    """Write one line to stderr, and return the exit code for wrong use."""
    try:
        print(f"weathergage: {LONG.sub(_cut, clean(text))}", file=sys.stderr, flush=True)
        sys.stdout.flush()
    except OSError:
        _quietly(WRONG)
    return WRONG


def _cut(word: re.Match[str]) -> str:
    """Return a long word shortened to its beginning and its end."""
    return f"{word[0][:SHOWN]}...{word[0][-SHOWN:]}"


def _what(error: Exception, arguments: Sequence[str] | None) -> str:
    if isinstance(error, SURROUNDINGS):
        return os_error_text(error)
    if isinstance(error, RuntimeError) and no_more_threads(error):
        return "no more threads can be started: the system's limit for you is reached"
    from engine.files import crash_file
    from tui.terminal.terminal import page

    what = f"{type(error).__name__}: {error}".rstrip(": ")
    # Only the name of the command, because its arguments may contain secrets.
    words = sys.argv[1:] if arguments is None else arguments
    left = crash_file.write_crash_file(
        error, page(sys.stdout), [word for word in words[:1] if word in COMMANDS]
    )
    if left:
        return f"this should not have happened ({what}). Details are in {left}"
    return f"this is a fault of the program ({what}); run it with {errors.VARIABLE}=1 to see where"


def _quietly(code: int) -> int:
    """Return the exit code unchanged, and discard all further output.

    Without this, Python would report the broken pipe when it exits.
    """
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):  # no real stdout, in a test
        pass
    return code


if __name__ == "__main__":
    sys.exit(main())
