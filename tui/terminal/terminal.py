"""What a terminal can show, found out from its environment (colours, glyphs, size); and the signals
that end the game.
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
"""The signals that end the game in an orderly way: the terminal is restored."""
ENDED = 128
"""The exit code of a process that a signal has ended is this number plus that of the signal, as in
shells."""

Depth = Literal["truecolor", "256", "16", "none"]
Glyphs = Literal["ascii", "unicode"]

DUMB = "dumb"
"""The value of TERM for a terminal that cannot move its cursor, such as a shell inside an
editor."""
DUMB_TOLD = "a terminal that can move the cursor, and TERM=dumb says that this one cannot"
PLAIN = ("", "dumb", "unknown", "vt52", "vt100", "vt102", "vt220")
"""The values of TERM for terminals without colours, which may show only ASCII."""
ENOUGH = ("kitty", "alacritty", "direct", "ghostty", "wezterm", "foot")
"""If TERM contains one of these, the terminal has true colour."""

ASK_GROUND = "\x1b]11;?\x1b\\"
"""The escape sequence that asks a terminal for its background colour."""

FORCED: dict[str, Depth] = {"2": "256", "3": "truecolor"}
"""{value of FORCE_COLOR: colour depth}."""

MOST = 240, 80
"""The maximum number of columns and rows that are drawn; a larger terminal stays empty to the right
and below.

A remote terminal may report any size, and every cell costs the host time and memory."""

USUAL = 80, 24
"""(columns, rows) of a terminal that does not report its size."""

TOLD = ("LANG", "LC_ALL", "LC_CTYPE", "COLORTERM", "NO_COLOR")
"""The environment variables besides TERM that describe a terminal."""


def is_remote(environ: Mapping[str, str] | None = None) -> bool:
    """Tell whether the terminal belongs to another machine, connected by SSH."""
    return "SSH_CONNECTION" in (os.environ if environ is None else environ)


def page(stream: TextIO, usual: tuple[int, int] = USUAL) -> tuple[int, int]:
    """Return (columns, rows) for what a command prints: those of the terminal, at most `MOST`.

    If the output is not a terminal, COLUMNS and LINES are used. They do not change with the size of
    a window.
    """
    with suppress(OSError, ValueError):
        if stream.isatty():
            return within(*size_of(stream.fileno(), usual))
    return within(*shutil.get_terminal_size(usual))


def size_of(descriptor: int, usual: tuple[int, int] = USUAL) -> tuple[int, int]:
    """Return (columns, rows) of a terminal; if it reports none, those in the environment."""
    own = (0, 0)
    with suppress(OSError):
        own = os.get_terminal_size(descriptor)
    return own if all(own) else shutil.get_terminal_size(usual)


def within(columns: int, rows: int) -> tuple[int, int]:
    """Return (columns, rows) to be drawn: at most `MOST`."""
    return min(columns, MOST[0]), min(rows, MOST[1])


def depth(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Depth:
    """Return the colour depth: the wanted one; for 'auto', the one that the environment points
    to.
    """
    if wanted != "auto":
        return cast(Depth, wanted)  # settings and parser accept no other
    env = os.environ if environ is None else environ
    term = env.get("TERM", "")
    if env.get("NO_COLOR") or term in PLAIN:
        return "none"
    # GNU screen passes on COLORTERM, but not the colours. tmux may use the same TERM, but says
    # itself what it can do.
    believed = env.get("COLORTERM", "") in ("truecolor", "24bit") and not (
        bool(env.get("STY")) or (env.get("TERM", "").startswith("screen") and "TMUX" not in env)
    )
    if believed or any(word in term for word in ENOUGH):
        return "truecolor"
    return "256" if "256color" in term else "16"


def forced_depth(environ: Mapping[str, str] | None = None) -> Depth:
    """Return the colour depth that the environment demands for output that is not a terminal;
    usually 'none'.

    NO_COLOR takes precedence. FORCE_COLOR may be a number: 1 for 16 colours, 2 for 256, 3 for all.
    """
    env = os.environ if environ is None else environ
    text, also = env.get("FORCE_COLOR", ""), env.get("CLICOLOR_FORCE", "")
    off = ("", "0", "false")
    if env.get("NO_COLOR") or (text in off and also in off):
        return "none"
    known = depth("auto", env)
    return FORCED.get(text) or ("16" if known == "none" else known)


def glyphs(wanted: str = "auto", environ: Mapping[str, str] | None = None) -> Glyphs:
    """Return the glyph set: the wanted one; for 'auto', the best that locale and terminal allow."""
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
    """Tell whether a terminal may be asked for its colours.

    One that does not understand the question would print it.
    """
    return term.startswith(("xterm", "tmux", "screen", "rxvt")) or any(
        part in term for part in ENOUGH
    )


def is_light_background(environ: Mapping[str, str]) -> bool:
    """Tell whether the variable COLORFGBG says that the background is light.

    That is white, or any bright colour except bright black.
    """
    ground = environ.get("COLORFGBG", "").rpartition(";")[2]
    return ground.isdecimal() and (ground == "7" or 9 <= int(ground) <= 15)
