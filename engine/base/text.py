"""Text: sanitising untrusted text, counting nouns, joining names, parsing typed numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from unicodedata import category, normalize

# Sanitize untrusted text: everything that people type or files contain, before it is stored or
# shown.
#
# All input passes through `clean`, even if it is checked again on output: chat, words for fair
# dice, names, notes, titles, squadrons, letters, lines of other programs.


_HARMFUL = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Me", "Mn", "Mc", "Zl", "Zp"))
"""Unicode categories of characters that can move, hide or reorder their neighbours, or have no
meaning. These are controls, formats (bidi overrides and isolates, zero-width joiners, tags),
unassigned, private use, surrogates, combining marks that did not compose with a letter, line
separators."""
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
"""Characters that are letters by category and yet invisible."""
_JOINING = (range(0x1160, 0x1200), range(0xD7B0, 0xD800))
"""Parts of Hangul syllables. Terminals do not give each of them a cell, so they would shift the
rest of a row."""
HALF = "\u2060"
"""The character that stands for the second cell of a wide character in a row of cells; `clean`
removes it from texts."""
_DROPPED = re.compile(f"[{HALF}\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]")
"""Characters that change or join emoji. Terminals differ in how wide they draw the result."""
UNFIT = "?"
"""The replacement for a character that must not be sent to a terminal."""


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


# Counted nouns (one ship, two ships), names of winners, and typed whole numbers.


_ONE_OF_MANY = re.compile(r"(?<![\d.,/+-])1 ((?:strike |victory )?)(battle|point|ship|turn)s\b")
"""Matches a plural after the number 1, such as `1 ships`, which sentences in battle files may
have."""
_MANY = re.compile(r"(?:sh|ch|ese|s)$")
"""Matches the name of a nation that is also the name of its people, such as British. A plural verb
follows it: British win."""
ALIKE = 0.75
"""The least similarity of two words (difflib) at which one is taken for a slip of the other:
dance is no decline."""
LONGEST = 18
"""Only this many digits of a number are parsed, because Python refuses thousands of digits."""


def capitalized(text: str) -> str:
    """Return words with a capital first letter; the other letters stay as they are."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return words as a sentence: with a capital letter first and one punctuation mark at the end.

    >>> sentence("dice have fallen")
    'Dice have fallen.'
    """
    return capitalized(with_full_stop(text))


def with_full_stop(text: str) -> str:
    """Return words with a full stop, unless they already end with a punctuation mark.

    >>> with_full_stop("there is no 'north'"), with_full_stop("did you mean 'north'?")
    ("there is no 'north'.", "did you mean 'north'?")
    >>> with_full_stop("It is over.")
    'It is over.'
    """
    return text if text.endswith((".", "?", "!")) else f"{text}."


def pluralized(count: int, noun: str, nouns: str = "", none: str = "0") -> str:
    """Return a count with its noun in the singular or plural; `none` is written for the count 0.

    >>> pluralized(1, "ship"), pluralized(0, "ship"), pluralized(2, "die", "dice")
    ('1 ship', '0 ships', '2 dice')
    """
    return f"{count or none} {noun if count == 1 else nouns or noun + 's'}"


def some(count: int, noun: str, nouns: str = "") -> str:
    """Return a count with its noun; the count 0 is written as `no`.

    >>> some(1, "hit"), some(0, "hit"), some(2, "die", "dice")
    ('1 hit', 'no hits', '2 dice')
    """
    return pluralized(count, noun, nouns, "no")


def correct_grammar(sentence: str) -> str:
    """Return a sentence from a file with its grammar corrected.

    Events are compared letter by letter in a proof, so the file keeps its wording; only the reader
    gets the corrected sentence.

    >>> correct_grammar("Blue withdraws: 2 strike points, 1 ships"), correct_grammar("11 ships")
    ('Blue withdraws: 2 strike points, 1 ship', '11 ships')
    """
    return _ONE_OF_MANY.sub(r"1 \1\2", sentence)


def join_names(names: Iterable[str]) -> str:
    """Return names as a list in a sentence.

    >>> join_names(["ben"]), join_names(["ben", "carl"]), join_names(["ben", "carl", "dora"])
    ('ben', 'ben and carl', 'ben, carl and dora')
    """
    every = list(names)
    return " and ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every)


def are(names: Collection[str]) -> str:
    """Return names followed by `is` or `are`: `ben is`, `ben and carl are`."""
    return f"{join_names(names)} {'is' if len(names) == 1 else 'are'}"


def winning(*names: str) -> str:
    """Return the names with `wins` or `win`: plural for several names, and for a nation's people.

    >>> winning("Red"), winning("British"), winning("Red A", "Red B")
    ('Red wins', 'British win', 'Red A and Red B win')
    """
    many = len(names) > 1 or _MANY.search("".join(names))
    return f"{join_names(names)} {'win' if many else 'wins'}"


def no_command(line: str, known: Iterable[str]) -> str:
    """Return why a typed line is no command: its first word is none of the `known` ones, or what
    follows does not fit.

    >>> no_command("wach 3", ["watch", "play"])
    "there is no command 'wach'; did you mean `watch`?"
    >>> no_command("xyzzy", ["watch", "play"]), no_command("watch", ["watch"])
    ("there is no command 'xyzzy'; type `help`", '`help` shows what is typed after `watch`')
    """
    word, words = line.partition(" ")[0][:40], list(known)
    if word.lower() in words:
        return f"`help` shows what is typed after `{word.lower()}`"
    near = get_close_matches(word.lower(), words, 1, ALIKE)
    return f"there is no command '{word}'; " + (
        f"did you mean `{near[0]}`?" if near else "type `help`"
    )


def parse_number(digits: str) -> int:
    """Return the number that decimal digits spell; digits after the first `LONGEST` are ignored.

    >>> parse_number("042"), parse_number("9" * 5000) == parse_number("9" * 18)
    (42, True)
    """
    return int(digits[:LONGEST])
