"""Commands for a shell: `completion`, `man`, `doctor`."""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple

from engine import __version__
from engine.base.text import clean, pluralized
from tui.commands.grammar import FINE, NO, Parser
from tui.commands.parser import build

# The man page, made from the parser, in roff; options are never hyphenated or stretched.


WIDTH = 72
"""The width of a usage line in columns: what a man page leaves of a terminal's 80 columns."""
EXIT = (("0", "fine"), ("1", "the answer is no"), ("2", "wrong usage or bad input"))
VARIABLES = (
    ("WEATHERGAGE_CONFIG", "the folder of settings, keymap.toml and own records"),
    ("WEATHERGAGE_TRACEBACK", "1 shows the traceback of a fault of the program"),
    (
        "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE",
        "turn colours off; force colours when the output is not a terminal",
    ),
    ("COLUMNS, LINES", "the size of the output, when it is not a terminal"),
)


def man_page(parser: Parser) -> str:
    """Return the man page with the program and each of its commands."""
    return "".join(f"{line}\n" for line in _page(parser))


def _page(parser: Parser) -> Iterator[str]:
    yield f'.TH WEATHERGAGE 6 "" "Weather Gage {__version__}" "Games"'
    yield ".nh"  # a hyphenated option could not be typed
    yield ".ad l"
    yield ".SH NAME"
    yield r"weathergage \- fighting sail in a terminal"
    yield ".SH SYNOPSIS"
    yield from _usage(parser)
    yield ".SH DESCRIPTION"
    yield _text(parser.description or "")
    yield ".SH OPTIONS"
    yield from _arguments(parser, shared=True)
    yield ".SH COMMANDS"
    yield from _commands(parser)
    for title, rows in (("EXIT STATUS", EXIT), ("ENVIRONMENT", VARIABLES)):
        yield f".SH {title}"
        for name, about in rows:
            yield from _term(name, about)
    examples, _, _ = (parser.epilog or "").partition("\nexit codes")
    yield ".SH EXAMPLES"
    yield from _as_written(
        [re.sub(r" {2,}", "  ", line.strip()) for line in examples.splitlines()[1:]]
    )


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield a section for each command, and for each of its subcommands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield f".SS {_text(inner.prog)}"
                yield from _usage(inner)
                yield ".PP"
                yield _text(inner.description or "")
                yield from _arguments(inner)
                yield from _commands(inner)


