"""Sanitize untrusted text: what people type and files contain, before it is stored or shown.

All input passes through `clean`, whatever is checked again on output: chat, words for fair
dice, names, notes, titles, squadrons, letters, lines of other programs.
"""

from __future__ import annotations

import re
from unicodedata import category, normalize

_HARMFUL = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Mc", "Zl", "Zp"))
"""Unicode categories that can move, hide or reorder neighbouring characters, or have no meaning.

Controls, formats (bidi overrides and isolates, zero-width joiners, tags), unassigned, private
use, surrogates, combining marks that did not compose with a letter, line separators.
"""
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Characters that are letters by category and yet show nothing."""
_JOINING = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Parts of Hangul syllables, which have no cell of their own: they would shift a whole row."""
HALF = "\u2060"
"""Stands for the second cell of a wide character in rows of cells; a text that is kept has none."""
_DROPPED = re.compile(f"[{HALF}\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]")
"""What only varies or joins emoji: terminals differ in how wide they draw the whole."""
UNFIT = "?"
"""The replacement for a character that no terminal should be sent."""


def clean(text: str) -> str:
    """Return a text on one line with `?` for each character that could harm a terminal.

    The text is normalized to NFC, so that accents compose with their letters; any white space
    becomes a blank, and emoji lose their variations. A clean text is returned unchanged.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_fit, normalize("NFC", _DROPPED.sub("", text))))


def _fit(sign: str) -> str:
    if sign.isspace():
        return " "
    return UNFIT if harmful(sign) else sign


def harmful(sign: str) -> bool:
    """Tell whether a character could do more to a terminal than fill cells."""
    if category(sign) in _HARMFUL or sign in _FILLERS:
        return True
    return any(ord(sign) in part for part in _JOINING)
