"""What a shell asks of a program: `completion`, `man`, and `doctor`, who looks at its terminal."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from engine import __version__
from engine.base.clean import clean
from tui.commands.parser import build

FINE, NO = 0, 1
FEWEST = 80, 24
"""Columns and rows that the game needs."""


class Finding(NamedTuple):
    """What was looked at, what was found, and what to do about it; '' where it is right."""

    what: str
    found: str
    mend: str = ""


def completion(chosen: Namespace) -> int:
    """Print the script by which a shell completes commands and options."""
    import shtab

    print(shtab.complete(build(), shell=chosen.shell))
    return FINE


def man(_chosen: Namespace) -> int:
    """Print the man page, made from the parser."""
    from argparse_manpage.manpage import Manpage

    parser = build()
    parser.man_short_description = "fighting sail in a terminal"  # type: ignore[attr-defined]  # read by argparse-manpage
    print(str(Manpage(parser)))
    return FINE


def doctor(chosen: Namespace) -> int:
    """Print what terminal, folders and packages can do; return 1 when something is wrong."""
    findings = list(looked_at(chosen))
    width = max(len(each.what) for each in findings) + 2
    for each in findings:
        print(clean(f"{each.what:<{width}}{each.found}"))
        if each.mend:
            print(clean(f"{'':<{width}}! {each.mend}"))
    wrong = sum(bool(each.mend) for each in findings)
    print(f"{wrong} to mend." if wrong else "All is well.")
    return NO if wrong else FINE


def looked_at(chosen: Namespace) -> Iterator[Finding]:
    """Yield what was found, one thing at a time."""
    yield Finding("Weather Gage", f"{__version__}, Python {platform.python_version()}")
    yield from _terminal()
    yield from _folders(chosen)
    yield from _programs()


def _terminal() -> Iterator[Finding]:
    from tui.terminal.terminal import DUMB, depth, glyphs, size_of

    term = os.environ.get("TERM", "")
    mend = ""
    if not sys.stdout.isatty():
        mend = "output is no terminal: the screens need one; play --plain does without"
    elif term in ("", DUMB):
        mend = "no cursor can be placed: set TERM to what the terminal is, or use play --plain"
    yield Finding("TERM", term or "not set", mend)
    if sys.stdout.isatty():
        columns, rows = size_of(sys.stdout.fileno())
        small = columns < FEWEST[0] or rows < FEWEST[1]
        grow = f"enlarge it to {FEWEST[0]} by {FEWEST[1]} at least" if small else ""
        yield Finding("size", f"{columns} by {rows}", grow)
    colours = depth()
    few = "set COLORTERM=truecolor if the terminal has them all" if colours == "16" else ""
    yield Finding("colours", colours + (f" ({few})" if few else ""))
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    signs = glyphs()
    hint = " (a locale in UTF-8, such as LANG=C.UTF-8, gives more)" if signs == "ascii" else ""
    clash = ""
    if signs == "unicode" and not encoding.startswith("utf"):
        clash = "the locale promises UTF-8, the output is another: set PYTHONUTF8=1"
    yield Finding("signs", f"{signs}{hint}", clash)
    for name, what in (("TMUX", "tmux"), ("STY", "screen"), ("SSH_CONNECTION", "ssh")):
        if os.environ.get(name):
            yield Finding("inside", what)


def _folders(chosen: Namespace) -> Iterator[Finding]:
    from tui.files.own_folders import config_folder, state_folder
    from tui.files.saves import saves_folder

    for what, folder, way in (
        ("battles", saves_folder(chosen.saves), "--saves DIR names another folder"),
        ("settings", config_folder(), "WEATHERGAGE_CONFIG names another folder"),
        ("reports of faults", state_folder(), "a fault could not be written down there"),
    ):
        yield Finding(what, str(folder), "" if _writable(folder) else f"not writable: {way}")
    keymap = config_folder() / "keymap.toml"
    if keymap.is_file():
        yield Finding("keymap", str(keymap), _keymap_fault(keymap))


def _writable(folder: Path) -> bool:
    """Tell whether something can be put in a folder, or in the nearest one above that is there."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    return there.is_dir() and os.access(there, os.W_OK)


def _keymap_fault(path: Path) -> str:
    from engine.base.errors import WeatherGageError
    from tui.input.keys import Keymap

    try:
        Keymap.load(path)
    except WeatherGageError as error:
        return str(error)
    return ""


def _programs() -> Iterator[Finding]:
    host = find_spec("asyncssh") is not None
    yield Finding("host", "can be opened" if host else "not installed (pip install '.[host]')")
    ssh = shutil.which("ssh")
    yield Finding("ssh", ssh or "not found: needed only to come to a friend's host")