def _usage(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Yield the lines of a command's usage, in the layout of argparse."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
    own = [each for each in parser._actions if each.help != argparse.SUPPRESS]
    wanted = [each for each in own if not _is_shared(each)]
    formatter.add_usage(None, wanted, [])
    text = formatter.format_help().strip().removeprefix("usage: ")
    lines = [re.sub(r"^ {7}", "", line) for line in text.splitlines()]
    yield from _as_written([row for line in lines for row in _narrow(line)])


def _narrow(line: str) -> list[str]:
    """Return a line of usage as several lines if it is too long; it is broken after commas."""
    indent = " " * (len(line) - len(line.lstrip()) + 1)
    rows = [line]
    while len(rows[-1]) > WIDTH and (comma := rows[-1].rfind(",", 0, WIDTH) + 1):
        rows[-1:] = [rows[-1][:comma], f"{indent}{rows[-1][comma:]}"]
    return rows


def _as_written(lines: list[str]) -> Iterator[str]:
    """Yield lines so that a man page shows them as they are, neither filled nor wrapped."""
    yield ".nf"
    yield from (_text(line) for line in lines)
    yield ".fi"


def _arguments(parser: argparse.ArgumentParser, shared: bool = False) -> Iterator[str]:
    """Yield the arguments of a parser for a man page.

    Options that every command has are included only with `shared`.
    """
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        if shared or not _is_shared(action):
            takes = parser._get_formatter()._format_action_invocation(action)
            yield from _term(takes, (action.help or "") % {**vars(action), "prog": parser.prog})


def _is_shared(action: argparse.Action) -> bool:
    """Tell whether an option belongs to every command."""
    names = {"--data", "--saves", "--color", "--no-color", "--glyphs", "--no-sync", "--keymap"}
    return bool(names.union({"--help"}).intersection(action.option_strings))


def _term(name: str, about: str) -> Iterator[str]:
    yield ".TP"
    yield rf"\fB{_text(name)}\fR"
    yield _text(about)


def _text(text: str) -> str:
    r"""Return a text escaped for roff, the language of man pages.

    >>> _text("--to battle.html: a\\b")
    '\\-\\-to battle.html: a\\eb'
    """
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


# The commands about shell and terminal: `completion`, `man` and `doctor`.


FEWEST = 80, 24
"""Columns and rows that the game needs."""
FEWEST_FILES = 64
"""The number of files that a process must be able to open at once."""


class CheckResult(NamedTuple):
    """The result of one check of `doctor`: what was checked, what was found, and how to solve a
    problem ('' if there is none).
    """

    what: str
    found: str
    mend: str = ""


def completion(chosen: Namespace) -> int:
    """Print the script that makes a shell complete command lines; or the completions that the
    script asks for.
    """
    from tui.commands.completing import answers, script

    asked = chosen.words or (chosen.shell == "tcsh" and "COMMAND_LINE" in os.environ)
    if asked:
        print("\n".join(answers(chosen.shell, build(), chosen.words)))
    else:
        print(script(chosen.shell), end="")
    return FINE


def man(_chosen: Namespace) -> int:
    """Print the man page, which is made from the parser."""

    print(man_page(build()), end="")
    return FINE


def doctor(chosen: Namespace) -> int:
    """Check terminal, folders and packages, and print what was found; return 1 if there is a
    problem.
    """
    findings = list(run_checks(chosen))
    width = max(len(each.what) for each in findings) + 2
    for each in findings:
        print(clean(f"{each.what:<{width}}{each.found}"))
        if each.mend:
            print(clean(f"{'':<{width}}! {each.mend}"))
    wrong = sum(bool(each.mend) for each in findings)
    print(f"{pluralized(wrong, 'problem')}." if wrong else "All is well.")
    return NO if wrong else FINE


def run_checks(chosen: Namespace) -> Iterator[CheckResult]:
    """Yield the results of the checks, one at a time."""
    yield CheckResult("Weather Gage", f"{__version__}, Python {platform.python_version()}")
    yield from _terminal()
    from engine.files.own_folders import config_folder, is_nowhere, state_folder
    from engine.files.saves import search_folder

    for what, folder, way in (
        ("battles", search_folder(chosen.saves), "--saves DIR names another folder"),
        ("settings", config_folder(), "WEATHERGAGE_CONFIG names another folder"),
        ("reports of faults", state_folder(), "a report of a fault could not be written there"),
    ):
        if is_nowhere(folder):
            yield CheckResult(what, "this user has no home folder", way)
            continue
        there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
        yield CheckResult(
            what,
            str(folder),
            "" if (there.is_dir() and os.access(there, os.W_OK)) else f"not writable: {way}",
        )
    keymap = config_folder() / "keymap.toml"
    if keymap.is_file():
        from engine.base.errors import WeatherGageError
        from tui.input.keys import Keymap

        fault = ""
        try:
            Keymap.load(keymap)
        except WeatherGageError as error:
            fault = str(error)
        yield CheckResult("keymap", str(keymap), fault)
    yield from _python()
    host = find_spec("asyncssh") is not None
    yield CheckResult("host", "can be opened" if host else "not installed (pip install '.[host]')")
    png = find_spec("resvg_py") is not None
    yield CheckResult("pictures", "svg, png" if png else "svg (png: pip install '.[png]')")
    ssh = shutil.which("ssh")
    yield CheckResult("ssh", ssh or "not found: needed only to connect to a friend's host")


def _terminal() -> Iterator[CheckResult]:
    from tui.terminal.terminal import DUMB, depth, glyphs, size_of

    term = os.environ.get("TERM", "")
    mend = ""
    here = sys.stdout.isatty()
    if not here:
        what = "not a terminal: the screens need one; `play --plain` does not"
        yield CheckResult("output", what)
    elif term in ("", DUMB):
        mend = "the cursor cannot be moved: set TERM to your terminal's type, or use `play --plain`"
    yield CheckResult("TERM", term or "not set", mend)
    if here:
        columns, rows = size_of(sys.stdout.fileno())
        small = columns < FEWEST[0] or rows < FEWEST[1]
        grow = f"enlarge it to {FEWEST[0]} by {FEWEST[1]} at least" if small else ""
        yield CheckResult("size", f"{columns} by {rows}", grow)
    colours = depth()
    few = "set COLORTERM=truecolor if the terminal has 16 million" if colours == "16" else ""
    yield CheckResult("colours", colours + (f" ({few})" if few else ""))
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    signs = glyphs()
    hint = " (a locale in UTF-8, such as LANG=C.UTF-8, gives more)" if signs == "ascii" else ""
    clash = ""
    if signs == "unicode" and not encoding.startswith("utf"):
        clash = "the locale is UTF-8, but the output is not: set PYTHONUTF8=1"
    yield CheckResult("signs", f"{signs}{hint}", clash)
    for name, what in (("TMUX", "tmux"), ("STY", "screen"), ("SSH_CONNECTION", "ssh")):
        if os.environ.get(name):
            yield CheckResult("inside", what)


MODULES = (
    ("sqlite3", "_sqlite3", "every battle has to be read again at each start"),
    ("ssl", "_ssl", "no host can be run"),
    ("ctypes", "_ctypes", "no host can be run"),
    ("fcntl", "fcntl", "two windows that write one battle would damage it"),
    ("termios", "termios", "the screens cannot be shown: use --plain"),
)
"""Parts that an installation of Python may lack: (name, module to import, what does not work
without it)."""


def _python() -> Iterator[CheckResult]:
    """Check what the system and Python can do: modules, worker processes, open files."""
    lacking = [(name, so) for name, module, so in MODULES if not _imported(module)]
    for name, so in lacking:
        yield CheckResult("Python", f"was built without {name}: {so}")
    yield CheckResult("processes", _processes())
    try:
        import resource
    except ImportError:  # this system has no such limits
        return
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    few = 0 <= files < FEWEST_FILES
    mend = f"a battle needs more open files than this shell allows:  ulimit -n {FEWEST_FILES}"
    yield CheckResult(
        "open files", f"{files} at once" if files >= 0 else "any", mend if few else ""
    )


def _imported(name: str) -> bool:
    try:
        import_module(name)
    except ImportError:
        return False
    return True


def _processes() -> str:
    """Return in words whether worker processes can be started."""
    try:
        from multiprocessing import Semaphore

        Semaphore()
    except (ImportError, NotImplementedError, OSError) as error:
        return f"only one process can work: no shared memory ({error})"
    return "as many can work as --jobs names"
