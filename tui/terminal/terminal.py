"""The capabilities of a terminal, from its environment: colours, glyphs, size; and ending
signals.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal, TextIO, cast

ENDINGS = tuple(
    signal.Signals[name]
    for name in (
        *("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGABRT", "SIGXCPU"),
        *("SIGVTALRM", "SIGPROF", "SIGPWR", "SIGIO"),
    )
    if name in signal.Signals.__members__
)
"""Signals that end the game in an orderly way, restoring the terminal."""
ENDED = 128
"""The exit code of a process ended by a signal is this plus the signal's number, as in shells."""

Depth = Literal["truecolor", "256", "16", "none"]
Glyphs = Literal["ascii", "unicode"]

DUMB = "dumb"
"""The TERM of a terminal without cursor movement, such as a shell inside an editor."""
DUMB_TOLD = "a terminal that can move the cursor, and TERM=dumb says that this one cannot"
PLAIN = ("", "dumb", "unknown", "vt52", "vt100", "vt102", "vt220")
"""Values of TERM without colours and with ASCII only."""
ENOUGH = ("kitty", "alacritty", "direct", "ghostty", "wezterm", "foot")
"""Substrings of TERM that mean true colour."""

ASK_GROUND = "\x1b]11;?\x1b\\"
"""The query for the background colour."""

FORCED: dict[str, Depth] = {"2": "256", "3": "truecolor"}
"""The colour depth for each value of FORCE_COLOR."""

MOST = 240, 80
"""The maximum number of columns and rows that are drawn, in the upper left corner of a larger
terminal. A remote terminal may report any size, and every cell costs the host time and memory."""

USUAL = 80, 24
"""Columns and rows of a terminal that does not report its size."""

TOLD = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR")
"""The variables besides TERM that describe a terminal."""


def is_remote(environ: Mapping[str, str] | None = None) -> bool:
    """Tell whether the terminal is remote: a login by SSH."""
    return "SSH_CONNECTION" in (os.environ if environ is None else environ)


def page(stream: TextIO, usual: tuple[int, int] = USUAL) -> tuple[int, int]:
    """Return the columns and rows for printing: a terminal's own, within `MOST`.

    COLUMNS and LINES do not follow a window's size, so they are used only if the output is not a
    terminal.
    """
    with suppress(OSError, ValueError):
        if stream.isatty():
            return within(*size_of(stream.fileno(), usual))
    return within(*shutil.get_terminal_size(usual))


def size_of(descriptor: int, usual: tuple[int, int] = USUAL) -> tuple[int, int]:
    """Return the columns and rows of a terminal; if it reports none, the environment's."""
    own = (0, 0)
    with suppress(OSError):
        own = os.get_terminal_size(descriptor)
    return own if all(own) else shutil.get_terminal_size(usual)


def within(columns: int, rows: int) -> tuple[int, int]:
    """Return the columns and rows to draw, at most `MOST`."""
    return min(columns, MOST[0]), min(rows, MOST[1])


def depth(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Depth:
    """Return the colour depth: the wanted one, or for 'auto' the depth that the environment
    indicates.
    """
    if wanted != "auto":
        return cast(Depth, wanted)  # settings and parser accept no other
    env = os.environ if environ is None else environ
    term = env.get("TERM", "")
    if env.get("NO_COLOR") or term in PLAIN:
        return "none"
    believed = env.get("COLORTERM", "") in ("truecolor", "24bit") and not _in_screen(env)
    if believed or any(word in term for word in ENOUGH):
        return "truecolor"
    return "256" if "256color" in term else "16"


def _in_screen(env: Mapping[str, str]) -> bool:
    """Tell whether the program runs inside GNU screen, which passes on COLORTERM but not the
    colours.

    tmux may have the same name, but reports its own capabilities.
    """
    return bool(env.get("STY")) or (env.get("TERM", "").startswith("screen") and "TMUX" not in env)


def forced_depth(environ: Mapping[str, str] | None = None) -> Depth:
    """Return the colour depth that the environment requests if the output is not a terminal, else
    'none'.

    NO_COLOR takes precedence. FORCE_COLOR may be a number: 1, 2, 3 for 16, 256, all colours.
    """
    env = os.environ if environ is None else environ
    text, also = env.get("FORCE_COLOR", ""), env.get("CLICOLOR_FORCE", "")
    off = ("", "0", "false")
    if env.get("NO_COLOR") or (text in off and also in off):
        return "none"
    known = depth("auto", env)
    return FORCED.get(text) or ("16" if known == "none" else known)


def glyphs(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Glyphs:
    """Return the glyph set: the wanted one, or for 'auto' the best for locale and terminal."""
    if wanted != "auto":
        return cast(Glyphs, wanted)  # settings and parser accept no other
    env = os.environ if environ is None else environ
    if env.get("TERM", "") in (*PLAIN, "linux"):  # the console's font has no braille
        return "ascii"
    characters = env.get("LC_CTYPE", "")
    if characters in ("C.UTF-8", "C.utf8") and env.get("LANG", "") in ("", "C", "POSIX"):
        characters = ""  # Python itself has set it for a plain C locale (PEP 538)
    locale = env.get("LC_ALL") or characters or env.get("LANG", "")
    return "unicode" if "utf8" in locale.lower().replace("-", "") else "ascii"


def may_query_colours(term: str) -> bool:
    """Tell whether a terminal may be asked for its colours: terminals that do not understand the
    query would print it.
    """
    return term.startswith(("xterm", "tmux", "screen", "rxvt")) or any(
        part in term for part in ENOUGH
    )


def is_light_background(environ: Mapping[str, str]) -> bool:
    """Tell whether COLORFGBG means a light background: white, or a bright colour but not bright
    black.
    """
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground.isdecimal() and (ground == "7" or 9 <= int(ground) <= 15)
