"""Foreign text: what people type and files hold, made fit to be kept and shown to others.

Every way in passes through `clean`, whatever guards the way out: chat, words for fair dice,
names, notes, titles, squadrons, letters, lines of other programs.
"""

from __future__ import annotations

from unicodedata import category, normalize

_HARMFUL = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Mc", "Zl", "Zp"))
"""Categories of Unicode that move, hide or reorder what stands beside them, or mean nothing.

Controls, formats (bidi overrides and isolates, zero-width joiners, tags), unassigned, private
use, surrogates, combining marks that no letter has taken in, separators of lines.
"""
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Letters by their category that show nothing."""
_JOINING = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Parts of Hangul syllables that have no cell of their own."""
UNFIT = "?"
"""Stands for a sign that no terminal should be sent."""


def clean(text: str) -> str:
    """Return a text on one line with a `?` for every sign that could harm a terminal.

    Accents join their letters where Unicode has one sign for both; white space becomes blanks.
    A text that is clean comes back as it is.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_fit, normalize("NFC", text)))


def _fit(sign: str) -> str:
    if sign.isspace():
        return " "
    return UNFIT if harmful(sign) else sign


def harmful(sign: str) -> bool:
    """Tell whether a sign could do more to a terminal than fill cells."""
    if category(sign) in _HARMFUL or sign in _FILLERS:
        return True
    return any(ord(sign) in part for part in _JOINING)
